"""Guests who try a game without an account."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Trial(models.Model):
    """A guest and his one campaign; that is null once it was removed, and the guest is deleted next."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="trial")
    campaign = models.OneToOneField("campaigns.Campaign", on_delete=models.SET_NULL, null=True, related_name="trial")
    begun_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user_id} tries {self.campaign_id}"
