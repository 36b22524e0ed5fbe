"""A side's contributions to the dice, and the dice of an act."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from django.utils import timezone
from django.utils.translation import gettext

from campaigns.ledger import crypto, doors, journal
from campaigns.ledger import verify_campaign as made
from campaigns.ledger.acts import Act, Drawn
from campaigns.ledger.doors import Doors, Standing
from campaigns.models import OF_A_SIDE, Campaign, PlayMode, Role, Seat
from rules import registry
from rules.contract import AnyState, Refused
from rules.dice import NAME, SIX


def promised(campaign: Campaign, sides: Iterable[str]) -> dict[str, object]:
    """Draw new secrets for sides, put on their rooms' (unsaved) rows; returns what is published of them, by side."""
    return {side: _promise(campaign, side, doors.new_secrets()) for side in sides}


def promised_anew(campaign: Campaign, blinds: dict[str, str]) -> dict[str, object]:
    """New chains for all sides of an imported campaign. A side's blind stays, since its dice so far depend on it."""
    fresh = {side: doors.new_secrets() for side in registry.get(campaign.system).sides}
    renewed = {side: doors.Secrets(blinds.get(side, one.blind), one.roots) for side, one in fresh.items()}
    return {side: _promise(campaign, side, one) for side, one in renewed.items()}


def _promise(campaign: Campaign, side: str, secrets: doors.Secrets) -> dict[str, object]:
    doors.store_secrets(campaign, crypto.room_of(campaign, side), secrets)
    return doors.promise(_cid(campaign), side, secrets, doors.LINKS)


def _cid(campaign: Campaign) -> str:
    return made.founding(campaign.founding)


def owes(seat: Seat, standing: Standing) -> bool:
    """Whether the side of this seat, its room open, has to contribute anything now."""
    campaign, stand = seat.campaign, doors.load(seat.campaign)
    if seat.role not in OF_A_SIDE or not campaign.running or campaign.rewind_is_proposed:
        return False
    commands = seat.role == Role.COMMANDER
    return any(True for side in _sides_of(seat) for _ in doors.due(stand, side, standing, standing, commands=commands))


def owed_by(by: Seat, before: AnyState) -> journal.Owed:
    """The acts by which the seat's side gives the contributions it owes.

    `before` is the state before the side acted or looked in.
    With one person or device for all sides, they give the contributions of all.
    """
    game, commands = registry.get(by.campaign.system), by.role == Role.COMMANDER

    def acts(stand: Doors, after: AnyState) -> Sequence[Act]:
        was, now, due = game.public(before.only(())), game.public(after.only(())), list[Act]()
        for side in _sides_of(by):
            if not any(doors.due(stand, side, was, now, commands=commands)):
                continue
            room = crypto.room_of(by.campaign, side)
            secrets = doors.secrets_of(by.campaign, room)
            events, since = doors.brought(_cid(by.campaign), stand, side, secrets, was, now, commands=commands)
            if since != secrets:
                doors.store_secrets(by.campaign, room, since)
            seat = by if side == by.side else Seat.objects.get(campaign=by.campaign, user=by.user, side=side)
            due.append(Act(events, timezone.now(), by.user.get_username(), side, seat=seat.number))
            stand = doors.after_acts(stand, due[-1:])
        return due

    return acts


def _sides_of(by: Seat) -> list[str]:
    """The sides for which somebody on a seat contributes, his own first."""
    alone = by.campaign.play_mode != PlayMode.ACCOUNTS
    others = [side for side in registry.get(by.campaign.system).sides if side != by.side] if alone else []
    return [by.side, *others]


def dice_of(by: Seat, state: AnyState) -> NamedDice:
    """The dice of an act by a seat. While there can be none, they refuse the first roll with the reason."""
    campaign, stand = by.campaign, doors.load(by.campaign)
    if campaign.rewind_is_proposed:
        return NamedDice(_refused_during_rewind, dict)
    return NamedDice(lambda: _cup(by, stand, state), lambda: journal.draws_behind_door(campaign, by.side))


def _cup(by: Seat, stand: Doors, state: AnyState) -> str:
    """The secret that the side's dice come from since the newest door; Refused while a contribution is missing."""
    campaign, game = by.campaign, registry.get(by.campaign.system)
    if waited := stand.awaited(game.public(state.only(())).stage):
        if not {*waited} <= {*stand.chains}:
            raise dice_before_all_sit(len(game.sides))
        raise dice_that_wait([game.sides[side] for side in waited])
    behind = {side: list(each) for side, each in stand.behind.items()}
    key = made.epoch_key(crypto.seed_of(campaign).hex(), _cid(campaign), stand.epoch, behind)
    return made.cup(key, doors.secrets_of(campaign, crypto.room_of(campaign, by.side)).blind, by.side)


def dice_before_all_sit(sides: int = 2) -> Refused:
    """The dice while one of so many sides has no commander yet."""
    both, other = (
        (gettext("both sides"), gettext("the other side"))
        if sides == 2
        else (gettext("all sides"), gettext("each side that lacks a commander"))
    )
    return Refused(
        gettext("The server rolls no dice before %(both)s have sat down and given their part in them.")
        % {"both": both},
        way_out=gettext("Send %(other)s its invitation: its commander's place is all that is needed.")
        % {"other": other},
    )


def dice_that_wait(sides: Sequence[str]) -> Refused:
    """The dice while the contributions of these sides are missing."""
    names = gettext(" and ").join(sides)
    return Refused(
        gettext("These dice wait for the part of the %(names)s side in them: nobody is to know them before.")
        % {"names": names},
        way_out=gettext("It comes by itself as soon as one of that side looks at the campaign; then press again."),
    )


def _refused_during_rewind() -> str:
    """Raises Refused: while a rewind is proposed nobody may see some dice first and then decide whether they count."""
    raise Refused(
        gettext("The server rolls no dice while a rewind is proposed."),
        way_out=gettext("One side answers it or the other withdraws it, on the page Rewind; then press again."),
    )


class NamedDice:
    """The Rng of one act, with a record of what it drew.

    A draw depends on the name of what it is for, and on nothing else that a player does.

    `cup` gives the secret of its side's dice, `turns` how often each name was drawn since the newest door; both are
    called with the first draw.
    """

    def __init__(self, cup: Callable[[], str], turns: Callable[[], Mapping[str, int]]) -> None:
        self.drawn: list[Drawn] = []
        self._cup, self._turns = cup, turns
        self._known: tuple[str, dict[str, int]] | None = None

    def roll(self, name: str, count: int, sides: int = SIX) -> tuple[int, ...]:
        """See Rng."""
        return self._take(name, "sides", sides, count)

    def draw(self, name: str, size: int, count: int) -> tuple[int, ...]:
        """See Rng."""
        if not 0 <= count <= size:
            raise ValueError(f"{count} can't be drawn out of {size}")
        return self._take(name, "size", size, count)

    def shuffle(self, name: str, size: int) -> tuple[int, ...]:
        """See Rng."""
        return self.draw(name, size, size)

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
