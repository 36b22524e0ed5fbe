"""Actions about time: how long a step may take, more time for another side, and who is away when.

Each is a public entry of the journal. Nothing is ever done for a side that is late.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from campaigns.guards import (
    append_host_entry,
    check_commander,
    check_drafter,
    check_running,
    checked_term,
    lock_campaign,
    object_by_acting,
)
from campaigns.ledger import seats_anew
from campaigns.ledger.host_entries import LONGEST_AWAY
from campaigns.models import Campaign, NotificationKind, PlayMode, Seat
from campaigns.outbox import notify_everybody
from campaigns.pace import clocks
from campaigns.pace.agreement import KEPT, ListedPace
from rules import registry
from rules.contract import Refused

MOST_HOLIDAYS = 5
"""The most holidays of one seat that are not over."""

AWAY_AHEAD = 366
"""The most days until a holiday begins."""


@transaction.atomic
def propose(*, days: int, by: Seat) -> None:
    """Propose how many days a step may take, 0 for any time."""
    pace = _pace(by)
    if pace.asked is not None:
        raise Refused(
            gettext("A time for a step is proposed already."),
            field="days",
            way_out=gettext("Agree to it or refuse it first; the page shows it."),
        )
    if checked_term(days, least=0) == pace.days:
        raise Refused(
            gettext("This is what a step may take now."), field="days", way_out=gettext("Propose another number.")
        )
    _say(by, "pace_proposed", days=days)


@transaction.atomic
def agree(*, days: int, by: Seat) -> None:
    """Agree for a side to the proposed days; they hold once all sides have agreed."""
    pace = _answered(days, by)
    if by.side in pace.wanted:
        raise Refused(
            gettext("Your side wants this already."), way_out=gettext("It holds as soon as every other side agrees.")
        )
    _say(by, "pace_agreed", days=days)


@transaction.atomic
def refuse(*, days: int, by: Seat) -> None:
    """Drop the proposal: its own side withdraws it, or another side refuses it."""
    _answered(days, by)
    _say(by, "pace_refused", days=days)


@transaction.atomic
def extend(*, side: str, days: int, by: Seat) -> None:
    """Give another side that is waited for more days for its step."""
    pace = _pace(by)
    _clock_of_another(by, side)
    _check_room_for_extension(pace, by.campaign)
    _say(by, "term_extended", of=side, days=checked_term(days))


@transaction.atomic
def ask_for_stand_in(*, side: str, by: Seat) -> None:
    """Ask a late side for a stand-in for its commander. Whether it finds one is its own affair."""
    pace = _pace(by)
    clock = _clock_of_another(by, side)
    if not clock.late:
        raise Refused(
            gettext("This side is not late."), way_out=gettext("Its time has not run out; the page says until when.")
        )
    if any(of == side and at >= clock.due.isoformat() for of, at in pace.stand_ins):
        raise Refused(
            gettext("It was asked for a stand-in already."),
            way_out=gettext("An umpire or the host can give notice that its commander is replaced."),
        )
    _say(by, "stand_in_asked", of=side)
    notify_everybody(by.campaign, NotificationKind.SEAT)


@transaction.atomic
def go_away(*, first: date, last: date, by: Seat) -> None:
    """Record one's own holiday; days on which every commander of a side is away do not count."""
    campaign, today = lock_campaign(by), timezone.now().date()
    check_drafter(by)
    _check_waits(campaign)
    _check_days(first, last, today)
    days = [day.isoformat() for day in (first, last)]
    pace = seats_anew.listed(campaign).pace
    own = pace.away_at(by.number, today.isoformat())
    if tuple(days) in own:
        raise Refused(
            gettext("You have said so already."), field="first", way_out=gettext("The page shows who is away when.")
        )
    if len(own) >= MOST_HOLIDAYS:
        raise Refused(
            gettext("You have said %(most)s times that you are away, the most that can wait.")
            % {"most": MOST_HOLIDAYS},
            field="first",
            way_out=gettext("Say that you are back: that takes all of them off."),
        )
    _check_room_for_holiday(pace, today, by)
    _say(by, "away", seat=by.number, first=days[0], last=days[1])


@transaction.atomic
def come_back(*, by: Seat) -> None:
    """Record that one is back today, or does not go away."""
    campaign = lock_campaign(by)
    check_drafter(by)
    if not seats_anew.listed(campaign).pace.away_at(by.number, timezone.now().date().isoformat()):
        raise Refused(gettext("You are not away."), way_out=gettext("Reload the page: it shows who is."))
    _say(by, "away_over", seat=by.number)


def _pace(by: Seat) -> ListedPace:
    """The pace of the seat's campaign, whose row is locked. Raises Refused unless a commander may change it now."""
    campaign = lock_campaign(by)
    check_commander(by)
    _check_waits(campaign)
    return seats_anew.listed(campaign).pace


def _check_waits(campaign: Campaign) -> None:
    """Raise Refused where nobody waits for anybody."""
    check_running(campaign)
    if campaign.play_mode != PlayMode.ACCOUNTS or len(registry.get(campaign.system).sides) == 1:
        raise Refused(
            gettext("Here one person or one device has all sides, so nobody is waited for."),
            way_out=gettext("Play on whenever you like."),
        )


def _answered(days: int, by: Seat) -> ListedPace:
    pace = _pace(by)
    if pace.asked is None or pace.asked != days:
        raise Refused(gettext("This is not proposed any more."), way_out=gettext("Reload the page: it shows what is."))
    return pace


def _clock_of_another(by: Seat, side: str) -> clocks.Clock:
    clock = clocks.clock_of(by.campaign, side) if side != by.side else None
    if clock is None:
        raise Refused(
            gettext("No other side with this name is waited for within a time."),
            field="side",
            way_out=gettext("Reload the page: it shows who is waited for, and until when."),
        )
    return clock


def _check_room_for_extension(pace: ListedPace, campaign: Campaign) -> None:
    """Raise Refused if one more extension would push out one that a side in hand still has days of."""
    if len(pace.extended) < KEPT:
        return
    of, _, at = pace.extended[0]
    if any(clock.side == of and datetime.fromisoformat(at) >= clock.since for clock in clocks.clocks(campaign)):
        raise Refused(
            gettext("More time was given %(most)s times, the most that can count at once.") % {"most": KEPT},
            way_out=gettext("Agree on more days for a step, or wait until a side that was given time has acted."),
        )


def _check_room_for_holiday(pace: ListedPace, today: date, by: Seat) -> None:
    """Raise Refused if one more holiday would push out one that is not over, or counts for the step in hand."""
    clock = clocks.clock_of(by.campaign, by.side)
    begun = clock.since.date() if clock else today
    own = [last for seat, _, last in pace.away if seat == by.number]
    if len(own) >= KEPT and own[0] >= min(begun, today).isoformat():
        raise Refused(
            gettext("You have said %(most)s times that you are away, the most that can count at once.")
            % {"most": KEPT},
            field="first",
            way_out=gettext("Say it again when your side has acted and the first of these holidays is over."),
        )


def _check_days(first: date, last: date, today: date) -> None:
    """Raise Refused unless the days are in order, neither past nor too far ahead, and not too many."""
    if first < today:
        raise Refused(
            gettext("This day is past."), field="first", way_out=gettext("A holiday begins today or on a later day.")
        )
    if (first - today).days > AWAY_AHEAD:
        raise Refused(
            gettext("This is more than a year from now."), field="first", way_out=gettext("Say it when it is nearer.")
        )
    if last < first:
        raise Refused(
            gettext("The last day comes before the first."),
            field="last",
            way_out=gettext("Give the last day on which you are away."),
        )
    if last - first >= timedelta(days=LONGEST_AWAY):
        raise Refused(
            gettext("A holiday has at most %(most)s days.") % {"most": LONGEST_AWAY},
            field="last",
            way_out=gettext("If you are away longer, have somebody take your place meanwhile."),
        )


def _say(by: Seat, what: str, **data: object) -> None:
    """Record an entry by the seat; a notice that its commander is to be replaced is withdrawn by that."""
    object_by_acting(by)
    append_host_entry(by.campaign, what, data, by=by)
