"""The cookie of an unlocked device, and where words may be typed at all."""

from __future__ import annotations

import base64
import binascii
import os
from typing import TYPE_CHECKING, TypeVar

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_variables

from campaigns.locks import devices
from campaigns.locks.devices import HALF, STAYS, Device
from rules.contract import Refused

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from campaigns.locks.models import OpenedSlot

R = TypeVar("R", bound=HttpResponse)

COOKIE = "refit-rooms"
ITSELF = ("127.0.0.1", "localhost", "[::1]")
"""Names by which a browser reaches a server on its own machine."""


def may_lock(request: HttpRequest) -> bool:
    """Whether words may be typed here: over https, or on the machine itself."""
    return request.is_secure() or request.get_host().rpartition(":")[0] in ITSELF or request.get_host() in ITSELF


def check_may_lock(request: HttpRequest) -> None:
    """Refused if the words would cross the network unencrypted."""
    if not may_lock(request):
        raise Refused(
            gettext("Words are typed over https alone, so that nobody on the way reads them."),
            way_out=gettext("Open this page under an address that begins with https."),
        )


@sensitive_variables()
def attach(request: HttpRequest, user: User) -> None:
    """Let the user carry the device he is at, if any of his rooms was unlocked on it."""
    try:
        half = base64.urlsafe_b64decode(request.COOKIES.get(_name(request), ""))
    except (binascii.Error, ValueError):
        return
    if len(half) == HALF and request.session.session_key:
        devices.attach(user, Device(half, devices.mark_of(request.session.session_key)))


@sensitive_variables()
def remember(request: HttpRequest, response: HttpResponse, opened: OpenedSlot, *, stay: bool = True) -> None:
    """Let this device open the room of a slot, for 30 days or, without `stay`, until the browser is closed."""
    assert request.user.is_authenticated
    assert request.session.session_key
    current = devices.device_of(request.user)
    device = current or Device(os.urandom(HALF), devices.mark_of(request.session.session_key))
    devices.remember(request.user, device, opened)
    response.set_cookie(
        _name(request),
        base64.urlsafe_b64encode(device.half).decode(),
        max_age=STAYS if stay else None,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )


def unlocked(request: HttpRequest, response: R, opened: OpenedSlot | None) -> R:
    """The response, with the device remembered if it has just locked or unlocked a room."""
    if opened:
        remember(request, response, opened)
    return response


def drop(request: HttpRequest, response: HttpResponse) -> None:
    """Delete the cookie of somebody who is not logged in."""
    if _name(request) in request.COOKIES:
        response.delete_cookie(_name(request), samesite="Lax")


def _name(request: HttpRequest) -> str:
    """The cookie's name; its prefix makes browsers accept it only from this host over https."""
    return f"__Host-{COOKIE}" if request.is_secure() else COOKIE
