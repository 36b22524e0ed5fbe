"""Charts that owners type in: a draft, which may hold anything, and versions, which never change.

Only its owner sees a chart until he shares it with everybody of the instance. A campaign takes its own copy of a
version, so that a running campaign reads nothing from here.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.crypto import get_random_string

from campaigns.charts.kinds import CHART, KINDS


def new_chart_id() -> str:
    """Twelve random letters and digits for URLs, which do not tell how many charts there are."""
    return get_random_string(12)


class OwnedChart(models.Model):
    """A person's chart for a game, or the sheet of its map, by `kind`.

    `draft` holds the texts of all sheets as they were typed, errors and all; `revision` counts its changes.
    """

    chart_id = models.CharField(max_length=12, unique=True, default=new_chart_id, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="charts")
    system = models.CharField(max_length=40)
    kind = models.CharField(max_length=10, choices=[(kind, kind) for kind in KINDS], default=CHART)
    name = models.CharField(max_length=60)
    shared = models.BooleanField(default=False)
    draft = models.JSONField(default=dict)
    revision = models.PositiveIntegerField(default=0)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["owner", "system", "name"], name="owner_has_each_chart_name_once"),
            models.CheckConstraint(condition=Q(kind__in=list(KINDS)), name="chart_is_of_a_known_kind"),
            models.CheckConstraint(condition=~Q(name="") & ~Q(system=""), name="chart_has_a_name_and_a_game"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("chart", args=[self.chart_id])


class ChartVersion(models.Model):
    """A chart that was saved without faults. A database trigger refuses every change."""

    chart = models.ForeignKey(OwnedChart, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    content = models.JSONField()
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["chart", "number"], name="chart_has_each_version_once"),
            models.CheckConstraint(condition=Q(number__gt=0), name="chart_versions_are_counted_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.chart_id} version {self.number}"
