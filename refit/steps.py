"""The step that waits for a seat: its address, and the order that a press of one of its buttons gives.

The step follows from the campaign's state, so a page can be left, linked and come back to. The rules read and check
every entry themselves; what was typed is only carried to them.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.http import Http404, QueryDict
from django.urls import reverse

from campaigns.drafts import Stamp
from campaigns.ledger import journal
from campaigns.models import Seat
from rules import registry
from rules.contract import CONTINUE, STEP, AnyState, CurrentStep, Gate, Order, Refused, Task
from rules.engine.rolls import LOOK_AGAIN, no_face
from rules.tables import Need

OWN = ("csrfmiddlewaretoken", "seen", "act", "step", "revision", "window")
"""Entries of the program itself in the form of a step."""
LONGEST_WINDOW = 40
ALONG = "-along"
"""What stands behind the act of a button that also does the steps which can be done along."""
CONFIRMED = "-confirmed"
"""What stands behind the act of a button whose gate was read."""


def step_url(seat: Seat, key: str = "") -> str:
    """The address of a step, or of the wizard as a whole."""
    public_id = seat.campaign.public_id
    return reverse("refit-step", args=[public_id, key]) if key else reverse("refit-home", args=[public_id])


def versions_url(seat: Seat, key: str) -> str:
    """The address at which the versions of a step's draft are chosen between."""
    return reverse("refit-versions", args=[seat.campaign.public_id, key])


def state_for(seat: Seat, *, whole: bool) -> AnyState:
    """What a press of `seat` needs: the state of all rooms if it is an act, else that of its own.

    Only the seats of a side have a wizard; to others it does not exist.
    """
    if not seat.side:
        raise Http404
    return journal.load_state(seat.campaign, registry.get(seat.campaign.system).sides if whole else {seat.side})


def current_step(seat: Seat, state: AnyState) -> CurrentStep | None:
    """The step that waits for the seat's side, from its own room and the public one alone."""
    return registry.get(seat.campaign.system).current(state.only({seat.side}), seat.side)


def waiting_url(seat: Seat, state: AnyState) -> str:
    """The address of the step that waits for the seat's side, or of the wizard if none does."""
    return step_url(seat, key_of(current_step(seat, state)))


def key_of(current: CurrentStep | None) -> str:
    """The key of a step; "" if none waits."""
    return current.spec.key if current else ""


def typed_in(post: QueryDict) -> dict[str, str]:
    """What came with the form, less the program's own entries."""
    return {key: str(value) for key, value in post.items() if key not in OWN}


def stamp_in(post: QueryDict) -> Stamp:
    """Which draft the page showed, and the window it stood in."""
    return Stamp(post.get("revision", ""), post.get("window", "")[:LONGEST_WINDOW])


def order(current: CurrentStep, act: str, typed: Mapping[str, str]) -> Order:
    """The order a press of the button `act` gives at a step; with ALONG behind it, it goes on from there."""
    kind = act.removesuffix(ALONG)
    data = order_data(current.task, kind, typed)
    return Order(kind, {STEP: current.spec.key, **data, **({CONTINUE: True} if kind != act else {})})


def gate(current: CurrentStep, act: str, typed: Mapping[str, str]) -> Gate | None:
    """What is to be read before a press of the button `act` at a step; None: nothing, or entries that will be refused.

    Why they are is said where the order is carried out, after it was looked whether the page is still fresh.
    """
    kind = act.removesuffix(ALONG)
    try:
        return current.task.gate(kind, order_data(current.task, kind, typed))
    except Refused:
        return None


def order_data(task: Task, act: str, typed: Mapping[str, str]) -> dict[str, object]:
    """The entries as the rules take them, the dice among them by their roll; a roll left blank is not there."""
    entries = {key: value for key, value in typed.items() if not key.startswith("die:")}
    dice: dict[str, list[int]] = {}
    for need in task.needs:
        faces = [str(typed.get(f"die:{need.key}:{n}", "")).strip() for n in range(need.dice)]
        if any(faces):
            dice[need.key] = [_face(face, need) for face in faces if face]
    return {**task.entries(act, entries), **({"dice": dice} if dice else {})}


def _face(text: str, need: Need) -> int:
    try:
        return int(text)
    except ValueError:
        wrong = no_face(need, repr(text))
        raise Refused(wrong, field=need.key, way_out=LOOK_AGAIN) from None
