"""Time for a step, holidays and reminders; nothing is ever done for a side that is late.

A clock that acted would decide a game, and one that saw what a side does in secret would tell the other side of it.
"""
