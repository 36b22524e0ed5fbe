"""Views of locked rooms: unlocking one, returning to an interrupted form, changing words."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from campaigns import access
from campaigns.forms import add_refusal
from campaigns.ledger import crypto
from campaigns.locks import actions, cookies, devices, pages, ways_in
from campaigns.locks.forms import NewWordsForm, UnlockForm, without_words
from campaigns.locks.models import Slot
from campaigns.models import Seat
from campaigns.request_data import check_pressed, next_in
from campaigns.seats import rights
from rules import registry
from rules.contract import Refused

REFUSED = 422


OWN, SHEET = "own", "sheet"
"""Whose new words a form has."""
BUTTON = "act"
"""The name of the buttons that commit a form; one that comes without shows its entries again."""


@login_required
@require_http_methods(["GET", "POST"])
@sensitive_post_parameters()
@sensitive_variables()
def unlock(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask for the words of a room that the reader may enter; with them this device opens it from here on."""
    seat = access.unentered_seat_or_404(request.user, public_id)
    devices.unlock(request.user, [seat.campaign])
    slots = _slots_of_shut_rooms(seat)
    form = UnlockForm(slots, _sides(seat), request.POST if request.method == "POST" else None)
    posted = request.POST.get("kept", "")
    if not _shut(seat):
        return _on(request, seat, posted)
    if request.method == "POST" and cookies.may_lock(request) and form.is_valid():
        try:
            opened = actions.unlock(seat, form.slot(), form.cleaned_data["words"])
        except Refused as no:
            add_refusal(form, no)
        else:
            response = _on(request, seat, posted)
            cookies.remember(request, response, opened, stay=form.cleaned_data["stay"])
            return response
    onward = request.POST.get("next") or request.GET.get("next", "")
    return _render_unlock(request, seat, form, onward, posted)


@login_required
@require_http_methods(["GET", "POST"])
@sensitive_post_parameters()
@sensitive_variables()
def room_words(request: HttpRequest, public_id: str) -> HttpResponse:
    """Who has a way into the reader's room; he changes his words, a commander makes a new recovery sheet."""
    seat = access.seat_or_404(request.user, public_id)
    if not seat.side or not crypto.is_locked(crypto.room_of(seat.campaign, seat.side)):
        raise Http404
    chosen = next((each for each in (OWN, SHEET) if f"{each}-drawn" in request.POST), "")
    post = request.POST if request.method == "POST" else None
    forms = {each: NewWordsForm.of(post if each == chosen else None, each) for each in (OWN, SHEET)}
    if post is not None and chosen and forms[chosen].is_valid():
        form = forms[chosen]
        try:
            check_pressed(post)
            cookies.check_may_lock(request)
            actions.known_words(seat, form.cleaned_data["present"])
            return _with_new_words(request, seat, chosen, form.cleaned_data["drawn"])
        except Refused as no:
            add_refusal(form, no, "present" if no.field == "words" else None)
    page = pages.words_page(seat, forms[OWN], forms[SHEET])
    refused = post is not None
    return render(request, "campaigns/words.html", {"page": page}, status=REFUSED if refused else 200)


@sensitive_variables()
def _with_new_words(request: HttpRequest, seat: Seat, which: str, drawn: str) -> HttpResponse:
    response = redirect("room-words", seat.campaign.public_id)
    if which == SHEET:
        actions.renew_sheet(seat, drawn)
        messages.success(request, gettext("The new recovery sheet opens the room; the old one opens nothing any more."))
        return response
    opened = actions.change_words(seat, drawn)
    messages.success(request, gettext("Your new words open the room; the old ones open nothing any more."))
    return cookies.unlocked(request, response, opened)


@sensitive_post_parameters()
def unlock_between(request: HttpRequest, public_id: str) -> HttpResponse:
    """The same page for who has sent a form from a device that no longer opens the room.

    What he typed stays in this page and in his browser, and comes back when the room is open. Nothing was done.
    """
    seat = access.unentered_seat_or_404(request.user, public_id)  # the gate of the form said that it is shut
    form = UnlockForm(_slots_of_shut_rooms(seat), _sides(seat))
    packed = without_words(request).urlencode() or f"{BUTTON}="  # never empty, as a form of one button has none
    return _render_unlock(request, seat, form, request.get_full_path(), packed)


def _render_unlock(request: HttpRequest, seat: Seat, form: UnlockForm, onward: str, posted: str) -> HttpResponse:
    """The page that asks for the words; `posted` is what was typed into the form that is sent to `onward`."""
    sides, shut = _sides(seat), _shut(seat)
    context = {
        "campaign": seat.campaign,
        "form": form,
        "sides": [name for key, name in sides.items() if key in shut],
        "has_way_in": form.has_ways,
        "here": cookies.may_lock(request),
        "next": onward,
        "kept": posted,
    }
    return render(request, "campaigns/unlock.html", context, status=REFUSED if form.errors or posted else 200)


def _on(request: HttpRequest, seat: Seat, posted: str) -> HttpResponse:
    """Go on with the room open: to the page that was asked for, or to the interrupted form."""
    onward = next_in(request, seat.campaign.get_absolute_url())
    if not posted:
        return redirect(onward)
    lists = QueryDict(posted).lists()
    entries = [(name, value) for name, values in lists for value in values]
    context = {
        "campaign": seat.campaign,
        "onward": onward,
        "entries": [(name, value) for name, value in entries if name != BUTTON],
        "pressed": next((value for name, value in entries if name == BUTTON), ""),
    }
    return render(request, "campaigns/unlocked.html", context)


def _sides(seat: Seat) -> dict[str, str]:
    return dict(registry.get(seat.campaign.system).sides)


def _shut(seat: Seat) -> set[str]:
    """The seat's rooms that this device does not open."""
    rooms = seat.campaign.rooms.all()
    return {room.key for room in rooms if crypto.is_shut(seat.campaign, room)} & rights.rooms_by_right(seat)


def _slots_of_shut_rooms(seat: Seat) -> list[Slot]:
    shut = _shut(seat)
    return [slot for slot in ways_in.slots_for(seat) if slot.room.key in shut]
