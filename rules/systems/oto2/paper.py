"""More sheets: the set-up sheet of a side, blank forms to write on, and the campaign's story at its end.

The set-up sheet is a secret of its side (7.5224); the others hold nothing but the public room.
"""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterable, Iterator

from rules.parts.counters import READY, Counter, piles
from rules.parts.sheets import NUMBER, Column, Row, Sheet, SheetTable, table
from rules.systems.oto2.places import PLACING, place_of
from rules.systems.oto2.state import SIDES
from rules.systems.oto2.view import DateView, GroupView, PublicView, SideView, View

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
BLANK_ROWS = 24
TO_FILL_IN = "date ________"
FORMS = (("blank-roster", "CG Roster"), ("blank-record", "RG Purchase Record"), ("blank-setup", "Set-up sheet"))


# what stands where -----------------------------------------------------------------------


def setup_sheet(seen: View, mine: SideView) -> Sheet:
    """7.5224: what stands where, by Location, with the secret hexes of artillery and what has no Location yet."""
    ready = [counter for counter in mine.counters if counter.fate == READY]
    placed = [counter for counter in ready if place_of(counter.place)]
    without = [c for c in ready if not place_of(c.place) and (c.kind in TO_RECORD or "isolated" in c.marks)]
    return Sheet(
        key="setup",
        title="Set-up sheet",
        subtitle=seen.public.title,
        date=seen.public.date,
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


# blank forms -----------------------------------------------------------------------------


def blank_forms(public: PublicView, roster: Iterable[SheetTable], record: SheetTable) -> Iterator[Sheet]:
    """The forms with nothing on them, from the tables of the filled-in ones: for the table without a screen."""
    dates: list[Row] = [(date.key,) for date in public.dates]
    lines: list[Row] = [()] * BLANK_ROWS
    tables = (
        tuple(table(each.title, each.columns, dates) for each in roster),
        (table(record.title, record.columns, lines),),
        (table("What stands where", STANDING, lines), table("Secret hexes", SECRET_HEXES, lines[:6])),
    )
    for (key, title), filled in zip(FORMS, tables, strict=True):
        yield Sheet(key, f"{title}, blank", public.title, TO_FILL_IN, "", filled)


# the story -------------------------------------------------------------------------------

RESULT = (Column("From", 4), Column("Points", 1, NUMBER), Column("VP", 1, NUMBER))
INSPECTED = (Column("Date", 1), Column("Location", 1.4), Column("What was shown", 8))


def story_sheet(seen: View) -> Sheet:
    """How the campaign went, once it has ended; whoever draws it adds the public journal below."""
    public = seen.public
    ending = public.ending
    notes = [f"{public.winner} victory with {ending.vp} VP; the Russians needed {public.score.needed} (7.4)."]
    if ending.conceded:
        notes.append(f"The {public.names[ending.conceded]} side conceded (6).")
    return Sheet(
        key="story",
        title="The campaign's story",
        subtitle=public.title,
        date=public.date,
        side="",
        tables=(
            table("The dates", _date_columns(public), [_date_row(public, date) for date in public.dates]),
            table("Where the VP came from", RESULT, public.score.parts),
            table("Inspected Locations", INSPECTED, _inspected(public), empty="Nothing was inspected."),
        ),
        notes=tuple(notes),
        journal=True,
    )


def _date_columns(public: PublicView) -> tuple[Column, ...]:
    lost = tuple(Column(f"CVP {public.names[side]}", 1.2, NUMBER) for side in SIDES)
    ground = (Column("Weather", 1.6), Column("EC", 1.2), Column("Wind", 2.6), Column("Last turn", 1, NUMBER))
    won = (Column("Scenario VP", 1.2, NUMBER), Column("CG VP", 1, NUMBER), Column("Winner", 1.4))
    return (Column("Date", 1), *ground, *lost, Column("EVP", 1, NUMBER), Column("LVP", 1, NUMBER), *won)


def _date_row(public: PublicView, date: DateView) -> Row:
    record = date.record
    if record is None:
        return (date.key, "not played")
    ground = (date.key, record.weather, record.ec, record.wind)
    if record.report is None:
        return ground
    report = record.report
    lost = tuple(report.cvp.get(side, 0) for side in SIDES)
    return (*ground, report.turn, *lost, report.evp, report.lvp, record.scenario_vp, record.vp, date.winner)


def _inspected(public: PublicView) -> Iterator[Row]:
    for date in public.dates:
        if date.record:
            for place, names in date.record.disclosed:
                yield date.key, place, ", ".join(names) or "nothing"
