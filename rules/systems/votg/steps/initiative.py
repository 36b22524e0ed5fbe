"""What scenario comes next: the Counterattack after a German Assault (12.613), Attack or Idle (12.625 to 12.6254) and
the Support CPP that hang on it (12.6181), and who moves first (12.627)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.asl.context import StepDef, either, roll_record
from rules.contract import Field
from rules.dice import Rng
from rules.engine.stages import StepResult
from rules.engine.tasks import CheckTask, FormTask, RollTask
from rules.systems.votg.context import Context
from rules.systems.votg.payloads import (
    CHIT_SHOWN,
    COUNTERATTACK_DECLARED,
    COVER_SET,
    MOVER_ROLLED,
    NIGHT_DECIDED,
    ORDER_ROLLED,
    SCENARIO_GENERATED,
    ScenarioTold,
)
from rules.systems.votg.state import ATTACK, COUNTERATTACK, DUAL, GERMAN, IDLE, RUSSIAN, Record, enemy
from rules.tables import Need
from rules.text import gettext

DAY, NIGHT = "day", "night"
NO, YES = "", "yes"
OPEN = ("rolled", None)
"""What the matrix says of who sets up or moves first where it does not tell."""

# 12.613 the Counterattack ----------------------------------------------------------------------


def _strike_task(ctx: Context) -> FormTask | None:
    if not ctx.may_counterattack():
        return None
    said = ctx.texts("counterattack")
    options = [(NO, gettext(said["no"])), (YES, gettext(said["yes"]))]
    if COUNTERATTACK in ctx.rules.pack.night.value and ctx.ruling("night_asked") == "with_it":
        options.append((NIGHT, f"{gettext(said['yes'])}, {gettext(said['night'])}"))
    rule, left = ctx.rule("counterattack", "kinds"), gettext(said["left"], number=ctx.public.chits)
    field = Field("strike", gettext(said.title), "select", NO, options=tuple(options), rule=rule)
    return FormTask(ctx.button("counterattack"), (field,), (left,))


def _declare(ctx: Context, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    strike = task.read(data)["strike"]
    return StepResult([COUNTERATTACK_DECLARED(night=strike == NIGHT)] if strike != NO else [])


# Attack or Idle --------------------------------------------------------------------------------


def _chit_field(ctx: Context, key: str, labels: Mapping[str, str]) -> Field:
    """Attack or Idle with their `labels`, as the step `key` asks for it; a chit that was chosen already binds.

    Only Russian chits to attack with are counted (12.6251).
    """
    none_left = ctx.side == RUSSIAN and ctx.public.chits <= 0
    fit = (chit for chit in (IDLE, ATTACK) if ctx.line.chit in ("", chit) and not (none_left and chit == ATTACK))
    options = tuple((chit, gettext(labels[chit])) for chit in fit)
    title = gettext(ctx.texts(key).title)
    return Field("chit", title, "select", options[0][0], options=options, rule=ctx.rule(key, "chits"))


def _choice_task(ctx: Context) -> FormTask:
    said = ctx.texts("initiative")
    bound = (gettext(said["bound"]),) if ctx.line.chit else ()
    lines = (f"{gettext(said['left'])}: {ctx.public.chits}", *bound)
    field = _chit_field(ctx, "initiative", {IDLE: said["idle"], ATTACK: said["attack"]})
    return FormTask(ctx.button("initiative"), (field,), lines)


def _choose(ctx: Context, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    chit = task.read(data)["chit"]
    return StepResult([ctx.event("chit.chosen", line={"chit": chit}, chit=chit)])


# 12.6181 Support CPP ---------------------------------------------------------------------------


def _support(ctx: Context) -> int:
    """The Support CPP that the German has by a chit shown before this refit."""
    records = ctx.on_day_before() if ctx.ruling("support_timing") == "last_chit" else ctx.public.dates[: ctx.date][-1:]
    attacked = any(record.chits.get(GERMAN) == ATTACK for record in records)
    return ctx.rules.pack.support.points if attacked else 0


def _support_due(ctx: Context) -> bool:
    return ctx.german and (not ctx.in_counterattack or ctx.ruling("support_timing") == "next_refit")


def _pledge_task(ctx: Context) -> FormTask | None:
    if not _support_due(ctx) or ctx.ruling("support_timing") != "declared":
        return None
    said = ctx.texts("support")
    field = _chit_field(ctx, "support", {IDLE: said["idle"], ATTACK: said["attack"]})
    return FormTask(ctx.button("support"), (field,))


def _support_task(ctx: Context) -> CheckTask | None:
    if not _support_due(ctx) or not _support(ctx):
        return None
    said = ctx.texts("support")
    line = gettext(said["received"], number=_support(ctx))
    return CheckTask(gettext(said["take"]), lines=(line,), counters=False)


def _pledge(ctx: Context, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    """The chit chosen in secret before the purchases; it binds."""
    chit = task.read(data)["chit"]
    number = ctx.rules.pack.support.points if chit == ATTACK else 0
    return StepResult([ctx.event("support.received", line={"chit": chit}, support={"repl": number}, number=number)])


def _receive(ctx: Context, task: CheckTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    number = _support(ctx)
    return StepResult([ctx.event("support.received", support={"repl": number}, number=number)])


# both are turned over --------------------------------------------------------------------------


def _show_task(ctx: Context) -> CheckTask:
    said = gettext(ctx.texts("showing").labels["chits"][ctx.line.chit])
    return CheckTask(ctx.button("showing"), lines=(said,), counters=False)


def _show(ctx: Context, task: CheckTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    """Turn the chit over; with the second one it is known what is played."""
    chit = ctx.line.chit
    spends = ctx.side == RUSSIAN and chit == ATTACK
    events = [CHIT_SHOWN(side=ctx.side, chit=chit, spent=1) if spends else CHIT_SHOWN(side=ctx.side, chit=chit)]
    if other := ctx.today.chits.get(enemy(ctx.side)):
        events.append(SCENARIO_GENERATED(**_generated(ctx, {ctx.side: chit, enemy(ctx.side): other})))
    return StepResult(events)


def _generated(ctx: Context, chits: Mapping[str, str]) -> ScenarioTold:
    """What the matrix makes of both chits: the kind of scenario, and who sets up and moves first where it says so."""
    rows = (row.values for row in ctx.table("initiative").rows)
    row = next(row for row in rows if all(row[side] == chits[side] for side in (GERMAN, RUSSIAN)))
    told = ScenarioTold(kind=str(row["scenario"]))
    if row["sets_up_first"] not in OPEN:
        told["first"] = str(row["sets_up_first"])
    if row["moves_first"] not in OPEN:
        told["mover"] = str(row["moves_first"])
    return told


# what is still open ----------------------------------------------------------------------------


def open_now(ctx: Context) -> bool:
    """Whether anything has to be decided before the set-up, by what both sides know."""
    return any(step_def.task(ctx) is not None for step_def in SCENARIO)


def undecided(today: Record) -> bool:
    """Whether who moves first has still to be rolled for."""
    return today.kind == DUAL and not today.mover


def _order_task(ctx: Context) -> RollTask | None:
    if ctx.today.kind != DUAL or ctx.today.first:
        return None
    need = Need("order", ctx.texts("order").title, 1, ctx.table("dual_setup"))
    return RollTask(ctx.button("order"), (need,), mode=ctx.mode)


def _roll_order(ctx: Context, task: RollTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    (rolled,) = ctx.roll(task.needs, data, rng)
    side = str(rolled.value("result"))
    return StepResult([ORDER_ROLLED(first=side, rolls=[roll_record(rolled, ctx.rules.names[side])])])


def _night_task(ctx: Context) -> FormTask | None:
    """Asked for a Russian Assault; for a Counterattack only if its declaration left it open."""
    told = ctx.today.kind == COUNTERATTACK and ctx.ruling("night_asked") != "late"
    if ctx.today.kind not in ctx.rules.pack.night.value or told or ctx.today.night:
        return None
    said = ctx.texts("night")
    options = ((DAY, gettext(said["day"])), (NIGHT, gettext(said["night"])))
    field = Field("light", gettext(said.title), "select", DAY, options=options, rule=ctx.rule("night"))
    return FormTask(ctx.button("night"), (field,), ctx.points("night"))


def _decide_night(ctx: Context, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    night = task.read(data)["light"] == NIGHT
    return StepResult([NIGHT_DECIDED(night=True, after_recon=True) if night else NIGHT_DECIDED(night=False)])


def _cover_task(ctx: Context) -> FormTask | None:
    if not ctx.today.night or ctx.today.cover:
        return None
    said, words, rule = ctx.texts("cloud_cover"), ctx.rules.setup.cloud_cover, ctx.rule("cloud_cover", "cover")
    overcast = ctx.today.weather == words.overcast
    options = tuple((kind, gettext(kind)) for kind in ((words.overcast,) if overcast else words.kinds))
    fields = (
        Field("cover", gettext(said["cover"]), "select", options[0][0], options=options, rule=rule),
        Field("nvr", gettext(said["nvr"]), high=words.nvr_most, rule=rule),
    )
    if overcast:
        return FormTask(ctx.button("cloud_cover"), fields, (gettext(said["no_moon"]),))
    moon, hint = gettext(said["moon"]), gettext(said["reckoned"])
    sky = Field("moon", moon, "text", ctx.cg_day.moon, hint=hint, rule=ctx.rule("cloud_cover"))
    return FormTask(ctx.button("cloud_cover"), (*fields, sky))


def _set_cover(ctx: Context, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    entered = task.read(data)
    moon = entered.pop("moon", "")
    cover = ctx.texts("cloud_cover")["told"].format(**entered)
    return StepResult([COVER_SET(cover=cover, moon=moon) if moon else COVER_SET(cover=cover)])


# who moves first -------------------------------------------------------------------------------


def _mover_task(ctx: Context) -> RollTask | None:
    need = Need("mover", ctx.texts("mover").title, 1, ctx.table("dual_move"))
    return RollTask(ctx.button("mover"), (need,), mode=ctx.mode) if undecided(ctx.today) else None


def _roll_mover(ctx: Context, task: RollTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    (rolled,) = ctx.roll(task.needs, data, rng)
    side = str(rolled.value("result"))
    return StepResult([MOVER_ROLLED(mover=side, rolls=[roll_record(rolled, ctx.rules.names[side])])])


STRIKE: tuple[StepDef[Context], ...] = (StepDef("counterattack", _strike_task, {"enter": _declare}),)
SUPPORT: tuple[StepDef[Context], ...] = (
    either(StepDef("support", _pledge_task, {"enter": _pledge}), StepDef("support", _support_task, {"done": _receive})),
)
CHOICE: tuple[StepDef[Context], ...] = (StepDef("initiative", _choice_task, {"enter": _choose}),)
SHOWING: tuple[StepDef[Context], ...] = (StepDef("showing", _show_task, {"done": _show}),)
SCENARIO: tuple[StepDef[Context], ...] = (
    StepDef("order", _order_task, {"roll": _roll_order}),
    StepDef("night", _night_task, {"enter": _decide_night}),
    StepDef("cloud_cover", _cover_task, {"enter": _set_cover}),
)
MOVER: tuple[StepDef[Context], ...] = (StepDef("mover", _mover_task, {"roll": _roll_mover}),)
