"""How an Idle Day passes: each side seals that it does nothing else, and once all have, the day runs by itself.

The seal is in the side's own room. Until the others have sealed too, it has no effect that they could see.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress

from django.db import transaction

from campaigns import access, actions
from campaigns.dice import actions as dice
from campaigns.ledger import journal, seats_anew
from campaigns.ledger.crypto import CryptoError
from campaigns.models import Role, Seat
from campaigns.teams import signing
from refit import steps
from rules import registry
from rules.contract import AnyState, Order, Refused
from rules.features.idle import HasIdleDay

MOST_STEPS = 60


def seal(seat: Seat, seen: int, *, agreed: bool) -> AnyState:
    """Seal that a locked seat's side does nothing else this day, or take that back; returns the new state."""
    order = Order("idle", {"agreed": agreed})
    return actions.submit_order(order=order, by=seat, seen=seen, state=steps.state_for(seat)).state


def does_nothing(seat: Seat, entries: Mapping[str, object], state: AnyState, *, sealed: bool) -> tuple[AnyState, int]:
    """Do nothing at each step that waits for the locked seat's side, until one has to be done by hand or has a draft.

    With `sealed` only as long as the side has sealed the day. Returns the new state and the number of steps done.
    """
    system = registry.get(seat.campaign.system)
    for number in range(MOST_STEPS):
        if sealed and not _sealed(seat, state):
            return state, number
        current = steps.current_step(seat, state)
        if current is None or not isinstance(system, HasIdleDay):
            return state, number
        order = system.idle_order(state.only({seat.side}), seat.side, entries)
        if order is None or steps.has_draft(seat, current.spec.key):
            return state, number
        seen = journal.entry_count(seat.campaign, access.rooms_of(seat))
        with transaction.atomic():  # a refused order must leave the transaction usable for the steps done before it
            state = actions.submit_order(order=order, by=seat, seen=seen, step=current.spec.key, state=state).state
    return state, MOST_STEPS


def goes_on(seat: Seat, state: AnyState) -> AnyState:
    """Run the day on for all sides, if all have sealed it, up to its end or until each has to do a step by hand.

    `seat` is locked, `state` is that of its rooms; returns the new state.
    """
    if not _sealed(seat, state):
        return state
    with _at_the_table(seat) as seats:
        for _ in range(MOST_STEPS):
            if len(seats) < len(registry.get(seat.campaign.system).sides) or not all(map(_runs_on, seats)):
                break
            moved = [_moved(each) for each in seats]
            if not any(moved):
                break
    return steps.state_for(seat)


def _moved(seat: Seat) -> bool:
    """Run the day on for one side; returns whether anything was recorded. A refusal stops this side only."""
    before = seat.campaign.sequence
    with suppress(Refused):
        dice.look_in(by=seat)
        does_nothing(seat, {}, steps.state_for(seat), sealed=True)
    return seat.campaign.sequence > before


def _runs_on(seat: Seat) -> bool:
    """Whether the day may run on for the seat's side: it has sealed the day, and no two of it sign its steps.

    False if its room can't be opened now.
    """
    try:
        return _sealed(seat, journal.load_state(seat.campaign, {seat.side})) and not signing.asks_two(seat)
    except CryptoError:
        return False


def _sealed(seat: Seat, state: AnyState) -> bool:
    system = registry.get(seat.campaign.system)
    return isinstance(system, HasIdleDay) and seat.campaign.running and system.idle_agreed(state, seat.side)


@contextmanager
def _at_the_table(seat: Seat) -> Iterator[list[Seat]]:
    """Give a commander's seat of each side, all under the lock of `seat`, which is one of them."""
    seats = {seat.side: seat}
    for other in Seat.objects.filter(campaign=seat.campaign, role=Role.COMMANDER).select_related("user").order_by("pk"):
        other.campaign = seat.campaign
        if other.side not in seats and seats_anew.is_known(other):
            other.locked = True
            seats[other.side] = other
    try:
        yield list(seats.values())
    finally:
        for other in seats.values():
            other.locked = other is seat and seat.locked
