"""The tables and charts of the book, set out on shelves for looking up."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from rules.parts.library import Chart, Library
from rules.parts.refit import library as refit
from rules.parts.sheets import NUMBER, Column, Row, table
from rules.systems.oto2.book import DATA, Book
from rules.systems.oto2.state import SIDES
from rules.tables import GroupLine, WeaponLine, read_toml

GROUPS = (
    Column("ID"),
    Column("Group", 3),
    Column("Brings", 3),
    Column("CPP", kind=NUMBER),
    Column("Full", kind=NUMBER),
    Column("Depleted", kind=NUMBER),
    Column("A date", kind=NUMBER),
    Column("Campaign", kind=NUMBER),
    Column("Notes"),
)
WEAPONS = (Column("Group"), Column("Weapon", 2), Column("Sure", kind=NUMBER), Column("One more on a dr of"))


def library(book: Book) -> Library:
    """All tables and charts under the rulings of `book`."""
    return refit.shelved(book, _shelves(), _charts(book))


def _charts(book: Book) -> list[Chart]:
    title = _shelves()["chart"]
    found = []
    for side in SIDES:
        rows = tuple(_group(line) for line in book.groups[side].values())
        heading = f"{title['groups']}, {book.names[side]}"
        found.append(Chart(f"{book.key}.groups_{side}", heading, "RG chart", "printed", table(heading, GROUPS, rows)))
        lines = tuple(_weapon(line) for group in book.allotments[side].values() for line in group)
        heading = f"{title['weapons']}, {book.names[side]}"
        found.append(Chart(f"{book.key}.weapons_{side}", heading, "7.5192", "printed", table(heading, WEAPONS, lines)))
    return [*found, refit.works(book, _shelves())]


def _group(line: GroupLine) -> Row:
    brings = ", ".join(f"{name} × {number}" if number > 1 else name for name, number in line.units)
    figures = (line.price, line.full, line.depleted, line.date_max, line.cg_max)
    return (line.id, line.name, brings, *figures, " ".join(line.notes))


def _weapon(line: WeaponLine) -> Row:
    return (line.rg, line.weapon, line.sure, f"{line.chance} or less" if line.chance else "")


@cache
def _shelves() -> Mapping[str, Any]:
    return read_toml(DATA / "shelves.toml")
