"""Views of an account's own channels and hours; nobody else sees any of it."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.alerts import actions, addresses, push_keys
from campaigns.alerts.forms import AddForm, ChannelForm, CodeForm, PushForm, QuietForm, address_help
from campaigns.alerts.models import Channel, ChannelKind, Owed, channels_of
from campaigns.forms import add_refusal
from campaigns.preferences.actions import keep
from campaigns.preferences.models import preferences_of
from rules.contract import Refused

REFUSED = 422


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def alerts(request: HttpRequest) -> HttpResponse:
    """All channels of the account, a form for another one, and the hours."""
    user, act = cast(User, request.user), request.POST.get("act", "")
    add = AddForm(request.POST if act == "add" else None)
    push = PushForm(request.POST if act == "push" else None)
    quiet = QuietForm(request.POST if act == "quiet" else None, instance=preferences_of(user))
    refusal: Refused | None = None
    if request.method == "POST":
        try:
            if act == "quiet" and quiet.is_valid():
                keep(user, quiet.cleaned_data)
                messages.success(request, gettext("Your hours are kept."))
                return redirect("alerts")
            form, kind = (push, ChannelKind.PUSH.value) if act == "push" else (add, request.POST.get("kind", ""))
            if act in ("add", "push") and form.is_valid():
                data = form.cleaned_data
                channel = actions.add_channel(user=user, kind=kind, name=data["name"], pasted=data["address"])
                messages.success(request, gettext("A code is on its way there. Give it back here."))
                return redirect("alert-channel", channel.pk)
        except Refused as no:
            if no.field in add.fields and act == "add":
                add_refusal(add, no)
            else:
                refusal = no
    errors = refusal or add.errors or push.errors or quiet.errors
    context = {
        "channels": channels_of(user.pk),
        "add": add,
        "push": push,
        "push_key": push_keys.pair().for_browsers,
        "quiet": quiet,
        "address_help": address_help(),
        "refusal": refusal,
    }
    return render(request, "alerts/list.html", context, status=REFUSED if errors else 200)


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def channel_page(request: HttpRequest, number: int) -> HttpResponse:
    """One channel: confirm it, choose what it gets and when, test it, or remove it."""
    user = cast(User, request.user)
    # Only a channel of this account is found.
    if (channel := actions.own_channel(user, number)) is None:
        raise Http404
    act = request.POST.get("act", "")
    code = CodeForm(request.POST if act == "confirm" else None)
    campaigns = actions.campaigns_of(channel)
    form = ChannelForm(channel, campaigns, request.POST if act == "keep" else None)
    refusal: Refused | None = None
    if request.method == "POST":
        try:
            if text := _done(user, channel, act, code, form):
                messages.success(request, text)
                return redirect("alerts") if act == "remove" else redirect("alert-channel", channel.pk)
        except Refused as no:
            refusal = no if act != "confirm" else None
            if act == "confirm":
                add_refusal(code, no)
    context: dict[str, object] = {
        "channel": channel,
        "code": code,
        "form": form,
        "secret": addresses.secret_of(channel),
        "refusal": refusal,
        "owed": actions.owed_on(channel),
    }
    errors = refusal or code.errors or form.errors
    return render(request, "alerts/channel.html", context, status=REFUSED if errors else 200)


def _done(user: User, channel: Channel, act: str, code: CodeForm, form: ChannelForm) -> str:
    """Carry out what the pressed button says; returns the message for it, "" if a form had errors."""
    if act == "confirm" and code.is_valid():
        actions.confirm(channel=channel, code=code.cleaned_data["code"])
        return gettext("This channel is confirmed.")
    if act == "keep" and form.is_valid():
        chosen = {int(key) for key in form.cleaned_data.get("told_of", ())}
        told_of = [each for each in actions.campaigns_of(channel) if each.pk in chosen]
        actions.change(
            channel=channel, name=form.cleaned_data["name"], daily=form.cleaned_data["daily"], told_of=told_of
        )
        return gettext("Your choices are kept.")
    if act == "code":
        actions.ask_for(user=user, channel=channel, what=Owed.CODE)
        return gettext("A new code is on its way.")
    if act == "test":
        actions.ask_for(user=user, channel=channel, what=Owed.TEST)
        return gettext("A test is on its way. Whether it was taken stands here in a moment.")
    if act == "remove":
        actions.remove(channel=channel)
        return gettext("The channel is removed.")
    return ""
