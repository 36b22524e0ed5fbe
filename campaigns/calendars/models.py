"""The addresses of calendars, of which only hashes are stored."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class CalendarAddress(models.Model):
    """The address of an account's calendar: since when it is valid, and the hash of the word in it."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    word_hash = models.CharField(max_length=64)
    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user_id}"
