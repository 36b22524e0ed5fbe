"""What every answer of the rooms has in common: nobody keeps it, and a locked room says so."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

from campaigns.vault import VaultError

log = logging.getLogger(__name__)


class ClosedDoors:
    """Keeps answers out of caches, and turns a missing key into a page instead of a traceback.

    Whatever is served to someone who has logged in may hold a secret of his side, so none of it
    is stored; nor is the page of a link, whose address confers a seat.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        patch_vary_headers(response, ["HX-Request"])
        if request.user.is_authenticated or request.path.startswith("/join/"):
            response["Cache-Control"] = "no-store"
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Django calls this when a view raises."""
        if not isinstance(exception, VaultError):
            return None
        log.error("%s", exception)
        return render(request, "campaigns/locked.html", status=503)
