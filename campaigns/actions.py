"""The one door for writing: everything that changes a campaign goes through here.

Each action is one transaction, locks the campaign's row first, and leaves either all of its
entries or none. What a player may be told no for is a `Refused` with a sentence for him.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from campaigns import access, drafts
from campaigns.guards import StalePage as StalePage
from campaigns.guards import (
    append_host_entry,
    check_commander,
    check_drafter,
    check_fresh,
    check_running,
    lock_campaign,
    notify_whose_turn,
)
from campaigns.ledger import archive, caches, crypto, dice_seed, journal, undo
from campaigns.ledger.acts import HOST_PREFIX, Act, Proof, ServerDice, dice_during_rewind, dice_for, salts_of
from campaigns.ledger.verify_campaign import commitment
from campaigns.models import OF_A_SIDE, Campaign, Invitation, PlayMode, RGPurchase, Role, Seat
from rules import registry
from rules.contract import PUBLIC, AnyState, Event, Game, Order, Refused

if TYPE_CHECKING:
    from django.contrib.auth.models import User


RECORDED = "recorded"
"""The name by which the address after a press says which act it was."""
MOST_MISSES, REST = 5, timedelta(minutes=5)
"""After so many wrong PINs nobody sits down on a seat for so long."""


@dataclass(frozen=True)
class Done:
    """What an order left behind: the state of all rooms, and the act it was recorded as."""

    state: AnyState
    act: UUID

    def address(self, path: str, kept: Mapping[str, str] | None = None) -> str:
        """The page at `path`, which is to tell what was recorded; `kept` stays in its address."""
        return f"{path}?{urlencode({**(kept or {}), RECORDED: str(self.act)})}"


@transaction.atomic
def start_campaign(
    *,
    name: str,
    system: str,
    options: Mapping[str, Any],
    side: str,
    by: User,
    play_mode: str = PlayMode.ACCOUNTS,
    pins: Mapping[str, str] | None = None,
    seed: bytes | None = None,
    salt: str | None = None,
) -> Seat:
    """A new campaign with its founder as commander of `side`; Refused if the options don't fit the game.

    On one device, or alone, he has the seats of all sides; `pins` keep those of a device apart.
    `seed` is the one whose commitment he saw before he gave his `salt` for the dice; it serves once.
    Without them the server draws its own, as it does for the other side where it has no one else.
    """
    game = registry.get(system)
    if side not in game.sides:
        raise Refused(
            gettext("Choose the side you will command."),
            field="side",
            way_out=gettext("The other side's commander is invited."),
        )
    given = dice_seed.salts_at_start(salt, side, game, play_mode)
    state, seed = game.setup(options), dice_seed.use_once(seed) if seed else dice_seed.new_seed()
    campaign = _open_campaign(name=name, game=game, options=options, state=state, by=by, seed=seed, play_mode=play_mode)
    seat = Seat.objects.create(campaign=campaign, user=by, side=side, role=Role.COMMANDER, pin=_hashed(pins, side))
    for other in game.sides if play_mode != PlayMode.ACCOUNTS else ():
        if other != side:
            Seat.objects.create(campaign=campaign, user=by, side=other, role=Role.COMMANDER, pin=_hashed(pins, other))
    told = {"name": by.get_username(), "seed_hash": campaign.seed_hash, "edition": game.edition, "how": play_mode}
    append_host_entry(campaign, "founded", {**told, "options": dict(options), "words": given}, by=seat, before=state)
    return seat


def submit_order(
    *,
    order: Order,
    by: Seat,
    seen: int,
    step: str = "",
    typed: Mapping[str, Any] | None = None,
    state: AnyState | None = None,
) -> Done:
    """Carry out a commander's order and record what followed.

    `seen` is the entry count of the page the order comes from: if more has happened in the
    rooms of this seat, StalePage. What was `typed` at `step` is kept in case it is taken back.
    `state` is that of all rooms, from who has loaded it for a seat that is locked.
    """
    with transaction.atomic(savepoint=not by.locked):
        campaign = lock_campaign(by)
        if state is None or not by.locked:
            state = journal.load_state(campaign, registry.get(campaign.system).sides)
        events, dice = _outcome(order, by, seen, state)
        proof = Proof(dice.first, tuple(dice.drawn)) if dice.drawn else Proof()
        act = Act(tuple(events), timezone.now(), by.user.get_username(), by.side, proof)
        waiting = campaign.summary.get("waiting", ())
        done = journal.append(campaign, [act], state)
        notify_whose_turn(campaign, waiting)
        if step:
            drafts.close(campaign, by.side, step, typed or {}, act.by, done.entries[0].act)
        return Done(done.state, done.entries[0].act)


def foresee(*, order: Order, by: Seat, seen: int, state: AnyState) -> undo.Bound:
    """What would keep a commander's order, given as things stand now, from being taken back; nothing is recorded.

    `by` is a locked seat, `state` that of its rooms. Refused, and StalePage, where `submit_order` would be.
    """
    events, dice = _outcome(order, by, seen, state)
    return undo.bound(registry.get(by.campaign.system), events, dice_were_drawn=bool(dice.drawn))


def _outcome(order: Order, by: Seat, seen: int, state: AnyState) -> tuple[tuple[Event, ...], ServerDice]:
    """The events of an order and the dice drawn for them, if this seat may give it now."""
    campaign = by.campaign
    check_commander(by)
    check_fresh(by, seen)
    game, first = registry.get(campaign.system), crypto.room_of(campaign, by.side).draws
    drawn_from = crypto.seed_of(campaign), campaign.dice_salts
    dice = dice_during_rewind() if campaign.rewind_is_proposed else dice_for(*drawn_from, game.sides, by.side, first)
    events = _decided(game, state.only({by.side}), order, by.side, dice)
    if strange := {event.room for event in events} - {PUBLIC, by.side}:
        raise ValueError(f"{order.kind} of {by.side} would write into {sorted(strange)}")
    return events, dice


@transaction.atomic
def undo_last_act(*, act: str, by: Seat, seen: int) -> AnyState:
    """Take back the last act of the commander's side; `act` says which one he saw. Returns the state since.

    Refused if it stands (campaigns.ledger.undo says when). What was typed for it is a draft again.
    """
    campaign = lock_campaign(by)
    check_commander(by)
    check_fresh(by, seen)
    last = undo.last_act(by)
    if str(last.id) != act:
        raise StalePage
    waiting = campaign.summary.get("waiting", ())
    gone = Act(undo.undo_events(last, by.side), timezone.now(), by.user.get_username(), by.side)
    done = journal.append(campaign, [gone], journal.load_state(campaign, registry.get(campaign.system).sides))
    notify_whose_turn(campaign, waiting)
    drafts.reopen(campaign, [last.id])
    return done.state


@transaction.atomic
def judge(*, order: Order, by: Seat, seen: int) -> None:
    """Carry out what an umpire decides; it is written in the public room, whatever he may enter."""
    campaign = lock_campaign(by)
    check_running(campaign)
    if by.role != Role.UMPIRE:
        raise Refused(
            gettext("Only an umpire judges."), way_out=gettext("As a commander you agree or object for your side.")
        )
    check_fresh(by, seen)
    game = registry.get(campaign.system)
    state = journal.load_state(campaign, game.sides)
    events = game.judge(state.only(()), order)
    journal.append(campaign, [Act(events, timezone.now(), by.user.get_username())], state)


def save_draft(*, step: str, data: Mapping[str, Any], by: Seat, stamp: drafts.Stamp | None = None) -> drafts.SavedDraft:
    """Keep what a side has entered for a step so far, for any of its seats to go on with; returns the draft since.

    `stamp` says which draft the page showed. If somebody has saved another one since, that one stays and `data` is kept
    beside it.
    """
    with transaction.atomic(savepoint=not by.locked):
        campaign = lock_campaign(by)
        check_drafter(by)
        return drafts.save(campaign, by.side, step, data, by.user.get_username(), stamp)


def settle_draft(*, step: str, data: Mapping[str, Any], by: Seat, revision: str) -> None:
    """Put `data` in the place of all versions of a draft; StalePage unless `revision` is the draft's own."""
    with transaction.atomic(savepoint=not by.locked):
        campaign = lock_campaign(by)
        check_drafter(by)
        there = drafts.saved(by, step)
        if there is None or there.revision != revision:
            raise StalePage
        drafts.settle(campaign, by.side, step, data, by.user.get_username())


@transaction.atomic
def invite(*, role: str, side: str, by: Seat) -> tuple[Invitation, str]:
    """A new link for one seat, and its token, which is shown now and kept nowhere."""
    campaign = lock_campaign(by)
    check_commander(by)
    if (role, side) not in access.offers_open_to(campaign, by):
        if side and side != by.side and role == Role.COMMANDER:
            raise Refused(
                gettext("The other side has a commander, who invites the rest of it."),
                way_out=gettext("Ask him to make the link."),
            )
        raise Refused(
            gettext("A commander invites to his own side, an umpire, or a spectator."),
            way_out=gettext("Choose a seat from the list."),
        )
    token = secrets.token_urlsafe(32)
    offer = Invitation.objects.create(
        campaign=campaign, role=role, side=side, token_hash=access.token_hash(token), created_by=by
    )
    if role not in OF_A_SIDE:
        append_host_entry(campaign, "seat_offered", {"role": role, "name": by.user.get_username()}, by=by)
    return offer, token


@transaction.atomic
def withdraw_invitation(*, invitation_id: int, by: Seat) -> None:
    """Make a link worthless; any commander of the side that made it may."""
    lock_campaign(by)
    check_commander(by)
    if not access.open_links(by).filter(pk=invitation_id).order_by().update(withdrawn_at=timezone.now()):
        raise Refused(
            gettext("This link is no longer open."),
            way_out=gettext("Look who has taken the seat, or make another link."),
        )


@transaction.atomic
def take_seat(*, token: str, by: User, salt: str | None = None) -> Seat:
    """Sit down where the link says; Http404 if it confers nothing (any more).

    The first commander of a side gives its `salt` for the dice; without them the server draws some.
    """
    campaign_id = access.invitation_or_404(token).campaign_id
    campaign = Campaign.objects.select_for_update().get(pk=campaign_id)
    offer = access.invitation_or_404(token)  # again: it may have been used while we waited for the lock
    if Seat.objects.filter(campaign=campaign, user=by).exists():
        raise Refused(
            gettext("You already have a seat in this campaign; a person has only one."),
            way_out=gettext("Hand the link to the person it is meant for; it stays open."),
        )
    told: dict[str, Any] = {"role": offer.role, "side": offer.side, "name": by.get_username()}
    if access.owes_salt(offer):
        told["words"] = {offer.side: dice_seed.salt_of_seat(salt)}
    # An umpire's inviter has let him into his own room by inviting him; the other side has not.
    admitted = [offer.created_by.side] if offer.role == Role.UMPIRE else []
    seat = Seat.objects.create(campaign=campaign, user=by, side=offer.side, role=offer.role, admitted=admitted)
    offer.used_by, offer.used_at = seat, timezone.now()
    offer.save(update_fields=["used_by", "used_at"])
    append_host_entry(campaign, "seat_taken", told, by=seat)
    return seat


def check_pin(*, seat: Seat, pin: str) -> int:
    """Refused unless `pin` opens the seat; returns how often a wrong one was typed before.

    Not one transaction with its caller's: a miss must be kept although it is refused.
    """
    with transaction.atomic():
        lock_campaign(seat)  # one guess at a time
        fresh = Seat.objects.get(pk=seat.pk)
        misses, now = fresh.pin_misses, timezone.now()
        if misses >= MOST_MISSES and fresh.pin_missed_at and now - fresh.pin_missed_at < REST:
            no = Refused(
                gettext("Too many wrong PINs were typed for this seat."), way_out=gettext("Try again in five minutes.")
            )
        elif fresh.pin and not check_password(pin, fresh.pin):
            no = Refused(
                gettext("This is not the PIN of this seat."),
                way_out=gettext("Try again; after five wrong ones the seat rests."),
            )
            fresh.pin_misses, fresh.pin_missed_at = misses + 1, now
            fresh.save(update_fields=["pin_misses", "pin_missed_at"])
        else:
            fresh.pin_misses, fresh.pin_missed_at = 0, None
            fresh.save(update_fields=["pin_misses", "pin_missed_at"])
            return misses
    raise no


@transaction.atomic
def admit_umpire(*, seat_id: int, by: Seat) -> None:
    """Open the room of the commander's side to an umpire; a side does this for itself only."""
    campaign = lock_campaign(by)
    check_commander(by)
    umpire = Seat.objects.filter(campaign=campaign, pk=seat_id, role=Role.UMPIRE).first()
    if umpire is None or by.side in umpire.admitted:
        raise Refused(
            gettext("There is no umpire waiting to be let in."), way_out=gettext("Reload the page: it shows who is.")
        )
    umpire.admitted = [*umpire.admitted, by.side]
    umpire.save(update_fields=["admitted"])
    append_host_entry(campaign, "umpire_admitted", {"side": by.side, "name": umpire.user.get_username()}, by=by)


@transaction.atomic
def import_campaign(*, file: archive.CampaignFile, commanders: Mapping[str, User]) -> Campaign:
    """Go on with the campaign of a whole file, with these people commanding its sides.

    A side without a commander waits for one to be invited. UnreadableFile if the file does not
    replay or lacks a room; Refused if nobody commands, or one person both sides.
    """
    game, _ = archive.replay(file)
    acts = archive.whole_acts(file, game)
    if not commanders or not set(commanders) <= set(game.sides) or len(set(commanders.values())) < len(commanders):
        raise Refused(
            gettext("Name a commander for a side (%(sides)s), or one for each; a person has only one seat.")
            % {"sides": ", ".join(game.sides)},
            field="side",
            way_out=gettext("Other people are invited once the campaign is here."),
        )
    state, seed = game.setup(file.options), bytes.fromhex(file.seed or "")
    by = next(commanders[side] for side in game.sides if side in commanders)
    campaign = _open_campaign(
        name=file.name, game=game, options=file.options, state=state, by=by, seed=seed, founded_at=file.founded_at
    )
    for side, user in commanders.items():
        Seat.objects.create(campaign=campaign, user=user, side=side, role=Role.COMMANDER)
    names = {side: user.get_username() for side, user in commanders.items()}
    known = salts_of(event for act in acts for event in act.events)
    lacking = {side: dice_seed.new_salt() for side in commanders if known is not None and side not in known}
    data = {"commanders": names, **({"words": lacking} if lacking else {})}
    told = Act((Event(HOST_PREFIX + "imported", PUBLIC, data),), timezone.now())
    journal.append(campaign, [*acts, told], state)
    return campaign


def _open_campaign(
    *,
    name: str,
    game: Game,
    options: Mapping[str, Any],
    state: AnyState,
    by: User,
    seed: bytes,
    play_mode: str = PlayMode.ACCOUNTS,
    founded_at: datetime | None = None,
) -> Campaign:
    """The rows of a campaign and its rooms, before anything is in its journal."""
    campaign = Campaign(
        name=" ".join(name.split()),
        system=game.key,
        edition=game.edition,
        options=dict(options),
        play_mode=play_mode,
        founded_at=founded_at or timezone.now(),
        founded_by=by.get_username(),
        seed_hash=commitment(seed),
        summary=journal.summary_of(game, state),
    )
    campaign.seed_sealed = crypto.wrap_seed(campaign, seed)
    campaign.save()
    rooms = {room.key: room for room in caches.new_rooms(campaign, state, game)}
    for room in rooms.values():
        room.save()
    RGPurchase.objects.bulk_create(caches.purchases_to_write(campaign, rooms, state, state, game.sides))
    return campaign


def _decided(game: Game, state: AnyState, order: Order, side: str, dice: ServerDice) -> tuple[Event, ...]:
    """What the rules make of an order. Who has seen dice may not try something else: they refuse before they draw."""
    try:
        return game.decide(state, order, side, dice)
    except Refused:
        if dice.drawn:
            raise RuntimeError(f"{order.kind} of {side} was refused after dice had been drawn") from None
        raise


def _hashed(pins: Mapping[str, str] | None, side: str) -> str:
    """The PIN of a side as it is kept."""
    pin = (pins or {}).get(side, "")
    return make_password(pin) if pin else ""
