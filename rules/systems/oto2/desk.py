"""What one commander has before him: the public room, his own, and the book."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules.dice import Modifier
from rules.kernel import Event, Luck
from rules.parts import counters as pieces
from rules.parts import entries
from rules.parts.rolls import Need, Rolled, roll
from rules.parts.stages import Place
from rules.systems.oto2.book import Book, book
from rules.systems.oto2.state import GERMAN, Group, Public, Side
from rules.tables import Table

NO_SCENARIO = -1


@dataclass(frozen=True)
class Desk(Place):
    """A side's place at the table. It holds no key to the other side's room."""

    public: Public
    mine: Side

    @cached_property
    def book(self) -> Book:
        return book(tuple(sorted(self.public.rulings.items())))

    @property
    def german(self) -> bool:
        return self.side == GERMAN

    @property
    def date(self) -> int:
        return self.public.date

    @property
    def initial(self) -> bool:
        return self.date == 0

    @property
    def scenario(self) -> int:
        """The CG Date whose scenario a loss of now belongs to; none once 7.5031 has closed it."""
        return self.date if self.stage == "battle" else NO_SCENARIO

    @property
    def mode(self) -> str:
        return self.public.dice

    def ruling(self, key: str) -> str:
        return self.book.readings[key]

    def table(self, key: str) -> Table:
        return self.book.tables[f"oto2.{key}"]

    def modifiers(self, table: Table, **counts: int) -> tuple[Modifier, ...]:
        """The modifiers of `table` that apply, by key and count; what comes to 0 is left out.

        A table that knows the Historical DRM (7.5151) gets that of this side and date.
        """
        if any(modifier.key == "historical" for modifier in table.modifiers):
            counts["historical"] = self.book.dates[self.date].historical[self.side]
        applied = (table.drm(key, count) for key, count in counts.items() if count)
        return tuple(modifier for modifier in applied if modifier.value)

    def groups_of_today(self) -> tuple[Group, ...]:
        """The groups bought for this CG Date, with the given ones on the first."""
        return tuple(group for group in self.mine.groups if group.date == self.date)

    def roll(self, needs: Iterable[Need], data: Mapping[str, Any], luck: Luck) -> tuple[Rolled, ...]:
        """Roll `needs` with the dice in `data`, or the server's, as the campaign agreed."""
        return roll(needs, luck, entries.table(data.get("dice", {}), "dice"), self.mode)

    def event(self, kind: str, **data: Any) -> Event:
        """An event behind this side's door; entries with nothing in them are left out."""
        full = {key: value for key, value in data.items() if key == "pending" or value not in ({}, [], ())}
        return Event(kind, self.side, full)

    def new(self, rows: Iterable[tuple[str, str, str, Mapping[str, Any]]]) -> list[dict[str, Any]]:
        """New counters, numbered on from those the side has: (kind, name, group, more)."""
        start = self.mine.next_id
        return [
            pieces.row(
                start + n,
                kind,
                name,
                group=group,
                **{"worth": self.book.worth(kind, name), "since": self.date, **self.book.note(kind), **more},
            )
            for n, (kind, name, group, more) in enumerate(rows)
        ]


def told(rolled: Rolled, result: str) -> dict[str, Any]:
    """A roll as an event keeps it: what for, its reckoning and what came of it."""
    return {"key": rolled.need.key, "label": rolled.need.label, **rolled.reckoning.to_json(), "result": result}
