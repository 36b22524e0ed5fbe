"""The views of the refit wizard: one for all steps, and those for conceding, draft versions and the map."""

from __future__ import annotations

from contextlib import nullcontext, suppress

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods

from campaigns import access, actions, drafts
from campaigns.ledger import journal, seats_anew
from campaigns.models import Role, Seat
from campaigns.quotas.reading import one_reading
from campaigns.request_data import seen_in
from campaigns.teams import actions as teams
from campaigns.teams import signing
from refit import flow, steps, tapped, versions
from refit.idle import day as idle_day
from refit.vasl import filling
from rules import registry
from rules.contract import AnyState, CurrentStep, Order, Refused
from rules.features.idle import HasIdleDay

REFUSED = 422
DRAFT = "draft"
SVG = "image/svg+xml"


class StepDone(Refused):
    """Another step waits than the one of the page; nothing was done, and what was typed has no place any more."""

    def __init__(self) -> None:
        super().__init__(
            gettext("This step does not wait any more, so nothing was done."),
            way_out=gettext(
                "Your side has done it meanwhile, or something before it was taken back. What you typed there is not "
                "kept: look at what waits now."
            ),
        )


@login_required
@require_http_methods(["GET", "POST"])
def step(request: HttpRequest, public_id: str, key: str = "") -> HttpResponse:
    """The step that waits for the reader's side; a POST carries it out or saves a draft.

    Readers without a side are redirected to the campaign's page.
    """
    if request.method == "POST":
        return _press(request, public_id)
    if key and (pressed := request.GET.get(steps.GATE)):
        return _gate(request, public_id, key, pressed)
    seat = access.seat_or_404(request.user, public_id)
    if not seat.side:
        return redirect("campaign", public_id)
    state = steps.state_for(seat)
    # A page that updates itself asks for whatever step waits now; it gets it without a redirect, as its URL stays.
    follows = request.htmx and not key  # type: ignore[attr-defined]
    if not follows and key != (waiting := steps.key_of(steps.current_step(seat, state))):
        query = f"?{request.GET.urlencode()}" if request.GET else ""  # the next page reports what was recorded
        return redirect(steps.step_url(seat, waiting) + query)
    act = request.GET.get(actions.RECORDED, "")
    page = flow.page(seat, state, act=act)
    return render(request, page.template, {"page": page})


@login_required
@require_GET
def step_map(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """The map of the step that waits as an SVG picture to press, with what its draft places."""
    seat = access.seat_or_404(request.user, public_id)
    state = steps.state_for(seat)
    current = steps.current_step(seat, state)
    if current is None or current.spec.key != key:
        raise Http404
    on = tapped.of_draft(seat, state, current, drafts.saved_each(seat, steps.keys_of(current)))
    if on is None:
        raise Http404
    return HttpResponse(on.figure.file, content_type=SVG)


@login_required
@require_http_methods(["GET", "POST"])
def act(request: HttpRequest, public_id: str, kind: str) -> HttpResponse:
    """An act that belongs to no step: conceding the campaign. The first POST leads to its gate, which is a GET."""
    order, asks = Order(kind), request.POST.get("act") != kind + steps.CONFIRMED
    try:
        with access.locked_seat_or_404(request.user, public_id) as seat:
            state = steps.state_for(seat)
            reads = request.method == "GET"
            seen = journal.entry_count(seat.campaign, access.rooms_of(seat)) if reads else seen_in(request.POST)
            if asks:
                bound = actions.preview_undo(order=order, by=seat, seen=seen, state=state)
                page = flow.concession(seat, state, bound)
                return render(request, "refit/gate.html", {"page": page}) if reads else redirect(request.path)
            state = actions.submit_order(order=order, by=seat, seen=seen, state=state).state
    except Refused as no:
        return _refused(request, public_id, no, {})
    return redirect(steps.waiting_url(seat, state))


@login_required
@require_http_methods(["GET", "POST"])
def draft_versions(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """The versions of a draft side by side; a POST chooses one or merges them."""
    refusal: Refused | None = None
    with access.locked_seat_or_404(request.user, public_id) as seat:
        current = steps.current_step(seat, steps.state_for(seat))
        draft = drafts.saved(seat, key)
        if current is None or current.spec.key != key or draft is None or not draft.beside:
            settled = gettext("There is nothing to choose: somebody of your side kept one version, or did the step.")
            messages.warning(request, settled)
            return redirect(steps.step_url(seat, steps.key_of(current)))
        if request.method == "POST":
            try:
                data = versions.chosen_entries(draft, request.POST.get("act", ""), request.POST)
                actions.merge_draft(step=key, data=data, by=seat, revision=request.POST.get("revision", ""))
                messages.success(request, gettext("One version is kept, and it is the draft of your side."))
                return redirect(steps.step_url(seat, key))
            except Refused as no:
                refusal = no
        page = versions.versions_page(seat, current, draft, refusal)
    return render(request, "refit/versions.html", {"page": page}, status=REFUSED if refusal else 200)


def _press(request: HttpRequest, public_id: str) -> HttpResponse:
    """Carry out what was pressed at the step that waits, all under one lock; refused if the page is of another step.

    A button with a gate saves a draft and leads to the gate, whose own button does the work. A press that would ignore
    another version of the draft only saves its own version and shows all versions. Where two members of the side have
    to sign acts with a gate, the first press there only signs.
    """
    key, pressed, typed = request.POST.get("step", ""), request.POST.get("act") or DRAFT, steps.typed_in(request.POST)
    act, stamp = pressed.removesuffix(steps.CONFIRMED), steps.stamp_in(request.POST)
    draft, at_gate, done = None, False, None
    reading = one_reading(request.user) if act == filling.FILL else nullcontext()
    try:
        steps.check_lengths(typed)
        with reading, access.locked_seat_or_404(request.user, public_id) as seat:
            state = steps.state_for(seat)
            current = steps.current_step(seat, state)
            if current is None or current.spec.key != key:
                typed = {}
                raise StepDone
            if act == filling.FILL:
                typed, places = filling.with_save(seat, current, typed, request.POST.dict())
                draft = actions.save_draft(step=key, data=typed, by=seat, stamp=stamp)
                filling.tell(request, places)
            elif act == DRAFT:
                typed = tapped.with_tap(seat, state, current, typed, request.POST.dict())
                draft = actions.save_draft(step=key, data=typed, by=seat, stamp=stamp)
            else:
                seen = seen_in(request.POST)
                draft, at_gate = _at_gate(seat, state, current, pressed, typed, stamp, seen)
                if draft is None:
                    order = steps.order(current, act, typed)
                    done = actions.submit_order(
                        order=order, by=seat, seen=seen, step=key, typed=typed, stamp=stamp, state=state
                    )
                    state = _after(seat, done, current, typed)
    except drafts.Clash:
        return _clash(request, public_id, key, typed, stamp)
    except Refused as no:
        return _refused(request, public_id, no, typed, stamp)
    if done:
        return redirect(done.address(steps.waiting_url(seat, state)))
    assert draft is not None
    if act == DRAFT or (act == filling.FILL and not draft.beside):
        return _drafted(request, seat, state, current, typed, draft, stamp)
    return _led_on(request, seat, key, act, draft, at_gate)


def _led_on(
    request: HttpRequest, seat: Seat, key: str, act: str, draft: drafts.SavedDraft, at_gate: bool
) -> HttpResponse:
    """On from a press that has done nothing yet: to another version of the draft, to its gate, or signed."""
    if draft.beside:
        return redirect(steps.versions_url(seat, key))
    if at_gate:
        return redirect(steps.gate_url(seat, key, act))
    text = gettext("You have signed. It is done when a second one of your side, a commander, signs it too.")
    messages.success(request, text)
    return redirect(steps.step_url(seat, key))


def _gate(request: HttpRequest, public_id: str, key: str, act: str) -> HttpResponse:
    """The gate of a step's button, over the draft that the reader saved by pressing it; else the step's own page.

    It is read, not posted, so that a browser can come back to it; its address tells nothing that was entered. Of two
    who press at the same moment, the draft of one counts and leads to a gate; the other chooses between versions.
    """
    with suppress(Refused), access.locked_seat_or_404(request.user, public_id) as seat:
        draft, state = drafts.saved(seat, key), steps.state_for(seat)
        current = steps.current_step(seat, state)
        if current is not None and current.spec.key == key and draft is not None:
            if draft.by != seat.user.get_username():
                return redirect(steps.versions_url(seat, key) if draft.beside else steps.step_url(seat, key))
            typed, seen = dict(draft.data), journal.entry_count(seat.campaign, access.rooms_of(seat))
            if gate := steps.gate(current, act, typed):
                first, order = _is_first(seat, key, act, typed), steps.order(current, act, typed)
                bound = actions.preview_undo(order=order, by=seat, seen=seen, state=state, step=key)
                page = flow.gate_page(seat, state, gate, bound, current.spec, act, typed, draft, signs_first=first)
                return render(request, "refit/gate.html", {"page": page})
    return redirect("refit-step", public_id, key)


def _at_gate(
    seat: Seat,
    state: AnyState,
    current: CurrentStep,
    pressed: str,
    typed: dict[str, str],
    stamp: drafts.Stamp,
    seen: int,
) -> tuple[drafts.SavedDraft | None, bool]:
    """Save the draft of a press that meets a gate or is a first signature; returns it, and whether the gate is next.

    Returns (None, False) if the order is to be carried out now. `seat` is locked. The first signer reads the same gate
    as the second.
    """
    key, act = current.spec.key, pressed.removesuffix(steps.CONFIRMED)
    gate = steps.gate(current, act, typed)
    first = bool(gate) and _is_first(seat, key, act, typed)
    if gate is None or (act != pressed and not first):
        return None, False
    actions.preview_undo(order=steps.order(current, act, typed), by=seat, seen=seen, state=state, step=key)
    if act != pressed:
        return teams.sign(step=key, data=typed, act=act, by=seat, stamp=stamp), False
    return actions.save_draft(step=key, data=typed, by=seat, stamp=stamp), True


def _after(seat: Seat, done: actions.OrderResult, before: CurrentStep, typed: dict[str, str]) -> AnyState:
    """Save drafts of follow-ups not done and run an Idle Day on; returns the state after that. `seat` is locked."""
    if rest := steps.rest_of(seat, done.state, before, typed):
        actions.save_rest(waiting=rest.waiting, done=rest.done, by=seat)
    system = registry.get(seat.campaign.system)
    return idle_day.goes_on(seat, done.state) if isinstance(system, HasIdleDay) else done.state


def _is_first(seat: Seat, key: str, act: str, typed: dict[str, str]) -> bool:
    """Whether a press at a gate is a first signature: two are needed, and nobody else has signed the same entries."""
    if len(seats_anew.listed(seat.campaign).members(seat.side)) < 2 or not signing.asks_two(seat):
        return False  # a side with a single member has nobody else to ask
    return seat.role != Role.COMMANDER or not signing.has_first(seat, drafts.saved(seat, key), typed, act)


def _clash(request: HttpRequest, public_id: str, key: str, typed: dict[str, str], stamp: drafts.Stamp) -> HttpResponse:
    """Save what was typed beside the draft that its page had not shown; nothing was carried out."""
    try:
        with access.locked_seat_or_404(request.user, public_id) as seat:
            actions.save_draft(step=key, data=typed, by=seat, stamp=stamp)
    except Refused as no:
        return _refused(request, public_id, no, typed, stamp)
    return redirect(steps.versions_url(seat, key))


def _drafted(
    request: HttpRequest,
    seat: Seat,
    state: AnyState,
    current: CurrentStep,
    typed: dict[str, str],
    draft: drafts.SavedDraft,
    stamp: drafts.Stamp,
) -> HttpResponse:
    """The answer to a saved draft: for htmx the parts of the page that change, else a redirect to page or versions."""
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "refit/_drafted.html", {"page": flow.drafted(seat, state, current, typed, draft, stamp)})
    if dict(draft.data) != typed:
        return redirect(steps.versions_url(seat, current.spec.key))
    if len(registry.get(seat.campaign.system).sides) == 1:
        messages.success(request, gettext("Kept as a draft of your side."))
    else:
        messages.success(request, gettext("Kept as a draft of your side. The other side learns nothing of it."))
    return redirect(steps.step_url(seat, current.spec.key))


def _refused(
    request: HttpRequest, public_id: str, no: Refused, typed: dict[str, str], stamp: drafts.Stamp | None = None
) -> HttpResponse:
    """The page again with the refusal and all that was typed; with the draft if nothing was typed."""
    if isinstance(no, StepDone) and request.htmx:  # type: ignore[attr-defined]
        messages.error(request, f"{no.message} {no.way_out}")  # on the page of the step that waits, whole
        return redirect("refit-home", public_id)
    fresh = access.seat_or_404(request.user, public_id)
    page = flow.page(fresh, steps.state_for(fresh), typed or None, no, stamp=stamp)
    return render(request, page.template, {"page": page}, status=REFUSED)
