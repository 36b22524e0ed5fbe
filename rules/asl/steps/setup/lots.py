"""The lots of a side's counters that a set-up speaks of: alike but for where they stand."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from rules.asl import location_limits as limits
from rules.asl.context import RefitContext
from rules.asl.counters import DUE, FATES, READY, Counter, stands_fast
from rules.asl.location_limits import is_gun
from rules.asl.locations import HIDDEN, PLACING, TOWED, Spot, place_of
from rules.engine.stages import once
from rules.text import gettext

ISOLATED = "isolated"
KINDS = {
    "fortification": "works", "cupola": "works", "observer": "observers", "squad": "hiding", "half_squad": "hiding",
    "crew": "hiding", "leader": "hiding", "hero": "hiding", "weapon": "hiding",
}  # fmt: skip
ELSEWHERE = ("oba", "bombardment", "aircraft", "observation_plane", "cbm", "armor_leader")
"""Classes with no Location of their own: off the map, or inside a vehicle."""


@dataclass(frozen=True)
class Lot:
    """Counters that one line speaks of: alike but for where they stand."""

    section: str
    label: str
    counters: tuple[Counter, ...]

    @property
    def field(self) -> str:
        return f"at:{self.counters[0].id}"


@once
def lots(ctx: RefitContext) -> tuple[Lot, ...]:
    """The lots of a side, section by section: what is on hand, and what was held back on an earlier date."""
    by_likeness: dict[tuple[Any, ...], list[Counter]] = {}
    for counter in ctx.mine.counters:
        held_back = counter.fate == DUE and counter.since < ctx.date
        if (counter.fate == READY or held_back) and counter.kind not in ELSEWHERE:
            # What the counters of a lot share; those whose move is limited share where they come from too.
            gun, stays = is_gun(ctx, counter), stands_fast(counter) or limits.fixed(ctx, counter)
            other = tuple(mark for mark in counter.marks if mark not in PLACING)
            origin = (counter.place, *(m for m in PLACING if m in counter.marks)) if gun or stays else ()
            section = "guns" if gun else "immobile" if stays else KINDS.get(counter.kind, "others")
            alike = (
                "isolated" if ISOLATED in counter.marks else section,
                counter.kind,
                counter.name,
                other,
                origin,
                (gun or stays) and limits.is_new(ctx, counter),
                ctx.confined(counter),
                counter.fate,
            )
            by_likeness.setdefault(alike, []).append(counter)
    result = [Lot(key[0], _label(key[2], key[3], key[4], *key[6:]), tuple(same)) for key, same in by_likeness.items()]
    order = list[str](ctx.rules.setup.section)
    return tuple(sorted(result, key=lambda lot: order.index(lot.section)))


def _label(name: str, marks: Iterable[str], origin: tuple[str, ...], confined: str, fate: str) -> str:
    parts = [name, *(gettext(mark) for mark in marks if mark != ISOLATED), *([confined] if confined else [])]
    if fate == DUE:
        parts.append(gettext(FATES[DUE]))
    if origin and origin[0]:
        parts.append(gettext("until now at {place}", place=origin[0]))
    return ", ".join(parts)


def recorded_spot(ctx: RefitContext, counter: Counter, manning: Collection[int] = ()) -> Spot | None:
    """Where a counter stands by what was written; None if that is no Location.

    Guns, works and cupolas stay hidden, and crews, by number, that are `manning` hidden Guns; other infantry has to
    pay for it anew. A Gun stays in tow if its side may set it up so.
    """
    place = place_of(counter.place)
    if place is None:
        return None
    keeps = limits.stays_hidden(ctx, counter) or counter.id in manning
    lost = {*(() if keeps else (HIDDEN,)), *(() if limits.may_tow(ctx) else (TOWED,))}
    marks = tuple(m for m in PLACING if m in counter.marks and m not in lost)
    return Spot(1, place, marks)


def without(ctx: RefitContext, nowhere: Collection[int]) -> list[tuple[int, Lot]]:
    """How many of each lot ought to have a Location and are among those that stand `nowhere`.

    That is works, and what is isolated; not the "?" that stand with units.
    """
    nameless = limits.nameless(ctx)
    wanting = [lot for lot in lots(ctx) if lot.section in ("works", "isolated")]
    missing = [
        (sum(counter.id in nowhere for counter in lot.counters), lot)
        for lot in wanting
        if lot.counters[0].name not in nameless
    ]
    return [(number, lot) for number, lot in missing if number]


def listed(numbered: Iterable[tuple[int, Lot]]) -> str:
    return ", ".join(f"{number} × {lot.label}" for number, lot in numbered)
