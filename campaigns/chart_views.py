"""Pages of charts: gate, form, act, answer."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns import access, chart_pages, charts
from campaigns.chart_forms import BeginForm, ChangeForm, FileForm, posted_lines, posted_number
from campaigns.chart_models import ChartBook
from rules.kernel import Refused
from rules.parts.chart_files import BadFile, write_csv, write_toml
from rules.parts.charts import ChartBook as Book
from rules.parts.charts import ChartSheet, Content, Copy, grid_of

REFUSED = 422
WHOLE = "chart.toml"
MOST_MORE = 100


@login_required
@require_GET
def chart_list(request: HttpRequest) -> HttpResponse:
    """My charts, those that others share, and the practice charts."""
    assert request.user.is_authenticated
    return render(request, "charts/list.html", {"games": list(chart_pages.my_charts(request.user))})


@login_required
@require_http_methods(["GET", "POST"])
def chart_begin(request: HttpRequest) -> HttpResponse:
    """A new chart."""
    assert request.user.is_authenticated
    form = BeginForm(charts.games(), request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            practice = data["start"] == charts.PRACTICE
            return redirect(charts.begin(system=data["system"], name=data["name"], practice=practice, by=request.user))
        except Refused as no:
            form.refuse(no)
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
            charts.change(chart=mine, **form.cleaned_data)
            messages.success(request, "Kept.")
            return redirect(mine)
        except Refused as no:
            form.refuse(no)
    return _chart_page(request, mine, form, FileForm("A TOML file with all sheets"))


@login_required
@require_POST
def chart_toml(request: HttpRequest, chart_id: str) -> HttpResponse:
    """A TOML file in place of the whole draft."""
    mine = access.own_chart_or_404(request.user, chart_id)
    form = FileForm("A TOML file with all sheets", request.POST, request.FILES)
    told = _take(request, mine, None, form)
    if form.is_valid() and not told:
        return redirect(mine)
    change = ChangeForm(initial={"name": mine.name, "shared": mine.shared})
    return _chart_page(request, mine, change, form, told)


@login_required
@require_http_methods(["GET", "POST"])
def chart_remove(request: HttpRequest, chart_id: str) -> HttpResponse:
    """Remove a chart for good, after a question."""
    mine = access.own_chart_or_404(request.user, chart_id)
    if request.method == "GET":
        return render(request, "charts/remove.html", {"chart": mine})
    charts.remove(chart=mine)
    messages.success(request, f"{mine.name} is removed.")
    return redirect("chart-list")


@login_required
@require_http_methods(["GET", "POST"])
def chart_sheet(request: HttpRequest, chart_id: str, sheet: str) -> HttpResponse:
    """The editor of a sheet. Saving keeps what was typed, and makes a version if the whole chart is in order."""
    mine = access.own_chart_or_404(request.user, chart_id)
    found = _sheet_or_404(charts.book_of(mine), sheet)
    if request.method == "GET":
        return _sheet_page(request, mine, found)
    lines, act = posted_lines(found, request.POST), request.POST.get("act", "save")
    revision = posted_number(request.POST, "revision", 10**9)
    try:
        kept = charts.keep_lines(chart=mine, sheet=found, lines=lines, revision=revision, final=act == "save")
    except Refused as no:
        return _sheet_page(request, mine, found, typed=lines, refusal=no)
    if act != "save":
        more = chart_pages.SPARE + posted_number(request.POST, "more", MOST_MORE)
        return _sheet_page(request, mine, found, more=more)
    if any(fault.sheet == found.key for fault in kept.faults):
        return _sheet_page(request, mine, found, status=REFUSED)
    messages.success(request, _saved(kept))
    return redirect("chart-sheet", mine.chart_id, found.key)


@login_required
@require_POST
def chart_csv(request: HttpRequest, chart_id: str, sheet: str) -> HttpResponse:
    """A CSV file in place of a sheet of the draft."""
    mine = access.own_chart_or_404(request.user, chart_id)
    found = _sheet_or_404(charts.book_of(mine), sheet)
    form = FileForm("A CSV file with this sheet", request.POST, request.FILES)
    told = _take(request, mine, found, form)
    if form.is_valid() and not told:
        return redirect("chart-sheet", mine.chart_id, found.key)
    return _sheet_page(request, mine, found, file=form, told=told, status=REFUSED)


@login_required
@require_GET
def chart_version(request: HttpRequest, chart_id: str, number: int) -> HttpResponse:
    """A version to be read."""
    version = access.chart_version_or_404(request.user, chart_id, number)
    book = charts.book_of(version.book)
    practice = version.content == charts.as_json(book.practice)
    copy = Copy(version.book.name, version.number, practice, version.content)
    context = {"version": version, "system": version.book.system, "mine": version.book.owner == request.user}
    return _paper(request, book, copy, context)


@login_required
@require_GET
def chart_practice(request: HttpRequest, system: str) -> HttpResponse:
    """The practice chart of a game, to be read."""
    book = _book_or_404(system)
    return _paper(request, book, charts.practice_copy(book), {"system": system})


@login_required
@require_GET
def chart_file(request: HttpRequest, chart_id: str, number: int, file: str) -> HttpResponse:
    """A sheet of a version as CSV, or the whole as TOML."""
    version = access.chart_version_or_404(request.user, chart_id, number)
    return _file(charts.book_of(version.book), version.content, file)


@login_required
@require_GET
def chart_practice_file(request: HttpRequest, system: str, file: str) -> HttpResponse:
    """A sheet of the practice chart as CSV, or the whole as TOML."""
    book = _book_or_404(system)
    return _file(book, book.practice, file)


@login_required
@require_GET
def chart_blank(request: HttpRequest, system: str, file: str) -> HttpResponse:
    """The empty template of a sheet as CSV, or of the whole as TOML."""
    return _file(_book_or_404(system), None, file)


def _book_or_404(system: str) -> Book:
    found = charts.wanted(system)
    if found is None:
        raise Http404
    return found


def _sheet_or_404(book: Book, key: str) -> ChartSheet:
    found = book.sheet(key)
    if found is None:
        raise Http404
    return found


def _saved(kept: charts.Kept) -> str:
    """What came of it, as a sentence."""
    if kept.version:
        return f"Saved as version {kept.version.number}."
    return f"Kept as a draft. {len(kept.faults)} more to mend on other sheets before it becomes a version."


def _take(request: HttpRequest, mine: ChartBook, sheet: ChartSheet | None, form: FileForm) -> list[tuple[str, str]]:
    """Take a file into the draft; returns what is wrong with it, by the lines of the file."""
    if not form.is_valid():
        return []
    file = form.cleaned_data["file"]
    name = str(file.name)[:80]
    try:
        kept, numbers = charts.take_file(chart=mine, sheet=sheet, data=file.read())
    except BadFile as error:
        return [chart_pages.told(mine, fault, name) for fault in error.faults]
    wrong = [fault for fault in kept.faults if fault.sheet in numbers]
    if not wrong:
        messages.success(request, _saved(kept))
    return [chart_pages.told(mine, fault, name, numbers) for fault in wrong]


def _chart_page(
    request: HttpRequest,
    mine: ChartBook,
    form: ChangeForm,
    file: FileForm,
    told: list[tuple[str, str]] | None = None,
) -> HttpResponse:
    faults = charts.looked_through(mine).faults
    context = {
        "chart": mine,
        "title": charts.games()[mine.system].title,
        "marks": chart_pages.marks(mine, faults),
        "versions": mine.versions.defer("content"),
        "form": form,
        "file": file,
        "told": told,
    }
    wrong = form.errors or file.errors or told
    return render(request, "charts/chart.html", context, status=REFUSED if wrong else 200)


def _sheet_page(
    request: HttpRequest,
    mine: ChartBook,
    sheet: ChartSheet,
    *,
    more: int = 0,
    typed: list[dict[str, str]] | None = None,
    refusal: Refused | None = None,
    file: FileForm | None = None,
    told: list[tuple[str, str]] | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "page": chart_pages.sheet_page(mine, sheet, more, typed),
        "refusal": refusal,
        "file": file or FileForm("A CSV file with this sheet"),
        "told": told,
    }
    return render(request, "charts/sheet.html", context, status=REFUSED if refusal else status)


def _paper(request: HttpRequest, book: Book, copy: Copy, context: dict[str, object]) -> HttpResponse:
    shown = {"copy": copy, "book": book, "papers": chart_pages.papers(book, copy.content)}
    return render(request, "charts/version.html", {**context, **shown})


def _file(book: Book, content: Content | None, file: str) -> HttpResponse:
    """A file of a chart, or its empty template."""
    if file == WHOLE:
        return _download(write_toml(book, content), "application/toml", file)
    sheet = _sheet_or_404(book, file.removesuffix(".csv") if file.endswith(".csv") else "")
    lines = grid_of(book, content)[sheet.key] if content else ()
    # The mark is what makes spreadsheets read it as UTF-8.
    return _download("\ufeff" + write_csv(sheet, lines), "text/csv; charset=utf-8", file)


def _download(text: str, kind: str, file: str) -> HttpResponse:
    response = HttpResponse(text, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{file}"'
    return response
