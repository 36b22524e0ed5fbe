"""An Idle Day in one press (12.614 to 12.6253): what it does in each step, and where it stops.

It throws the server's dice, takes what comes without a choice, removes nothing, buys nothing and shows an Idle chit.
It stops before everything else: a step that asks, own dice, and whatever would let something lapse.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.contract import STEP, Event, Field, Order, Refused
from rules.dice import Rng
from rules.engine.entries import read_field
from rules.engine.replace import replace
from rules.engine.stages import Course
from rules.engine.tasks import CheckTask, FormTask, RollTask
from rules.features.idle import IdleDay, IdleStep
from rules.systems.votg.context import Context
from rules.systems.votg.state import ATTACK, IDLE
from rules.text import gettext, gettext_noop

STAGES = ("renewal", "purchase", "forces", "initiative", "showing")
ROLLED = gettext_noop("The server throws the dice.")
DOES: Mapping[str, str] = {
    "new_day": gettext_noop("The day begins."),
    "san": ROLLED,
    "booby_traps": ROLLED,
    "removal": gettext_noop("Nothing is removed."),
    "points": ROLLED,
    "support": gettext_noop("The Support CPP that are due are taken."),
    "elr": gettext_noop("The server throws the dice; scenarios count from when the step proposes."),
    "weather": ROLLED,
    "purchase": gettext_noop("Nothing is bought. A basket that was begun stops the press."),
    "muster": gettext_noop("What came is taken as read."),
    "recon": gettext_noop("No reconnaissance is paid for."),
    "initiative": gettext_noop("The chit is Idle."),
    "showing": gettext_noop("The chit is turned over."),
}
AGREED = Field("agreed", "", "check", True)
SEALED = "idle_day"
"""What a side's room knows the date by, on which it does nothing else."""
STOP = Field("stop", gettext_noop("Stop before the chit is chosen"), "check", False)


def idle_day(course: Course[Context], ctx: Context) -> IdleDay | None:
    """The day as it stands, while the side may still have an Idle one."""
    if not _may_be_idle(ctx):
        return None
    current = course.current(ctx)
    asks = current.spec if current and order(course, ctx, {}) is None else None
    # The step that waits is among them even if it asks.
    present = STAGES.index(ctx.stage)
    here = (present, current.index) if current else (present + 1, 0)
    steps = []
    for at, stage in enumerate(STAGES):
        for n, spec in enumerate(course.stage(stage).steps):
            if spec.key in DOES or (at, n) == here:
                status = "here" if (at, n) == here and current else "done" if (at, n) < here else "coming"
                steps.append(IdleStep(spec, gettext(DOES.get(spec.key, "")), status))
    stop = replace(STOP, label=gettext(STOP.label))
    title = gettext("Idle Day, {day}: nothing but what must be", day=gettext(ctx.rules.days[ctx.day()].name))
    return IdleDay(title, tuple(steps), (stop,), asks, agreed_to_idle(ctx))


def agreed_to_idle(ctx: Context) -> bool:
    """Whether the side has sealed that it does nothing else on this day."""
    return ctx.mine.known.get(SEALED) == ctx.date and _may_be_idle(ctx)


def seal(ctx: Context, data: Mapping[str, object], rng: Rng) -> list[Event]:
    """12.6252: the side seals, before it knows the other's choice, that it does nothing else; or takes that back."""
    if not _may_be_idle(ctx):
        raise Refused(
            gettext("This can be no Idle Day for your side."),
            rule=ctx.rule("initiative", "chits"),
            way_out=gettext("Go on step by step; another day may be one."),
        )
    sealed = read_field(AGREED, data.get(AGREED.name, AGREED.value))
    kind = "idle.sealed" if sealed else "idle.withdrawn"
    return [ctx.event(kind, known={SEALED: ctx.date if sealed else -1})]


def order(course: Course[Context], ctx: Context, entries: Mapping[str, object]) -> Order | None:
    """What does nothing at the step that waits."""
    current = course.current(ctx)
    if current is None or not _may_be_idle(ctx):
        return None
    key, task, stop = current.spec.key, current.task, read_field(STOP, entries.get(STOP.name, False))
    if isinstance(task, RollTask):
        return Order("roll", {STEP: key}) if task.thrown else None
    if key not in DOES or (task.needs and task.mode == "own"):
        return None
    data: dict[str, object] = {}
    if isinstance(task, FormTask) and any(field.name == "chit" for field in task.fields):
        if stop:
            return None
        data["chit"] = IDLE
    if not isinstance(task, FormTask | CheckTask) and key != "purchase":
        return None
    try:
        gate = task.gate(task.orders[0], data)
    except Refused:
        return None
    if gate and gate.lost:
        return None
    return Order(task.orders[0], {STEP: key, **data})


def _may_be_idle(ctx: Context) -> bool:
    """Whether the side is in the refit of a day that may still be Idle."""
    return ctx.stage in STAGES and not ctx.initial and not ctx.in_counterattack and ctx.roster_row.chit != ATTACK
