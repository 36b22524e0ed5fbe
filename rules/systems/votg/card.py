"""The scenario card: what both sides may know before and during a scenario, and what to remember."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from rules.parts.sheets import NUMBER, Column, Row, Sheet, table
from rules.systems.votg.book import DATA, pack
from rules.systems.votg.public import PublicView
from rules.systems.votg.shown import kind_of
from rules.systems.votg.state import SIDES
from rules.systems.votg.view import View
from rules.tables import read_toml

CONDITIONS = (
    Column("CG Day", 1.4),
    Column("Scenario", 2),
    Column("Sets up first"),
    Column("Moves first"),
    Column("Weather", 1.2),
    Column("EC", 1.2),
    Column("Wind", 1.8),
    Column("Night", 2),
    Column("Moon", 2.4),
)
SIDE_COLUMNS = (
    Column("Side", 1.2),
    Column("Formation", 4),
    Column("ELR", 0.8, NUMBER),
    Column("SAN", 0.8, NUMBER),
    Column("OBA modules", 1.2, NUMBER),
    Column("Snipers", 1, NUMBER),
)
STANDING = (Column("What", 2.4), Column("How it stands", 8))
REMINDERS = (Column("Rule", 1), Column("For", 1), Column("Remember", 9))
NIGHT, LAST_DAY = "night", "last_day"


def scenario_card(seen: View) -> Sheet:
    """The card of the scenario in play; what is not announced or rolled yet is left to be written in."""
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
            *(table(facts.title, STANDING, facts.lines) for facts in public.facts[1:]),
            table("Special rules", REMINDERS, _reminders(public)),
        ),
    )


def _conditions(public: PublicView) -> Row:
    today, names = public.today, public.names
    moon = today.moon or next(date.moon for date in public.dates if date.key == today.day)
    order = (names.get(today.first, ""), names.get(today.mover, ""))
    return (public.date, kind_of(today), *order, today.weather, today.ec, today.wind, today.cover, moon)


def _sides(public: PublicView) -> Iterator[Row]:
    about = {row["key"]: row for row in pack()["side"]}
    modules, today = pack()["oba_per_scenario"], public.today
    snipers = next(row["snipers"] for row in pack()["game"] if row["name"] == public.game)
    for side in SIDES:
        told = (today.elr.get(side), today.san.get(side))
        yield (public.names[side], about[side]["formation"], *told, modules[side], snipers)


def _reminders(public: PublicView) -> Iterator[Row]:
    """Those that concern this scenario: of its day, its light, and of the campaign's last day."""
    now = {"": True, NIGHT: public.today.night, LAST_DAY: public.last_day}
    for row in _all_reminders():
        if now[row["when"]] and (not row["dates"] or public.today.day in row["dates"]):
            yield row["rule"], public.names.get(row["side"], "both"), row["text"]


@cache
def _all_reminders() -> tuple[dict[str, Any], ...]:
    return tuple(read_toml(DATA / "reminders.toml")["reminder"])
