"""What becomes of Personnel after the battle: the broken, prisoners, wounded leaders, half-squads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from rules.asl import captures
from rules.asl.conditions import Changes, isolated, on_hand, retained
from rules.asl.context import RefitContext
from rules.asl.counter_fields import (
    ISOLATED,
    TEAM,
    UNITS,
    Change,
    elimination,
    engineer,
    marked,
    marks,
)
from rules.asl.counters import DUE, READY, Counter, Piece, an
from rules.asl.payloads import MASSACRE
from rules.asl.steps.aftermath.clearing import GUARD, busy
from rules.asl.steps.generic import CheckStep, DieEachStep, Entries, FormStep, RollStep
from rules.contract import Event, Field, Refused
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.engine.tasks import FormTask
from rules.text import gettext

KEEP, LET_GO, SHOOT = "keep", "free", "execute"
ENDS = {LET_GO: captures.FREED, SHOOT: captures.SHOT}


class RallyStep(CheckStep[RefitContext]):
    """The counters that are noted as broken rally."""

    key = "rally"

    def lines(self, ctx: RefitContext) -> Iterator[str]:
        if number := len(_rallied(ctx)):
            yield gettext(ctx.texts("rally")["rallied"], number=number)

    def done(self, ctx: RefitContext, note: str) -> StepResult:
        return StepResult([ctx.event("step.done", step="rally", note=note, change=_rallied(ctx))])


def _rallied(ctx: RefitContext) -> dict[str, Change]:
    """What changes of the counters that are noted as broken."""
    off = ctx.rules.pack.marks.rallied
    return {str(c.id): change for c in ctx.mine.on_hand if (change := marks(c, less=off))}


class PrisonersStep(FormStep[RefitContext]):
    """The prisoners of the side: those whose guards are not Isolated are evacuated and leave play.

    Isolated guards may keep theirs or let them go, in public; who is free is his own side's again by that.
    """

    key = "prisoners"

    def task(self, ctx: RefitContext) -> FormTask | None:
        """Asked wherever there are prisoners; without Isolated units there is nothing to say of them."""
        if not captures.held_by(ctx, prisoners=True):
            return None
        return FormTask(ctx.button(self.key), tuple(self.fields(ctx)), tuple(self.lines(ctx)))

    def fields(self, ctx: RefitContext) -> Iterator[Field]:
        """How many of each are kept, set free or shot, where the side has Isolated units that may guard them."""
        rule, labels = ctx.rule("prisoners"), ctx.texts("prisoners").labels["guards"]
        if not marked(ctx, ISOLATED, UNITS):
            return
        guarded = any(ISOLATED in c.marks for c in marked(ctx, GUARD))
        for one in captures.held_by(ctx, prisoners=True):
            for key, label in labels.items():
                params = {"count": one.count, "name": one.name, "number": one.number, "what": gettext(label)}
                name = gettext("{count} × {name} (no. {number}): {what}", **params)
                value = one.count if guarded and key == KEEP else 0
                yield Field(f"{key}_{one.number}", name, value=value, high=one.count, rule=rule)

    def enter(self, ctx: RefitContext, entries: Entries) -> StepResult:
        ends: list[Event] = []
        shot = kept = 0
        for one in captures.held_by(ctx, prisoners=True):
            numbers = {key: entries.get(f"{key}_{one.number}", 0) for key in (KEEP, LET_GO, SHOOT)}
            evacuated = one.count - sum(numbers.values())
            if evacuated < 0:
                more = gettext("{name}: more than the {count} there are.", name=one.name, count=one.count)
                raise Refused(
                    more,
                    field=f"{LET_GO}_{one.number}",
                    rule=ctx.rule("prisoners"),
                    way_out=gettext("Each prisoner is kept, set free, or has left."),
                )
            ended = {captures.EVACUATED: evacuated} | {how: numbers[key] for key, how in ENDS.items()}
            ends += [captures.end(ctx, one, count, how) for how, count in ended.items() if count]
            shot, kept = shot + numbers[SHOOT], kept + numbers[KEEP]
        change: dict[str, Change] = {} if kept else {str(c.id): marks(c, less=(GUARD,)) for c in marked(ctx, GUARD)}
        massacre = [MASSACRE(side=ctx.side)] if shot else []
        return StepResult([ctx.event("prisoners.settled", change=change, number=kept), *ends, *massacre])


class WoundedStep(DieEachStep[RefitContext]):
    """A die for each wounded leader. A hero leaves with his wound and still hardens an MMC."""

    key, event, table = "wounded", "wounded.rolled", "wounded"

    def who(self, ctx: RefitContext) -> list[Counter]:
        return [counter for counter in on_hand(ctx, "leader", "armor_leader") if "wounded" in counter.marks]

    def facts(self, ctx: RefitContext, counter: Counter) -> Mapping[str, int]:
        return {"isolated": isolated(counter), "heroic": "heroic" in counter.marks}

    def apply_roll(self, ctx: RefitContext, changes: Changes, counter: Counter, rolled: Rolled) -> str:
        """Some games call a leader Eliminated who is out of the campaign."""
        result = str(rolled.value("result"))
        after: Mapping[str, Change] = {
            "unwounded": marks(counter, less=("wounded",)),
            "wounded": {},
            "eliminated": elimination(ctx),
        }
        changes.put(counter, **after.get(result, {"fate": "evacuated", "since": ctx.date}))
        return result


class RecombiningStep(RollStep[RefitContext]):
    """Half-squads that become squads, in the conditions of either half; two that wait to enter become one that does."""

    key = "recombine"

    def lines(self, ctx: RefitContext) -> Iterator[str]:
        for one, _ in _pairs(ctx):
            squad = an(_squad_of(ctx, one.name))
            yield gettext("2 {half_squads} become {squad}", half_squads=one.name, squad=squad)

    def roll(self, ctx: RefitContext, rolls: tuple[Rolled, ...]) -> StepResult:
        pairs = _pairs(ctx)
        change: dict[str, Change] = {str(c.id): {"fate": "merged", "since": ctx.date} for pair in pairs for c in pair}
        squads: list[Piece] = []
        for a, b in pairs:
            conditions = list(dict.fromkeys(a.marks + b.marks))
            fate = a.fate if a.fate == b.fate else READY
            values: Change = {"marks": conditions, "place": a.place, "fate": fate}
            squads.append(("squad", _squad_of(ctx, a.name), a.group, values))
        return StepResult([ctx.event("half_squads.recombined", change=change, add=ctx.new(squads))])


def _pairs(ctx: RefitContext) -> list[tuple[Counter, Counter]]:
    """Half-squads that must recombine: alike in factors and class, as engineers or not, and by where they are isolated.

    Who is busy where he is stays as he is, and so does who is off the map.
    """

    def like(counter: Counter) -> tuple[str, str, bool, bool, str]:
        unit, cut_off = ctx.rules.unit(ctx.side, counter.name), isolated(counter)
        # The name of engineers or of the NKVD may stand before the factors: "AE 3-2-8".
        factors, troop_class = counter.name.split()[-1], (unit.troop_class if unit else None) or ""
        return factors, troop_class, engineer(ctx, counter), cut_off, counter.place if cut_off else ""

    free = (c for c in retained(ctx, "half_squad") if TEAM not in c.marks and not busy(ctx, c))
    pairs = []
    fit = sorted((c for c in free if _squad_of(ctx, c.name)), key=lambda c: (like(c), c.fate == DUE))
    for _, same in groupby(fit, key=like):
        row = list(same)
        pairs += list(zip(row[::2], row[1::2], strict=False))
    return pairs


def _squad_of(ctx: RefitContext, half: str) -> str:
    """The squad two such half-squads make: one of a kind the side has had, or the first known."""
    wholes = ctx.rules.squads(ctx.side, half)
    had = {counter.name for counter in ctx.mine.counters}
    return next((name for name in wholes if name in had), wholes[0] if wholes else "")
