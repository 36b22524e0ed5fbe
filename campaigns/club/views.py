"""Views of the club's page, and of a campaign's own page about it."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns import access
from campaigns import pages as campaign_pages
from campaigns.club import actions, members, pages
from campaigns.club.gates import for_members
from campaigns.ledger import seats_anew
from campaigns.models import Role, Seat
from campaigns.request_data import check_pressed, whole_number
from rules.contract import Refused

REFUSED = 422
MOST_PAGES = 10_000


@for_members
@require_GET
def club(request: HttpRequest) -> HttpResponse:
    """The running campaigns, with announcements and stand-ins."""
    assert request.user.is_authenticated
    return render(request, "club/club.html", {"page": pages.going_on(request.user, _number(request))})


@for_members
@require_GET
def club_archive(request: HttpRequest) -> HttpResponse:
    """The campaigns in the club's archive."""
    assert request.user.is_authenticated
    return render(request, "club/archive.html", {"page": pages.archived(request.user, _number(request))})


@for_members
@require_GET
def club_over(request: HttpRequest) -> HttpResponse:
    """The campaigns that are over."""
    assert request.user.is_authenticated
    return render(request, "club/over.html", {"page": pages.over(request.user, _number(request))})


@for_members
@require_GET
def club_results(request: HttpRequest) -> HttpResponse:
    """Who has won and lost how many campaigns of which game."""
    return render(request, "club/results.html", {"page": pages.results(_number(request))})


@login_required
@for_members
@require_GET
def club_story(request: HttpRequest, public_id: str) -> HttpResponse:
    """The public journal of a finished campaign, date by date."""
    listing = access.listing_or_404(public_id)
    if not listing.campaign.ended:
        raise Http404
    return render(request, "club/story.html", {"page": pages.story(listing, request.GET.get("day", ""))})


@for_members
@require_POST
def stand_in(request: HttpRequest) -> HttpResponse:
    """Volunteer as a stand-in, or stop doing so."""
    assert request.user.is_authenticated
    if request.POST.get("act") in ("ready", "not"):
        members.stand_ready(user=request.user, ready=request.POST["act"] == "ready")
    return redirect("club")


@login_required
@for_members
@require_http_methods(["GET", "POST"])
def campaign_club(request: HttpRequest, public_id: str) -> HttpResponse:
    """Whether the campaign stands on the club's page; its commanders decide."""
    seat, refusal = access.unentered_seat_or_404(request.user, public_id), None
    if request.method == "POST":
        try:
            check_pressed(request.POST)
            if request.POST["act"] == "list":
                actions.put_on_page(by=seat)
            elif request.POST["act"] == "unlist":
                actions.take_off_page(by=seat)
            return redirect("campaign-club", public_id)
        except Refused as no:
            refusal = no
    context = {"page": _own_page(access.unentered_seat_or_404(request.user, public_id)), "refusal": refusal}
    return render(request, "club/campaign.html", context, status=REFUSED if refusal else 200)


def _own_page(seat: Seat) -> dict[str, object]:
    """Data of a campaign's own page about the club."""
    frame = campaign_pages.frame_of(seat)
    club = seats_anew.listed(seat.campaign).club
    return {
        "frame": frame,
        "stands": club.stands(frame.system.sides),
        "wanted": [frame.system.sides[side] for side in club.wanted],
        "mine": seat.side in club.wanted,
        "commands": seat.role == Role.COMMANDER,
        "offered": (club.offer_to(seat.side) or ("",))[0] if seat.campaign.running else "",
    }


def _number(request: HttpRequest) -> int:
    """The number of the page that was asked for, 1 for nonsense."""
    return min(max(whole_number(request.GET.get("page", "")), 1), MOST_PAGES)
