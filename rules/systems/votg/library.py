"""The tables and charts of the book, set out on shelves for looking up, and where their numbers come from."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache

from rules.asl.library import LibraryMaker
from rules.engine.charts import Content, restore
from rules.engine.founding import rulings_key
from rules.features.documents import NUMBER, TEXT, Chart, Column, Library, table
from rules.systems.votg.chart import chart_schema
from rules.systems.votg.pack import DATA, EntryCode
from rules.systems.votg.provenance import constants
from rules.systems.votg.rule_data import (
    CAMPAIGNS_AT_ONCE,
    RuleData,
    as_text,
    display_words,
    hexes_of,
    practice_text,
    rule_data,
)
from rules.systems.votg.state import SIDES
from rules.tables import Status
from rules.text import gettext


def library(options: Mapping[str, object]) -> Library:
    """All tables and charts as a campaign of these options has them."""
    chart = as_text(options["chart"]) if options.get("chart") else practice_text()
    rules = rule_data(rulings_key(options), chart, str(options.get("game", "IV")))
    maker = LibraryMaker(DATA, rules)
    charts = (
        *_owners(rules, _content(chart)),
        _entry_codes(maker, rules),
        *_weapons(maker, rules),
        *_origins(maker, rules, DATA.readings(rulings_key(options))),
    )
    return maker.library((*charts, maker.works()))


@lru_cache(maxsize=CAMPAIGNS_AT_ONCE)
def _content(chart: str) -> Content:
    return restore(chart_schema(), json.loads(chart)).content


def _owners(rules: RuleData, content: Content) -> Iterator[Chart]:
    """The sheets that the owner typed in; those that are ours say so."""
    practice = rules.chart.practice
    notes = (gettext(display_words().practice.note),) if practice else (rules.chart.title,)
    status: Status = "missing" if practice else "printed"
    for sheet in chart_schema().sheets:
        columns = (Column(gettext(column.label), kind=NUMBER if column.numeric else TEXT) for column in sheet.columns)
        rows = (tuple(column.display(row[column.key]) for column in sheet.columns) for row in content[sheet.key])
        title = gettext(sheet.title)
        yield Chart(f"{rules.key}.{sheet.key}", title, sheet.rule, status, table(title, columns, rows), notes)


def _entry_codes(maker: LibraryMaker, rules: RuleData) -> Chart:
    """Who comes from when, by which edge, and where he may be on the map at once (12.6217)."""

    def day(code: EntryCode) -> str:
        name = gettext(rules.days[rules.comes_on(code)].name)
        if not code.from_date and rules.chart.practice:
            return f"{name}, {gettext(display_words().practice.mark)}"
        return gettext("the night of {day}", day=name) if code.from_night else name

    def at_once(code: EntryCode) -> str:
        foothold = rules.foothold(code)
        with_it = gettext("with {foothold}", foothold=foothold) if foothold else ""
        return ", ".join(part for part in (with_it, hexes_of(code)) if part)

    rows = (
        (code.name, gettext(rules.names[code.side]), gettext(code.units), day(code),
         gettext("{edge} edge", edge=gettext(code.edge)), at_once(code))
        for code in rules.pack.entry_code
    )  # fmt: skip
    return maker.chart("entry_codes", rows, rules.step_texts["purchase"].rules["entry"])


def _weapons(maker: LibraryMaker, rules: RuleData) -> Iterator[Chart]:
    """What each kind of infantry group receives for certain if it is Full (12.6222)."""
    for side in SIDES:
        sheet = chart_schema().sheet(f"{side}_groups")
        column = sheet.column("type") if sheet else None
        kinds = column.choices if column else {}
        read = {(row.rg, row.weapon): row.read_as for row in rules.pack.weapon_reading if row.side == side}
        rows = (
            (gettext(kinds[line.rg]), read.get((line.rg, line.weapon), line.weapon), line.sure, gettext(line.status))
            for group in rules.weapons[side].values()
            for line in group
        )
        yield maker.chart("weapons", rows, rules.step_texts["weapons"].rule, side)


def _origins(maker: LibraryMaker, rules: RuleData, readings: Mapping[str, str]) -> Iterator[Chart]:
    """What the source lacks, what every other number rests on, and how each doubt is read."""
    lacking = ((gettext(row.what), row.cite, gettext(row.stands_in)) for row in rules.pack.missing)
    rows = (
        (f"{each.where}: {', '.join(each.names)}" if each.names else each.where,
         gettext(each.cite), gettext(each.status), ", ".join(each.rulings))
        for each in constants()
    )  # fmt: skip
    read = (
        (
            gettext(each.question),
            gettext(each.readings[readings[each.key]]),
            gettext(each.why),
            each.rule,
        )
        for each in DATA.rulings
    )
    yield maker.chart("lacking", lacking)
    yield maker.chart("origins", rows)
    yield maker.chart("rulings", read)
