"""The scenario card: what both sides may know before and during a scenario, and what to remember."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from rules.parts.sheets import NUMBER, Column, Row, Sheet, table
from rules.systems.oto2.book import DATA, book
from rules.systems.oto2.entry import entry_area
from rules.systems.oto2.state import SIDES
from rules.systems.oto2.view import PublicView, View
from rules.tables import read_toml

CONDITIONS = (
    Column("Date", 1.4),
    Column("Sets up first"),
    Column("Moves first"),
    Column("Weather", 1.2),
    Column("EC", 1.2),
    Column("Wind", 2),
)
SIDE_COLUMNS = (
    Column("Side", 1.2),
    Column("Role", 1.2),
    Column("Formation", 4),
    Column("ELR", 0.8, NUMBER),
    Column("SAN", 0.8, NUMBER),
    Column("OBA modules", 1.2, NUMBER),
)
ENTRY = (Column("Side", 1), Column("Enters by (6)", 9))
SCORE = (Column("From", 4), Column("Points", 1, NUMBER), Column("VP", 1, NUMBER))
REMINDERS = (Column("Rule", 1), Column("Remember", 9))


def scenario_card(seen: View) -> Sheet:
    """The card of the date in play; what is not announced or rolled yet is left to be written in."""
    public = seen.public
    return Sheet(
        key="card",
        title="Scenario card",
        subtitle=public.title,
        date=public.date,
        side="",
        tables=(
            table("Conditions", CONDITIONS, [_conditions(public)]),
            table("Sides", SIDE_COLUMNS, _sides(public)),
            table("Entry areas", ENTRY, _entries(public)),
            table("Victory", SCORE, _victory(public)),
            table("Special rules", REMINDERS, _reminders(public.date)),
        ),
    )


def _conditions(public: PublicView) -> Row:
    play, today = book().pack["play"], public.today
    date = next(date.title for date in public.dates if date.key == public.date)
    first, mover = public.names[play["sets_up_first"]], public.names[play["moves_first"]]
    return (date, first, mover, today.weather, today.ec, today.wind)


def _sides(public: PublicView) -> Iterator[Row]:
    about = {row["key"]: row for row in book().pack["side"]}
    limits, today = book().pack["oba_per_scenario"], public.today
    for side in SIDES:
        told = (today.elr.get(side), today.san.get(side))
        yield (public.names[side], about[side]["role"], about[side]["formation"], *told, limits[side])


def _entries(public: PublicView) -> Iterator[Row]:
    for side in SIDES:
        yield public.names[side], entry_area(side, public.today.north, initial=public.initial)


def _victory(public: PublicView) -> Iterator[Row]:
    """Where the VP stand, and what the Russians need for the scenario and for the campaign."""
    rules, initial = book().pack["victory"], public.initial
    yield from public.score.parts
    yield "Campaign total", None, public.score.vp
    yield "Russians win the scenario with", None, rules["initial_scenario" if initial else "scenario"]
    yield "Russians win the campaign with", None, public.score.needed


def _reminders(date: str) -> Iterator[Row]:
    for row in _all_reminders():
        if not row["dates"] or date in row["dates"]:
            yield row["rule"], row["text"]


@cache
def _all_reminders() -> tuple[dict[str, Any], ...]:
    return tuple(read_toml(DATA / "reminders.toml")["reminder"])
