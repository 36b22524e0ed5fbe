"""At which address somebody has his calendar. The address itself is kept nowhere."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class CalendarAddress(models.Model):
    """That an account has a calendar, since when, and the hash of the word in its address."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    word_hash = models.CharField(max_length=64)
    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user_id}"
