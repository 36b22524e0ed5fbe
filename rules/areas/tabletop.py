"""What is shown beside a map of areas: a player's cards and tokens, and the battle in progress."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable


@dataclass(frozen=True)
class InHand:
    """Something in a player's hand: its name, its kind, its effect in `words`, and how many he has."""

    title: str
    kind: str
    words: str
    number: int = 1


@dataclass(frozen=True)
class FightingSide:
    """A side in a battle: whether it `attacks`, its units with their state, and publicly what it `holds`."""

    side: str
    name: str
    attacks: bool
    units: tuple[tuple[str, str], ...]
    holds: str


@dataclass(frozen=True)
class Fight:
    """The battle in progress, as everybody may see it; `lines` say what counts in it."""

    title: str
    sides: tuple[FightingSide, ...]
    lines: tuple[str, ...] = ()


@runtime_checkable
class HasTabletop(Protocol):
    """A view of a game that is played on a map of areas."""

    @property
    def hand(self) -> Sequence[InHand]:
        """The cards of the reader's side; none for an onlooker."""

    @property
    def tokens(self) -> Sequence[InHand]:
        """The other things that the reader's side has drawn and not shown."""

    @property
    def fight(self) -> Fight | None:
        """The battle in progress, None if there is none."""


@runtime_checkable
class FightsBattles(Protocol):
    """A system whose battles are played here, so that they can be reviewed."""

    @property
    def battle(self) -> tuple[str, str]:
        """The kinds of public events with which a battle begins and ends."""
