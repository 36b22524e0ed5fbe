"""Views of the rewind: a page to propose or withdraw it, and one to answer a proposal."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods

from campaigns import access
from campaigns.request_data import check_pressed, check_ticked, seen_in, whole_number
from campaigns.rewind import actions, pages
from rules.contract import Refused

REFUSED = 422
DONE_ALONE = gettext_lazy("Done. What was rolled since stays in the journal.")
AGREED = gettext_lazy("Agreed. Nothing is undone before every other side has agreed too.")
DONE = gettext_lazy("Done: both sides have gone back. What was rolled since stays in the journal.")


@login_required
@require_http_methods(["GET", "POST"])
def rewind(request: HttpRequest, public_id: str) -> HttpResponse:
    """The acts to go back to, what would be undone, and the form that proposes a rewind or withdraws it."""
    seat = access.commander_or_404(request.user, public_id)
    if request.method == "GET":
        page = pages.rewind_page(seat, whole_number(request.GET.get("before", "")))
        return render(request, "rewind/propose.html", {"page": page})
    before, reason = whole_number(request.POST.get("before", "")), request.POST.get("reason", "")
    try:
        if "withdraw" in request.POST:
            actions.withdraw_rewind(number=whole_number(request.POST["withdraw"]), by=seat)
        else:
            check_pressed(request.POST)
            if pages.plays_alone(seat):  # he agrees with the proposal; there is no second page for it
                check_ticked(request.POST)
            actions.propose_rewind(before=before, reason=reason, by=seat, seen=seen_in(request.POST))
            if pages.plays_alone(seat):
                messages.success(request, DONE_ALONE if pages.has_one_side(seat) else DONE)
    except Refused as no:
        fresh = access.commander_or_404(request.user, public_id)
        page = pages.rewind_page(fresh, before, reason, no)
        return render(request, "rewind/propose.html", {"page": page}, status=REFUSED)
    return redirect("rewind", public_id)


@login_required
@require_http_methods(["GET", "POST"])
def answer(request: HttpRequest, public_id: str) -> HttpResponse:
    """What the other side's proposal would undo, and the form to agree to it or refuse it."""
    seat = access.commander_or_404(request.user, public_id)
    if request.method == "GET":
        page = pages.rewind_page(seat)
        if page.proposal is None or page.mine:
            return redirect("rewind", public_id)
        return render(request, "rewind/answer.html", {"page": page})
    agreed = request.POST.get("answer") == "agreed"
    try:
        check_pressed(request.POST, "answer")
        if agreed:
            check_ticked(request.POST)
        number = whole_number(request.POST.get("number", ""))
        actions.answer_rewind(number=number, agreed=agreed, by=seat, seen=seen_in(request.POST))
        if agreed:
            messages.success(request, AGREED if seat.campaign.rewind_is_proposed else DONE)
        else:
            messages.success(request, gettext("Refused. Everything stays as it is."))
    except Refused as no:
        page = pages.rewind_page(access.commander_or_404(request.user, public_id), refusal=no)
        template = "rewind/answer.html" if page.proposal and not page.mine else "rewind/propose.html"
        return render(request, template, {"page": page}, status=REFUSED)
    return redirect("rewind", public_id)
