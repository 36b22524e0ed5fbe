"""Decorators for the club's views; whoever may not see a page gets a 404."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse

from campaigns.club.rights import is_organiser, is_shown

View = Callable[..., HttpResponse]


def for_members(view: View) -> View:
    """Let everybody with an account see the page, if this instance has a club's page."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not is_shown():
            raise Http404
        return view(request, *args, **kwargs)

    return guarded


def for_organisers(view: View) -> View:
    """Let only organisers see the page."""

    @for_members
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not is_organiser(request.user):
            raise Http404
        return view(request, *args, **kwargs)

    return guarded
