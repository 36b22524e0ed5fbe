"""How a campaign stands, for the page that shows it: rulings, facts, a calendar, a score, where a game has them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules import contract


@dataclass(frozen=True)
class RulingView:
    """A ruling as a campaign has it; `house` if it is not the default."""

    key: str
    question: str
    rule: str
    reading: str
    house: bool


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


@dataclass(frozen=True)
class Score:
    """The victory points there are, those that win, and where they come from: what, points in it, VP it is worth."""

    vp: int
    needed: int
    parts: tuple[tuple[str, int, int], ...] = ()


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
