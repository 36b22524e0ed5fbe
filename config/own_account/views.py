"""Pages on which somebody chooses a language and what to be told, takes his data along, or deletes his account."""

from __future__ import annotations

import time
from typing import cast

from allauth.account import app_settings as account_settings
from allauth.account.authentication import get_authentication_records
from allauth.core import ratelimit
from allauth.mfa.adapter import get_adapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django.views.i18n import set_language

from campaigns.preferences.actions import keep
from campaigns.preferences.models import preferences_of
from campaigns.request_data import check_pressed, whole_number
from config.middleware import remember_preferences
from config.own_account import data, deletion
from config.own_account.forms import DeleteForm, PreferencesForm
from rules.contract import Refused

REFUSED = 422
MOST, WITHIN = 30, 3600
"""How many parts a person may download within how many seconds."""


@require_GET
def language(request: HttpRequest) -> HttpResponse:
    """The languages there are; Django's own view takes the choice and goes back to where the reader came from."""
    came_from = request.headers.get("Referer", "")
    ours = url_has_allowed_host_and_scheme(came_from, {request.get_host()}, require_https=request.is_secure())
    return render(request, "account/language.html", {"onward": came_from if ours else "/"})


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Django's own view has the browser remember it; an account that is logged in does so too."""
    chosen = request.POST.get("language", "")
    if request.user.is_authenticated and chosen in dict(settings.LANGUAGES):
        keep(request.user, {"language": chosen})
        remember_preferences(request, request.user)
    return set_language(request)


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def my_preferences(request: HttpRequest) -> HttpResponse:
    """Language and mails of an account. All that is wrong stays in the form, and nothing is kept then."""
    preferred = preferences_of(cast(User, request.user))
    form = PreferencesForm(request.POST if request.method == "POST" else None, instance=preferred)
    if request.method == "POST" and form.is_valid():
        with translation.override(form.cleaned_data["language"] or translation.get_language()):
            text = gettext("Your choices are kept.")
        keep(cast(User, request.user), form.cleaned_data)
        remember_preferences(request, cast(User, request.user))
        messages.success(request, text)
        return redirect("preferences")
    return render(request, "account/preferences.html", {"form": form}, status=REFUSED if form.errors else 200)


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def my_data(request: HttpRequest) -> HttpResponse:
    """What there is, in parts; a press of the button of one downloads it."""
    user, refusal = cast(User, request.user), None
    parts = data.parts(user)
    if request.method == "POST":
        number = whole_number(request.POST.get("part", ""))
        if not 1 <= number <= len(parts):
            raise Http404
        try:
            # Refused if he has taken a lot along of late: each part opens many rooms.
            key = f"own-data:{user.pk}"
            cache.add(key, 0, WITHIN)
            if cache.incr(key) > MOST:
                raise Refused(
                    gettext("You have taken %(most)s parts along within an hour.") % {"most": MOST},
                    way_out=gettext("Try again in an hour."),
                )
            answer = HttpResponse(data.zipped(user, number), content_type="application/zip")
            answer["Content-Disposition"] = f'attachment; filename="refit-room-data-{number}.zip"'
            return answer
        except Refused as no:
            refusal = no
    context = {"parts": parts, "refusal": refusal}
    return render(request, "account/data.html", context, status=REFUSED if refusal else 200)


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    """What becomes of everything, and the form. Who has a second factor shows it first."""
    user, refusal = cast(User, request.user), None
    # Whether he has none, or has just shown it.
    if not get_adapter().is_mfa_enabled(user):
        has_shown_second_factor = True
    else:
        times = [each["at"] for each in get_authentication_records(request, user) if each.get("method") == "mfa"]
        has_shown_second_factor = any(time.time() - at < account_settings.REAUTHENTICATION_TIMEOUT for at in times)
    if not has_shown_second_factor:
        return redirect(f"{reverse('mfa_reauthenticate')}?{urlencode({'next': request.path})}")
    form = DeleteForm(user, request.POST if request.method == "POST" else None)
    if request.method == "POST":
        try:
            check_pressed(request.POST)
            if not ratelimit.consume(request, action="reauthenticate", user=user):
                raise Refused(gettext("Too many passwords were tried."), way_out=gettext("Try again in a minute."))
            if form.is_valid():
                deletion.delete_account(user)
                logout(request)
                messages.success(request, gettext("Your account is deleted."))
                return redirect("campaign-list")
        except Refused as no:
            refusal = no
    context = {"form": form, "refusal": refusal, "alone": deletion.commanded_alone(user)}
    return render(request, "account/delete.html", context, status=REFUSED if refusal or form.errors else 200)
