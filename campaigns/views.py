"""Pages of the campaigns app: gate, form, act, answer."""

from __future__ import annotations

import json
from typing import TypeVar

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns import access, actions, pages, shared_device
from campaigns.forms import ImportForm, InviteForm, SaltForm, StartForm
from campaigns.guards import NotPressed, check_pressed
from campaigns.ledger import archive, journal
from campaigns.models import PlayMode, Seat
from campaigns.onward import next_in
from rules import registry
from rules.contract import Refused

REFUSED = 422
F = TypeVar("F", bound=Form)


@require_GET
def campaign_list(request: HttpRequest) -> HttpResponse:
    """My campaigns and what waits on me; for those who are not logged in, what this is."""
    if not request.user.is_authenticated:
        return render(request, "campaigns/welcome.html")
    return render(request, "campaigns/list.html", {"rows": pages.my_campaigns(request.user)})


@login_required
@require_http_methods(["GET", "POST"])
def campaign_start(request: HttpRequest) -> HttpResponse:
    """Found a campaign; the game is chosen by ?system=."""
    assert request.user.is_authenticated
    systems = registry.all_systems()
    key = request.GET.get("system", next(iter(systems)))
    if key not in systems:
        raise Http404
    form = _checked(StartForm(systems[key], request.user, _posted(request)))
    if request.method == "POST" and form.is_valid():
        try:
            chosen = {key: form.cleaned_data[key] for key in ("name", "side")}
            made = {
                "salt": form.cleaned_data["words"],
                "options": form.options(),
                "seed": form.seed.seed,
                **form.table(),
            }
            seat = actions.start_campaign(system=form.system.key, by=request.user, **chosen, **made)
            invites = seat.campaign.play_mode == PlayMode.ACCOUNTS and len(form.system.sides) > 1
            where = "campaign-people" if invites else "campaign"
            return redirect(where, seat.campaign.public_id)
        except Refused as no:
            form.refuse(no)
    context = {"form": form, "systems": systems, "chosen": systems[key]}
    return render(request, "campaigns/start.html", context, status=REFUSED if form.errors else 200)


@login_required
@require_http_methods(["GET", "POST"])
def campaign_import(request: HttpRequest) -> HttpResponse:
    """Go on with the campaign of a file; the other side is invited afterwards."""
    sides = {key: name for system in registry.all_systems().values() for key, name in system.sides.items()}
    form = _checked(ImportForm(sides, _posted(request), request.FILES or None))
    if request.method == "POST" and form.is_valid():
        try:
            file = archive.read(form.cleaned_data["file"].read(archive.MOST_BYTES + 1))
            assert request.user.is_authenticated
            brought = actions.import_campaign(file=file, commanders={form.cleaned_data["side"]: request.user})
            return redirect("campaign-people", brought.public_id)
        except archive.UnreadableFile as error:
            form.refuse(str(error))
        except Refused as no:
            form.refuse(no.message, no.field)
    return render(request, "campaigns/import.html", {"form": form}, status=REFUSED if form.errors else 200)


@login_required
@require_GET
def campaign(request: HttpRequest, public_id: str) -> HttpResponse:
    """The campaign as the reader's seat sees it."""
    seat = access.seat_or_404(request.user, public_id)
    return render(request, "campaigns/campaign.html", {"page": pages.campaign_page(seat)})


@login_required
@require_GET
def campaign_journal(request: HttpRequest, public_id: str) -> HttpResponse:
    """What happened, the newest first."""
    seat = access.seat_or_404(request.user, public_id)
    number = request.GET.get("page", "1")
    page = pages.journal_page(seat, int(number) if number.isascii() and number.isdigit() and len(number) < 7 else 1)
    return render(request, "campaigns/journal.html", {"page": page})


@login_required
@require_http_methods(["GET", "POST"])
def campaign_people(request: HttpRequest, public_id: str) -> HttpResponse:
    """Who sits where; a commander makes a link, which is shown this once."""
    gate = access.seat_or_404 if request.method == "GET" else access.commander_or_404
    seat = gate(request.user, public_id)
    form = _checked(InviteForm(pages.people_page(seat).offers, _posted(request)))
    link, link_for, refusal = "", "", None
    if request.method == "POST" and form.is_valid():
        role, side = form.offered()
        try:
            _, token = actions.invite(role=role, side=side, by=seat)
            link = request.build_absolute_uri(reverse("invitation", args=[token]))
            link_for = pages.seat_title(registry.get(seat.campaign.system), role, side)
        except Refused as no:
            refusal = no
    shown = {"link": link, "link_for": link_for, "refusal": refusal}
    context = {"page": pages.people_page(seat), "form": form, **shown}
    return render(request, "campaigns/people.html", context, status=REFUSED if form.errors or refusal else 200)


@login_required
@require_POST
def invitation_withdraw(request: HttpRequest, public_id: str, invitation_id: int) -> HttpResponse:
    """Make a link worthless."""
    seat = access.commander_or_404(request.user, public_id)
    try:
        actions.withdraw_invitation(invitation_id=invitation_id, by=seat)
    except Refused as no:
        return _people_refused(request, seat, no)
    return redirect("campaign-people", public_id)


@login_required
@require_POST
def umpire_admit(request: HttpRequest, public_id: str, seat_id: int) -> HttpResponse:
    """Let an umpire into the room of one's own side."""
    seat = access.commander_or_404(request.user, public_id)
    try:
        actions.admit_umpire(seat_id=seat_id, by=seat)
    except Refused as no:
        return _people_refused(request, seat, no)
    return redirect("campaign-people", public_id)


@require_http_methods(["GET", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """What a link offers; the seat is taken by pressing the button, never by opening the link."""
    offer = access.invitation_or_404(token)
    form, refusal = SaltForm(_posted(request)) if access.owes_salt(offer) else None, None
    if request.method == "POST" and request.user.is_authenticated and (form is None or form.is_valid()):
        salt = form.cleaned_data["words"] if form else None
        try:
            check_pressed(request.POST)
            return redirect(actions.take_seat(token=token, by=request.user, salt=salt).campaign)
        except Refused as no:
            if form and no.field in form.fields:
                form.refuse(no)
            else:
                refusal = no
    system = registry.get(offer.campaign.system)
    context = {
        "offer": offer,
        "title": system.title,
        "place": pages.seat_title(system, offer.role, offer.side),
        "refusal": refusal,
        "form": form,
        "given": pages.salts_given(offer.campaign),
    }
    return render(
        request, "campaigns/invitation.html", context, status=REFUSED if refusal or (form and form.errors) else 200
    )


@login_required
@require_http_methods(["GET", "POST"])
def campaign_device(request: HttpRequest, public_id: str) -> HttpResponse:
    """Between two commanders of one device: who has it gets up, or a commander sits down."""
    seats = access.shared_seats_or_404(request.user, public_id)
    refusal = None
    if request.method == "POST":
        seat = next((seat for seat in seats if seat.side == request.POST.get("side")), None)
        if seat is None:
            shared_device.get_up(request)
            return _wiped(redirect("campaign-device", public_id))
        try:
            misses = actions.check_pin(seat=seat, pin=request.POST.get("pin", ""))
        except Refused as no:
            refusal = no
        else:
            shared_device.sit_down(request, public_id, seat.side)
            if misses:
                wrong = gettext("Wrong PINs typed for your seat since you last sat here: %(misses)s.")
                messages.warning(request, wrong % {"misses": misses})
            return _wiped(redirect(next_in(request, seat.campaign.get_absolute_url())))
    context = {"page": pages.device_page(seats), "refusal": refusal}
    return _wiped(render(request, "campaigns/device.html", context, status=REFUSED if refusal else 200))


def _wiped(response: HttpResponse) -> HttpResponse:
    """The browser is to forget what it kept of the pages before."""
    response["Clear-Site-Data"] = '"cache"'
    return response


@login_required
@require_GET
def campaign_file(request: HttpRequest, public_id: str) -> HttpResponse:
    """The campaign as a file, with the rooms of the reader's seat."""
    seat = access.seat_or_404(request.user, public_id)
    ended = seat.campaign.ended
    made = archive.export_campaign(seat.campaign, access.rooms_of(seat), with_seed=ended)
    response = HttpResponse(json.dumps(made, ensure_ascii=False, indent=1), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="refit-room-{public_id}.json"'
    return response


@login_required
@require_GET
def campaign_beat(request: HttpRequest, public_id: str) -> HttpResponse:
    """How many entries the reader may see; asked every few seconds where no stream comes through."""
    seat = access.seat_or_404(request.user, public_id)
    return JsonResponse({"seen": journal.entry_count(seat.campaign, access.rooms_of(seat))})


def _posted(request: HttpRequest) -> QueryDict | None:
    """What a form is bound to; an empty POST is a POST."""
    return request.POST if request.method == "POST" else None


def _checked(form: F) -> F:
    """The form, with an error if it was sent by Enter in a field and not by its button."""
    if form.is_bound and not form.data.get("act"):
        no = NotPressed()
        form.add_error(None, f"{no.message} {no.way_out}")
    return form


def _people_refused(request: HttpRequest, seat: Seat, no: Refused) -> HttpResponse:
    page = pages.people_page(seat)
    context = {"page": page, "form": InviteForm(page.offers), "refusal": no}
    return render(request, "campaigns/people.html", context, status=REFUSED)
