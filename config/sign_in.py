"""Logging in through the provider of a club (OpenID Connect), which the host names in the environment alone.

What the provider says of an address is a proposal: it is confirmed by mail like any other, and links nobody to an
account that is there. Somebody who has an account links the two himself, while logged in to it.
"""

from functools import wraps
from typing import Any, Protocol

import structlog
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialApp, SocialLogin
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.openid_connect import views
from allauth.socialaccount.views import connections as own_links
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import DataError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from requests import RequestException

from config.administration.registration import may_register, use_invitation
from config.own_account.deletion import drop_links_elsewhere

log = structlog.get_logger(__name__)


NONSENSE = (
    RequestException, OAuth2Error, LookupError, TypeError, ValueError, AttributeError,
    ImproperlyConfigured, DataError,  # somebody whose id is longer than any, or has letters that no table takes
)  # fmt: skip
"""What the library raises if a provider is away, or answers something else than it should."""


class ProviderView(Protocol):
    """A view at the address of a provider."""

    def __call__(self, request: HttpRequest, provider_id: str) -> HttpResponse: ...


def failed(request: HttpRequest, wrong: str) -> HttpResponse:
    """Say that this log-in failed, and log the kind of error only, for its text may quote a secret."""
    log.warning("a log-in through the provider failed", wrong=wrong)
    return render(request, "socialaccount/authentication_error.html", status=502)


def whatever_it_answers(view: ProviderView) -> ProviderView:
    """Wrap a view of the library, to answer with a sentence where it would raise one of NONSENSE."""

    @wraps(view)
    def wrapped(request: HttpRequest, provider_id: str) -> HttpResponse:
        try:
            return view(request, provider_id)
        except NONSENSE as error:
            return failed(request, type(error).__name__)

    return wrapped


def connections(request: HttpRequest) -> HttpResponse:
    """The library's page of links. If it fails at one to a provider that is not in the settings, such are deleted."""
    try:
        answer: HttpResponse = own_links(request)
    except SocialApp.DoesNotExist:
        drop_links_elsewhere(request.user.pk)
        return redirect("socialaccount_connections")
    return answer


login, callback = whatever_it_answers(views.login), whatever_it_answers(views.callback)


class Adapter(DefaultSocialAccountAdapter):
    """allauth's adapter: the host decides who may register, and what a provider says of people is not trusted."""

    def list_apps(
        self, request: HttpRequest, provider: str | None = None, client_id: str | None = None
    ) -> list[SocialApp]:
        """Return the provider of the settings; a row in the database names none."""
        offered = [SocialApp(provider="openid_connect", **each) for each in settings.OIDC_PROVIDERS]
        named = [each for each in offered if provider in (None, each.provider, each.provider_id)]
        return [each for each in named if client_id in (None, each.client_id)]

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Mark all addresses unverified, for they may be anybody's; refuse an answer that names two people, or none."""
        named = {part.get("sub") for part in sociallogin.account.extra_data.values()}
        if len(named) != 1 or None in named:
            raise ImmediateHttpResponse(failed(request, "two people in one answer"))
        for address in sociallogin.email_addresses:
            address.verified = False

    def is_open_for_signup(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        """Say whether a newcomer may have an account; the way back to an invitation was kept while he was away."""
        return may_register(request, sociallogin.state.get("next") or "")

    def save_user(self, request: HttpRequest, sociallogin: SocialLogin, form: Any = None) -> Any:
        """A new account; it uses up one place of an organiser's link that he came by before he was away."""
        with transaction.atomic():
            use_invitation(request, sociallogin.state.get("next") or "")
            return super().save_user(request, sociallogin, form)

    def on_authentication_error(self, request: HttpRequest, provider: Any, **what: Any) -> None:
        """Answer as everywhere else."""
        error = what.get("exception")
        raise ImmediateHttpResponse(failed(request, type(error).__name__ if error else str(what.get("error"))))
