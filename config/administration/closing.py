"""The host's notice that a campaign is ended or removed, given and taken back in the administration.

It is what `manage.py close_campaign` does: everybody with a part in the campaign is told, it stands in its journal, and
nothing becomes of it before its day.
"""

from __future__ import annotations

from datetime import timedelta

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods

from campaigns import guards
from campaigns.closing import actions
from campaigns.closing.models import What
from campaigns.closing.waiting import all_waiting
from campaigns.forms import WholeNumberField
from campaigns.ledger import seats_anew
from campaigns.models import Campaign
from rules.contract import Refused

REFUSED = 422
LONGEST_NOTICE = 365


class NoticeForm(forms.Form):
    """What is to become of a campaign, why, and after how many days."""

    what = forms.ChoiceField(label=gettext_lazy("What is to be done"), choices=What.choices, widget=forms.RadioSelect)
    reason = forms.CharField(
        label=gettext_lazy("Why"),
        max_length=guards.LONGEST_REASON,
        help_text=gettext_lazy("Everybody who has a part in the campaign reads it."),
    )
    days = WholeNumberField(
        label=gettext_lazy("Days until then"),
        initial=actions.REMOVAL_NOTICE.days,
        low=1,
        high=LONGEST_NOTICE,
        help_text=gettext_lazy("A removal is announced at least 7 days before, an end 14."),
    )
    consent = forms.BooleanField(label=gettext_lazy("I want this to be announced to everybody at the table"))


@require_http_methods(["GET", "POST"])
def notice(request: HttpRequest, pk: int) -> HttpResponse:
    """What waits for a campaign, and the form of a notice."""
    if not (request.user.is_active and request.user.is_superuser):
        raise PermissionDenied
    campaign = get_object_or_404(Campaign, pk=pk)
    form = NoticeForm(request.POST if request.POST.get("act") == "give" else None)
    if request.POST.get("act") == "withdraw":
        return _withdraw(request, campaign)
    if form.is_valid():
        data = form.cleaned_data
        try:
            actions.give_notice(
                what=What(data["what"]),
                reason=data["reason"],
                by=None,
                campaign=campaign,
                notice=timedelta(days=data["days"]),
            )
        except Refused as no:
            form.add_error(no.field if no.field in form.fields else None, f"{no.message} {no.way_out}".strip())
        else:
            messages.success(request, gettext("Everybody at the table is told."))
            return redirect(request.path)
    context = {
        **admin.site.each_context(request),
        "title": gettext("End or remove: %(name)s") % {"name": campaign.name},
        "campaign": campaign,
        "closings": all_waiting(campaign, seats_anew.listed_if_told(campaign)),
        "form": form,
    }
    status = REFUSED if form.errors else 200
    return TemplateResponse(request, "admin/campaigns/campaign/notice.html", context, status=status)


def _withdraw(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    what = request.POST.get("what", "")
    try:
        actions.withdraw_notice(campaign=campaign, what=What(what) if what in What.values else What.END)
    except Refused as no:
        messages.error(request, f"{no.message} {no.way_out}".strip())
    else:
        messages.success(request, gettext("The notice is taken back."))
    return redirect(request.path)
