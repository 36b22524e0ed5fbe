"""What a side brings for named dice when one of it is there, and the dice of an act."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.utils import timezone

from campaigns.ledger import chains, crypto, doors, journal
from campaigns.ledger import verify_campaign as made
from campaigns.ledger.acts import (
    Act,
    Drawn,
    ServerDice,
    dice_before_all_sit,
    dice_during_rewind,
    dice_for,
    dice_that_wait,
)
from campaigns.ledger.doors import Doors, Standing
from campaigns.models import OF_A_SIDE, Campaign, PlayMode, Role, Seat
from rules import registry
from rules.contract import AnyState
from rules.dice import NAME


def promised(campaign: Campaign, sides: Iterable[str]) -> dict[str, Any]:
    """New secrets of sides that sit down, put on the (unsaved) rows of their rooms; what is told of them, by side."""
    return {side: _promise(campaign, side, chains.new_secrets()) for side in sides}


def promised_anew(campaign: Campaign, blinds: dict[str, str]) -> dict[str, Any]:
    """New chains for all sides of a campaign that goes on here; a side's blind stays, as its dice so far hang on it."""
    fresh = {side: chains.new_secrets() for side in registry.get(campaign.system).sides}
    known = {side: chains.Secrets(blinds.get(side, one.blind), one.roots) for side, one in fresh.items()}
    return {side: _promise(campaign, side, one) for side, one in known.items()}


def _promise(campaign: Campaign, side: str, known: chains.Secrets) -> dict[str, Any]:
    chains.store(campaign, crypto.room_of(campaign, side), known)
    return chains.promise(_cid(campaign), side, known, chains.LINKS)


def _cid(campaign: Campaign) -> str:
    assert campaign.founding is not None
    return made.founding(campaign.founding)


def owes(seat: Seat, standing: Standing) -> bool:
    """Whether somebody on this seat, whose room is open, would bring anything now by looking in."""
    campaign, stand = seat.campaign, doors.kept(seat.campaign)
    if stand is None or seat.role not in OF_A_SIDE or not campaign.running or campaign.rewind_is_proposed:
        return False
    commands = seat.role == Role.COMMANDER
    return any(True for side in _sides_of(seat) for _ in doors.due(stand, side, standing, standing, commands=commands))


def owed_by(by: Seat, before: AnyState) -> journal.Owed:
    """The acts that bring what the side of a seat owes, which acts or looks in with the state `before`.

    Where one person or one device has all sides, they bring what each of them owes.
    """
    game, commands = registry.get(by.campaign.system), by.role == Role.COMMANDER

    def acts(stand: Doors, after: AnyState) -> Sequence[Act]:
        was, now, found = game.public(before.only(())), game.public(after.only(())), list[Act]()
        for side in _sides_of(by):
            if not any(doors.due(stand, side, was, now, commands=commands)):
                continue
            room = crypto.room_of(by.campaign, side)
            known = chains.stored(by.campaign, room)
            events, since = chains.brought(_cid(by.campaign), stand, side, known, was, now, commands=commands)
            if since != known:
                chains.store(by.campaign, room, since)
            seat = by if side == by.side else Seat.objects.get(campaign=by.campaign, user=by.user, side=side)
            found.append(Act(events, timezone.now(), by.user.get_username(), side, seat=seat.number or 0))
            stand = doors.after_acts(stand, found[-1:])
        return found

    return acts


def _sides_of(by: Seat) -> list[str]:
    """The sides whose part somebody on a seat brings, his own first."""
    alone = by.campaign.play_mode != PlayMode.ACCOUNTS
    others = [side for side in registry.get(by.campaign.system).sides if side != by.side] if alone else []
    return [by.side, *others]


def dice_of(by: Seat, state: AnyState) -> ServerDice:
    """The dice of an act by a seat that has the state of its rooms; where there are none yet, the first says why."""
    campaign, stand = by.campaign, doors.kept(by.campaign)
    game, first = registry.get(campaign.system), crypto.room_of(campaign, by.side).draws
    if campaign.rewind_is_proposed:
        return dice_during_rewind()
    if stand is None:
        return dice_for(crypto.seed_of(campaign), campaign.dice_salts, game.sides, by.side, first)
    return NamedDice(lambda: _cup(by, stand, state), lambda: journal.draws_behind_door(campaign, by.side))


def _cup(by: Seat, stand: Doors, state: AnyState) -> str:
    """What the dice of the seat's side come from behind the newest door; Refused as long as they wait for somebody."""
    campaign, game = by.campaign, registry.get(by.campaign.system)
    if waited := stand.awaited(game.public(state.only(())).stage):
        if not {*waited} <= {*stand.chains}:
            raise dice_before_all_sit(len(game.sides))
        raise dice_that_wait([game.sides[side] for side in waited])
    behind = {side: list(each) for side, each in stand.behind.items()}
    key = made.epoch_key(crypto.seed_of(campaign).hex(), _cid(campaign), stand.epoch, behind)
    return made.cup(key, chains.stored(campaign, crypto.room_of(campaign, by.side)).blind, by.side)


class NamedDice(ServerDice):
    """The Rng of one act: what a named draw shows hangs on what it is for, and on nothing else that a player does.

    `cup` gives what the dice of its side come from, `turns` how often each name was drawn since the newest door; both
    are asked for with the first draw.
    """

    def __init__(self, cup: Callable[[], str], turns: Callable[[], Mapping[str, int]]) -> None:
        super().__init__(b"", "", 0)
        self._cup, self._turns = cup, turns
        self._known: tuple[str, dict[str, int]] | None = None

    def _take(self, name: str, kind: str, of: int, count: int) -> tuple[int, ...]:
        if not NAME.fullmatch(name):
            raise ValueError(f"{name!r} is no name for a draw")
        if not count:
            return ()
        self._known = self._known or (self._cup(), dict(self._turns()))
        cup, turns = self._known
        turn = turns.get(name, 0)
        got = tuple(made.drawn(cup, {"key": name, "turn": turn, kind: of, "got": range(count)}))
        turns[name] = turn + 1
        self.drawn.append(Drawn(got, key=name, turn=turn, **{kind: of}))
        return got
