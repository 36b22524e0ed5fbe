"""Imported campaign files, from their upload until they are campaigns or refused."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.crypto import get_random_string


def new_brought_id() -> str:
    """Twelve letters and digits for URLs."""
    return get_random_string(12)


class BroughtStatus(models.TextChoices):
    """How far a file is."""

    QUEUED = "queued"
    WORKING = "working"
    DONE = "done"
    REFUSED = "refused"


OPEN = (BroughtStatus.QUEUED, BroughtStatus.WORKING)


class BroughtFile(models.Model):
    """A file and the side that its importer (`user`) will command.

    `body` is the encrypted file while it waits; `reason` the encrypted sentence why it was refused, in the importer's
    language. `started_at` tells one attempt from another.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_brought_id, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    side = models.CharField(max_length=30)
    language = models.CharField(max_length=20)
    status = models.CharField(max_length=10, choices=BroughtStatus.choices, default=BroughtStatus.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField()
    queued_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    body = models.BinaryField(null=True)
    reason = models.BinaryField(null=True)
    campaign = models.ForeignKey("campaigns.Campaign", on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=Q(status__in=OPEN), name="each_account_has_one_open_file_at_most"
            ),
            models.CheckConstraint(condition=Q(status__in=BroughtStatus.values), name="brought_status_is_known"),
            models.CheckConstraint(
                condition=Q(status__in=OPEN, body__isnull=False) | (~Q(status__in=OPEN) & Q(body=None)),
                name="brought_file_is_kept_exactly_while_it_waits",
            ),
            models.CheckConstraint(
                condition=Q(status=BroughtStatus.REFUSED) ^ Q(reason=None), name="refused_file_has_its_reason"
            ),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def open(self) -> bool:
        """Whether its check is not over yet."""
        return self.status in OPEN
