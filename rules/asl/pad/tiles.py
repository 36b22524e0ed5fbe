"""Tiles of a battle pad: counters by name and condition, and what can befall one of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.asl.conditions import NO_AMMO, RECALL
from rules.asl.context import RefitContext
from rules.asl.counter_fields import FIELD, SMC, marks, reduced, replaced
from rules.asl.counters import EXITED, MMC, RECALLED, SECTIONS, VEHICLES, Counter, changed
from rules.asl.manual_changes import MARKS, may_leave
from rules.asl.unit_acts import ACTS
from rules.features.battle_pad import PLACED, PadAct, PadTile
from rules.text import gettext, gettext_noop

BROKEN = "broken"
ARMED = ("weapon", "gun", *VEHICLES, "cupola")
CONDITIONS: Mapping[str, tuple[str, ...]] = {
    BROKEN: (*MMC, "leader", "armor_leader"),
    "wounded": SMC,
    "malfunctioned": ARMED,
    "immobilized": VEHICLES,
    "abandoned": VEHICLES,
}
"""The conditions that a pad can enter, with the classes of counters that they befall.

A second tap rallies a broken unit; one still broken when the scenario ends rallies by rule (12.6042).
"""
MODES: Mapping[str, str] = {
    "eliminate": gettext_noop("Lost"),
    "capture": gettext_noop("Captured"),
    BROKEN: gettext_noop("Broken"),
    "replace": gettext_noop("Replaced"),
    "reduce": gettext_noop("Reduced"),
    "wounded": gettext_noop("Wounded"),
    "malfunctioned": gettext_noop("Malfunctioned"),
    "immobilized": gettext_noop("Immobilized"),
    "abandoned": gettext_noop("Abandoned"),
    RECALLED: gettext_noop("Recalled"),
    EXITED: gettext_noop("Exited"),
    PLACED: gettext_noop("Placed"),
}
"""What can be entered, with the label of its button; a tap enters the first unless another one is chosen."""
SECONDS = ("reduce", "wounded", "immobilized", "abandoned", "malfunctioned", BROKEN, "capture")
"""A tile has a button of its own for the first of these that can befall it and has not yet."""
KINDS = [kind for _, kinds in SECTIONS for kind in kinds]
STAYING = ("reduce", "replace")
SEEN = {*CONDITIONS, RECALL, NO_AMMO, "heroic", "disabled", "captured from the enemy"}
"""Conditions that make a tile of its own, beside inborn ones; those from the set-up do not."""


def key_of(counter: Counter) -> str:
    """The key of a counter's tile."""
    return "|".join([counter.kind, counter.name, str(counter.worth), "+".join(_seen(counter))])


def _seen(counter: Counter) -> list[str]:
    return sorted(mark for mark in counter.marks if mark in SEEN or mark not in MARKS)


def befalls(ctx: RefitContext, what: str, counter: Counter) -> bool:
    """Whether `what` can befall such a counter."""
    if what in CONDITIONS:
        return counter.kind in CONDITIONS[what] and (what not in counter.marks or what == BROKEN)
    if what == PLACED:
        return True
    if what in (RECALLED, EXITED):
        return counter.kind in (VEHICLES if what == RECALLED else FIELD) and may_leave(ctx, counter, what)
    return bool(ACTS[what].becomes(ctx.rules, ctx.side, counter))


def after(ctx: RefitContext, what: str, counter: Counter) -> Counter | None:
    """The counter after `what` has befallen it, None if it is gone; being placed does not change it."""
    if what == PLACED:
        return counter
    if what in CONDITIONS:
        healed = what in counter.marks
        change = marks(counter, less=(what,)) if healed else marks(counter, more=(what,))
    elif what in STAYING:
        change = reduced(ctx, counter) if what == "reduce" else replaced(ctx, counter)
    else:
        return None
    return changed(counter, change)


def cvp(what: str, counter: Counter) -> int:
    """The Casualty VP that this costs."""
    return ACTS[what].worth(counter) if what in ACTS else 0


def tiles_of(ctx: RefitContext, counters: Iterable[Counter]) -> dict[str, PadTile]:
    """The tiles of these counters and all that their acts can lead to, by key, in the order of the page."""
    waiting, tiles = {key_of(counter): counter for counter in counters}, dict[str, PadTile]()
    sections = {kind: gettext(title) for title, kinds in SECTIONS for kind in kinds}
    while waiting:
        key, like = waiting.popitem()
        acts = dict[str, PadAct]()
        for what in MODES:
            if befalls(ctx, what, like):
                changed = after(ctx, what, like)
                to = key_of(changed) if changed else ""
                acts[what] = PadAct(to, cvp(what, like), _says(what, like, changed))
                if changed and to not in tiles and to != key:
                    waiting[to] = changed
        second = next((what for what in SECONDS if what in acts and what not in like.marks), "")
        tiles[key] = PadTile(like.name, like.kind, sections[like.kind], [*map(gettext, _seen(like))], acts, second)
    return dict(sorted(tiles.items(), key=lambda one: place_of(one[1], one[0])))


def place_of(tile: PadTile, key: str) -> tuple[int, str, int, str]:
    """The sort key of a tile: by class and name, those with fewer conditions first."""
    return KINDS.index(tile.kind), tile.name, len(tile.conditions), key


def _says(what: str, before: Counter, after: Counter | None) -> str:
    """The result that a tile's button names."""
    if what == BROKEN and BROKEN in before.marks:
        return gettext("rallied")
    if after and after.name != before.name:
        return gettext("becomes {name}", name=after.name)
    return gettext(MODES[what]).lower()
