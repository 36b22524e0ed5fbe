"""What the front lines came to, as their form leaves it for all after it."""

from __future__ import annotations

from rules.asl.context import RefitContext
from rules.asl.counters import Counter
from rules.asl.pending import PendingPart, StepPending
from rules.engine.stages import once

SMC_ONLY, OWN_OR_ENEMY, BOTH, EMPTY = "B", "C", "D", "A"
"""The types of an Isolated Area."""
MOST_AREAS = 40
"""So many of them a side may write down on a date."""


class IsolatedArea(PendingPart):
    """An Isolated Area: its type, its counters, and whether it `held` more than SMC; a game may have `sort`s.

    On a map its `fact` says whether it stands as the lines have it. For lines that are drawn anew it keeps of its
    counters the places they `came_from`, by number, and which `stayed` isolated from the last refit.
    """

    name: str
    type: str
    ids: tuple[int, ...]
    held: bool
    sort: str = ""
    fact: str = ""
    came_from: tuple[tuple[int, str], ...] = ()
    stayed: tuple[int, ...] = ()


class LevelArea(PendingPart):
    """A Pocket off the ground as it follows on a map: a Location that names it, its type, all its `locations`."""

    place: str
    type: str
    locations: tuple[str, ...]


class JoinedPocket(PendingPart):
    """A Pocket that reached a friendly map edge and is a part of the Perimeter Area like others, with its counters."""

    name: str
    ids: tuple[int, ...]


class DrawnLines(StepPending):
    """What the lines came to: how many areas are `wanted`, those written down, and what else happened.

    Pockets that are none any more are `joined`, and count neither among those wanted nor among those written down.
    On a map `levels` are the Pockets off the ground by what this side said, `units` the hexes where it has units,
    `seen` those where it saw the enemy.
    """

    wanted: int
    areas: tuple[IsolatedArea, ...]
    outside: bool = False
    freed: bool = False  # as campaigns of before asked
    flames: int = 0
    burning: bool = False
    levels: tuple[LevelArea, ...] = ()
    seen: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    joined: tuple[JoinedPocket, ...] = ()

    @property
    def settled(self) -> tuple[IsolatedArea | JoinedPocket, ...]:
        """All of which it is known what they are: nothing of them is asked again."""
        return (*self.areas, *self.joined)


NOTHING_CUT_OFF = DrawnLines(wanted=0, areas=())


@once
def came_of_the_lines(ctx: RefitContext) -> DrawnLines:
    """What was entered of the lines in this phase."""
    return ctx.pending.get(DrawnLines) or NOTHING_CUT_OFF


def area_of(ctx: RefitContext, counter: Counter) -> str:
    """The area of this phase in which a counter is, by name, whatever Location is kept of it; else where it stands."""
    return next((a.name for a in came_of_the_lines(ctx).areas if counter.id in a.ids), counter.place)
