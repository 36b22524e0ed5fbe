"""What the steps on the field share: counters named by pile and number, and what happens to them.

A counter that is reduced or replaced stays the same piece with another name, so that its
origin is kept; what is lost after the scenario has ended counts for none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from rules.asl.context import RefitContext
from rules.asl.counters import CAPTURED as CAPTURED
from rules.asl.counters import ISOLATED as ISOLATED
from rules.asl.counters import MMC as MMC
from rules.asl.counters import ON_FOOT as ON_FOOT
from rules.asl.counters import READY, Counter, CounterRow, Pile, piles
from rules.asl.counters import SHORT as SHORT
from rules.asl.counters import SMC as SMC
from rules.asl.counters import VEHICLES as VEHICLES
from rules.asl.counters import Change as Change
from rules.contract import Field
from rules.engine.stages import once
from rules.engine.tasks import Entries
from rules.text import gettext, gettext_noop

UNITS = MMC + SMC
FIELD = (*UNITS, "weapon", "gun", *VEHICLES, "other")
"""Classes of counters that stand on the map as pieces."""
CUT_OFF = (*FIELD, "cupola")
"""Classes of counters that may be in an Isolated Area; a cupola counts as an AFV (4.1)."""
HOLDING = (*MMC, *VEHICLES, "cupola")
"""Those of them that hold such an area for their side, which SMC and Equipment do not."""
OCCUPYING = (*SMC, *HOLDING)
"""Those of them that are units: without any an area is of type A, whatever Equipment lies in it."""

ENCIRCLED, IMMOBILE, ABANDONED = "encircled", "immobilized", "abandoned"
MINES, DISMANTLED = "in mines", "dismantled"
FANATIC, ENGINEER = gettext_noop("fanatic"), gettext_noop("assault engineer")
TEAM = "mortar team"
"""A half-squad that stays one, beside its light mortar."""
IN_PLAY = "in play"
"""Of a module that was chosen for the scenario."""
OWN_OBSERVER = gettext_noop("own observer")
"""Of a module that came with its Offboard Observer."""


def on_field(ctx: RefitContext, kinds: Collection[str] = FIELD) -> list[Counter]:
    """The side's counters of these classes (all of CUT_OFF) that are, or may be, on the map."""
    return [c for c in _pieces(ctx) if c.kind in kinds]


@once
def _pieces(ctx: RefitContext) -> list[Counter]:
    return [c for c in ctx.mine.on_hand if c.fate == READY and c.kind in CUT_OFF]


def marked(ctx: RefitContext, mark: str, kinds: Collection[str] = FIELD) -> list[Counter]:
    """Those of them that have the condition `mark`."""
    return [c for c in on_field(ctx, kinds) if mark in c.marks]


def counter_label(counter: Counter) -> str:
    """A counter's label in a list: its name, its number and its Location."""
    return f"{counter.name} (no. {counter.id}{', ' + counter.place if counter.place else ''})"


def number_fields(counters: Iterable[Counter], rule: str, ids: Collection[int] = ()) -> tuple[Field, ...]:
    """A number field for each pile of `counters`, which proposes as many as have one of these `ids`."""
    proposed = frozenset(ids)
    shown = ((pile, pile.like) for pile in piles(counters))
    return tuple(number_field(pile, like.group, like.marks, like.place, rule, proposed) for pile, like in shown)


def number_field(
    pile: Pile, group: str, marks: Iterable[str], place: str, rule: str, proposed: frozenset[int]
) -> Field:
    """A number field for a pile; its label has this group, these conditions and this place."""
    more, count = ", ".join(word for word in (group, *map(gettext, marks), place) if word), pile.count
    name = f"{pile.like.name} ({more})" if more else pile.like.name
    label, value = gettext("{name}, of {count}", name=name, count=count), len(proposed.intersection(pile.ids))
    return Field(f"n_{pile.key}", label, value=value, high=count, rule=rule)


def counters_chosen(counters: Iterable[Counter], entries: Entries) -> list[Counter]:
    """The counters that these numbers choose: the first ones of each pile, since those of a pile are alike."""
    counters, wanted = list(counters), dict[tuple[object, ...], int]()
    for counter in counters:
        wanted.setdefault(counter.alike, int(entries.get(f"n_{counter.id}", 0)))
    result = []
    for counter in counters:
        if wanted[counter.alike]:
            wanted[counter.alike] -= 1
            result.append(counter)
    return result


def first_entry(entries: Mapping[str, object]) -> str:
    """The name of the first number that was filled in, for a refusal to point at; "" if none was."""
    return next((name for name, number in entries.items() if name.startswith("n_") and number), "")


def engineer(ctx: RefitContext, counter: Counter) -> bool:
    """Whether an MMC is an Assault Engineer: its counter says so, or its group came as such."""
    unit = ctx.rules.unit(ctx.side, counter.name)
    return ENGINEER in counter.marks or (unit is not None and unit.engineer)


def engineers(ctx: RefitContext) -> int:
    """How many Assault Engineer squads of the side are not Isolated."""
    squads = (c for c in ctx.mine.on_hand if c.kind == "squad" and c.fate != "out")
    return sum(engineer(ctx, c) and ISOLATED not in c.marks for c in squads)


def names(counters: Iterable[Counter]) -> list[str]:
    """Counters as a sentence lists them."""
    return [f"{pile.count} {pile.like.name}" if pile.count > 1 else pile.like.name for pile in piles(counters)]


def marks(counter: Counter, *, less: Collection[str] = (), more: Collection[str] = ()) -> Change:
    """The change that takes off the conditions `less` and adds those of `more`; empty if nothing changes."""
    staying = [mark for mark in counter.marks if mark not in less]
    new = [*staying, *(mark for mark in more if mark not in staying)]
    return {"marks": new} if tuple(new) != counter.marks else {}


def elimination(ctx: RefitContext) -> Change:
    """The change that Eliminates a counter."""
    return {"fate": "eliminated", "since": ctx.scenario}


def is_lost(change: Mapping[str, object]) -> bool:
    """Whether this change takes the counter out of the campaign."""
    return change.get("fate") == "eliminated"


def reduced(ctx: RefitContext, counter: Counter) -> Change:
    """Casualty Reduction: a squad's half is left, a half-squad or crew is lost, an SMC wounded (lost if he was).

    By the ruling `wound_severity` whether a wound kills is rolled at the table (A17.11) and entered by hand.
    """
    at_table = ctx.rules.readings.wound_severity == "table"
    if counter.kind in SMC and (at_table or "wounded" not in counter.marks):
        return marks(counter, more=("wounded",))
    if counter.kind == "squad" and (half := ctx.rules.half(ctx.side, counter.name)):
        return renamed(ctx, counter, half) | {"worth": counter.worth - counter.worth // 2}
    return elimination(ctx)


def lost_halves(ctx: RefitContext, change: Mapping[str, Change]) -> list[CounterRow]:
    """The other halves of the squads that a `change` makes half-squads: new counters, Eliminated, so that they count.

    What a squad was worth is shared out, half of it to the half that is lost.
    """
    squads = ((c, change[str(c.id)]) for c in ctx.mine.counters if c.kind == "squad" and str(c.id) in change)
    halves = ((c, values) for c, values in squads if values.get("kind") == "half_squad" and not is_lost(values))
    return ctx.new(
        ("half_squad", values["name"], c.group, {**elimination(ctx), "worth": c.worth // 2}) for c, values in halves
    )


def replaced(ctx: RefitContext, counter: Counter) -> Change:
    """Replacement by the next lower counter; what has none is lost, a hero is never replaced.

    An Assault Engineer who is Replaced is none any more.
    """
    if counter.kind == "hero":
        return {}
    lower = ctx.rules.lower(ctx.side, counter.name)
    return renamed(ctx, counter, lower) | marks(counter, less=(ENGINEER,)) if lower else elimination(ctx)


def renamed(ctx: RefitContext, counter: Counter, name: str) -> Change:
    """What changes when a counter becomes another; the record of purchases names it as it came."""
    unit = ctx.rules.unit(ctx.side, name)
    kind = unit.kind if unit and counter.kind not in SMC else counter.kind
    return {
        "name": name,
        "kind": kind,
        "worth": ctx.rules.worth(kind, name),
        "came_as": counter.came_as or counter.name,
    }


def morale(ctx: RefitContext, counter: Counter) -> int:
    """A counter's morale as its name shows it: a leader's first number, an MMC's last; else that of its class."""
    parts = counter.name.replace("+", "-").split("-")
    number = parts[0] if counter.kind in SMC else parts[-1]
    if counter.kind in UNITS and len(parts) > 1 and number.isdecimal():
        return int(number)
    return ctx.rules.pack.morale.classes.get(counter.kind, ctx.rules.pack.morale.other)


def leadership(ctx: RefitContext, counter: Counter) -> int:
    """The modifier a leader or hero brings; a heroic leader brings a hero's as well. 0 for others."""
    if counter.kind not in SMC:
        return 0
    heroic = ctx.rules.leader("Hero").drm if "heroic" in counter.marks else 0
    unit = ctx.rules.unit(ctx.side, counter.name)
    return (unit.drm if unit else 0) + heroic
