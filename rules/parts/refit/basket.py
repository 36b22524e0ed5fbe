"""A basket of reinforcement groups, priced: what a page draws of it, and what an order has to say.

A row of a basket is a table of numbers: `n` groups, and beside them the options its game has (how many of them
arrive another way, what is paid for besides).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from rules.parts import entries
from rules.parts.refit.book import GroupRow
from rules.parts.refit.state import Ledger

PLENTY, LABEL = 99, 20
N = "n"
Basket = Mapping[str, Mapping[str, int]]
"""The rows as entered, by the keys of their offers: every name has its number."""


@dataclass(frozen=True)
class Option:
    """A number beside that of the groups: its name in the row, what it is called, how much of it there may be."""

    key: str
    label: str
    number: int
    most: int


@dataclass(frozen=True)
class Problem:
    """Why a basket can't be sealed: the entry, the sentence, the rule."""

    field: str
    message: str
    rule: str


@dataclass(frozen=True, kw_only=True)
class Offer:
    """A row of the chart as a side stands: how many may still be had, and why no more.

    `family` is the heading it stands under, `brings` what it is, `given` one the side has already.
    """

    group: GroupRow
    family: str
    brings: str
    n: int
    price: int
    today: int
    daily_max: int
    overall: int
    cg_max: int
    may: int
    why_not: str = ""
    options: tuple[Option, ...] = ()
    paid: int
    given: bool = False

    @property
    def key(self) -> str:
        """Its name in the basket."""
        return f"given:{self.group.id}" if self.given else self.group.id

    @property
    def taken(self) -> bool:
        """Whether anything of it is in the basket."""
        return bool(self.paid or (self.n and not self.given))


@dataclass(frozen=True)
class Quote:
    """A basket priced: the chart with its rows, the line's points after it, and all that is wrong.

    `period` is what the most of a day are called by; `support` the points of another purse where a side has one.
    """

    offers: tuple[Offer, ...]
    ledger: Ledger
    problems: tuple[Problem, ...]
    period: str
    support: Ledger | None = None

    @property
    def spent(self) -> int:
        return self.ledger.spent

    @property
    def left(self) -> int:
        return self.ledger.left

    @property
    def count(self) -> int:
        """How many groups are bought."""
        return sum(offer.n for offer in self.offers if not offer.given)


def read(data: Mapping[str, Any], names: Collection[str]) -> dict[str, dict[str, int]]:
    """The basket an order or a draft describes: {"rows": {"I1": {"n": 1, ...}}}; a row has all of `names`."""
    rows = entries.table(data.get("rows", {}), "rows")
    return {key: _row(key, entries.table(row, f"{N}:{key}"), names) for key, row in rows.items()}


def _row(key: str, row: Mapping[str, Any], names: Collection[str]) -> dict[str, int]:
    entries.known(row, names)
    return {
        name: entries.whole(row.get(name, 0), key[:LABEL], low=0, high=PLENTY, field=f"{name}:{key}") for name in names
    }
