"""When an alert may go out: not in somebody's quiet hours, and on a daily channel once a day, in his time zone."""

from __future__ import annotations

from datetime import datetime, time, timedelta, tzinfo
from typing import TYPE_CHECKING

from django.utils import timezone

from campaigns.preferences.models import zone_of

if TYPE_CHECKING:
    from campaigns.alerts.models import Channel
    from campaigns.preferences.models import Preferences

DAY = timedelta(days=1)


def send_at(channel: Channel, preferred: Preferences, now: datetime) -> datetime:
    """The moment at which an alert that is owed now is due on a channel."""
    if channel.daily:
        return _next(preferred.daily_at, preferred, now)
    return after_quiet_hours(preferred, now)


def after_quiet_hours(preferred: Preferences, at: datetime) -> datetime:
    """The moment `at`, or the end of the quiet hours that it falls into."""
    if not is_quiet(preferred, at):
        return at
    assert preferred.quiet_until is not None
    return _next(preferred.quiet_until, preferred, at)


def is_quiet(preferred: Preferences, now: datetime) -> bool:
    """Whether `now` is in somebody's quiet hours, which may go past midnight; if both ends are equal, it never is."""
    begins, ends = preferred.quiet_from, preferred.quiet_until
    if begins is None or ends is None:
        return False
    hour = now.astimezone(_zone(preferred)).hour
    return begins <= hour < ends if begins <= ends else hour >= begins or hour < ends


def _next(hour: int, preferred: Preferences, now: datetime) -> datetime:
    """The next time after `now` that his clocks show `hour`; a row may hold one that no day has."""
    hour %= 24
    zone = _zone(preferred)
    date = now.astimezone(zone).date()
    today = datetime.combine(date, time(hour), zone)
    return today if today > now else datetime.combine(date + DAY, time(hour), zone)


def _zone(preferred: Preferences) -> tzinfo:
    """His own time zone, or the server's for whoever has chosen none."""
    return zone_of(preferred.time_zone) or timezone.get_default_timezone()
