"""Pages of the rosters app: gate, form, act, answer."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns import access
from campaigns.actions import submit_order
from campaigns.charts.workbooks import XLSX
from campaigns.ledger import crypto
from campaigns.models import Seat
from campaigns.request_data import check_pressed, seen_in
from rosters import actions, entries, forces, pages, pdf, sheets, tasks
from rosters.models import SheetJob
from rosters.spreadsheets import csv_of, xlsx_of
from rules.contract import PUBLIC, Refused

REFUSED = 422
PDF = "application/pdf"


@login_required
@require_GET
def sheet_list(request: HttpRequest, public_id: str) -> HttpResponse:
    """The sheets the reader may have."""
    seat = access.seat_or_404(request.user, public_id)
    return render(request, "rosters/list.html", {"page": pages.list_page(seat)})


@login_required
@require_GET
def sheet(request: HttpRequest, public_id: str, room: str, key: str) -> HttpResponse:
    """One sheet, to read and to print from the browser."""
    seat = access.seat_or_404(request.user, public_id)
    return render(request, "rosters/sheet.html", {"page": pages.sheet_page(seat, room, key)})


@login_required
@require_GET
def sheet_csv(request: HttpRequest, public_id: str, room: str, key: str) -> HttpResponse:
    """One sheet for a spreadsheet."""
    seat = access.seat_or_404(request.user, public_id)
    offer = sheets.printable_or_404(seat, room, key)
    # The mark in front tells spreadsheets that what follows is Unicode.
    answer = HttpResponse("\ufeff" + csv_of(offer.sheet), content_type="text/csv; charset=utf-8")
    return _as_file(answer, seat, room, offer.sheet.date, key, offer.number, kind="csv")


@login_required
@require_GET
def sheet_xlsx(request: HttpRequest, public_id: str, room: str, key: str) -> HttpResponse:
    """One sheet as a spreadsheet's own file."""
    seat = access.seat_or_404(request.user, public_id)
    offer = sheets.printable_or_404(seat, room, key)
    content = xlsx_of(offer.sheet, seat.campaign.founded_at)
    answer = HttpResponse(content, content_type=XLSX)
    return _as_file(answer, seat, room, offer.sheet.date, key, offer.number, kind="xlsx")


@login_required
@require_POST
def sheet_pdf(request: HttpRequest, public_id: str, room: str, key: str) -> HttpResponse:
    """Have the PDF of a sheet made as it stands now; the sheet's page says when it is there.

    That of a locked room is made in this request: its key is nowhere else.
    """
    seat = access.seat_or_404(request.user, public_id)
    offer = sheets.printable_or_404(seat, room, key)
    drawn = sheets.sheet_content(seat, offer)
    if crypto.is_locked(crypto.room_of(seat.campaign, room)):
        try:
            content = pdf.made_here(drawn, seat.campaign.founded_at)
        except Refused as no:
            page = pages.sheet_page(seat, room, key)
            return render(request, "rosters/sheet.html", {"page": page, "refusal": no}, status=REFUSED)
        answer = HttpResponse(content, content_type=PDF)
        return _as_file(answer, seat, room, offer.sheet.date, key, offer.number, kind="pdf")
    job, send = actions.order_sheet(sheet=drawn, key=key, room=room, number=offer.number, by=seat)
    if send:
        _send(job)
    return redirect("sheet", public_id, room, key)


@login_required
@require_POST
def sheets_together(request: HttpRequest, public_id: str, room: str) -> HttpResponse:
    """All the sheets for one side in one PDF. It is made in this request, so one press is enough, and kept nowhere."""
    seat = access.seat_or_404(request.user, public_id)
    offers = sheets.together_or_404(seat, room)
    try:
        content = pdf.made_here(sheets.drawn_together(seat, offers), seat.campaign.founded_at)
    except Refused as no:
        return render(request, "rosters/list.html", {"page": pages.list_page(seat), "refusal": no}, status=REFUSED)
    answer = HttpResponse(content, content_type=PDF)
    return _as_file(answer, seat, room, offers[-1].sheet.date, offers[-1].number, kind="pdf")


@login_required
@require_http_methods(["GET", "POST"])
def sheet_file(request: HttpRequest, public_id: str, room: str, key: str, number: int) -> HttpResponse:
    """A finished PDF, opened for this reader; one that was given up is tried again when he asks for that."""
    seat = access.seat_or_404(request.user, public_id)
    if room not in access.rooms_of(seat) or not actions.was_wanted(by=seat, room=room, key=key, number=number):
        raise Http404
    if request.method == "POST":
        job = actions.try_again(by=seat, room=room, key=key, number=number)
        if job is not None:
            _send(job)
        return redirect("sheet", public_id, room, key)
    paper = actions.paper_of(by=seat, room=room, key=key, number=number)
    if paper is None:
        raise Http404
    answer = HttpResponse(paper.pdf, content_type=PDF)
    return _as_file(answer, seat, room, paper.date, key, number, kind="pdf")


@login_required
@require_http_methods(["GET", "POST"])
def order_of_battle(request: HttpRequest, public_id: str, side: str = "") -> HttpResponse:
    """The order of battle; a commander records losses and changes on his own side's."""
    seat = access.seat_or_404(request.user, public_id)
    if request.method == "GET":
        return render(request, "rosters/forces.html", {"page": forces.page(seat, side, request.GET.dict())})
    side, typed = forces.side_or_404(seat, side), entries.typed_in(request.POST)
    try:
        check_pressed(request.POST)
        order = entries.order(typed, forces.choices_or_404(seat))
        done = submit_order(order=order, by=seat, seen=seen_in(request.POST))
    except Refused as no:
        fresh = access.seat_or_404(request.user, seat.campaign.public_id)
        page = forces.page(fresh, side, request.GET.dict(), typed, no)
        return render(request, "rosters/forces.html", {"page": page}, status=REFUSED)
    if request.POST["act"].endswith(entries.BACK):
        return redirect(done.address(reverse("refit-home", args=[public_id])))
    query = {key: request.GET[key] for key in forces.KEPT if key in request.GET}
    if name := typed.of_line[2]:
        return redirect(done.address(request.path, {**query, forces.OPEN: name}) + "#open")
    return redirect(done.address(request.path, query))


def _send(job: SheetJob) -> None:
    """Send a job to a worker on commit; if the broker is away nothing fails, for it is sent again later."""
    transaction.on_commit(lambda: tasks.render_sheet_task.delay(job.pk), robust=True)


def _as_file(answer: HttpResponse, seat: Seat, room: str, *words: object, kind: str) -> HttpResponse:
    """Make an answer a download whose name consists of campaign, side and `words`."""
    side = "" if room == PUBLIC else room
    # A blank form has a line to write its date on.
    name = slugify(" ".join(map(str, (seat.campaign.name, side, *words))).replace("_", " "), allow_unicode=True)
    answer["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=f"{name}.{kind}") or ""
    return answer
