"""Actions on an imported file: taking it in, claiming it for a check, refusing it, deleting it.

The row is the truth and the broker only a messenger, as for sheets. A file becomes a campaign in the transaction that
also closes its row, so that a check that is killed leaves nothing half done.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone, translation
from django.utils.translation import gettext, gettext_noop

from campaigns.bringing.models import OPEN, BroughtFile, BroughtStatus
from campaigns.ledger import archive, crypto
from campaigns.quotas.quotas import one_at_a_time, spend
from rules.contract import Refused

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MOST_WAITING = 20
"""The most files of all accounts that may wait at once; each may have archive.MOST_BYTES."""
LONGEST_CHECK = timedelta(seconds=90)
STUCK = LONGEST_CHECK + timedelta(seconds=60)
REQUEUE_AFTER = timedelta(seconds=30)
MOST_ATTEMPTS = 2
KEPT = timedelta(days=2)
"""How long the row of a file is kept; it must outlast a day."""
TOO_DEAR = gettext_noop(
    "Checking this file was broken off: it took more time or memory than one file is given. Import a shorter campaign,"
    " or ask whoever runs this server to import it."
)
BROKEN = gettext_noop("Checking this file failed, and nothing was done. Tell whoever runs this server, or try again.")


@transaction.atomic
def take_in(*, content: bytes, side: str, by: User) -> BroughtFile:
    """Store a file until a worker has checked it. Raises Refused if it is too large, or too many wait already."""
    get_user_model().objects.select_for_update().get(pk=by.pk)  # one at a time
    now = timezone.now()
    mine = BroughtFile.objects.filter(user=by)
    if len(content) > archive.MOST_BYTES:
        raise Refused(
            gettext("This file is larger than %(size)s MB; no campaign is.") % {"size": archive.MOST_BYTES // 2**20},
            field="file",
            way_out=gettext("Choose the file as this program wrote it."),
        )
    if mine.filter(status__in=OPEN).exists():
        raise Refused(
            gettext("The file you imported before is still being checked."),
            way_out=gettext("Wait until it is done, then import the next."),
        )
    spend(by, "brought")
    one_at_a_time(BroughtFile)
    if BroughtFile.objects.filter(status__in=OPEN).count() >= MOST_WAITING:
        raise Refused(
            gettext("Many files are waiting to be checked just now."), way_out=gettext("Try again in some minutes.")
        )
    file = BroughtFile(user=by, side=side, language=translation.get_language() or "", created_at=now, queued_at=now)
    file.body = crypto.wrap(content, label(file, "body"))
    file.save()
    return file


def reason_of(brought: BroughtFile) -> str:
    """Why a file was refused; "" if it was not."""
    return crypto.unwrap(brought.reason, label(brought, "reason")).decode() if brought.reason else ""


def claim(pk: int) -> datetime | None:
    """Claim a file for a check, and return when it began; None if it is done, given up, or with another worker."""
    now = timezone.now()
    free = Q(status=BroughtStatus.QUEUED) | Q(status=BroughtStatus.WORKING, started_at__lte=now - STUCK)
    taken = BroughtFile.objects.filter(free, pk=pk, attempts__lt=MOST_ATTEMPTS)
    changed = taken.update(status=BroughtStatus.WORKING, started_at=now, attempts=F("attempts") + 1)
    return now if changed else None


def refuse(brought: BroughtFile, at: datetime, reason: str) -> bool:
    """Refuse a file with a reason; False if the attempt begun `at` is over already."""
    sealed = crypto.wrap(reason.encode(), label(brought, "reason"))
    return close(brought, at, status=BroughtStatus.REFUSED, reason=sealed)


def break_off(pk: int, at: datetime, why: str) -> bool:
    """Refuse a file whose check ended without a result; False if there is a result already."""
    brought = BroughtFile.objects.get(pk=pk)
    with translation.override(brought.language or None):
        return refuse(brought, at, gettext(why))


@transaction.atomic
def restart_stuck() -> list[int]:
    """Queue files again that nobody took up or whose worker died, refuse those that failed too often, delete old rows.

    Returns the keys of the files to send out.
    """
    now = timezone.now()
    stuck = Q(status=BroughtStatus.WORKING, started_at__lte=now - STUCK)
    stuck |= Q(status=BroughtStatus.QUEUED, queued_at__lte=now - REQUEUE_AFTER)
    files = BroughtFile.objects.select_for_update(skip_locked=True).filter(stuck).defer("body").order_by("pk")
    again = []
    for brought in files:
        if brought.attempts < MOST_ATTEMPTS:
            again.append(brought.pk)
        elif brought.started_at:
            break_off(brought.pk, brought.started_at, TOO_DEAR)
    BroughtFile.objects.filter(pk__in=again).update(status=BroughtStatus.QUEUED, queued_at=now, started_at=None)
    BroughtFile.objects.exclude(status__in=OPEN).filter(created_at__lt=now - KEPT).delete()
    return again


def close(brought: BroughtFile, at: datetime, **values: Any) -> bool:
    """End the attempt begun `at` and delete the file's contents; False if that attempt is over already."""
    mine = BroughtFile.objects.filter(pk=brought.pk, status=BroughtStatus.WORKING, started_at=at)
    return bool(mine.update(body=None, **values))


def label(brought: BroughtFile, part: str) -> str:
    """The label that an encrypted part of a file's row is bound to."""
    return f"{brought.public_id} brought {part}"
