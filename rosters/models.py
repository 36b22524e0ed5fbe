"""The jobs that make PDFs of sheets, with the finished PDFs.

The content of a sheet is stored as ciphertext only, under the data key of its room.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from campaigns.models import Campaign


class JobStatus(models.TextChoices):
    """The state of a job."""

    QUEUED = "queued"
    WORKING = "working"
    DONE = "done"
    FAILED = "failed"


class SheetJob(models.Model):
    """One sheet of one room as it was at entry `number` of those its readers may see.

    `source` is the sealed sheet as it stood when it was asked for, so that the paper shows what the page
    showed whatever has happened since; `body` is the sealed PDF.

    `language` is that of its words. A sheet that both sides read is made once for the seats of each `side`: one that is
    there already would tell in which language the other side reads. Both are empty in older rows.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="+")
    room = models.CharField(max_length=30)
    sheet = models.CharField(max_length=30)
    number = models.PositiveIntegerField()
    language = models.CharField(max_length=20, blank=True, default="")
    side = models.CharField(max_length=30, blank=True, default="")
    status = models.CharField(max_length=10, choices=JobStatus.choices, default=JobStatus.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    requested_by = models.CharField(max_length=150)
    created_at = models.DateTimeField()
    queued_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    source = models.BinaryField()
    body = models.BinaryField(null=True)
    error = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-number", "-language"]
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "room", "sheet", "number", "language", "side"], name="sheet_is_made_once"
            ),
            models.CheckConstraint(condition=Q(status__in=JobStatus.values), name="sheet_job_status_is_known"),
            models.CheckConstraint(condition=~Q(room="") & ~Q(sheet=""), name="sheet_job_says_what_is_wanted"),
            models.CheckConstraint(
                condition=Q(status=JobStatus.DONE, body__isnull=False) | (~Q(status=JobStatus.DONE) & Q(body=None)),
                name="sheet_job_is_done_exactly_when_it_has_its_paper",
            ),
        ]
        indexes = [
            models.Index(
                fields=["status"],
                condition=Q(status__in=(JobStatus.QUEUED, JobStatus.WORKING)),
                name="sheet_job_unfinished",
            )
        ]

    def __str__(self) -> str:
        return f"{self.sheet} of {self.room} at {self.number}"

    @property
    def open(self) -> bool:
        """Whether it is queued or under way."""
        return self.status in (JobStatus.QUEUED, JobStatus.WORKING)
