"""The counters a group brings without a die of its own: units, sure weapons, crews, and where they wait."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rules.parts.counters import READY
from rules.parts.refit.steps.chosen import ENGINEER
from rules.parts.refit.steps.condition import MMC
from rules.systems.votg.chart import ChartGroup
from rules.systems.votg.desk import Desk
from rules.systems.votg.state import Group

REINFORCED, FULL, DEPLETED = "RS", "FS", "D"
WHOLE = (REINFORCED, FULL)
"""Strengths at which everything listed comes without a roll."""
GRADES = {
    REINFORCED: "reinforced",
    "LD": "lightly_depleted",
    "MD": "moderately_depleted",
    "HD": "heavily_depleted",
    DEPLETED: "depleted",
}
"""What the tables call a strength other than Full."""
DUG_IN, RESERVE = "dug_in", "reserve"
PLAIN_KINDS = ("observer", "observation_plane", "bombardment", "minefield")
"""Groups that are a counter for each of their units."""
CLASSES = {"squads": "squad", "vehicles": "tank", "weapons": "weapon", "guns": "gun", "minefield": "fortification"}
"""The class of a group's counters where it is not called like the group."""


@dataclass(frozen=True)
class Piece:
    """A counter to be: its class, its name, its conditions."""

    kind: str
    name: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Allotment:
    """Weapons that an Infantry group is listed with; `table` tells the type where a die decides it."""

    weapon: str
    number: int
    table: str = ""


# groups ---------------------------------------------------------------------------------------


def rg(desk: Desk, group: Group) -> ChartGroup:
    """The chart row of a group."""
    return desk.book.groups[desk.side][group.rg]


def label(desk: Desk, group: Group) -> str:
    """A group as a page names it."""
    return f"{group.rg} {rg(desk, group).name} ({group.id})"


def called_up(desk: Desk, *kinds: str) -> list[Group]:
    """The groups of this line, bought and given, of these kinds."""
    return [group for group in desk.groups_of_today() if rg(desk, group).kind in kinds]


def new_counters(desk: Desk, pieces: Iterable[tuple[Group, Piece]]) -> list[dict[str, Any]]:
    """Counters to be added to the side. Those of a group that enters during the scenario are due then (CG9).

    Those of a Reserve are marked as such, for they are Cloaked and never hidden (12.6214b).
    """
    return desk.new((piece.kind, piece.name, group.id, _conditions(desk, group, piece)) for group, piece in pieces)


def _conditions(desk: Desk, group: Group, piece: Piece) -> dict[str, Any]:
    fate = {"fate": "due" if group.off else READY}
    reserve = [str(desk.book.pack["reserve"]["mark"])] if group.way == RESERVE else []
    marks = [*piece.marks, *reserve]
    return {**fate, "marks": marks} if marks else fate


# counters -------------------------------------------------------------------------------------


def arrivals(desk: Desk, group: Group, strength: str) -> list[Piece]:
    """What a group brings at a strength, before any die for a weapon, Gun, module or leader (12.6221 to 12.6223)."""
    row = rg(desk, group)
    if row.kind == "squads":
        return [*_squads(desk, row, *units(row, strength)), *_sure(desk, row, strength)]
    if row.kind == "vehicles":
        return list(_vehicles(desk, row, group, units(row, strength)[0]))
    if row.kind == "weapons":
        return [piece for name, number in _listed(desk, row, strength) for piece in manned(desk, row, name) * number]
    if row.kind in PLAIN_KINDS:
        return [Piece(kind_of(desk, row, name), name) for name, number in row.units for _ in range(number)]
    return []


def units(row: ChartGroup, strength: str) -> tuple[int, int]:
    """How many squads or vehicles a group has at a strength, and how many of them undergo ELR Replacement."""
    return row.strengths[strength.lower()]


def kind_of(desk: Desk, row: ChartGroup, name: str) -> str:
    """The class of a counter: by the unit data, else by what kind of group brings it."""
    unit = desk.book.unit(desk.side, name)
    if unit:
        return unit.kind
    return "vehicle" if row.type in desk.book.pack["unarmored"]["types"] else CLASSES.get(row.kind, row.kind)


def _squads(desk: Desk, row: ChartGroup, number: int, replaced: int) -> Iterator[Piece]:
    """Squads, the last of them as those that Replace them. Who has nothing below him stays what he is.

    An Assault Engineer who is Replaced is none any more (VotG24).
    """
    name = row.units[0][0]
    marks = (ENGINEER,) if "assault_engineers" in row.effects else ()
    lower = desk.book.lower(desk.side, name)
    fewer = replaced if lower else 0
    yield from [Piece(kind_of(desk, row, name), name, marks)] * (number - fewer)
    yield from [Piece(kind_of(desk, row, lower), lower)] * fewer


def _vehicles(desk: Desk, row: ChartGroup, group: Group, number: int) -> Iterator[Piece]:
    """AFV; Dug-In ones stand still, and their bow MG serve as the weapons that come with them (12.6214c)."""
    rules = desk.book.pack["dug_in"]
    dug_in = group.way == DUG_IN
    name = row.units[0][0]
    yield from [Piece(kind_of(desk, row, name), name, tuple(rules["marks"]) if dug_in else ())] * number
    if dug_in:
        yield from [Piece("weapon", rules["weapon"])] * (number * int(rules["weapons_per_vehicle"]))


def manned(desk: Desk, row: ChartGroup, name: str) -> list[Piece]:
    """A heavy weapon or Gun with its crew, unless the chart lists the group's men itself."""
    listed = {kind_of(desk, row, each) for each, _ in row.units}
    crew = [] if listed & set(MMC) else [Piece("crew", str(desk.book.pack["crew"]["unit"]))]
    return [Piece(kind_of(desk, row, name), name), *crew]


def _listed(desk: Desk, row: ChartGroup, strength: str) -> Iterator[tuple[str, int]]:
    """What a heavy weapons or MOL platoon has without a die: everything if Full, else its men (12.6223)."""
    return ((name, n) for name, n in row.units if strength in WHOLE or kind_of(desk, row, name) in MMC)


# weapons of Infantry --------------------------------------------------------------------------


def allotments(desk: Desk, row: ChartGroup) -> list[Allotment]:
    """The weapons listed for an Infantry group, as this campaign reads the columns that are lost (12.6222)."""
    pack = desk.book.pack
    read = {(each["side"], each["rg"], each["weapon"]): each for each in pack["weapon_reading"]}
    tables = {(each["rg"], each["weapon"]): str(each["table"]) for each in pack["weapon_choice"]}
    found = []
    for line in desk.book.weapons[desk.side].get(row.type, ()):
        doubt = read.get((desk.side, row.type, line.weapon))
        name = str(desk.book.reading(doubt, "weapon")) if doubt else line.weapon
        found.append(Allotment(name, line.sure, tables.get((row.type, line.weapon), "")))
    return found


def _sure(desk: Desk, row: ChartGroup, strength: str) -> Iterator[Piece]:
    """Weapons that come without a die: a Reinforced company has one more (12.6222)."""
    if strength not in WHOLE:
        return
    for each in allotments(desk, row):
        yield from weapon(desk, row, each.weapon) * (0 if each.table else each.number)
    if strength == REINFORCED:
        more = desk.book.pack["reinforced"]
        yield from weapon(desk, row, more["weapon"]) * int(more["weapons"])


def weapon(desk: Desk, row: ChartGroup, name: str) -> list[Piece]:
    """A weapon of an Infantry group, and the half-squad that some charts give with a light mortar (12.6121)."""
    rules = desk.book.pack["battle_hardening"]
    unit = desk.book.unit(desk.side, row.units[0][0])
    if unit is None or name not in rules["light_mortars"] or "mortar_team" not in row.effects:
        return [Piece("weapon", name)]
    return [Piece("weapon", name), *[Piece("half_squad", unit.half)] * int(rules["mortar_half_squads"])]
