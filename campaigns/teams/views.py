"""The view of a side's team."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns import access
from campaigns.forms import add_refusal
from campaigns.models import Seat
from campaigns.request_data import check_pressed, whole_number
from campaigns.teams import actions, pages
from campaigns.teams.forms import HandOnForm, HandOutForm, SigningForm
from campaigns.teams.pages import TeamPage
from campaigns.teams.rights import has_team
from rules.contract import Refused

REFUSED = 422
HAND_ON, SIGNING = "hand-on", "signing"


class Forms(NamedTuple):
    """The forms of the page."""

    parts: HandOutForm
    role: HandOnForm
    signing: SigningForm


@login_required
@require_http_methods(["GET", "POST"])
def team(request: HttpRequest, public_id: str) -> HttpResponse:
    """Who of the reader's side does what; the overall commander hands out parts or his role, or chooses who signs."""
    seat = access.seat_or_404(request.user, public_id)
    if not has_team(seat):
        raise Http404
    page = pages.team_page(seat)
    act = request.POST.get("act", "")
    revision = whole_number(request.POST.get("revision", ""))
    mates = [(mate.number, mate.name, mate.part) for mate in page.mates]
    commanders = [(mate.number, mate.name) for mate in page.others]
    sent = request.POST if request.method == "POST" else None
    forms = Forms(
        HandOutForm(None if act in (HAND_ON, SIGNING) else sent, mates=mates, assignments=page.assignments),
        HandOnForm(sent if act == HAND_ON else None, commanders=commanders),
        SigningForm(
            sent if act == SIGNING else None, two=page.two_sign, adjutants=page.adjutants, signers=page.signers
        ),
    )
    if request.method == "GET":
        return _render_page(request, page, forms)
    refusal: Refused | None = None
    try:
        check_pressed(request.POST)
        actions.check_overall(seat)
        if _done(forms, act, seat, revision):
            return redirect("team", public_id)
    except Refused as no:
        if no.field in forms.parts.fields:
            add_refusal(forms.parts, no)
        else:
            refusal = no
    fresh = pages.team_page(access.seat_or_404(request.user, public_id), refusal)
    return _render_page(request, fresh, forms)


def _done(forms: Forms, act: str, seat: Seat, revision: int) -> bool:
    """Carry out what the pressed button says; False if its form has errors."""
    if act == HAND_ON and forms.role.is_valid():
        actions.hand_on(to=forms.role.cleaned_data["to"], by=seat, revision=revision)
    elif act == SIGNING and forms.signing.is_valid():
        chosen = forms.signing.cleaned_data
        actions.choose_signing(two=chosen["two"], adjutants=chosen.get("adjutants", ()), by=seat, revision=revision)
    elif act not in (HAND_ON, SIGNING) and forms.parts.is_valid():
        actions.hand_out(parts=forms.parts.parts, assigned=forms.parts.given, by=seat, revision=revision)
    else:
        return False
    return True


def _render_page(request: HttpRequest, page: TeamPage, forms: Forms) -> HttpResponse:
    errors = page.refusal or any(form.errors for form in forms)
    context = {"page": page, **forms._asdict()}
    return render(request, "teams/team.html", context, status=REFUSED if errors else 200)
