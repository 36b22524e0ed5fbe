"""Views of the campaigns app. Each passes a gate, checks a form, acts and responds."""

from __future__ import annotations

from typing import TypeVar
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from campaigns import access, actions, pages, shared_device
from campaigns.forms import InviteForm, JoinForm, StartForm, add_refusal
from campaigns.ledger import archive, doors, journal
from campaigns.locks import actions as locks
from campaigns.locks import cookies
from campaigns.locks.forms import LockForm, OfferWordsForm
from campaigns.maps.pages import dates_page
from campaigns.models import PlayMode
from campaigns.quotas.quotas import spend
from campaigns.request_data import NotPressed, check_pressed, next_in, whole_number
from campaigns.seats.pages import people_page
from campaigns.story.brief import brief
from campaigns.story.opened_rooms import opened_rooms_page
from campaigns.story.pages import journal_page
from rules import registry
from rules.contract import Refused

REFUSED, TOO_MANY = 422, 429
F = TypeVar("F", bound=Form)


@require_safe
def campaign_list(request: HttpRequest) -> HttpResponse:
    """The user's campaigns and what waits for him; a welcome page for those who are not logged in."""
    if not request.user.is_authenticated:
        return render(request, "campaigns/welcome.html", {"systems": [*registry.all_systems().values()]})
    page = pages.my_campaigns(request.user, archived="archived" in request.GET)
    return render(request, "campaigns/list.html", {"page": page})


@require_safe
def how_a_campaign_goes(request: HttpRequest) -> HttpResponse:
    """What the program does in a campaign, in the order in which it comes up."""
    return render(request, "campaigns/how.html")


@login_required
@require_http_methods(["GET", "POST"])
def campaign_start(request: HttpRequest) -> HttpResponse:
    """Found a campaign of the game given by ?system=."""
    assert request.user.is_authenticated
    systems = registry.all_systems()
    key = request.GET.get("system", next(iter(systems)))
    if key not in systems:
        raise Http404
    may_lock = cookies.may_lock(request)
    if request.POST.get("act") == "rulings":
        form = StartForm(systems[key], request.user, may_lock=may_lock, typed=request.POST.dict())
    else:
        form = _checked(StartForm(systems[key], request.user, _posted(request), may_lock=may_lock))
    lock = LockForm.of(_posted(request)) if form.wants_lock else None
    if request.method == "POST" and form.is_valid() and (lock is None or lock.confirmed()):
        try:
            options, seed, words = form.options(), form.seed.seed, lock.chosen() if lock else None
            with transaction.atomic():
                spend(request.user, "campaigns")
                seat = actions.start_campaign(
                    name=form.cleaned_data["name"],
                    system=form.system.key,
                    options=options,
                    side=form.cleaned_data["side"],
                    by=request.user,
                    seed=seed,
                    room_words=words,
                    **form.play_choices(),
                )
            invites = seat.campaign.play_mode == PlayMode.ACCOUNTS and len(form.system.sides) > 1
            where = "campaign-people" if invites else "campaign"
            return cookies.unlocked(request, redirect(where, seat.campaign.public_id), seat.way_in)
        except Refused as no:
            form.refuse(no)
    context = {"form": form, "lock": lock, "systems": systems, "chosen": systems[key]}
    errors = form.errors or (lock and lock.errors)
    return render(request, "campaigns/start.html", context, status=REFUSED if errors else 200)


@login_required
@require_GET
def campaign(request: HttpRequest, public_id: str) -> HttpResponse:
    """The campaign as the reader's seat sees it; with ?date=, for browsers without scripts, the front on that date."""
    seat = access.seat_or_404(request.user, public_id)
    page = pages.campaign_page(seat)
    is_asked = "date" in request.GET and page.map is not None
    front = dates_page(seat, whole_number(request.GET["date"]), small=True) if is_asked else None
    return render(request, "campaigns/campaign.html", {"page": page, "brief": brief(seat, page.frame), "front": front})


@login_required
@require_GET
def campaign_honest(request: HttpRequest, public_id: str) -> HttpResponse:
    """What was published about the dice before they were rolled, and what proves that nothing was changed since."""
    seat = access.seat_or_404(request.user, public_id)
    return render(request, "campaigns/honest.html", {"page": pages.campaign_page(seat)})


@login_required
@require_GET
def campaign_rulings(request: HttpRequest, public_id: str) -> HttpResponse:
    """The campaign's rulings on what the rulebook leaves open; its page loads them on request."""
    seat = access.seat_or_404(request.user, public_id)
    return render(request, "campaigns/rulings.html", {"page": pages.campaign_page(seat)})


@login_required
@require_GET
def campaign_journal(request: HttpRequest, public_id: str) -> HttpResponse:
    """The journal by date, the newest first."""
    seat = access.seat_or_404(request.user, public_id)
    page = journal_page(seat, request.GET.dict())
    return render(request, "campaigns/journal.html", {"page": page})


@login_required
@require_GET
def opened_rooms(request: HttpRequest, public_id: str) -> HttpResponse:
    """What each side bought, got and knew, date by date, once the game is over."""
    seat = access.seat_or_404(request.user, public_id)
    page = opened_rooms_page(seat, request.GET.get("date", ""))
    return render(request, "campaigns/opened_rooms.html", {"page": page})


@login_required
@require_http_methods(["GET", "POST"])
def campaign_people(request: HttpRequest, public_id: str) -> HttpResponse:
    """Who sits where. A POST makes a link, which is shown only this once."""
    gate = access.seat_or_404 if request.method == "GET" else access.inviter_or_404
    seat = gate(request.user, public_id)
    form = _checked(InviteForm(people_page(seat).offers, _posted(request)))
    link, link_for, words, refusal = "", "", "", None
    if request.method == "POST" and form.is_valid():
        role, side = form.offered()
        try:
            with transaction.atomic():
                spend(seat.user, "invitations")
                offer, token = actions.invite(role=role, side=side, by=seat)
                words = locks.make_way_in(seat, offer=offer) if seat.side else ""
            link = request.build_absolute_uri(reverse("invitation", args=[token]))
            link_for = pages.seat_title(registry.get(seat.campaign.system), role, side)
        except Refused as no:
            seat, refusal = gate(request.user, public_id), no
    extra = {"link": link, "link_for": link_for, "room_words": words, "refusal": refusal}
    context = {"page": people_page(seat), "form": form, **extra}
    return render(request, "campaigns/people.html", context, status=REFUSED if form.errors or refusal else 200)


@login_required
@require_POST
def invitation_withdraw(request: HttpRequest, public_id: str, invitation_id: int) -> HttpResponse:
    """Withdraw a link."""
    seat = access.inviter_or_404(request.user, public_id)
    try:
        with transaction.atomic():
            actions.withdraw_invitation(invitation_id=invitation_id, by=seat)
            if seat.side:
                locks.drop_way_in(seat, invitation_id)
    except Refused as no:
        page = people_page(seat)
        context = {"page": page, "form": InviteForm(page.offers), "refusal": no}
        return render(request, "campaigns/people.html", context, status=REFUSED)
    return redirect("campaign-people", public_id)


@require_http_methods(["GET", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """What a link offers. Only a POST takes the seat, never opening the link."""
    offer = access.invitation_or_404(token)
    refusal = None
    needs, post = locks.needs(offer), _posted(request)
    lock = LockForm.of(post) if locks.LOCK in needs else None
    words = OfferWordsForm(locks.slots_for_offer(offer), post) if locks.WORDS in needs else None
    join = JoinForm(post) if access.brings_first_commander(offer) else None
    sent = [each for each in (lock, words, join) if each]
    if request.method == "POST" and request.user.is_authenticated and all(each.is_valid() for each in sent):
        try:
            check_pressed(request.POST)
            if needs:
                cookies.check_may_lock(request)
            opened = words.opened(offer) if words else None
            way_in = lock.chosen(opened) if lock else opened
            two = join is not None and join.cleaned_data["two_sign"]
            seat = actions.take_seat(token=token, by=request.user, way_in=way_in, two_sign=two)
            return cookies.unlocked(request, redirect(seat.campaign), seat.way_in)
        except Refused as no:
            if words and no.field == "words":
                add_refusal(words, no, "room_words")
            else:
                refusal = no
    system = registry.get(offer.campaign.system)
    context = {
        "offer": offer,
        "title": system.title,
        "place": pages.seat_title(system, offer.role, offer.side),
        "refusal": refusal,
        "lock": lock,
        "words": words,
        "join": join,
        "here": cookies.may_lock(request),
        "one_side": len(system.sides) == 1,
    }
    errors = refusal or any(each.errors for each in sent)
    return render(request, "campaigns/invitation.html", context, status=REFUSED if errors else 200)


@login_required
@require_http_methods(["GET", "POST"])
def campaign_device(request: HttpRequest, public_id: str) -> HttpResponse:
    """The hand-over of a shared device: whoever has it gets up, or a commander sits down with his PIN."""
    seats = access.shared_seats_or_404(request.user, public_id)
    refusal = None
    if request.method == "POST":
        seat = next((seat for seat in seats if seat.side == request.POST.get("side")), None)
        if seat is None:
            shared_device.get_up(request)
            to = {"to": request.POST["to"]} if "to" in request.POST else {}
            return _wiped(redirect(f"{reverse('campaign-device', args=[public_id])}?{urlencode(to)}".removesuffix("?")))
        try:
            misses = actions.check_pin(seat=seat, pin=request.POST.get("pin", ""))
        except Refused as no:
            refusal = no
        else:
            shared_device.sit_down(request, public_id, seat.side)
            if misses:
                text = gettext("Wrong PINs typed for your place since you last sat here: %(misses)s.")
                messages.warning(request, text % {"misses": misses})
            return _wiped(redirect(next_in(request, seat.campaign.get_absolute_url())))
    context = {"page": pages.device_page(seats, request.GET.get("to", "")), "refusal": refusal}
    return _wiped(render(request, "campaigns/device.html", context, status=REFUSED if refusal else 200))


def _wiped(response: HttpResponse) -> HttpResponse:
    """Tell the browser to clear its cache, so that nobody goes back to the other side's pages."""
    response["Clear-Site-Data"] = '"cache"'
    return response


@login_required
@require_GET
def campaign_file(request: HttpRequest, public_id: str) -> HttpResponse:
    """The campaign file with the rooms of the reader's seat."""
    seat = access.seat_or_404(request.user, public_id)
    try:
        spend(seat.user, "files")
    except Refused as no:
        return render(request, "quotas/spent.html", {"refusal": no}, status=TOO_MANY)
    pieces = archive.pieces(seat.campaign, access.rooms_of(seat), with_seed=seat.campaign.ended)
    response = HttpResponse(pieces, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="refit-room-{public_id}.json"'
    return response


@login_required
@require_GET
def campaign_beat(request: HttpRequest, public_id: str) -> HttpResponse:
    """How many entries the reader's pages count, and how many entries about dice doors there are.

    Pages poll it every few seconds if no stream gets through.
    """
    seat = access.seat_or_404(request.user, public_id)
    seen = journal.entry_count(seat.campaign, access.rooms_of(seat))
    return JsonResponse({"seen": seen, "dice": doors.unseen(seat.campaign)})


def _posted(request: HttpRequest) -> QueryDict | None:
    """The data to bind a form to; None unless it is a POST, even an empty one."""
    return request.POST if request.method == "POST" else None


def _checked(form: F) -> F:
    """The form, with an error if it was sent with Enter in a field and not with its button."""
    if form.is_bound and not form.data.get("act"):
        no = NotPressed()
        form.add_error(None, f"{no.message} {no.way_out}")
    return form
