"""Actions: everything that changes a campaign goes through here.

Each action is one transaction, locks the campaign's row first, and leaves either all of its entries or none. What a
player may not do raises `Refused`, with a sentence for him.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlencode
from uuid import UUID

from django.contrib.auth.hashers import check_password
from django.db import transaction
from django.db.models import prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext

from campaigns import answers, drafts
from campaigns.dice import parts
from campaigns.dice.parts import NamedDice
from campaigns.guards import StalePage as StalePage
from campaigns.guards import (
    append_host_entry,
    check_commander,
    check_drafter,
    check_fresh,
    check_reaction_time,
    check_running,
    checked_term,
    lock_campaign,
    object_by_acting,
)
from campaigns.ledger import archive, caches, crypto, dice_seed, doors, form, journal, seat_list, undo
from campaigns.ledger.acts import ENDED, IMPORTED, Act, Proof
from campaigns.ledger.campaign_file import CampaignFile
from campaigns.ledger.seat_list import SeatList
from campaigns.ledger.verify_campaign import commitment
from campaigns.locks import actions as locks
from campaigns.locks.actions import ChosenWords
from campaigns.models import Campaign, PlayMode, RGPurchase, Role, Seat
from campaigns.outbox import notify_who_is_asked, notify_whose_turn
from campaigns.quotas.quotas import spend
from campaigns.seats.actions import admit_umpire as admit_umpire
from campaigns.seats.actions import invite as invite
from campaigns.seats.actions import new_salt, new_seat
from campaigns.seats.actions import take_seat as take_seat
from campaigns.seats.actions import withdraw_invitation as withdraw_invitation
from campaigns.teams.actions import check_signer
from campaigns.teams.rights import has_team
from campaigns.teams.team import begin_with_two
from rules import registry
from rules.contract import PUBLIC, AnyState, Event, Game, Order, Refused
from rules.features.reactions import HasStepsApart, LimitsReactions

if TYPE_CHECKING:
    from django.contrib.auth.models import User


RECORDED = "recorded"
"""The query parameter that holds the id of the act just recorded."""
MOST_MISSES, REST = 5, timedelta(minutes=5)
"""After this many wrong PINs a seat takes no PIN for this long."""
MOST_COUNTED = 1_000
"""Wrong PINs beyond this number are no longer counted."""


@dataclass(frozen=True)
class OrderResult:
    """The state of a side's rooms after its order, and the id of the act it was recorded as."""

    state: AnyState
    act: UUID

    def address(self, path: str, query: Mapping[str, str] | None = None) -> str:
        """The URL of the page at `path` that reports the act, with the parameters of `query`."""
        return f"{path}?{urlencode({**(query or {}), RECORDED: str(self.act)})}"


@transaction.atomic
def start_campaign(
    *,
    name: str,
    system: str,
    options: Mapping[str, object],
    side: str,
    by: User,
    play_mode: str = PlayMode.ACCOUNTS,
    pins: Mapping[str, str] | None = None,
    seed: bytes | None = None,
    room_words: ChosenWords | None = None,
    pace: int = 0,
    two_sign: bool = False,
    club: bool = False,
) -> Seat:
    """A new campaign with its founder as commander of `side`; Refused if the options don't fit the game.

    On one device, or alone, he has the seats of all sides; `pins` keep those of a device apart.
    `seed` is the one whose commitment he saw; it serves once. Without it the server draws its own.
    With `room_words` each side locks its room with words of its own; these are the founder's. `pace` is how many days
    a step may take, 0 for any time. With `two_sign` two of the founder's side sign its final steps, with
    `club` the campaign stands on the club's page.
    """
    game = registry.get(system)
    if side not in game.sides:
        raise Refused(
            gettext("Choose the side you will command."),
            field="side",
            way_out=gettext("The other side's commander is invited."),
        )
    if room_words and (play_mode != PlayMode.ACCOUNTS or len(game.sides) < 2):
        raise Refused(
            gettext("Rooms are locked where each side has people with accounts of their own."),
            field="locked",
            way_out=gettext("Leave them unlocked here: one person or one device has all of them."),
        )
    state, seed = game.setup(options), dice_seed.use_once(seed) if seed else dice_seed.new_seed()
    campaign = _open_campaign(name=name, game=game, options=options, state=state, by=by, seed=seed, play_mode=play_mode)
    campaign.locked = room_words is not None
    campaign.founding = {**campaign.founding, "locked": campaign.locked}
    campaign.save(update_fields=["locked", "founding"])
    of_all = [side, *(other for other in game.sides if other != side)]
    salt_of_person, secrets = new_salt(), pins or {}
    (seat, seat_data), *_ = [
        new_seat(campaign, number, by, Role.COMMANDER, one, salt_of_person, secrets.get(one, ""))
        for number, one in enumerate(of_all if play_mode != PlayMode.ACCOUNTS else of_all[:1], 1)
    ]
    if room_words:
        seat.way_in = locks.lock_room(seat, room_words)
    chains = parts.promised(campaign, of_all if play_mode != PlayMode.ACCOUNTS else [side])
    note = {"pace": checked_term(pace)} if pace and play_mode == PlayMode.ACCOUNTS and len(game.sides) > 1 else {}
    note |= {"club": 1} if club else {}
    data = {**seat_data, "side": side, "how": str(play_mode), "chains": chains, **({"note": note} if note else {})}
    append_host_entry(campaign, "founded", data, by=seat, before=state, brings=True)
    if two_sign and has_team(seat):
        begin_with_two(seat)
    if room_words:
        locks.tell(seat)
    return seat


def submit_order(
    *,
    order: Order,
    by: Seat,
    seen: int,
    step: str = "",
    typed: Mapping[str, object] | None = None,
    stamp: drafts.Stamp | None = None,
    state: AnyState | None = None,
) -> OrderResult:
    """Carry out a commander's order and record what followed.

    `seen` is the entry count of the page the order comes from: if more has happened in the
    rooms of this seat, StalePage. What was `typed` at `step` is kept in case it is taken back;
    `drafts.Clash`, and nothing is done, if the page of `stamp` showed another draft of the step than there is.
    `state` is that of the seat's rooms, from who has loaded it for a seat that is locked.
    """
    with transaction.atomic(savepoint=not by.locked):
        campaign = lock_campaign(by)
        if state is None or not by.locked:
            state = journal.load_state(campaign, {by.side})
        check_commander(by)
        events, dice = _outcome(order, by, seen, state, step)
        proof = Proof(tuple(dice.drawn))
        room = crypto.room_of(campaign, by.side)
        if crypto.is_locked(room):
            locks.renew_stale_key(by)
        object_by_acting(by)
        act = Act(tuple(events), timezone.now(), by.user.get_username(), by.side, proof, seat=by.number)
        waiting = campaign.summary.get("waiting", ())
        done = journal.append(campaign, [act], state, parts.owed_by(by, state))
        if campaign.play_mode == PlayMode.SOLO:
            answers.agree_alone(by, act.events, dice)
        if crypto.is_locked(room):
            locks.leave_key(by, registry.get(campaign.system), state, done.state)
        notify_whose_turn(campaign, waiting)
        notify_who_is_asked(campaign, by.side, act.events)
        if step:
            drafts.close(campaign, by.side, step, typed or {}, act.by, done.entries[0].act, stamp)
        return OrderResult(done.state, done.entries[0].act)


def preview_undo(*, order: Order, by: Seat, seen: int, state: AnyState, step: str = "") -> undo.Bound:
    """Why a commander's order could not be undone if he gave it now, "" if it could; nothing is recorded.

    `by` is a locked seat, `state` that of its rooms. Refused and StalePage as in `submit_order`, except that at a
    `step` an adjutant who may sign it may ask too.
    """
    if step:
        check_signer(by)
    else:
        check_commander(by)
    events, dice = _outcome(order, by, seen, state, step)
    game, after = registry.get(by.campaign.system), state
    for event in events:
        after = game.apply(after, event)
    if game.public(after.only(())).ended:
        return "known"  # the campaign is over, whoever can read the rest
    return undo.bound(game, events, dice_were_drawn=bool(dice.drawn))


def _outcome(order: Order, by: Seat, seen: int, state: AnyState, step: str = "") -> tuple[tuple[Event, ...], NamedDice]:
    """The events of an order and the dice drawn for them, if this seat may give it now, at a `step` that waits."""
    campaign = by.campaign
    game, dice = registry.get(campaign.system), parts.dice_of(by, state)
    check_fresh(by, seen, apart=isinstance(game, HasStepsApart) and step in game.apart)
    if isinstance(game, LimitsReactions):
        check_reaction_time(campaign, game.minutes_owed(state.only(()), order, by.side))
    try:
        events = game.decide(state.only({by.side}), order, by.side, dice)
    except Refused:
        if dice.drawn:  # after seeing dice nobody may try something else, so the rules must refuse before they draw
            raise RuntimeError(f"{order.kind} of {by.side} was refused after dice had been drawn") from None
        raise
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
    events = undo.undo_events(last, by)
    object_by_acting(by)
    undoing = Act(events, timezone.now(), by.user.get_username(), by.side, seat=by.number)
    before = journal.load_state(campaign, {by.side})
    done = journal.append(campaign, [undoing], before, parts.owed_by(by, before))
    notify_whose_turn(campaign, waiting)
    drafts.reopen(campaign, [last.id])
    return done.state


@transaction.atomic
def judge(*, order: Order, by: Seat, seen: int) -> None:
    """Carry out an umpire's decision; its events are public, whichever rooms he may read."""
    campaign = lock_campaign(by)
    check_running(campaign)
    if by.role != Role.UMPIRE:
        raise Refused(
            gettext("Only an umpire judges."), way_out=gettext("As a commander you agree or object for your side.")
        )
    check_fresh(by, seen)
    game = registry.get(campaign.system)
    state = journal.load_state(campaign, ())
    events = game.judge(state, order)
    journal.append(campaign, [Act(events, timezone.now(), by.user.get_username(), seat=by.number)], state)


def save_draft(*, step: str, data: drafts.Entries, by: Seat, stamp: drafts.Stamp | None = None) -> drafts.SavedDraft:
    """Save what a side has entered for a step so far, for any of its seats to go on with; returns the new draft.

    `stamp` says which draft the page showed. If somebody has saved another one since, both versions are kept.
    """
    with transaction.atomic(savepoint=not by.locked):
        campaign = lock_campaign(by)
        check_drafter(by)
        spend(by.user, "drafts")
        return drafts.save(campaign, by.side, step, data, by.user.get_username(), stamp)


def save_rest(*, waiting: Mapping[str, drafts.Entries], done: Collection[str], by: Seat) -> None:
    """Save the drafts of other steps on the same page: those `waiting`, by step; delete those of the steps `done`.

    `by` is a locked seat whose commander has just done the step. Versions kept beside a draft stay.
    """
    campaign = lock_campaign(by)
    for step, data in waiting.items():
        stamp = drafts.Stamp(before.revision) if (before := drafts.saved(by, step)) else None
        drafts.save(campaign, by.side, step, data, by.user.get_username(), stamp)
    drafts.drop(campaign, by.side, done)


def merge_draft(*, step: str, data: drafts.Entries, by: Seat, revision: str) -> None:
    """Replace all versions of a draft by `data`; StalePage unless `revision` is that of the draft."""
    with transaction.atomic(savepoint=not by.locked):
        campaign = lock_campaign(by)
        check_drafter(by)
        draft = drafts.saved(by, step)
        if draft is None or draft.revision != revision:
            raise StalePage
        drafts.merge(campaign, by.side, step, data, by.user.get_username())


def check_pin(*, seat: Seat, pin: str) -> int:
    """Refused unless `pin` is the seat's; returns how many wrong ones were typed before.

    Call it outside a transaction: a miss has to be stored although it is refused.
    """
    with transaction.atomic():
        lock_campaign(seat)  # one guess at a time
        fresh = Seat.objects.get(pk=seat.pk)
        misses, now = fresh.pin_misses, timezone.now()
        if misses >= MOST_MISSES and fresh.pin_missed_at and now - fresh.pin_missed_at < REST:
            no = Refused(
                gettext("Too many wrong PINs were typed for this place."), way_out=gettext("Try again in five minutes.")
            )
        elif fresh.pin and not check_password(pin, fresh.pin):
            no = Refused(
                gettext("This is not the PIN of this place."),
                way_out=gettext("Try again; after five wrong ones the place rests."),
            )
            fresh.pin_misses, fresh.pin_missed_at = min(misses, MOST_COUNTED) + 1, now
            fresh.save(update_fields=["pin_misses", "pin_missed_at"])
        else:
            fresh.pin_misses, fresh.pin_missed_at = 0, None
            fresh.save(update_fields=["pin_misses", "pin_missed_at"])
            return misses
    raise no


@transaction.atomic
def import_campaign(*, file: CampaignFile, commanders: Mapping[str, User]) -> Campaign:
    """Create a campaign from a complete file, commanded by these people, by side, and play on from its end.

    A side without a commander waits for one to be invited. UnreadableFile if the file does not replay or lacks a room;
    Refused if nobody commands, or one person commands both sides.
    """
    game, replayed = archive.replay(file)
    acts = archive.whole_acts(file, game)
    archive.check_end(file, game, replayed)
    if not commanders or not set(commanders) <= set(game.sides) or len(set(commanders.values())) < len(commanders):
        raise Refused(
            gettext("Name a commander for a side (%(sides)s), or one for each; a person has only one place.")
            % {"sides": ", ".join(game.sides)},
            field="side",
            way_out=gettext("Other people are invited once the campaign is here."),
        )
    state, seed = game.setup(file.options), bytes.fromhex(file.seed or "")
    by = next(commanders[side] for side in game.sides if side in commanders)
    campaign = _open_campaign(
        name=file.name, game=game, options=file.options, state=state, by=by, seed=seed, brought=file
    )
    first = seat_list.after(SeatList(), acts, campaign).next_seat
    people = {}
    for number, (side, user) in enumerate(commanders.items(), first):
        _, people[side] = new_seat(campaign, number, user, Role.COMMANDER, side, new_salt())
    data: dict[str, object] = {"commanders": people}
    chains = parts.promised_anew(campaign, file.blinds)  # it keeps the blinds too
    if not any(event.kind == ENDED for act in acts for event in act.events):  # else nothing is rolled any more
        data["chains"] = chains
    imported = Act((Event(IMPORTED, PUBLIC, data),), timezone.now())
    journal.append(campaign, [*acts, imported], state)
    return campaign


def _open_campaign(
    *,
    name: str,
    game: Game,
    options: Mapping[str, object],
    state: AnyState,
    by: User,
    seed: bytes,
    play_mode: str = PlayMode.ACCOUNTS,
    brought: CampaignFile | None = None,
) -> Campaign:
    """Create the rows of a campaign and its rooms, with an empty journal.

    `brought` is the file of a campaign founded elsewhere: it keeps its founding.
    """
    campaign = Campaign(
        name=" ".join(name.split()),
        system=game.key,
        edition=game.edition,
        options=dict(options),
        play_mode=play_mode,
        founded_at=brought.founded_at if brought else timezone.now(),
        founded_by=by.get_username(),
        seed_hash=commitment(seed),
        summary=journal.summary_of(game, state),
    )
    campaign.founding = brought.founding if brought else form.header(campaign, game, seed)
    doors.store(campaign, doors.at_start(campaign.founding))
    campaign.seed_sealed = crypto.wrap_seed(campaign, seed)
    campaign.save()
    rooms = {room.key: room for room in caches.new_rooms(campaign, state, game)}
    for room in rooms.values():
        room.save()
    RGPurchase.objects.bulk_create(caches.purchases_to_write(campaign, rooms, state, game.sides))
    prefetch_related_objects([campaign], "rooms")
    return campaign
