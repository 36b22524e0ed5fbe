"""Who may leave the map, and as what (CG14): where a game says whose counters may, all others are Eliminated by it."""

from __future__ import annotations

from collections.abc import Iterable

from rules.asl.conditions import NO_AMMO, RECALL
from rules.asl.context import BATTLE, RefitContext
from rules.asl.counter_fields import FIELD, VEHICLES
from rules.asl.counters import EVACUATED, EXITED, RECALLED, Counter
from rules.contract import Refused
from rules.text import gettext


def may_leave(ctx: RefitContext, counter: Counter, fate: str) -> bool:
    """Whether a counter may leave the map by this fate; what is no way to leave it is open to all.

    A vehicle is Recalled by it for want of ammunition alone. Modules and aircraft stand on no map.
    """
    only = ctx.rules.pack.map_exit
    if only is None:
        return True
    if fate == EXITED:
        return ctx.side == only.value
    if counter.kind not in FIELD:
        return True
    if fate == RECALLED:
        return counter.kind in VEHICLES and (RECALL not in counter.marks or NO_AMMO in counter.marks)
    return fate != EVACUATED or ctx.stage != BATTLE


def check_exit(ctx: RefitContext, counters: Iterable[Counter], fate: str, field: str) -> None:
    """Refuse to have counters leave the map by a fate that is not theirs."""
    only = ctx.rules.pack.map_exit
    stays = next((c for c in counters if not may_leave(ctx, c, fate)), None)
    if only is not None and stays is not None:
        wrong = gettext("{name}: only a vehicle Recalled for low ammunition leaves the map so.", name=stays.name)
        raise Refused(
            gettext("Your side gets no VP for leaving the map.") if fate == EXITED else wrong,
            rule=only.cite,
            field=field,
            way_out=gettext("Who leaves it is Eliminated; a vehicle Recalled for low ammunition is Recalled."),
        )
