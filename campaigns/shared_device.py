"""Which side sits at a device that both sides share.

It stands in the session, and goes along on the user of each request so that every gate knows it. Sitting down and
getting up renew the keys of the session and of its forms: a page that was left open can send nothing, and its stream
ends, so nothing typed for one side is ever taken for the other's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.middleware.csrf import rotate_token

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User
    from django.contrib.sessions.backends.base import SessionBase
    from django.http import HttpRequest

KEY = "seated"


def attach_from_session(user: User, session: SessionBase) -> None:
    """Let the user carry what the session knows."""
    attach(user, session.get(KEY, {}))


def attach(user: User, seated: Mapping[str, str]) -> None:
    """Let the user sit on these sides, by the ids of their campaigns."""
    setattr(user, KEY, seated)


def seated_sides(user: User | AnonymousUser) -> Mapping[str, str]:
    """The side the user sits on in each campaign; for those with seats of both."""
    seated: Mapping[str, str] = getattr(user, KEY, {})
    return seated


def sit_down(request: HttpRequest, public_id: str, side: str) -> None:
    """From the next request on, `side` has the device."""
    _renew(request, {**request.session.get(KEY, {}), public_id: side})


def get_up(request: HttpRequest) -> None:
    """From the next request on nobody has the device, in no campaign."""
    _renew(request, {})


def _renew(request: HttpRequest, seated: dict[str, Any]) -> None:
    request.session[KEY] = seated
    request.session.cycle_key()
    rotate_token(request)
