"""What lies beside a map of areas: what a player has in hand, and the battle that is fought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable


@dataclass(frozen=True)
class InHand:
    """Something in a player's hand: what it is called, its kind and what it does in words, how many of it he has."""

    title: str
    kind: str
    words: str
    number: int = 1


@dataclass(frozen=True)
class FightingSide:
    """A side in a battle: whether it `attacks`, its units with how they are, and what it `holds` for all to know."""

    side: str
    name: str
    attacks: bool
    units: tuple[tuple[str, str], ...]
    holds: str


@dataclass(frozen=True)
class Fight:
    """The battle in hand, as everybody may see it; `lines` say what counts in it."""

    title: str
    sides: tuple[FightingSide, ...]
    lines: tuple[str, ...] = ()


@runtime_checkable
class HasTabletop(Protocol):
    """A view of a game that is played on areas."""

    @property
    def hand(self) -> Sequence[InHand]:
        """The cards of the reader's side; none for somebody without one."""

    @property
    def tokens(self) -> Sequence[InHand]:
        """What else the reader's side has drawn and not shown."""

    @property
    def fight(self) -> Fight | None:
        """The battle in hand."""


@runtime_checkable
class FightsBattles(Protocol):
    """A system whose battles are fought here, so that they can be looked at again."""

    @property
    def battle(self) -> tuple[str, str]:
        """The kinds of public events with which a battle begins and ends."""
