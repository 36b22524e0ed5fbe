"""Time for a step, holidays and reminders; nothing is ever done for a side that is late."""
