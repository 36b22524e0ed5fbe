"""The sheets two refits have in common: the Force Organizer, the set-up sheet, and blank forms.

A set-up sheet is a secret of its side; so is an organizer.
"""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Protocol

from rules.parts.counters import FATES, READY, Counter, Pile, piles
from rules.parts.refit.places import PLACING, place_of
from rules.parts.refit.view import GroupView, RosterLine, SideView
from rules.parts.sheets import NUMBER, Block, Column, Row, Sheet, SheetTable, table


class Heading(Protocol):
    """What stands at the top of a sheet: the campaign's title and its line in play."""

    @property
    def title(self) -> str: ...

    @property
    def date(self) -> str: ...


PIECES = (
    Column("Number", 0.9, NUMBER),
    Column("Counter", 2.6),
    Column("From", 1.9),
    Column("Condition", 2.6),
    Column("Place", 1.4),
    Column("Note", 3.2),
)
BOXES = (
    ("Retained", (READY,), False),
    ("Fortification counters", (READY,), True),
    ("To enter", ("due",), None),
    ("Off map", ("out",), None),
    ("Eliminated", ("eliminated",), None),
    ("Gone otherwise", tuple(fate for fate in FATES if fate not in (READY, "due", "out", "eliminated")), None),
)
"""The boxes of the Force Organizer: title, fates, and whether fortifications (None: both) go there."""
FORTIFICATIONS = ("fortification", "cupola")
STANDING = (
    Column("Location", 1.4),
    Column("Number", 0.9, NUMBER),
    Column("Counter", 2.8),
    Column("How", 2),
    Column("Condition", 2.4),
    Column("From", 1.6),
    Column("Remark", 2.4),
)
SECRET_HEXES = (Column("Group", 3), Column("What", 2), Column("Hex", 1.2))
WITHOUT = (Column("Number", 0.9, NUMBER), Column("Counter", 3), Column("Condition", 3), Column("Location", 4))
TO_RECORD = ("fortification", "cupola", "gun", "observer")
BLANK_ROWS = 18
TO_FILL_IN = "date ________"
FORMS = (("blank-roster", "CG Roster"), ("blank-record", "RG Purchase Record"), ("blank-setup", "Set-up sheet"))

# what a side has --------------------------------------------------------------------------


def force_organizer(public: Heading, mine: SideView) -> Sheet:
    """What the side has, and what became of the rest, box by box."""
    held = [pile for section in mine.sections for pile in (*section.piles, *section.gone)]
    boxes = [Block(tuple(_piece(pile) for pile in found), title) for title, found in _boxed(held) if found]
    counters = SheetTable("Counters", PIECES, tuple(boxes), by="Box", empty="There are no counters yet.")
    notes = (f"{mine.on_hand} counters on hand.",)
    return Sheet("organizer", "Force Organizer", public.title, public.date, mine.name, (counters,), notes)


def _boxed(held: Iterable[Pile]) -> Iterator[tuple[str, list[Pile]]]:
    every = list(held)
    for title, fates, fortified in BOXES:
        here = [pile for pile in every if pile.like.fate in fates]
        yield title, [p for p in here if fortified is None or (p.like.kind in FORTIFICATIONS) == fortified]


def _piece(pile: Pile) -> Row:
    like = pile.like
    fate = () if like.fate in (READY, "due", "out", "eliminated") else (FATES[like.fate],)
    return (pile.count, like.name, like.group, ", ".join((*fate, *like.marks)), like.place, like.note)


# what stands where -------------------------------------------------------------------------


def setup_sheet(public: Heading, mine: SideView) -> Sheet:
    """What stands where, by Location, with the secret hexes of artillery and what has no Location yet."""
    ready = [counter for counter in mine.counters if counter.fate == READY]
    placed = [counter for counter in ready if place_of(counter.place)]
    without = [c for c in ready if not place_of(c.place) and (c.kind in TO_RECORD or "isolated" in c.marks)]
    return Sheet(
        key="setup",
        title="Set-up sheet",
        subtitle=public.title,
        date=public.date,
        side=mine.name,
        tables=(
            table("What stands where", STANDING, _standing(placed), empty="No Location has been written down yet."),
            table("Secret hexes", SECRET_HEXES, _hexes(mine.groups), empty="No hex has been written down."),
            table("No Location yet", WITHOUT, _without(without), empty="All that should have a Location has one."),
        ),
    )


def _standing(placed: Iterable[Counter]) -> list[Row]:
    found = sorted(piles(placed), key=lambda pile: (_map_order(pile.like.place), pile.like.kind, pile.like.name))
    return [
        (
            pile.like.place,
            pile.count,
            pile.like.name,
            ", ".join(mark for mark in PLACING if mark in pile.like.marks),
            ", ".join(mark for mark in pile.like.marks if mark not in PLACING),
            pile.like.group,
            pile.like.note,
        )
        for pile in found
    ]


def _map_order(place: str) -> tuple[int, str, int, str]:
    """Locations as they follow on the map: A1, A2, A10, B1, AA1."""
    letters, number, rest = re.findall(r"^([A-Z]+)(\d+)(.*)$", place.upper())[0]
    return (len(letters), letters, int(number), rest)


def _hexes(groups: Iterable[GroupView]) -> Iterator[Row]:
    for shown in groups:
        for key, place in shown.group.hexes.items():
            what = "Observer" if key == "observer" else f"Pre-Registered {key.removeprefix('prereg')}"
            yield f"{shown.row.name} ({shown.group.id})", what, place


def _without(counters: Iterable[Counter]) -> list[Row]:
    found = Tally((counter.name, ", ".join(counter.marks), counter.place) for counter in counters)
    return [(number, *alike) for alike, number in found.items()]


# blank forms -------------------------------------------------------------------------------


def blank_forms(
    public: Heading, lines: Iterable[str], roster: Iterable[SheetTable], record: SheetTable
) -> Iterator[Sheet]:
    """The forms with nothing on them, from the tables of the filled-in ones: for the table without a screen.

    `lines` begin the rows of the roster.
    """
    begun: list[Row] = [(line,) for line in lines]
    empty: list[Row] = [()] * BLANK_ROWS
    tables = (
        tuple(table(each.title, each.columns, begun) for each in roster),
        (table(record.title, record.columns, empty),),
        (table("What stands where", STANDING, empty), table("Secret hexes", SECRET_HEXES, empty[:6])),
    )
    for (key, title), filled in zip(FORMS, tables, strict=True):
        yield Sheet(key, f"{title}, blank", public.title, TO_FILL_IN, "", filled)


# cells -------------------------------------------------------------------------------------


def received(shown: GroupView, wanted: Callable[[str], bool]) -> str:
    """What a group brought of the classes that are `wanted`, as a cell lists it."""
    found: Tally[str] = Tally()
    for pile in shown.received:
        if wanted(pile.like.kind):
            found[pile.like.name] += pile.count
    return listed(found)


def listed(numbers: Mapping[str, int]) -> str:
    """Names with their numbers: "12 × 4-6-7, LMG"."""
    return ", ".join(f"{number} × {name}" if number > 1 else name for name, number in numbers.items() if number)


def ruled(roster: Iterable[RosterLine]) -> tuple[str, ...]:
    """What agreed corrections did to the points, line by line: it is counted with the points received."""
    changed = ((line.date, line.line.ledger.ruled) for line in roster)
    return tuple(f"{date}: {number:+d} CPP by an agreed correction." for date, number in changed if number)
