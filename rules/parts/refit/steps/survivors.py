"""Who comes through a battle: wounded leaders, and half-squads put together again."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from rules.kernel import Luck
from rules.parts.counters import Counter
from rules.parts.refit.desk import Desk, told
from rules.parts.refit.steps.chosen import ENGINEER, Change, lost, marks
from rules.parts.refit.steps.clearing import busy
from rules.parts.refit.steps.hardening import retained
from rules.parts.refit.words import Deed, an
from rules.parts.rolls import Need, Rolled
from rules.parts.stages import Taken
from rules.parts.tasks import RollTask

TEAM = "mortar team"
"""A half-squad that stays one, beside its light mortar."""

# wounded leaders -------------------------------------------------------------------


def _wounded(desk: Desk) -> list[Counter]:
    """Leaders alone: a hero leaves with his wound and still hardens an MMC."""
    return [counter for counter in retained(desk, "leader") if "wounded" in counter.marks]


def _wounded_needs(desk: Desk) -> tuple[Need, ...]:
    table = desk.table("wounded")
    return tuple(
        Need(
            str(leader.id),
            f"{leader.name} (no. {leader.id})",
            1,
            table,
            desk.modifiers(table, isolated="isolated" in leader.marks, heroic="heroic" in leader.marks),
        )
        for leader in _wounded(desk)
    )


def _wounded_task(desk: Desk) -> RollTask | None:
    needs = _wounded_needs(desk)
    return RollTask(desk.button("wounded"), needs, mode=desk.mode) if needs else None


def _roll_wounded(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    rolled = desk.roll(_wounded_needs(desk), data, luck)
    by_id = {str(leader.id): leader for leader in _wounded(desk)}
    change = {one.need.key: _healed(desk, by_id[one.need.key], one) for one in rolled}
    rolls = [told(one, str(one.value("result"))) for one in rolled]
    return Taken([desk.event("wounded.rolled", change=change, rolls=rolls)])


def _healed(desk: Desk, leader: Counter, rolled: Rolled) -> Change:
    """What becomes of a wounded leader: some games call him Eliminated who is out of the campaign."""
    result = rolled.value("result")
    if result == "unwounded":
        return marks(leader, less=("wounded",))
    if result == "eliminated":
        return lost(desk)
    return {} if result == "wounded" else {"fate": "evacuated", "since": desk.date}


# recombining ----------------------------------------------------------------------


def _pairs(desk: Desk) -> list[tuple[Counter, Counter]]:
    """Half-squads that must recombine: alike by name, as Assault Engineers or not, and by where they are isolated.

    Who is busy where he is stays as he is.
    """
    free = (c for c in retained(desk, "half_squad") if TEAM not in c.marks and not busy(desk, c))
    halves = [c for c in free if _squad_of(desk, c.name)]
    pairs = []
    for _, same in groupby(sorted(halves, key=_alike), key=_alike):
        row = list(same)
        pairs += list(zip(row[::2], row[1::2], strict=False))
    return pairs


def _alike(counter: Counter) -> tuple[str, bool, bool, str]:
    isolated = "isolated" in counter.marks
    return counter.name, ENGINEER in counter.marks, isolated, counter.place if isolated else ""


def _squad_of(desk: Desk, half: str) -> str:
    """The squad two such half-squads make: one of a kind the side has had, or the first known."""
    wholes = [name for (side, name), unit in desk.book.units.items() if side == desk.side and unit.half == half]
    had = {counter.name for counter in desk.mine.counters}
    return next((name for name in wholes if name in had), wholes[0] if wholes else "")


def _marks_of(one: Counter, other: Counter) -> list[str]:
    """The conditions of a squad put together of two: those of either."""
    return list(dict.fromkeys((*one.marks, *other.marks)))


def _recombine_task(desk: Desk) -> RollTask | None:
    pairs = _pairs(desk)
    lines = tuple(f"2 {one.name} become {an(_squad_of(desk, one.name))}" for one, _ in pairs)
    return RollTask(desk.button("recombine"), lines=lines, mode=desk.mode) if pairs else None


def _recombine(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    desk.roll((), data, luck)
    pairs = _pairs(desk)
    change = {str(c.id): {"fate": "merged", "since": desk.date} for pair in pairs for c in pair}
    rows = desk.new(
        [("squad", _squad_of(desk, a.name), a.group, {"marks": _marks_of(a, b), "place": a.place}) for a, b in pairs]
    )
    return Taken([desk.event("half_squads.recombined", change=change, add=rows)])


WOUNDED = (Deed("wounded", _wounded_task, {"roll": _roll_wounded}),)
RECOMBINE = (Deed("recombine", _recombine_task, {"roll": _recombine}),)
