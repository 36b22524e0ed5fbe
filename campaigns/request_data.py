"""Reads what forms and URLs send: whether a button was pressed, numbers, where to go next."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext

from rules.contract import Refused

TICKED = "on"


def seen_in(post: Mapping[str, str]) -> int:
    """The entry count of the page that a form was sent from; -1 for nonsense, which is always stale."""
    return whole_number(post.get("seen", ""))


def whole_number(text: str) -> int:
    """A whole number of up to nine digits; -1 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


class NotPressed(Refused):
    """A form came without a button that commits it: somebody pressed Enter in a field; nothing was done."""

    def __init__(self) -> None:
        super().__init__(
            gettext("Enter commits nothing here. What you typed is still there."),
            way_out=gettext("Look it over, then press the button you mean."),
        )


def check_pressed(post: Mapping[str, str], name: str = "act") -> None:
    """Raise NotPressed unless the button `name` of a form was pressed."""
    if not post.get(name):
        raise NotPressed


def check_ticked(post: Mapping[str, str]) -> None:
    """Raise Refused unless the box above a button that can't be undone is ticked."""
    if post.get("consent") != TICKED:
        raise Refused(
            gettext("You have not said that you want it."),
            field="consent",
            way_out=gettext("Tick the line above the button, and press."),
        )


def next_in(request: HttpRequest, otherwise: str) -> str:
    """The URL in the form's field `next`; `otherwise` if there is none or it leaves the site."""
    wanted = str(request.POST.get("next", ""))
    ours = {request.get_host()}
    return wanted if url_has_allowed_host_and_scheme(wanted, ours, require_https=request.is_secure()) else otherwise
