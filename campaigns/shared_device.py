"""Which side has a device that both sides share.

It is stored in the session and attached to each request's user, so that every gate knows it. Sitting down and getting
up renew the session key and the CSRF token: a page that was left open can't send anything and its stream ends, so
nothing typed for one side is ever taken for the other's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.middleware.csrf import rotate_token

from campaigns.access import SEATED

if TYPE_CHECKING:
    from django.http import HttpRequest


def sit_down(request: HttpRequest, public_id: str, side: str) -> None:
    """Give the device to `side` from the next request on."""
    _renew(request, {**request.session.get(SEATED, {}), public_id: side})


def get_up(request: HttpRequest) -> None:
    """Give the device to nobody, in all campaigns, from the next request on."""
    _renew(request, {})


def _renew(request: HttpRequest, seated: dict[str, object]) -> None:
    request.session[SEATED] = seated
    request.session.cycle_key()
    rotate_token(request)
