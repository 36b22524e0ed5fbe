"""Middleware for all responses: no caching of secrets, a page for each reason not to enter, limits for guests."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers

from campaigns import access
from campaigns.access import NobodySeated
from campaigns.ledger.crypto import CryptoError, RoomLocked
from campaigns.locks import cookies
from campaigns.locks.views import unlock_between
from campaigns.trials.gate import OPEN, TRIAL
from rules.contract import Refused
from rules.registry import OtherEdition

log = logging.getLogger(__name__)
FORBIDDEN = 403


class MissingKeys:
    """Keeps responses out of caches, and turns locked rooms and missing keys into pages instead of tracebacks.

    Whatever a logged-in user gets may hold a secret of his side, so none of it is stored; nor is an invitation's page,
    whose address confers a seat.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            access.attach_from_session(request.user, request.session)
            if any(name.endswith(cookies.COOKIE) for name in request.COOKIES):  # else no room is unlocked here
                cookies.attach(request, request.user)
        response = self.get_response(request)
        if not request.user.is_authenticated:
            cookies.drop(request, response)
        patch_vary_headers(response, ["HX-Request"])
        if request.user.is_authenticated or request.path.startswith("/join/"):
            response["Cache-Control"] = "no-store"
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer exceptions of views about seats, keys and editions with a page or a redirect."""
        # Remove the texts of all chained refusals: they quote what was typed, and the traceback is logged.
        behind: BaseException | None = exception
        while behind is not None:
            if isinstance(behind, Refused):
                behind.args = ()
            behind = behind.__cause__ or behind.__context__
        if isinstance(exception, NobodySeated):
            return redirect(reverse("campaign-device", args=[exception.public_id]))
        if isinstance(exception, RoomLocked):
            if request.method == "POST" and not request.FILES:
                return unlock_between(request, exception.public_id)
            back = urlencode({"next": request.get_full_path()}) if request.method == "GET" else ""
            return redirect(f"{reverse('room-unlock', args=[exception.public_id])}?{back}")
        if isinstance(exception, OtherEdition):
            return render(request, "campaigns/other_edition.html", status=410)
        if not isinstance(exception, CryptoError):
            return None
        log.error("%s", exception)
        return render(request, "campaigns/locked.html", status=503)


class TrialGate:
    """Lets a guest reach only his own campaign and open pages; elsewhere a page says that he needs an account.

    What he sees in his campaign is up to the usual gates; this only keeps him from what needs an account: links,
    charts, settings.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: object, kwargs: Mapping[str, object]
    ) -> HttpResponse | None:
        own = request.session.get(TRIAL)
        match = request.resolver_match
        if own is None or not request.user.is_authenticated:
            return None  # no guest, or his trial is over
        if match is None or match.view_name in OPEN or kwargs.get("public_id") == own:
            return None
        return render(request, "campaigns/trial_only.html", {"own": own}, status=FORBIDDEN)
