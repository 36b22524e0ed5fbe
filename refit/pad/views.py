"""The views of a battle pad: its page, and the address to which its script sends entries."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse, RawPostDataException
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from campaigns import access
from campaigns.guards import check_drafter
from campaigns.request_data import check_pressed
from refit.pad.device import DeviceKey
from refit.pad.kept import GROUND, NOTE, TIMES, UNDO, KeptEntry, SidePad, was_settled
from refit.pad.pages import PadPage, SideAtPad
from refit.pad.recording import Taken, record, take
from rules.contract import Refused
from rules.features.battle_pad import PLACED
from rules.ground.painting import HEXES

REFUSED = 422
TAP, RECORD = "tap", "record"
WRITTEN = {NOTE: "note", **dict.fromkeys(GROUND, HEXES)}
"""The entries made by typing, with the names of their form fields."""
MOST_SENT = 100
"""The most entries taken from a device at once; it sends the rest afterwards."""


@login_required
@require_http_methods(["GET", "POST"])
def pad(request: HttpRequest, public_id: str) -> HttpResponse:
    """A side's counters as tiles to tap while a scenario is played; a POST makes one entry, or records all."""
    if request.method == "GET":
        at = SideAtPad.of(access.seat_or_404(request.user, public_id))
        return _render_page(request, at.page(request.GET.get("mode", "")))
    act, typed, mode = request.POST.get("act", ""), request.POST.dict(), request.POST.get("mode", "")
    try:
        check_pressed(request.POST)
        with access.locked_seat_or_404(request.user, public_id) as seat:
            at = SideAtPad.of(seat)
            side_pad = _kept_or_refused(at)
            if act == RECORD:
                done = record(at, side_pad, seen=typed.get("revision", ""))
                return redirect(done.address(reverse("refit-home", args=[public_id])))
            _take_one(at, side_pad, act, mode, typed)
    except Refused as no:
        fresh = SideAtPad.of(access.seat_or_404(request.user, public_id))
        return _render_page(request, fresh.page(mode, typed, no))
    return redirect(f"{request.path}?{urlencode({'mode': mode})}" if mode else request.path)


@login_required
@require_http_methods(["GET", "POST"])
def entries(request: HttpRequest, public_id: str) -> JsonResponse:
    """The pad as JSON for its script, with the key for the device's storage; a POST brings entries that waited there.

    Entries have ids from the device, so those sent twice are stored once; the answer says why others are not stored. If
    the device's data is another person's (its mark differs), the answer is an empty 409 and nothing is stored.
    """
    taken = Taken()
    if request.method == "POST":
        try:
            sent = json.loads(request.body)
            values, mark = list(sent["entries"])[:MOST_SENT], sent["mark"]
        except (ValueError, TypeError, KeyError, RecursionError, RawPostDataException):  # the last: a multipart form
            access.seat_or_404(request.user, public_id)  # a 404 for users without a seat
            return JsonResponse({}, status=400)
        try:
            with access.locked_seat_or_404(request.user, public_id) as seat:
                at = SideAtPad.of(seat)
                key = DeviceKey.of(seat)
                if key is None or key.mark != mark:
                    return JsonResponse({}, status=409)
                taken = _taken(at, values)
        except Refused:  # too many drafts in a day: the device sends them again
            return JsonResponse({}, status=429)
    at = SideAtPad.of(access.seat_or_404(request.user, public_id))
    key = DeviceKey.of(at.seat)
    refusals = {id_: f"{no.message} {no.way_out}" for id_, no in taken.refused.items()}
    return JsonResponse(
        {
            "kept": taken.accepted,
            "refused": refusals,
            "reader": at.seat.user.get_username(),
            "device": asdict(key) if key else None,
            "X-CSRFToken": get_token(request),
            "pad": at.page().data,
        }
    )


def _taken(at: SideAtPad, values: Sequence[object]) -> Taken:
    """Store the entries a device sent; what is no entry is refused under its id, if it has one."""
    name, batch = at.seat.user.get_username(), list[KeptEntry]()
    taken = Taken()
    for value in values:
        if entry := KeptEntry.posted(value, name):
            batch.append(entry)
        elif isinstance(value, Mapping) and isinstance(value.get("id"), str):
            taken.refused[value["id"][:40]] = _no_entry()
    try:
        side_pad = _kept_or_refused(at)
    except Refused as no:
        settled = [each.id for each in batch if was_settled(at.seat, each)]
        others = {each.id: no for each in batch if each.id not in settled}
        return Taken(settled, {**taken.refused, **others})
    done = take(at, side_pad, batch)
    return Taken(done.accepted, {**taken.refused, **done.refused})


def _kept_or_refused(at: SideAtPad) -> SidePad:
    """The pad of the scenario in hand; raises Refused if none is played or the seat may not enter anything."""
    check_drafter(at.seat)
    side_pad = at.side_pad()
    if side_pad is None:
        raise Refused(
            gettext("No scenario is being played."), way_out=gettext("Losses of now are entered under Forces.")
        )
    return side_pad


def _take_one(at: SideAtPad, side_pad: SidePad, act: str, mode: str, typed: Mapping[str, str]) -> None:
    """Store the entry of a form; raises Refused if it can't be stored or does not fit the counters there are."""
    pressed, _, on = act.partition(":")
    what = mode if pressed == TAP else pressed
    tapped = bool(on) and what not in (UNDO, TIMES, *WRITTEN)
    name, note = at.seat.user.get_username(), typed.get(WRITTEN.get(act, ""), "")
    if tapped and what == PLACED:
        on = f"{typed.get(PLACED, '').strip().replace(' ', '') or '-'} {on}"
    # The id is derived from page and button, so that a form sent twice makes one entry.
    press = " ".join([at.seat.campaign.public_id, name, typed.get("revision", ""), act, mode, note or on])
    entry = KeptEntry.posted(
        {
            "id": str(uuid.uuid5(uuid.NAMESPACE_OID, press)),
            "what": what,
            "on": note or on,
            "scenario": side_pad.scenario,
        },
        name,
    )
    if entry is None:
        raise _no_entry()
    after = at.after(side_pad.with_entry(entry).taps)
    changed = on.partition(" ")[0] if what == TIMES else entry.id
    for line in after.lines if after and what != UNDO else ():
        if line.wrong and line.entry.id == changed:
            raise line.wrong
    if no := take(at, side_pad, [entry]).refused.get(entry.id):
        raise no


def _no_entry() -> Refused:
    return Refused(
        gettext("This is no entry of the pad."), way_out=gettext("Tap a counter, or write a note of up to 200 letters.")
    )


def _render_page(request: HttpRequest, page: PadPage) -> HttpResponse:
    return render(request, "refit/pad.html", {"page": page}, status=REFUSED if page.refusal else 200)
