"""The view that begins a trial."""

from __future__ import annotations

from typing import cast

from allauth.core.ratelimit import consume_or_429
from django.conf import settings
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from campaigns.trials import actions
from campaigns.trials.gate import TRIAL
from rules import registry
from rules.contract import Refused

REFUSED = 422


@require_POST
def trial(request: HttpRequest, system: str) -> HttpResponse:
    """Begin a trial of a game and go to its first step; a guest who has one already goes back to it."""
    if request.user.is_authenticated:
        own = request.session.get(TRIAL)
        return redirect("refit-home", own) if own else redirect("campaign-start")
    if not settings.TRIALS or system not in registry.all_systems():
        raise Http404
    if refused := consume_or_429(request, action=TRIAL):
        return cast("HttpResponse", refused)
    try:
        seat = actions.begin(system)
    except Refused as no:
        context = {"systems": [*registry.all_systems().values()], "refusal": no}
        return render(request, "campaigns/welcome.html", context, status=REFUSED)
    login(request, seat.user, backend=settings.AUTHENTICATION_BACKENDS[-1])
    request.session[TRIAL] = seat.campaign.public_id
    return redirect("refit-home", seat.campaign.public_id)
