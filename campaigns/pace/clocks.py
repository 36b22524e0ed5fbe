"""When each side that is waited for is due, computed from the public journal and from who is waited for, no more.

A step's time begins when the side is waited for, when it last did something that all can read, when its commander sat
down, or when the time was agreed, whichever was last. A secret act changes nothing here, so no clock gives it away.
Days on which all commanders of a side are away do not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Max
from django.utils import timezone

from campaigns.ledger import seat_list, seats_anew
from campaigns.ledger.acts import HOST_PREFIX
from campaigns.ledger.seat_list import SeatList
from campaigns.models import Campaign, JournalEntry, PlayMode
from campaigns.pace.agreement import ListedPace, days_between
from campaigns.pace.models import SideClock
from rules.contract import PUBLIC

DAY = timedelta(days=1)


@dataclass(frozen=True)
class Clock:
    """A side that is waited for: since when, and until when it has time."""

    side: str
    since: datetime
    due: datetime

    @property
    def late(self) -> bool:
        """Whether its time has run out. Nothing follows from that by itself."""
        return timezone.now() >= self.due


def begin(campaign: Campaign, sides: Iterable[str]) -> None:
    """Record that sides are waited for from now on, if there is a time for a step."""
    if not _days(campaign):
        return
    for side in sides:
        SideClock.objects.update_or_create(campaign=campaign, side=side, defaults={"since": timezone.now()})


def clocks(campaign: Campaign) -> list[Clock]:
    """The sides that are waited for and have a commander, in the order of the game; none without a time for a step."""
    if not _days(campaign) or not campaign.running or campaign.play_mode != PlayMode.ACCOUNTS:
        return []
    listed = seats_anew.listed_if_told(campaign)
    waiting = [side for side in campaign.summary.get("waiting", ()) if listed and listed.commanders(side)]
    if listed is None or not listed.pace.days or not waiting:
        return []
    began = dict(SideClock.objects.filter(campaign=campaign, side__in=waiting).values_list("side", "since"))
    acted = _acted(campaign, waiting)
    return [_clock(listed, side, [moments[side] for moments in (began, acted) if side in moments]) for side in waiting]


def clock_of(campaign: Campaign, side: str) -> Clock | None:
    """The clock of one side, if it runs."""
    return next((clock for clock in clocks(campaign) if clock.side == side), None)


def agreed_days(campaign: Campaign) -> int:
    """How many days a step may take; 0 for any time, also where that can't be told."""
    listed = seat_list.load(campaign)
    return listed.pace.days if listed else 0


def _days(campaign: Campaign) -> int:
    """The days for a step as the row has them, unverified; who needs them for sure asks the verified list."""
    pace = (campaign.seat_list or {}).get("list", {}).get("pace", {})
    return int(pace.get("days", 0))


def _acted(campaign: Campaign, sides: Iterable[str]) -> Mapping[str, datetime]:
    """When each side last did something in the game that all can read."""
    entries = JournalEntry.objects.filter(campaign=campaign, room=PUBLIC, side__in=sides)
    entries = entries.exclude(kind__startswith=HOST_PREFIX).order_by("side")
    return dict(entries.values_list("side").annotate(Max("at")))


def _clock(listed: SeatList, side: str, began: Iterable[datetime]) -> Clock:
    pace, commanders = listed.pace, listed.commanders(side)
    sat_down = min(datetime.fromisoformat(seat.since) for seat in commanders)
    since = max([datetime.fromisoformat(pace.since), sat_down, *began])
    away = days_all_away(listed, side)
    due = later(since, pace.days, away)
    for of, days, at in pace.extended:
        extended_at = datetime.fromisoformat(at)
        if of == side and extended_at >= since:
            due = later(max(due, extended_at), days, away)
    return Clock(side, since, due)


def days_all_away(listed: SeatList, side: str) -> set[date]:
    """The days on which every commander of a side is away; empty if it has no commander."""
    away = [_days_away(listed.pace, seat.number) for seat in listed.commanders(side)]
    return set.intersection(*away) if away else set()


def _days_away(pace: ListedPace, seat: int) -> set[date]:
    absences = (days_between(first, last) for number, first, last in pace.away if number == seat)
    return {day for days in absences for day in days}


def later(start: datetime, days: int, away: set[date]) -> datetime:
    """The moment `days` after `start`, not counting the days that are `away`."""
    end = start
    while days:
        end += DAY
        days -= (end - DAY).date() not in away
    return end
