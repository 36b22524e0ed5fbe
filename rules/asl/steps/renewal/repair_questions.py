"""What the dice of repairs need to know of counters in trouble and their marks don't say: asked once, on one form.

Repair numbers stand on counters this book doesn't show; what a player says of one is kept for the campaign.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.asl.conditions import (
    FRONT,
    NON_QUALIFIED,
    Failed,
    failed,
    immobilized,
    isolated,
    named,
    on_hand,
    prizes,
    stunned,
)
from rules.asl.context import RefitContext
from rules.asl.counters import Counter
from rules.asl.pending import StepPending
from rules.asl.steps.crews import leader_aboard
from rules.asl.steps.generic import Entries, FormStep
from rules.contract import Field, Refused
from rules.engine.stages import StepResult
from rules.text import gettext

BROKEN = "x"
Fact = bool | int | str


class TroubleAnswers(StepPending):
    """What the form said of counters, by the names of its entries."""

    facts: Mapping[str, Fact]


def _answer_for(ctx: RefitContext, what: str, counter: Counter, otherwise: Fact) -> Fact:
    """The answer given for a counter, else the default."""
    answers = ctx.pending.get(TroubleAnswers)
    return answers.facts.get(f"{what}:{counter.id}", otherwise) if answers else otherwise


def non_qualified(ctx: RefitContext, counter: Counter) -> bool:
    """Whether only non-Qualified Use is possible (A21.13)."""
    return bool(_answer_for(ctx, "unqualified", counter, NON_QUALIFIED in counter.marks))


def rider(ctx: RefitContext, vehicle: Counter) -> Counter | None:
    """The armor leader in a vehicle, by the form where it asked for him, else as he is noted."""
    number = _answer_for(ctx, "leader", vehicle, _rides(ctx, vehicle))
    return next((c for c in on_hand(ctx, "armor_leader") if str(c.id) == number), None)


def leader_drm(ctx: RefitContext, vehicle: Counter) -> int:
    """The modifier of the armor leader in a vehicle."""
    leader = rider(ctx, vehicle)
    return ctx.rules.leader(leader.name).drm if leader else 0


def immobilization_facts(ctx: RefitContext, vehicle: Counter) -> dict[str, int]:
    """What the table of immobilized vehicles may ask of one, by the keys of its modifiers."""
    return {
        "armor_leader": leader_drm(ctx, vehicle),
        "non_qualified": non_qualified(ctx, vehicle),
        "front_line": FRONT in vehicle.marks,
        "isolated": isolated(vehicle),
    }


def repair_number(ctx: RefitContext, one: Failed) -> str:
    """A weapon's repair number as its owner read it off the counter; BROKEN for an X#."""
    if _broken_for_good(ctx, one):
        return BROKEN
    return str(ctx.mine.known.get(f"repair:{one.slug}", ctx.rules.pack.repair_number.start))


def machine_guns(ctx: RefitContext, vehicle: Counter) -> int:
    """The number of working MG entered for a captured vehicle; before that, 1 if its optional one is mounted."""
    return int(ctx.mine.known.get(f"guns:{vehicle.id}", ctx.rules.pack.marks.optional in vehicle.marks))


def main_works(ctx: RefitContext, vehicle: Counter) -> bool:
    """Whether a captured vehicle has a main armament that is neither disabled nor missing."""
    has = _answer_for(ctx, "main", vehicle, vehicle.kind == "tank")
    return bool(has) and "disabled" not in vehicle.marks


def _rides(ctx: RefitContext, vehicle: Counter) -> str:
    """The number of the armor leader aboard a vehicle, "" if none is known to be."""
    leader = leader_aboard(ctx, vehicle)
    return str(leader.id) if leader else ""


def _broken_for_good(ctx: RefitContext, one: Failed) -> bool:
    """Whether the book itself calls a weapon broken for good, so that nothing has to be asked of it."""
    return one.counter.name in ctx.rules.pack.repair_number.broken_for_good


class TroubleStep(FormStep[RefitContext]):
    """All that has to be asked of counters in trouble."""

    key = "trouble"
    asks_facts = True

    def stuck(self, ctx: RefitContext) -> list[Counter]:
        """The immobilized vehicles that this refit may repair."""
        return immobilized(ctx)

    def led(self, ctx: RefitContext) -> list[Counter]:
        """The vehicles of which it is asked what armor leader is in them."""
        return [*self.stuck(ctx), *stunned(ctx)]

    def fields(self, ctx: RefitContext) -> Iterator[Field]:
        stuck, failures = self.stuck(ctx), [one for one in failed(ctx) if not _broken_for_good(ctx, one)]
        numbers = ctx.rules.pack.repair_number
        rule = ctx.rule("trouble", "unqualified")
        for c in dict.fromkeys([*stuck, *(one.counter for one in failures)]):
            label = gettext("{counter}: only non-Qualified Use is possible", counter=named(c))
            yield Field(f"unqualified:{c.id}", label, "check", NON_QUALIFIED in c.marks, rule=rule)
        leaders = tuple((str(c.id), named(c)) for c in on_hand(ctx, "armor_leader"))
        options, rule = (("", gettext("none")), *leaders), ctx.rule("trouble", "leader")
        for c in dict.fromkeys(self.led(ctx) if leaders else ()):
            label = gettext("{vehicle}: armor leader in it", vehicle=named(c))
            yield Field(f"leader:{c.id}", label, "select", _rides(ctx, c), options=options, rule=rule)
        options = (*((str(n), f"R{n}") for n in range(numbers.most + 1)), (BROKEN, gettext("X: broken for good")))
        for one in {one.type: one for one in failures}.values():
            label, now = gettext("{weapon}: repair number on the counter", weapon=one.type), repair_number(ctx, one)
            yield Field(f"repair:{one.slug}", label, "select", now, options=options, rule=ctx.rule("weapon_repair"))
        most, rule = numbers.most_machine_guns, ctx.rule("captured")
        for c in prizes(ctx):
            label = gettext("{vehicle}: has a main armament", vehicle=named(c))
            yield Field(f"main:{c.id}", label, "check", c.kind == "tank", rule=rule)
            label = gettext("{vehicle}: working MG", vehicle=named(c))
            yield Field(f"guns:{c.id}", label, value=machine_guns(ctx, c), high=most, rule=rule)

    def enter(self, ctx: RefitContext, entries: Entries) -> StepResult:
        seats = {key: value for key, value in entries.items() if key.startswith("leader:") and value}
        if twice := next((key for key, seat in seats.items() if list(seats.values()).count(seat) > 1), None):
            raise Refused(
                gettext("Armor leader no. {number} is in one vehicle only.", number=seats[twice]),
                rule=ctx.rule("armor_leaders"),
                field=twice,
                way_out=gettext("Say none for the vehicles he is not in."),
            )
        known = {key: value for key, value in entries.items() if key.startswith(("repair:", "guns:"))}
        facts = {key: value for key, value in entries.items() if key not in known}
        return StepResult(
            [ctx.event("trouble.told", pending=ctx.pending.put(TroubleAnswers(facts=facts)), known=known)]
        )
