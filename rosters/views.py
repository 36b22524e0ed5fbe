"""Pages of the rosters app: gate, form, act, answer."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns import access
from campaigns.actions import submit_order
from campaigns.guards import check_pressed, seen_in
from campaigns.ledger import crypto
from rosters import actions, forces, pages, pdf, sheets, tasks
from rosters.csv_text import csv_of
from rosters.models import SheetJob
from rules.contract import Refused

REFUSED = 422


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
    return _as_file(answer, f"{room}-{key}-{offer.number}.csv")


@login_required
@require_POST
def sheet_pdf(request: HttpRequest, public_id: str, room: str, key: str) -> HttpResponse:
    """Have the PDF of a sheet made as it stands now; the sheet's page says when it is there.

    That of a locked room is made in this request: its key is nowhere else.
    """
    seat = access.seat_or_404(request.user, public_id)
    offer = sheets.printable_or_404(seat, room, key)
    drawn = sheets.drawn(seat, offer)
    if crypto.is_locked(crypto.room_of(seat.campaign, room)):
        made = pdf.made_here(drawn, seat.campaign.founded_at)
        return _as_file(HttpResponse(made, content_type="application/pdf"), f"{room}-{key}-{offer.number}.pdf")
    job, send = actions.order_sheet(sheet=drawn, key=key, room=room, number=offer.number, by=seat)
    if send:
        _send(job)
    return redirect("sheet", public_id, room, key)


@login_required
@require_http_methods(["GET", "POST"])
def sheet_file(request: HttpRequest, public_id: str, room: str, key: str, number: int) -> HttpResponse:
    """A finished PDF, opened for this reader; one that was given up is tried again when he asks for that."""
    seat = access.seat_or_404(request.user, public_id)
    sheets.printable_or_404(seat, room, key)
    if request.method == "POST":
        job = actions.try_again(campaign=seat.campaign, room=room, key=key, number=number)
        if job is not None:
            _send(job)
        return redirect("sheet", public_id, room, key)
    paper = actions.paper_of(campaign=seat.campaign, room=room, key=key, number=number)
    if paper is None:
        raise Http404
    return _as_file(HttpResponse(paper, content_type="application/pdf"), f"{room}-{key}-{number}.pdf")


@login_required
@require_http_methods(["GET", "POST"])
def order_of_battle(request: HttpRequest, public_id: str, side: str = "") -> HttpResponse:
    """The order of battle; a commander records losses and changes on his own side's."""
    seat = access.seat_or_404(request.user, public_id)
    if request.method == "GET":
        return render(request, "rosters/forces.html", {"page": forces.page(seat, side, request.GET.dict())})
    side, typed = forces.side_or_404(seat, side), forces.typed_in(request.POST)
    try:
        check_pressed(request.POST)
        order = forces.order(typed, forces.choices_or_404(seat))
        done = submit_order(order=order, by=seat, seen=seen_in(request.POST))
    except Refused as no:
        fresh = access.seat_or_404(request.user, seat.campaign.public_id)
        page = forces.page(fresh, side, request.GET.dict(), typed, no)
        return render(request, "rosters/forces.html", {"page": page}, status=REFUSED)
    if request.POST["act"].endswith(forces.BACK):
        return redirect(done.address(reverse("refit-home", args=[public_id])))
    kept = {key: request.GET[key] for key in forces.KEPT if key in request.GET}
    if name := typed.of_line[2]:
        return redirect(done.address(request.path, {**kept, forces.OPEN: name}) + "#open")
    return redirect(done.address(request.path, kept))


def _send(job: SheetJob) -> None:
    """Have a worker take a job up; a broker that is away for a moment is not the reader's trouble: it is sent again."""
    transaction.on_commit(lambda: tasks.render_sheet_task.delay(job.pk), robust=True)


def _as_file(answer: HttpResponse, name: str) -> HttpResponse:
    answer["Content-Disposition"] = f'attachment; filename="refit-room-{name}"'
    return answer
