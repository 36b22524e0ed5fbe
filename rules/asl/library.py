"""The tables and charts of a game's book, on the shelves that its data/shelves.toml defines."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from rules.asl.data_files.look_up import Shelves
from rules.asl.rule_data import DataFiles, RuleData
from rules.engine.stages import Messages
from rules.features.documents import Block, Chart, Library, Row, Shelf
from rules.text import gettext


class LibraryMaker:
    """Puts the tables of `rules` on shelves, and fills in the charts of data/shelves.toml."""

    def __init__(self, data: DataFiles, rules: RuleData) -> None:
        self.rules, self.shelves = rules, _shelves(data)

    def chart(self, name: str, rows: Iterable[Row], rule: str = "", side: str = "") -> Chart:
        """A chart with these rows; with a `side` if each side has its own."""
        form, names = self.shelves.chart[name], Messages(self.rules.names)
        title = gettext("{chart}, {side}", chart=gettext(form.title), side=names[side]) if side else ""
        table = form.filled([Block(tuple(rows))], names, title)
        key = f"{self.rules.key}.{name}_{side}" if side else f"{self.rules.key}.{name}"
        return Chart(key, table.title, rule, "printed", table)

    def works(self) -> Chart:
        """The chart of works with their prices: a pillbox by its formula, HIP by what it hides."""
        forts, names = self.rules.forts, Messages(self.rules.names)
        box, hip = forts.pillbox, forts.hip
        formula = f"{box.factor} × ({' + '.join(box.terms)})"
        hidden = ((name, str(hip.prices[key]), hip.sides, hip.cite) for key, name in self.shelves.hidden.items())
        priced = [
            *((work.name, str(work.price), work.sides, work.cite) for work in forts.fortification),
            (box.name, formula, box.sides, box.cite),
            *hidden,
        ]
        rows = (
            (gettext(work), price, ", ".join(names[side] for side in sides), cite)
            for work, price, sides, cite in priced
        )
        return self.chart("fortifications", rows, self.rules.step_texts["fortify"].rule)

    def library(self, charts: Iterable[Chart]) -> Library:
        """The library of all tables of the book and these charts; tables that no shelf names are on the last one."""
        by_id = {chart.id: chart for chart in charts}
        tables, shelves = self.rules.tables, self.shelves.shelf
        named = {name for shelf in shelves for name in shelf.tables}
        rest = [name for name in tables if name not in named]
        return Library(
            tuple(
                Shelf(
                    gettext(shelf.title),
                    tuple(tables[name] for name in [*shelf.tables, *(rest if shelf is shelves[-1] else ())]),
                    tuple(by_id[f"{self.rules.key}.{name}"] for name in shelf.charts),
                )
                for shelf in shelves
            )
        )


@cache
def _shelves(data: DataFiles) -> Shelves:
    return data.read("shelves", Shelves)
