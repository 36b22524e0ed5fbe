"""What the steps on the field share: counters named by pile and number, and what happens to them.

A counter that is reduced or replaced stays the same piece with another name, so that its
origin is kept; what is lost after the scenario has ended counts for none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from rules.parts.counters import READY, Counter, Pile, piles
from rules.parts.refit.desk import Desk
from rules.parts.tasks import Field

SMC = ("leader", "hero", "armor_leader")
MMC = ("squad", "half_squad", "crew")
VEHICLES = ("tank", "vehicle")
UNITS = MMC + SMC
FIELD = (*UNITS, "weapon", "gun", *VEHICLES, "other")
"""Classes of counters that stand on the map as pieces."""

ISOLATED, ENCIRCLED, SHORT = "isolated", "encircled", "short of ammunition"
IMMOBILE, ABANDONED, CAPTURED = "immobilized", "abandoned", "captured from the enemy"
ON_FOOT, FANATIC, ENGINEER = "without AFV", "fanatic", "assault engineer"

Change = dict[str, Any]


def on_field(desk: Desk, kinds: Collection[str] = FIELD) -> list[Counter]:
    """The side's counters of these classes that are on the map, or may be."""
    return [c for c in desk.mine.counters if c.fate == READY and c.kind in kinds]


def marked(desk: Desk, mark: str, kinds: Collection[str] = FIELD) -> list[Counter]:
    """Those of them in a certain condition."""
    return [c for c in on_field(desk, kinds) if mark in c.marks]


def shown(counter: Counter) -> str:
    """A counter in a list of several: its name, its number and where it is."""
    return f"{counter.name} (no. {counter.id}{', ' + counter.place if counter.place else ''})"


def number_fields(counters: Iterable[Counter], rule: str, given: Collection[int] = ()) -> tuple[Field, ...]:
    """A number for each pile of `counters`; it proposes those whose ids are `given`."""
    return tuple(
        Field(f"n_{pile.key}", _pile(pile), value=len(set(pile.ids) & set(given)), high=pile.count, rule=rule)
        for pile in piles(counters)
    )


def _pile(pile: Pile) -> str:
    more = ", ".join(word for word in (pile.like.group, *pile.like.marks, pile.like.place) if word)
    return f"{pile.like.name}{f' ({more})' if more else ''}, of {pile.count}"


def taken(counters: Iterable[Counter], entries: Mapping[str, Any]) -> list[Counter]:
    """The counters those numbers mean: of each pile, counters being alike, the first."""
    counters = list(counters)
    ids = {i for pile in piles(counters) for i in pile.ids[: int(entries.get(f"n_{pile.key}", 0))]}
    return [counter for counter in counters if counter.id in ids]


def entered(entries: Mapping[str, Any]) -> str:
    """The first of those numbers that was filled in: the entry a refusal is about, "" if none was."""
    return next((name for name, number in entries.items() if name.startswith("n_") and number), "")


def engineer(desk: Desk, counter: Counter) -> bool:
    """Whether an MMC is one of Assault Engineers: by its counter, or because its group came as such."""
    unit = desk.book.unit(desk.side, counter.name)
    return ENGINEER in counter.marks or (unit is not None and unit.engineer)


def names(counters: Iterable[Counter]) -> list[str]:
    """Counters as a sentence lists them."""
    return [f"{pile.count} {pile.like.name}" if pile.count > 1 else pile.like.name for pile in piles(counters)]


def marks(counter: Counter, *, less: Collection[str] = (), more: Collection[str] = ()) -> Change:
    """The change to a counter's conditions; nothing if there is none."""
    kept = [mark for mark in counter.marks if mark not in less]
    new = [*kept, *(mark for mark in more if mark not in kept)]
    return {"marks": new} if tuple(new) != counter.marks else {}


def lost(desk: Desk) -> Change:
    """Eliminated."""
    return {"fate": "eliminated", "since": desk.scenario}


def is_lost(change: Mapping[str, Any]) -> bool:
    """Whether this change takes the counter out of the campaign."""
    return change.get("fate") == "eliminated"


def reduced(desk: Desk, counter: Counter) -> Change:
    """Casualty Reduction: a squad's half is left, a half-squad or crew is lost, an SMC wounded (lost if he was)."""
    if counter.kind in SMC and "wounded" not in counter.marks:
        return marks(counter, more=("wounded",))
    unit = desk.book.unit(desk.side, counter.name)
    if counter.kind == "squad" and unit is not None and unit.half:
        return renamed(desk, counter, unit.half)
    return lost(desk)


def replaced(desk: Desk, counter: Counter) -> Change:
    """Replacement by the next lower counter; what has none is lost, a hero is never replaced.

    An Assault Engineer who is Replaced is none any more.
    """
    if counter.kind == "hero":
        return {}
    lower = desk.book.lower(desk.side, counter.name)
    return renamed(desk, counter, lower) | marks(counter, less=(ENGINEER,)) if lower else lost(desk)


def renamed(desk: Desk, counter: Counter, name: str) -> Change:
    """What changes when a counter becomes another."""
    unit = desk.book.unit(desk.side, name)
    kind = unit.kind if unit and counter.kind not in SMC else counter.kind
    return {"name": name, "kind": kind, "worth": desk.book.worth(kind, name)}


def morale(desk: Desk, counter: Counter) -> int:
    """A counter's morale as its name shows it: a leader's first number, an MMC's last; else that of its class."""
    parts = counter.name.replace("+", "-").split("-")
    number = parts[0] if counter.kind in SMC else parts[-1]
    if counter.kind in UNITS and len(parts) > 1 and number.isdigit():
        return int(number)
    values = desk.book.pack["morale"]
    return int(values.get(counter.kind, values["other"]))


def leadership(desk: Desk, counter: Counter) -> int:
    """The modifier a leader or hero brings; a heroic leader brings a hero's as well. 0 for others."""
    if counter.kind not in SMC:
        return 0
    heroic = desk.book.leader("Hero").drm if "heroic" in counter.marks else 0
    unit = desk.book.unit(desk.side, counter.name)
    return (unit.drm if unit else 0) + heroic
