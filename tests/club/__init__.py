"""Tests of time for a step, holidays and reminders."""
