"""What the sides of a campaign have bought, row by row; for games in which they buy.

The printed record is made from these rows, wherever the host keeps them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Protocol, runtime_checkable

from pydantic import Field

from rules.contract import P, S, State

if TYPE_CHECKING:
    from rules.features.documents import Sheet

Short = Annotated[str, Field(max_length=80)]
Number = Annotated[int, Field(ge=0, le=32767)]
Arrived = tuple[Short, Short, Number]
"""Counters that are alike: class, name, number."""


@dataclass(frozen=True)
class PurchaseRow:
    """One group on a side's record.

    `date` is the index of its date among those that have begun, from 0; `id` is the group's own id on the record,
    `group` its row on the chart, `name` that row's name. `number` is how many groups of this row the side has bought by
    then, `price` the total paid for it. `mode` is how it arrives, in a word of the game; `strength` is "" until it is
    known, or where there is only one. A group that is `given` was not bought.
    """

    date: Number
    id: Short
    group: Short
    name: Short
    number: Number
    price: Number
    mode: Short
    strength: Short
    given: bool
    arrived: tuple[Arrived, ...] = ()

    @property
    def counters(self) -> int:
        """How many counters it brought."""
        return sum(count for _, _, count in self.arrived)


@runtime_checkable
class HasPurchases(Protocol[P, S]):
    """A system whose sides make purchases in secret."""

    def purchase_dates(self, state: State[P, S]) -> int:
        """How many dates have begun; this is public."""

    def purchases(self, state: State[P, S], side: str) -> Sequence[PurchaseRow]:
        """What a side with an open room has bought or was given, in the order of its record."""

    def purchase_record(self, state: State[P, S], side: str, rows: Sequence[PurchaseRow]) -> Sheet:
        """The side's purchase record made of `rows`; it replaces the sheet with the same key."""
