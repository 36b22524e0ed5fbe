"""What reinforcement groups brought, group by group with the dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, runtime_checkable

from rules.contract import P, S, State
from rules.dice import Reckoning

REVIEW = "muster"
"""The key of the step at which a side looks at what arrived."""


@dataclass(frozen=True)
class Came:
    """Counters of one class and name that arrived."""

    kind: str
    name: str
    count: int


@dataclass(frozen=True)
class RevealedRoll:
    """A roll for a group: what it was for, and whether it brought nothing."""

    label: str
    reckoning: Reckoning
    missed: bool = False


@dataclass(frozen=True)
class Highlight:
    """A rare result with its chance."""

    result: str
    group: str
    reckoning: Reckoning
    chance: Fraction

    @property
    def one_in(self) -> int:
        """In how many rolls it happens once on average, rounded."""
        return round(1 / self.chance)


@dataclass(frozen=True)
class GroupArrival:
    """A group as it arrived: its `strength` in words, whether that is the full one, its counters, and the rolls."""

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
        """All rolls for the group: strength, weapons, leaders."""
        return (*self.strength_rolls, *self.weapon_rolls, *self.leader_rolls)


@dataclass(frozen=True)
class Reveal:
    """What arrived on a date: a headline, the totals by counter, rare results, and each group."""

    date: str
    dates: Sequence[str]
    headline: str
    totals: Sequence[Came]
    highlights: Sequence[Highlight]
    groups: Sequence[GroupArrival]

    @property
    def number_of_rolls(self) -> int:
        """How many rolls there were for all groups."""
        return sum(len(group.rolls) for group in self.groups)


@runtime_checkable
class HasReinforcements(Protocol[P, S]):
    """A system whose sides buy groups of counters."""

    def reveal(
        self, state: State[P, S], side: str, rolls: Iterable[Mapping[str, object]] | None = None, date: str = ""
    ) -> Reveal | None:
        """What arrived for a side with an open room on the date called `date` ("": the latest); None if nothing did.

        `rolls` are those of its record; None takes the rolls of the stage in hand.
        """
