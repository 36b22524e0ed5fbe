"""What becomes of Personnel after the battle: prisoners, wounded leaders, half-squads, armor leaders without an AFV."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from rules.asl.conditions import Changes, isolated, on_hand
from rules.asl.context import RefitContext
from rules.asl.counter_fields import (
    ABANDONED,
    ENGINEER,
    ISOLATED,
    MMC,
    ON_FOOT,
    SMC,
    TEAM,
    Change,
    lost,
    marked,
    marks,
    names,
    number_fields,
    renamed,
    shown,
    taken,
)
from rules.asl.counters import READY, Counter, an
from rules.asl.gains import FREED, gain
from rules.asl.payloads import MASSACRE, PRISONERS_FREED
from rules.asl.steps.aftermath.clearing import GUARD, busy, came_of_the_lines
from rules.asl.steps.generic import DieEachStep, Entries, FormStep, RollStep
from rules.contract import Field
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.text import gettext

KEEP, LET_GO, SHOOT = "keep", "free", "execute"


class PrisonersStep(FormStep[RefitContext]):
    """What the guards of Isolated prisoners do with them, and who of the side's own was set free.

    A guard frees, in public; that a side's own units are free is its own word, which needs a nod.
    """

    key = "prisoners"

    def fields(self, ctx: RefitContext) -> Iterator[Field]:
        rule, labels = ctx.rule("prisoners"), ctx.texts("prisoners").labels["guards"]
        options = tuple((key, gettext(label)) for key, label in labels.items())
        for guard in _guards(ctx):
            yield Field(f"guard_{guard.id}", shown(guard), "select", KEEP, options=options, rule=rule)
        yield from number_fields(_captives(ctx), rule)

    def enter(self, ctx: RefitContext, entries: Entries) -> StepResult:
        let_go = [c for c in _guards(ctx) if entries[f"guard_{c.id}"] == LET_GO]
        back = taken(_captives(ctx), entries)
        shot = [c for c in _guards(ctx) if entries[f"guard_{c.id}"] == SHOOT]
        change = {str(c.id): marks(c, less=(GUARD,)) for c in (*let_go, *shot)}
        said = [f"{c.name} sets its prisoners free" for c in let_go]
        said += [f"{c.name} shoots its prisoners" for c in shot]
        massacre = [MASSACRE(side=ctx.side)] if shot else []
        told = [PRISONERS_FREED(side=ctx.side, guards=len(let_go))] if let_go else []
        freed = {str(c.id): _set_free(ctx, c) for c in back}
        asked = gain(ctx, FREED, [c.kind for c in back], names(back), {}, change=freed) if back else []
        return StepResult([ctx.event("prisoners.settled", change=change, said=said), *massacre, *told, *asked])


def _guards(ctx: RefitContext) -> list[Counter]:
    """Isolated guards; those of the others have left with them."""
    return [c for c in marked(ctx, GUARD) if ISOLATED in c.marks]


def _captives(ctx: RefitContext) -> list[Counter]:
    """Own units the enemy took, if some of them were set free."""
    freed = came_of_the_lines(ctx).freed
    return [c for c in ctx.mine.counters if c.fate == "captured" and c.kind in MMC + SMC] if freed else []


def _set_free(ctx: RefitContext, counter: Counter) -> Change:
    """A freed SMC is himself again, an MMC a Conscript of its size. The casualty it was stays counted."""
    note = f"set free, {ctx.rule('prisoners')}"
    values: Change = {"fate": READY, "since": ctx.date, "marks": [], "place": "", "note": note}
    conscript = ctx.rules.pack.conscript[ctx.side]
    name = conscript.squad if counter.kind == "squad" else conscript.half_squad
    return values | (renamed(ctx, counter, name) if counter.kind in MMC else {})


class WoundedStep(DieEachStep[RefitContext]):
    """A die for each wounded leader. A hero leaves with his wound and still hardens an MMC."""

    key, event, table = "wounded", "wounded.rolled", "wounded"

    def who(self, ctx: RefitContext) -> list[Counter]:
        return [counter for counter in on_hand(ctx, "leader") if "wounded" in counter.marks]

    def facts(self, ctx: RefitContext, counter: Counter) -> Mapping[str, int]:
        return {"isolated": isolated(counter), "heroic": "heroic" in counter.marks}

    def settle(self, ctx: RefitContext, changes: Changes, counter: Counter, rolled: Rolled) -> str:
        """Some games call a leader Eliminated who is out of the campaign."""
        result = str(rolled.value("result"))
        after: Mapping[str, Change] = {
            "unwounded": marks(counter, less=("wounded",)),
            "wounded": {},
            "eliminated": lost(ctx),
        }
        changes.put(counter, **after.get(result, {"fate": "evacuated", "since": ctx.date}))
        return result


class RecombiningStep(RollStep[RefitContext]):
    """Half-squads that become squads, in the conditions of either half."""

    key = "recombine"

    def lines(self, ctx: RefitContext) -> Iterator[str]:
        for one, _ in _pairs(ctx):
            squad = an(_squad_of(ctx, one.name))
            yield gettext("2 {half_squads} become {squad}", half_squads=one.name, squad=squad)

    def roll(self, ctx: RefitContext, rolls: tuple[Rolled, ...]) -> StepResult:
        pairs = _pairs(ctx)
        change = {str(c.id): {"fate": "merged", "since": ctx.date} for pair in pairs for c in pair}
        rows = []
        for a, b in pairs:
            conditions = list(dict.fromkeys(a.marks + b.marks))
            rows.append(("squad", _squad_of(ctx, a.name), a.group, {"marks": conditions, "place": a.place}))
        return StepResult([ctx.event("half_squads.recombined", change=change, add=ctx.new(rows))])


def _pairs(ctx: RefitContext) -> list[tuple[Counter, Counter]]:
    """Half-squads that must recombine: alike by name, as Assault Engineers or not, and by where they are isolated.

    Who is busy where he is stays as he is.
    """

    def like(counter: Counter) -> tuple[str, bool, bool, str]:
        cut_off = isolated(counter)
        return counter.name, ENGINEER in counter.marks, cut_off, counter.place if cut_off else ""

    free = (c for c in on_hand(ctx, "half_squad") if TEAM not in c.marks and not busy(ctx, c))
    pairs = []
    for _, same in groupby(sorted((c for c in free if _squad_of(ctx, c.name)), key=like), key=like):
        row = list(same)
        pairs += list(zip(row[::2], row[1::2], strict=False))
    return pairs


def _squad_of(ctx: RefitContext, half: str) -> str:
    """The squad two such half-squads make: one of a kind the side has had, or the first known."""
    wholes = ctx.rules.squads(ctx.side, half)
    had = {counter.name for counter in ctx.mine.counters}
    return next((name for name in wholes if name in had), wholes[0] if wholes else "")


class RemountingStep(FormStep[RefitContext]):
    """The AFV to which each armor leader goes that has none."""

    key = "armor_leaders"

    def fields(self, ctx: RefitContext) -> Iterator[Field]:
        for leader, types in _on_foot(ctx):
            options = tuple((name, name) for name in types)
            rule = ctx.rule("armor_leaders")
            yield Field(f"afv_{leader.id}", shown(leader), "select", types[0], options=options, rule=rule)

    def enter(self, ctx: RefitContext, entries: Entries) -> StepResult:
        placed = [(c, entries[f"afv_{c.id}"]) for c, _ in _on_foot(ctx)]
        change = {str(c.id): {**marks(c, less=(ON_FOOT,)), "place": afv} for c, afv in placed}
        said = [f"{c.name} goes to a {afv}" for c, afv in placed]
        return StepResult([ctx.event("armor_leaders.placed", change=change, said=said)])


def _on_foot(ctx: RefitContext) -> list[tuple[Counter, tuple[str, ...]]]:
    """Armor leaders without an AFV, with the types of Retained ones each may go to: his own if there is one, else any.

    Where it is not noted what he rode in, it was one of those that came with him.
    """
    leaders = [c for c in ctx.mine.on_hand if c.kind == "armor_leader" and ON_FOOT in c.marks and not isolated(c)]
    fit = (c for c in ctx.mine.on_hand if c.kind == "tank" and not {ISOLATED, ABANDONED} & set(c.marks))
    tanks = tuple(dict.fromkeys(c.name for c in fit))
    found = []
    for leader in leaders:
        came = {c.name for c in ctx.mine.counters if leader.group and c.group == leader.group}
        own = {leader.place} & set(tanks) or came & set(tanks)
        found.append((leader, tuple(name for name in tanks if name in own) or tanks))
    return found if tanks else []
