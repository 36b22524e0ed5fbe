"""What the pages of charts show."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.forms.utils import flatatt
from django.urls import reverse
from django.utils.translation import gettext

from campaigns.charts import actions
from campaigns.charts.kinds import KINDS, MAP, Kind
from campaigns.charts.models import ChartVersion, OwnedChart
from campaigns.maps.changes import MapChanges
from rules import registry
from rules.engine import charts as rules
from rules.engine.charts import ChartColumn, ChartSheet, Content, Fault, GridRow
from rules.features.saved_games import HasSavedGames
from rules.ground.map_schema import sheet_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User

SPARE = 3
LONG = 300
"""Texts that may be longer than this get more than one line to be typed in."""
LINES = 3
PART = 100
"""Lines of a part of a sheet that is longer."""
MOST_FAULTS, MOST_READ = 50, 300
"""Faults of a sheet that are told at once, and lines of one that are read on a page."""
NARROWEST, WIDEST = 4, 24
"""How many letters a cell is wide."""


@dataclass(frozen=True)
class EditorCell:
    """A cell of the editor: the attributes of its field, its text if that takes several lines, and what is wrong."""

    name: str
    kind: str
    attrs: str
    long_text: str | None
    faults: tuple[Fault, ...]


@dataclass(frozen=True)
class EditorRow:
    """A line of the editor."""

    number: int
    cells: tuple[EditorCell, ...]


@dataclass(frozen=True)
class SheetMark:
    """A sheet in the list of a chart's sheets."""

    sheet: ChartSheet
    lines: int
    faults: int


@dataclass(frozen=True)
class TypedLines:
    """Lines of a part of a long sheet that were not kept: how many there are, and what they are to replace.

    That is the lines `first` to `last` of the draft, which was `found` so when the part was opened.
    """

    number: int
    first: int
    last: int
    found: tuple[str, str]


@dataclass(frozen=True)
class ChartSheetPage:
    """The editor of one sheet, or of a part of a long one, whose lines are those `first` to `last` of `count`.

    `parts` are the first lines of all parts. `elsewhere` counts what is wrong with the other sheets. `replaces` is the
    last line of the draft that is replaced by the part, `found` the digests of what the draft has there and elsewhere.
    """

    chart: OwnedChart
    title: str
    sheet: ChartSheet
    marks: tuple[SheetMark, ...]
    filled: bool
    lines: tuple[EditorRow, ...]
    first: int
    last: int
    count: int
    replaces: int
    found: tuple[str, str]
    parts: tuple[int, ...]
    faults: tuple[tuple[str, str, str], ...]
    faults_left: int
    elsewhere: int
    newest: ChartVersion | None

    @property
    def blank_url(self) -> str:
        """Where the empty template of the sheet is downloaded."""
        return blank_url(self.chart.system, self.chart.kind, f"{self.sheet.key}.csv")

    @property
    def newest_url(self) -> str:
        """Where the sheet of the newest version is downloaded; "" as long as there is none."""
        return version_url(self.newest, f"{self.sheet.key}.csv") if self.newest else ""

    @property
    def boards(self) -> str:
        """The geometry of the game's boards as JSON, for the sheet of a map's hexes; else ""."""
        system = registry.get(self.chart.system)
        is_hexes = self.chart.kind == MAP and self.sheet.key == "hexes"
        return json.dumps(dict(system.boards)) if is_hexes and isinstance(system, HasSavedGames) else ""

    @property
    def hexes(self) -> str:
        """The hexes of the whole sheet, not only of the lines on this page."""
        return " ".join(line.cells.get("hex", "") for line in actions.drafted(self.chart).get(self.sheet.key, ()))


@dataclass(frozen=True)
class SheetText:
    """A sheet to read: its lines as texts, or the first of them; `left` counts the rest. `csv_url` has all of them."""

    sheet: ChartSheet
    csv_url: str
    lines: tuple[tuple[tuple[ChartColumn, str], ...], ...]
    left: int


@dataclass(frozen=True)
class ChartShelf:
    """The charts of one kind and game that a person sees, his own first, each with its newest version."""

    kind: Kind
    system: str
    title: str
    rows: tuple[tuple[OwnedChart, ChartVersion | None], ...]


def my_charts(user: User) -> Iterator[ChartShelf]:
    """The charts a person sees, by kind and game."""
    seen = list(actions.seen_by(user).prefetch_related(actions.VERSIONS))
    seen.sort(key=lambda chart: chart.owner_id != user.pk)
    for kind in KINDS.values():
        for key, system in actions.games(kind.key).items():
            mine = [chart for chart in seen if (chart.kind, chart.system) == (kind.key, key)]
            rows = tuple((chart, next(iter(chart.versions.all()), None)) for chart in mine)
            yield ChartShelf(kind, key, system.title, rows)


def marks(chart: OwnedChart, faults: Iterable[Fault]) -> tuple[SheetMark, ...]:
    """The sheets of a chart with how many lines and faults each has."""
    fault_counts = Counter(fault.sheet for fault in faults)
    return tuple(
        SheetMark(sheet, len(chart.draft.get(sheet.key, ())), fault_counts[sheet.key])
        for sheet in actions.sheets_of(chart).sheets
    )


def part(sheet: ChartSheet, first: int, last: int) -> slice:
    """The place in the draft of the lines on a page: all of a short sheet, `first` to `last` of a long one."""
    return slice(max(first, 1) - 1, max(last, first - 1, 0)) if sheet.most > PART else actions.WHOLE_SHEET


def sheet_page(
    chart: OwnedChart, sheet: ChartSheet, line: int = 0, more: int = 0, typed: TypedLines | None = None
) -> ChartSheetPage:
    """The editor of a sheet: the draft's lines and some empty ones; of a long sheet, the part that has this line.

    If lines of a part that were `typed` stand in the draft of `chart`, the part is what was typed.
    """
    all_faults = actions.check_draft(chart).faults
    faults = [fault for fault in all_faults if fault.sheet == sheet.key]
    lines = list(actions.drafted(chart).get(sheet.key, ()))
    count = len(lines)
    parts = tuple(range(1, max(count, 1) + 1, PART)) if sheet.most > PART else (1,)
    first = typed.first if typed else next((each for each in reversed(parts) if each <= line), 1)
    lines = lines[first - 1 : first - 1 + (typed.number if typed else PART)] if sheet.most > PART else lines
    last = first - 1 + len(lines)
    widths = {
        column.key: min(max(NARROWEST, *(len(line.cells.get(column.key, "")) + 1 for line in lines), 0), WIDEST)
        for column in sheet.columns
    }
    if last == count:
        lines += [GridRow(n, {}) for n in range(count + 1, min(count + max(SPARE, more), max(sheet.most, count)) + 1)]
    by_line: dict[int, list[Fault]] = {}
    for fault in faults:
        by_line.setdefault(fault.line, []).append(fault)
    return ChartSheetPage(
        chart=chart,
        title=registry.get(chart.system).title,
        sheet=sheet,
        marks=marks(chart, all_faults),
        filled=bool(count),
        lines=tuple(_line(sheet, each, widths, by_line.get(each.number, ())) for each in lines),
        first=first,
        last=last,
        count=count,
        replaces=typed.last if typed else last,
        found=typed.found if typed else actions.digests(chart.draft.get(sheet.key, ()), part(sheet, first, last)),
        parts=parts,
        faults=tuple((*_placed(sheet, fault, range(first, last + 1)), fault.way_out) for fault in faults[:MOST_FAULTS]),
        faults_left=max(0, len(faults) - MOST_FAULTS),
        elsewhere=len(all_faults) - len(faults),
        newest=chart.versions.first(),
    )


def _line(sheet: ChartSheet, line: GridRow, widths: Mapping[str, int], faults: Iterable[Fault]) -> EditorRow:
    return EditorRow(line.number, tuple(_cell(column, line, widths[column.key], faults) for column in sheet.columns))


def _cell(column: ChartColumn, line: GridRow, width: int, faults: Iterable[Fault]) -> EditorCell:
    name, text = f"{line.number}.{column.key}", line.cells.get(column.key, "")
    mine = tuple(fault for fault in faults if (fault.line, fault.column) == (line.number, column.key))
    attrs: dict[str, object] = {
        "id": f"c-{name}",
        "name": name,
        "aria-label": gettext("%(label)s, line %(number)s") % {"label": gettext(column.label), "number": line.number},
        "autocomplete": "off",
    }
    if column.kind == "choice":
        attrs["list"] = f"choices-{column.key}"
    if column.numeric:
        attrs["inputmode"] = "decimal"
    if mine:
        attrs |= {"aria-invalid": "true", "aria-describedby": f"w-{name}"}
    long = column.most > LONG
    attrs |= {"rows": LINES} if long else {"size": width, "value": text}
    return EditorCell(name, "long" if long else column.kind, flatatt(attrs), text if long else None, mine)


def _placed(sheet: ChartSheet, fault: Fault, visible: Container[int]) -> tuple[str, str]:
    """A link to the cell of a fault, "" if it has none, and the fault with its place on the sheet.

    Cells of lines that are not `visible` are on another page.
    """
    anchor = f"#c-{fault.line}.{fault.column}" if fault.line and fault.column else ""
    anchor = anchor if fault.line in visible or not anchor else f"?line={fault.line}{anchor}"
    column = sheet.column(fault.column)
    where = [gettext("Line %(line)s") % {"line": fault.line}] if fault.line else []
    where += [gettext(column.label)] if column else []
    return anchor, f"{', '.join(where)}: {fault.message}" if where else fault.message


def fault_text(chart: OwnedChart, fault: Fault, file: str = "") -> tuple[str, str]:
    """A fault of a file with its place, and what to do."""
    return rules.in_words(actions.sheets_of(chart), fault, file), fault.way_out


def changes_since(version: ChartVersion, since: int) -> dict[str, object]:
    """What changed in a map since version `since`, by default the one before; nothing for the first version."""
    earlier = {each.number: each for each in version.chart.versions.filter(number__lt=version.number)}
    if not earlier:
        return {}
    since = since if since in earlier else max(earlier)
    schema = actions.sheets_of(version.chart)
    before, after = (sheet_of(actions.copy_of(each, schema)) for each in (earlier[since], version))
    changes = MapChanges(before, after, registry.get(version.chart.system).sides)
    return {"changes": changes, "since": since, "earlier": sorted(earlier, reverse=True)}


def blank_url(system: str, kind: str, file: str) -> str:
    """Where an empty template is downloaded."""
    return reverse("map-blank" if kind == MAP else "chart-blank", args=[system, file])


def practice_url(system: str, kind: str, file: str) -> str:
    """Where a file of the practice chart, or map, of a game is downloaded."""
    return reverse("map-practice-file" if kind == MAP else "chart-practice-file", args=[system, file])


def version_url(version: ChartVersion, file: str) -> str:
    """Where a file of a version is downloaded."""
    return reverse("chart-file", args=[version.chart.chart_id, version.number, file])


def sheet_texts(schema: rules.ChartSchema, content: Content, url_of: Callable[[str], str]) -> tuple[SheetText, ...]:
    """The sheets of a chart to read; `url_of` gives the address of a sheet's file."""
    return tuple(
        SheetText(
            sheet,
            url_of(f"{sheet.key}.csv"),
            tuple(
                tuple((column, column.display(row[column.key])) for column in sheet.columns)
                for row in content[sheet.key][:MOST_READ]
            ),
            max(0, len(content[sheet.key]) - MOST_READ),
        )
        for sheet in schema.sheets
    )
