"""Pages of statistics: of one campaign, and of all that have ended."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from campaigns import access, pages, purchase_figures


@login_required
@require_GET
def campaign_figures(request: HttpRequest, public_id: str) -> HttpResponse:
    """Points over the dates and the luck of the dice, as far as the reader's seat may know them."""
    seat = access.seat_or_404(request.user, public_id)
    return render(request, "campaigns/figures.html", {"page": pages.figures_page(seat)})


@login_required
@require_GET
def finished_figures(request: HttpRequest) -> HttpResponse:
    """What was bought in finished campaigns, what it brought, who won: sums, as far as the reader may know."""
    assert request.user.is_authenticated
    games = purchase_figures.finished_figures(request.user)
    return render(request, "campaigns/finished.html", {"games": games, "fewest": purchase_figures.FEWEST})
