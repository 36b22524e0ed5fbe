"""Who may make an account: everybody, whoever was invited, or nobody. REGISTRATION says which.

An invitation is a campaign's link to a seat, the club's own link, which `manage.py club_link` makes, or one of an
organiser's (`campaigns.club.members`), which so many people can use. Whoever comes through one goes back to it with his
new account, so the way back (`next`) shows that he was invited.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.signing import BadSignature, TimestampSigner
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve, reverse
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from campaigns.access import invitation_or_404
from campaigns.club import members
from campaigns.preferences.models import preferences_of
from config import lockout

CLUB_LINK_LASTS = timedelta(days=30)
SIGNER = TimestampSigner(salt="club-invitation")
CLUB = "club"
"""What is signed: nothing but that the club invites."""


class AccountAdapter(DefaultAccountAdapter):
    """allauth's adapter: the host decides who may register, and nobody is locked out by somebody else."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        **dict.fromkeys(
            ("username_password_mismatch", "email_password_mismatch"),
            gettext_lazy("The user name, the email address or the password is wrong."),
        ),
    }
    """Those of a log-in call the user name what all pages call it."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """The library asks this before it shows or takes the form."""
        return may_register(request)

    def is_safe_url(self, url: str) -> bool:
        """Say whether somebody may go on to an address: to one of the host that he asked, and to no other.

        The library would also lead him to the names by which only the server itself calls it, his own computer there.
        """
        request = context.request
        return url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())

    def save_user(self, request: HttpRequest, user: Any, form: Any, commit: bool = True) -> Any:
        """A new account; it uses up one place of an organiser's link."""
        with transaction.atomic():
            use_invitation(request)
            return super().save_user(request, user, form, commit)

    def post_login(self, request: HttpRequest, user: AbstractUser, **how: Any) -> HttpResponse:
        """Return the answer to a log-in of any kind, which makes the browser known to the account."""
        response: HttpResponse = super().post_login(request, user, **how)
        lockout.remember(request, response, user)
        return response

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail about an account in its language, or in that of the page if it has chosen none."""
        user = context.get("user")
        chosen = preferences_of(user).spoken if user and user.pk else ""
        with translation.override(chosen or translation.get_language()):
            super().send_mail(template_prefix, email, context)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count misses of a password by name and place; by name alone, anybody could lock anybody out."""
        return f"{lockout.account(request, credentials)} from {lockout.place(request)}"


def may_register(request: HttpRequest, onward: str = "") -> bool:
    """Say whether whoever asks, and goes on to the address `onward`, may make an account."""
    if settings.REGISTRATION != "invited":
        return bool(settings.REGISTRATION == "open")
    return any(map(is_invitation, _ways(request, onward)))


def use_invitation(request: HttpRequest, onward: str = "") -> None:
    """Use up a place of the organiser's link that a new account came by; answer with a page if none is left."""
    if settings.REGISTRATION != "invited" or any(map(_is_for_any_number, _ways(request, onward))):
        return
    tokens = {token for way in _ways(request, onward) if (token := _club_token(way))}
    if tokens and not any(map(members.use, tokens)):
        raise ImmediateHttpResponse(render(request, "account/signup_closed.html"))


def _ways(request: HttpRequest, onward: str) -> Sequence[str]:
    """The addresses that somebody goes on to, or comes from."""
    return (onward, request.path, request.POST.get("next", ""), request.GET.get("next", ""))


def _club_token(address: str) -> str:
    """The token of an address of the club's invitations; empty for any other."""
    try:
        match = resolve(urlsplit(address).path)
    except (Resolver404, ValueError):
        return ""
    return str(match.kwargs["token"]) if match.view_name == "club-invitation" else ""


def _is_for_any_number(address: str) -> bool:
    """Whether an address is that of an open invitation without a limited number of places."""
    token = _club_token(address)
    return is_club_link(token) if token else is_invitation(address)


def is_invitation(address: str) -> bool:
    """Say whether an address of ours is that of an invitation that is open now."""
    try:
        match = resolve(urlsplit(address).path)
        if match.view_name == "club-invitation":
            return is_open_to_the_club(match.kwargs["token"])
        return match.view_name == "invitation" and bool(invitation_or_404(match.kwargs["token"]))
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


def is_open_to_the_club(token: str) -> bool:
    """Say whether a token of the club's invitations lets somebody register now, the host's or an organiser's."""
    return is_club_link(token) or members.is_open(token)


@never_cache
@require_GET
def club_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """What the club's link leads to; whoever has logged in goes on to his campaigns."""
    if request.user.is_authenticated:
        return redirect("campaign-list")
    if not is_open_to_the_club(token):
        raise Http404
    return render(request, "account/club_invitation.html")


def of_the_host(request: HttpRequest) -> dict[str, Any]:
    """Tell every page what the host has decided: a context processor."""
    return {
        "registration": settings.REGISTRATION,
        "may_register": lambda: may_register(request),
        "sends_mail": settings.SENDS_MAIL,
        "trials": settings.TRIALS,
        "providers": settings.OIDC_PROVIDERS,
    }
