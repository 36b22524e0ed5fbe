"""The page of free rolls: dice that no step asks for, and the latest such rolls that the reader may see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns import access, actions, event_texts
from campaigns import pages as campaign_pages
from campaigns.ledger import journal
from campaigns.models import Role, Seat
from campaigns.request_data import check_pressed, seen_in
from refit import forms, steps
from rules.contract import Order, Refused
from rules.engine.free_roll import LONGEST, THROWN, THROWN_HIDDEN, HasFreeRolls

REFUSED = 422
LOOKED_THROUGH = 200
"""How many entries at the end of the journal the page searches for free rolls."""


@dataclass(frozen=True)
class FreeRollPage:
    """The form, and the recent free rolls that the reader's side may see, newest first."""

    frame: campaign_pages.Frame
    entries: tuple[forms.BoundEntry, ...]
    button: str
    rolled: list[event_texts.JournalRow]
    refusal: Refused | None


@login_required
@require_http_methods(["GET", "POST"])
def free_rolls(request: HttpRequest, public_id: str) -> HttpResponse:
    """Roll dice on the server, visible to both sides or only to the reader's own."""
    seat = access.seat_or_404(request.user, public_id)
    if request.method == "GET":
        proposed = {"purpose": request.GET.get("for", "")[:LONGEST], "number": request.GET.get("dice", "1")}
        return render(request, "refit/free_rolls.html", {"page": _page(seat, proposed)})
    typed = steps.typed_in(request.POST)
    try:
        check_pressed(request.POST)
        actions.submit_order(order=Order("throw", typed), by=seat, seen=seen_in(request.POST))
    except Refused as no:
        page = _page(access.seat_or_404(request.user, public_id), typed, no)
        return render(request, "refit/free_rolls.html", {"page": page}, status=REFUSED)
    return redirect("free-rolls", public_id)


def _page(seat: Seat, typed: Mapping[str, str], refusal: Refused | None = None) -> FreeRollPage:
    """The page; also for a commander who is refused because the campaign has ended since he opened it."""
    frame = campaign_pages.frame_of(seat)
    is_told = frame.may_roll or (refusal is not None and seat.role == Role.COMMANDER)
    if not isinstance(frame.system, HasFreeRolls) or not is_told:
        raise Http404
    latest = journal.entries(seat.campaign, access.rooms_of(seat), after=max(frame.seen - LOOKED_THROUGH, 0))
    rolled = [entry for entry in reversed(latest) if entry.event.kind in (THROWN, THROWN_HIDDEN)]
    form = frame.system.free_roll
    return FreeRollPage(
        frame,
        forms.entries_of(form, typed, refusal),
        form.button,
        event_texts.journal_rows(frame.system, rolled),
        refusal,
    )
