"""The page of a side's reinforcements, and its picture."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.views.decorators.http import require_GET

from campaigns import access
from refit.reveal import pages
from refit.reveal.picture import picture
from rosters.pdf import png_here
from rules.contract import Refused

REFUSED = 422
TYPES = {"png": "image/png", "svg": "image/svg+xml"}


@login_required
@require_GET
def reinforcements(request: HttpRequest, public_id: str) -> HttpResponse:
    """What arrived for the reader's side, on the latest date or the one asked for."""
    page = pages.reveal_page(access.seat_or_404(request.user, public_id), request.GET.get("date", ""))
    return render(request, "refit/reinforcements.html", {"page": page})


@login_required
@require_GET
def reinforcements_picture(request: HttpRequest, public_id: str, kind: str) -> HttpResponse:
    """The same as a picture to download: a PNG, or the SVG it is made from.

    After the end it may be that of another `side`, whose room has been opened.
    """
    seat = access.seat_or_404(request.user, public_id)
    page = pages.reveal_page(seat, request.GET.get("date", ""), request.GET.get("side", ""))
    drawn = picture(page.reveal, page.frame.campaign.name, page.side, page.side_name)
    try:
        content = drawn.encode() if kind == "svg" else png_here(drawn)
    except Refused as no:
        return render(request, "refit/reinforcements.html", {"page": page, "refusal": no}, status=REFUSED)
    name = slugify(f"{page.frame.campaign.name} {page.side} {page.reveal.date}", allow_unicode=True)
    answer = HttpResponse(content, content_type=TYPES[kind])
    answer["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=f"{name}.{kind}") or ""
    return answer
