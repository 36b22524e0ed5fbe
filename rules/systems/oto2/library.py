"""The tables and charts of the book, set out on shelves for looking up."""

from __future__ import annotations

from collections.abc import Mapping

from rules.asl.library import LibraryMaker
from rules.engine.founding import rulings_key
from rules.features.documents import Chart, Library
from rules.systems.oto2.rule_data import DATA, rule_data
from rules.systems.oto2.state import SIDES
from rules.text import gettext


def library(options: Mapping[str, object]) -> Library:
    """All tables and charts as a campaign of these options has them."""
    rules = rule_data(rulings_key(options))
    maker = LibraryMaker(DATA, rules)
    charts = list[Chart]()
    or_less = gettext("{number} or less")
    for side in SIDES:
        groups = (
            (line.id, gettext(line.name),
             ", ".join(f"{name} × {number}" if number > 1 else name for name, number in line.units),
             line.price, line.full, line.depleted, line.date_max, line.cg_max, " ".join(line.notes))
            for line in rules.groups[side].values()
        )  # fmt: skip
        weapons = (
            (line.rg, line.weapon, line.sure, or_less.format(number=line.chance) if line.chance else "")
            for group in rules.weapons[side].values()
            for line in group
        )
        charts.append(maker.chart("groups", groups, gettext("RG chart"), side))
        charts.append(maker.chart("weapons", weapons, "7.5192", side))
    return maker.library([*charts, maker.works()])
