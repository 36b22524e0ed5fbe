"""Who is logged in where: a person's list of sessions, which he may end, and the streams that end with them.

A session's key changes when somebody logs in, changes a password or hands a shared device over, so each request puts
the session on the list under the key it has now; once, because the session remembers it.
"""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.http import HttpRequest, HttpResponse

from campaigns.ledger.journal import CHANNEL

LISTED = "listed"
ENDED = "session"
"""The first word of the notification that a session has ended; no campaign is called so."""


class ListSessions:
    """Puts every session of somebody who has logged in on his list of sessions."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        session = request.session
        if (
            request.user.is_authenticated
            and session.session_key
            and session.get(LISTED) != session_mark(session.session_key)
        ):
            UserSession.objects.purge_and_list(request.user)
            UserSession.objects.create_from_request(request)
            session[LISTED] = session_mark(session.session_key)
        return response


def key_in(cookies: Mapping[str, str]) -> str:
    """Return the session's key in the cookies; empty if there is none, or one that the database could not look up."""
    key = cookies.get(settings.SESSION_COOKIE_NAME, "")
    return key if key.isascii() and key.isalnum() else ""


def session_mark(session_key: str) -> str:
    """Return the hash that stands for a session where its key must not be seen: who has the key is logged in."""
    return hashlib.sha256(session_key.encode()).hexdigest()


def notify_streams(instance: Session, **signal: Any) -> None:
    """Have every process end the live streams of a deleted session; they hear of it on commit."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{ENDED} {session_mark(instance.session_key)}"])
