"""How a campaign stands, for its page: rulings, and facts, a calendar and a score where a game has them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules import contract
from rules.text import gettext


@dataclass(frozen=True)
class RulingView:
    """A ruling with the key of the reading a campaign has `chosen`; texts are translated when they are shown."""

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
        """Whether the chosen reading is not the default."""
        return self.chosen != self.ruling.default


@dataclass(frozen=True)
class Facts:
    """What pages list under the heading `title`: pairs of label and value."""

    title: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class DateView:
    """A date on the calendar: `status` is past, now or coming, `note` says how it ended."""

    key: str
    status: str
    note: str


class TrackCell(NamedTuple):
    """A cell of the victory track: whether it is `held`, is the last point reached (`now`) or the one that wins."""

    number: int
    held: bool
    now: bool
    goal: bool


@dataclass(frozen=True)
class Score:
    """The victory points, how many win, and what they come from: `parts` of name, points in it, and VP for it."""

    vp: int
    needed: int
    parts: tuple[tuple[str, int, int], ...] = ()

    @property
    def track(self) -> list[TrackCell]:
        """The cells of the victory track up to `needed`, or to `vp` if that is more; none without a goal."""
        cells = range(1, max(self.vp, self.needed) + 1) if self.needed else ()
        return [TrackCell(n, n <= self.vp, n == self.vp, n == self.needed) for n in cells]


@dataclass(frozen=True)
class PublicView(contract.PublicView):
    """A public view with what only the campaign's own page shows; most of it is computed on demand."""

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
