"""What a game's data/shelves.toml, forms.toml and reminders.toml hold: what is set out, filled in, remembered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from rules.engine.data_files import DataModel, Datum, Names
from rules.features.documents import Block, Column, SheetTable
from rules.text import gettext


class Form(DataModel):
    """A table before it is filled in; see SheetTable. Titles may name a side by its key in braces."""

    title: str
    columns: tuple[Column, ...]
    by: str = ""
    empty: str = ""
    cards: bool = False

    def filled(self, blocks: Iterable[Block], names: Mapping[str, str], title: str = "") -> SheetTable:
        """The table with these rows; `names` are those of the sides."""
        sides = dict(names)  # looked up once, not for each column
        columns = tuple(Column(gettext(each.title, **sides), each.width, each.kind) for each in self.columns)
        by, empty = self.by and gettext(self.by), self.empty and gettext(self.empty)
        return SheetTable(title or gettext(self.title), columns, tuple(blocks), by, empty, self.cards)


class ShelfOf(DataModel):
    """A shelf: its tables and charts by their names within the game."""

    title: str
    tables: Names
    charts: Names


class Shelves(DataModel):
    """The shelves, the charts on them, and what may be `hidden`, by the keys of its prices."""

    shelf: tuple[ShelfOf, ...]
    chart: Mapping[str, Form]
    hidden: Mapping[str, str]


class Reminder(Datum):
    """What to remember in a scenario; of all dates, or of those named, of both sides, or of one, of some scenarios."""

    rule: str
    text: str
    dates: Names
    side: str = ""
    when: Literal["", "night", "last_day", "open_end"] = ""


class Reminders(DataModel):
    """All of them, in the order of their rules."""

    reminder: tuple[Reminder, ...]

    def on(self, date: str) -> tuple[Reminder, ...]:
        """Those for this date."""
        return tuple(row for row in self.reminder if not row.dates or date in row.dates)
