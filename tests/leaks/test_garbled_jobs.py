"""Whoever writes SQL garbles every row of one campaign and its people: jobs do what is due in others all the same."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import Error, connection, transaction
from django.test import Client
from django.utils import timezone

from campaigns import actions, tasks
from campaigns.alerts.models import mail_channel
from campaigns.bringing.tasks import restart_stuck_files_task
from campaigns.closing import actions as closing
from campaigns.closing.models import What
from campaigns.closing.tasks import carry_out_due_closings_task
from campaigns.models import Campaign, NotificationKind, Status
from campaigns.outbox import schedule
from campaigns.preferences.models import Preferences
from campaigns.quotas.quotas import spend
from campaigns.seats import replacing
from campaigns.seats.tasks import replace_due_commanders_task
from campaigns.trials.tasks import remove_guests_task
from rosters.tasks import restart_stuck_sheets_task
from tests import tiers
from tests.leaks.test_garbled_rows import columns
from tests.players import log_in, start_played

pytestmark = pytest.mark.django_db
JOBS = (
    tasks.send_overdue_notifications_task,
    carry_out_due_closings_task,
    replace_due_commanders_task,
    remove_guests_task,
    restart_stuck_files_task,
    restart_stuck_sheets_task,
)
OF_ONE = (tasks.send_notifications_task, tasks.send_alerts_task)
"""Jobs of one campaign or channel: each runs by itself, so that one that breaks stops no other."""
LATER = closing.NOTICE + timedelta(hours=1)


def by_another_worker(job: Any, begun: set[tuple[str, int]], key: int) -> None:
    """Run a job as the worker does to which it is sent: what becomes of it is its own."""
    begun.add((job.name, key))
    with suppress(Exception), transaction.atomic():
        job(key)


def waiting_for_their_day() -> tuple[Campaign, User]:
    """Two campaigns in which something waits for its day; the second one, and the only one who plays it."""
    table = start_played()
    reader = table.users["stranger"]
    replacing.announce(side="russian", reason="Gone", by=table.seat("umpire"), campaign=table.campaign)
    closing.give_notice(what=What.END, reason="Idle", by=None, campaign=table.campaign, notice=closing.NOTICE)
    closing.propose(what=What.REMOVAL, reason="Idle", by=table.seat("hans"))
    own = actions.start_campaign(name="Mine", system="oto2", options={}, side="german", by=reader).campaign
    closing.give_notice(what=What.END, reason="Done", by=None, campaign=own, notice=closing.NOTICE)
    for user in table.users.values():
        mail_channel(user.pk)
        Preferences.objects.get_or_create(user=user)
        spend(user, "codes")
    schedule(table.campaign, NotificationKind.TURN, ["german", "russian"])
    schedule(own, NotificationKind.CLOSING, ["german"])
    return own, reader


@pytest.mark.sampled(1, among="garbled rows")
@pytest.mark.slow
def test_garbled_rows_hold_up_nothing_that_is_due_in_other_campaigns(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the garbled campaign everything that waits for its day waits; in another one an end has its day."""
    own, reader = waiting_for_their_day()
    session = log_in(Client(), reader).cookies["sessionid"].value
    begun = set[tuple[str, int]]()
    for one in OF_ONE:
        monkeypatch.setattr(one, "delay", partial(by_another_worker, one, begun))
    real = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: real() + LATER)
    garbled, broken, drawn = 0, list[str](), tiers.drawn_part(list(columns()), "garbled for jobs")
    for name, column, statement in drawn:
        undo = transaction.savepoint()
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(statement, {"user": reader.pk, "campaign": own.pk, "session": session})
                rows = cursor.rowcount
        except Error:
            rows = 0  # the database refuses it
        if rows:
            garbled += 1
            begun.clear()
            for job in JOBS:
                try:
                    with transaction.atomic():
                        job()
                except Exception as error:
                    broken.append(f"{name}.{column}: {job.name}: {error!r}"[:300])
            if Campaign.objects.get(pk=own.pk).status != Status.ABANDONED:
                broken.append(f"{name}.{column}: the other campaign did not end")
            if (OF_ONE[0].name, own.pk) not in begun:
                broken.append(f"{name}.{column}: nobody of the other campaign is told")
        transaction.savepoint_rollback(undo)
        cache.clear()
    assert garbled > (2 if tiers.is_fast() else 40)
    assert broken == [], "\n".join(broken)
