"""The messages of a campaign. Those of a side are stored as ciphertext of one size."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from rules.contract import PUBLIC


class ChatMessage(models.Model):
    """A message: in `body` at the table, where everybody reads it, in `sealed` in the room of a side.

    Both hold a `MessageBody`. The row of a side's message shows its number and whether it is a `note`, nothing else.
    Messages are no part of the journal: they prove nothing, and whoever wrote one can delete it.
    """

    campaign = models.ForeignKey("campaigns.Campaign", on_delete=models.CASCADE, related_name="+")
    room = models.CharField(max_length=30)
    number = models.PositiveIntegerField()
    note = models.BooleanField(default=False)
    body = models.JSONField(null=True)
    sealed = models.BinaryField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "room", "number"], name="message_number_is_used_once"),
            models.CheckConstraint(
                condition=Q(room=PUBLIC, body__isnull=False, sealed=None, note=False)
                | ~Q(room=PUBLIC) & Q(body=None, sealed__isnull=False),
                name="message_is_open_at_the_table_and_sealed_elsewhere",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.room} {self.number}"


class DeletedNumber(models.Model):
    """The highest number that a message of a room had when one was deleted last, so that none is used twice."""

    campaign = models.ForeignKey("campaigns.Campaign", on_delete=models.CASCADE, related_name="+")
    room = models.CharField(max_length=30)
    number = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "room"], name="room_has_one_deleted_number")]

    def __str__(self) -> str:
        return f"{self.room} {self.number}"
