"""What the readings of the doubts about Perimeters lead to, by a side at the map of either game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.asl.steps.aftermath.map_lines import Line, areas_of, control_after, line_of, proposal
from rules.ground.hexes import beside
from rules.ground.map_side import MapSide

TRIANGLE, APART = "L10, L11, M11", "L10, L13"


def _bare(at: MapSide, **control: str) -> MapSide:
    return replace(at, ground=replace(at.ground, control=control))


def _pockets(at: MapSide, mmc: str) -> Sequence[Sequence[str]]:
    return line_of(proposal(_bare(at), {"mmc_at": mmc})).pockets


def edgeless_pockets(at: MapSide) -> int:
    """How many Pockets a loop of three squads without a map edge is."""
    return len(_pockets(at, TRIANGLE))


def line_pockets(at: MapSide) -> list[int]:
    """The sizes of the Pockets of two squads on one grain."""
    return sorted(map(len, _pockets(at, APART)))


def neighbours(at: MapSide) -> list[str]:
    """The type of a Pocket beside one of the enemy."""
    lines = {at.side: Line((("L10",),), (("L10",),)), at.enemy: Line((("L11",),), (("L11",),))}
    return [area.type for area in areas_of(at, lines)]


def strategic_amid_nobodys(at: MapSide) -> bool:
    """Whether a Strategic Location amid an overlap without units stays its holder's."""
    sheet = at.ground.sheet
    place = next(hex_ for hex_ in sorted(sheet.strategic_hexes) if sheet.land.issuperset(beside(hex_)))
    ring = Line((tuple(map(str, beside(place))),), ())
    return bool(control_after(_bare(at, **{str(place): at.side}), {at.side: ring, at.enemy: ring}, [])[at.side])
