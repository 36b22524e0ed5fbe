"""The view of an Idle Day: its page and its one button."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from campaigns import access
from campaigns.guards import check_fresh
from campaigns.ledger import journal
from campaigns.models import Seat
from campaigns.request_data import check_pressed, seen_in, whole_number
from campaigns.teams import signing
from refit import steps
from refit.idle import day, pages
from rules import registry
from rules.contract import Refused
from rules.features.idle import HasIdleDay

REFUSED, WITHDRAW = 422, "withdraw"


@login_required
@require_http_methods(["GET", "POST"])
def idle_day(request: HttpRequest, public_id: str) -> HttpResponse:
    """The steps of the day with what the press does in each; the press seals the day and does them until one asks."""
    refusal: Refused | None = None
    if request.method == "POST":
        try:
            check_pressed(request.POST)
            with access.locked_seat_or_404(request.user, public_id) as seat:
                before = journal.entry_count(seat.campaign, access.rooms_of(seat))
                _press(seat, seen_in(request.POST), request.POST["act"], steps.typed_in(request.POST))
            return redirect(f"{reverse('refit-idle', args=[public_id])}?since={before}")
        except Refused as no:
            refusal = no
    seat = access.seat_or_404(request.user, public_id)
    page = pages.idle_page(seat, whole_number(request.GET.get("since", "")), refusal)
    return render(request, "refit/idle.html", {"page": page}, status=REFUSED if refusal else 200)


def _press(seat: Seat, seen: int, act: str, entries: dict[str, str]) -> None:
    """Seal the day for the side and do nothing at its steps; if something is refused, nothing is recorded.

    The page need not show what the other side did meanwhile (`apart`), since that does not bear on doing nothing.
    """
    system, state = registry.get(seat.campaign.system), steps.state_for(seat)
    if not isinstance(system, HasIdleDay):
        raise Http404
    check_fresh(seat, seen, apart=True)
    seen = journal.entry_count(seat.campaign, access.rooms_of(seat))
    if act == WITHDRAW:
        day.seal(seat, seen, agreed=False)
        return
    if signing.asks_two(seat):
        raise Refused(
            gettext("Two of your side sign its final steps, so no single press passes a day."),
            way_out=gettext("Do the steps one by one. Your overall commander can change it on the page of your team."),
        )
    sealed = not entries.get("stop") and not system.idle_agreed(state, seat.side)
    if sealed:
        state = day.seal(seat, seen, agreed=True)
    state, number = day.does_nothing(seat, entries, state, sealed=not entries.get("stop"))
    if not sealed and not number:
        raise Refused(
            gettext("There is nothing that this press could do now."),
            way_out=gettext("Do the step that waits by itself; then go on with the day here."),
        )
    if not entries.get("stop"):
        day.goes_on(seat, state)
