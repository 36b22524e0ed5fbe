"""Numbers over the dates of a campaign, ready to be drawn: what stood at each date, line by line."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """A value for each date, None where there is none (yet); `side` is "" for what belongs to neither."""

    side: str
    name: str
    values: tuple[int | None, ...]

    @property
    def known(self) -> int:
        """How many dates have a value."""
        return sum(value is not None for value in self.values)


@dataclass(frozen=True)
class Curve:
    """Lines over the same `marks` (the dates). `goal` is a number to reach, `note` says what is drawn.

    `side` names whose room it comes from, "" for the public one.
    """

    key: str
    title: str
    note: str
    marks: tuple[str, ...]
    lines: tuple[Line, ...]
    goal: int | None = None
    side: str = ""
