"""Views of charts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns import access
from campaigns.charts import actions, pages, workbooks
from campaigns.charts.forms import BeginForm, ChangeForm, FileForm, posted_lines, posted_number
from campaigns.charts.kinds import CHART, KINDS, MAP
from campaigns.charts.models import OwnedChart
from campaigns.forms import add_refusal
from campaigns.quotas.quotas import spend
from campaigns.quotas.reading import one_reading
from campaigns.request_data import whole_number
from rules import registry
from rules.contract import Refused
from rules.engine.chart_files import MOST_FAULTS, BadFile, write_csv, write_toml
from rules.engine.charts import ChartSchema, ChartSheet, Content, Copy, Fault, grid_of

REFUSED = 422
WHOLE = [f"{kind}.toml" for kind in KINDS]
WORKBOOKS = [f"{kind}.xlsx" for kind in KINDS]
MOST_MORE = 100


@login_required
@require_GET
def chart_list(request: HttpRequest) -> HttpResponse:
    """My charts, those that others share, and the practice charts."""
    assert request.user.is_authenticated
    return render(request, "charts/list.html", {"shelves": list(pages.my_charts(request.user))})


@login_required
@require_http_methods(["GET", "POST"])
def chart_begin(request: HttpRequest) -> HttpResponse:
    """A new chart."""
    assert request.user.is_authenticated
    form = BeginForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            practice = data["start"] == actions.PRACTICE
            system, _, kind = data["system"].partition(":")
            with transaction.atomic():
                spend(request.user, "charts")
                begun = actions.begin_chart(
                    system=system, kind=kind or CHART, name=data["name"], practice=practice, by=request.user
                )
            return redirect(begun)
        except Refused as no:
            add_refusal(form, no)
    return render(request, "charts/begin.html", {"form": form}, status=REFUSED if form.errors else 200)


@login_required
@require_http_methods(["GET", "POST"])
def chart(request: HttpRequest, chart_id: str) -> HttpResponse:
    """One of my charts: its sheets, its versions, its name and who may take it."""
    mine = access.own_chart_or_404(request.user, chart_id)
    posted = request.POST if request.method == "POST" else None
    form = ChangeForm(posted, initial={"name": mine.name, "shared": mine.shared})
    if request.method == "POST" and form.is_valid():
        try:
            actions.change(chart=mine, **form.cleaned_data)
            messages.success(request, gettext("Kept."))
            return redirect(mine)
        except Refused as no:
            mine.refresh_from_db(fields=["name", "shared"])
            add_refusal(form, no)
    return _chart_page(request, mine, form, FileForm(gettext("A file with all sheets: xlsx, ods or TOML")))


@login_required
@require_POST
def chart_toml(request: HttpRequest, chart_id: str) -> HttpResponse:
    """Replace the whole draft by a file."""
    mine = access.own_chart_or_404(request.user, chart_id)
    form = FileForm(gettext("A file with all sheets: xlsx, ods or TOML"), request.POST, request.FILES)
    faults_of_file = _take(request, mine, None, form)
    if form.is_valid() and not faults_of_file:
        return redirect(mine)
    change = ChangeForm(initial={"name": mine.name, "shared": mine.shared})
    return _chart_page(request, mine, change, form, faults_of_file)


@login_required
@require_http_methods(["GET", "POST"])
def chart_remove(request: HttpRequest, chart_id: str) -> HttpResponse:
    """Ask, then remove a chart for good."""
    mine = access.own_chart_or_404(request.user, chart_id)
    if request.method == "GET":
        return render(request, "charts/remove.html", {"chart": mine})
    actions.remove(chart=mine)
    messages.success(request, gettext("%(name)s is removed.") % {"name": mine.name})
    return redirect("chart-list")


@login_required
@require_http_methods(["GET", "POST"])
def chart_sheet(request: HttpRequest, chart_id: str, sheet: str) -> HttpResponse:
    """The editor of a sheet. Saving keeps what was typed, and makes a version if no sheet has faults."""
    mine = access.own_chart_or_404(request.user, chart_id)
    sheet_schema = _sheet_or_404(actions.sheets_of(mine), sheet)
    if request.method == "GET":
        return _sheet_page(request, mine, sheet_schema, line=posted_number(request.GET, "line", sheet_schema.most))
    lines, act = posted_lines(sheet_schema, request.POST), request.POST.get("act", "save")
    revision, line, last = (posted_number(request.POST, name, 10**9) for name in ("revision", "from", "to"))
    found = (request.POST.get("part", ""), request.POST.get("rest", ""))
    place = pages.part(sheet_schema, line, last)
    try:
        with transaction.atomic():
            spend(mine.owner, "drafts")
            result = actions.keep_lines(
                chart=mine, sheet=sheet_schema, lines=lines, revision=revision, final=act == "save", place=place,
                found=found,
            )  # fmt: skip
    except Refused as no:
        first = min(max(line, 1), len(mine.draft.get(sheet_schema.key, ())) + 1)
        mine.draft = actions.with_lines(mine.draft, sheet_schema, lines, place)
        typed = None if place == actions.WHOLE_SHEET else pages.TypedLines(len(lines), first, last, found)
        return _sheet_page(request, mine, sheet_schema, refusal=no, typed=typed)
    if act != "save":
        more = pages.SPARE + posted_number(request.POST, "more", MOST_MORE)
        return _sheet_page(request, mine, sheet_schema, line=line, more=more)
    if any(fault.sheet == sheet_schema.key for fault in result.faults):
        return _sheet_page(request, mine, sheet_schema, line=line, status=REFUSED)
    messages.success(request, _saved(result))
    return redirect(
        f"{reverse('chart-sheet', args=[mine.chart_id, sheet_schema.key])}{f'?line={line}' if line > 1 else ''}"
    )


@login_required
@require_POST
def chart_csv(request: HttpRequest, chart_id: str, sheet: str) -> HttpResponse:
    """Replace a sheet of the draft by a file."""
    mine = access.own_chart_or_404(request.user, chart_id)
    sheet_schema = _sheet_or_404(actions.sheets_of(mine), sheet)
    form = FileForm(gettext("A file with this sheet: CSV, xlsx or ods"), request.POST, request.FILES)
    faults_of_file = _take(request, mine, sheet_schema, form)
    if form.is_valid() and not faults_of_file:
        return redirect("chart-sheet", mine.chart_id, sheet_schema.key)
    return _sheet_page(request, mine, sheet_schema, file=form, faults_of_file=faults_of_file, status=REFUSED)


@login_required
@require_GET
def chart_version(request: HttpRequest, chart_id: str, number: int) -> HttpResponse:
    """A version to read."""
    version = access.chart_version_or_404(request.user, chart_id, number)
    schema = actions.sheets_of(version.chart)
    copy = actions.copy_of(version, schema)
    context = {"version": version, "mine": version.chart.owner == request.user}
    context["kind"] = version.chart.kind
    if version.chart.kind == MAP:
        context |= pages.changes_since(version, whole_number(request.GET.get("since", "")))
    return _version_page(request, schema, copy, partial(pages.version_url, version), context)


@login_required
@require_GET
def chart_practice(request: HttpRequest, system: str, kind: str = CHART) -> HttpResponse:
    """The practice chart of a game, to read."""
    schema = _schema_or_404(system, kind)
    copy, url_of = actions.practice_copy(schema, kind), partial(pages.practice_url, system, kind)
    return _version_page(request, schema, copy, url_of, {"kind": kind})


@login_required
@require_GET
def chart_file(request: HttpRequest, chart_id: str, number: int, file: str) -> HttpResponse:
    """A sheet of a version as CSV, or the whole as TOML or xlsx."""
    version = access.chart_version_or_404(request.user, chart_id, number)
    return _file(actions.sheets_of(version.chart), version.content, file)


@login_required
@require_GET
def chart_practice_file(request: HttpRequest, system: str, file: str, kind: str = CHART) -> HttpResponse:
    """A sheet of the practice chart as CSV, or the whole as TOML or xlsx."""
    schema = _schema_or_404(system, kind)
    return _file(schema, schema.practice, file)


@login_required
@require_GET
def chart_blank(request: HttpRequest, system: str, file: str, kind: str = CHART) -> HttpResponse:
    """The empty template of a sheet as CSV, or of the whole as TOML."""
    return _file(_schema_or_404(system, kind), None, file)


def _schema_or_404(system: str, kind: str) -> ChartSchema:
    schema = actions.sheets_asked_for(system, kind)
    if schema is None:
        raise Http404
    return schema


def _sheet_or_404(schema: ChartSchema, key: str) -> ChartSheet:
    sheet = schema.sheet(key)
    if sheet is None:
        raise Http404
    return sheet


def _saved(result: actions.KeptDraft) -> str:
    """A sentence that says what was saved."""
    if result.version:
        return gettext("Saved as version %(number)s.") % {"number": result.version.number}
    faults = len(result.faults)
    return ngettext(
        "Kept as a draft. %(faults)s thing to mend on other sheets before it becomes a version.",
        "Kept as a draft. %(faults)s things to mend on other sheets before it becomes a version.",
        faults,
    ) % {"faults": faults}


def _take(request: HttpRequest, mine: OwnedChart, sheet: ChartSheet | None, form: FileForm) -> list[tuple[str, str]]:
    """Replace the draft, or a sheet of it, by a file; returns the faults, by the lines of the file."""
    if not form.is_valid():
        return []
    name, data = form.content()
    by_sheet = sheet is None and workbooks.is_workbook(data)

    def labelled(fault: Fault) -> tuple[str, str]:
        return pages.fault_text(mine, fault, f"{name}, {fault.sheet}" if by_sheet and fault.sheet else name)

    try:
        spend(mine.owner, "uploads")
        with one_reading(mine.owner):
            result, sheets = actions.take_file(chart=mine, sheet=sheet, data=data)
    except Refused as no:
        return [("", f"{no.message} {no.way_out}")]
    except BadFile as error:
        return [labelled(fault) for fault in error.faults]
    faults = [fault for fault in result.faults if fault.sheet in sheets]
    if not faults:
        messages.success(request, _saved(result))
    return [labelled(fault) for fault in faults[:MOST_FAULTS]]


def _chart_page(
    request: HttpRequest,
    mine: OwnedChart,
    form: ChangeForm,
    file: FileForm,
    faults_of_file: list[tuple[str, str]] | None = None,
) -> HttpResponse:
    faults = actions.check_draft(mine).faults
    whole, workbook = f"{mine.kind}.toml", f"{mine.kind}.xlsx"
    context = {
        "chart": mine,
        "title": registry.get(mine.system).title,
        "marks": pages.marks(mine, faults),
        "versions": mine.versions.defer("content"),
        "form": form,
        "file": file,
        "faults_of_file": faults_of_file,
        "whole": whole,
        "workbook": workbook,
        "toml_url": pages.blank_url(mine.system, mine.kind, whole),
        "workbook_url": pages.blank_url(mine.system, mine.kind, workbook),
    }
    errors = form.errors or file.errors or faults_of_file
    return render(request, "charts/chart.html", context, status=REFUSED if errors else 200)


def _sheet_page(
    request: HttpRequest,
    mine: OwnedChart,
    sheet: ChartSheet,
    *,
    line: int = 0,
    more: int = 0,
    refusal: Refused | None = None,
    typed: pages.TypedLines | None = None,
    file: FileForm | None = None,
    faults_of_file: list[tuple[str, str]] | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "page": pages.sheet_page(mine, sheet, line, more, typed),
        "refusal": refusal,
        "file": file or FileForm(gettext("A file with this sheet: CSV, xlsx or ods")),
        "faults_of_file": faults_of_file,
    }
    return render(request, "charts/sheet.html", context, status=REFUSED if refusal else status)


def _version_page(
    request: HttpRequest, schema: ChartSchema, copy: Copy, url_of: Callable[[str], str], context: dict[str, object]
) -> HttpResponse:
    extra = {
        "copy": copy,
        "schema": schema,
        "papers": pages.sheet_texts(schema, copy.content, url_of),
        "toml_url": url_of(f"{context['kind']}.toml"),
        "workbook_url": url_of(f"{context['kind']}.xlsx"),
    }
    return render(request, "charts/version.html", {**context, **extra})


def _file(schema: ChartSchema, content: Content | None, file: str) -> HttpResponse:
    """A file of a chart, or its empty template."""
    if file in WHOLE:
        return _download(write_toml(schema, content), "application/toml", file)
    if file in WORKBOOKS:
        return _download(workbooks.write_workbook(schema, content), workbooks.XLSX, file)
    sheet = _sheet_or_404(schema, file.removesuffix(".csv") if file.endswith(".csv") else "")
    lines = grid_of(schema, content)[sheet.key] if content else ()
    # The mark is what makes spreadsheets read it as UTF-8.
    return _download("\ufeff" + write_csv(sheet, lines), "text/csv; charset=utf-8", file)


def _download(text: str | bytes, kind: str, file: str) -> HttpResponse:
    response = HttpResponse(text, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{file}"'
    return response
