"""Stored checks of campaigns, one for each set of rooms."""

from __future__ import annotations

from django.db import models


class KeptCheck(models.Model):
    """A check that found nothing wrong; see campaigns.verify.kept.

    `rooms` are the keys of the rooms it read, in the order of the game. `body` is encrypted with the rooms' keys and a
    master key.
    """

    campaign = models.ForeignKey("campaigns.Campaign", on_delete=models.CASCADE, related_name="+")
    rooms = models.CharField(max_length=200)
    body = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "rooms"], name="campaign_has_one_check_of_the_same_rooms"),
        ]

    def __str__(self) -> str:
        return self.rooms
