"""Alerts due on each channel. Channels are served apart, so a slow or failing one holds up no other."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import structlog
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from campaigns.alerts import quiet
from campaigns.alerts.models import Alert, Channel, Failure, mail_channel
from campaigns.models import Notification, NotificationKind
from campaigns.preferences.models import Preferences

if TYPE_CHECKING:
    from django.db.models import QuerySet

OVERDUE_AFTER = timedelta(seconds=30)
"""An alert not sent within this time is taken up by the job that runs every minute."""
LEASE = timedelta(minutes=2)
"""For how long a worker has an alert to itself; it outlasts the longest job."""
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=6)
"""After a failure a channel is tried again, each time after twice as long."""
GIVEN_UP_AFTER = 12
"""Tries; without quiet hours they take some twenty hours."""
ALWAYS = (NotificationKind.CLOSING, NotificationKind.SEAT)
"""Kinds with a deadline: they are sent even for a campaign that is muted."""

log = structlog.get_logger(__name__)


def next_channel() -> int | None:
    """A channel with an alert due that did not fail last time; None if there is none."""
    owed = due(timezone.now()).filter(channel__failed_at__isnull=True)
    return owed.order_by("due_at", "channel").values_list("channel", flat=True).first()


def due(at: datetime) -> QuerySet[Alert]:
    """The alerts due at a moment, on channels of their own readers, whatever a forged row says."""
    return Alert.objects.filter(due_at__lte=at, notification__seat__user=F("channel__user"))


def overdue_channels() -> list[int]:
    """The channels with an alert that has been due for longer than OVERDUE_AFTER."""
    owed = due(timezone.now() - OVERDUE_AFTER)
    return list(owed.order_by("channel").values_list("channel", flat=True).distinct())


def owe(notification: Notification, preferred: Preferences, now: datetime) -> None:
    """Create or renew a notification's alert on each channel of its reader, due when he wants to be told there.

    One that is overdue on a daily channel, or is tried again there, stays so, or it would be told a day later.
    """
    for channel in channels_for(notification):
        due_at = quiet.send_at(channel, preferred, now)
        if channel.daily:
            waiting = Alert.objects.filter(notification=notification, channel=channel, due_at__lt=due_at)
            waiting = waiting if channel.failed_at else waiting.filter(due_at__lte=now)
            due_at = waiting.values_list("due_at", flat=True).first() or due_at
        defaults = {"since": notification.due_at, "due_at": due_at, "tries": 0}
        Alert.objects.update_or_create(notification=notification, channel=channel, defaults=defaults)


def finish(alert: Alert, preferred: Preferences, *, done: bool) -> None:
    """Mark a leased alert as sent (`done`) or given up, or postpone it; one that became due again since stays due.

    It is not tried again in quiet hours either.
    """
    wait = min(FIRST_WAIT * 2 ** (min(alert.tries, GIVEN_UP_AFTER) - 1), LONGEST_WAIT)
    again = quiet.after_quiet_hours(preferred, timezone.now() + wait)
    due_at = None if done or alert.tries >= GIVEN_UP_AFTER else again
    Alert.objects.filter(pk=alert.pk, due_at=alert.due_at, since=alert.since).update(due_at=due_at)


def note(channel: Channel, failure: Failure | None) -> None:
    """Record for its owner whether a channel took what was sent; the log gets its kind, never an address."""
    now = timezone.now()
    if failure is None:
        Channel.objects.filter(pk=channel.pk).update(sent_at=now, failed_at=None, failure="")
        return
    Channel.objects.filter(pk=channel.pk).update(failed_at=now, failure=failure)
    log.warning("an alert could not be sent", channel=channel.pk, kind=channel.kind, wrong=str(failure))


@transaction.atomic
def lease(channel_id: int) -> list[Alert]:
    """Take the alerts that are due on a channel; for LEASE no other worker takes them."""
    now = timezone.now()
    owed = due(now).select_for_update(of=("self",), skip_locked=True).filter(channel=channel_id)
    taken = list(
        owed.select_related("channel__user", "notification__seat__campaign", "notification__seat__user").order_by(
            "notification__seat", "notification__kind"
        )
    )
    for alert in taken:
        alert.due_at, alert.tries = now + LEASE, min(alert.tries, GIVEN_UP_AFTER - 1) + 1
    Alert.objects.bulk_update(taken, ["due_at", "tries"])
    return taken


def channels_for(notification: Notification) -> Sequence[Channel]:
    """The confirmed channels of a notification's reader, and mail if he has an address; muted ones only for ALWAYS."""
    user = notification.seat.user
    channels = list(Channel.objects.filter(user=user, confirmed_at__isnull=False).order_by("pk"))
    if user.email:
        channels.insert(0, mail_channel(user.pk))
    if notification.kind in ALWAYS:
        return channels
    silent = set(Channel.objects.filter(user=user, muted=notification.seat.campaign_id).values_list("pk", flat=True))
    return [channel for channel in channels if channel.pk not in silent]
