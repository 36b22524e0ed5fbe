"""Views for organisers of the club: announcements, acts on a campaign, other organisers, invitations."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from campaigns import access
from campaigns.club import actions, members, pages
from campaigns.club.forms import AnnouncementForm, LinkForm, MailForm, OrganiserForm
from campaigns.club.gates import for_members, for_organisers
from campaigns.club.rights import may_appoint
from campaigns.forms import add_refusal
from campaigns.request_data import check_pressed, whole_number
from rules.contract import Refused

REFUSED = 422


@for_organisers
@require_http_methods(["GET", "POST"])
def announcements(request: HttpRequest) -> HttpResponse:
    """Publish announcements to all members, or remove them."""
    assert request.user.is_authenticated
    act = request.POST.get("act", "")
    form, refusal = AnnouncementForm(request.POST if request.method == "POST" and act != "remove" else None), None
    if request.method == "POST":
        try:
            check_pressed(request.POST)
            if act == "remove":
                members.take_down(number=whole_number(request.POST.get("number", "")), by=request.user)
                return redirect("club-announcements")
            if form.is_valid():
                members.announce(text=form.cleaned_data["text"], by=request.user)
                return redirect("club")
        except Refused as no:
            refusal = no
    context = {"form": form, "refusal": refusal, "announcements": pages.announcements()}
    return render(request, "club/announcements.html", context, status=REFUSED if refusal or form.errors else 200)


@login_required
@for_organisers
@require_http_methods(["GET", "POST"])
def campaign(request: HttpRequest, public_id: str) -> HttpResponse:
    """Remind a side of a campaign, offer it a stand-in, or put the campaign into the club's archive."""
    assert request.user.is_authenticated
    row, refusal = pages.listed_row(access.listing_or_404(public_id), request.user), None
    if request.method == "POST":
        act, side = request.POST.get("act", ""), request.POST.get("side", "")
        try:
            check_pressed(request.POST)
            if act == "remind":
                actions.remind(campaign=row.campaign, side=side, by=request.user)
            elif act == "offer":
                username = request.POST.get("who", "")
                actions.offer_stand_in(campaign=row.campaign, side=side, username=username, by=request.user)
            elif act in ("archive", "back"):
                actions.archive(campaign=row.campaign, archived=act == "archive", by=request.user)
            messages.success(request, gettext("Done. It stands in the journal of the campaign."))
            return redirect("club-campaign", public_id)
        except Refused as no:
            refusal = no
    context = {"row": row, "refusal": refusal, "stand_ins": pages.stand_ins()}
    return render(request, "club/act.html", context, status=REFUSED if refusal else 200)


@for_members
@require_http_methods(["GET", "POST"])
def organisers(request: HttpRequest) -> HttpResponse:
    """The organisers; they and the host appoint others, or end the role."""
    assert request.user.is_authenticated
    if not may_appoint(request.user):
        raise Http404
    act = request.POST.get("act", "")
    form, refusal = OrganiserForm(request.POST if request.method == "POST" and act != "remove" else None), None
    if request.method == "POST":
        try:
            check_pressed(request.POST)
            if act == "remove":
                members.dismiss(name=request.POST.get("name", ""))
                return redirect("club-organisers" if may_appoint(request.user) else "club")
            if form.is_valid():
                members.appoint(name=form.cleaned_data["name"])
                return redirect("club-organisers")
        except Refused as no:
            if no.field in form.fields and form.is_bound:
                add_refusal(form, no)
            else:
                refusal = no
    context = {"form": form, "refusal": refusal, "organisers": pages.organisers()}
    return render(request, "club/organisers.html", context, status=REFUSED if refusal or form.errors else 200)


@for_organisers
@require_http_methods(["GET", "POST"])
def invitations(request: HttpRequest) -> HttpResponse:
    """Invite people to register: by a link that several can use, or each by a mail of his own."""
    assert request.user.is_authenticated
    act, link, refusal = request.POST.get("act", ""), "", None
    form = LinkForm(request.POST if act == "link" else None)
    mails = MailForm(request.POST if act == "mail" else None)
    if request.method == "POST":
        try:
            check_pressed(request.POST)
            if act == "link" and form.is_valid():
                link = members.new_link(most=form.cleaned_data["most"], days=form.cleaned_data["days"], by=request.user)
            elif act == "mail" and mails.is_valid():
                sent = members.invite_by_mail(addresses=mails.cleaned_data["addresses"], by=request.user)
                messages.success(request, gettext("Invitations sent: %(number)s.") % {"number": sent})
                return redirect("club-invitations")
            elif act == "withdraw":
                members.withdraw_link(number=whole_number(request.POST.get("number", "")))
                return redirect("club-invitations")
        except Refused as no:
            refusal = no
    errors = refusal or form.errors or mails.errors
    context = {"form": form, "mails": mails, "link": link, "refusal": refusal, "links": members.open_links()}
    return render(request, "club/invitations.html", context, status=REFUSED if errors else 200)
