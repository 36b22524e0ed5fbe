"""Which side sits at a device that both sides share.

It stands in the session, and goes along on the user of each request so that every gate knows it. Sitting down and
getting up renew the keys of the session and of its forms: a page that was left open can send nothing, and its stream
ends, so nothing typed for one side is ever taken for the other's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.middleware.csrf import rotate_token

from campaigns.access import SEATED

if TYPE_CHECKING:
    from django.http import HttpRequest


def sit_down(request: HttpRequest, public_id: str, side: str) -> None:
    """From the next request on, `side` has the device."""
    _renew(request, {**request.session.get(SEATED, {}), public_id: side})


def get_up(request: HttpRequest) -> None:
    """From the next request on nobody has the device, in no campaign."""
    _renew(request, {})


def _renew(request: HttpRequest, seated: dict[str, object]) -> None:
    request.session[SEATED] = seated
    request.session.cycle_key()
    rotate_token(request)
