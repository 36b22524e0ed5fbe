"""The campaign's story at its end; it holds nothing but the public room."""

from __future__ import annotations

from collections.abc import Iterator

from rules.parts.sheets import NUMBER, Column, Row, Sheet, table
from rules.systems.votg.public import PublicView
from rules.systems.votg.shown import chit_of, kind_of
from rules.systems.votg.state import SIDES

BOOKS = (Column("Side", 1.4), Column("CPP left", 1, NUMBER), Column("Support CPP left", 1, NUMBER),
         Column("Counters on hand", 1, NUMBER))  # fmt: skip
INSPECTED = (Column("CG Day", 1), Column("Location", 1.4), Column("What was shown", 8))
MAP = (Column("What", 2), Column("How it stands", 8))


def story_sheet(public: PublicView) -> Sheet:
    """How the campaign went, once it has ended; whoever draws it adds the public journal below."""
    stands = next((facts.lines for facts in public.facts if facts.title == "The map"), ())
    return Sheet(
        key="story",
        title="The campaign's story",
        subtitle=public.title,
        date=public.date,
        side="",
        tables=(
            table("The CG Days", _columns(public), _rows(public)),
            table("The map at the end", MAP, stands, empty="Nothing is known of the map."),
            table("Inspected Locations", INSPECTED, _inspected(public), empty="Nothing was inspected."),
            table("What was left", BOOKS, _books(public), empty="The books were not opened."),
        ),
        notes=(public.result,),
        journal=True,
    )


def _columns(public: PublicView) -> tuple[Column, ...]:
    chits = tuple(
        Column(
            f"{public.names[side]} chit",
            1,
        )
        for side in SIDES
    )
    lost = tuple(Column(f"CVP {public.names[side]}", 1, NUMBER) for side in SIDES)
    ground = (Column("Weather", 1.4), Column("EC", 1.2), Column("Wind", 1.8), Column("Last turn", 0.8, NUMBER))
    return (Column("CG Day", 1.1), Column("Scenario", 2.4), *chits, *ground, *lost, Column("Stone Hexes", 1, NUMBER),
            Column("Winner", 1.2))  # fmt: skip


def _rows(public: PublicView) -> Iterator[Row]:
    for date in public.dates:
        for line in date.lines:
            record = line.record
            chits = tuple(chit_of(record.chits.get(side, "")) for side in SIDES)
            known: Row = (date.title, kind_of(record), *chits, record.weather, record.ec, record.wind)
            if report := record.report:
                lost = tuple(report.cvp[side] for side in SIDES)
                known = (*known, report.turn, *lost, report.hexes, public.names.get(record.winner, ""))
            yield known
        if not date.lines:
            yield date.title, "not played"


def _inspected(public: PublicView) -> Iterator[Row]:
    for line in public.lines:
        for place, names in line.record.disclosed:
            yield line.title, place, ", ".join(names) or "nothing"


def _books(public: PublicView) -> Iterator[Row]:
    for side, left in public.ending.books.items():
        yield public.names[side], left["cpp"], left["support"], left["counters"]
