"""The page on which a campaign is archived, ended before its time, or removed."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from campaigns import access
from campaigns.closing import actions, pages
from campaigns.closing.models import What
from campaigns.request_data import check_pressed, check_ticked
from rules.contract import Refused

REFUSED = 422


@login_required
@require_http_methods(["GET", "POST"])
def closing(request: HttpRequest, public_id: str) -> HttpResponse:
    """End or remove the campaign: commanders propose and answer, an umpire gives notice of an end."""
    seat = access.unentered_seat_or_404(request.user, public_id)
    if request.method == "GET":
        return render(request, "closing/closing.html", {"page": pages.closing_page(seat)})
    what, reason = request.POST.get("what", ""), request.POST.get("reason", "")
    try:
        check_pressed(request.POST)
        if what not in What.values:
            raise Refused(gettext("Choose what is to be done."), field="what", way_out=gettext("Reload the page."))
        act = request.POST["act"]
        if act != "cancel":
            check_ticked(request.POST)
        if act == "cancel":
            actions.cancel(what=What(what), by=seat)
        elif act == "agree":
            actions.agree(what=What(what), by=seat)
        elif act == "notice":
            actions.give_notice(what=What(what), reason=reason, by=seat, campaign=seat.campaign, notice=actions.NOTICE)
        else:
            actions.propose(what=What(what), reason=reason, by=seat)
    except Refused as no:
        page = pages.closing_page(access.unentered_seat_or_404(request.user, public_id), what, reason, no)
        return render(request, "closing/closing.html", {"page": page}, status=REFUSED)
    return redirect("closing", public_id)


@login_required
@require_POST
def campaign_archive(request: HttpRequest, public_id: str) -> HttpResponse:
    """Put the campaign into one's own archive, or take it out."""
    seat = access.unentered_seat_or_404(request.user, public_id)
    archived = request.POST.get("act") == "archive"
    actions.archive(by=seat, archived=archived)
    done = gettext("Archived: it stands below your list now.") if archived else gettext("It is on your list again.")
    messages.success(request, done)
    return redirect("campaign-list")
