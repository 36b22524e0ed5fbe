"""Set-up: Fortifications, wind, OBA modules, hardening as balance, Strongpoints, Dug-In AFV, what stands where,
commencement.

(12.623, 12.626, 12.627, CG6, CG11, 12.31, 12.6214c.) A level of the Booby Traps that was bought is its buyer's secret,
by ruling, until the scenario begins or a die is rolled for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.asl.conditions import WRECK, on_hand
from rules.asl.context import StepDef, roll_record
from rules.asl.counter_fields import (
    ABANDONED,
    CAPTURED,
    ISOLATED,
    MMC,
    marks,
    names,
    number_fields,
    on_field,
    taken,
)
from rules.asl.counters import Counter
from rules.asl.steps.aftermath import hardening
from rules.asl.steps.aftermath.hardening import MmcRoll
from rules.asl.steps.rolling import roll_step
from rules.asl.steps.setup import commencement, fortify, placing, support
from rules.asl.steps.setup.fortify import FortifyTask
from rules.contract import Event, Field, Refused
from rules.dice import Rng
from rules.engine.reducers import Data
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.engine.tasks import CheckTask, FormTask
from rules.systems.votg.context import BOOBY_TRAPS, DUG_IN, RECOVERED, Context
from rules.systems.votg.payloads import BOOBY_LEVEL_SET
from rules.systems.votg.state import RUSSIAN, UNTOLD
from rules.systems.votg.steps import spots
from rules.tables import Need
from rules.text import gettext

(SHOP,) = fortify.STEPS
COMMENCE = commencement.begin()
OPEN = "open"
BOW_DISABLED = "bow MG disabled"
ROWS = 3
HISTORICAL, BATTALION, NKVD, NO_KIND = "historical", "battalion", "nkvd", ""

# 12.623 Fortifications, Booby Traps ------------------------------------------------------------


def _buy(ctx: Context, task: FortifyTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    taken = SHOP.handlers["buy"](ctx, task, data, rng)
    (event,) = taken.events
    bought: Data = event.data
    raised = bought["line"]["forts"].get(BOOBY_TRAPS, 0)
    if not raised:
        return taken
    untold = {UNTOLD: ctx.mine.known.get(UNTOLD, 0) + raised}
    event = replace(event, data={**event.data, "known": untold})
    if ctx.ruling("booby_level_told") != OPEN:
        return StepResult([event])
    after = replace(ctx, mine=replace(ctx.mine, known={**ctx.mine.known, **untold}))
    return StepResult([event, BOOBY_LEVEL_SET(level=after.booby)])


def _begin_task(ctx: Context) -> CheckTask:
    task = COMMENCE.task(ctx)
    assert isinstance(task, CheckTask)
    if ctx.booby == ctx.public.booby:
        return task
    return replace(task, lines=(*task.lines, gettext(ctx.texts("begin")["booby_level"], level=ctx.booby)))


def _begin(ctx: Context, task: CheckTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    taken = COMMENCE.handlers["done"](ctx, task, data, rng)
    told = [] if ctx.booby == ctx.public.booby else [BOOBY_LEVEL_SET(level=ctx.booby)]
    return replace(taken, events=[*told, *taken.events])


# 12.31 balance ---------------------------------------------------------------------------------


def _balance_needs(ctx: Context) -> tuple[Need, ...]:
    """Only the Russian balance hardens; the German one makes carriers of FT and DC Fanatic in play."""
    if ctx.side != RUSSIAN or ctx.public.balance != RUSSIAN:
        return ()
    return (Need("balance", ctx.texts("balance_hardening").title, 1, ctx.table("balance_bh")),)


def _balance(ctx: Context, rolled: tuple[Rolled, ...]) -> Event:
    number = int(rolled[0].value("mmc") or 0)
    rolls = [roll_record(rolled[0], f"{number} MMC")]
    return ctx.event("balance.hardened", pending=ctx.pending.put(MmcRoll(mmc=number)), rolls=rolls)


# 12.6214c Retained AFV that are dug in ---------------------------------------------------------


def _diggable(ctx: Context) -> list[Counter]:
    """The side's own Retained AFV that have crews, are on hand and no wrecks, and are not Dug-In yet."""
    rule = ctx.rules.pack
    if ctx.side != rule.dug_in.side:
        return []
    never = {DUG_IN, WRECK, RECOVERED, ABANDONED, CAPTURED, rule.reserve.mark}
    return [c for c in on_field(ctx, ("tank",)) if c.since < ctx.date and not never & set(c.marks)]


def _digging_task(ctx: Context) -> FormTask | None:
    found, rule = _diggable(ctx), ctx.rule("dig_in")
    return FormTask(ctx.button("dig_in"), number_fields(found, rule), ctx.points("dig_in")) if found else None


def _dig_in(ctx: Context, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    """They are immobile from now on, and by ruling each bow MG that still works is Scrounged as a LMG."""
    rule, dug_in = ctx.rules.pack.dug_in, taken(_diggable(ctx), task.read(data))
    armed = [c for c in dug_in if BOW_DISABLED not in c.marks] if ctx.ruling("dug_in_mg") == "each" else []
    scrounged = [
        ("weapon", rule.weapon, c.group, {"place": c.place, "marks": [mark for mark in c.marks if mark == ISOLATED]})
        for c in armed
        for _ in range(rule.weapons_per_vehicle)
    ]
    change = {str(c.id): marks(c, more=rule.marks) for c in dug_in}
    return StepResult([ctx.event("afv.dug_in", change=change, add=ctx.new(scrounged), names=names(dug_in))])


# CG11.1 Strongpoints ---------------------------------------------------------------------------


def _recorded(ctx: Context) -> list[list[Any]]:
    return [list(point) for point in ctx.mine.known.get("strongpoints", ())]


def _historical(ctx: Context) -> list[str]:
    """Buildings that may become Historical Strongpoints and are none yet."""
    taken = {place for kind, place, _ in _recorded(ctx) if kind == HISTORICAL}
    return [place for place in ctx.rules.game.strongpoints if place not in taken]


def _possible(ctx: Context) -> dict[str, bool]:
    """Which kinds there may be: a Battalion one if it was bought with FPP or as a group, one of the NKVD if there are
    a NKVD MMC and a Commissar to hold it."""
    names, rule, chart = ctx.rules.pack.strongpoint_names, ctx.rules.pack.commissars, ctx.rules.groups[ctx.side]
    battalion = any(chart[group.rg].kind == "strongpoint" for group in ctx.mine.groups)
    types = ctx.rules.pack.leader_groups.commissars
    nkvd = {group.id for group in ctx.mine.groups if chart[group.rg].type in types}
    men = any(c.group in nkvd or c.name.startswith(rule.nkvd) for c in on_hand(ctx, *MMC))
    return {
        HISTORICAL: bool(_historical(ctx)),
        BATTALION: battalion or any(c.name.startswith(names[BATTALION]) for c in ctx.mine.on_hand),
        NKVD: men and any(c.name in (*rule.names, *rule.never) for c in on_hand(ctx, "leader")),
    }


def _strongpoints_task(ctx: Context) -> FormTask | None:
    may = [kind for kind, possible in _possible(ctx).items() if possible] if ctx.side == RUSSIAN else []
    if not may:
        return None
    said, names, rule = ctx.texts("strongpoints"), ctx.rules.pack.strongpoint_names, ctx.rule("strongpoints")
    kinds = ((NO_KIND, gettext(said["none"])), *((kind, names[kind]) for kind in may))
    fields = []
    for n in range(1, ROWS + 1):
        fields.append(Field(f"kind{n}", f"{n}. {gettext(said['kind'])}", "select", NO_KIND, options=kinds, rule=rule))
        fields.append(Field(f"building{n}", f"{n}. {gettext(said['building'])}", "text", "", rule=rule))
    lines = [*ctx.points("strongpoints")]
    if historical := _historical(ctx):
        lines.append(f"{names[HISTORICAL]}: {', '.join(historical)}")
    lasting = [point for point in _recorded(ctx) if ctx.rules.lasts(point[0], point[2], ctx.date)]
    lines += [f"{gettext(said['recorded'])}: {names[kind]}, {place}" for kind, place, _ in lasting]
    return FormTask(ctx.button("strongpoints"), tuple(fields), tuple(lines))


def _record_strongpoints(ctx: Context, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    """A Strongpoint is a building, once, and a historical one is on the owner's list."""
    said, historical = task.read(data), _historical(ctx)
    new: list[list[Any]] = []
    for n in (n for n in range(1, ROWS + 1) if said[f"kind{n}"]):
        kind, place, field = said[f"kind{n}"], said[f"building{n}"].strip(), f"building{n}"
        if not place or any(place == other for _, other, _ in new):
            raise Refused(
                gettext("Each Strongpoint is a building of its own."),
                rule=ctx.rule("strongpoints"),
                field=field,
                way_out=gettext("Write the building by one of its hexes, or take the kind back."),
            )
        if kind == HISTORICAL and place not in historical:
            buildings = ", ".join(historical)
            raise Refused(
                gettext("{building} can't become a Historical Strongpoint.", building=place),
                rule=ctx.rule("strongpoints", "historical"),
                field=field,
                way_out=gettext("Write one of these as it stands here: {buildings}.", buildings=buildings),
            )
        new.append([kind, place, ctx.date])
    names = [f"{ctx.rules.pack.strongpoint_names[kind]}, {place}" for kind, place, _ in new]
    known = {"strongpoints": _recorded(ctx) + new} if new else {}
    return StepResult([ctx.event("strongpoints.recorded", known=known, names=names)])


FORTIFY = (StepDef("fortify", SHOP.task, {"buy": _buy}),)
INITIAL: tuple[StepDef[Context], ...] = (
    *support.IN_PLAY_STEPS,
    roll_step("balance_hardening", _balance_needs, _balance),
    hardening.MmcChoice(),
    StepDef("strongpoints", _strongpoints_task, {"enter": _record_strongpoints}),
    StepDef("dig_in", _digging_task, {"enter": _dig_in}),
    *placing.steps(spots.check),
)
FIRST: tuple[StepDef[Context], ...] = (*commencement.WIND, *INITIAL)
SECOND: tuple[StepDef[Context], ...] = INITIAL
BEGIN = (StepDef("begin", _begin_task, {"done": _begin}),)
