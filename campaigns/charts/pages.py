"""What the pages of charts show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.forms.utils import flatatt
from django.utils.translation import gettext

from campaigns.charts import actions
from campaigns.charts.models import ChartVersion, OwnedChart
from rules.engine import charts as rules
from rules.engine.charts import ChartColumn, ChartLine, ChartSheet, Content, Fault

if TYPE_CHECKING:
    from django.contrib.auth.models import User

SPARE = 3
LONG = 300
"""Texts that may be longer than this get more than one line to be typed in."""
LINES = 3
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
class EditorLine:
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
class ChartSheetPage:
    """The editor of one sheet. `elsewhere` counts what is wrong with the others."""

    chart: OwnedChart
    title: str
    sheet: ChartSheet
    marks: tuple[SheetMark, ...]
    filled: bool
    lines: tuple[EditorLine, ...]
    faults: tuple[tuple[str, str, str], ...]
    elsewhere: int
    newest: ChartVersion | None


@dataclass(frozen=True)
class SheetText:
    """A sheet to be read: its lines as texts."""

    sheet: ChartSheet
    lines: tuple[tuple[tuple[ChartColumn, str], ...], ...]


def my_charts(user: User) -> Iterator[tuple[str, str, list[tuple[OwnedChart, ChartVersion | None]]]]:
    """By game: its key, its title, and the charts the person sees with their newest versions, his own first."""
    seen = list(actions.seen_by(user).prefetch_related(actions.VERSIONS))
    seen.sort(key=lambda chart: chart.owner_id != user.pk)
    for key, system in actions.games().items():
        rows = [(chart, next(iter(chart.versions.all()), None)) for chart in seen if chart.system == key]
        yield key, system.title, rows


def marks(chart: OwnedChart, faults: Iterable[Fault]) -> tuple[SheetMark, ...]:
    """The sheets of a chart with the number of their lines and faults."""
    wrong = Counter(fault.sheet for fault in faults)
    return tuple(
        SheetMark(sheet, len(chart.draft.get(sheet.key, ())), wrong[sheet.key])
        for sheet in actions.sheets_of(chart).sheets
    )


def sheet_page(
    chart: OwnedChart, sheet: ChartSheet, more: int = 0, typed: list[dict[str, str]] | None = None
) -> ChartSheetPage:
    """The editor of a sheet: the draft's lines, or those just `typed` and not kept, and some empty ones."""
    if typed is not None:
        chart.draft = {**chart.draft, sheet.key: typed}
    found = actions.check_draft(chart).faults
    faults = [fault for fault in found if fault.sheet == sheet.key]
    lines = list(actions.drafted(chart).get(sheet.key, ()))
    filled = bool(lines)
    widths = {
        column.key: min(max(NARROWEST, *(len(line.cells.get(column.key, "")) + 1 for line in lines), 0), WIDEST)
        for column in sheet.columns
    }
    spare = range(len(lines) + 1, min(len(lines) + max(SPARE, more), max(sheet.most, len(lines))) + 1)
    lines += [ChartLine(n, {}) for n in spare]
    return ChartSheetPage(
        chart=chart,
        title=actions.games()[chart.system].title,
        sheet=sheet,
        marks=marks(chart, found),
        filled=filled,
        lines=tuple(
            EditorLine(line.number, tuple(_cell(column, line, widths[column.key], faults) for column in sheet.columns))
            for line in lines
        ),
        faults=tuple((*_placed(sheet, fault), fault.way_out) for fault in faults),
        elsewhere=len(found) - len(faults),
        newest=chart.versions.first(),
    )


def _cell(column: ChartColumn, line: ChartLine, width: int, faults: Iterable[Fault]) -> EditorCell:
    name, text = f"{line.number}.{column.key}", line.cells.get(column.key, "")
    mine = tuple(fault for fault in faults if (fault.line, fault.column) == (line.number, column.key))
    attrs: dict[str, Any] = {
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


def _placed(sheet: ChartSheet, fault: Fault) -> tuple[str, str]:
    """The id of the cell a fault is about, "" if of none, and the fault with its place on the sheet that is shown."""
    anchor = f"c-{fault.line}.{fault.column}" if fault.line and fault.column else ""
    column = sheet.column(fault.column)
    where = [gettext("Line %(line)s") % {"line": fault.line}] if fault.line else []
    where += [gettext(column.label)] if column else []
    return anchor, f"{', '.join(where)}: {fault.message}" if where else fault.message


def fault_text(
    chart: OwnedChart, fault: Fault, file: str = "", numbers: Mapping[str, Sequence[int]] | None = None
) -> tuple[str, str]:
    """A fault with its place, and the way out. With `numbers`, its line is that of the file it came from."""
    if numbers is not None and fault.line:
        fault = replace(fault, line=numbers[fault.sheet][fault.line - 1])
    return rules.in_words(actions.sheets_of(chart), fault, file), fault.way_out


def sheet_texts(book: rules.ChartSchema, content: Content) -> tuple[SheetText, ...]:
    """A chart to be read."""
    return tuple(
        SheetText(
            sheet,
            tuple(
                tuple((column, column.told(row[column.key])) for column in sheet.columns) for row in content[sheet.key]
            ),
        )
        for sheet in book.sheets
    )
