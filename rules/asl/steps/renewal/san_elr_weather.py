"""What a new line begins with: SAN, points, ELR and weather, rolled for.

What the dice of points and ELR hang on differs from game to game: it gives `points` and `elr` the facts of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from rules.asl.context import RefitContext, StepDef, roll_record
from rules.asl.payloads import ANNOUNCED, WEATHER_ROLLED
from rules.contract import Event
from rules.dice import Rng
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.engine.tasks import RollTask
from rules.tables import Need
from rules.text import gettext_noop

D = TypeVar("D", bound=RefitContext)
ContextFacts = Callable[[D], Mapping[str, int]]
"""What a table may ask of a context, by the keys of its modifiers."""

# SAN ------------------------------------------------------------------------------


def _san_task(ctx: RefitContext) -> RollTask | None:
    rule, table, san = ctx.rules.pack.san, ctx.table("san"), ctx.mine.now.san
    if san < rule.rolls_from:
        return None
    need = Need("san", f"SAN {san}", 1, table, ctx.modifiers(table, san=max(san - rule.offset, rule.drm_min)))
    return RollTask(ctx.button("san"), (need,), mode=ctx.mode)


def _roll_san(ctx: RefitContext, task: RollTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    (rolled,) = ctx.roll(task.needs, data, rng)
    san = ctx.mine.now.san + int(rolled.value("san") or 0)
    event = ctx.event("san.rolled", line={"san": san}, rolls=[roll_record(rolled, f"SAN {san}")])
    return StepResult([event, *_at_once(ctx, ctx.mine.now.elr, san)])


def _at_once(ctx: RefitContext, elr: int, san: int) -> list[Event]:
    """The new ELR and SAN told to all, if this campaign reads the rules so that they are no secret."""
    if ctx.rules.readings.get("elr_san_secret") != "open":
        return []
    return [ANNOUNCED(side=ctx.side, elr=elr, san=san)]


# points ----------------------------------------------------------------------------------


def points(facts: ContextFacts[D], halved: Callable[[D, int], int] = lambda ctx, points: points) -> StepDef[D]:
    """The points a side is sent: a DR with the modifiers that go by `facts`; `halved` may cut them."""

    def task(ctx: D) -> RollTask:
        table = ctx.table("cpp")
        need = Need("cpp", gettext_noop("CPP replenishment"), 2, table, ctx.modifiers(table, **facts(ctx)))
        return RollTask(ctx.button("points"), (need,), mode=ctx.mode)

    def roll(ctx: D, task: RollTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
        (rolled,) = ctx.roll(task.needs, data, rng)
        repl = halved(ctx, int(rolled.value("cpp") or 0))
        total = ctx.mine.now.ledger.start + repl
        rolls = [roll_record(rolled, f"{repl} CPP")]
        return StepResult([ctx.event("points.replenished", ledger={"repl": repl}, rolls=rolls, total=total)])

    return StepDef("points", task, {"roll": roll})


# ELR -------------------------------------------------------------------------------------


def elr(facts: ContextFacts[D]) -> StepDef[D]:
    """The ELR may move by one: a DR with the modifiers that go by `facts`."""

    def task(ctx: D) -> RollTask:
        return RollTask(ctx.button("elr"), elr_needs(ctx, facts(ctx)), mode=ctx.mode)

    def roll(ctx: D, task: RollTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
        return elr_rolled(ctx, task.needs, data, rng)

    return StepDef("elr", task, {"roll": roll})


def elr_needs(ctx: RefitContext, facts: Mapping[str, int]) -> tuple[Need, ...]:
    """The DR for the ELR under `facts`."""
    table = ctx.table("elr")
    return (Need("elr", f"ELR {ctx.mine.now.elr}", 2, table, ctx.modifiers(table, **facts)),)


def elr_rolled(ctx: RefitContext, needs: tuple[Need, ...], data: Mapping[str, Any], rng: Rng) -> StepResult:
    """The ELR after its roll, within the limits of the game."""
    (rolled,) = ctx.roll(needs, data, rng)
    return elr_moved(ctx, int(rolled.value("elr") or 0), [rolled])


def elr_moved(ctx: RefitContext, by: int, rolled: Iterable[Rolled]) -> StepResult:
    """The ELR moved `by` so much, within the limits of the game; `rolled` are the dice that did it.

    An ELR that is beyond the limits already stays so, for they bound only the step that is taken.
    """
    limits, now = ctx.rules.pack.elr.limits, ctx.mine.now.elr
    new = min(max(now + by, min(limits.minimum, now)), max(limits.maximum, now))
    event = ctx.event("elr.rolled", line={"elr": new}, rolls=[roll_record(one, f"ELR {new}") for one in rolled])
    return StepResult([event, *_at_once(ctx, new, ctx.mine.now.san)])


# weather ---------------------------------------------------------------------------


def _weather_task(ctx: RefitContext) -> RollTask | None:
    if ctx.side != ctx.rules.pack.weather.value:
        return None
    weather, ec, sky = ctx.table("weather"), ctx.table("ec"), ctx.sky()
    needs = (
        Need("weather", gettext_noop("Weather"), 2, weather, ctx.modifiers(weather, **sky)),
        Need("ec", gettext_noop("Environmental conditions"), 1, ec, ctx.modifiers(ec, **sky)),
    )
    return RollTask(ctx.button("weather"), needs, mode=ctx.mode)


def _roll_weather(ctx: RefitContext, task: RollTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    weather, ec = ctx.roll(task.needs, data, rng)
    sky, ground = str(weather.value("weather")), str(ec.value("ec"))
    told_all = [roll_record(weather, sky), roll_record(ec, ground)]
    return StepResult([WEATHER_ROLLED(weather=sky, ec=ground, rolls=told_all)])


SAN = (StepDef("san", _san_task, {"roll": _roll_san}),)
WEATHER = (StepDef("weather", _weather_task, {"roll": _roll_weather}),)
