"""What the conditions of counters mean for repairs and removals: who is mobile, captured, out of order, and where."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Unpack

from rules.asl.context import RefitContext
from rules.asl.counters import DUE, SHORT, VEHICLES, Change, Counter, stands_fast
from rules.asl.data_files.pack import VehicleWeapon

ARMS = ("weapon", "gun")
RECOVERED = "recovered"
"""Of an AFV that was brought in from where it stood on the map."""
RECALL, NO_AMMO = "under recall", "under recall for ammunition"
IN_AREA = "in_area"
"""Among what a side knows: the Isolated Area of each counter that keeps its own Location in it, by its number."""
NON_QUALIFIED, FRONT, WRECK = "non-qualified use", "front line", "wreck"


def on_hand(ctx: RefitContext, *kinds: str) -> list[Counter]:
    """The side's counters of these classes that it still has, those that are off the map for a while too."""
    return [c for c in ctx.mine.on_hand if c.kind in kinds]


def retained(ctx: RefitContext, *kinds: str) -> list[Counter]:
    """The side's counters of these classes that it has with it, on the map or at its edge."""
    return [c for c in ctx.mine.on_hand if c.kind in kinds and c.fate != "out"]


def named(counter: Counter) -> str:
    """A counter as a page names one of several."""
    return f"{counter.name} (no. {counter.id})"


def isolated(counter: Counter) -> bool:
    """Whether it stands in an Isolated Area."""
    return "isolated" in counter.marks


def captured(counter: Counter) -> bool:
    """Whether it was the enemy's."""
    return "captured from the enemy" in counter.marks


def mobile(counter: Counter) -> bool:
    """Whether a vehicle can drive: neither immobilized nor bogged nor without its crew, nor a wreck."""
    return not stands_fast(counter) and WRECK not in counter.marks


def area(ctx: RefitContext, counter: Counter) -> str:
    """The name that its owner noted of the Isolated Area a counter is in; "" if it is in none or none is noted."""
    name = ctx.mine.known.get(IN_AREA, {}).get(str(counter.id), counter.place)
    written = isolated(counter) and any(name in line.areas for line in ctx.mine.lines[-2:])
    return name if written else ""


def together(ctx: RefitContext, one: Counter, other: Counter) -> bool:
    """Whether two counters are, or may be, in one Perimeter Area: an area that is not noted could be any.

    A counter that is still to enter is in none, so it is together only with others that are still to enter.
    """
    if isolated(one) != isolated(other) or (one.fate == DUE) != (other.fate == DUE):
        return False
    here, there = area(ctx, one), area(ctx, other)
    return not (here and there) or here == there


def in_reach(ctx: RefitContext, vehicle: Counter) -> bool:
    """Whether a vehicle may be manned again or given a MG; in some games it may not while it is Isolated."""
    repair = ctx.rules.pack.repair
    return not isolated(vehicle) or repair is None or repair.reaches_isolated


def immobilized(ctx: RefitContext) -> list[Counter]:
    """The immobilized vehicles that this refit may repair; where the pack names days, only refits after those do.

    Captured ones, and those without a crew that are not Isolated, are among them only where the pack says so.
    """
    days, repair = ctx.rules.pack.immobilization_repair, ctx.rules.pack.repair
    if days is not None and ctx.day(before=1) not in days.value:
        return []
    stuck = [c for c in retained(ctx, *VEHICLES) if "immobilized" in c.marks and WRECK not in c.marks]
    if repair is None or not repair.captured:
        stuck = [c for c in stuck if not captured(c)]
    unmanned = repair is not None and repair.unmanned
    return [c for c in stuck if "abandoned" not in c.marks or (unmanned and not isolated(c))]


def stunned(ctx: RefitContext) -> list[Counter]:
    """Vehicles under the small Stun."""
    return [c for c in on_hand(ctx, *VEHICLES) if "stunned" in c.marks]


@dataclass(frozen=True)
class Failed:
    """A malfunctioned weapon: a counter, or the weapon of a vehicle with the row of `vehicle_weapon` it is."""

    counter: Counter
    part: VehicleWeapon | None = None

    @property
    def key(self) -> str:
        return f"{self.counter.id}:{self.part.key}" if self.part else str(self.counter.id)

    @property
    def type(self) -> str:
        """What has one repair number: all weapons of a name, or one weapon of a model of vehicles."""
        return f"{self.counter.name}, {self.part.name}" if self.part else self.counter.name

    @property
    def slug(self) -> str:
        """`type` as the name of an entry."""
        return re.sub(r"[^0-9A-Za-z.]+", "-", self.type)

    @property
    def label(self) -> str:
        return f"{self.type} (no. {self.counter.id})"


def malfunctioned(ctx: RefitContext, vehicle: Counter) -> list[VehicleWeapon]:
    """The malfunctioned weapons of a vehicle."""
    return [row for row in ctx.rules.pack.vehicle_weapon if row.malfunctioned in vehicle.marks]


def disabled(ctx: RefitContext, vehicle: Counter) -> list[VehicleWeapon]:
    """The disabled weapons of a vehicle."""
    return [row for row in ctx.rules.pack.vehicle_weapon if row.disabled in vehicle.marks]


def failed(ctx: RefitContext) -> list[Failed]:
    """The malfunctioned weapons that are not captured; Cupolas are not among them."""
    arms = [Failed(c) for c in on_hand(ctx, *ARMS) if "malfunctioned" in c.marks and not captured(c)]
    own = (c for c in on_hand(ctx, *VEHICLES) if not captured(c) and WRECK not in c.marks)
    return arms + [Failed(c, row) for c in own for row in malfunctioned(ctx, c)]


def prizes(ctx: RefitContext) -> list[Counter]:
    """Captured vehicles."""
    return [c for c in retained(ctx, *VEHICLES) if captured(c)]


class Changes:
    """New values of counters, gathered result by result, so that two results for one counter add up."""

    def __init__(self, ctx: RefitContext) -> None:
        self.ctx = ctx
        self.rows: dict[str, Change] = {}

    def marks(self, counter: Counter) -> list[str]:
        """A counter's conditions after the changes so far."""
        return list(self.rows.get(str(counter.id), {}).get("marks", counter.marks))

    def take(self, counter: Counter, *marks: str) -> None:
        """Take conditions off a counter."""
        self.put(counter, marks=[mark for mark in self.marks(counter) if mark not in marks])

    def give(self, counter: Counter, *marks: str) -> None:
        """Give a counter these conditions."""
        had = self.marks(counter)
        self.put(counter, marks=had + [mark for mark in marks if mark not in had])

    def lose(self, counter: Counter, why: str) -> None:
        """Eliminate a counter in the refit, where it does not count for the scenario before; `why` is noted on it."""
        self.put(counter, fate="eliminated", since=self.ctx.scenario, note=why)

    def put(self, counter: Counter, **values: Unpack[Change]) -> None:
        """Set any values of a counter."""
        self.rows.setdefault(str(counter.id), {}).update(values)

    def recall(self, counter: Counter, rider: Counter | None = None) -> None:
        """Place a vehicle under Recall: it leaves at once, with its `rider`, or begins the scenario so if it can't."""
        if isolated(counter):
            self.give(counter, RECALL, SHORT)
        elif mobile(counter):
            for leaving in filter(None, (counter, rider)):
                self.lose(leaving, f"recalled, {self.ctx.rule('recall')}")
        else:
            self.give(counter, RECALL)
