"""The sheets of one side: CG Roster, RG Purchase Record, Force Organizer (7.15, 7.16, 7.5189).

Built from a view that holds the public room and the side's own, so no sheet can say more.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.kernel import State
from rules.parts.refit.book import LEADER_KINDS
from rules.parts.refit.sheets import blank_forms, force_organizer, listed, received, ruled, setup_sheet
from rules.parts.sheets import NUMBER, SIGNED, Block, Cell, Column, Row, Sheet, SheetTable, table
from rules.systems.oto2 import paper
from rules.systems.oto2.book import book
from rules.systems.oto2.card import scenario_card
from rules.systems.oto2.entry import entry_area
from rules.systems.oto2.state import SIDES, Group, Line
from rules.systems.oto2.view import GroupView, PublicView, RosterLine, SideView, View, view

POINTS = (
    Column("Date", 1.1),
    Column("Hist. DRM", 1, SIGNED),
    Column("Start", 1, NUMBER),
    Column("Repl.", 1, NUMBER),
    Column("Total", 1, NUMBER),
    Column("Spent", 1, NUMBER),
    Column("Left", 1, NUMBER),
    Column("Recon", 1, NUMBER),
    Column("RG purchased", 5),
    Column("FPP", 1, NUMBER),
    Column("Fortifications", 5),
)
RECORD = (
    Column("ID", 1.4),
    Column("Group", 2.4),
    Column("CPP", 0.8, NUMBER),
    Column("Mode", 1.2),
    Column("Strength", 1.3),
    Column("Units", 3),
    Column("SW", 2.4),
    Column("Leaders", 1.8),
    Column("OBA", 1.3),
    Column("Pre-Reg.", 1.3),
    Column("Observer", 1.3),
)
POINTS_ONLY = ("fpp", "recon", "san")
"""Kinds of groups that bring no counter."""
ROLLED = "c"
"""The chart's note on groups that come in two strengths (7.5191)."""
BOUGHT_FOR_OTHERS = ("weapon", "observer", *LEADER_KINDS, "hero")


def sheets(state: State, side: str | None) -> Mapping[str, Sheet]:
    """The sheets of a side, or without one those everybody may have, by key and in the order of a list."""
    seen = view(state, side)
    if side is None or seen.mine is None:
        return {sheet.key: sheet for sheet in _for_everybody(seen)}
    mine = seen.mine
    public = seen.public
    area = f"Entry area: {entry_area(side, public.today.north, initial=public.initial)} (6)."
    standing = replace(setup_sheet(public, mine), notes=(area,))
    made = (cg_roster(seen, mine), rg_record(seen, mine), force_organizer(public, mine), standing)
    return {sheet.key: sheet for sheet in made}


def _for_everybody(seen: View) -> Iterator[Sheet]:
    """The scenario card, the story once it is over, and forms with nothing on them."""
    yield scenario_card(seen)
    if seen.public.ended:
        yield paper.story_sheet(seen)
    roster = (table("Points and purchases", POINTS, ()), table("State and results", _state_columns(seen.public), ()))
    dates = (date.key for date in seen.public.dates)
    yield from blank_forms(seen.public, dates, roster, table("Groups", RECORD, ()))


def cg_roster(seen: View, mine: SideView) -> Sheet:
    """7.15: a line for each CG Date, empty where it is still to come; below, the rulings that are not the default."""
    public = seen.public
    lines = {line.date: line for line in mine.roster}
    house = [(ruling.rule, ruling.question, ruling.reading) for ruling in public.rulings if ruling.house]
    columns = (Column("Rule", 1.2), Column("In question", 4), Column("As agreed", 4))
    return Sheet(
        key="roster",
        title="CG Roster",
        subtitle=public.title,
        date=public.date,
        side=mine.name,
        tables=(
            table("Points and purchases", POINTS, _by_date(public, lines, _points_of)),
            table("State and results", _state_columns(public), _by_date(public, lines, _state_of)),
            table("Rulings agreed", columns, house, empty="Every ruling stands at its default."),
        ),
        notes=(
            f"VP {public.score.vp}; the Russians need {public.score.needed} at CG End (7.31, 7.4).",
            *ruled(mine.roster),
        ),
    )


def _by_date(public: PublicView, lines: Mapping[str, RosterLine], cells: Any) -> Iterator[Row]:
    for date in public.dates:
        line = lines.get(date.key)
        yield (date.key, *cells(public, line)) if line else (date.key,)


def _points_of(public: PublicView, line: RosterLine) -> tuple[Cell, ...]:
    ledger = line.line.ledger
    figures = (ledger.start, ledger.received, ledger.total, ledger.spent, ledger.left, ledger.recon)
    bought = Tally(group.rg for group in line.groups if not group.given)
    return (line.historical, *figures, listed(bought), line.line.fpp or None, _forts(line.line))


def _forts(line: Line) -> str:
    names = {key: key.replace("_", " ").capitalize() for key in (*line.forts, *line.hip)}
    names |= {row["key"]: row["name"] for row in book().forts["fortification"]}
    bought = {names[key]: number for key, number in line.forts.items()}
    hidden = {f"{names[key]} HIP": number for key, number in line.hip.items()}
    return listed(bought | hidden)


def _state_columns(public: PublicView) -> tuple[Column, ...]:
    points = [Column(f"CVP {public.names[side]}", 1.4, NUMBER) for side in SIDES]
    points += [Column(title, 1, NUMBER) for title in ("EVP", "LVP")]
    counted = (Column("Scenario VP", 1.4, NUMBER), Column("CG VP", 1, NUMBER), Column("Winner", 1.6))
    ground = (Column("Weather", 2.2), Column("EC", 1.6), Column("Wind", 2.6))
    return (Column("Date", 1.1), Column("ELR", 0.9, NUMBER), Column("SAN", 0.9, NUMBER), *ground, *points, *counted)


def _state_of(public: PublicView, line: RosterLine) -> tuple[Cell, ...]:
    record, own = line.record, (line.line.elr, line.line.san)
    if record is None:
        return own
    weather = f"{record.weather}, rain" if record.rained and record.weather != "Rain" else record.weather
    ground = (*own, weather, record.ec, record.wind)
    report = record.report
    if report is None:
        return ground
    suffered = tuple(report.cvp.get(side, 0) for side in SIDES)
    winner = public.names.get(record.winner, "")
    return (*ground, *suffered, report.evp, report.lvp, record.scenario_vp, record.vp, winner)


def rg_record(seen: View, mine: SideView) -> Sheet:
    """7.5189: a line for each group bought or given, the dates apart."""
    dates = dict.fromkeys(group.date for group in mine.groups)
    blocks = tuple(Block(tuple(_record_row(g) for g in mine.groups if g.date == date), date) for date in dates)
    record = SheetTable("Groups", RECORD, blocks, by="Date", empty="No group has been bought or given yet.")
    return Sheet("record", "RG Purchase Record", seen.public.title, seen.public.date, mine.name, (record,))


def _record_row(shown: GroupView) -> Row:
    group = shown.group
    return (
        group.id.removeprefix(f"{shown.date}-"),
        shown.row.name,
        group.paid if group.paid or not group.given else "given",
        "" if shown.row.kind in POINTS_ONLY else "off board" if group.off else "on board",
        group.strength if ROLLED in shown.row.notes else "",
        received(shown, lambda kind: kind not in BOUGHT_FOR_OTHERS),
        received(shown, lambda kind: kind == "weapon"),
        received(shown, lambda kind: kind in (*LEADER_KINDS, "hero")),
        group.ammo,
        ", ".join(hexes for key, hexes in group.hexes.items() if key != "observer"),
        _observer(group),
    )


def _observer(group: Group) -> str:
    place = group.hexes.get("observer", "")
    level = int(book().pack["observer"]["level"]) + group.options.get("level", 0)
    return f"{place}, level {level}" if place else ""
