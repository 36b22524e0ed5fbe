"""The check of a campaign, and the script anyone can check its file with elsewhere."""

from __future__ import annotations

from pathlib import Path

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from campaigns import access
from campaigns.ledger import verify_campaign
from campaigns.verify import pages

SCRIPT = Path(verify_campaign.__file__)


@login_required
@require_GET
def campaign_verify(request: HttpRequest, public_id: str) -> HttpResponse:
    """What can be checked of the campaign by what the reader's seat may see."""
    seat = access.seat_or_404(request.user, public_id)
    page = pages.verify_page(seat, request.GET.get("heads", ""))
    return render(request, "campaigns/verify.html", {"page": page})


@require_GET
def verify_script(request: HttpRequest) -> HttpResponse:
    """The script as a file; it is the very module this program makes seals, links and dice with."""
    response = HttpResponse(SCRIPT.read_bytes(), content_type="text/x-python; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{SCRIPT.name}"'
    return response
