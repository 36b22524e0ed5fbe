"""What a game gives to read: sheets as values, tables and charts on shelves, gates, for whoever draws them."""

from __future__ import annotations

from dataclasses import dataclass

from rules.tables import Status, Table

Cell = str | int | None


@dataclass(frozen=True)
class Column:
    """A column: `width` is its share of the page beside the others, `kind` is text, number or signed."""

    title: str
    width: float = 1
    kind: str = "text"


@dataclass(frozen=True)
class Block:
    """Rows that belong together, under a heading of their own if they have one."""

    rows: tuple[tuple[Cell, ...], ...]
    title: str = ""


@dataclass(frozen=True)
class SheetTable:
    """A table of a sheet. `by` names what the headings of its blocks are; `empty` stands there if it has no rows."""

    title: str
    columns: tuple[Column, ...]
    blocks: tuple[Block, ...]
    by: str = ""
    empty: str = ""


@dataclass(frozen=True)
class Sheet:
    """A form filled in; an empty cell is room to write in by hand. `side` is "" where everybody may have it.

    `journal` asks whoever draws it to add the public journal, which the rules do not hold.
    """

    key: str
    title: str
    subtitle: str
    date: str
    side: str
    tables: tuple[SheetTable, ...]
    notes: tuple[str, ...] = ()
    journal: bool = False


@dataclass(frozen=True)
class Chart:
    """A table nobody rolls on, such as a price list."""

    id: str
    title: str
    cite: str
    status: Status
    table: SheetTable
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Shelf:
    """Tables that belong together."""

    title: str
    tables: tuple[Table, ...] = ()
    charts: tuple[Chart, ...] = ()


@dataclass(frozen=True)
class Library:
    """Everything a game has to look up, under the rulings it was asked for."""

    shelves: tuple[Shelf, ...] = ()

    @property
    def tables(self) -> tuple[Table | Chart, ...]:
        """All tables and charts, in order."""
        found: list[Table | Chart] = []
        for shelf in self.shelves:
            found += [*shelf.tables, *shelf.charts]
        return tuple(found)

    def find(self, name: str) -> Table | Chart | None:
        """The table or chart of this id."""
        return next((each for each in self.tables if each.id == name), None)

    def about(self, rule: str) -> tuple[Table | Chart, ...]:
        """What belongs to a rule number exactly."""
        return tuple(each for each in self.tables if rule and each.cite == rule)


@dataclass(frozen=True)
class Gate:
    """What a player reads once more before an act that is final or throws something away.

    `done` is what it does, each thing with its number or price; `after` what the side has then; `lost` says in whole
    sentences what lapses or is left undone. `button` is what the press that does it is called.
    """

    title: str
    button: str
    done: tuple[tuple[str, str], ...] = ()
    after: tuple[tuple[str, str], ...] = ()
    lost: tuple[str, ...] = ()

    @property
    def throws_away(self) -> bool:
        """Whether going back is what most would rather do: something is lost, or nothing is done."""
        return bool(self.lost) or not self.done
