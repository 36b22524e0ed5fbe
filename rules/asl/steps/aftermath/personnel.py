"""What becomes of Personnel after the battle: prisoners, wounded leaders, half-squads, armor leaders without an AFV."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from rules.asl.conditions import Changes, isolated, on_hand
from rules.asl.context import RefitContext, StepDef
from rules.asl.counter_fields import (
    ABANDONED,
    ENGINEER,
    ISOLATED,
    MMC,
    ON_FOOT,
    SMC,
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
from rules.asl.payloads import MASSACRE
from rules.asl.steps.aftermath.clearing import GUARD, busy, came_of_the_lines
from rules.asl.steps.die_each import die_each
from rules.contract import Field
from rules.dice import Rng
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.engine.tasks import FormTask, RollTask
from rules.text import gettext

# prisoners ---------------------------------------------------------------------------------

KEEP, LET_GO, SHOOT = "keep", "free", "execute"


def _guards(ctx: RefitContext) -> list[Counter]:
    """Isolated guards; those of the others have left with them."""
    return [c for c in marked(ctx, GUARD) if ISOLATED in c.marks]


def _captives(ctx: RefitContext) -> list[Counter]:
    """Own units the enemy took, if some of them were set free."""
    freed = came_of_the_lines(ctx).freed
    return [c for c in ctx.mine.counters if c.fate == "captured" and c.kind in MMC + SMC] if freed else []


def _prisoners_task(ctx: RefitContext) -> FormTask | None:
    said, rule = ctx.texts("prisoners"), ctx.rule("prisoners")
    options = tuple((key, gettext(label)) for key, label in said.labels["guards"].items())
    guards = (Field(f"guard_{c.id}", shown(c), "select", KEEP, options=options, rule=rule) for c in _guards(ctx))
    fields = (*guards, *number_fields(_captives(ctx), rule))
    return FormTask(ctx.button("prisoners"), fields, ctx.points("prisoners")) if fields else None


def _settle_prisoners(ctx: RefitContext, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    entries = task.read(data)
    let_go = [c for c in _guards(ctx) if entries[f"guard_{c.id}"] == LET_GO]
    back = taken(_captives(ctx), entries)
    shot = [c for c in _guards(ctx) if entries[f"guard_{c.id}"] == SHOOT]
    change = {str(c.id): marks(c, less=(GUARD,)) for c in (*let_go, *shot)}
    change |= {str(c.id): _set_free(ctx, c) for c in back}
    said = [f"{c.name} sets its prisoners free" for c in let_go] + [f"{name} set free" for name in names(back)]
    said += [f"{c.name} shoots its prisoners" for c in shot]
    massacre = [MASSACRE(side=ctx.side)] if shot else []
    return StepResult([ctx.event("prisoners.settled", change=change, said=said), *massacre])


def _set_free(ctx: RefitContext, counter: Counter) -> Change:
    """A freed SMC is himself again, an MMC a Conscript of its size. The casualty it was stays counted."""
    note = f"set free, {ctx.rule('prisoners')}"
    values: Change = {"fate": READY, "since": ctx.date, "marks": [], "place": "", "note": note}
    conscript = ctx.rules.pack.conscript[ctx.side]
    name = conscript.squad if counter.kind == "squad" else conscript.half_squad
    return values | (renamed(ctx, counter, name) if counter.kind in MMC else {})


# wounded leaders ---------------------------------------------------------------------------


def _wounded(ctx: RefitContext) -> list[Counter]:
    """Leaders alone: a hero leaves with his wound and still hardens an MMC."""
    return [counter for counter in on_hand(ctx, "leader") if "wounded" in counter.marks]


def _wound_facts(ctx: RefitContext, leader: Counter) -> Mapping[str, int]:
    return {"isolated": isolated(leader), "heroic": "heroic" in leader.marks}


def _heal(ctx: RefitContext, changes: Changes, leader: Counter, rolled: Rolled) -> str:
    """What becomes of a wounded leader: some games call him Eliminated who is out of the campaign."""
    result = str(rolled.value("result"))
    after: Mapping[str, Change] = {
        "unwounded": marks(leader, less=("wounded",)),
        "wounded": {},
        "eliminated": lost(ctx),
    }
    changes.put(leader, **after.get(result, {"fate": "evacuated", "since": ctx.date}))
    return result


# half-squads -------------------------------------------------------------------------------

TEAM = "mortar team"
"""A half-squad that stays one, beside its light mortar."""


def _pairs(ctx: RefitContext) -> list[tuple[Counter, Counter]]:
    """Half-squads that must recombine: alike by name, as Assault Engineers or not, and by where they are isolated.

    Who is busy where he is stays as he is.
    """
    free = (c for c in on_hand(ctx, "half_squad") if TEAM not in c.marks and not busy(ctx, c))
    halves = [c for c in free if _squad_of(ctx, c.name)]
    pairs = []
    for _, same in groupby(sorted(halves, key=_alike), key=_alike):
        row = list(same)
        pairs += list(zip(row[::2], row[1::2], strict=False))
    return pairs


def _alike(counter: Counter) -> tuple[str, bool, bool, str]:
    cut_off = isolated(counter)
    return counter.name, ENGINEER in counter.marks, cut_off, counter.place if cut_off else ""


def _squad_of(ctx: RefitContext, half: str) -> str:
    """The squad two such half-squads make: one of a kind the side has had, or the first known."""
    wholes = [name for (side, name), unit in ctx.rules.units.items() if side == ctx.side and unit.half == half]
    had = {counter.name for counter in ctx.mine.counters}
    return next((name for name in wholes if name in had), wholes[0] if wholes else "")


def _recombining_task(ctx: RefitContext) -> RollTask | None:
    lines = tuple(
        gettext("2 {half_squads} become {squad}", half_squads=one.name, squad=an(_squad_of(ctx, one.name)))
        for one, _ in _pairs(ctx)
    )
    return RollTask(ctx.button("recombine"), lines=lines, mode=ctx.mode) if lines else None


def _recombine(ctx: RefitContext, task: RollTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    """Each two become a squad in the conditions of either."""
    ctx.roll(task.needs, data, rng)
    pairs = _pairs(ctx)
    change = {str(c.id): {"fate": "merged", "since": ctx.date} for pair in pairs for c in pair}
    add = ctx.new(
        ("squad", _squad_of(ctx, a.name), a.group, {"marks": list(dict.fromkeys(a.marks + b.marks)), "place": a.place})
        for a, b in pairs
    )
    return StepResult([ctx.event("half_squads.recombined", change=change, add=add)])


# armor leaders -----------------------------------------------------------------------------


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


def _armor_leaders_task(ctx: RefitContext) -> FormTask | None:
    rule = ctx.rule("armor_leaders")
    fields = tuple(
        Field(f"afv_{c.id}", shown(c), "select", types[0], options=tuple((name, name) for name in types), rule=rule)
        for c, types in _on_foot(ctx)
    )
    return FormTask(ctx.button("armor_leaders"), fields) if fields else None


def _place_armor_leaders(ctx: RefitContext, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    entries = task.read(data)
    placed = [(c, entries[f"afv_{c.id}"]) for c, _ in _on_foot(ctx)]
    change = {str(c.id): {**marks(c, less=(ON_FOOT,)), "place": afv} for c, afv in placed}
    said = [f"{c.name} goes to a {afv}" for c, afv in placed]
    return StepResult([ctx.event("armor_leaders.placed", change=change, said=said)])


PRISONERS: tuple[StepDef[RefitContext], ...] = (StepDef("prisoners", _prisoners_task, {"enter": _settle_prisoners}),)
WOUNDED: tuple[StepDef[RefitContext], ...] = (
    die_each("wounded", "wounded.rolled", "wounded", _wounded, _wound_facts, _heal),
)
RECOMBINING: tuple[StepDef[RefitContext], ...] = (StepDef("recombine", _recombining_task, {"roll": _recombine}),)
ARMOR_LEADERS: tuple[StepDef[RefitContext], ...] = (
    StepDef("armor_leaders", _armor_leaders_task, {"enter": _place_armor_leaders}),
)
