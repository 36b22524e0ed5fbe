"""Views of the check of a campaign, and the script with which anyone can check its file elsewhere."""

from __future__ import annotations

from pathlib import Path

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from campaigns import access
from campaigns.ledger import verify_campaign
from campaigns.request_data import whole_number
from campaigns.verify import links, pages
from rules import registry
from rules.contract import Refused

TOO_MANY = 429


@login_required
@require_GET
def campaign_verify(request: HttpRequest, public_id: str) -> HttpResponse:
    """Check what the reader's seat may see of the campaign."""
    seat = access.seat_or_404(request.user, public_id)
    try:
        page = pages.verify_page(seat, request.GET.get("heads", ""))
    except Refused as no:
        return render(request, "quotas/spent.html", {"refusal": no}, status=TOO_MANY)
    return render(request, "campaigns/verify.html", {"page": page})


@login_required
@require_GET
def campaign_compare(request: HttpRequest, public_id: str) -> HttpResponse:
    """Let two players compare what each was shown, by their browsers or on paper."""
    seat = access.seat_or_404(request.user, public_id)
    if len(registry.get(seat.campaign.system).sides) == 1:
        raise Http404  # there is no other player
    page = pages.compare_page(seat, whole_number(request.GET.get("entry", "")))
    return render(request, "campaigns/compare.html", {"page": page})


@login_required
@require_GET
def campaign_links(request: HttpRequest, public_id: str) -> HttpResponse:
    """The public links after an entry, for the check that the reader's browser makes."""
    campaign = access.seat_or_404(request.user, public_id).campaign
    after = max(whole_number(request.GET.get("after", "")), 0)
    return JsonResponse({"cid": links.cid_of(campaign), "links": links.links_after(campaign, after)})


@require_GET
def verify_script(request: HttpRequest) -> HttpResponse:
    """The script of the check as a file: the module with which this program itself makes seals, links and dice."""
    script = Path(verify_campaign.__file__)
    response = HttpResponse(script.read_bytes(), content_type="text/x-python; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{script.name}"'
    return response
