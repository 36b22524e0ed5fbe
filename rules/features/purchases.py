"""What the sides of a campaign have bought, row by row; for games in which they buy.

The record on paper is made of these rows, wherever they were kept in the meantime.
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
"""Counters that are alike: their class, their name, how many."""


@dataclass(frozen=True)
class PurchaseRow:
    """One group on a side's record.

    `date` is the place of its date among those that have begun, from 0; `id` is the group's own on the record, `group`
    its row on the chart, `name` what that is called. `number` counts the groups of its row that the side has bought so
    far, `price` is what was paid for it in all. `mode` is how it arrives, in a word of the game; `strength` is ""
    until it is known, or where there is only one. A group that is `given` was not bought.
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
    """A system whose sides buy in secret."""

    def purchase_dates(self, state: State[P, S]) -> int:
        """How many dates have begun, which everybody may know."""

    def purchases(self, state: State[P, S], side: str) -> Sequence[PurchaseRow]:
        """What a side whose room is open has bought or was given, in the order of its record."""

    def purchase_record(self, state: State[P, S], side: str, rows: Sequence[PurchaseRow]) -> Sheet:
        """The side's record of these `rows`; it takes the place of the sheet with the same key."""
