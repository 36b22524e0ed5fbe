"""Rows for what the sides have bought: encrypted while the campaign runs, in the open after its end (ADR 15)."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class RGPurchase(models.Model):
    """What a side has bought for one date; there is a row for each date that has begun, even if nothing was bought.

    `date` counts the dates from 0. `body` has the lines, encrypted and padded to one size, and is rewritten by every
    act that writes into the side's room. Once the campaign has ended it is null and the lines are in `lines`.
    """

    side = models.ForeignKey("campaigns.Side", on_delete=models.CASCADE, related_name="purchases")
    date = models.PositiveSmallIntegerField()
    body = models.BinaryField(null=True)

    class Meta:
        ordering = ["side", "date"]
        constraints = [
            models.UniqueConstraint(fields=["side", "date"], name="side_has_one_row_of_purchases_a_date"),
        ]

    def __str__(self) -> str:
        return f"{self.side} {self.date}"


class RGPurchaseLine(models.Model):
    """A group on a side's record, in the open because the campaign has ended; see `PurchaseRow` of the rules.

    `place` counts the lines of its date from 0. `arrived` lists class, name and number of the counters that came,
    `counters` is their total.
    """

    purchase = models.ForeignKey(RGPurchase, on_delete=models.CASCADE, related_name="lines")
    place = models.PositiveSmallIntegerField()
    record_id = models.CharField(max_length=80)
    group = models.CharField(max_length=80)
    name = models.CharField(max_length=80)
    number = models.PositiveSmallIntegerField()
    price = models.PositiveSmallIntegerField()
    mode = models.CharField(max_length=80, blank=True)
    strength = models.CharField(max_length=80, blank=True)
    given = models.BooleanField()
    arrived = models.JSONField(default=list, blank=True)
    counters = models.PositiveIntegerField()

    class Meta:
        ordering = ["purchase", "place"]
        constraints = [
            models.UniqueConstraint(fields=["purchase", "place"], name="purchase_line_place_is_used_once"),
            models.CheckConstraint(condition=~Q(group="") & ~Q(name=""), name="purchase_line_names_its_group"),
            models.CheckConstraint(
                condition=Q(given=True) | Q(number__gt=0), name="purchase_line_is_counted_if_it_was_bought"
            ),
        ]

    def __str__(self) -> str:
        return self.record_id
