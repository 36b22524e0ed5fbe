"""The PDF of a sheet as a job: ordered, claimed, finished, and claimed again if its worker died.

The row counts, the broker only carries messages: a worker claims a job by a conditional update, so a message that comes
twice or late does no harm, and `restart_stuck` sends a lost one again.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext_noop

from campaigns.ledger import crypto, journal
from campaigns.ledger.crypto import CryptoError
from campaigns.models import Campaign, Seat
from rosters.models import JobStatus, SheetJob

REQUEUE_AFTER = timedelta(seconds=30)
"""A job that no worker has claimed in this time is sent again."""
STUCK = timedelta(seconds=60)
"""A worker that has not finished in this time is dead, for the hard limit of a job is shorter."""
MOST_ATTEMPTS = 3


@dataclass(frozen=True)
class ClaimedJob:
    """A job that one worker has claimed; `at` tells it from any other attempt at the same job."""

    job: SheetJob
    at: datetime
    sheet: Mapping[str, object]


@dataclass(frozen=True)
class Paper:
    """A finished PDF, and the campaign's date on its sheet."""

    pdf: bytes
    date: str


@transaction.atomic
def order_sheet(*, sheet: Mapping[str, object], key: str, room: str, number: int, by: Seat) -> tuple[SheetJob, bool]:
    """The job of a sheet as it stands at `number`, and whether it is to be sent out now.

    `sheet` is in the language of who asks. The same sheet is made once in a language; asked for again after a failure,
    it is tried again. The caller has passed the gate.
    """
    campaign, now = by.campaign, timezone.now()
    wanted = SheetJob(campaign=campaign, room=room, sheet=key, number=number, language=_language(), side=by.side)
    source = crypto.seal(_key(campaign, room), dict(sheet), _label(wanted, "source"))
    job, created = SheetJob.objects.get_or_create(
        campaign=campaign,
        room=room,
        sheet=key,
        number=number,
        language=wanted.language,
        side=wanted.side,
        defaults={"source": source, "requested_by": by.user.get_username(), "created_at": now, "queued_at": now},
    )
    return job, created or _requeue(SheetJob.objects.filter(pk=job.pk, status=JobStatus.FAILED), attempts=0)


def was_wanted(*, by: Seat, room: str, key: str, number: int) -> bool:
    """Whether `jobs_of` has a job of a sheet as it stood at `number`. The same gate."""
    return jobs_of(by=by, room=room, key=key).filter(number=number).exists()


def try_again(*, by: Seat, room: str, key: str, number: int) -> SheetJob | None:
    """Queue a failed job again, with the sheet it was ordered with; None if there is none. The same gate."""
    given_up = jobs_of(by=by, room=room, key=key).filter(number=number, status=JobStatus.FAILED)
    job = given_up.first()
    return job if job and _requeue(SheetJob.objects.filter(pk=job.pk, status=JobStatus.FAILED), attempts=0) else None


def given_up_before(*, by: Seat, room: str, key: str, number: int) -> list[SheetJob]:
    """The failed jobs of earlier states of a sheet. The same gate."""
    return list(jobs_of(by=by, room=room, key=key).filter(number__lt=number, status=JobStatus.FAILED))


def jobs_of(*, by: Seat, room: str, key: str) -> QuerySet[SheetJob]:
    """The jobs of a sheet, latest first, without their contents. The caller has passed the gate.

    They are those in the reader's language that his side asked for, and older ones with no language on record.
    """
    own = Q(language=_language(), side=by.side) | Q(language="")
    return SheetJob.objects.filter(own, campaign=by.campaign, room=room, sheet=key).defer("source", "body")


def paper_of(*, by: Seat, room: str, key: str, number: int) -> Paper | None:
    """The finished PDF of a sheet, or None. The same gate."""
    done = jobs_of(by=by, room=room, key=key).filter(number=number, status=JobStatus.DONE)
    job = done.defer(None).select_related("campaign").first()
    if job is None or job.body is None:
        return None
    own = _key(by.campaign, room)
    sheet = crypto.open_sealed(own, job.source, _label(job, "source"))
    return Paper(base64.b64decode(crypto.open_sealed(own, job.body, _label(job, "body"))), sheet["date"])


def claim(job_id: int) -> ClaimedJob | None:
    """Claim a job for a worker; None if it is done, given up, or claimed by another worker.

    Raises CryptoError if its sheet can't be opened; the last attempt gives it up then.
    """
    now = timezone.now()
    free = Q(status=JobStatus.QUEUED) | Q(status=JobStatus.WORKING, started_at__lte=now - STUCK)
    taken = SheetJob.objects.filter(free, pk=job_id, attempts__lt=MOST_ATTEMPTS)
    if not taken.update(status=JobStatus.WORKING, started_at=now, attempts=F("attempts") + 1):
        return None
    job = SheetJob.objects.select_related("campaign").get(pk=job_id)
    try:
        opened = crypto.open_sealed(_key(job.campaign, job.room), job.source, _label(job, "source"))
    except CryptoError:
        if job.attempts >= MOST_ATTEMPTS:
            fail(ClaimedJob(job, now, {}), gettext_noop("This server can't open it: a key is missing, say."))
        raise
    return ClaimedJob(job, now, opened)


@transaction.atomic
def finish(claimed: ClaimedJob, pdf: bytes) -> None:
    """Store the PDF encrypted under the key of its room, and notify the pages."""
    job = claimed.job
    body = crypto.seal(_key(job.campaign, job.room), base64.b64encode(pdf).decode(), _label(job, "body"))
    _close(claimed, status=JobStatus.DONE, body=body, error="")


@transaction.atomic
def fail(claimed: ClaimedJob, reason: str) -> None:
    """Give a job up; `reason` must name nothing that is on the sheet."""
    _close(claimed, status=JobStatus.FAILED, error=reason)


@transaction.atomic
def restart_stuck() -> list[int]:
    """Queue lost jobs and those of dead workers again, or fail them after MOST_ATTEMPTS; the ids to send out."""
    now = timezone.now()
    stuck = Q(status=JobStatus.WORKING, started_at__lte=now - STUCK)
    stuck |= Q(status=JobStatus.QUEUED, queued_at__lte=now - REQUEUE_AFTER)
    jobs = list(SheetJob.objects.select_for_update(skip_locked=True).filter(stuck).order_by("pk").only("attempts"))
    again = [job.pk for job in jobs if job.attempts < MOST_ATTEMPTS]
    hopeless = [job.pk for job in jobs if job.attempts >= MOST_ATTEMPTS]
    _requeue(SheetJob.objects.filter(pk__in=again))
    reason = gettext_noop("The worker died over it each time.")
    SheetJob.objects.filter(pk__in=hopeless).update(status=JobStatus.FAILED, finished_at=now, error=reason)
    return again


def _requeue(jobs: QuerySet[SheetJob], **more: Any) -> bool:
    fresh = {"status": JobStatus.QUEUED, "queued_at": timezone.now(), "started_at": None, "finished_at": None}
    return bool(jobs.update(**fresh, error="", **more))


def _close(claimed: ClaimedJob, **values: Any) -> None:
    """Write the end of a job, unless another worker has claimed it in the meantime."""
    job = claimed.job
    mine = SheetJob.objects.filter(pk=job.pk, status=JobStatus.WORKING, started_at=claimed.at)
    if mine.update(finished_at=timezone.now(), **values):
        journal.announce(job.campaign, job.room)


def _key(campaign: Campaign, room: str) -> bytes:
    return crypto.key_of(campaign, crypto.room_of(campaign, room))


def _label(job: SheetJob, part: str) -> str:
    """The label that the ciphertext of a part of a job's row is bound to; older rows have no language."""
    place = f"{job.campaign.public_id} {job.room} sheet {job.sheet} {job.number} {part}"
    return f"{place} {job.language} {job.side}" if job.language else place


def _language() -> str:
    """The active language."""
    return translation.get_language() or settings.LANGUAGE_CODE
