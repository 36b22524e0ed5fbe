"""What every answer of the rooms has in common: nobody keeps it; a locked room and an empty seat have their page."""

from __future__ import annotations

import logging
from collections.abc import Callable
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django_htmx.http import HttpResponseClientRedirect

from campaigns import access
from campaigns.access import NobodySeated
from campaigns.ledger.crypto import CryptoError, RoomLocked
from campaigns.locks import cookies
from campaigns.locks.views import unlock_between
from rules.contract import Refused

log = logging.getLogger(__name__)


def _forget_entries(exception: BaseException | None) -> None:
    """Take the words out of every refusal behind an exception: they quote what was typed, and the trace is logged."""
    while exception is not None:
        if isinstance(exception, Refused):
            exception.args = ()
        exception = exception.__cause__ or exception.__context__


def _whole_page(request: HttpRequest, where: str) -> HttpResponse:
    """Go to a page that must not fill a part of another one."""
    return HttpResponseClientRedirect(where) if "HX-Request" in request.headers else redirect(where)


class MissingKeys:
    """Keeps answers out of caches, and turns a missing key into a page instead of a traceback.

    Whatever is served to someone who has logged in may hold a secret of his side, so none of it
    is stored; nor is the page of a link, whose address confers a seat.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            access.attach_from_session(request.user, request.session)
            cookies.attach(request, request.user)
        response = self.get_response(request)
        if not request.user.is_authenticated:
            cookies.drop(request, response)
        patch_vary_headers(response, ["HX-Request"])
        if request.user.is_authenticated or request.path.startswith("/join/"):
            response["Cache-Control"] = "no-store"
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Django calls this when a view raises."""
        _forget_entries(exception)
        if isinstance(exception, NobodySeated):
            return _whole_page(request, reverse("campaign-device", args=[exception.public_id]))
        if isinstance(exception, RoomLocked):
            if request.method == "POST" and not request.FILES:
                return unlock_between(request, exception.public_id)
            back = urlencode({"next": request.path}) if request.method == "GET" else ""
            return _whole_page(request, f"{reverse('room-unlock', args=[exception.public_id])}?{back}")
        if not isinstance(exception, CryptoError):
            return None
        log.error("%s", exception)
        return render(request, "campaigns/locked.html", status=503)
