"""Pages for putting things right: corrections that the other side or the umpire agrees to, and undo (ADR 8)."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from campaigns import access, actions
from campaigns.models import Role
from campaigns.request_data import check_pressed, next_in, seen_in
from refit import steps
from refit.corrections import pages
from rules.contract import Order, Refused

REFUSED = 422


@login_required
@require_http_methods(["GET", "POST"])
def corrections(request: HttpRequest, public_id: str) -> HttpResponse:
    """The corrections; by POST a commander proposes one, or the other side or an umpire answers one."""
    seat = access.seat_or_404(request.user, public_id)
    if request.method == "GET":
        return render(request, "corrections/corrections.html", {"page": pages.corrections_page(seat)})
    typed = steps.typed_in(request.POST)
    try:
        if "verdict" not in typed:
            check_pressed(request.POST)
        order, seen = Order("settle" if "verdict" in typed else "correct", typed), seen_in(request.POST)
        if seat.role == Role.UMPIRE:
            actions.judge(order=order, by=seat, seen=seen)
        elif seat.side:
            actions.submit_order(order=order, by=seat, seen=seen)
        else:
            raise Http404
    except Refused as no:
        fresh = access.seat_or_404(request.user, public_id)
        page = pages.corrections_page(fresh, typed, no)
        return render(request, "corrections/corrections.html", {"page": page}, status=REFUSED)
    return redirect(next_in(request, reverse("refit-corrections", args=[public_id])))


@login_required
@require_http_methods(["GET", "POST"])
def undo(request: HttpRequest, public_id: str) -> HttpResponse:
    """What the reader's side did last, and the button that undoes it."""
    seat = access.commander_or_404(request.user, public_id)
    if request.method == "GET":
        return render(request, "corrections/undo.html", {"page": pages.undo_page(seat)})
    try:
        state = actions.undo_last_act(act=request.POST.get("act", ""), by=seat, seen=seen_in(request.POST))
    except Refused as no:
        fresh = access.commander_or_404(request.user, public_id)
        page = pages.undo_page(fresh, no, next_in(request, ""))
        return render(request, "corrections/undo.html", {"page": page}, status=REFUSED)
    messages.success(request, gettext("Taken back. What was typed for it is there again."))
    return redirect(next_in(request, steps.waiting_url(seat, state)))
