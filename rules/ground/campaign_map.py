"""The map of a campaign: its own copy of a sheet, chosen at the founding or later, and who Controls which hex."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Protocol, runtime_checkable

from rules.contract import P, S, State
from rules.engine.charts import ChartSchema
from rules.features.curves import Curve
from rules.ground.altered import as_it_is
from rules.ground.hexes import Hex, Lower
from rules.ground.map_schema import as_text, map_schema, restore_map, sheet_of
from rules.ground.positions import Placement
from rules.ground.sheet import MapSheet

CAMPAIGNS_AT_ONCE = 64
"""How many maps are kept parsed; a busy instance has a few."""
MARK = 16
"""Hex digits of a map's `mark`."""


@dataclass(frozen=True)
class DrawnArea:
    """An Isolated Area of a side by its hexes; `type` is its letter, "" until that is known."""

    side: str
    type: str
    hexes: frozenset[Hex]


@dataclass(frozen=True)
class FrontLines:
    """The public Perimeters: the hexes inside each side's Front Line, by side, and the Isolated Areas.

    A side that has published no line is missing; its front is then the edge of the hexes that it Controls.
    """

    areas: Mapping[str, frozenset[Hex]] = field(default_factory=dict)
    isolated: tuple[DrawnArea, ...] = ()


@dataclass(frozen=True)
class Ground:
    """A campaign's map: its copy of the sheet as canonical JSON, and the side that Controls each hex, by its name.

    `words` has, by hex and side, the holder that this side last painted since both agreed, "" for nobody.
    `altered` has the hexes that are no longer as printed, with their change, one of `altered.CHANGES`.
    `start` has the hexes that each side held when the last scenario began, as a list in text.
    """

    copy: str
    control: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    altered: Mapping[str, str] = field(default_factory=dict)
    start: Mapping[str, str] = field(default_factory=dict)

    @property
    def sheet(self) -> MapSheet:
        """The map sheet with all alterations so far."""
        return _sheet_now(self.copy, tuple(sorted(self.altered.items()))) if self.altered else self.printed

    @property
    def printed(self) -> MapSheet:
        """What is printed on the map."""
        return sheet_from(self.copy)

    def held(self, side: str) -> frozenset[Hex]:
        """The hexes that a side Controls."""
        return self._held.get(side, frozenset())

    @cached_property
    def _held(self) -> Mapping[str, frozenset[Hex]]:
        # Found once: a map lives through many positions, in each of which steps and pages ask for it.
        grid, by_side = self.sheet.grid, dict[str, list[Hex]]()
        for name, side in self.control.items():
            if place := grid.hex(name):
                by_side.setdefault(side, []).append(place)
        return {side: frozenset(places) for side, places in by_side.items()}

    @property
    def mark(self) -> str:
        """A digest of the map with its Control and its changes of terrain."""
        whole = json.dumps(
            [self.copy, sorted(self.control.items()), *([sorted(self.altered.items())] * bool(self.altered))]
        )
        return hashlib.sha256(whole.encode()).hexdigest()[:MARK]

    @property
    def disputed(self) -> frozenset[str]:
        """The hexes for which the sides painted different holders."""
        return frozenset(name for name, holders in self.words.items() if len({*holders.values()}) > 1)


def ground_of(maps: ChartSchema, chosen: object) -> Ground | None:
    """The map a campaign begins with, from the copy that was `chosen`; None if none was.

    Control is what the sheet says of the first date. Raises Refused if the copy is no map of the game.
    """
    if not chosen:
        return None
    copy = _checked_copy(maps, json.dumps(chosen))
    return Ground(copy, dict(sheet_from(copy).holders))


@lru_cache(maxsize=CAMPAIGNS_AT_ONCE)
def _checked_copy(maps: ChartSchema, chosen: str) -> str:
    """The checked copy; cached, since every page of a campaign's past sets the campaign up again."""
    return as_text(maps, restore_map(maps, json.loads(chosen)))


@lru_cache(maxsize=CAMPAIGNS_AT_ONCE)
def sheet_from(copy: str) -> MapSheet:
    """The sheet of a campaign's copy, which was checked against the game's sides when it was chosen."""
    return sheet_of(restore_map(map_schema({}, ""), json.loads(copy)))


@lru_cache(maxsize=CAMPAIGNS_AT_ONCE)
def _sheet_now(copy: str, altered: tuple[tuple[str, str], ...]) -> MapSheet:
    return as_it_is(sheet_from(copy), dict(altered))


@runtime_checkable
class DrawsLines(Protocol):
    """A task whose page draws Perimeters on the map, for its own side only."""

    @property
    def drawn(self) -> FrontLines:
        """The public Perimeters together with the one proposed to the side."""


@runtime_checkable
class HasMap(Protocol[P, S]):
    """A system that can be played on a map; `setup` gets the copy chosen for a campaign as options["map"]."""

    maps: ChartSchema

    def ground(self, state: State[P, S]) -> Ground | None:
        """The map of a campaign, None if it is played without one."""

    def front_lines(self, state: State[P, S]) -> FrontLines:
        """The current Perimeters, from the public room alone; none without a map."""

    def map_curves(self, state: State[P, S], grounds: Sequence[Ground | None]) -> Sequence[Curve]:
        """Curves of Control over the dates; `grounds` is the map at the end of each line, and as it is now."""

    def positions(self, state: State[P, S], side: str) -> Sequence[Placement]:
        """Where the counters of a side are by what it wrote down, from its own room; for nobody else."""


def lower_of(ground: Ground | None) -> Lower:
    """Which columns of hexes lie half a hex lower: as on a campaign's map, without one the even ones."""
    return ground.sheet.grid.lower if ground else "even"
