"""The refit wizard: one view for all steps."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from campaigns import access, actions, drafts
from campaigns.guards import StalePage, seen_in
from campaigns.models import Seat
from refit import flow, steps, versions
from rules.contract import CurrentStep, Order, Refused

REFUSED = 422
DRAFT = "draft"
ACTS = {"concede": "concede"}


@login_required
@require_http_methods(["GET", "POST"])
def step(request: HttpRequest, public_id: str, key: str = "") -> HttpResponse:
    """The step that waits for the reader's side; a press carries it out, or keeps a draft."""
    if request.method == "POST":
        return _press(request, public_id)
    seat = access.seat_or_404(request.user, public_id)
    view = flow.view_of(seat)
    if key != (waiting := steps.key_of(view.current)):
        return redirect(steps.step_url(seat, waiting))
    act = request.GET.get(actions.RECORDED, "")
    return render(request, "refit/step.html", {"page": flow.page(seat, view, act=act)})


@login_required
@require_POST
def act(request: HttpRequest, public_id: str, kind: str) -> HttpResponse:
    """An act that waits for no step: conceding the campaign, once its gate was read."""
    order, seen = Order(ACTS[kind]), seen_in(request.POST)
    try:
        with access.locked_seat_or_404(request.user, public_id) as seat:
            state = steps.state_for(seat, whole=True)
            if request.POST.get("act") != kind + steps.CONFIRMED:
                bound = actions.foresee(order=order, by=seat, seen=seen, state=state)
                return render(request, "refit/gate.html", {"page": flow.concession(seat, state, bound)})
            state = actions.submit_order(order=order, by=seat, seen=seen, state=state).state
    except Refused as no:
        return _refused(request, public_id, no, {})
    return redirect(steps.waiting_url(seat, state))


@login_required
@require_http_methods(["GET", "POST"])
def draft_versions(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """The versions of a draft beside each other; a press chooses between them or makes one of them."""
    refusal: Refused | None = None
    with access.locked_seat_or_404(request.user, public_id) as seat:
        current = steps.current_step(seat, steps.state_for(seat, whole=False))
        draft = drafts.saved(seat, key)
        if current is None or current.spec.key != key or draft is None or not draft.beside:
            settled = gettext("There is nothing to choose: somebody of your side kept one version, or did the step.")
            messages.warning(request, settled)
            return redirect(steps.step_url(seat, steps.key_of(current)))
        if request.method == "POST":
            try:
                data = versions.chosen(draft, request.POST.get("act", ""), request.POST)
                actions.settle_draft(step=key, data=data, by=seat, revision=request.POST.get("revision", ""))
                messages.success(request, gettext("One version is kept, and it is the draft of your side."))
                return redirect(steps.step_url(seat, key))
            except Refused as no:
                refusal = no
        page = versions.versions_page(seat, current, draft, refusal)
    return render(request, "refit/versions.html", {"page": page}, status=REFUSED if refusal else 200)


def _press(request: HttpRequest, public_id: str) -> HttpResponse:
    """Carry out what was pressed at the step that waits, if the page was made for it, in one look under the lock.

    A press that has a gate keeps a draft and shows it; the gate's own button does the work. One that would leave
    another version of the draft behind does nothing but keep its own, and shows them beside each other.
    """
    key, pressed, typed = request.POST.get("step", ""), request.POST.get("act") or DRAFT, steps.typed_in(request.POST)
    act, stamp = pressed.removesuffix(steps.CONFIRMED), steps.stamp_in(request.POST)
    draft, page, done = None, None, None
    try:
        with access.locked_seat_or_404(request.user, public_id) as seat:
            state = steps.state_for(seat, whole=act != DRAFT)
            current = steps.current_step(seat, state)
            if current is None or current.spec.key != key:
                typed = {}
                raise StalePage
            if act == DRAFT:
                draft = actions.save_draft(step=key, data=typed, by=seat, stamp=stamp)
            else:
                order, seen = steps.order(current, act, typed), seen_in(request.POST)
                gate = steps.gate(current, act, typed) if act == pressed else None
                if gate:
                    bound = actions.foresee(order=order, by=seat, seen=seen, state=state)
                    draft = actions.save_draft(step=key, data=typed, by=seat, stamp=stamp)
                    kept = drafts.Stamp(draft.revision, stamp.window)
                    page = flow.gate_page(seat, state, gate, bound, current.spec, act, typed, kept)
                elif access.may_commit(seat) and (there := drafts.saved(seat, key)) and there.clashes(typed, stamp):
                    draft = actions.save_draft(step=key, data=typed, by=seat, stamp=stamp)
                else:
                    done = actions.submit_order(order=order, by=seat, seen=seen, step=key, typed=typed, state=state)
    except Refused as no:
        return _refused(request, public_id, no, typed, stamp)
    if done:
        return redirect(done.address(steps.waiting_url(seat, done.state)))
    assert draft is not None
    if act != DRAFT and draft.beside:
        return redirect(steps.versions_url(seat, key))
    return (
        render(request, "refit/gate.html", {"page": page})
        if page
        else _drafted(request, seat, current, typed, draft, stamp)
    )


def _drafted(
    request: HttpRequest,
    seat: Seat,
    current: CurrentStep,
    typed: dict[str, str],
    draft: drafts.SavedDraft,
    stamp: drafts.Stamp,
) -> HttpResponse:
    """What follows a draft: with htmx the parts of the page that depend on it, else the page, or both versions."""
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "refit/_drafted.html", {"page": flow.drafted(seat, current, typed, draft, stamp)})
    if dict(draft.data) != typed:
        return redirect(steps.versions_url(seat, current.spec.key))
    messages.success(request, gettext("Kept as a draft of your side. The other side learns nothing of it."))
    return redirect(steps.step_url(seat, current.spec.key))


def _refused(
    request: HttpRequest, public_id: str, no: Refused, typed: dict[str, str], stamp: drafts.Stamp | None = None
) -> HttpResponse:
    """The page again with the refusal on it and everything typed still in it, or the draft if nothing was."""
    fresh = access.seat_or_404(request.user, public_id)
    page = flow.page(fresh, flow.view_of(fresh), typed or None, no, stamp=stamp)
    return render(request, "refit/step.html", {"page": page}, status=REFUSED)
