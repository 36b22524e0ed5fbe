"""The counters a group brings without a die: its units, sure weapons, crews, trucks."""

from __future__ import annotations

from dataclasses import dataclass

from rules.parts.refit.steps.markers import OWN_OBSERVER
from rules.systems.oto2.desk import Desk
from rules.systems.oto2.state import Group
from rules.tables import GroupLine

FULL = "Full"
PLAIN_KINDS = {
    "oba": "oba",
    "observer": "observer",
    "cbm": "cbm",
    "bombardment": "bombardment",
    "cupolas": "cupola",
    "guns": "gun",
    "weapons": "weapon",
    "squads": "weapon",
    "vehicles": "tank",
}


@dataclass(frozen=True)
class Piece:
    """A counter to be: its class, its name, its conditions."""

    kind: str
    name: str
    marks: tuple[str, ...] = ()


def kind_of(desk: Desk, row: GroupLine, name: str) -> str:
    """The class of a counter: by the unit data, else by what kind of group brought it."""
    unit = desk.book.unit(desk.side, name)
    return unit.kind if unit else PLAIN_KINDS.get(row.kind, "other")


def arrivals(desk: Desk, row: GroupLine, group: Group, strength: str) -> list[Piece]:
    """What `group` brings at `strength` without further dice (7.5185, 7.5192 to 7.5194, notes)."""
    full = strength == FULL
    if row.kind == "minefield":
        rules = desk.book.forts["minefield_group"]
        hex_of = f"Minefield hex {rules['ap_mines']}AP {rules['at_mines']}AT"
        return [Piece("fortification", hex_of)] * int(rules["hexes"])
    if row.kind in ("squads", "vehicles", "guns"):
        number = int((row.full if full else row.depleted) or 0)
        return [*_units(desk, row, number), *_beside(desk, row, group, number), *(_sure(desk, row) if full else ())]
    if row.kind == "weapons":
        return [piece for name, count in row.units for piece in _manned(desk, row, name, count)] if full else []
    if row.kind in ("oba", "observer", "cbm", "bombardment", "cupolas"):
        return [piece for name, count in row.units for piece in _plain(desk, row, group, name, count)]
    return []


def _units(desk: Desk, row: GroupLine, number: int) -> list[Piece]:
    engineers = ("assault engineer",) if "d" in row.notes else ()
    return [Piece(kind_of(desk, row, row.units[0][0]), row.units[0][0], engineers)] * number


def _beside(desk: Desk, row: GroupLine, group: Group, number: int) -> list[Piece]:
    """Crews of Guns (note b) and trucks to tow them (note o)."""
    crews = [Piece("crew", _crew(desk))] * number if row.kind == "guns" else []
    trucks = [Piece("vehicle", str(desk.book.pack["trucks"]["unit"]))] * number if group.options.get("trucks") else []
    return crews + trucks


def _sure(desk: Desk, row: GroupLine) -> list[Piece]:
    lines = desk.book.allotments[desk.side].get(row.id, ()) if row.kind == "squads" else ()
    return [Piece("weapon", line.weapon) for line in lines for _ in range(line.sure)]


def _manned(desk: Desk, row: GroupLine, name: str, count: int) -> list[Piece]:
    return [Piece(kind_of(desk, row, name), name), Piece("crew", _crew(desk))] * count


def _plain(desk: Desk, row: GroupLine, group: Group, name: str, count: int) -> list[Piece]:
    if row.kind == "cupolas":
        return [Piece("cupola", name)] * count
    if row.kind == "oba":
        marks = () if "f" in row.notes else (OWN_OBSERVER,)
        return [Piece("oba", f"{row.name} ({name})", marks)] * count
    return [Piece(PLAIN_KINDS[row.kind], row.name)] * count


def _crew(desk: Desk) -> str:
    return str(desk.book.pack["crew"]["unit"])
