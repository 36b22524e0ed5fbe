"""The last of the set-up: the wind as it was rolled at the table, and the commencement, when both sides tell their ELR
and SAN and what was due is there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rules.asl.context import RefitContext, roll_data
from rules.asl.counter_fields import Change, marks
from rules.asl.counters import DUE, READY
from rules.asl.payloads import ANNOUNCED, WIND_SET, WindSet
from rules.asl.steps.generic import CheckStep, D, Entries, RollFormStep
from rules.asl.steps.setup import recon
from rules.contract import Field, Refused
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.engine.tasks import CheckTask
from rules.tables import Need
from rules.text import gettext, gettext_noop

DIRECTION, ROLL = "direction", "roll"


class WindStep(RollFormStep[RefitContext]):
    """Its force, by a table that no book here has, and its direction: a die of the server's, or what was rolled."""

    key = "wind"

    def fields(self, ctx: RefitContext) -> Iterator[Field]:
        words = ctx.rules.setup.wind
        forces = tuple((force, gettext(force)) for force in words.forces)
        ways = [("", gettext("none")), *((str(n), str(n)) for n in range(1, words.directions + 1))]
        if ctx.mode == "server":
            ways.insert(1, (ROLL, gettext("the server rolls it")))
        rule = ctx.rule("wind", "force")
        yield Field("force", gettext("Wind force"), "select", words.calm, options=forces, rule=rule)
        rule = ctx.rule("wind", "direction")
        yield Field("direction", gettext("Towards hex side"), "select", "", options=tuple(ways), rule=rule)
        if not ctx.burning:
            rule = ctx.rule("wind", "blaze")
            yield Field("blaze", gettext("A Blaze burns on the map"), "check", False, rule=rule)
        hint = gettext("only if the words above do not fit what was rolled")
        yield Field("wind", gettext("In other words"), "text", "", hint=hint, rule=ctx.rule("wind"))

    def is_public(self, field: Field) -> bool:
        return True

    def free_dice(self, ctx: RefitContext) -> int:
        return 2

    def lines(self, ctx: RefitContext) -> Iterator[str]:
        warnings = ctx.rules.setup.wind.warnings
        return (gettext(text) for weather, text in warnings.items() if weather == ctx.public.today.weather)

    def needs(self, ctx: RefitContext, entries: Entries) -> Iterator[Need]:
        blows = entries["force"] != ctx.rules.setup.wind.calm
        if blows and entries[DIRECTION] == ROLL and not entries["wind"]:
            yield Need(DIRECTION, gettext_noop("Wind direction"), 1, sides=ctx.rules.setup.wind.directions)

    def check(self, ctx: RefitContext, entries: Entries) -> None:
        words, force = ctx.rules.setup.wind, entries["force"]
        if not entries["wind"] and force != words.calm and not entries[DIRECTION]:
            rule = ctx.rule("wind", "direction")
            message = gettext("{force}: it blows in some direction.", force=gettext(force))
            way_out = gettext("Roll it as {rule} says and choose its number.", rule=rule)
            raise Refused(message, rule=rule, field=DIRECTION, way_out=way_out)

    def enter(self, ctx: RefitContext, entries: Entries, rolls: tuple[Rolled, ...]) -> StepResult:
        words, force = ctx.rules.setup.wind, entries["force"]
        direction = str(rolls[0].reckoning.original) if rolls else entries[DIRECTION]
        plain = force if force == words.calm else f"{force}, direction {direction}"
        smoke = entries.get("blaze", ctx.burning) and force == words.drifting
        note = f"; {words.drifting_note}" if smoke else ""
        payload: WindSet = {"wind": (entries["wind"] or plain) + note}
        if rolls:
            payload["rolls"] = [roll_data(one, direction) for one in rolls]
        return StepResult([WIND_SET(**payload)])


class BeginStep(CheckStep[D]):
    """The commencement: what was due is there, and who was busy during the refit is so no longer.

    Counters of the classes `to_enter` stay due, in a game that asks after the scenario which of them entered.
    """

    key, counters = "begin", False
    to_enter: ClassVar[tuple[str, ...]] = ()

    def task(self, ctx: D) -> CheckTask:
        """What is announced. Where nothing else is to be read an open page may press: nothing is decided."""
        return CheckTask(
            ctx.button(self.key),
            self.points(ctx),
            tuple(self.lines(ctx)),
            self.counters,
            by_itself=not recon.disclosed_lines(ctx),
        )

    def lines(self, ctx: D) -> Iterator[str]:
        yield gettext("You announce ELR {elr} and SAN {san}.", elr=ctx.elr, san=ctx.mine.now.san)
        yield from recon.disclosed_lines(ctx)

    def done(self, ctx: D, note: str) -> StepResult:
        free = ctx.rules.pack.marks.stay
        change: dict[str, Change] = {str(c.id): found for c in ctx.mine.counters if (found := marks(c, less=free))}
        for counter in ctx.mine.counters:
            if counter.fate == DUE and counter.kind not in self.to_enter:
                change[str(counter.id)] = {**change.get(str(counter.id), {}), "fate": READY}
        announcement = ANNOUNCED(side=ctx.side, elr=ctx.elr, san=ctx.mine.now.san)
        return StepResult([announcement, ctx.event("step.done", step="begin", change=change)])
