"""The page on which both sides choose a map: it is proposed, shown, and agreed to like a correction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods

from campaigns import access, pages
from campaigns.actions import submit_order
from campaigns.charts import actions as chart_actions
from campaigns.charts.kinds import MAP
from campaigns.ledger import journal
from campaigns.maps.changes import MapChanges
from campaigns.maps.figure import MapFigure
from campaigns.models import Seat
from campaigns.request_data import check_pressed, seen_in
from rules.contract import PUBLIC, Order, Refused
from rules.engine.corrections import HasCorrections
from rules.ground import proposing
from rules.ground.campaign_map import HasMap

REFUSED = 422


class MapForm(forms.Form):
    """Which map, and why."""

    map = forms.ChoiceField(
        label=gettext_lazy("Map"),
        help_text=gettext_lazy("The other side sees it when it is proposed. The campaign takes a copy of its own."),
        widget=forms.RadioSelect,
    )
    reason = forms.CharField(label=gettext_lazy("Why"), max_length=200)

    def __init__(self, seat: Seat, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["map"]
        assert isinstance(field, forms.ChoiceField)
        options = chart_actions.chart_options(seat.user, seat.campaign.system, MAP)
        field.choices, field.initial = options, options[0][0]
        self.fields["reason"].initial = gettext("We draw on this map from now on.")


@dataclass(frozen=True)
class ChoicePage:
    """The map of now, the `proposed` one and its `changes`, and the form for whoever may propose."""

    frame: pages.Frame
    now: MapFigure | None
    proposed: MapFigure | None
    changes: MapChanges | None
    form: MapForm | None
    refusal: Refused | None


@login_required
@require_http_methods(["GET", "POST"])
def map_choice(request: HttpRequest, public_id: str) -> HttpResponse:
    """The map that is proposed; a commander proposes one."""
    seat = access.seat_or_404(request.user, public_id)
    if request.method == "GET":
        return _render_page(request, seat)
    form = MapForm(access.commander_or_404(request.user, public_id), request.POST)
    try:
        check_pressed(request.POST)
        if not form.is_valid():
            return _render_page(request, seat, form)
        copy = chart_actions.copy_of_choice(form.cleaned_data["map"], seat.user, seat.campaign.system, MAP)
        entries = {"about": MAP, MAP: copy, "reason": form.cleaned_data["reason"]}
        done = submit_order(order=Order("correct", entries), by=seat, seen=seen_in(request.POST))
    except Refused as no:
        return _render_page(request, access.seat_or_404(request.user, public_id), form, no)
    return redirect(done.address(reverse("map-choice", args=[public_id])))


def _render_page(
    request: HttpRequest, seat: Seat, form: MapForm | None = None, refusal: Refused | None = None
) -> HttpResponse:
    frame = pages.frame_of(seat)
    game, state = frame.system, journal.load_state(seat.campaign, {PUBLIC})
    if not isinstance(game, HasMap) or not isinstance(game, HasCorrections):
        raise Http404
    ground, waits = game.ground(state), proposing.waiting(game.corrections(state, None).known)
    page = ChoicePage(
        frame=frame,
        now=MapFigure(ground, game.sides) if ground else None,
        proposed=MapFigure(waits, game.sides) if waits else None,
        changes=MapChanges(ground.printed, waits.sheet, game.sides) if ground and waits else None,
        form=(form or MapForm(seat)) if frame.may_commit and not waits else None,
        refusal=refusal,
    )
    errors = refusal or (form and form.errors)
    return render(request, "maps/choice.html", {"page": page}, status=REFUSED if errors else 200)
