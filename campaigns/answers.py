"""Corrections and gains by hand that wait for an answer: who is asked, and the automatic answer in solo play."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from campaigns.ledger import journal
from campaigns.ledger.acts import Act
from campaigns.models import Role, Seat
from campaigns.seats import rights
from rules import registry
from rules.contract import PUBLIC, AnyState, Event, Order
from rules.dice import Rng
from rules.engine.corrections import AGREED, GAIN_PROPOSED, Correction, HasCorrections
from rules.features.forces import HasForces


def open_for(seat: Seat, state: AnyState) -> tuple[Correction, ...]:
    """The open corrections the seat may answer now; needs the public room of `state` only."""
    system, judges = registry.get(seat.campaign.system), rights.may_commit(seat) or seat.role == Role.UMPIRE
    if not judges or not seat.campaign.running or not isinstance(system, HasCorrections):
        return ()
    corrections = system.corrections(state.only(()), None).open
    return tuple(one for one in corrections if one.by != seat.side)


def asked_at(seat: Seat) -> str:
    """The URL name of the page on which something waits for the seat's answer; "" if nothing does."""
    state, system = journal.load_state(seat.campaign, {PUBLIC}), registry.get(seat.campaign.system)
    if open_for(seat, state):
        return "refit-corrections"
    if not isinstance(system, HasForces) or not seat.campaign.running or not rights.may_commit(seat):
        return ""
    return "forces" if system.claims(state, seat.side) else ""


def agree_alone(by: Seat, events: Sequence[Event], rng: Rng) -> None:
    """In solo play, agree for the other side to the gains proposed in `events`: the press was the player's consent."""
    game = registry.get(by.campaign.system)
    proposals = [event for event in events if event.kind == GAIN_PROPOSED]
    for event in proposals:
        other = next(side for side in game.sides if side != by.side)
        state = journal.load_state(by.campaign, game.sides)
        order = Order("settle", {"number": event.data["number"], "verdict": AGREED})
        nod = game.decide(state.only({other}), order, other, rng)
        seat = Seat.objects.get(campaign=by.campaign, user=by.user, side=other)
        act = Act(tuple(nod), timezone.now(), by.user.get_username(), other, seat=seat.number)
        journal.append(by.campaign, [act], state)
