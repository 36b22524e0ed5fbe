"""Set-up: Fortifications, wind, OBA modules, hardening as balance, Strongpoints, Dug-In AFV, what stands where,
commencement.

(12.623, 12.626, 12.627, CG6, CG11, 12.31, 12.6214c.) A level of the Booby Traps that was bought is its buyer's secret,
by ruling, until the scenario begins or a die is rolled for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.asl.conditions import RECOVERED, WRECK, on_hand
from rules.asl.context import StepDef, roll_record
from rules.asl.counter_fields import (
    ABANDONED,
    CAPTURED,
    FANATIC,
    ISOLATED,
    MMC,
    UNITS,
    marks,
    names,
    number_fields,
    on_field,
    taken,
)
from rules.asl.counters import Counter
from rules.asl.steps.aftermath import hardening
from rules.asl.steps.aftermath.hardening import MmcRoll
from rules.asl.steps.generic import Entries, FormStep, RollStep
from rules.asl.steps.setup import commencement, fortify, placing, support
from rules.asl.steps.setup.fortify import FortifyTask
from rules.contract import Field, Refused
from rules.dice import Rng
from rules.engine.reducers import Data
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.ground.counting import not_held
from rules.ground.fields import HexField
from rules.ground.painting import written
from rules.systems.votg.context import BOOBY_TRAPS, DUG_IN, Context
from rules.systems.votg.payloads import BOOBY_LEVEL_SET
from rules.systems.votg.state import RUSSIAN, UNTOLD
from rules.systems.votg.steps import spots
from rules.tables import Need
from rules.text import gettext

OPEN = "open"
BOW_DISABLED = "bow MG disabled"
ROWS = 3
ENTERING = "AI"
"""The letters of the groups that can come in from off the map: AFV and Infantry (CG9, 12.6214)."""
HISTORICAL, BATTALION, NKVD, NO_KIND = "historical", "battalion", "nkvd", ""


class FortifyStep(fortify.FortifyStep[Context]):
    """12.623: Fortifications, and levels of the Booby Traps."""

    def buy(self, ctx: Context, task: FortifyTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
        taken = super().buy(ctx, task, data, rng)
        (event,) = taken.events
        bought: Data = event.data
        raised = bought["line"]["forts"].get(BOOBY_TRAPS, 0)
        if not raised:
            return taken
        untold = {UNTOLD: ctx.mine.known.get(UNTOLD, 0) + raised}
        event = replace(event, data={**event.data, "known": {**bought.get("known", {}), **untold}})
        if ctx.ruling("booby_level_told") != OPEN:
            return StepResult([event])
        after = replace(ctx, mine=replace(ctx.mine, known={**ctx.mine.known, **untold}))
        return StepResult([event, BOOBY_LEVEL_SET(level=after.booby)])


class BeginStep(commencement.BeginStep[Context]):
    """The commencement, where a level of the Booby Traps that was bought is told."""

    def lines(self, ctx: Context) -> Iterator[str]:
        yield from super().lines(ctx)
        if ctx.booby != ctx.public.booby:
            yield gettext(ctx.texts("begin")["booby_level"], level=ctx.booby)

    def done(self, ctx: Context, note: str) -> StepResult:
        taken = super().done(ctx, note)
        told = [] if ctx.booby == ctx.public.booby else [BOOBY_LEVEL_SET(level=ctx.booby)]
        return replace(taken, events=[*told, *taken.events])


class BalanceHardeningStep(RollStep[Context]):
    """12.31: the Russian balance hardens some and makes the Storm Groups Fanatic for this scenario.

    Who of the Germans carries a FT or DC is known at the table alone: theirs makes these Fanatic in play.
    """

    key = "balance_hardening"

    def needs(self, ctx: Context) -> Iterator[Need]:
        if ctx.side == ctx.public.balance == RUSSIAN:
            yield Need("balance", ctx.texts("balance_hardening").title, 1, ctx.table("balance_bh"))

    def roll(self, ctx: Context, rolls: tuple[Rolled, ...]) -> StepResult:
        number = int(rolls[0].value("mmc") or 0)
        pending, record = ctx.pending.put(MmcRoll(mmc=number)), roll_record(rolls[0], f"{number} MMC")
        types = ctx.rules.pack.leader_groups.modifiers["storm_group"]
        storm = {g.id for g in ctx.mine.groups if ctx.rules.groups[ctx.side][g.rg].type in types}
        men = [c for c in on_hand(ctx, *UNITS) if c.group in storm]
        fanatic = {str(c.id): change for c in men if (change := marks(c, more=(FANATIC,)))}
        return StepResult([ctx.event("balance.hardened", change=fanatic, pending=pending, rolls=[record])])


class DigInStep(FormStep[Context]):
    """12.6214c: Retained AFV that are dug in."""

    key = "dig_in"

    def fields(self, ctx: Context) -> tuple[Field, ...]:
        return number_fields(_diggable(ctx), ctx.rule("dig_in"))

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        """They are immobile from now on, and by ruling each bow MG that still works is Scrounged as a LMG."""
        rule, dug_in = ctx.rules.pack.dug_in, taken(_diggable(ctx), entries)
        armed = [c for c in dug_in if BOW_DISABLED not in c.marks] if ctx.ruling("dug_in_mg") == "each" else []
        scrounged = [
            (
                "weapon",
                rule.weapon,
                c.group,
                {"place": c.place, "marks": [mark for mark in c.marks if mark == ISOLATED]},
            )
            for c in armed
            for _ in range(rule.weapons_per_vehicle)
        ]
        change = {str(c.id): marks(c, more=rule.marks) for c in dug_in}
        return StepResult([ctx.event("afv.dug_in", change=change, add=ctx.new(scrounged), names=names(dug_in))])


def _diggable(ctx: Context) -> list[Counter]:
    """The side's own Retained AFV that have crews, are on hand and no wrecks, and are not Dug-In yet."""
    rule = ctx.rules.pack
    if ctx.side != rule.dug_in.side:
        return []
    never = {DUG_IN, WRECK, RECOVERED, ABANDONED, CAPTURED, rule.reserve.mark}
    return [c for c in on_field(ctx, ("tank",)) if c.since < ctx.date and not never & set(c.marks)]


class StrongpointsStep(FormStep[Context]):
    """CG11.1: the Fanatic Strongpoints a Russian writes down."""

    key = "strongpoints"

    def fields(self, ctx: Context) -> Iterator[Field]:
        may = [kind for kind, possible in _possible(ctx).items() if possible] if ctx.side == RUSSIAN else []
        said, kind_names, rule = ctx.texts("strongpoints"), ctx.rules.pack.strongpoint_names, ctx.rule("strongpoints")
        kinds = ((NO_KIND, gettext(said["none"])), *((kind, kind_names[kind]) for kind in may))
        for n in range(1, ROWS + 1) if may else ():
            yield Field(f"kind{n}", f"{n}. {gettext(said['kind'])}", "select", NO_KIND, options=kinds, rule=rule)
            yield HexField(f"building{n}", f"{n}. {gettext(said['building'])}", "text", "", rule=rule)

    def lines(self, ctx: Context) -> Iterator[str]:
        recorded, kind_names = gettext(ctx.texts("strongpoints")["recorded"]), ctx.rules.pack.strongpoint_names
        yield from ctx.points("strongpoints")
        if historical := _historical(ctx):
            yield f"{kind_names[HISTORICAL]}: {', '.join(historical)}"
        for kind, place, line in _recorded(ctx):
            if ctx.rules.lasts(kind, line, ctx.date):
                yield f"{recorded}: {kind_names[kind]}, {place}"

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        """A Strongpoint is a building, once, and a historical one is on the owner's list."""
        historical, new = _historical(ctx), list[list[Any]]()
        for n in (n for n in range(1, ROWS + 1) if entries[f"kind{n}"]):
            kind, place, field = entries[f"kind{n}"], entries[f"building{n}"].strip(), f"building{n}"
            if not place or any(place == other for _, other, _ in new):
                wrong = gettext("Each Strongpoint is a building of its own.")
                hexes = gettext("Write the building by one of its hexes, or take the kind back.")
                raise Refused(wrong, rule=ctx.rule("strongpoints"), field=field, way_out=hexes)
            if kind == HISTORICAL and place not in historical:
                wrong = gettext("{building} can't become a Historical Strongpoint.", building=place)
                buildings, rule = ", ".join(historical), ctx.rule("strongpoints", "historical")
                one = gettext("Write one of these as it stands here: {buildings}.", buildings=buildings)
                raise Refused(wrong, rule=rule, field=field, way_out=one)
            _check_held(ctx, place, field)
            new.append([kind, place, ctx.date])
        told = [f"{ctx.rules.pack.strongpoint_names[kind]}, {place}" for kind, place, _ in new]
        known = {"strongpoints": _recorded(ctx) + new} if new else {}
        return StepResult([ctx.event("strongpoints.recorded", known=known, names=told)])


def _check_held(ctx: Context, place: str, field: str) -> None:
    """CG11.1: every hex of the building is Russian by the map, if Control has been painted and is not disputed."""
    ground = ctx.public.ground
    if others := not_held(ground, RUSSIAN, place):
        raise Refused(
            gettext("{building}: by the map not all of it is Russian: {hexes}.", building=place, hexes=written(others)),
            rule=ctx.rule("strongpoints"),
            field=field,
            way_out=gettext("Take another building, or paint the map as it is."),
        )


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


class SetUpStep(placing.SetUpStep[Context]):
    """The set-up; on a map it says by which hexes the groups that enter on this day may come in (CG9, 12.6217)."""

    def lines(self, ctx: Context) -> Iterator[str]:
        yield from super().lines(ctx)
        ground = ctx.public.ground
        if ground is None or not ground.control:
            return
        off_map = (ctx.rules.groups[ctx.side][g.rg] for g in ctx.groups_of_today() if not g.way)
        codes = (code for row in off_map if row.letter in ENTERING and (code := ctx.rules.entry_code(row)))
        mine = {each for each in ground.held(ctx.side) if str(each) not in ground.disputed}
        for code in {code.key: code for code in codes}.values():
            area = ground.sheet.entries.get(code.key, frozenset())
            # Germans enter along their edge whoever holds it; Russians where it is theirs when the scenario begins.
            open_ = area if ctx.german else area & mine
            places = {"code": code.name, "edge": gettext(code.edge), "hexes": written(open_)}
            if open_:
                yield gettext("{code} Entry Code: by the map its groups may enter at {hexes}.", **places)
            elif area:
                yield gettext(
                    "{code} Entry Code: by the map no hex of its {edge} edge is yours at the start.", **places
                )


INITIAL: tuple[StepDef[Context], ...] = (
    support.ModulesInPlayStep(),
    BalanceHardeningStep(),
    hardening.MmcChoiceStep(),
    StrongpointsStep(),
    DigInStep(),
    SetUpStep(spots.check),
)
FIRST: tuple[StepDef[Context], ...] = (commencement.WindStep(), *INITIAL)
SECOND: tuple[StepDef[Context], ...] = INITIAL
