"""The rooms opened after the end: date by date what each side bought, what came, and what it alone knew.

Only a campaign whose game is over has them; one that was ended before its time keeps its secrets. They are built from
the rooms that are open to the reader's seat; a room that is still locked is shown as shut.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.http import Http404
from django.utils.translation import gettext

from campaigns import access, event_texts
from campaigns import pages as campaign_pages
from campaigns.event_texts import JournalRow
from campaigns.ledger import journal
from campaigns.ledger.acts import is_host_event
from campaigns.ledger.journal import VisibleEntry
from campaigns.models import Seat
from campaigns.story.pages import date_of, date_title, is_routine
from rules.contract import PUBLIC, AnyState, Game
from rules.features.chronicle import TellsDays
from rules.features.purchases import HasPurchases
from rules.features.reinforcements import HasReinforcements, Reveal


@dataclass(frozen=True)
class OpenedRoom:
    """What a side did on a date in its own room; nothing if that is `shut`."""

    key: str
    name: str
    shut: bool
    bought: Sequence[JournalRow]
    came: Reveal | None
    knew: Sequence[JournalRow]


@dataclass(frozen=True)
class OpenedRoomsPage:
    """The dates in order with their titles; of the `open` one, what all knew and what is in each side's room."""

    frame: campaign_pages.Frame
    dates: Sequence[tuple[str, str]]
    open: str
    public_rows: Sequence[JournalRow]
    rooms: Sequence[OpenedRoom]

    @property
    def title(self) -> str:
        """What the open date is called."""
        return dict(self.dates).get(self.open, "")

    @property
    def sells(self) -> bool:
        """Whether anything is bought in this game."""
        return isinstance(self.frame.system, HasPurchases)

    @property
    def before(self) -> tuple[str, str] | None:
        """The date before the open one, with its title."""
        return self._beside(-1)

    @property
    def after(self) -> tuple[str, str] | None:
        """The date after the open one, with its title."""
        return self._beside(1)

    def _beside(self, step: int) -> tuple[str, str] | None:
        index = [key for key, _ in self.dates].index(self.open) + step if self.title else -1
        return self.dates[index] if 0 <= index < len(self.dates) else None


def opened_rooms_page(seat: Seat, date: str = "") -> OpenedRoomsPage:
    """The rooms at `date`, or at the first date. Raises Http404 unless the game is over and has two sides or more."""
    frame, rooms = campaign_pages.frame_of(seat), access.rooms_of(seat)
    if not seat.campaign.ended or frame.one_side:
        raise Http404
    state = journal.load_state(seat.campaign, rooms)
    standing = [entry for entry in journal.entries(seat.campaign, rooms) if not entry.undone]
    by_date = _by_date(frame.system, standing)
    open_date = date if date in by_date else next(iter(by_date), "")
    entries = [each for each in by_date.get(open_date, ()) if not is_routine(frame.system, each)]
    names = event_texts.names_in(frame.system, state)
    rows = list(zip(entries, event_texts.journal_rows(frame.system, entries, names), strict=True))
    return OpenedRoomsPage(
        frame=frame,
        dates=[(key, date_title(frame.system, key) if key else gettext("Before the first date")) for key in by_date],
        open=open_date,
        public_rows=[row for entry, row in rows if entry.event.room == PUBLIC and not is_host_event(entry.event)],
        rooms=[
            _opened_room(
                frame.system, state, side, open_date, standing, [told for told in rows if told[0].event.room == side]
            )
            for side in frame.system.sides
        ],
    )


def _opened_room(
    system: Game,
    state: AnyState,
    side: str,
    date: str,
    standing: Sequence[VisibleEntry],
    rows: Sequence[tuple[VisibleEntry, JournalRow]],
) -> OpenedRoom:
    """A side's room at a date, from its `rows`; purchases whose dice are shown with what came are left out."""
    shut = side not in state.sides
    came = None
    if not shut and date and isinstance(system, HasReinforcements):
        came = system.reveal(state, side, _rolls(side, standing), date_title(system, date))
    of_purchases = {
        entry.number for entry, _ in rows if isinstance(system, TellsDays) and system.is_purchase(entry.event)
    }
    with_dice = {entry.number for entry, row in rows if row.reckonings}
    bought, told_by_what_came = of_purchases - with_dice, of_purchases & with_dice if came else set[int]()
    return OpenedRoom(
        key=side,
        name=system.sides[side],
        shut=shut,
        bought=[row for entry, row in rows if entry.number in bought],
        came=came,
        knew=[
            row
            for entry, row in rows
            if entry.number not in bought | told_by_what_came and not is_host_event(entry.event)
        ],
    )


def _by_date(system: Game, entries: Iterable[VisibleEntry]) -> Mapping[str, Sequence[VisibleEntry]]:
    """The entries by their date; those before the first date belong to it."""
    by_date: dict[str, list[VisibleEntry]] = {}
    current, first = "", list[VisibleEntry]()
    for entry in entries:
        current = date_of(system, entry) or current
        (by_date.setdefault(current, []) if current else first).append(entry)
    for date in [*by_date][:1]:
        by_date[date] = [*first, *by_date[date]]
    return by_date or ({"": first} if first else {})


def _rolls(side: str, entries: Iterable[VisibleEntry]) -> Iterator[Mapping[str, object]]:
    """Every roll in the entries of a side's room."""
    for entry in entries:
        if entry.event.room == side:
            rolls = entry.event.data.get("rolls")
            yield from rolls if isinstance(rolls, list | tuple) else ()
