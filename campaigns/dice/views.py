"""The view that gives a side's contribution to the dice, sent by the page itself or by a press."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from campaigns import access
from campaigns.dice import actions
from campaigns.dice.pages import dice_part
from campaigns.ledger import journal
from campaigns.request_data import next_in
from rules import registry


@login_required
@require_POST
def dice(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give it. The answer to htmx is the part of the page that asked, else a redirect to the page it came from."""
    with access.locked_seat_or_404(request.user, public_id) as seat:
        actions.look_in(by=seat)
        state = journal.load_state(seat.campaign, {seat.side} - {""})
        part = dice_part(seat, registry.get(seat.campaign.system).public(state.only(())))
    if request.htmx:  # type: ignore[attr-defined]
        context = {"part": part, "campaign": seat.campaign, "here": next_in(request, "")}
        return render(request, "campaigns/_dice.html", context)
    return redirect(next_in(request, seat.campaign.get_absolute_url()))
