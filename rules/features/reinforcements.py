"""What reinforcement groups brought, told once: a table by group with its dice beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, runtime_checkable

from rules.contract import P, S, State
from rules.dice import Reckoning

REVIEW = "muster"
"""The step at which a side looks at what came."""


@dataclass(frozen=True)
class Came:
    """Counters of a class and a name that came."""

    kind: str
    name: str
    count: int


@dataclass(frozen=True)
class RevealedRoll:
    """A roll for a group: what it was for, and whether it came to nothing."""

    label: str
    reckoning: Reckoning
    missed: bool = False


@dataclass(frozen=True)
class Highlight:
    """A result that seldom comes, with the chance of it."""

    result: str
    group: str
    reckoning: Reckoning
    chance: Fraction

    @property
    def one_in(self) -> int:
        """In how many rolls it comes once."""
        return round(1 / self.chance)


@dataclass(frozen=True)
class GroupArrival:
    """A group as it came: at what `strength` in words, `whole` or not, with what, and the rolls for each of it."""

    name: str
    code: str
    kind: str
    strength: str
    whole: bool
    units: Sequence[Came]
    weapons: Sequence[Came]
    leaders: Sequence[Came]
    strength_rolls: Sequence[RevealedRoll]
    weapon_rolls: Sequence[RevealedRoll]
    leader_rolls: Sequence[RevealedRoll]
    remarkable: bool = False

    @property
    def rolls(self) -> Sequence[RevealedRoll]:
        """All of them, in the order in which they were made."""
        return (*self.strength_rolls, *self.weapon_rolls, *self.leader_rolls)


@dataclass(frozen=True)
class Reveal:
    """What came for a date: the totals in words, all counters, what is remarkable, and each group."""

    date: str
    dates: Sequence[str]
    headline: str
    totals: Sequence[Came]
    highlights: Sequence[Highlight]
    groups: Sequence[GroupArrival]

    @property
    def number_of_rolls(self) -> int:
        """How many rolls it took."""
        return sum(len(group.rolls) for group in self.groups)


@runtime_checkable
class HasReinforcements(Protocol[P, S]):
    """A system whose sides buy groups of counters."""

    def reveal(
        self, state: State[P, S], side: str, rolls: Iterable[Mapping[str, object]] | None = None, date: str = ""
    ) -> Reveal | None:
        """What arrived for a side whose room is open, on the date called `date` ("": the latest); None if nothing did.

        `rolls` are those of its record; None takes the ones of the stage in hand.
        """
