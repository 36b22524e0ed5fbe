"""A guest reaches his own campaign and what everybody may read; for all else an account is needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

TRIAL = "trial"
"""Where the session of a guest has the public id of his campaign."""
OPEN = frozenset(
    [
        "campaign-list",
        "how",
        "language",
        "set_language",
        "game-tables",
        "game-table",
        "healthz",
        "account_login",
        "account_logout",
        "account_signup",
        "trial",
        "kept-entries",
        "pad-shell",
        "pad-worker",
        "pad-manifest",
        "verify_campaign.py",
        "verify_older_campaign.py",
    ]
)
"""Pages, by their names, that a guest may see beside those of his campaign."""
FORBIDDEN = 403


class TrialGate:
    """Answers what a guest asks for elsewhere with a page that says why not.

    Who may see what in his campaign is decided by the gates of everybody; this only keeps him from what an account is
    for: links, charts, settings.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: Mapping[str, Any]
    ) -> HttpResponse | None:
        own = request.session.get(TRIAL)
        match = request.resolver_match
        if own is None or match is None or match.view_name in OPEN or kwargs.get("public_id") == own:
            return None
        return render(request, "campaigns/trial_only.html", {"own": own}, status=FORBIDDEN)
