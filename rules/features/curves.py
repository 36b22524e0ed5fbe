"""Curves: numbers over the course of a campaign, ready to be drawn."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from rules.contract import P, S, State


@dataclass(frozen=True)
class Series:
    """A value for each mark of a curve, None where there is none (yet); `side` is "" for what belongs to no side."""

    side: str
    name: str
    values: tuple[int | None, ...]

    @property
    def known(self) -> int:
        """How many marks have a value."""
        return sum(value is not None for value in self.values)


@dataclass(frozen=True)
class Curve:
    """Series over the same `marks`. `goal` is a number to reach, `note` says what is drawn.

    `side` is the side whose room the values come from, "" for the public room.
    """

    key: str
    title: str
    note: str
    marks: tuple[str, ...]
    lines: tuple[Series, ...]
    goal: int | None = None
    side: str = ""


@runtime_checkable
class HasCurves(Protocol[P, S]):
    """A system with curves to draw of its campaigns."""

    def curves(self, state: State[P, S]) -> Sequence[Curve]:
        """The curves of the open rooms."""


@runtime_checkable
class CountsPoints(Protocol[P, S]):
    """A system in which both sides have points at any moment."""

    @property
    def counted_at(self) -> Collection[str]:
        """The kinds of public events at which the curve of points has a mark."""

    def points(self, state: State[P, S]) -> Mapping[str, int]:
        """The points by side; needs the public room alone."""
