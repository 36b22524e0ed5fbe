"""A roll for each of several counters, on one table: in such steps only who rolls and what comes of it differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from rules.asl.conditions import Changes, named
from rules.asl.context import RefitContext, StepDef, roll_record
from rules.asl.counters import Counter
from rules.asl.pending import Left
from rules.dice import Rng
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.engine.tasks import RollTask
from rules.tables import Need

D = TypeVar("D", bound=RefitContext)
CounterFacts = Callable[[D, Counter], Mapping[str, int]]
"""What the table may ask of a counter, by the keys of its modifiers."""
Settle = Callable[[D, Changes, Counter, Rolled], str]
"""Does to a counter what its roll says, and gives what the record is to say of it."""


def die_each(
    key: str,
    event: str,
    table: str,
    who: Callable[[D], Iterable[Counter]],
    facts: CounterFacts[D],
    settle: Settle[D],
    ends: tuple[type[Left], ...] = (),
) -> StepDef[D]:
    """A step with a die for each counter of `who`; it passes by where nobody rolls.

    `ends` is what earlier steps left for this one alone.
    """

    def task(ctx: D) -> RollTask | None:
        on = ctx.table(table)
        needs = tuple(Need(str(c.id), named(c), 1, on, ctx.modifiers(on, **facts(ctx, c))) for c in who(ctx))
        return RollTask(ctx.button(key), needs, mode=ctx.mode) if needs else None

    def roll(ctx: D, task: RollTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
        changes, rolls = Changes(ctx), []
        counters = {str(c.id): c for c in ctx.mine.counters}
        for rolled in ctx.roll(task.needs, data, rng):
            rolls.append(roll_record(rolled, settle(ctx, changes, counters[rolled.need.key], rolled)))
        pending = ctx.pending.without(*ends) if ends else None
        return StepResult([ctx.event(event, change=changes.rows, rolls=rolls, pending=pending)])

    return StepDef(key, task, {"roll": roll})
