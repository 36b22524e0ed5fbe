"""The content of the pages of tables: a table with its modifiers, and the exact odds under those that are set.

The modifiers come from the query string; values that make no sense count as not set.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from django.http import Http404
from django.utils.translation import get_language, gettext, gettext_noop

from campaigns import pages as campaign_pages
from campaigns.models import Seat
from rules import registry
from rules.contract import Game, Ruling
from rules.dice import notation
from rules.engine.chances import odds_of, percent
from rules.engine.readings import under_todays_keys
from rules.features.documents import NUMBER, Chart, Library, library_of, text_of
from rules.tables import Row, Table, TableModifier

MOST = 999
NUMBER_TYPED = re.compile(r"[+-]?[0-9]{1,3}", re.ASCII)
NO_ROLL = gettext_noop("No roll")
NAMED_RULING = re.compile(r"ruling ([a-z0-9_]+)")
OTHER = "drm"
WITHIN_A_NAME = re.compile(r"(?<=[0-9])-(?=[0-9])")
"""The hyphen in names such as "8-1", at which a line must not break."""


@dataclass(frozen=True)
class Control:
    """A modifier as set on the page; `value` is 0 or 1 for a tick, or the number of what is counted."""

    modifier: TableModifier
    name: str
    value: int
    cite: str
    side: str


@dataclass(frozen=True)
class LookupRow:
    """A row of the table: its cells, and its chance if the table is rolled on."""

    row: Row
    cells: tuple[str, ...]
    chance: Fraction | None = None

    @property
    def percent(self) -> int:
        return round((self.chance or 0) * 100)

    @property
    def percent_text(self) -> str:
        return percent(self.chance or Fraction(0))


@dataclass(frozen=True)
class RulingReading:
    """A ruling that bears on the table, with the text of the reading that applies."""

    ruling: Ruling
    text: str


@dataclass(frozen=True)
class TableContext:
    """Where tables are looked up: a game, and the frame of a campaign whose rulings apply, if there is one."""

    system: Game
    frame: campaign_pages.Frame | None = None

    @property
    def rulings(self) -> Mapping[str, str]:
        """The readings agreed at the founding, by ruling; rulings that are missing are at their default."""
        chosen = self.frame.campaign.options.get("rulings", {}) if self.frame else {}
        return under_todays_keys(self.system.rulings, chosen)

    @property
    def library(self) -> Library:
        options = self.frame.campaign.options if self.frame else {}
        return _library(self.system.key, json.dumps(options, sort_keys=True), get_language())


@lru_cache(maxsize=16)
def _library(key: str, options: str, language: str | None) -> Library:
    """The tables of a game under these options (JSON), cached for all campaigns that have the same."""
    return library_of(registry.get(key), json.loads(options))


@dataclass(frozen=True)
class TablePage:
    """One table under the modifiers that are set, which add up to `drm`; `error` says why there are no odds."""

    place: TableContext
    table: Table
    controls: tuple[Control, ...]
    other: int
    drm: int
    rows: tuple[LookupRow, ...]
    error: str

    @property
    def frame(self) -> campaign_pages.Frame | None:
        return self.place.frame

    @property
    def dice(self) -> str:
        return (
            notation(self.table.dice, self.table.sides, tens=self.table.tens) if self.table.dice else gettext(NO_ROLL)
        )

    @property
    def columns(self) -> list[str]:
        return [gettext(_words(column)) for column in self.table.columns]

    @property
    def rows_are_named(self) -> bool:
        """Whether rows are labelled with their rolls or cases; if not, their cells say which they are for."""
        return any(row.printed for row in self.table.rows)

    @property
    def doubts(self) -> list[str]:
        """What is unclear in print, without the keys of rulings, whose questions the page shows further down."""
        return [NAMED_RULING.sub(gettext("see the ruling"), gettext(doubt)) for doubt in self.table.doubt]

    @property
    def readings(self) -> tuple[RulingReading, ...]:
        """The rulings that change rows of the table or are named in its doubts."""
        named = {*self.table.reading, *(name for doubt in self.table.doubt for name in NAMED_RULING.findall(doubt))}
        rulings, chosen = (each for each in self.place.system.rulings if each.key in named), self.place.rulings
        return tuple(RulingReading(each, each.readings[chosen.get(each.key, each.default)]) for each in rulings)


@dataclass(frozen=True)
class ChartPage:
    """A table nobody rolls on; each cell in `rows` comes with whether its column holds numbers."""

    place: TableContext
    chart: Chart
    rows: tuple[tuple[tuple[str, bool], ...], ...]

    @property
    def frame(self) -> campaign_pages.Frame | None:
        return self.place.frame

    @property
    def columns(self) -> list[tuple[str, bool]]:
        return [(gettext(column.title), column.kind == NUMBER) for column in self.chart.table.columns]


def in_campaign(seat: Seat) -> TableContext:
    """The tables under the rulings of the seat's campaign."""
    frame = campaign_pages.frame_of(seat)
    return TableContext(frame.system, frame)


def without_campaign(system: str) -> TableContext:
    """The tables of a game with every ruling at its default; raises Http404 if there is no such game."""
    if system not in registry.all_systems():
        raise Http404
    return TableContext(registry.get(system))


def table_page(place: TableContext, name: str, query: Mapping[str, str]) -> TablePage | ChartPage:
    """The page of one table or chart, with the modifiers in `query`; raises Http404 if there is none with this id."""
    item = place.library.find(name)
    if isinstance(item, Table):
        controls = tuple(_control(place.system, item, each, query) for each in item.modifiers)
        other = _number(query.get(OTHER, ""))
        drm = other + sum(item.drm(each.modifier.key, each.value).value for each in controls if each.value)
        shown, error = _rows(item, drm)
        return TablePage(place, item, controls, other, drm, shown, error)
    if item is None:
        raise Http404
    columns = item.table.columns
    rows = (row for block in item.table.blocks for row in block.rows)
    cells = (
        tuple((text_of(cell, of), of.kind == NUMBER) for cell, of in zip(row, columns, strict=True)) for row in rows
    )
    return ChartPage(place, item, tuple(cells))


def _control(system: Game, table: Table, modifier: TableModifier, query: Mapping[str, str]) -> Control:
    name = f"m-{modifier.key}"
    text = query.get(name, "")
    value = _number(text) if modifier.counted else int(bool(text))
    return Control(modifier, name, value, modifier.cite or table.cite, system.sides.get(modifier.side, ""))


def _number(text: str) -> int:
    """A typed number of up to three digits; 0 for anything else."""
    return int(text) if NUMBER_TYPED.fullmatch(text.strip()) else 0


def _rows(table: Table, drm: int) -> tuple[tuple[LookupRow, ...], str]:
    """The rows with their chances and ""; or without chances, and the reason if there should be some."""
    plain = tuple(LookupRow(row, _cells(row, table)) for row in table.rows)
    if not table.dice:
        return plain, ""
    try:
        return tuple(LookupRow(row, _cells(row, table), chance) for row, chance in odds_of(table, drm)), ""
    except LookupError:
        return plain, gettext("No row of this table covers what such a modifier leads to.")


def _cells(row: Row, table: Table) -> tuple[str, ...]:
    return tuple(_cell(row.values[column]) for column in table.columns)


def _cell(value: object) -> str:
    if value is None:
        return "–"
    if isinstance(value, int):
        return f"−{-value}" if value < 0 else str(value)
    return WITHIN_A_NAME.sub("\u2011", gettext(_words(str(value))))


def _words(key: str) -> str:
    """A key of a table's data as words."""
    return key.replace("_", " ")
