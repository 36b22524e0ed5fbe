"""The page about time: how long a step may take, who is due when, who is away."""

from __future__ import annotations

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns import access
from campaigns.forms import add_refusal
from campaigns.models import Seat
from campaigns.pace import actions, pages
from campaigns.pace.forms import AwayForm, PaceForm
from campaigns.request_data import check_pressed, whole_number
from rules.contract import Refused

REFUSED = 422
PROPOSE, AWAY = "propose", "away"


@login_required
@require_http_methods(["GET", "POST"])
def pace(request: HttpRequest, public_id: str) -> HttpResponse:
    """How long a step may take and who is due; commanders agree on it, everybody of a side says when he is away."""
    seat = access.seat_or_404(request.user, public_id)
    act, refusal = request.POST.get("act", ""), None
    proposed = PaceForm(request.POST if act == PROPOSE else None)
    away = AwayForm(request.POST if act == AWAY else None)
    form: forms.Form | None = {PROPOSE: proposed, AWAY: away}.get(act)
    if request.method == "POST":
        try:
            check_pressed(request.POST)
            if form is None or form.is_valid():
                _do(request, act, seat, form)
                return redirect("pace", public_id)
        except Refused as no:
            if form and no.field in form.fields:
                add_refusal(form, no)
            else:
                refusal = no
    page = pages.pace_page(access.seat_or_404(request.user, public_id), refusal)
    errors = refusal or proposed.errors or away.errors
    context = {"page": page, "proposed": proposed, "away": away}
    return render(request, "pace/pace.html", context, status=REFUSED if errors else 200)


def _do(request: HttpRequest, act: str, seat: Seat, form: forms.Form | None) -> None:
    """Carry out what the pressed button says."""
    days, side = whole_number(request.POST.get("days", "")), request.POST.get("side", "")
    if act == PROPOSE and form:
        actions.propose(days=form.cleaned_data["days"], by=seat)
    elif act == AWAY and form:
        actions.go_away(first=form.cleaned_data["first"], last=form.cleaned_data["last"], by=seat)
    elif act == "agree":
        actions.agree(days=days, by=seat)
    elif act == "refuse":
        actions.refuse(days=days, by=seat)
    elif act == "extend":
        actions.extend(side=side, days=days, by=seat)
    elif act == "stand-in":
        actions.ask_for_stand_in(side=side, by=seat)
    elif act == "back":
        actions.come_back(by=seat)
