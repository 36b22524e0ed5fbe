"""What stands around every page: fixed headers, language and zone, whole pages for htmx, forms of a lapsed login."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.signals import request_finished
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseRedirectBase
from django.shortcuts import resolve_url
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.views.decorators.debug import sensitive_variables

from campaigns.preferences.models import preferences_of, zone_of
from config.headers import fixed_headers
from config.limits.frames import with_room
from config.own_account import lapsed
from config.sessions import key_in

LANGUAGE = "language"
"""The session's key for the language of its account, so that no page has to look it up."""
ZONE = "zone"
"""The same for the time zone; and the cookie in which static/js/page.js says that of the browser."""


class SecurityHeaders:
    """Stands outermost, so that redirects to https, static files and errors carry the headers too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.headers = fixed_headers()

    @with_room
    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        for name, value in self.headers.items():
            response.headers.setdefault(name, value)
        return response


class Sessions(SessionMiddleware):
    """Django's sessions, except that a request with an unknown key does not take the browser's cookie away.

    A device that changes hands gets a new key while its other windows still ask with the old one; an answer to them
    that took the cookie away could arrive behind that with the new key in it, and would log everybody out.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Begin with the session of the cookie, or an empty one if there is no key in it."""
        request.session = self.SessionStore(key_in(request.COOKIES) or None)

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Leave the cookie alone where the session was empty already; a log-out has emptied it by itself."""
        session = request.session
        if session.accessed and not session.modified and session.is_empty():
            patch_vary_headers(response, ("Cookie",))
            return response
        return super().process_response(request, response)


def remember_preferences(request: HttpRequest, user: User, **signal: Any) -> None:
    """Copy what an account prefers into its session; called at a log-in, and when the preferences change."""
    preferred = preferences_of(user)
    request.session[LANGUAGE] = preferred.spoken
    request.session[ZONE] = preferred.time_zone


class AsPreferred:
    """Activates the language that a logged-in reader prefers, and the time zone of every reader.

    Stands behind Django's own middleware for languages, which asks cookie and browser.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated and (preferred := request.session.get(LANGUAGE)):
            translation.activate(preferred)
            request.LANGUAGE_CODE = translation.get_language() or preferred
        chosen = request.session.get(ZONE, "") if request.user.is_authenticated else ""
        named = (name for name in (chosen, request.COOKIES.get(ZONE, "")) if name)
        zone = next(filter(None, map(zone_of, named)), timezone.get_default_timezone())
        with timezone.override(zone):
            return self.get_response(request)


@receiver(request_finished)
def forget_language(**signal: Any) -> None:
    """Reset the thread's language: Django keeps that of the last request until the next one's is known."""
    translation.deactivate()


WHOLE = b"<!doctype html"
"""How a page begins that is no part of another one."""


class WholePages:
    """Has htmx show a whole page where the answer is one that the asking part of a page did not ask for.

    Those are redirects to another page than the one the reader is on, such as the log-in, and refusals. A part picks
    what it asked for out of the answer (`hx-select`); of such a page it would show nothing at all.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if "HTTP_HX_REQUEST" not in request.META:  # not `headers`: a look there says that the page itself depends on it
            return response
        here = urlsplit(request.headers.get("HX-Current-URL", ""))
        if isinstance(response, HttpResponseRedirectBase) and urlsplit(response.url).path != here.path:
            where = response.url
            if here.path and _is_login(response):  # who logs in comes back to the page, not to the part that asked
                back = here._replace(scheme="", netloc="").geturl()
                where = f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': back})}"
            response.status_code = 200  # a browser would follow a redirect by itself, for the part alone
            response["HX-Redirect"] = where
            del response["Location"]
        elif response.status_code == lapsed.REFUSED and not response.streaming and response.content.startswith(WHOLE):
            response["HX-Retarget"], response["HX-Reswap"], response["HX-Reselect"] = "body", "innerHTML", "unset"
        return response


def _is_login(response: HttpResponse) -> bool:
    return isinstance(response, HttpResponseRedirect) and response.url.startswith(resolve_url(settings.LOGIN_URL))


class KeepEntries:
    """Replaces the redirect of a posted form to the login by a page that has the form's entries."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    @sensitive_variables()
    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        return lapsed.kept_entries(request) or response if _is_login(response) else response
