"""What a new date begins with: SAN, points, ELR and weather, rolled for.

What the dice of points and ELR hang on differs from game to game.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping

from rules.asl.context import RefitContext, roll_data
from rules.asl.payloads import ANNOUNCED, WEATHER_ROLLED, Outcome
from rules.asl.steps.generic import D, RollStep
from rules.contract import Event
from rules.engine.corrections import moved_by
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.tables import Need
from rules.text import gettext_noop


class SanStep(RollStep[RefitContext]):
    """The SAN, where it is high enough to fall."""

    key, by_itself = "san", True

    def needs(self, ctx: RefitContext) -> Iterator[Need]:
        rule, table, san = ctx.rules.pack.san, ctx.table("san"), ctx.mine.now.san
        if san >= rule.rolls_from:
            modifiers = ctx.modifiers(table, san=max(san - rule.offset, rule.drm_min))
            yield Need("san", f"SAN {san}", 1, table, modifiers)

    def roll(self, ctx: RefitContext, rolls: tuple[Rolled, ...]) -> StepResult:
        (rolled,) = rolls
        san = ctx.mine.now.san + int(rolled.value("san") or 0)
        event = ctx.event("san.rolled", line={"san": san}, rolls=[roll_data(rolled, f"SAN {san}")])
        return StepResult([event, *_at_once(ctx, ctx.mine.now.elr, san)])


def _at_once(ctx: RefitContext, elr: int, san: int) -> list[Event]:
    """The new ELR and SAN told to all, if this campaign reads the rules so that they are no secret."""
    if ctx.rules.readings.elr_san_secret != "open":
        return []
    return [ANNOUNCED(side=ctx.side, elr=elr, san=san)]


class PointsStep(RollStep[D]):
    """The points a side is sent: a DR."""

    key, by_itself = "points", True

    def facts(self, ctx: D) -> Mapping[str, int]:
        """What the table may ask, by the keys of its modifiers."""
        return {}

    def received(self, ctx: D, points: int) -> int:
        """What of the points rolled for comes."""
        return points

    def needs(self, ctx: D) -> Iterator[Need]:
        table = ctx.table("cpp")
        yield Need("cpp", gettext_noop("CPP replenishment"), 2, table, ctx.modifiers(table, **self.facts(ctx)))

    def roll(self, ctx: D, rolls: tuple[Rolled, ...]) -> StepResult:
        (rolled,) = rolls
        of_table = int(rolled.value("cpp") or 0)
        repl = self.received(ctx, of_table)
        outcome: Outcome = {"ledger": {"repl": repl}, "rolls": [roll_data(rolled, f"{repl} CPP")]}
        outcome["total"] = ctx.mine.now.ledger.start + repl
        if repl != of_table:
            outcome["number"] = of_table
        return StepResult([ctx.event("points.replenished", **outcome)])


def elr_needs(ctx: RefitContext, facts: Mapping[str, int]) -> tuple[Need, ...]:
    """The DR by which the ELR may move, with the modifiers that go by `facts`."""
    table = ctx.table("elr")
    return (Need("elr", f"ELR {ctx.mine.now.elr}", 2, table, ctx.modifiers(table, **facts)),)


def elr_moved(ctx: RefitContext, by: int, rolled: Iterable[Rolled]) -> StepResult:
    """The ELR moved `by` so much, within the limits of the game; `rolled` are the dice that did it.

    An ELR that is beyond the limits already stays so, for they bound only the step that is taken.
    """
    limits, now = ctx.rules.pack.elr.limits, ctx.mine.now.elr
    new = moved_by(now, by, limits.minimum, limits.maximum)
    event = ctx.event("elr.rolled", line={"elr": new}, rolls=[roll_data(one, f"ELR {new}") for one in rolled])
    return StepResult([event, *_at_once(ctx, new, ctx.mine.now.san)])


class ElrStep(RollStep[D]):
    """The ELR, which may move by one: a DR."""

    key, by_itself = "elr", True

    @abstractmethod
    def facts(self, ctx: D) -> Mapping[str, int]:
        """What the table may ask, by the keys of its modifiers."""

    def needs(self, ctx: D) -> tuple[Need, ...]:
        return elr_needs(ctx, self.facts(ctx))

    def roll(self, ctx: D, rolls: tuple[Rolled, ...]) -> StepResult:
        return elr_moved(ctx, int(rolls[0].value("elr") or 0), rolls)


class WeatherStep(RollStep[RefitContext]):
    """The date's weather and its environmental conditions, rolled for by one side."""

    key = "weather"

    def needs(self, ctx: RefitContext) -> Iterator[Need]:
        if ctx.side == ctx.rules.pack.weather.value:
            weather, ec, sky = ctx.table("weather"), ctx.table("ec"), ctx.sky()
            yield Need("weather", gettext_noop("Weather"), 2, weather, ctx.modifiers(weather, **sky))
            yield Need("ec", gettext_noop("Environmental conditions"), 1, ec, ctx.modifiers(ec, **sky))

    def roll(self, ctx: RefitContext, rolls: tuple[Rolled, ...]) -> StepResult:
        weather, ec = rolls
        sky, ground = str(weather.value("weather")), str(ec.value("ec"))
        rolls_data = [roll_data(weather, sky), roll_data(ec, ground)]
        return StepResult([WEATHER_ROLLED(weather=sky, ec=ground, rolls=rolls_data)])
