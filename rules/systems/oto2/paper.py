"""The campaign's story at its end; it holds nothing but the public room."""

from __future__ import annotations

from collections.abc import Iterator

from rules.parts.sheets import NUMBER, Column, Row, Sheet, table
from rules.systems.oto2.state import SIDES
from rules.systems.oto2.view import DateView, PublicView, View

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
