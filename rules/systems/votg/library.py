"""The tables and charts of the book, set out on shelves for looking up, and where their numbers come from."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

from rules.parts.charts import ChartSheet, Content, restore
from rules.parts.library import Chart, Library
from rules.parts.refit import library as refit
from rules.parts.sheets import NUMBER, TEXT, Column, Row, table
from rules.systems.votg.book import CAMPAIGNS_AT_ONCE, DATA, Book, as_text, book, practice_text, rulings
from rules.systems.votg.chart import chart_book
from rules.systems.votg.origins import constants, lacking
from rules.systems.votg.shown import hexes_of, shown
from rules.systems.votg.state import SIDES
from rules.tables import Status, read_toml

WEAPONS = (Column("Group", 2), Column("Weapon", 2), Column("Number", kind=NUMBER), Column("Where it comes from", 2))
ENTRY_CODES = (Column("Entry Code"), Column("Side"), Column("Formations", 4), Column("From", 1.4), Column("Enters by"),
               Column("On the map at once", 3))  # fmt: skip
LACKING = (Column("What", 4), Column("Rule", 2), Column("What stands in for it", 4))
ORIGINS = (Column("What", 5), Column("Rule", 2), Column("Status", 1), Column("Hangs on ruling", 3))
RULINGS = (Column("In question", 4), Column("As it is read", 4), Column("Why", 4), Column("Rule", 1.2))


def library(options: Mapping[str, Any]) -> Library:
    """All tables and charts as a campaign of these options has them."""
    chart = as_text(options["chart"]) if options.get("chart") else practice_text()
    return _library(tuple(sorted(options.get("rulings", {}).items())), chart, options.get("game", "IV"))


@lru_cache(maxsize=CAMPAIGNS_AT_ONCE)
def _library(chosen: tuple[tuple[str, str], ...], chart: str, game: str) -> Library:
    seen = book(chosen, chart, game)
    content = restore(chart_book(), json.loads(chart)).content
    charts = [
        *_owners(seen, content),
        _entry_codes(seen),
        *_weapons(seen),
        refit.works(seen, _shelves()),
        *_origins(seen),
    ]
    return refit.shelved(seen, _shelves(), charts)


@cache
def _shelves() -> Mapping[str, Any]:
    return read_toml(DATA / "shelves.toml")


def _owners(seen: Book, content: Content) -> Iterator[Chart]:
    """The sheets that the owner typed in; those that are ours say so."""
    notes = (str(shown()["practice"]["note"]),) if seen.chart.practice else (seen.chart.title,)
    for sheet in chart_book().sheets:
        shown_sheet = table(sheet.title, _columns(sheet), _rows(sheet, content))
        status: Status = "missing" if seen.chart.practice else "printed"
        yield Chart(f"{seen.key}.{sheet.key}", sheet.title, sheet.rule, status, shown_sheet, notes)


def _columns(sheet: ChartSheet) -> Iterator[Column]:
    return (Column(column.label, kind=NUMBER if column.numeric else TEXT) for column in sheet.columns)


def _rows(sheet: ChartSheet, content: Content) -> Iterator[Row]:
    return (tuple(column.told(row[column.key]) for column in sheet.columns) for row in content[sheet.key])


def _entry_codes(seen: Book) -> Chart:
    """Who comes from when, by which edge, and where he may be on the map at once (12.6217)."""
    rows = [
        (
            code["name"],
            seen.names[code["side"]],
            code["units"],
            _from(seen, code),
            f"{code['edge']} edge",
            _at_once(seen, code),
        )
        for code in seen.pack["entry_code"]
    ]
    title, rule = str(_shelves()["chart"]["entry_codes"]), seen.words["purchase"]["rules"]["entry"]
    return Chart(f"{seen.key}.entry_codes", title, str(rule), "printed", table(title, ENTRY_CODES, rows))


def _from(seen: Book, code: Mapping[str, Any]) -> str:
    day = seen.days[seen.comes_on(code)].name
    if "from_date" not in code and seen.chart.practice:
        return f"{day}, {shown()['practice']['mark']}"
    return f"the night of {day}" if code.get("from_night") else day


def _at_once(seen: Book, code: Mapping[str, Any]) -> str:
    foothold = seen.foothold(code)
    return ", ".join(part for part in (f"with {foothold}" if foothold else "", hexes_of(code)) if part)


def _weapons(seen: Book) -> Iterator[Chart]:
    """What each kind of infantry group receives for certain if it is Full (12.6222)."""
    for side in SIDES:
        sheet = chart_book().sheet(f"{side}_groups")
        column = sheet.column("type") if sheet else None
        kinds = column.choices if column else {}
        read = {(row["rg"], row["weapon"]): seen.reading(row, "weapon") for row in seen.pack["weapon_reading"]
                if row["side"] == side}  # fmt: skip
        lines = [line for group in seen.weapons[side].values() for line in group]
        rows = [(kinds[ln.rg], read.get((ln.rg, ln.weapon), ln.weapon), ln.sure, ln.status) for ln in lines]
        heading = f"{_shelves()['chart']['weapons']}, {seen.names[side]}"
        rule = str(seen.words["weapons"]["rule"])
        yield Chart(f"{seen.key}.weapons_{side}", heading, rule, "printed", table(heading, WEAPONS, rows))


def _origins(seen: Book) -> Iterator[Chart]:
    """What the source lacks, what every other number rests on, and how each doubt is read."""
    titles = _shelves()["chart"]
    missing = ((row["what"], row["cite"], row["stands_in"]) for row in lacking())
    found = ((_named(each.where, each.names), each.cite, each.status, ", ".join(each.rulings)) for each in constants())
    read = ((r.question, r.readings[seen.readings[r.key]], r.why, r.rule) for r in rulings())
    yield Chart(f"{seen.key}.lacking", titles["lacking"], "", "printed", table(titles["lacking"], LACKING, missing))
    yield Chart(f"{seen.key}.origins", titles["origins"], "", "printed", table(titles["origins"], ORIGINS, found))
    yield Chart(f"{seen.key}.rulings", titles["rulings"], "", "printed", table(titles["rulings"], RULINGS, read))


def _named(where: str, names: tuple[str, ...]) -> str:
    return f"{where}: {', '.join(names)}" if names else where
