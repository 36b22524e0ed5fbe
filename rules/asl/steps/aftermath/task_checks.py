"""Task checks of Encircled units and of infantry in mines; vehicles in mines, bogged or shocked.

Each goes by a condition of the counters and passes by itself if none has it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import ClassVar

from rules.asl.conditions import mobile
from rules.asl.context import RefitContext, roll_data
from rules.asl.counter_fields import (
    ABANDONED,
    ENCIRCLED,
    IMMOBILE,
    MINES,
    ON_FOOT,
    SMC,
    UNITS,
    VEHICLES,
    Change,
    counter_label,
    elimination,
    is_lost,
    leadership,
    lost_halves,
    marked,
    marks,
    morale,
    reduced,
)
from rules.asl.counters import Counter, Piece
from rules.asl.pending import Pending, StepPending
from rules.asl.steps.crews import crew_out, leader_aboard
from rules.asl.steps.generic import Entries, FormStep, RollFormStep
from rules.contract import Field
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.tables import Need
from rules.text import gettext, gettext_noop

NONE = ""
BOGGED, SHOCKED = "bogged", "shocked"
FREE, STUCK, ELIMINATED, SPARED, SURVIVED = "free", "immobilized", "eliminated", "spared", "survived"
WORDS = {
    FREE: gettext_noop("comes through, free"),
    SPARED: gettext_noop("could leave unharmed, not attacked"),
    STUCK: gettext_noop("immobilized"),
    ELIMINATED: gettext_noop("Eliminated"),
    SURVIVED: gettext_noop("Eliminated, its armor leader survives"),
}
RESULT_TEXTS = {
    "stays": gettext_noop("holds"),
    "eliminated": gettext_noop("Eliminated"),
    "unharmed": gettext_noop("holds"),
    "casualty reduction": gettext_noop("Casualty Reduction"),
}


class Tested(StepPending):
    """Who has taken the check of the encircled, by the counters' numbers."""

    tested: tuple[int, ...]


class TaskCheckStep(RollFormStep[RefitContext]):
    """A task check each for those who `take` it on one `table`.

    A leader in the same trouble at the same place may lend his modifier; a field asks for him. Where the print has it
    apply (`leads`) the best one is proposed, if it is written down where both are.
    """

    trouble: str
    table: str
    leads: ClassVar[bool] = False

    @abstractmethod
    def takers(self, ctx: RefitContext) -> list[Counter]:
        """Who takes the check now."""

    def fields(self, ctx: RefitContext) -> Iterator[Field]:
        leaders = [(c, leadership(ctx, c)) for c in marked(ctx, self.trouble, ("leader",))]
        for c in self.takers(ctx):
            with_drm = [
                (leader, drm) for leader, drm in leaders if drm and leader.id != c.id and leader.place == c.place
            ]
            options = ((NONE, gettext("nobody")), *((str(one.id), f"{one.name} ({drm:+d})") for one, drm in with_drm))
            if with_drm:
                label = gettext("{counter}: led by", counter=counter_label(c))
                best, drm = min(with_drm, key=lambda each: each[1])
                likely = str(best.id) if self.leads and c.place and drm < 0 else NONE
                yield Field(f"leader_{c.id}", label, "select", likely, options=options, rule=ctx.rule(self.key))

    def needs(self, ctx: RefitContext, entries: Entries) -> Iterator[Need]:
        table, leaders = ctx.table(self.table), {str(c.id): leadership(ctx, c) for c in ctx.mine.counters}
        for c in self.takers(ctx):
            modifiers = ctx.modifiers(table, morale=morale(ctx, c), task_check=1)
            if leader := entries.get(f"leader_{c.id}"):
                modifiers = (*modifiers, table.drm("leader", leaders[leader]))
            yield Need(str(c.id), counter_label(c), 2, table, modifiers)


class EncirclementStep(TaskCheckStep):
    """A unit that fails is Eliminated; of a vehicle the crew is, and the vehicle stays, abandoned.

    Of vehicles only those in a condition of `stuck` are in danger, for the sake of their crews.
    """

    key, trouble, table = "encirclement", ENCIRCLED, "encircled_check"
    stuck: ClassVar[tuple[str, ...]] = (IMMOBILE,)

    def takers(self, ctx: RefitContext) -> list[Counter]:
        """Leaders first, for one that falls leads nobody."""
        due = self._untested(ctx, _tested(ctx))
        return [c for c in due if c.kind in SMC] or due

    def _untested(self, ctx: RefitContext, tested: tuple[int, ...]) -> list[Counter]:
        """Encircled units beside `tested`."""
        untested = [c for c in marked(ctx, ENCIRCLED, UNITS + VEHICLES) if c.id not in tested]
        manned = [c for c in untested if c.kind not in VEHICLES or ABANDONED not in c.marks]
        return [c for c in manned if c.kind not in VEHICLES or set(self.stuck) & set(c.marks)]

    def enter(self, ctx: RefitContext, entries: Entries, rolls: tuple[Rolled, ...]) -> StepResult:
        due = self.takers(ctx)
        fallen = [c for c, one in zip(due, rolls, strict=True) if one.value("result") == "eliminated"]
        change: dict[str, Change] = {}
        crews: list[Piece] = []
        for c in fallen:
            if c.kind in VEHICLES:
                manned, crew = crew_out(ctx, c, **elimination(ctx))
                crews += crew
                change |= manned
                change[str(c.id)] |= marks(c, more=(ABANDONED,))
                if leader := leader_aboard(ctx, c):
                    change[str(leader.id)] = elimination(ctx)
            else:
                change[str(c.id)] = elimination(ctx)
        tested = (*_tested(ctx), *(c.id for c in due))
        event = ctx.event(
            "task_checks.made",
            change=change,
            add=ctx.new(crews),
            rolls=_recorded(rolls),
            rule=ctx.rule("encirclement"),
            pending=Pending().put(Tested(tested=tested)),
        )
        return StepResult([event], done=not self._untested(ctx, tested))


def _tested(ctx: RefitContext) -> tuple[int, ...]:
    tested = ctx.pending.get(Tested)
    return tested.tested if tested else ()


def _recorded(rolls: Iterable[Rolled]) -> list[dict[str, object]]:
    return [roll_data(one, RESULT_TEXTS[str(one.value("result"))]) for one in rolls]


class MinesStep(TaskCheckStep):
    """Infantry in mines takes a check; of vehicles there it is asked what the table made of them.

    Who could leave unharmed takes no check; whether a vehicle that could is spared the attack too is a ruling.
    The attack is for vehicles of the classes `attacked`, but for one that can't drive, which doesn't try to leave.
    """

    key, trouble, table = "mines", MINES, "mines_check"
    attacked: ClassVar[tuple[str, ...]] = VEHICLES

    def takers(self, ctx: RefitContext) -> list[Counter]:
        return marked(ctx, MINES, UNITS)

    def fields(self, ctx: RefitContext) -> Iterator[Field]:
        for c in self.takers(ctx):
            label = gettext("{counter}: could leave the mines unharmed", counter=counter_label(c))
            yield Field(f"way_{c.id}", label, "check", False, rule=ctx.rule("mines"))
        yield from super().fields(ctx)
        outcomes = (FREE, STUCK, ELIMINATED, *((SPARED,) if ctx.rules.readings.mines_way_out == "both" else ()))
        for c in self._attacked(ctx):
            led = (SURVIVED,) if leader_aboard(ctx, c) else ()
            yield from _vehicle_fields([c], ctx.rule("mines"), (*outcomes, *led))

    def _attacked(self, ctx: RefitContext) -> list[Counter]:
        return [c for c in marked(ctx, MINES, self.attacked) if mobile(c)]

    def needs(self, ctx: RefitContext, entries: Entries) -> Iterator[Need]:
        return (need for need in super().needs(ctx, entries) if not entries[f"way_{need.key}"])

    def enter(self, ctx: RefitContext, entries: Entries, rolls: tuple[Rolled, ...]) -> StepResult:
        change: dict[str, Change] = {}
        fails = {one.need.key for one in rolls if one.value("result") == "casualty reduction"}
        for counter in self.takers(ctx):
            after = reduced(ctx, counter) if str(counter.id) in fails else {}
            if not is_lost(after):
                after |= {"marks": [mark for mark in after.get("marks", counter.marks) if mark != MINES]}
            change[str(counter.id)] = after
        vehicles, sentences = vehicle_results(ctx, MINES, self._attacked(ctx), entries)
        add, rolls_data = lost_halves(ctx, change), _recorded(rolls)
        event = ctx.event("mines.settled", change=change | vehicles, add=add, rolls=rolls_data, said=sentences)
        return StepResult([event])


class VehicleStep(FormStep[RefitContext]):
    """Vehicles in `trouble`, whose rolls are made at the table; the step asks for the outcome of each (`outcomes`)."""

    trouble: str
    outcomes: tuple[str, ...]

    def troubled(self, ctx: RefitContext) -> list[Counter]:
        """Whom it is asked of."""
        return marked(ctx, self.trouble, VEHICLES)

    def fields(self, ctx: RefitContext) -> Iterator[Field]:
        return _vehicle_fields(self.troubled(ctx), ctx.rule(self.key), self.outcomes)

    def enter(self, ctx: RefitContext, entries: Entries) -> StepResult:
        change, sentences = vehicle_results(ctx, self.trouble, self.troubled(ctx), entries)
        return StepResult([ctx.event("vehicles.settled", change=change, said=sentences, rule=ctx.rule(self.key))])


class BogStep(VehicleStep):
    """Nobody drives an abandoned vehicle out of the bog."""

    key, trouble, outcomes = "bog", BOGGED, (FREE, STUCK)

    def troubled(self, ctx: RefitContext) -> list[Counter]:
        return [c for c in super().troubled(ctx) if ABANDONED not in c.marks]


class ShockStep(VehicleStep):
    """Shocked vehicles."""

    key, trouble, outcomes = "shock", SHOCKED, (FREE, ELIMINATED)


def _vehicle_fields(vehicles: Iterable[Counter], rule: str, outcomes: tuple[str, ...]) -> Iterator[Field]:
    options = tuple((key, gettext(WORDS[key])) for key in outcomes)
    return (Field(f"v_{c.id}", counter_label(c), "select", FREE, options=options, rule=rule) for c in vehicles)


def vehicle_results(
    ctx: RefitContext, trouble: str, vehicles: Iterable[Counter], entries: Entries
) -> tuple[dict[str, Change], list[str]]:
    """The changes of vehicles in `trouble` by the results entered, and a sentence for each.

    An armor leader falls with his AFV, unless it is said that he survives: then he needs another (7.5114, 12.6227).
    """
    change: dict[str, Change] = {}
    sentences = []
    for vehicle in vehicles:
        result = entries[f"v_{vehicle.id}"]
        stuck = (IMMOBILE,) if result == STUCK else ()
        lost = result in (ELIMINATED, SURVIVED)
        change[str(vehicle.id)] = elimination(ctx) if lost else marks(vehicle, less=(trouble,), more=stuck)
        if lost and (leader := leader_aboard(ctx, vehicle)):
            change[str(leader.id)] = elimination(ctx) if result == ELIMINATED else marks(leader, more=(ON_FOOT,))
        sentences.append(f"{vehicle.name} {WORDS[result]}")
    return change, sentences
