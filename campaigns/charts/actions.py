"""What is written to charts, and which charts a new campaign may choose.

A draft keeps whatever was typed; a version is made only of a draft without faults. A campaign gets a copy as JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from hashlib import sha256
from operator import eq, or_
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Prefetch, Q
from django.utils.translation import gettext, gettext_noop

from campaigns.charts import workbooks
from campaigns.charts.kinds import CHART, KINDS, MAP
from campaigns.charts.models import ChartVersion, OwnedChart
from campaigns.charts.schemas import carried, schema_of
from rules import registry
from rules.contract import Game, Refused
from rules.engine import charts as rules
from rules.engine.chart_files import read_csv, read_toml
from rules.engine.charts import ChartSheet, Checked, Content, Copy, Fault, Grid, GridRow

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.db.models import QuerySet

PRACTICE = "practice"
WHOLE_SHEET = slice(None)
NOT_THERE = {CHART: gettext_noop("There is no such chart."), MAP: gettext_noop("There is no such map.")}
CHOICE = re.compile(r"([A-Za-z0-9]{12}):([1-9][0-9]{0,5})")
MOST_BYTES = 1024 * 1024
MOST_CHARTS = 20
VERSIONS = Prefetch("versions", ChartVersion.objects.defer("content"))
LISTED = gettext_noop("Take one of those the start page lists.")


class StaleDraft(Refused):
    """The draft was changed elsewhere since the page was opened; nothing was kept."""

    def __init__(self) -> None:
        super().__init__(
            gettext("This chart was changed in another window since you opened the page, so nothing was kept yet."),
            way_out=gettext(
                "What you typed is still here: press again to put it in place of the other, or reload to see that."
            ),
        )


class MovedLines(Refused):
    """Lines of a long sheet may have moved since a part of it was opened, so the part has no place any more."""

    def __init__(self) -> None:
        super().__init__(
            gettext("Lines of this sheet were added, taken out or changed in another window, so nothing was kept."),
            way_out=gettext("What you typed is still here: copy it, reload the page and put it in where it belongs."),
        )


@dataclass(frozen=True)
class KeptDraft:
    """The result of saving a draft: its faults, and the version that was made of it, if any."""

    faults: tuple[Fault, ...]
    version: ChartVersion | None


def games(kind: str = CHART) -> dict[str, Game]:
    """The games that ask their owner for a chart, or for the sheet of a map."""
    return {key: system for key, system in registry.all_systems().items() if schema_of(system, kind)}


def sheets_asked_for(system: str, kind: str = CHART) -> rules.ChartSchema | None:
    """The sheets of a kind that a game asks for, or None."""
    game = registry.all_systems().get(system)
    return schema_of(game, kind) if game else None


def sheets_of(chart: OwnedChart) -> rules.ChartSchema:
    """The sheets of a chart. LookupError if its game is gone from this instance."""
    schema = sheets_asked_for(chart.system, chart.kind)
    if schema is None:
        raise LookupError(chart.system)
    return schema


def seen_by(user: User) -> QuerySet[OwnedChart]:
    """A person's own charts, and those of others that are shared and have a version."""
    shared = Q(shared=True) & Exists(ChartVersion.objects.filter(chart=OuterRef("pk")))
    systems = [Q(kind=kind, system__in=games(kind)) for kind in KINDS]
    return OwnedChart.objects.filter(Q(owner=user) | shared, reduce(or_, systems)).select_related("owner")


def chart_options(user: User, system: str, kind: str = CHART) -> list[tuple[str, str]]:
    """What may be chosen for a campaign: the newest version of each chart `user` sees, and the practice chart."""
    options = []
    for chart in seen_by(user).filter(system=system, kind=kind).prefetch_related(VERSIONS):
        newest = next(iter(chart.versions.all()), None)
        if newest is not None:
            values = {"name": chart.name, "owner": chart.owner.get_username(), "number": newest.number}
            if chart.owner_id == user.pk:
                label = gettext("%(name)s, version %(number)s") % values
            else:
                label = gettext("%(name)s by %(owner)s, version %(number)s") % values
            options.append((f"{chart.chart_id}:{newest.number}", label))
    return [*options, (PRACTICE, gettext(KINDS[kind].practice_choice))]


def map_options(user: User, system: str) -> list[tuple[str, str]]:
    """What may be chosen as the map of a new campaign: an own one first; no map rather than an invented one."""
    *choices, practice = chart_options(user, system, MAP)
    return [*choices, ("", gettext("No map")), practice]


def copy_of_choice(value: object, user: User, system: str, kind: str = CHART) -> dict[str, object]:
    """The copy a campaign takes of what was chosen for it; Refused if `user` does not see it."""
    schema = sheets_asked_for(system, kind)
    if schema is not None and value == PRACTICE:
        return carried(kind, schema, practice_copy(schema, kind))
    match = CHOICE.fullmatch(value) if isinstance(value, str) else None
    if schema is not None and match:
        versions = ChartVersion.objects.select_related("chart")
        seen = seen_by(user).filter(system=system, kind=kind, chart_id=match[1])
        version = versions.filter(chart__in=seen, number=int(match[2])).first()
        if version:
            return carried(kind, schema, copy_of(version, schema))
    raise Refused(gettext(NOT_THERE[kind]), field=kind, way_out=gettext(LISTED))


def copy_of(version: ChartVersion, schema: rules.ChartSchema) -> Copy:
    """A version as a copy, which says whether it is the practice chart after all."""
    practice = version.content == as_json(schema.practice)
    return Copy(version.chart.name, version.number, practice, version.content)


def carried_sheets(chart: OwnedChart) -> list[object]:
    """The content of its versions, as the options of campaigns hold it."""
    contents = [version.content for version in chart.versions.all()]
    if chart.kind == CHART:
        return contents
    schema = sheets_of(chart)
    return [carried(chart.kind, schema, Copy("", 1, False, content))["sheets"] for content in contents]


def practice_copy(schema: rules.ChartSchema, kind: str = CHART) -> Copy:
    """The practice chart as a copy."""
    return Copy(KINDS[kind].practice, 0, True, schema.practice)


def as_json(content: Content) -> object:
    """Content as JSON, the way the database returns it."""
    return json.loads(json.dumps({key: list(rows) for key, rows in content.items()}))


def drafted(chart: OwnedChart) -> Grid:
    """The draft as a grid; the lines of a sheet are counted from 1."""
    return {
        key: tuple(GridRow(n, cells) for n, cells in enumerate(lines, start=1)) for key, lines in chart.draft.items()
    }


def check_draft(chart: OwnedChart) -> Checked:
    """The faults of the draft."""
    return rules.check(sheets_of(chart), drafted(chart))


@transaction.atomic
def begin_chart(*, system: str, name: str, practice: bool, by: User, kind: str = CHART) -> OwnedChart:
    """A new chart: empty, or with the practice chart as its draft."""
    schema = sheets_asked_for(system, kind)
    if schema is None:
        raise Refused(
            gettext("This game asks for no chart."), field="system", way_out=gettext("Choose one of the games listed.")
        )
    if OwnedChart.objects.filter(owner=by).count() >= MOST_CHARTS:
        raise Refused(
            gettext("You have %(most_charts)s charts, the most there can be.") % {"most_charts": MOST_CHARTS},
            way_out=gettext("Remove one you no longer need."),
        )
    grid = rules.grid_of(schema, schema.practice) if practice else {}
    draft = {key: [dict(line.cells) for line in lines] for key, lines in grid.items()}
    chart = OwnedChart(owner=by, system=system, kind=kind, name=name, draft=draft)
    _named(chart)
    return chart


@transaction.atomic
def keep_lines(
    *,
    chart: OwnedChart,
    sheet: ChartSheet,
    lines: Iterable[Mapping[str, str]],
    revision: int,
    final: bool = True,
    place: slice = WHOLE_SHEET,
    found: tuple[str, str] = ("", ""),
) -> KeptDraft:
    """Replace the lines of the draft at `place` by what was typed; with `final`, make a version if there are no faults.

    Raises StaleDraft if the draft has changed since the page was opened, MovedLines if both the lines at `place`, a
    part of the sheet, and the others have changed since they were `found`, as `digests` says it.
    """
    locked = OwnedChart.objects.select_for_update().get(pk=chart.pk)
    if place != WHOLE_SHEET and not any(map(eq, digests(locked.draft.get(sheet.key, ()), place), found)):
        raise MovedLines
    if locked.revision != revision:
        raise StaleDraft
    typed = [{column.key: storable(line.get(column.key, "")) for column in sheet.columns} for line in lines]
    draft = with_lines(locked.draft, sheet, [line for line in typed if any(map(str.strip, line.values()))], place)
    return _keep(chart, locked, draft, final)


def digests(lines: Sequence[Mapping[str, str]], place: slice) -> tuple[str, str]:
    """Digests of the lines at a place and of all others.

    As long as one of them stays the same, no line has come into the place or left it but by whoever typed in the place.
    """
    others = list(lines)
    others[place] = [{}]
    inner, outer = (sha256(json.dumps(part, sort_keys=True).encode()).hexdigest() for part in (lines[place], others))
    return inner, outer


def with_lines(
    draft: Mapping[str, Any], sheet: ChartSheet, lines: Iterable[Mapping[str, str]], place: slice = WHOLE_SHEET
) -> dict[str, object]:
    """The draft with these lines at that place of a sheet."""
    parts = list(draft.get(sheet.key, ()))
    parts[place] = lines
    return {**draft, sheet.key: parts}


@transaction.atomic
def take_file(*, chart: OwnedChart, sheet: ChartSheet | None, data: bytes) -> tuple[KeptDraft, Collection[str]]:
    """Replace a sheet of the draft, or all sheets, by a file. Raises BadFile if the file can't be read.

    A sheet comes as CSV, all as TOML, and either as a spreadsheet.

    Returns the faults, by the lines of the file, and the sheets that it had.
    """
    schema = sheets_of(chart)
    grid = _grid_of_file(schema, sheet, data)
    full = {key: [line for line in lines if not line.blank] for key, lines in grid.items()}
    locked = OwnedChart.objects.select_for_update().get(pk=chart.pk)
    before = locked.draft if sheet else {}
    lines = {
        key: tuple(
            GridRow(line.number, {name: storable(text) for name, text in line.cells.items()}) for line in full[key]
        )
        for key in full
    }
    cells = {key: [line.cells for line in lines[key]] for key in lines}
    result = _keep(chart, locked, {**before, **cells}, final=True)
    if result.faults:
        result = KeptDraft(rules.check(schema, {**drafted(chart), **lines}).faults, None)
    return result, lines.keys()


def _grid_of_file(schema: rules.ChartSchema, sheet: ChartSheet | None, data: bytes) -> Grid:
    if workbooks.is_workbook(data):
        return workbooks.read_sheet(sheet, data) if sheet else workbooks.read_workbook(schema, data)
    return {sheet.key: read_csv(sheet, data)} if sheet else read_toml(schema, data)


@transaction.atomic
def change(*, chart: OwnedChart, name: str, shared: bool) -> None:
    """Rename a chart, and share it with everybody of the instance or with nobody."""
    chart.name, chart.shared = name, shared
    _named(chart, "name", "shared")


@transaction.atomic
def remove(*, chart: OwnedChart) -> None:
    """Remove a chart with all its versions. Campaigns keep their copies."""
    chart.delete()


def storable(text: str) -> str:
    """A text with a mark in place of each character that the database can't hold; the check reports such marks."""
    return "".join(rules.LOST if letter == "\0" or "\ud800" <= letter <= "\udfff" else letter for letter in text)


def _named(chart: OwnedChart, *fields: str) -> None:
    """Save a chart. Raises Refused if its owner has another one of this name; the database's constraint decides."""
    try:
        with transaction.atomic():
            chart.save(update_fields=fields or None)
    except IntegrityError as error:
        raise Refused(
            gettext("You have another chart of this name."), field="name", way_out=gettext("Give it another name.")
        ) from error


def _check_length(draft: Mapping[str, Any]) -> None:
    """Raise Refused for a draft that is longer than any chart: each page of it reads the whole."""
    letters = sum(len(text) for lines in draft.values() for line in lines for text in line.values())
    if letters > MOST_BYTES:
        raise Refused(
            gettext("With this the sheets would have %(letters)s characters, and %(most)s is the most there can be.")
            % {"letters": letters, "most": MOST_BYTES},
            way_out=gettext("Shorten the cells that are far longer than what is printed, or take lines out."),
        )


def _keep(chart: OwnedChart, locked: OwnedChart, draft: dict[str, object], final: bool) -> KeptDraft:
    _check_length(draft)
    locked.draft, locked.revision = draft, locked.revision + 1
    locked.save(update_fields=["draft", "revision"])
    chart.draft, chart.revision = draft, locked.revision
    checked = check_draft(chart)
    if not final or checked.content is None:
        return KeptDraft(checked.faults, None)
    version, content = chart.versions.first(), as_json(checked.content)
    if version is None or version.content != content:
        number = version.number + 1 if version else 1
        version = ChartVersion.objects.create(chart=chart, number=number, content=content)
    return KeptDraft(checked.faults, version)
