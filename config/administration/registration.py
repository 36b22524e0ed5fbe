"""Who may make an account: everybody, whoever was invited, or nobody. REGISTRATION says which.

An invitation is a campaign's link to a seat, or the club's own link, which `manage.py club_link` makes. Whoever comes
through one goes back to it with his new account, so the way back (`next`) shows that he was invited.
"""

from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.signing import BadSignature, TimestampSigner
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from campaigns.access import invitation_or_404
from config import lockout

CLUB_LINK_LASTS = timedelta(days=30)
SIGNER = TimestampSigner(salt="club-invitation")
CLUB = "club"
"""What is signed: nothing but that the club invites."""


class AccountAdapter(DefaultAccountAdapter):
    """The library's ways, with the host's word on who may register, and nobody locked out by somebody else."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """The library asks this before it shows or takes the form."""
        return may_register(request)

    def post_login(self, request: HttpRequest, user: AbstractUser, **how: Any) -> HttpResponse:
        """The answer to a log-in, whichever way it went; the browser is known to the account from here on."""
        response: HttpResponse = super().post_login(request, user, **how)
        lockout.remember(request, response, user)
        return response

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count misses of a password by name and place; by name alone, anybody could lock anybody out."""
        return f"{lockout.account(request, credentials)} from {self.get_client_ip(request)}"


def may_register(request: HttpRequest) -> bool:
    """Say whether whoever asks may make an account."""
    if settings.REGISTRATION != "invited":
        return bool(settings.REGISTRATION == "open")
    ways = (request.path, request.POST.get("next", ""), request.GET.get("next", ""))
    return any(map(is_invitation, ways))


def is_invitation(address: str) -> bool:
    """Say whether an address of ours is that of an invitation that is open now."""
    try:
        found = resolve(urlsplit(address).path)
        if found.view_name == "club-invitation":
            return is_club_link(found.kwargs["token"])
        return found.view_name == "invitation" and bool(invitation_or_404(found.kwargs["token"]))
    except (Resolver404, Http404, ValueError):
        return False


def new_club_link() -> str:
    """Return the path of a link with which whoever has it may register for CLUB_LINK_LASTS."""
    return reverse("club-invitation", args=[SIGNER.sign(CLUB).removeprefix(f"{CLUB}:")])


def is_club_link(token: str) -> bool:
    """Say whether we made a link, and not too long ago."""
    try:
        return SIGNER.unsign(f"{CLUB}:{token}", max_age=CLUB_LINK_LASTS) == CLUB
    except BadSignature:
        return False


@never_cache
@require_GET
def club_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """What the club's link leads to; whoever has logged in goes on to his campaigns."""
    if request.user.is_authenticated:
        return redirect("campaign-list")
    if not is_club_link(token):
        raise Http404
    return render(request, "account/club_invitation.html")


def of_the_host(request: HttpRequest) -> dict[str, Any]:
    """Tell every page what the host has decided: a context processor."""
    return {
        "registration": settings.REGISTRATION,
        "may_register": lambda: may_register(request),
        "sends_mail": settings.SENDS_MAIL,
        "trials": settings.TRIALS,
    }
