"""Pages of tables, of a campaign under its rulings and of a game at their defaults; and ending the first tour."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from campaigns import access
from refit.lookup import pages

TOUR, YEAR = "tour", 365 * 24 * 60 * 60


@login_required
@require_GET
def campaign_tables(request: HttpRequest, public_id: str) -> HttpResponse:
    """Every table under the campaign's rulings."""
    seat = access.seat_or_404(request.user, public_id)
    return render(request, "refit/tables/list.html", {"page": pages.in_campaign(seat)})


@login_required
@require_GET
def campaign_table(request: HttpRequest, public_id: str, table: str) -> HttpResponse:
    """One table under the campaign's rulings."""
    seat = access.seat_or_404(request.user, public_id)
    return _table(request, pages.in_campaign(seat), table)


@login_required
@require_GET
def game_tables(request: HttpRequest, system: str) -> HttpResponse:
    """Every table of a game."""
    return render(request, "refit/tables/list.html", {"page": pages.without_campaign(system)})


@login_required
@require_GET
def game_table(request: HttpRequest, system: str, table: str) -> HttpResponse:
    """One table of a game."""
    return _table(request, pages.without_campaign(system), table)


@login_required
@require_POST
def end_tour(request: HttpRequest, public_id: str) -> HttpResponse:
    """Hide the tour for a year, in every campaign opened in this browser."""
    seat = access.seat_or_404(request.user, public_id)
    answer = redirect(seat.campaign)
    answer.set_cookie(TOUR, "done", max_age=YEAR, httponly=True, samesite="Lax", secure=request.is_secure())
    return answer


def _table(request: HttpRequest, place: pages.TableContext, name: str) -> HttpResponse:
    page = pages.table_page(place, name, request.GET)
    template = "chart.html" if isinstance(page, pages.ChartPage) else "table.html"
    return render(request, f"refit/tables/{template}", {"page": page})
