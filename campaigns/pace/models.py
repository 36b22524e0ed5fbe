"""Since when sides are waited for, and which reminder they got last. All of it follows from public facts."""

from __future__ import annotations

from django.db import models


class SideClock(models.Model):
    """Since when a side has been waited for. `reminded` is its last reminder: "soon" or "late", and when it was due."""

    campaign = models.ForeignKey("campaigns.Campaign", on_delete=models.CASCADE, related_name="+")
    side = models.CharField(max_length=30)
    since = models.DateTimeField()
    reminded = models.CharField(max_length=60, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "side"], name="side_has_one_clock")]

    def __str__(self) -> str:
        return f"{self.side} since {self.since}"
