"""Counts of what accounts did within a day."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Spending(models.Model):
    """How often an account has done something in the day from `since` on; an older day does not count."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=20)
    since = models.DateTimeField()
    count = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "kind"], name="account_has_one_count_of_a_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.count}"
