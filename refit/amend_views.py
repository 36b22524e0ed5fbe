"""Pages for putting things right: corrections that the other side or the umpire agrees to, and taking back."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns import access, actions
from campaigns.models import Role, Seat
from campaigns.pages import seen_in
from refit import amends, flow, forms
from rules.kernel import Order, Refused

REFUSED = 422


@login_required
@require_http_methods(["GET", "POST"])
def corrections(request: HttpRequest, public_id: str) -> HttpResponse:
    """What is to be put right; a commander proposes, the other side or an umpire answers."""
    seat = access.seat_or_404(request.user, public_id)
    if request.method == "GET":
        return render(request, "refit/corrections.html", {"page": amends.corrections_page(seat)})
    typed = forms.typed_in(request.POST)
    try:
        _carry_out(seat, Order("settle" if "verdict" in typed else "correct", typed), seen_in(request))
    except Refused as no:
        fresh = access.seat_or_404(request.user, public_id)
        page = amends.corrections_page(fresh, typed, no)
        return render(request, "refit/corrections.html", {"page": page}, status=REFUSED)
    return redirect("refit-corrections", public_id)


@login_required
@require_http_methods(["GET", "POST"])
def recall(request: HttpRequest, public_id: str) -> HttpResponse:
    """What the reader's side did last, and the button that takes it back."""
    seat = access.commander_or_404(request.user, public_id)
    if request.method == "GET":
        return render(request, "refit/recall.html", {"page": amends.recall_page(seat)})
    try:
        actions.recall(act=request.POST.get("act", ""), by=seat, seen=seen_in(request))
    except Refused as no:
        page = amends.recall_page(access.commander_or_404(request.user, public_id), no)
        return render(request, "refit/recall.html", {"page": page}, status=REFUSED)
    messages.success(request, "Taken back. What was typed for it is there again.")
    return redirect(flow.current_url(seat))


def _carry_out(seat: Seat, order: Order, seen: int) -> None:
    """As a commander for his side, or as the umpire; to others there is nothing to press."""
    if seat.role == Role.UMPIRE:
        actions.judge(order=order, by=seat, seen=seen)
    elif seat.side:
        actions.submit_order(order=order, by=seat, seen=seen)
    else:
        raise Http404
