"""Who gets a page of the club; for everybody else it is not there."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse

from campaigns.club.rights import is_organiser, is_shown

View = Callable[..., HttpResponse]


def for_members(view: View) -> View:
    """Let who has an account here see the page; without a club's page it is not there."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not is_shown():
            raise Http404
        return view(request, *args, **kwargs)

    return guarded


def for_organisers(view: View) -> View:
    """Let organisers see the page."""

    @for_members
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not is_organiser(request.user):
            raise Http404
        return view(request, *args, **kwargs)

    return guarded
