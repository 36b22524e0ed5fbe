"""The program's Perimeters beside those of the plain reading, on maps by chance."""

from __future__ import annotations

from collections import Counter
from random import Random

from rules.ground.isolation import Settled, resolve_areas
from rules.ground.land import Land, Positions
from rules.ground.perimeter import SidePerimeter, draw
from tests.rules.ground import brute_force
from tests.rules.ground.brute_force import Camp, Reading
from tests.rules.ground.figures import PLAIN

SIDES = ("north", "south")


def both_sides(dice: Random, seen: Counter[str]) -> str:
    """Both Perimeters and what they come to, on a map by chance, sometimes after an Escape; what differs, or ""."""
    hexes, camps = brute_force.chance_camps(dice)
    land = Land(frozenset(hexes), brute_force.rim_of(hexes))
    one, other = map(_positions, camps)
    drawn = dict(zip(SIDES, (draw(land, one, other, PLAIN), draw(land, other, one, PLAIN)), strict=True))
    reading = brute_force.perimeters(hexes, camps, land.edge)
    left = brute_force.after_escapes(dice, camps)
    came_to = resolve_areas(land, dict(zip(SIDES, map(_positions, left), strict=True)), drawn, PLAIN)
    brute_force.settled(hexes, left, reading)
    seen["maps"] += 1
    for side in (0, 1):
        seen["Pockets"] += len(reading.pockets[side])
        seen["main areas"] += bool(reading.main[side])
    seen.update(f"type {kind}" for kind, _, _ in reading.isolated)
    seen["passed"] += sum(kind in "AB" and holder >= 0 for kind, _, holder in reading.isolated)
    return "" if _same(reading, drawn, came_to) else repr((hexes[-1], camps, left))


def _positions(camp: Camp) -> Positions:
    return Positions(holds=camp.holds, units=camp.units, mmc=camp.units, smc=camp.smc)


def _same(reading: Reading, drawn: dict[str, SidePerimeter], came_to: Settled) -> bool:
    sides = list(enumerate(SIDES))
    areas = all((drawn[key].main, {*drawn[key].pockets}) == (reading.main[n], reading.pockets[n]) for n, key in sides)
    holders = {"": -1, **{key: n for n, key in sides}}
    isolated = {(each.type, each.hexes, holders[each.holder]) for each in came_to.isolations}
    control = all(came_to.control[key] == reading.control[n] for n, key in sides)
    return areas and control and isolated == reading.isolated
