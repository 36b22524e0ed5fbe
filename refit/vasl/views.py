"""The views of saved games: reviewing one, the next set-up for VASL, and the messages of the script."""

from __future__ import annotations

from contextlib import suppress

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import access
from campaigns.actions import save_draft, submit_order
from campaigns.quotas.reading import one_reading
from campaigns.request_data import check_pressed, seen_in
from refit.vasl.filling import after_the_end
from refit.vasl.pages import NAMES, SavedGamePage, SideReader
from refit.vasl.sentences import sentences
from refit.vasl.set_up import SetUpPage, labels
from rules.contract import Order, Refused
from rules.ground.painting import HEXES, HOLDER, ORDER

REFUSED = 422
READ, RECORD, PAINT = "read", "record", "paint:"


@login_required
@require_http_methods(["GET", "POST"])
def saved_game(request: HttpRequest, public_id: str) -> HttpResponse:
    """What VASL says of a scenario's end, beside what the side owns; a POST records what the reader agrees to."""
    seat = access.seat_or_404(request.user, public_id)
    reader, typed = SideReader.of(seat), request.POST.dict()
    if request.method == "GET":
        return _render_page(request, reader.page({}))
    try:
        with one_reading(request.user):
            return _answer(request, reader, typed)
    except Refused as no:
        return _render_page(request, reader.page(typed, refusal=no))


def _answer(request: HttpRequest, reader: SideReader, typed: dict[str, str]) -> HttpResponse:
    """Read what was posted, and record it if the reader has agreed to it."""
    seat, public_id = reader.seat, reader.seat.campaign.public_id
    posted, names = typed.get("save", ""), reader.names(typed)
    try:
        check_pressed(request.POST)
        if typed["act"] == READ and not posted:
            posted = reader.system.saved_text(reader.state, seat.side, typed.get("text", ""), reader.all_names(typed))
        if names != reader.assigned:
            save_draft(step=NAMES, data=names, by=seat)
        if typed["act"].startswith(PAINT):
            order = _painting(reader, posted, typed["act"].removeprefix(PAINT))
            submit_order(order=order, by=seat, seen=seen_in(request.POST))
            reader = SideReader.of(access.seat_or_404(request.user, public_id))
        if typed["act"] != RECORD:
            return _render_page(request, reader.page(typed, posted))
        order = reader.system.saved_order(reader.state, seat.side, posted, reader.answers(typed))
        done = submit_order(order=order, by=seat, seen=seen_in(request.POST))
    except Refused as no:
        fresh = SideReader.of(access.seat_or_404(request.user, public_id))
        return _render_page(request, fresh.page(typed, posted, no))
    with suppress(Refused):  # the end is recorded, and what these drafts propose can be typed
        after_the_end(reader, posted)
    return redirect(done.address(reverse("refit-home", args=[public_id])))


@login_required
@require_safe
def set_up(request: HttpRequest, public_id: str) -> HttpResponse:
    """The next set-up of the reader's own side, from which his browser makes a log for VASL; nothing is posted."""
    reader = SideReader.of(access.seat_or_404(request.user, public_id))
    return render(request, "refit/vasl_set_up.html", {"page": SetUpPage.of(reader)})


@login_required
@require_safe
def set_up_labels(request: HttpRequest, public_id: str) -> HttpResponse:
    """A file for vasl-templates with a note on what each group of the reader's own side has on hand."""
    reader = SideReader.of(access.seat_or_404(request.user, public_id))
    side = reader.seat.side
    answer = HttpResponse(labels(side, reader.system.set_up(reader.state, side)), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="refit-room-set-up-{side}.json"'
    return answer


@login_required
@require_safe
def file_sentences(request: HttpRequest) -> JsonResponse:
    """The messages of the script that reads a file of VASL; it requests them when it needs the first one."""
    return JsonResponse(sentences())


def _painting(reader: SideReader, posted: str, side: str) -> Order:
    """The order that paints what a saved game says `side` holds; raises Refused if the map already says the same."""
    saved = reader.system.saved_game(reader.state, reader.seat.side, posted, reader.all_names({}))
    for each in saved.control:
        if each.side == side:
            return Order(ORDER, {HOLDER: each.side, HEXES: each.hexes})
    raise Refused(
        gettext("The map already has these hexes so."), way_out=gettext("Go on with what differs on this page.")
    )


def _render_page(request: HttpRequest, page: SavedGamePage) -> HttpResponse:
    return render(request, "refit/saved_game.html", {"page": page}, status=REFUSED if page.refusal else 200)
