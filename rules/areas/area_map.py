"""The map of areas of a campaign: who holds each, what is in it, and what is going on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol, runtime_checkable

from rules.contract import P, S, State

Look = Literal["open", "stream", "river", "wide", "strait", "lake"]
"""How a border is drawn; a lake cannot be crossed."""
Sign = Literal["city", "mountain", "depot"]
"""The signs that an area may have."""


@dataclass(frozen=True)
class AreaStack:
    """A side's units in an area: their `number`, `marks` as signs of their state, and `words` that say all of it."""

    side: str
    number: int
    marks: str = ""
    words: str = ""
    isolated: bool = False


@dataclass(frozen=True)
class MapArea:
    """An area: the point it is drawn around, the side that holds it, "" for nobody, and what is in it.

    `worth` is what holding it counts, abbreviated; `points` are the side and the number of points that lie there.
    `words` say what `signs` and the map show, except for the holder, the stacks and the points.
    """

    name: str
    at: tuple[int, int]
    holder: str = ""
    signs: tuple[Sign, ...] = ()
    worth: str = ""
    stacks: tuple[AreaStack, ...] = ()
    points: tuple[str, int] | None = None
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class AreaBorder:
    """The border between two areas; `divides` if a line of the map runs along it that has a meaning of its own."""

    one: str
    other: str
    look: Look = "open"
    divides: bool = False


@dataclass(frozen=True)
class AreaMap:
    """The public map. Areas without a border are not adjacent, even if they touch in the drawing.

    `active` is the area from which somebody acts, `reach` are the areas within reach, `arrows` are moves or possible
    moves from one area to another. `legend` explains looks, signs, "divides", "worth", "points" and "reach" for this
    game, `marks` explains the marks of stacks.
    """

    title: str
    areas: tuple[MapArea, ...]
    borders: tuple[AreaBorder, ...]
    active: str = ""
    reach: frozenset[str] = frozenset()
    arrows: tuple[tuple[str, str], ...] = ()
    legend: Mapping[str, str] = field(default_factory=dict)
    marks: Mapping[str, str] = field(default_factory=dict)


@runtime_checkable
class HasAreaMap(Protocol[P, S]):
    """A system that is played on a map of areas."""

    def area_map(self, state: State[P, S]) -> AreaMap:
        """The current map, from the public room alone."""


@runtime_checkable
class TakesAreas(Protocol):
    """A task whose entries can be made by tapping areas: a tap chooses the area in a select that offers its name."""

    @property
    def ticks(self) -> Mapping[str, tuple[str, ...]]:
        """The checks that a tap on an area sets, by area."""

    @property
    def along(self) -> Mapping[str, str]:
        """Further entries, with their values, that a tap sets when it chooses an area in a select."""

    @property
    def ends(self) -> Mapping[str, tuple[str, ...]]:
        """The areas that a select may take while a check is set, by check; other checks do not limit them."""
