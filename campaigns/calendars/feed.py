"""The content of a calendar, from public facts alone: it is the same whatever is secret.

What waits for its reader is on today's date, a step with a time at the moment it is due. It has the reader's own
holidays, and those days on which all commanders of a side are away; nobody is named.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import groupby, islice
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from icalendar import Calendar, Event

from campaigns import access
from campaigns.guards import isolated_transaction
from campaigns.ledger import seats_anew
from campaigns.models import RECIPIENTS, Notification, NotificationKind, PlayMode, Seat
from campaigns.notifications import public_step, still_true, text
from campaigns.pace.clocks import clock_of, days_all_away
from campaigns.preferences.models import preferences_of, told_to
from rules import registry

MOST = 100
"""The most running campaigns of a person that are read."""
ASKED_AGAIN = timedelta(hours=1)
"""How often programs are asked to fetch it again."""


def feed(user: User) -> bytes:
    """The calendar of one account, in its language and time zone."""
    calendar = Calendar()
    calendar.add("prodid", "-//refit-room//EN")
    calendar.add("version", "2.0")
    calendar.add("refresh-interval", ASKED_AGAIN, {"value": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    with told_to(preferences_of(user)):
        calendar.add("x-wr-calname", gettext("My campaigns"))
        here = registry.all_systems()
        seats = (each for each in access.seats_of(user) if each.campaign.system in here and _is_waited_for(each))
        for seat in islice(seats, MOST):
            events = list[Event]()
            with isolated_transaction(seat.campaign_id, "calendar"):
                events += [*_waiting(seat), *_due(seat), *_away(seat)]
            for event in events:
                calendar.add_component(event)
    return bytes(calendar.to_ical())


def _is_waited_for(seat: Seat) -> bool:
    """Whether others wait for the seat's holder: the campaign is running, and not played by one person or device."""
    campaign = seat.campaign
    alone = campaign.play_mode != PlayMode.ACCOUNTS or len(registry.get(campaign.system).sides) == 1
    return campaign.running and not alone


def _waiting(seat: Seat) -> Iterator[Event]:
    """What alerts would say now, on today's date."""
    today = timezone.localdate()
    for kind, roles in RECIPIENTS.items():
        notification = Notification(seat=seat, kind=kind)
        if seat.role in roles and still_true(notification):
            alert = text(notification, timezone.now())
            title = ": ".join(each for each in (alert.subject, alert.step) if each)
            yield _event(f"{kind.value}-{_key(seat)}", title, today, _midnight(today), link=alert.link)


def _due(seat: Seat) -> Iterator[Event]:
    """Until when the reader's side has time for its step."""
    if seat.role in RECIPIENTS[NotificationKind.TURN] and (clock := clock_of(seat.campaign, seat.side)):
        title = gettext("Due in %(campaign)s") % {"campaign": seat.campaign.name}
        step = public_step(seat.campaign)
        link = settings.REFIT_URL + reverse("pace", args=[seat.campaign.public_id])
        summary = f"{title}: {step}" if step else title
        yield _event(f"due-{_key(seat)}", summary, clock.due.astimezone(UTC), clock.since, link=link)


def _away(seat: Seat) -> Iterator[Event]:
    """When the reader is away, and when all commanders of a side are."""
    listed, names = seats_anew.listed(seat.campaign), {"campaign": seat.campaign.name}
    title = gettext("Away in %(campaign)s") % names
    for first, last in listed.pace.away_at(seat.number, timezone.localdate().isoformat()):
        yield _days(f"away-{first}-{_key(seat)}", title, date.fromisoformat(first), date.fromisoformat(last))
    for side, name in registry.get(seat.campaign.system).sides.items():
        title = gettext("The %(side)s side is away in %(campaign)s") % {**names, "side": name}
        for begins, ends in runs(days_all_away(listed, side)):
            if ends >= timezone.localdate():
                yield _days(f"away-{side}-{begins}-{_key(seat)}", title, begins, ends)


def runs(days: set[date]) -> list[tuple[date, date]]:
    """The first and the last of each run of days without a gap."""
    numbered = enumerate(sorted(days))
    grouped = [
        [day for _, day in each] for _, each in groupby(numbered, key=lambda one: one[1] - timedelta(days=one[0]))
    ]
    return [(each[0], each[-1]) for each in grouped]


def _days(uid: str, title: str, first: date, last: date) -> Event:
    return _event(uid, title, first, _midnight(first), until=last + timedelta(days=1))


def _event(uid: str, title: str, starts: date, stamp: datetime, *, until: date | None = None, link: str = "") -> Event:
    """An event that blocks no time; `stamp` is its DTSTAMP."""
    event = Event()
    event.add("uid", f"{uid}@{urlsplit(settings.REFIT_URL).hostname}")
    event.add("dtstamp", stamp.astimezone(UTC).replace(microsecond=0))
    event.add("summary", title)
    event.add("dtstart", starts)
    if until:
        event.add("dtend", until)
    if link:
        event.add("url", link)
    event.add("transp", "TRANSPARENT")
    return event


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def _key(seat: Seat) -> str:
    return seat.campaign.public_id
