"""Views of messages."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from campaigns import access
from campaigns.forms import add_refusal
from campaigns.models import Seat
from campaigns.request_data import check_pressed
from campaigns.talk import actions, pages
from campaigns.talk.forms import MessageForm
from campaigns.talk.subjects import LONGEST_NAME, Subjects
from rules.contract import Refused

REFUSED = 422
KEPT = ("room", "q", "before")
"""The query parameters that are kept after a press."""


@login_required
@require_http_methods(["GET", "POST"])
def talk(request: HttpRequest, public_id: str) -> HttpResponse:
    """The messages of the reader's side, or those at the table; a POST adds one."""
    seat = access.seat_or_404(request.user, public_id)
    room = pages.room_of_talk(seat, request.GET.get("room", ""))
    own = room == seat.side
    if request.method == "GET":
        # A link to the page may name what a note is to be about.
        return _render_page(
            request, seat, room, MessageForm(initial={"about": request.GET.get("about", "")[:LONGEST_NAME]}, own=own)
        )
    form, refusal = MessageForm(request.POST, own=own), None
    try:
        check_pressed(request.POST)
        if form.is_valid():
            about = Subjects.of(seat).read(form.cleaned_data["about"]) if own else ""
            actions.say(text=form.cleaned_data["text"], room=room, by=seat, about=about)
            return _back(request, public_id)
    except Refused as no:
        if no.field in form.fields:
            add_refusal(form, no)
        else:
            refusal = no
    return _render_page(request, seat, room, form, refusal)


@login_required
@require_POST
def take_back(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Delete a message."""
    seat = access.seat_or_404(request.user, public_id)
    room = pages.room_of_talk(seat, request.GET.get("room", ""))
    try:
        actions.take_back(number=number, room=room, by=seat)
    except Refused as no:
        return _render_page(request, seat, room, MessageForm(own=room == seat.side), no)
    return _back(request, public_id)


def _render_page(
    request: HttpRequest, seat: Seat, room: str, form: MessageForm, refusal: Refused | None = None
) -> HttpResponse:
    page = pages.talk_page(seat, room, request.GET.dict())
    context = {"page": page, "form": form, "refusal": refusal}
    return render(request, "talk/talk.html", context, status=REFUSED if refusal or form.errors else 200)


def _back(request: HttpRequest, public_id: str) -> HttpResponse:
    """Redirect to the page on which the button was pressed."""
    query = {key: request.GET[key] for key in KEPT if key in request.GET}
    where = reverse("talk", args=[public_id])
    return redirect(f"{where}?{urlencode(query)}" if query else where)
