"""What a form or an address brings: whether a button was pressed, numbers, where to go on."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext

from rules.contract import Refused

TICKED = "on"


def seen_in(post: Mapping[str, str]) -> int:
    """The entry count that a pressed page was made at; nonsense is as stale as can be."""
    return whole_number(post.get("seen", ""))


def whole_number(text: str) -> int:
    """A number as forms and addresses spell it; -1 for nonsense."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


class NotPressed(Refused):
    """A form came without a button that commits it: somebody pressed Enter in a field; nothing was done."""

    def __init__(self) -> None:
        super().__init__(
            gettext("Enter commits nothing here. What you typed is still there."),
            way_out=gettext("Look it over, then press the button you mean."),
        )


def check_pressed(post: Mapping[str, str], name: str = "act") -> None:
    """NotPressed unless the button `name` of a form was pressed."""
    if not post.get(name):
        raise NotPressed


def check_ticked(post: Mapping[str, str]) -> None:
    """Refused unless the box above a button that can't be undone is ticked."""
    if post.get("consent") != TICKED:
        raise Refused(
            gettext("You have not said that you want it."),
            field="consent",
            way_out=gettext("Tick the line above the button, and press."),
        )


def next_in(request: HttpRequest, otherwise: str) -> str:
    """The address that a form asks for by its entry `next`; `otherwise` if it asks for none, or to leave the site."""
    wanted = str(request.POST.get("next", ""))
    ours = {request.get_host()}
    return wanted if url_has_allowed_host_and_scheme(wanted, ours, require_https=request.is_secure()) else otherwise
