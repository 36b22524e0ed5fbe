"""The tables and charts of the book, set out on shelves for looking up."""

from __future__ import annotations

from functools import cache
from typing import Any

from rules.parts.library import Chart, Library, Shelf
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
WORKS = (Column("Work", 3), Column("FPP"), Column("For"), Column("Rule"))


def library(book: Book) -> Library:
    """All tables and charts under the rulings of `book`."""
    charts = {chart.id: chart for chart in _charts(book)}
    shelves = read_toml(DATA / "shelves.toml")["shelf"]
    named = {name for shelf in shelves for name in shelf["tables"]}
    rest = [name for name in book.tables if name not in named]
    return Library(
        tuple(
            Shelf(
                shelf["title"],
                tuple(book.tables[name] for name in [*shelf["tables"], *(rest if shelf is shelves[-1] else ())]),
                tuple(charts[f"{book.pack['key']}.{name}"] for name in shelf["charts"]),
            )
            for shelf in shelves
        )
    )


def _charts(book: Book) -> list[Chart]:
    title, key = _titles(), book.pack["key"]
    found = []
    for side in SIDES:
        rows = tuple(_group(line) for line in book.groups[side].values())
        heading = f"{title['groups']}, {book.names[side]}"
        found.append(Chart(f"{key}.groups_{side}", heading, "RG chart", "printed", table(heading, GROUPS, rows)))
        lines = tuple(_weapon(line) for group in book.allotments[side].values() for line in group)
        heading = f"{title['weapons']}, {book.names[side]}"
        found.append(Chart(f"{key}.weapons_{side}", heading, "7.5192", "printed", table(heading, WEAPONS, lines)))
    works = table(title["fortifications"], WORKS, _works(book))
    return [*found, Chart(f"{key}.fortifications", works.title, "7.520", "printed", works)]


def _group(line: GroupLine) -> Row:
    brings = ", ".join(f"{name} × {number}" if number > 1 else name for name, number in line.units)
    figures = (line.price, line.full, line.depleted, line.date_max, line.cg_max)
    return (line.id, line.name, brings, *figures, " ".join(line.notes))


def _weapon(line: WeaponLine) -> Row:
    return (line.rg, line.weapon, line.sure, f"{line.chance} or less" if line.chance else "")


def _works(book: Book) -> tuple[Row, ...]:
    """Every work with its price; a pillbox by its formula, what is hidden by what it hides."""
    forts = book.forts
    rows = [(w["name"], str(w["price"]), _for(book, w["sides"]), w["cite"]) for w in forts["fortification"]]
    box, hip = forts["pillbox"], forts["hip"]
    formula = f"{box['factor']} × ({' + '.join(box['terms'])})"
    rows.append((box["name"], formula, _for(book, box["sides"]), box["cite"]))
    hidden = read_toml(DATA / "shelves.toml")["hidden"]
    rows += [(name, str(hip[key]), _for(book, hip["sides"]), hip["cite"]) for key, name in hidden.items()]
    return tuple(rows)


def _for(book: Book, sides: Any) -> str:
    return ", ".join(book.names[side] for side in sides)


@cache
def _titles() -> dict[str, str]:
    return dict(read_toml(DATA / "shelves.toml")["chart"])
