"""The tables and charts of a game's book on the shelves that its data/shelves.toml sets up.

That file has `[[shelf]]` with title, tables and charts by name, the titles of charts in `[chart]`, and in `[hidden]`
what may be hidden, by the keys of its prices.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.parts.library import Chart, Library, Shelf
from rules.parts.refit.book import Book
from rules.parts.sheets import Column, Row, table

WORKS = (Column("Work", 3), Column("FPP"), Column("For"), Column("Rule"))


def shelved(book: Book, shelves: Mapping[str, Any], charts: Iterable[Chart]) -> Library:
    """All tables of `book` and `charts`; a table that no shelf names stands on the last one."""
    found = {chart.id: chart for chart in charts}
    rows = shelves["shelf"]
    named = {name for shelf in rows for name in shelf["tables"]}
    rest = [name for name in book.tables if name not in named]
    return Library(
        tuple(
            Shelf(
                shelf["title"],
                tuple(book.tables[name] for name in [*shelf["tables"], *(rest if shelf is rows[-1] else ())]),
                tuple(found[f"{book.key}.{name}"] for name in shelf["charts"]),
            )
            for shelf in rows
        )
    )


def works(book: Book, shelves: Mapping[str, Any]) -> Chart:
    """Every work with its price; a pillbox by its formula, what is hidden by what it hides."""
    title = str(shelves["chart"]["fortifications"])
    shown = table(title, WORKS, _works(book, shelves["hidden"]))
    return Chart(f"{book.key}.fortifications", title, book.words["fortify"]["rule"], "printed", shown)


def _works(book: Book, hidden: Mapping[str, str]) -> tuple[Row, ...]:
    forts = book.forts
    rows: list[Row] = [
        (work["name"], str(book.reading(work, "price")), _for(book, work["sides"]), work["cite"])
        for work in forts["fortification"]
    ]
    if box := forts.get("pillbox"):
        formula = f"{box['factor']} × ({' + '.join(box['terms'])})"
        rows.append((box["name"], formula, _for(book, box["sides"]), box["cite"]))
    if hip := forts.get("hip"):
        rows += [(name, str(hip[key]), _for(book, hip["sides"]), hip["cite"]) for key, name in hidden.items()]
    return tuple(rows)


def _for(book: Book, sides: Iterable[str]) -> str:
    return ", ".join(book.names[side] for side in sides)
