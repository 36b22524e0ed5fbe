"""Views of seats: people, and the confirmations before somebody is admitted, dismissed, removed or leaves."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods

from campaigns import access
from campaigns.forms import InviteForm
from campaigns.locks import actions as locks
from campaigns.models import Seat
from campaigns.request_data import check_pressed, check_ticked, whole_number
from campaigns.seats import actions, leaving, pages, replacing
from rules import registry
from rules.contract import Refused

REFUSED = 422


@login_required
@require_http_methods(["GET", "POST"])
def umpire_admit(request: HttpRequest, public_id: str, seat_id: int) -> HttpResponse:
    """Let an umpire into the room of one's own side; if it is locked, his words for it are shown once."""
    seat = access.commander_or_404(request.user, public_id)
    _check_others(seat)
    words: list[str] = []

    def admit() -> None:
        with transaction.atomic():
            umpire = actions.admit_umpire(seat_id=seat_id, by=seat)
            words.extend([locks.make_way_in(seat, umpire=umpire), umpire.user.get_username()])

    answer = _confirm(request, pages.ADMIT, seat, seat_id, admit)
    if not any(words[:1]):
        return answer
    page = pages.people_page(seat)
    context = {"room_words": words[0], "words_for": words[1]}
    return render(request, "campaigns/people.html", {"page": page, "form": InviteForm(page.offers), **context})


@login_required
@require_http_methods(["GET", "POST"])
def umpire_dismiss(request: HttpRequest, public_id: str, seat_id: int) -> HttpResponse:
    """Close the room of one's own side to an umpire."""
    seat = access.commander_or_404(request.user, public_id)
    return _confirm(request, pages.DISMISS, seat, seat_id, lambda: leaving.dismiss_umpire(seat_id=seat_id, by=seat))


@login_required
@require_http_methods(["GET", "POST"])
def seat_remove(request: HttpRequest, public_id: str, seat_id: int) -> HttpResponse:
    """Remove somebody from a seat."""
    seat = access.commander_or_404(request.user, public_id)
    return _confirm(request, pages.REMOVE, seat, seat_id, lambda: leaving.remove(seat_id=seat_id, by=seat))


@login_required
@require_http_methods(["GET", "POST"])
def seat_leave(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give up one's own seat."""
    seat = access.seat_or_404(request.user, public_id)
    name = seat.campaign.name
    answer = _confirm(request, pages.LEAVE, seat, seat.pk, lambda: leaving.leave(by=seat), then="campaign-list")
    if answer.status_code != REFUSED and request.method == "POST":
        messages.success(request, gettext("You have left %(name)s.") % {"name": name})
    return answer


@login_required
@require_GET
def umpire(request: HttpRequest, public_id: str) -> HttpResponse:
    """What an umpire may read, and what waits for him."""
    seat = access.seat_or_404(request.user, public_id)
    return render(request, "seats/umpire.html", {"page": pages.umpire_page(seat)})


@login_required
@require_http_methods(["GET", "POST"])
def replacement(request: HttpRequest, public_id: str) -> HttpResponse:
    """Replace a side's only commander: an umpire gives notice, other sides answer, the commander may object."""
    seat = access.unentered_seat_or_404(request.user, public_id)
    _check_others(seat)
    if request.method == "GET":
        return render(request, "seats/replacement.html", {"page": pages.replacement_page(seat)})
    reason = request.POST.get("reason", "")
    try:
        check_pressed(request.POST)
        _replace(request, seat, reason)
    except Refused as no:
        page = pages.replacement_page(access.unentered_seat_or_404(request.user, public_id), reason, no)
        return render(request, "seats/replacement.html", {"page": page}, status=REFUSED)
    return redirect("replacement", public_id)


def _check_others(seat: Seat) -> None:
    """Http404 in a game of one side: nobody has to agree, and there is no secret to let an umpire into."""
    if len(registry.get(seat.campaign.system).sides) == 1:
        raise Http404


def _replace(request: HttpRequest, seat: Seat, reason: str) -> None:
    """Do what the pressed button says."""
    act, number = request.POST["act"], whole_number(request.POST.get("seat", ""))
    if act == "withdraw":
        replacing.withdraw(seat=number, by=seat, campaign=seat.campaign)
        return
    check_ticked(request.POST)
    if act == "agree":
        replacing.agree(seat=number, by=seat)
    else:
        replacing.announce(side=request.POST.get("side", ""), reason=reason, by=seat, campaign=seat.campaign)


def _confirm(
    request: HttpRequest, what: str, seat: Seat, seat_id: int, act: Callable[[], None], then: str = ""
) -> HttpResponse:
    """Ask for confirmation, and act once it is given."""
    refusal = None
    if request.method == "POST":
        try:
            check_pressed(request.POST)
            act()
        except Refused as no:
            refusal = no
        else:
            return redirect(then) if then else redirect("campaign-people", seat.campaign.public_id)
    page = pages.confirmation(what, seat, seat_id, refusal)
    return render(request, "seats/confirmation.html", {"page": page}, status=REFUSED if refusal else 200)
