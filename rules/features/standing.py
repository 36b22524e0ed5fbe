"""How a campaign stands, for the page that shows it: rulings, facts, a calendar, a score, where a game has them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules import contract
from rules.text import gettext


@dataclass(frozen=True)
class RulingView:
    """A ruling as a campaign has it, by the key of the reading it has `chosen`; words are looked up when shown."""

    ruling: contract.Ruling
    chosen: str

    @property
    def key(self) -> str:
        return self.ruling.key

    @property
    def rule(self) -> str:
        return self.ruling.rule

    @property
    def question(self) -> str:
        return gettext(self.ruling.question)

    @property
    def reading(self) -> str:
        return gettext(self.ruling.readings[self.chosen])

    @property
    def deviates(self) -> bool:
        """Whether it is not the default."""
        return self.chosen != self.ruling.default


@dataclass(frozen=True)
class Facts:
    """What pages list under a heading: each line has its label and its value."""

    title: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class DateView:
    """A date on the calendar: `status` is past, now or coming, `note` what came of it."""

    key: str
    status: str
    note: str


class TrackCell(NamedTuple):
    """A cell of the victory track: whether it is held, the point that was reached last, and the one that wins."""

    number: int
    held: bool
    now: bool
    goal: bool


@dataclass(frozen=True)
class Score:
    """The victory points there are, those that win, and where they come from: what, points in it, VP it is worth."""

    vp: int
    needed: int
    parts: tuple[tuple[str, int, int], ...] = ()

    @property
    def track(self) -> list[TrackCell]:
        """The cells of the victory track up to what is needed, or to what there is past it; none without a goal."""
        cells = range(1, max(self.vp, self.needed) + 1) if self.needed else ()
        return [TrackCell(n, n <= self.vp, n == self.vp, n == self.needed) for n in cells]


@dataclass(frozen=True)
class PublicView(contract.PublicView):
    """A public view with what only the campaign's own page shows; most is worked out when it is asked for."""

    rulings: tuple[RulingView, ...] = ()

    @property
    def facts(self) -> Sequence[Facts]:
        return ()

    @property
    def dates(self) -> Sequence[DateView]:
        return ()

    @property
    def score(self) -> Score | None:
        return None
