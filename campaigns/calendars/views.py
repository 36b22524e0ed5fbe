"""Views of a calendar: the file that programs fetch, and the page to make, renew or revoke its address."""

from __future__ import annotations

import hashlib
from typing import cast

from allauth.core.ratelimit import consume_or_429
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.calendars import addresses
from campaigns.calendars.feed import feed
from campaigns.request_data import check_pressed
from rules.contract import Refused

REFUSED = 422


@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """The calendar at an address, without a login. Any invalid address is a 404."""
    user = addresses.owner(token)
    if user is None:
        raise Http404
    if limited := consume_or_429(request, action="calendar", key=str(user.pk), limit_get=True):
        return cast(HttpResponse, limited)
    content = feed(user)
    answer = HttpResponse(content, content_type="text/calendar; charset=utf-8")
    answer["ETag"] = f'"{hashlib.sha256(content).hexdigest()}"'
    answer["Cache-Control"] = "private, no-cache"
    response = get_conditional_response(request, etag=answer["ETag"], response=answer)
    return cast(HttpResponse, response)


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def own_calendar(request: HttpRequest) -> HttpResponse:
    """Whether the account has an address, and since when; a new one is shown once."""
    user, act, link, refusal = cast(User, request.user), request.POST.get("act", ""), "", None
    if request.method == "POST":
        try:
            check_pressed(request.POST)
            if act == "end":
                addresses.take_back(user)
                return redirect("own-calendar")
            if act == "make":
                link = request.build_absolute_uri(reverse("calendar", args=[addresses.new_address(user)]))
        except Refused as no:
            refusal = no
    context = {"address": addresses.address_of(user), "link": link, "refusal": refusal}
    return render(request, "calendars/own.html", context, status=REFUSED if refusal else 200)
