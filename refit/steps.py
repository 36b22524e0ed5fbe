"""The step that waits for a seat: its address, and the order that one of its buttons gives.

The step follows from the campaign's state, so a page can be left, linked and revisited. The rules read and check every
entry themselves; this module only passes on what was typed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from urllib.parse import urlencode

from django.http import Http404, QueryDict
from django.urls import reverse
from django.utils.translation import gettext

from campaigns import drafts
from campaigns.drafts import Stamp
from campaigns.ledger import journal
from campaigns.models import Seat
from rules import registry
from rules.contract import CONTINUE, STEP, AnyState, CurrentStep, Gate, Order, Refused, Task
from rules.engine.follow_ups import SEPARATOR, asks, beside
from rules.engine.rolls import LOOK_AGAIN, no_face
from rules.engine.tasks import TaskBase
from rules.ground.painting import MOST_TYPED
from rules.tables import Need

OWN = ("csrfmiddlewaretoken", "seen", "next", "act", "step", "revision", "window", "at.x", "at.y", "save", "vasl_text")
"""Names of posted fields that are the program's own, not entries of the step."""
LONGEST_WINDOW = 40
LONGEST_ENTRY, MOST_IN_ALL = MOST_TYPED, 10 * MOST_TYPED
"""The most characters of an entry of a step, since the longest there is are lists of hexes, and of all its entries."""
ALONG = "-along"
"""Suffix of the act of a button that also does the follow-ups."""
GATE = "gate"
"""The part of a step's address that asks for the gate of a button."""
CONFIRMED = "-confirmed"
"""Suffix of the act of a button on a gate page."""


def step_url(seat: Seat, key: str = "") -> str:
    """The address of a step; without `key` that of the wizard."""
    public_id = seat.campaign.public_id
    return reverse("refit-step", args=[public_id, key]) if key else reverse("refit-home", args=[public_id])


def gate_url(seat: Seat, key: str, act: str) -> str:
    """The address of the gate of the button `act` of a step; what was entered is its draft."""
    return f"{step_url(seat, key)}?{urlencode({GATE: act})}"


def versions_url(seat: Seat, key: str) -> str:
    """The address at which the side chooses between the versions of a step's draft."""
    return reverse("refit-versions", args=[seat.campaign.public_id, key])


def state_for(seat: Seat) -> AnyState:
    """The state of the public room and of the seat's own, for its wizard.

    Raises Http404 for seats without a side, which have no wizard.
    """
    if not seat.side:
        raise Http404
    return journal.load_state(seat.campaign, {seat.side})


def current_step(seat: Seat, state: AnyState) -> CurrentStep | None:
    """The step that waits for the seat's side, or None; reads only its own room and the public one."""
    if not seat.campaign.running:
        return None
    return registry.get(seat.campaign.system).current(state.only({seat.side}), seat.side)


def waiting_url(seat: Seat, state: AnyState) -> str:
    """The address of the step that waits for the seat's side, or of the wizard if none does."""
    return step_url(seat, key_of(current_step(seat, state)))


def key_of(current: CurrentStep | None) -> str:
    """The key of a step; "" if none waits."""
    return current.spec.key if current else ""


def keys_of(current: CurrentStep) -> tuple[str, ...]:
    """The keys of the step that waits and of its follow-ups that take entries."""
    return (current.spec.key, *(each.spec.key for each in current.follow_ups if asks(each)))


def has_draft(seat: Seat, key: str) -> bool:
    """Whether the side has a draft for a step, which must not be thrown away."""
    return drafts.saved(seat, key) is not None


def typed_in(post: QueryDict) -> dict[str, str]:
    """The posted entries without the program's own fields."""
    return {key: str(value) for key, value in post.items() if key not in OWN}


def check_lengths(typed: dict[str, str]) -> None:
    """Raise Refused if an entry is longer than any can be, or all are; nothing has read them then.

    What is too long is taken out of `typed`.
    """
    too_long = [(name, len(typed.pop(name))) for name in [*typed] if len(typed[name]) > LONGEST_ENTRY]
    for name, number in too_long:
        raise Refused(
            gettext("This entry is too long: %(number)s characters, %(most)s at most.")
            % {"number": number, "most": LONGEST_ENTRY},
            field=name,
            way_out=gettext("Enter it shorter; what you entered elsewhere on the page is still here."),
        )
    if (number := sum(map(len, chain(typed, typed.values())))) > MOST_IN_ALL:
        typed.clear()
        raise Refused(
            gettext("These entries are too long together: %(number)s characters, %(most)s at most.")
            % {"number": number, "most": MOST_IN_ALL},
            way_out=gettext("Enter this step anew, in few words."),
        )


def stamp_in(post: QueryDict) -> Stamp:
    """Which draft the page showed, and in which window."""
    return Stamp(post.get("revision", ""), post.get("window", "")[:LONGEST_WINDOW])


def by_step(current: CurrentStep, typed: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Split `typed` into the entries of the step that waits and of each follow-up, by key; names lose their prefix."""
    own, *others = keys_of(current)
    entries: dict[str, dict[str, str]] = {key: {} for key in (own, *others)}
    for name, value in typed.items():
        key, separator, rest = name.partition(SEPARATOR)
        if separator and key in others:
            entries[key][rest] = value
        else:
            entries[own][name] = value
    return entries


def flat(current: CurrentStep, parts: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """The inverse of `by_step`: all entries in one mapping, those of follow-ups with their prefix."""
    own, *others = keys_of(current)
    beside_it = {beside(key, name): value for key in others for name, value in parts.get(key, {}).items()}
    return {**parts.get(own, {}), **beside_it}


def order(current: CurrentStep, act: str, typed: Mapping[str, str]) -> Order:
    """The order that the button `act` gives at a step; an act that ends in ALONG does the follow-ups too."""
    kind, parts = act.removesuffix(ALONG), by_step(current, typed)
    data = order_data(current.task, kind, parts[current.spec.key])
    if kind == act:
        return Order(kind, {STEP: current.spec.key, **data})
    forms = (each for each in current.follow_ups if asks(each))
    along = {each.spec.key: order_data(each.task, each.task.orders[0], parts[each.spec.key]) for each in forms}
    return Order(kind, {STEP: current.spec.key, **data, CONTINUE: along or True})


def gate(current: CurrentStep, act: str, typed: Mapping[str, str]) -> Gate | None:
    """The gate of the button `act` at a step and at the follow-ups it does, or None.

    Entries that will be refused have no gate: the refusal comes when the order is carried out, after the check that the
    page is still fresh.
    """
    kind, parts = act.removesuffix(ALONG), by_step(current, typed)
    pressed = [(current.task, kind, parts[current.spec.key])]
    if kind != act:
        pressed += [(each.task, each.task.orders[0], parts.get(each.spec.key, {})) for each in current.follow_ups]
    gates = list[Gate]()
    told = list[tuple[tuple[str, str], ...]]()
    for task, name, entries in pressed:
        with suppress(Refused):
            data = order_data(task, name, entries)
            told.append(task.told(data) if isinstance(task, TaskBase) else ())
            if each := task.gate(name, data):
                gates.append(each)
    if any(told[1:]):  # what is told by the first step alone stands at the head of its page
        lines = tuple(chain(*told))
        gates.insert(0, Gate(gettext("Both sides will read this"), gettext("Do it, and let both sides read it"), lines))
    return _joined(gates) if gates else None


def throws_away(current: CurrentStep, typed: Mapping[str, str]) -> bool:
    """Whether the main button of a step would throw something away as things stand, or do nothing."""
    next_gate = gate(current, current.task.orders[0] + (ALONG if current.follow_ups else ""), typed)
    return next_gate is not None and next_gate.throws_away


def _joined(gates: Sequence[Gate]) -> Gate:
    """Several gates merged into one, with the title of each above what it does."""
    if len(gates) == 1:
        return gates[0]
    done = tuple(line for each in gates for line in ((each.title, ""), *each.done))
    after, lost = (tuple(chain(*parts)) for parts in ((each.after for each in gates), (each.lost for each in gates)))
    return Gate("; ".join(each.title for each in gates), gates[-1].button, done, after, lost)


@dataclass(frozen=True)
class Rest:
    """What was typed for follow-ups: the entries of those still `waiting`, by step, and the keys of those `done`."""

    waiting: Mapping[str, Mapping[str, str]]
    done: frozenset[str]


def rest_of(seat: Seat, state: AnyState, before: CurrentStep, typed: Mapping[str, str]) -> Rest | None:
    """What was typed for follow-ups of the step `before`, by whether they were done along with it.

    `state` is that after the press. Entries left as proposed are dropped. None if there were no such follow-ups.
    """
    parts = {key: data for key, data in by_step(before, typed).items() if key != before.spec.key}
    if not parts:
        return None
    rail = registry.get(seat.campaign.system).view(state.only({seat.side}), seat.side).rail
    open_now = {row.step.key for row in rail if row.part and row.step.status in ("here", "coming")}
    tasks = {each.spec.key: each.task for each in before.follow_ups}
    changed = {key: _changed(tasks[key], data) for key, data in parts.items() if key in open_now}
    return Rest({key: data for key, data in changed.items() if data}, frozenset(parts) - open_now)


def _changed(task: Task, typed: Mapping[str, str]) -> dict[str, str]:
    """The entries that differ from the proposed ones, together with all ticks; {} if none differs."""
    ticks = {field.name: typed.get(field.name, "") for field in task.fields if field.kind == "check"}
    proposed = {field.name: str(field.value) for field in task.fields if field.kind != "check"}
    texts = {name: value for name, value in typed.items() if name not in ticks and value != proposed.get(name, "")}
    ticked = any(bool(ticks[field.name]) != bool(field.value) for field in task.fields if field.name in ticks)
    return {**ticks, **texts} if texts or ticked else {}


def order_data(task: Task, act: str, typed: Mapping[str, str]) -> dict[str, object]:
    """The entries as the rules take them, typed dice by need under "dice"; Refused if a die is no number."""
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
        message = no_face(need, repr(text))
        raise Refused(message, field=need.key, way_out=LOOK_AGAIN) from None
