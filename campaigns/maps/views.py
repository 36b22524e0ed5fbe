"""Views of a campaign's map."""

from __future__ import annotations

import json
from collections.abc import Mapping

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from campaigns import access
from campaigns.actions import submit_order
from campaigns.maps import pages
from campaigns.maps.battles import battle_page
from campaigns.models import Seat
from campaigns.pages import frame_of
from campaigns.request_data import check_pressed, seen_in, whole_number
from rules.contract import Order, Refused
from rules.features.saved_games import HasSavedGames
from rules.ground import altering, painting
from rules.ground.painting import HEXES

REFUSED = 422
SVG = "image/svg+xml"


@login_required
@require_http_methods(["GET", "POST"])
def campaign_map(request: HttpRequest, public_id: str) -> HttpResponse:
    """The map; a commander paints who holds what, or records what the terrain is now.

    A press on its picture adds the hex to the list in the form.
    """
    seat = access.seat_or_404(request.user, public_id)
    sent = (request.POST if request.method == "POST" else request.GET).dict()
    if request.method == "GET":
        return _render_page(request, seat, sent)
    try:
        painting.check_length(sent.get(HEXES, ""))
    except Refused as no:
        far_too_long = len(sent[HEXES]) > 2 * painting.MOST_TYPED  # nobody shortens it by hand
        return _render_page(request, seat, {**sent, HEXES: ""} if far_too_long else sent, no)
    if "at.x" in sent:
        # Add the hex at which the picture was pressed to the list that was typed.
        figure = pages.public_figure(seat)
        place = figure.at({key: sent[key] for key in ("at.x", "at.y") if key in sent}) if figure else None
        listed = [sent.get(HEXES, "").strip().rstrip(","), str(place or "")]
        return _render_page(request, seat, {**sent, HEXES: ", ".join(filter(None, listed))})
    try:
        check_pressed(request.POST)
        order = altering.ORDER if sent.get("act") == altering.ORDER else painting.ORDER
        word = altering.TERRAIN if order == altering.ORDER else painting.HOLDER
        entries = {word: sent.get(word), HEXES: sent.get(HEXES, "")}
        done = submit_order(order=Order(order, entries), by=seat, seen=seen_in(request.POST))
    except Refused as no:
        return _render_page(request, access.seat_or_404(request.user, public_id), sent, no)
    return redirect(done.address(reverse("map", args=[public_id])))


def _render_page(
    request: HttpRequest, seat: Seat, sent: Mapping[str, str], refusal: Refused | None = None
) -> HttpResponse:
    page = pages.map_page(seat, sent, refusal)
    return render(request, "maps/map.html", {"page": page}, status=REFUSED if refusal else 200)


@login_required
@require_GET
def map_file(request: HttpRequest, public_id: str) -> HttpResponse:
    """The map as a file: the picture to press where no script runs."""
    seat = access.seat_or_404(request.user, public_id)
    figure = pages.public_figure(seat)
    if figure is None:
        raise Http404
    return HttpResponse(figure.file, content_type=SVG)


@login_required
@require_GET
def map_table(request: HttpRequest, public_id: str) -> HttpResponse:
    """The map as a table."""
    seat = access.seat_or_404(request.user, public_id)
    page = pages.map_page(seat, {})
    if page.figure is None:
        raise Http404
    return render(request, "maps/table.html", {"page": page})


@login_required
@require_GET
def map_picture(request: HttpRequest, public_id: str) -> HttpResponse:
    """The form for the reader's own picture, which the map's page loads; the picture stays in his browser."""
    seat = access.seat_or_404(request.user, public_id)
    figure = pages.public_figure(seat)
    if figure is None:
        raise Http404
    system = frame_of(seat).system
    boards = json.dumps(dict(system.boards)) if isinstance(system, HasSavedGames) else "{}"
    return render(request, "maps/_picture.html", {"boards": boards, "first": figure.first})


@login_required
@require_GET
def map_positions(request: HttpRequest, public_id: str) -> HttpResponse:
    """The positions of the reader's own side."""
    seat = access.seat_or_404(request.user, public_id)
    return render(request, "maps/positions.html", {"page": pages.positions_page(seat)})


@login_required
@require_GET
def map_dates(request: HttpRequest, public_id: str) -> HttpResponse:
    """The front over the dates; without a number, as it is now."""
    seat = access.seat_or_404(request.user, public_id)
    at = whole_number(request.GET["at"]) if "at" in request.GET else None
    return render(request, "maps/dates.html", {"page": pages.dates_page(seat, at)})


@login_required
@require_GET
def map_lapse(request: HttpRequest, public_id: str) -> HttpResponse:
    """The front over the dates as a small drawing, which the campaign's page loads on request."""
    seat = access.seat_or_404(request.user, public_id)
    return render(request, "maps/_lapse.html", {"page": pages.dates_page(seat, small=True)})


@login_required
@require_GET
def battles(request: HttpRequest, public_id: str) -> HttpResponse:
    """Replay a battle step by step; the last one if none is named."""
    seat = access.seat_or_404(request.user, public_id)
    number, step = (whole_number(request.GET[key]) if key in request.GET else None for key in ("battle", "step"))
    page = battle_page(seat, number, step or 1)
    if page is None:
        raise Http404
    return render(request, "maps/battle.html", {"page": page})
