"""The refit wizard: one view for all steps."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from campaigns import access, actions
from campaigns.models import Seat
from campaigns.pages import seen_in
from refit import flow, forms
from rules.kernel import Order, Refused

REFUSED = 422
DRAFT = "draft"
ACTS = {"concede": "concede"}


@login_required
@require_http_methods(["GET", "POST"])
def step(request: HttpRequest, public_id: str, key: str = "") -> HttpResponse:
    """The step that waits for the reader's side; a press carries it out, or keeps a draft."""
    seat = access.seat_or_404(request.user, public_id)
    view = flow.view_of(seat)
    if request.method == "POST":
        return _press(request, seat, view.here)
    if key != (waiting := flow.key_of(view)):
        return redirect(flow.step_url(seat, waiting))
    return render(request, "refit/step.html", {"page": flow.page(seat, view)})


@login_required
@require_POST
def act(request: HttpRequest, public_id: str, kind: str) -> HttpResponse:
    """An act that waits for no step: conceding the campaign."""
    seat = access.seat_or_404(request.user, public_id)
    return _submit(request, seat, Order(ACTS[kind]), {})


def _press(request: HttpRequest, seat: Seat, here: Any) -> HttpResponse:
    """Carry out what was pressed at the step `here`, if the page was made for it."""
    typed = forms.typed_in(request.POST)
    if here is None or request.POST.get("step") != here.spec.key:
        return _refused(request, seat, actions.StalePage(), {})
    act = request.POST.get("act", "")
    if act == DRAFT:
        return _keep(request, seat, here, typed)
    try:
        order = forms.order(here, act, typed)
    except Refused as no:
        return _refused(request, seat, no, typed)
    return _submit(request, seat, order, typed, here.spec.key)


def _submit(request: HttpRequest, seat: Seat, order: Order, typed: dict[str, Any], key: str = "") -> HttpResponse:
    try:
        actions.submit_order(order=order, by=seat, seen=seen_in(request), step=key, typed=typed)
    except Refused as no:
        return _refused(request, seat, no, typed)
    return redirect(flow.current_url(seat))


def _keep(request: HttpRequest, seat: Seat, here: Any, typed: dict[str, Any]) -> HttpResponse:
    """Keep the entries as a draft of the side; with htmx the parts of the page that follow them come back."""
    try:
        actions.save_draft(step=here.spec.key, data=typed, by=seat)
    except Refused as no:
        return _refused(request, seat, no, typed)
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "refit/_drafted.html", {"page": flow.drafted(seat, here, typed)})
    messages.success(request, "Kept as a draft of your side. The other side learns nothing of it.")
    return redirect(flow.step_url(seat, here.spec.key))


def _refused(request: HttpRequest, seat: Seat, no: Refused, typed: dict[str, Any]) -> HttpResponse:
    """The page again with the refusal on it and everything typed still in it, or the draft if nothing was."""
    fresh = access.seat_or_404(request.user, seat.campaign.public_id)
    page = flow.page(fresh, flow.view_of(fresh), typed or None, no)
    return render(request, "refit/step.html", {"page": page}, status=REFUSED)
