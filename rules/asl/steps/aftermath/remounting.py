"""Armor leaders who lost their AFV: where each of them goes. An AFV takes one of them."""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from rules.asl.conditions import WRECK, isolated
from rules.asl.context import RefitContext
from rules.asl.counter_fields import ABANDONED, ISOLATED, ON_FOOT, counter_label, marks
from rules.asl.counters import Change, Counter
from rules.asl.steps.generic import Entries, FormStep
from rules.contract import Field, Refused
from rules.engine.stages import StepResult
from rules.text import gettext

NOWHERE = ""


class Rider(NamedTuple):
    """An armor leader on foot, and the types of AFV that are his `own`: he goes to one of them if he can."""

    leader: Counter
    own: Collection[str]

    @property
    def entry(self) -> str:
        """The name of his entry in the form."""
        return f"afv_{self.leader.id}"


class RemountingStep(FormStep[RefitContext]):
    """The AFV to which each armor leader goes that has none: one of his own type if one is free, else any other."""

    key = "armor_leaders"

    def fields(self, ctx: RefitContext) -> Iterator[Field]:
        free, riders = _free(ctx), _on_foot(ctx)
        if not free:
            return
        proposed = _proposed(free, riders)
        for one in riders:
            options = tuple((name, name or gettext("none is left")) for name in _offered(free, riders, one))
            yield Field(
                one.entry,
                counter_label(one.leader),
                "select",
                proposed[one.leader.id],
                options=options,
                rule=ctx.rule("armor_leaders"),
            )

    def enter(self, ctx: RefitContext, entries: Entries) -> StepResult:
        chosen = [(one, str(entries[one.entry])) for one in _on_foot(ctx)]
        _check(ctx, _free(ctx), chosen)
        placed = [(one.leader, afv) for one, afv in chosen if afv]
        change: dict[str, Change] = {str(c.id): {**marks(c, less=(ON_FOOT,)), "place": afv} for c, afv in placed}
        sentences = [f"{c.name} goes to a {afv}" for c, afv in placed]
        return StepResult([ctx.event("armor_leaders.placed", change=change, said=sentences)])


def _leaders(ctx: RefitContext) -> list[Counter]:
    return [c for c in ctx.mine.on_hand if c.kind == "armor_leader" and not isolated(c)]


def _afvs(ctx: RefitContext) -> Counts[str]:
    """The AFV that an armor leader may be in, by type, in the order in which they came; a wreck carries nobody."""
    fit = (c for c in ctx.mine.on_hand if c.kind == "tank" and not {ISOLATED, ABANDONED, WRECK} & set(c.marks))
    return Counts(c.name for c in fit)


def _free(ctx: RefitContext) -> dict[str, int]:
    """How many AFV of each type have no armor leader; who may be in AFV of several types takes none."""
    free = _afvs(ctx)
    for leader in _leaders(ctx):
        if ON_FOOT not in leader.marks:
            own = ctx.own_afvs(leader)
            types = [leader.place] if leader.place in free else [name for name in free if name in own]
            free.subtract(types if len(types) == 1 else ())
    return {name: number for name, number in free.items() if number > 0}


def _on_foot(ctx: RefitContext) -> list[Rider]:
    return [Rider(c, ctx.own_afvs(c)) for c in _leaders(ctx) if ON_FOOT in c.marks]


def _proposed(free: Mapping[str, int], riders: list[Rider]) -> dict[int, str]:
    """An AFV for each: of their own types first, then those left for the others."""
    unassigned, result = dict(free), dict[int, str]()
    for of_his_own in (True, False):
        for one in (one for one in riders if not result.get(one.leader.id)):
            fit = (name for name, number in unassigned.items() if number and (name in one.own or not of_his_own))
            result[one.leader.id] = afv = next(fit, NOWHERE)
            if afv:
                unassigned[afv] -= 1
    return result


def _offered(free: Mapping[str, int], riders: list[Rider], one: Rider) -> list[str]:
    """What he may go to: only to his own type while there is enough of it for all who belong to it."""
    own = [name for name in free if name in one.own]
    rivals = sum(any(name in each.own for name in own) for each in riders)
    if own and rivals <= sum(free[name] for name in own):
        return own
    return [*free, *([NOWHERE] if sum(free.values()) < len(riders) else [])]


def _check(ctx: RefitContext, free: Mapping[str, int], chosen: list[tuple[Rider, str]]) -> None:
    """Refuse two armor leaders in one AFV, and one who goes elsewhere while an AFV of his is free."""
    taken, taken_by_own = Counts[str](), Counts[str]()
    for one, afv in chosen:
        taken[afv] += 1
        taken_by_own[afv] += afv in one.own
        if afv and taken[afv] > free[afv]:
            raise Refused(
                gettext("{afv}: every one has an armor leader by now.", afv=afv),
                rule=ctx.rule("armor_leaders"),
                field=one.entry,
                way_out=gettext("An AFV takes one of them: send him elsewhere."),
            )
    for one, afv in chosen:
        own = [name for name in free if name in one.own and taken_by_own[name] < free[name]]
        unassigned = [name for name in free if not afv and taken[name] < free[name]]
        if afv not in one.own and (better := next(iter(own + unassigned), NOWHERE)):
            raise Refused(
                gettext("{leader}: a {afv} is free for him.", leader=one.leader.name, afv=better),
                rule=ctx.rule("armor_leaders"),
                field=one.entry,
                way_out=gettext("Send him to this one: {afv}.", afv=better),
            )
