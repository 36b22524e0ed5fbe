"""Charts of owners: what may be chosen, and everything that is written of them.

A draft takes whatever was typed, so that nothing typed is lost; a version is made only of a draft without a fault. What
a campaign gets is a copy as JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Prefetch, Q
from django.utils.translation import gettext, gettext_noop

from campaigns.charts.models import ChartVersion, OwnedChart
from rules import registry
from rules.contract import Game, Refused
from rules.engine import charts as rules
from rules.engine.chart_files import read_csv, read_toml
from rules.engine.charts import ChartLine, ChartSheet, Checked, Content, Copy, Fault, Grid

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.db.models import QuerySet

PRACTICE = "practice"
CHOICE = re.compile(r"([A-Za-z0-9]{12}):([1-9][0-9]{0,5})")
MOST_BYTES = 1024 * 1024
MOST_CHARTS = 20
VERSIONS = Prefetch("versions", ChartVersion.objects.defer("content"))
LISTED = gettext_noop("Take one of those the founding page lists.")


class StaleDraft(Refused):
    """The draft was changed elsewhere since the page was opened; nothing was kept."""

    def __init__(self) -> None:
        super().__init__(
            gettext("This chart was changed in another window since you opened the page, so nothing was kept yet."),
            way_out=gettext(
                "What you typed is still here: press again to put it in place of the other, or reload to see that."
            ),
        )


@dataclass(frozen=True)
class KeptDraft:
    """What came of keeping a draft: what is wrong with it, and the version that was made of it, if one was."""

    faults: tuple[Fault, ...]
    version: ChartVersion | None


def games() -> dict[str, Game]:
    """The games that ask their owner for a chart."""
    return {key: system for key, system in registry.all_systems().items() if isinstance(system, rules.HasCharts)}


def sheets_asked_for(system: str) -> rules.ChartSchema | None:
    """The sheets a game asks for, or None."""
    found = registry.all_systems().get(system)
    return found.charts if isinstance(found, rules.HasCharts) else None


def sheets_of(chart: OwnedChart) -> rules.ChartSchema:
    """The sheets of a chart. LookupError if its game is gone from this instance."""
    found = sheets_asked_for(chart.system)
    if found is None:
        raise LookupError(chart.system)
    return found


def seen_by(user: User) -> QuerySet[OwnedChart]:
    """A person's own charts, and those of others that are shared and have a version."""
    shared = Q(shared=True) & Exists(ChartVersion.objects.filter(chart=OuterRef("pk")))
    return OwnedChart.objects.filter(Q(owner=user) | shared, system__in=games()).select_related("owner")


def chart_options(user: User, system: str) -> list[tuple[str, str]]:
    """What the founder of a campaign may choose: the newest version of each chart he sees, and the practice chart."""
    found = []
    for chart in seen_by(user).filter(system=system).prefetch_related(VERSIONS):
        newest = next(iter(chart.versions.all()), None)
        if newest is not None:
            told = {"name": chart.name, "owner": chart.owner.get_username(), "number": newest.number}
            if chart.owner_id == user.pk:
                label = gettext("%(name)s, version %(number)s") % told
            else:
                label = gettext("%(name)s by %(owner)s, version %(number)s") % told
            found.append((f"{chart.chart_id}:{newest.number}", label))
    return [*found, (PRACTICE, gettext("Practice chart: numbers of our own invention"))]


def copy_of_choice(value: Any, user: User, system: str) -> dict[str, Any]:
    """The copy a campaign takes of what its founder chose; Refused if he does not see it."""
    book = sheets_asked_for(system)
    if book is not None and value == PRACTICE:
        return practice_copy(book).as_json()
    found = CHOICE.fullmatch(value) if isinstance(value, str) else None
    if book is not None and found:
        versions = ChartVersion.objects.select_related("chart")
        seen = seen_by(user).filter(system=system, chart_id=found[1])
        version = versions.filter(chart__in=seen, number=int(found[2])).first()
        if version:
            practice = version.content == as_json(book.practice)
            return Copy(version.chart.name, version.number, practice, version.content).as_json()
    raise Refused(gettext("There is no such chart."), field="chart", way_out=gettext(LISTED))


def practice_copy(book: rules.ChartSchema) -> Copy:
    """The practice chart as a copy."""
    return Copy(gettext_noop("Practice chart"), 0, True, book.practice)


def as_json(content: Content) -> Any:
    """Content as the database gives it back."""
    return json.loads(json.dumps({key: list(rows) for key, rows in content.items()}))


def drafted(chart: OwnedChart) -> Grid:
    """The draft as a grid; the lines of a sheet are counted from 1."""
    return {
        key: tuple(ChartLine(n, cells) for n, cells in enumerate(lines, start=1)) for key, lines in chart.draft.items()
    }


def check_draft(chart: OwnedChart) -> Checked:
    """What is wrong with the draft."""
    return rules.check(sheets_of(chart), drafted(chart))


@transaction.atomic
def begin_chart(*, system: str, name: str, practice: bool, by: User) -> OwnedChart:
    """A new chart: empty, or with the practice chart as its draft."""
    book = sheets_asked_for(system)
    if book is None:
        raise Refused(
            gettext("This game asks for no chart."), field="system", way_out=gettext("Choose one of the games listed.")
        )
    if OwnedChart.objects.filter(owner=by).count() >= MOST_CHARTS:
        raise Refused(
            gettext("You have %(most_charts)s charts, the most there can be.") % {"most_charts": MOST_CHARTS},
            way_out=gettext("Remove one you no longer need."),
        )
    grid = rules.grid_of(book, book.practice) if practice else {}
    draft = {key: [dict(line.cells) for line in lines] for key, lines in grid.items()}
    made = OwnedChart(owner=by, system=system, name=name, draft=draft)
    _named(made)
    return made


@transaction.atomic
def keep_lines(
    *, chart: OwnedChart, sheet: ChartSheet, lines: Iterable[Mapping[str, str]], revision: int, final: bool = True
) -> KeptDraft:
    """Put what was typed into the draft; with `final`, a draft without fault becomes a version.

    StaleDraft if the draft is no longer the one the page showed.
    """
    locked = OwnedChart.objects.select_for_update().get(pk=chart.pk)
    if locked.revision != revision:
        raise StaleDraft
    typed = [{column.key: storable(line.get(column.key, "")) for column in sheet.columns} for line in lines]
    draft = {**locked.draft, sheet.key: [line for line in typed if any(map(str.strip, line.values()))]}
    return _keep(chart, locked, draft, final)


@transaction.atomic
def take_file(
    *, chart: OwnedChart, sheet: ChartSheet | None, data: bytes
) -> tuple[KeptDraft, Mapping[str, Sequence[int]]]:
    """Put a CSV in place of a sheet of the draft, or a TOML in place of all; BadFile if nothing of it can be taken.

    Besides what came of it, the lines of the file by sheet, for telling where its faults are.
    """
    book = sheets_of(chart)
    grid = {sheet.key: read_csv(sheet, data)} if sheet else read_toml(book, data)
    full = {key: [line for line in lines if not line.blank] for key, lines in grid.items()}
    locked = OwnedChart.objects.select_for_update().get(pk=chart.pk)
    before = locked.draft if sheet else {}
    cells = {key: [{name: storable(text) for name, text in line.cells.items()} for line in full[key]] for key in full}
    kept = _keep(chart, locked, {**before, **cells}, final=True)
    return kept, {key: [line.number for line in lines] for key, lines in full.items()}


@transaction.atomic
def change(*, chart: OwnedChart, name: str, shared: bool) -> None:
    """Name a chart anew, and share it with everybody of the instance or with nobody."""
    chart.name, chart.shared = name, shared
    _named(chart, "name", "shared")


@transaction.atomic
def remove(*, chart: OwnedChart) -> None:
    """Remove a chart with all its versions. Campaigns keep their copies."""
    chart.delete()


def storable(text: str) -> str:
    """A text as the database takes it; what it can't hold is marked as lost, which a check then tells."""
    return "".join(rules.LOST if letter == "\0" or "\ud800" <= letter <= "\udfff" else letter for letter in text)


def _named(chart: OwnedChart, *fields: str) -> None:
    """Store a chart; Refused if its owner has another of this name, which the database knows for sure."""
    try:
        with transaction.atomic():
            chart.save(update_fields=fields or None)
    except IntegrityError as error:
        raise Refused(
            gettext("You have another chart of this name."), field="name", way_out=gettext("Give it another name.")
        ) from error


def _keep(chart: OwnedChart, locked: OwnedChart, draft: dict[str, Any], final: bool) -> KeptDraft:
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
