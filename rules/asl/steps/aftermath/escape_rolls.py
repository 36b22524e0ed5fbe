"""The rolls of an escape and what they do: the DR with its modifiers, Random Selection, the equipment of the lost.

Each leads back to the choice of the next stack.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.asl.conditions import named
from rules.asl.context import RefitContext, StepDef, roll_data
from rules.asl.counter_fields import (
    ABANDONED,
    CAPTURED,
    ENCIRCLED,
    ISOLATED,
    MMC,
    ON_FOOT,
    SHORT,
    SMC,
    UNITS,
    VEHICLES,
    Change,
    counters_chosen,
    elimination,
    is_lost,
    leadership,
    lost_halves,
    marks,
    names,
    number_fields,
    reduced,
    replaced,
)
from rules.asl.counters import Counter, CounterRow, changed
from rules.asl.pending import Pending, PendingPart, StepPending
from rules.asl.steps.aftermath.drawn_lines import area_of
from rules.asl.steps.crews import crew_out
from rules.asl.steps.generic import Entries, RollFormStep, RollStep
from rules.contract import Field
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.tables import Need
from rules.text import gettext, gettext_noop

FAR, NEAR, ADJACENT = "", "near", "adjacent"
CHOICE = "escape"
"""Where every part of an attempt leads back to: the choice of the next one."""
OUT = (ISOLATED, ENCIRCLED, SHORT)
"""Conditions that end with the escape."""
ACTS = {"replaced": replaced, "reduced": reduced}
"""What a result may do to a unit on the way, in this order."""


class Stack(PendingPart):
    """Who tries, how far from friends, and with how many PP too many."""

    ids: tuple[int, ...]
    near: str
    overload: int


class Trying(StepPending):
    """A stack that was chosen to try."""

    stack: Stack


class Hit(PendingPart):
    """A stack of which Random Selection says who suffers the effects."""

    ids: tuple[int, ...]
    effects: tuple[str, ...]


class Selecting(StepPending):
    """Random Selection that a roll asked for."""

    select: Hit


class Equipment(PendingPart):
    """Weapons of a stack; `units` were Eliminated on the way, `all` who were in it if none got away.

    In turn each of these has a die for what it took with it.
    """

    ids: tuple[int, ...]
    all: bool
    units: tuple[int, ...] = ()

    @property
    def proposed(self) -> tuple[int, ...]:
        """What goes without saying: who fell last, with nobody left, had all that is still there."""
        return self.ids if self.all and len(self.units) <= 1 else ()


class Carrying(StepPending):
    """The equipment of who was Eliminated on the way."""

    equipment: Equipment


def _counters(ctx: RefitContext, of: Stack | Hit | Equipment) -> list[Counter]:
    return [c for c in ctx.mine.counters if c.id in of.ids]


class EscapeRollStep(RollStep[RefitContext]):
    """The DR of the stack that tries."""

    key = "escape_roll"

    def needs(self, ctx: RefitContext) -> Iterator[Need]:
        if (trying := ctx.pending.get(Trying)) is None:
            return
        trying_stack, stack, table = trying.stack, _counters(ctx, trying.stack), ctx.table("escape")
        units = [c for c in stack if c.kind in UNITS]
        tank = any(c.kind == "tank" for c in stack)
        lone = len(units) == 1 and units[0].kind in SMC and not any(c.kind in VEHICLES for c in stack)
        halves = sum(2 if c.kind == "squad" else 1 for c in units if c.kind in MMC)
        near = (NEAR,) if ctx.rules.readings.escape_distances == "nearest" else (NEAR, ADJACENT)
        facts = {
            "leader": 0 if lone else _led(ctx, units),
            "lone_smc": lone and "wounded" not in units[0].marks,
            "near": trying_stack.near in near,
            "adjacent": trying_stack.near == ADJACENT,
            "half_squads": 0 if tank else max(0, halves - (ctx.rules.readings.escape_half_squads != "every")),
            "overload": 0 if tank else trying_stack.overload,
            "encircled": not tank and any(ENCIRCLED in c.marks for c in stack),
            ctx.side: not tank,
            "captured": any(c.kind == "tank" and CAPTURED in c.marks for c in stack),
        }
        label = f"{', '.join(names(stack))} from {area_of(ctx, stack[0])}"
        modifiers = ctx.modifiers(table, **{key: int(count) for key, count in facts.items()})
        yield Need("escape", label, 2, table, modifiers, of=_together(stack))

    def roll(self, ctx: RefitContext, rolls: tuple[Rolled, ...]) -> StepResult:
        trying, pending = ctx.pending.get(Trying), ctx.pending.without(Trying)
        assert trying is not None
        stack = _counters(ctx, trying.stack)
        (rolled,) = rolls
        driven = any(c.kind in VEHICLES for c in stack)
        result = str(rolled.value("vehicle" if driven else "infantry"))
        units = [c for c in stack if c.kind in UNITS]
        effects = tuple(word for word in ACTS if word in result)
        change: dict[str, Change] = {}
        add: list[CounterRow] = []
        if driven:
            change, add = _out_of_vehicle(ctx, stack, result)
        elif effects and len(units) > 1:
            pending = pending.put(Selecting(select=Hit(ids=trying.stack.ids, effects=effects)))
        else:
            hit = dict.fromkeys(effects, units)
            change, pending = _got_out(ctx, stack, hit, pending, all_lost=result == "eliminated")
            add = lost_halves(ctx, change)
        rolls_data = [roll_data(rolled, result)]
        event = ctx.event("escape.rolled", change=change, add=add, rolls=rolls_data, pending=pending)
        return StepResult([event], done=False, to=CHOICE)


class EscapeSelectionStep(RollStep[RefitContext]):
    """Random Selection: for each effect in turn the highest die of those still there, ties all."""

    key = "escape_selection"

    def needs(self, ctx: RefitContext) -> Iterator[Need]:
        if (selecting := ctx.pending.get(Selecting)) is None:
            return
        units = [c for c in _counters(ctx, selecting.select) if c.kind in UNITS]
        for effect in selecting.select.effects:
            for c in units:
                yield Need(f"{effect}_{c.id}", f"{c.name} (no. {c.id}), who is {effect}", 1)

    def roll(self, ctx: RefitContext, rolls: tuple[Rolled, ...]) -> StepResult:
        selecting = ctx.pending.get(Selecting)
        assert selecting is not None
        dice = {one.need.key: one.reckoning.final for one in rolls}
        stack = _counters(ctx, selecting.select)
        alive = [c for c in stack if c.kind in UNITS]
        hit: dict[str, list[Counter]] = {}
        for effect in selecting.select.effects:
            highest = max((dice[f"{effect}_{c.id}"] for c in alive), default=0)
            hit[effect] = [c for c in alive if dice[f"{effect}_{c.id}"] == highest]
            if effect == "replaced":
                alive = [c for c in alive if c not in hit[effect] or not is_lost(replaced(ctx, c))]
        change, pending = _got_out(ctx, stack, hit, ctx.pending.without(Selecting))
        rolls_data = [roll_data(one, str(one.reckoning.final)) for one in rolls]
        add = lost_halves(ctx, change)
        event = ctx.event("escape.selected", change=change, add=add, rolls=rolls_data, pending=pending)
        return StepResult([event], done=False, to=CHOICE)


class LostEquipmentStep(RollFormStep[RefitContext]):
    """The equipment of Eliminated units, one unit after the other; the step asks what each carried."""

    key = "escape_equipment"

    def fields(self, ctx: RefitContext) -> tuple[Field, ...]:
        if (carrying := ctx.pending.get(Carrying)) is None:
            return ()
        return number_fields(
            _counters(ctx, carrying.equipment), ctx.rule("escape_equipment"), carrying.equipment.proposed
        )

    def lines(self, ctx: RefitContext) -> Iterator[str]:
        yield gettext(ctx.texts("escape_equipment")["line"])
        if unit := self._fallen(ctx):
            yield gettext("This die is for {unit}.", unit=named(unit))

    def _fallen(self, ctx: RefitContext) -> Counter | None:
        """Whose equipment it is."""
        carrying = ctx.pending.get(Carrying)
        return next((c for c in ctx.mine.counters if carrying and c.id in carrying.equipment.units[:1]), None)

    def needs(self, ctx: RefitContext, entries: Entries) -> Iterator[Need]:
        if carrying := ctx.pending.get(Carrying):
            label, table = gettext_noop("Equipment of who was Eliminated"), ctx.table("escape_equipment")
            of = _together([*_counters(ctx, carrying.equipment), *filter(None, [self._fallen(ctx)])])
            yield Need("equipment", label, 1, table, of=of)

    def enter(self, ctx: RefitContext, entries: Entries, rolls: tuple[Rolled, ...]) -> StepResult:
        carrying = ctx.pending.get(Carrying)
        assert carrying is not None
        (rolled,) = rolls
        equipment, result = carrying.equipment, str(rolled.value("result"))
        weapons, pending = _counters(ctx, equipment), ctx.pending.without(Carrying)
        with_lost = weapons if equipment.proposed else counters_chosen(weapons, entries)
        staying = [c for c in weapons if c not in with_lost]
        change: dict[str, Change] = {
            str(c.id): {"note": f"left behind in {c.place}"} if "left" in result else elimination(ctx)
            for c in with_lost
        }
        if staying and (more := equipment.units[1:]):
            others = equipment.model_copy(update={"ids": tuple(c.id for c in staying), "units": more})
            pending = pending.put(Carrying(equipment=others))
        else:
            change |= {str(c.id): _free(c) for c in staying}
        event = ctx.event(
            "escape.equipment",
            change=change,
            rolls=[roll_data(rolled, result)],
            pending=pending,
            names=names(with_lost),
        )
        return StepResult([event], done=False, to=CHOICE)


def _led(ctx: RefitContext, units: list[Counter]) -> int:
    """The modifier of the best leader or hero of a stack, 0 without one; by ruling a stack may do without a 6+1."""
    best = min((leadership(ctx, c) for c in units if c.kind in SMC), default=0)
    return best if ctx.rules.readings.escape_leader == "pays" else min(best, 0)


# what becomes of those who try -------------------------------------------------------------


def _together(stack: list[Counter]) -> str:
    """Which counters they are, in whatever order they were named."""
    return ".".join(str(number) for number in sorted(c.id for c in stack))


def _free(counter: Counter, *more: str) -> Change:
    """A counter that got away: Retained, nowhere on the map."""
    return {**marks(counter, less=OUT, more=more), "place": ""}


def _got_out(
    ctx: RefitContext, stack: list[Counter], hit: Mapping[str, list[Counter]], pending: Pending, all_lost: bool = False
) -> tuple[dict[str, Change], Pending]:
    """What changes for a stack on foot, and what is left: the equipment of those lost on the way."""
    if all_lost and ctx.rules.readings.escape_twelve == "lost":
        return {str(c.id): elimination(ctx) for c in stack}, pending
    units = [c for c in stack if c.kind in UNITS]
    change = {str(c.id): elimination(ctx) if all_lost else _one(ctx, c, hit) for c in units}
    dead = [c for c in units if is_lost(change[str(c.id)])]
    weapons = [c for c in stack if c.kind not in UNITS]
    if dead and weapons:
        fallen = tuple(c.id for c in dead)
        equipment = Equipment(ids=tuple(c.id for c in weapons), all=len(dead) == len(units), units=fallen)
        return change, pending.put(Carrying(equipment=equipment))
    return change | {str(c.id): _free(c) for c in weapons}, pending


def _one(ctx: RefitContext, counter: Counter, hit: Mapping[str, list[Counter]]) -> Change:
    """A unit Replaced, then reduced, then free; or lost."""
    values: Change = {}
    now = counter
    for effect in (effect for effect in ACTS if counter in hit.get(effect, ())):
        values |= ACTS[effect](ctx, now)
        if is_lost(values):
            return elimination(ctx)
        now = changed(counter, values)
    return values | _free(now, *((ON_FOOT,) if counter.kind == "armor_leader" else ()))


def _out_of_vehicle(ctx: RefitContext, stack: list[Counter], result: str) -> tuple[dict[str, Change], list[CounterRow]]:
    """What changes for a vehicle and who is in it, and the crew that got out of it."""
    vehicle = next(c for c in stack if c.kind in VEHICLES)
    riders = [c for c in stack if c is not vehicle]
    leaders: dict[str, Change] = {str(c.id): {"place": vehicle.name} for c in riders if c.kind == "armor_leader"}
    if result == "escapes":
        return {str(c.id): _free(c) | leaders.get(str(c.id), {}) for c in stack}, []
    if "abandoned" not in result:
        return {str(c.id): elimination(ctx) for c in stack}, []
    fallen = "crew eliminated" in result
    change, crew = crew_out(ctx, vehicle, **(elimination(ctx) if fallen else {}))
    change[str(vehicle.id)] |= marks(vehicle, less=(ENCIRCLED,), more=(ABANDONED,))
    for rider in riders:
        leader = leaders.get(str(rider.id))
        free = {**_free(rider, ON_FOOT), **leader} if leader else _free(rider)
        change[str(rider.id)] = elimination(ctx) if fallen else free
    return change, ctx.new(crew)


STEPS: tuple[StepDef[RefitContext], ...] = (EscapeRollStep(), EscapeSelectionStep(), LostEquipmentStep())
