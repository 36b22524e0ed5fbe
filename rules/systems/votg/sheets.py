"""The sheets of one side: CG Roster, RG Purchase Record, organizer, set-up sheet (12.14, 12.6218).

Built from a view that holds the public room and the side's own, so no sheet can say more.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules.kernel import State
from rules.parts.refit.book import LEADER_KINDS
from rules.parts.refit.sheets import blank_forms, force_organizer, listed, received, ruled, setup_sheet
from rules.parts.sheets import NUMBER, SIGNED, Block, Cell, Column, Row, Sheet, SheetTable, table
from rules.systems.votg import paper
from rules.systems.votg.book import book
from rules.systems.votg.card import scenario_card
from rules.systems.votg.public import DateView, PublicView
from rules.systems.votg.shown import chit_of, kind_of, shown
from rules.systems.votg.state import SIDES, Group, Line
from rules.systems.votg.view import GroupView, RosterLine, SideView, View, view

POINTS = (
    Column("CG Day", 1.3),
    Column("Scenario", 2.2),
    Column("Hist. DRM", 0.9, SIGNED),
    Column("Start", 0.8, NUMBER),
    Column("Repl.", 0.8, NUMBER),
    Column("Total", 0.8, NUMBER),
    Column("Spent", 0.8, NUMBER),
    Column("Left", 0.8, NUMBER),
    Column("Support", 1, NUMBER),
    Column("Recon", 0.9, NUMBER),
    Column("RG purchased", 4),
    Column("FPP", 0.8, NUMBER),
    Column("Fortifications", 4),
)
RECORD = (
    Column("RG ID", 0.9),
    Column("Group type", 2.6),
    Column("#P", 0.6, NUMBER),
    Column("#R", 0.6, NUMBER),
    Column("Str.", 0.7),
    Column("# Units", 3),
    Column("SW", 2.8),
    Column("Leaders", 1.6),
    Column("Other", 4),
    Column("On-Bd", 0.8),
)
STRONGPOINTS = (Column("Kind", 2), Column("Building", 2), Column("Since", 1.4))
RULINGS = (Column("Rule", 1.2), Column("In question", 4), Column("As agreed", 4))
WEAPONS = ("weapon",)
LEADERS = (*LEADER_KINDS, "hero")
OTHERS = ("observer", "observation_plane")
"""Classes that are no units of a group: they stand in columns of their own."""


def sheets(state: State, side: str | None) -> Mapping[str, Sheet]:
    """The sheets of a side, or without one those everybody may have, by key and in the order of a list."""
    seen = view(state, side)
    made = tuple(_of_side(seen, seen.mine) if seen.mine else _for_everybody(seen))
    return {sheet.key: _marked(seen.public, sheet) for sheet in made}


def _marked(public: PublicView, sheet: Sheet) -> Sheet:
    """A sheet that says so if it is made with practice charts."""
    return replace(sheet, notes=(str(shown()["practice"]["note"]), *sheet.notes)) if public.practice else sheet


def _of_side(seen: View, mine: SideView) -> Iterator[Sheet]:
    yield cg_roster(seen, mine)
    yield rg_record(seen, mine)
    yield force_organizer(seen.public, mine)
    yield _setup(seen, mine)


def _for_everybody(seen: View) -> Iterator[Sheet]:
    """The scenario card, the story once it is over, and forms with nothing on them."""
    public = seen.public
    yield scenario_card(seen)
    if public.ended:
        yield paper.story_sheet(public)
    roster = (table("Points and purchases", POINTS, ()), table("State and results", _state_columns(public), ()))
    days = (date.title for date in public.dates)
    yield from blank_forms(public, days, roster, table("Groups", RECORD, ()))


def _setup(seen: View, mine: SideView) -> Sheet:
    """The set-up sheet, with the secret list of Strongpoints where a side has one (CG11.1)."""
    sheet = setup_sheet(seen.public, mine)
    points = table("Fanatic Strongpoints", STRONGPOINTS, mine.strongpoints)
    return replace(sheet, tables=(*sheet.tables, points)) if mine.strongpoints else sheet


# 12.14 the roster -----------------------------------------------------------------------------


def cg_roster(seen: View, mine: SideView) -> Sheet:
    """A line for each scenario or Idle Day, and for each CG Day to come; below, the rulings not at their default."""
    public = seen.public
    house = [(ruling.rule, ruling.question, ruling.reading) for ruling in public.rulings if ruling.house]
    points, state = zip(*_by_day(public, mine), strict=True)
    return Sheet(
        key="roster",
        title="CG Roster",
        subtitle=public.title,
        date=public.date,
        side=mine.name,
        tables=(
            table("Points and purchases", POINTS, points),
            table("State and results", _state_columns(public), state),
            table("Rulings agreed", RULINGS, house, empty="Every ruling stands at its default."),
        ),
        notes=ruled(mine.roster),
    )


def _by_day(public: PublicView, mine: SideView) -> Iterator[tuple[Row, Row]]:
    """The rows of both tables of the roster."""
    for date in public.dates:
        lines = [line for line in mine.roster if line.day == date.key]
        for line in lines:
            yield (date.title, *_points(line)), (date.title, *_state(date, line, mine.key))
        if not lines:
            yield (date.title, "", date.historical[mine.key]), (date.title, "", None, None, "", "", "", date.moon)


def _points(line: RosterLine) -> tuple[Cell, ...]:
    ledger, own = line.line.ledger, line.line
    figures = (ledger.start, ledger.received, ledger.total, ledger.spent, ledger.left)
    support = own.support.spent or None
    bought = Tally(group.rg for group in line.groups if not group.given)
    reconnaissance = (ledger.recon, listed(bought), own.fpp or None, _forts(own))
    return (kind_of(line.record), line.historical, *figures, support, *reconnaissance)


def _forts(line: Line) -> str:
    names = {key: key.replace("_", " ").capitalize() for key in (*line.forts, *line.hip)}
    names |= {row["key"]: row["name"] for row in book().forts["fortification"]}
    bought = {names[key]: number for key, number in line.forts.items()}
    hidden = {f"{names[key]} HIP": number for key, number in line.hip.items()}
    return listed(bought | hidden)


def _state_columns(public: PublicView) -> tuple[Column, ...]:
    lost = tuple(Column(f"CVP {public.names[side]}", 1, NUMBER) for side in SIDES)
    return (
        Column("CG Day", 1.1),
        Column("Chit", 0.9),
        Column("SAN", 0.7, NUMBER),
        Column("ELR", 0.7, NUMBER),
        Column("Weather", 1.4),
        Column("EC", 1.2),
        Column("Wind", 1.8),
        Column("Moon", 2.6),
        *lost,
        Column("Stone Hexes", 1.1, NUMBER),
        Column("Winner", 1.2),
    )


def _state(date: DateView, line: RosterLine, side: str) -> tuple[Cell, ...]:
    record = line.record
    chit = chit_of(record.chits.get(side, line.line.chit))
    night = record.cover or record.moon or date.moon
    known = (chit, line.line.san, line.line.elr, record.weather, record.ec, record.wind, night)
    if record.report is None:
        return known
    lost = tuple(record.report.cvp[each] for each in SIDES)
    return (*known, *lost, record.report.hexes, book().names.get(record.winner, ""))


# 12.6218 the record ---------------------------------------------------------------------------


def rg_record(seen: View, mine: SideView) -> Sheet:
    """A line for each group bought or given, the lines of the roster apart."""
    dates = dict.fromkeys(group.date for group in mine.groups)
    blocks = tuple(Block(tuple(_record_row(g) for g in mine.groups if g.date == date), date) for date in dates)
    record = SheetTable("Groups", RECORD, blocks, by="CG Day", empty="No group has been bought or given yet.")
    return Sheet("record", "RG Purchase Record", seen.public.title, seen.public.date, mine.name, (record,))


def _record_row(seen: GroupView) -> Row:
    group = seen.group
    return (
        seen.row.id,
        seen.row.name,
        None if group.given else seen.purchased,
        None if group.given else seen.remaining,
        group.strength,
        received(seen, lambda kind: kind not in (*WEAPONS, *LEADERS, *OTHERS)),
        received(seen, lambda kind: kind in WEAPONS),
        received(seen, lambda kind: kind in LEADERS),
        "; ".join(_other(seen)),
        str(shown()["on_board"].get(group.way, "")),
    )


def _other(seen: GroupView) -> Iterator[str]:
    """What is noted besides: the price, ammunition, hexes, Cloaking counters, squads Replaced."""
    group = seen.group
    yield "given" if group.given else _price(group)
    if group.off:
        yield "enters"
    if seen.ammo:
        yield seen.ammo
    yield from (f"{what.replace('_', ' ')} {place}" for what, place in group.hexes.items())
    if group.dummies:
        yield f"{group.dummies} {'Dummy' if group.dummies == 1 else 'Dummies'}"
    if group.exponent:
        yield f"{group.exponent} Replaced"


def _price(group: Group) -> str:
    support = f", {group.support} of them Support" if group.support else ""
    return f"{group.paid} CPP{support}"
