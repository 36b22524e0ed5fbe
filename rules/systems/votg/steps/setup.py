"""Set-up: Fortifications, wind, OBA modules, hardening as balance, Strongpoints, Dug-In AFV, what stands where,
commencement.

(12.623, 12.626, 12.627, CG6, CG11, 12.31, 12.6214c.) A level of the Booby Traps that was bought is its buyer's secret,
by ruling, until the scenario begins or a die is rolled for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.asl.conditions import RECOVERED, WRECK, on_hand
from rules.asl.context import StepDef, roll_data
from rules.asl.counter_fields import (
    CAPTURED,
    FANATIC,
    ISOLATED,
    MMC,
    SMC,
    UNITS,
    VEHICLES,
    counters_chosen,
    marks,
    names,
    number_fields,
    on_field,
)
from rules.asl.counters import Counter, Piece
from rules.asl.steps.aftermath import hardening
from rules.asl.steps.aftermath.hardening import MmcRoll
from rules.asl.steps.generic import Entries, FormStep, RollStep
from rules.asl.steps.setup import commencement, fortify, placing, support
from rules.asl.steps.setup.fortify import FortifyTask
from rules.asl.steps.setup.placing import PlacingTask
from rules.contract import Field
from rules.dice import Rng
from rules.engine.reducers import Data
from rules.engine.replace import replace
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.ground.painting import hexes_text
from rules.systems.votg.context import BOOBY_TRAPS, DUG_IN, Context
from rules.systems.votg.payloads import BOOBY_LEVEL_SET
from rules.systems.votg.state import LEVELS_NOT_ANNOUNCED, RUSSIAN
from rules.systems.votg.steps import spots
from rules.systems.votg.steps.strongpoints import StrongpointsStep, check_placed
from rules.tables import Need
from rules.text import gettext

OPEN = "open"
BOW_DISABLED, STORM_GROUP = "bow MG disabled", "Storm Group"
ENTERING = "AI"
"""The letters of the groups that can come in from off the map: AFV and Infantry (CG9, 12.6214)."""


class FortifyStep(fortify.FortifyStep[Context]):
    """12.623: Fortifications, and levels of the Booby Traps."""

    def buy(self, ctx: Context, task: FortifyTask, data: Mapping[str, object], rng: Rng) -> StepResult:
        result = super().buy(ctx, task, data, rng)
        (event,) = result.events
        bought: Data = event.data
        raised = bought["line"]["forts"].get(BOOBY_TRAPS, 0)
        if not raised:
            return result
        raised_levels = {LEVELS_NOT_ANNOUNCED: ctx.mine.known.get(LEVELS_NOT_ANNOUNCED, 0) + raised}
        event = replace(event, data={**event.data, "known": {**bought.get("known", {}), **raised_levels}})
        if ctx.rules.readings.booby_level_told != OPEN:
            return StepResult([event])
        after = replace(ctx, mine=replace(ctx.mine, known={**ctx.mine.known, **raised_levels}))
        return StepResult([event, BOOBY_LEVEL_SET(level=after.booby)])


class BeginStep(commencement.BeginStep[Context]):
    """The commencement; it publishes a level of Booby Traps that was bought in secret."""

    def lines(self, ctx: Context) -> Iterator[str]:
        yield from super().lines(ctx)
        if ctx.booby != ctx.public.booby:
            yield gettext(ctx.texts("begin")["booby_level"], level=ctx.booby)

    def done(self, ctx: Context, note: str) -> StepResult:
        result = super().done(ctx, note)
        levels = [] if ctx.booby == ctx.public.booby else [BOOBY_LEVEL_SET(level=ctx.booby)]
        return replace(result, events=[*levels, *result.events])


class BalanceHardeningStep(RollStep[Context]):
    """12.31: the Russian balance hardens some and makes the Storm Groups Fanatic for this scenario.

    Who came from paper has no group: of these a condition says it. Who of the Germans carries a FT or DC is known at
    the table alone: theirs makes these Fanatic in play.
    """

    key = "balance_hardening"

    def needs(self, ctx: Context) -> Iterator[Need]:
        if ctx.side == ctx.public.balance == RUSSIAN:
            yield Need("balance", ctx.texts("balance_hardening").title, 1, ctx.table("balance_bh"))

    def roll(self, ctx: Context, rolls: tuple[Rolled, ...]) -> StepResult:
        number = int(rolls[0].value("mmc") or 0)
        pending, record = ctx.pending.put(MmcRoll(mmc=number)), roll_data(rolls[0], f"{number} MMC")
        types = ctx.rules.pack.leader_groups.modifiers["storm_group"]
        storm = {g.id for g in ctx.mine.groups if ctx.row_of(g).type in types}
        men = [c for c in on_hand(ctx, *UNITS) if c.group in storm or STORM_GROUP in c.marks]
        fanatic = {str(c.id): change for c in men if (change := marks(c, more=(FANATIC,)))}
        return StepResult([ctx.event("balance.hardened", change=fanatic, pending=pending, rolls=[record])])


class DigInStep(FormStep[Context]):
    """12.6214c: Retained AFV that are dug in."""

    key = "dig_in"

    def fields(self, ctx: Context) -> tuple[Field, ...]:
        return number_fields(_diggable(ctx), ctx.rule("dig_in"))

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        """They are immobile from now on, and by ruling each bow MG that still works is Scrounged as a LMG."""
        rule, dug_in = ctx.rules.pack.dug_in, counters_chosen(_diggable(ctx), entries)
        armed = [c for c in dug_in if BOW_DISABLED not in c.marks] if ctx.rules.readings.dug_in_mg == "each" else []
        scrounged: list[Piece] = [
            (
                "weapon",
                rule.weapon,
                c.group,
                {"place": c.place, "marks": [mark for mark in c.marks if mark == ISOLATED]},
            )
            for c in armed
            for _ in range(rule.weapons_per_vehicle)
        ]
        # One that was recovered stands on the map again, and is recovered anew if at all (12.6151d).
        change = {str(c.id): marks(c, less=(RECOVERED,), more=rule.marks) for c in dug_in}
        return StepResult([ctx.event("afv.dug_in", change=change, add=ctx.new(scrounged), names=names(dug_in))])


def _diggable(ctx: Context) -> list[Counter]:
    """The side's own Retained AFV that are on hand, no wrecks, and not Dug-In yet: of today those bought for the map.

    What a side is given for the first scenario was not Retained from any before it.
    """
    rule, today = ctx.rules.pack.dug_in, {group.id: bool(group.way) for group in ctx.groups_of_today()}
    if ctx.side != rule.side:
        return []
    tanks = (c for c in on_field(ctx, ("tank",)) if not {DUG_IN, WRECK, CAPTURED} & set(c.marks))
    return [c for c in tanks if today.get(c.group, not ctx.initial)]


class SetUpStep(placing.SetUpStep[Context]):
    """The set-up; on a map it says by which hexes the groups that enter on this day may come in (CG9, 12.6217)."""

    def enter(self, ctx: Context, task: PlacingTask, data: Mapping[str, object], rng: Rng) -> StepResult:
        result = super().enter(ctx, task, data, rng)
        (event,) = result.events
        recorded: Data = event.data
        check_placed(ctx, recorded.get("change", {}))
        return result

    def lines(self, ctx: Context) -> Iterator[str]:
        yield from super().lines(ctx)
        ground = ctx.public.ground
        if ground is None or not ground.control:
            return
        # Who is given for the first scenario sets up or enters as that says, by no Entry Code (12.2).
        off_map = (ctx.row_of(g) for g in ctx.groups_of_today() if not (g.way or g.given))
        codes = (code for row in off_map if row.letter in ENTERING and (code := ctx.rules.entry_code(row)))
        mine = frozenset(each for each in ground.held(ctx.side) if str(each) not in ground.disputed)
        for code in {code.key: code for code in codes}.values():
            area = ground.sheet.entries.get(code.key, frozenset())
            # Germans enter along their edge whoever holds it; Russians where it is theirs when the scenario begins.
            open_ = area if ctx.german else area & mine
            places = {"code": code.name, "edge": gettext(code.edge), "hexes": hexes_text(open_)}
            if open_:
                yield gettext("{code} Entry Code: by the map its groups may enter at {hexes}.", **places)
            elif area and code.later:
                yield gettext(
                    "{code} Entry Code: by the map no hex of its {edge} edge is yours at the start; its groups enter "
                    "anywhere along it, from the turn that your copy says.",
                    **places,
                )
            elif area:
                yield gettext(
                    "{code} Entry Code: by the map no hex of its {edge} edge is yours at the start.", **places
                )
        # The map-edge hexes by which Retained Infantry and AFV may come in, if there are any of them.
        on_map = any(c.since < ctx.date for c in on_field(ctx, (*MMC, *SMC, *VEHICLES)))
        if retained := ((mine & ground.sheet.map_edge) if on_map else frozenset()):
            yield gettext("What is Retained may enter at {hexes} (12.6217).", hexes=hexes_text(retained))


SET_UP_STEPS: tuple[StepDef[Context], ...] = (
    support.ModulesInPlayStep(),
    BalanceHardeningStep(),
    hardening.MmcChoiceStep(),
    StrongpointsStep(),
    DigInStep(),
    SetUpStep(spots.check),
)
FIRST: tuple[StepDef[Context], ...] = (commencement.WindStep(), *SET_UP_STEPS)
SECOND: tuple[StepDef[Context], ...] = SET_UP_STEPS
