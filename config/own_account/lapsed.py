"""A form that comes from somebody whose login has lapsed: nothing is done, and nothing typed is lost.

What he typed goes back into the page that says so, encrypted: another user of the device reads nothing, and the server
keeps none of it. It opens for the account that had last logged in with this browser alone. That is whose form it was:
each login gives the browser another CSRF token, so a page of an earlier one would have been refused.
"""

from __future__ import annotations

import base64
import binascii
import json
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_POST

from campaigns import access
from campaigns.ledger import crypto
from campaigns.locks.forms import without_words
from config.lockout import is_mark_of, last_known

REFUSED = 422
LABEL, BUTTON = "lapsed-login", "act"
PLACES = ("/campaigns/", "/charts/", "/pad/")
"""Where forms are kept. Those of an account hold passwords, which are better typed again."""


@dataclass(frozen=True)
class Entries:
    """What was typed, as it was posted, the address it was posted to, and the mark of who had logged in."""

    who: str
    onward: str
    posted: str

    def sealed(self) -> str:
        """Encrypt under the master key, padded to a whole KB: for the page of somebody who is not logged in."""
        content = json.dumps([self.who, self.onward, self.posted]).encode()
        return base64.urlsafe_b64encode(crypto.wrap(content.ljust(-(-len(content) // 1024) * 1024), LABEL)).decode()

    @classmethod
    def opened(cls, sealed: str) -> Entries | None:
        """The inverse of `sealed`; None if it was not made here."""
        try:
            return cls(*json.loads(crypto.unwrap(base64.urlsafe_b64decode(sealed), LABEL)))
        except (crypto.CryptoError, binascii.Error, ValueError):
            return None


@sensitive_variables()
def kept_entries(request: HttpRequest) -> HttpResponse | None:
    """The page with what was typed, for who was sent to the login with a form; None if there is nothing to keep."""
    if request.method != "POST" or not request.path.startswith(PLACES) or request.FILES:
        return None
    mark = last_known(request)
    if not mark or access.is_of_one_device(
        request.resolver_match.kwargs.get("public_id", "") if request.resolver_match else ""
    ):
        return None
    onward = request.get_full_path()  # what stands behind the ? may say in which room something is to be said
    return _render_lapsed(request, Entries(mark, onward, without_words(request).urlencode()).sealed())


@require_POST
@csrf_exempt  # the page was made before the login, and here nothing is done: the entries are shown, with a new token
@sensitive_post_parameters()
@sensitive_variables()
def entries(request: HttpRequest) -> HttpResponse:
    """The entries again, for whoever had typed them and has logged in since, and sends the page that he was given.

    A page of another site shows nothing: its maker might have typed what the reader is to send.
    """
    sealed = request.POST.get("kept", "")
    stored = Entries.opened(sealed)
    if stored is None:
        return redirect("campaign-list")
    elsewhere = request.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site")
    if elsewhere or not request.user.is_authenticated or not is_mark_of(stored.who, request.user):
        return _render_lapsed(request, sealed)
    typed = [(name, value) for name, values in QueryDict(stored.posted).lists() for value in values]
    context = {
        "onward": stored.onward,
        "entries": [(name, value) for name, value in typed if name != BUTTON],
        "pressed": next((value for name, value in typed if name == BUTTON), ""),
    }
    return render(request, "account/entries.html", context)


def _render_lapsed(request: HttpRequest, sealed: str) -> HttpResponse:
    response = render(request, "account/lapsed.html", {"kept": sealed}, status=REFUSED)
    response["Cache-Control"] = "no-store"
    return response
