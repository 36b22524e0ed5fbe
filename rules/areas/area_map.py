"""A map of areas as a campaign has it: who holds what, what stands and lies there, and what is going on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol, runtime_checkable

from rules.contract import P, S, State

Look = Literal["open", "stream", "river", "wide", "strait", "lake"]
"""What a border is drawn as: a wide river is wider than a river, nobody goes across a lake."""
Sign = Literal["city", "mountain", "depot"]
"""What a sign in an area says it has."""


@dataclass(frozen=True)
class AreaStack:
    """The `number` of units that a side has in an area. `marks` are signs for their state, `words` says all of it."""

    side: str
    number: int
    marks: str = ""
    words: str = ""
    isolated: bool = False


@dataclass(frozen=True)
class MapArea:
    """An area: the point it is drawn around, the side that holds it, "" for nobody, and what there is in it.

    `worth` is what holding it counts, in short; `points` is the side whose points lie there, and how many. `words` says
    in words what `signs` and the map show of it, but for its holder, stacks and points.
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
    """What lies between two areas; `divides` if a line of the map runs on it that matters for something else."""

    one: str
    other: str
    look: Look = "open"
    divides: bool = False


@dataclass(frozen=True)
class AreaMap:
    """A map as everybody may know it. Areas without a border are no neighbours, whatever the drawing makes of them.

    `active` is the area from which somebody acts, `reach` the areas within his reach, `arrows` lead from an area to
    another one that something goes or may go to. `legend` says what looks, signs, "divides", "worth", "points" and
    "reach" mean in this game, `marks` what the marks of stacks do.
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
    """A system that is played on areas."""

    def area_map(self, state: State[P, S]) -> AreaMap:
        """The map as it stands, from the public room alone."""


@runtime_checkable
class TakesAreas(Protocol):
    """A task whose entries can be made by tapping areas: a select that offers an area by its name takes it."""

    @property
    def ticks(self) -> Mapping[str, tuple[str, ...]]:
        """By area, the checks that a tap on it sets."""

    @property
    def along(self) -> Mapping[str, str]:
        """Entries that a tap sets as well where it takes an area for a select, with their values."""

    @property
    def ends(self) -> Mapping[str, tuple[str, ...]]:
        """By check, the areas that a select may take along with it; a check that is not named says nothing of them."""
