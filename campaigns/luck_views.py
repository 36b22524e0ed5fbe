"""The page of figures: what is drawn over the dates and how the dice fell."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from campaigns import access, pages


@login_required
@require_GET
def campaign_figures(request: HttpRequest, public_id: str) -> HttpResponse:
    """Points over the dates and the luck of the dice, as far as the reader's seat may know them."""
    seat = access.seat_or_404(request.user, public_id)
    return render(request, "campaigns/figures.html", {"page": pages.figures_page(seat)})
