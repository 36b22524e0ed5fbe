"""Data of the page about time, all of it public."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone

from campaigns import access
from campaigns import pages as campaign_pages
from campaigns.ledger import seats_anew
from campaigns.models import OF_A_SIDE, PlayMode, Role, Seat
from campaigns.pace.clocks import clocks
from rules import registry
from rules.contract import Refused


@dataclass(frozen=True)
class TimeRow:
    """A side that is waited for within a time, as a page shows it."""

    side: str
    name: str
    since: datetime
    due: datetime
    late: bool
    mine: bool
    stand_in_asked: bool


@dataclass(frozen=True)
class Holiday:
    """Somebody's days away that are not over."""

    who: str
    first: date
    last: date
    now: bool
    mine: bool


@dataclass(frozen=True)
class PacePage:
    """The page for one seat; `proposed` are the days that are proposed, None if nothing is."""

    frame: campaign_pages.Frame
    days: int
    proposed: int | None
    wanted: str
    may_agree: bool
    rows: Sequence[TimeRow]
    holidays: Sequence[Holiday]
    refusal: Refused | None

    @property
    def waits(self) -> bool:
        """Whether anybody waits for anybody here."""
        campaign = self.frame.campaign
        return campaign.play_mode == PlayMode.ACCOUNTS and not self.frame.one_side

    @property
    def may_go_away(self) -> bool:
        return self.frame.campaign.running and self.frame.seat.role in OF_A_SIDE

    @property
    def is_away(self) -> bool:
        return any(each.mine for each in self.holidays)


def pace_page(seat: Seat, refusal: Refused | None = None) -> PacePage:
    """The page as `seat` sees it."""
    frame = campaign_pages.frame_of(seat)
    pace = seats_anew.listed(seat.campaign).pace
    return PacePage(
        frame=frame,
        days=pace.days,
        proposed=pace.asked,
        wanted=", ".join(frame.system.sides[side] for side in pace.wanted),
        may_agree=seat.role == Role.COMMANDER and seat.side not in pace.wanted,
        rows=time_rows(seat),
        holidays=holidays(seat),
        refusal=refusal,
    )


def time_rows(seat: Seat) -> list[TimeRow]:
    """The sides that are waited for within a time, with the moment they are due."""
    running_clocks = clocks(seat.campaign)
    if not running_clocks:
        return []
    names, stand_ins = registry.get(seat.campaign.system).sides, seats_anew.listed(seat.campaign).pace.stand_ins
    return [
        TimeRow(
            side=clock.side,
            name=names[clock.side],
            since=clock.since,
            due=clock.due,
            late=clock.late,
            mine=clock.side == seat.side,
            stand_in_asked=any(of == clock.side and datetime.fromisoformat(at) >= clock.due for of, at in stand_ins),
        )
        for clock in running_clocks
    ]


def holidays(seat: Seat) -> list[Holiday]:
    """The holidays of all seats that are not over yet, by their first day."""
    listed, today = seats_anew.listed(seat.campaign), timezone.now().date()
    if not listed.pace.away or not seat.campaign.running:
        return []
    names = {each.number: each.user.get_username() for each in access.seats_at(seat.campaign)}
    rows = [
        Holiday(names[number], date.fromisoformat(first), date.fromisoformat(last), first <= today.isoformat(),
                number == seat.number)
        for number, first, last in listed.pace.away
        if last >= today.isoformat() and number in names
    ]  # fmt: skip
    return sorted(rows, key=lambda each: (each.first, each.who))
