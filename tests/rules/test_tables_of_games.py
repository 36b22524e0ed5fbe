"""The tables of every game: whole under every reading, and those that are printed as they are printed.

`printed_tables.json` holds what was read off the print by others: rule, dice, where rows begin and end, the numbers and
counters in them, modifiers. It knows nothing of the games' data.
"""

from __future__ import annotations

import inspect
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.engine.chances import odds_of, two_digits
from rules.engine.data_files import load_tables, under
from rules.features.documents import HasTables, Library
from rules.tables import Row, Table
from tests.systems.games import KEYS, listed

PRINTED = {each["id"]: each for each in json.loads(Path(__file__).with_name("printed_tables.json").read_text("utf-8"))}
TOTALS = range(-40, 61)
PLAIN = re.compile(r"[-+\d, ]+")
"""What stands in a cell and is no sentence: a number, or leaders."""
AS_TEXT = {
    "votg.game_end": "the circled number of the turn is taken off, which the print says in words",
    "votg.isolated_recall": "the number of the turn is taken off, which the print says in words",
    "votg.leader_bh": "the winner may use a part of his modifier",
}
"""Tables with modifiers that the print has no line for."""


@cache
def tables(key: str) -> dict[str, Table]:
    """The tables in the data of a game, with all their readings."""
    folder = Path(inspect.getfile(type(listed(key)))).parent / "data" / "tables"
    return dict(load_tables(folder)) if folder.is_dir() else {}


ROLLED = [(key, each.id) for key in KEYS for each in tables(key).values() if each.dice]
BOTH = [(key, name) for key, name in ROLLED if name in PRINTED]


def library(key: str, **rulings: str) -> Library:
    """The tables of a game to look up, as these rulings say."""
    game = listed(key)
    assert isinstance(game, HasTables)
    return game.tables({"rulings": rulings})


def every_reading(key: str, name: str) -> Iterator[Table]:
    """A table as it stands, and under each reading that changes it."""
    table = tables(key)[name]
    yield table
    for ruling, choices in table.reading.items():
        yield from (under(table, {ruling: choice}) for choice in choices)


def test_every_game_that_shows_tables_has_them_in_its_data() -> None:
    for key in KEYS:
        shown = {each.id for each in library(key).tables if isinstance(each, Table)}
        assert shown == set(tables(key))
    assert len(BOTH) > 50


@pytest.mark.parametrize(("key", "name"), ROLLED)
def test_a_table_has_one_row_for_every_total_under_every_reading(key: str, name: str) -> None:
    for read in every_reading(key, name):
        low = TOTALS[0] if read.low is None else read.low
        high = TOTALS[-1] if read.high is None else read.high
        shown = two_digits(read.sides) if read.tens else range(low, high + 1)
        for total in shown:
            assert sum(row.covers(total) for row in read.rows if not row.original) == 1


@pytest.mark.parametrize(("key", "name"), ROLLED)
def test_the_odds_of_a_table_sum_to_one_under_every_drm(key: str, name: str) -> None:
    for read in every_reading(key, name):
        shifts = range(-12, 13)
        if read.low is not None and read.high is not None:
            shifts = range(1) if read.tens else range(read.low - read.dice, read.high - read.sides * read.dice + 1)
        assert all(sum(chance for _, chance in odds_of(read, drm)) == 1 for drm in shifts)


@pytest.mark.parametrize(("key", "name"), [(key, name) for key in KEYS for name in tables(key)])
def test_a_reading_of_a_table_is_one_of_its_ruling_but_not_the_default(key: str, name: str) -> None:
    rulings = {ruling.key: ruling for ruling in listed(key).rulings}
    for ruling, choices in tables(key)[name].reading.items():
        assert choices
        assert set(choices) <= rulings[ruling].readings.keys() - {rulings[ruling].default}


# Looked up ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_every_table_of_a_game_stands_on_one_shelf(key: str) -> None:
    shelved = Counter(table.id for shelf in library(key).shelves for table in shelf.tables)
    assert shelved == Counter(tables(key).keys())


READ_OTHERWISE = [
    (key, name, ruling, choice)
    for key in KEYS
    for name, table in tables(key).items()
    for ruling, choices in table.reading.items()
    for choice in choices
]


@pytest.mark.parametrize(("key", "name", "ruling", "choice"), READ_OTHERWISE)
def test_a_table_is_looked_up_as_the_rulings_of_the_campaign_say(key: str, name: str, ruling: str, choice: str) -> None:
    shown, plain = (library(key, **each).find(name) for each in ({ruling: choice}, {}))
    assert isinstance(shown, Table)
    assert isinstance(plain, Table)
    assert shown.rows == under(tables(key)[name], {ruling: choice}).rows != plain.rows


@pytest.mark.parametrize("key", KEYS)
def test_a_rule_leads_to_its_tables(key: str) -> None:
    found = library(key)
    for table in found.tables:
        assert found.find(table.id) is table
        assert not table.cite or table in found.about(table.cite)
    assert found.about("") == ()
    assert found.find("nothing") is None


# As printed ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """A row as it is printed; None where it is open."""

    low: int | None
    high: int | None
    cells: dict[str, Any]

    def covers(self, total: int) -> bool:
        """Whether a total falls into it."""
        return (self.low is None or self.low <= total) and (self.high is None or total <= self.high)


def printed_rows(key: str, name: str) -> list[Line]:
    """The printed rows of a table that a Final total leads to; what an Original roll leads to stands last."""
    found = [Line(*row) for row in PRINTED[name]["rows"]]
    return found[: len(found) - sum(row.original for row in tables(key)[name].rows)]


def covering(rows: Sequence[Line | Row], total: int) -> int | None:
    """The place of the row that a total falls into."""
    return next((n for n, row in enumerate(rows) if row.covers(total)), None)


@pytest.mark.parametrize(("key", "name"), BOTH)
def test_a_table_cites_its_rule_and_is_rolled_with_the_dice_of_the_print(key: str, name: str) -> None:
    table, printed = tables(key)[name], PRINTED[name]
    assert table.cite in printed["rule"].replace("l (German), n (Russian)", "l, n")
    assert f"{table.dice}d{table.sides}" in printed["dice"]
    assert table.secret == printed.get("secret", table.secret)


@pytest.mark.parametrize(("key", "name"), BOTH)
def test_the_rows_of_a_table_begin_and_end_where_the_printed_ones_do(key: str, name: str) -> None:
    rows = [row for row in tables(key)[name].rows if not row.original]
    printed, checked = printed_rows(key, name), 0
    for total in TOTALS:
        ours, theirs = ([covering(each, one) for one in (total, total + 1)] for each in (rows, printed))
        if None not in (*ours, *theirs):
            assert (ours[0] == ours[1]) == (theirs[0] == theirs[1]), f"between {total} and {total + 1}"
            checked += 1
    assert checked


@pytest.mark.parametrize(("key", "name"), BOTH)
def test_the_numbers_and_counters_in_a_table_are_those_of_the_print(key: str, name: str) -> None:
    """Of rows that overlap in print, the later one is that of the greater totals."""
    table = tables(key)[name]
    for printed in printed_rows(key, name):
        total = max(each for each in TOTALS if printed.covers(each) and (table.high is None or each <= table.high))
        for column in set(table.columns) & printed.cells.keys():
            cell = printed.cells[column]
            if isinstance(cell, int) or PLAIN.fullmatch(cell):
                assert table.row(total).values[column] == cell, (total, column)


@pytest.mark.parametrize(("key", "name"), BOTH)
def test_the_modifiers_of_a_table_are_those_of_the_print(key: str, name: str) -> None:
    """Those that are printed as a letter have some number of a lot in the data."""
    modifiers = PRINTED[name]["modifiers"]
    numbers, letters = (Counter[Any](each for each in modifiers if isinstance(each, kind)) for kind in (int, str))
    ours = Counter(each.value for each in tables(key)[name].modifiers)
    assert numbers <= ours
    more = (ours - numbers).total() - letters.total()
    assert (more > 0) == (name in AS_TEXT), f"{more} more"
