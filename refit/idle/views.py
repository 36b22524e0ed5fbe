"""The page of an Idle Day and its one press."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from campaigns import access, actions
from campaigns.guards import check_pressed, seen_in, whole_number
from campaigns.ledger import journal
from campaigns.models import Seat
from refit import steps
from refit.idle import pages
from rules import registry
from rules.contract import Refused
from rules.engine.idle import HasIdleDay

REFUSED, MOST_STEPS = 422, 60


@login_required
@require_http_methods(["GET", "POST"])
def idle_day(request: HttpRequest, public_id: str) -> HttpResponse:
    """Every step of the day with what the press does in it; the press does them until one needs an answer."""
    refusal: Refused | None = None
    if request.method == "POST":
        try:
            check_pressed(request.POST)
            with access.locked_seat_or_404(request.user, public_id) as seat:
                before = journal.entry_count(seat.campaign, access.rooms_of(seat))
                _pass_day(seat, seen_in(request.POST), steps.typed_in(request.POST))
            return redirect(f"{reverse('refit-idle', args=[public_id])}?since={before}")
        except Refused as no:
            refusal = no
    seat = access.seat_or_404(request.user, public_id)
    page = pages.idle_page(seat, whole_number(request.GET.get("since", "")), refusal)
    return render(request, "refit/idle.html", {"page": page}, status=REFUSED if refusal else 200)


def _pass_day(seat: Seat, seen: int, entries: dict[str, str]) -> None:
    """Do what does nothing at each step in turn, all of it or, if something is refused, none."""
    system, state = registry.get(seat.campaign.system), steps.state_for(seat, whole=True)
    if not isinstance(system, HasIdleDay):
        raise Http404
    for number in range(MOST_STEPS):
        current = steps.current_step(seat, state)
        order = system.idle_order(state.only({seat.side}), seat.side, entries) if current else None
        if current is None or order is None or pages.begun(seat, current.spec.key):
            if number == 0:
                raise Refused(
                    gettext("There is nothing that this press could do now."),
                    way_out=gettext("Do the step that waits by itself; then go on with the day here."),
                )
            return
        state = actions.submit_order(order=order, by=seat, seen=seen, step=current.spec.key, state=state).state
        seen = journal.entry_count(seat.campaign, access.rooms_of(seat))
