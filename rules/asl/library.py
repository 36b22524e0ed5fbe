"""The tables and charts of a game's book on the shelves that its data/shelves.toml sets up."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from rules.asl.data_files.look_up import Shelves
from rules.asl.rule_data import DataFiles, RuleData
from rules.engine.stages import Messages
from rules.features.documents import Block, Chart, Library, Row, Shelf
from rules.text import gettext


class LibraryMaker:
    """Sets out the tables of `rules`, and fills in the charts that data/shelves.toml lays out."""

    def __init__(self, data: DataFiles, rules: RuleData) -> None:
        self.rules, self.shelves = rules, _shelves(data)

    def chart(self, name: str, rows: Iterable[Row], rule: str = "", side: str = "") -> Chart:
        """A chart with these rows; of a `side` if there is one for each."""
        form, names = self.shelves.chart[name], Messages(self.rules.names)
        title = gettext("{chart}, {side}", chart=gettext(form.title), side=names[side]) if side else ""
        table = form.filled([Block(tuple(rows))], names, title)
        key = f"{self.rules.key}.{name}_{side}" if side else f"{self.rules.key}.{name}"
        return Chart(key, table.title, rule, "printed", table)

    def works(self) -> Chart:
        """Every work with its price; a pillbox by its formula, what is hidden by what it hides."""
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
        """All tables of the book and these charts; a table that no shelf names stands on the last one."""
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
