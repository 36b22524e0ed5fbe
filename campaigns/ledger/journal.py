"""The journal: what happened, for ever. The only writer of JournalEntry and of the rooms' caches.

An act (one press of a button) leaves one entry per event, each in exactly one room. The
state is a fold over the entries; the states kept with the rooms are caches written in the
same transaction. Entries of kind "house.…" are the host's own (a seat taken, say): they
stand in the public journal and no game system hears of them.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Min, QuerySet
from django.utils import translation
from django.utils.translation import gettext
from pydantic_core import to_jsonable_python

from campaigns.ledger import caches, crypto
from campaigns.ledger.acts import (
    UNDONE,
    Act,
    Proof,
    draws_of,
    is_host_event,
    linked,
    rewind_asked,
    salts_of,
    sealed,
    span,
    stamp,
    undone_places,
)
from campaigns.ledger.verify_campaign import FORMAT, first_link
from campaigns.models import Campaign, JournalEntry, Room, Status
from rules import registry
from rules.contract import PUBLIC, AnyState, Event, Game

CHANNEL = "refit"
SHORT = 32


@dataclass(frozen=True)
class VisibleEntry:
    """An entry as a reader sees it; `number` counts the entries he may see, without gaps.

    `act` is the press it came of, `place` its number in its room, `gone` whether it was taken back.
    """

    number: int
    at: datetime
    actor: str
    side: str
    event: Event
    act: uuid.UUID
    place: int
    gone: bool


@dataclass(frozen=True)
class ChainHead:
    """The newest link of the public chain, and the number of the public entry it came with."""

    number: int
    link: str

    @property
    def short(self) -> str:
        """Enough of it for paper."""
        return self.link[:SHORT]

    @property
    def sentence(self) -> str:
        """The short form in a sentence."""
        return gettext("Head of the journal at public entry %(number)s: %(short)s") % {
            "number": self.number,
            "short": self.short,
        }


def chain_head(campaign: Campaign) -> ChainHead | None:
    """What everybody is shown of the chain; no secret act moves it. None before it has begun."""
    room = crypto.room_of(campaign, PUBLIC)
    return ChainHead(room.entries, room.head) if room.head else None


def load_state(campaign: Campaign, keys: Collection[str]) -> AnyState:
    """The state with the public room and those in `keys`; what is not asked for is not there.

    The rows of the other rooms may have come along, but as ciphertext that nobody opens.
    """
    system = registry.get(campaign.system)
    wanted = {PUBLIC, *keys}
    return system.load(
        {room.key: crypto.stored_state(campaign, room) for room in campaign.rooms.all() if room.key in wanted}
    )


def entry_count(campaign: Campaign, keys: Collection[str]) -> int:
    """How many entries the rooms in `keys` hold: the number a page carries to tell whether it is stale."""
    return sum(room.entries for room in campaign.rooms.all() if room.key in keys)


@dataclass(frozen=True)
class Appended:
    """What was written into the journal, and the state of all rooms since."""

    entries: list[JournalEntry]
    state: AnyState


def append(campaign: Campaign, acts: Sequence[Act], before: AnyState) -> Appended:
    """Record `acts` and fold them over `before`, the state of all rooms.

    The caller holds the campaign's row lock and read its rooms under it. A trigger tells the streams
    which rooms have something new, when the transaction commits.
    """
    system = registry.get(campaign.system)
    here = {room.key: room for room in campaign.rooms.all()}
    heads = {key: room.head for key, room in here.items()}
    heads[PUBLIC] = heads[PUBLIC] or first_link(about(campaign))
    done = [linked(sealed(act), heads) for act in acts]
    rows = [row for act in done for row in _rows(campaign, here, act)]
    JournalEntry.objects.bulk_create(rows)
    events = [event for act in done for event in act.events]
    # What is left when something is taken back can't be told from the state that was.
    anew = any(event.kind == UNDONE for event in events)
    state = rebuild(campaign) if anew else fold(system, before, events)
    campaign.dice_salts = salts_of(events, campaign.dice_salts)
    campaign.summary = summary_of(system, state, rewind_asked(events, campaign.summary.get("rewind")))
    if not campaign.ended and (campaign.summary.get("ended") or campaign.summary.get("winner")):
        campaign.status, campaign.ended_at = Status.ENDED, rows[-1].at
    touched = {row.room for row in rows} | {act.side for act in done} - {""}
    touched |= caches.store_changed_states(campaign, here, before, state)
    purchases = caches.purchases_to_write(campaign, here, before, state, touched)
    caches.write(campaign, [here[key] for key in touched], purchases)
    if anew or campaign.ended:
        caches.settle_purchases(campaign, state)
    return Appended(rows, state)


def fold(system: Game, state: AnyState, events: Iterable[Event]) -> AnyState:
    """The state after `events`; the host's own change nothing in the game."""
    for event in events:
        if not is_host_event(event):
            state = system.apply(state, event)
    return state


def entries(
    campaign: Campaign, keys: Collection[str], *, after: int = 0, limit: int | None = None
) -> list[VisibleEntry]:
    """The entries of the rooms in `keys` in order, from visible number `after` + 1 on."""
    stop = None if limit is None else after + limit
    read = _Reader(campaign)
    return [read.entry(row, number) for number, row in enumerate(_in(campaign, keys)[after:stop], after + 1)]


def since(campaign: Campaign, keys: Collection[str], place: int) -> list[VisibleEntry]:
    """The entries of the rooms in `keys` from the act on that holds public entry `place`; none if there is no such."""
    whole = JournalEntry.objects.filter(campaign=campaign)
    act = whole.filter(room=PUBLIC, number=place).values("act")
    start = whole.filter(act__in=act).aggregate(first=Min("sequence"))["first"]
    if start is None:
        return []
    seen_before = _in(campaign, keys).filter(sequence__lt=start).count()
    return entries(campaign, keys, after=seen_before)


def acts(campaign: Campaign, keys: Collection[str]) -> Iterator[Act]:
    """The acts as those see them who may enter the rooms in `keys`; acts elsewhere leave no gap.

    Dice and nonce are there only for whoever may enter the room of the side that acted.
    """
    read = _Reader(campaign)
    rows = list[JournalEntry]()
    for row in _in(campaign, keys).iterator():
        if rows and rows[0].act != row.act:
            yield read.act(rows, keys)
            rows = []
        rows.append(row)
    if rows:
        yield read.act(rows, keys)


def rebuild(campaign: Campaign) -> AnyState:
    """The state of all rooms by folding the whole journal: what the caches must equal."""
    system = registry.get(campaign.system)
    read = _Reader(campaign)
    rows = JournalEntry.objects.filter(campaign=campaign).order_by("sequence")
    events = [read.event(row) for row in rows.iterator()]
    return fold(system, system.setup(campaign.options), standing(events))


def standing(events: Sequence[Event]) -> list[Event]:
    """What counts of a whole journal: all but what was taken back."""
    gone = undone_places(events)
    return [event for place, event in enumerate(events) if place not in gone]


def summary_of(system: Game, state: AnyState, rewind: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """A few public facts for lists, as every onlooker may have them; and the `rewind` that is proposed.

    Their messages are kept as they are written, whoever acts, and looked up by the page that shows them.
    """
    with translation.override(None):
        public = system.public(state.only(()))
    found = {
        "date": public.date,
        "phase": public.phase,
        "waiting": list(public.waiting),
        "winner": public.winner,
        "ended": public.ended,
        "practice": public.practice,
        "rewind": to_jsonable_python(rewind),
    }
    return {name: value for name, value in found.items() if value}


def drawn_in(campaign: Campaign, room: str) -> int:
    """How many numbers of its stream the journal says were drawn in a side's room."""
    read = _Reader(campaign)
    rows = JournalEntry.objects.filter(campaign=campaign, side=room, proof__isnull=False)
    return sum(read.proof(row).numbers for row in rows)


def head_in(campaign: Campaign, room: str) -> str:
    """The newest link of a room's chain by the journal."""
    rows = JournalEntry.objects.filter(campaign=campaign).order_by("sequence")
    if room == PUBLIC:
        last = rows.exclude(link="").last()
        return last.link if last else ""
    last = rows.filter(side=room, proof__isnull=False).last()
    return _Reader(campaign).proof(last).room_link if last else ""


def dice_were_drawn(campaign: Campaign, act: uuid.UUID) -> bool:
    """Whether the server drew dice in an act."""
    row = JournalEntry.objects.filter(campaign=campaign, act=act, proof__isnull=False).first()
    return row is not None and bool(_Reader(campaign).proof(row).draws)


def undone_in(campaign: Campaign, room: str) -> list[list[int]]:
    """Which entries of a room the journal says were taken back: first and last number of each run."""
    events = (entry.event for entry in entries(campaign, {room}))
    return [list(span(event)) for event in events if event.kind == UNDONE]


def _in(campaign: Campaign, keys: Collection[str]) -> QuerySet[JournalEntry]:
    return JournalEntry.objects.filter(campaign=campaign, room__in=keys).order_by("sequence")


def _rows(campaign: Campaign, here: Mapping[str, Room], act: Act) -> list[JournalEntry]:
    """Number the events of an act and close those of a side; counts on `campaign` and `here` go up."""
    batch, rows = uuid.uuid4(), list[JournalEntry]()
    for event in act.events:
        room = here[event.room]
        campaign.sequence += 1
        room.entries += 1
        row = JournalEntry(
            campaign=campaign, sequence=campaign.sequence, act=batch, room=room.key, number=room.entries,
            actor=act.by, side=act.side, at=act.at,
        )  # fmt: skip
        if event.kind == UNDONE:
            room.undone = [*room.undone, list(span(event))]
        if room.key == PUBLIC:
            row.kind, row.body = event.kind, to_jsonable_python(event.data)
        else:
            secret = [event.kind, to_jsonable_python(event.data)]
            row.sealed = crypto.seal(crypto.key_of(campaign, room), secret, _label(row, "body"))
        rows.append(row)
    if shown := [row for row in rows if row.room == PUBLIC]:
        shown[-1].link, shown[-1].anchor = act.link, act.anchor
        here[PUBLIC].head = act.link
    if rows and act.side:
        room, proof = here[act.side], act.proof
        room.head = proof.room_link
        room.draws = max(room.draws, proof.first + proof.numbers)
        kept = {"first": proof.first, **proof.draws_in_file(), "nonce": proof.nonce, "room_link": proof.room_link}
        rows[0].proof = crypto.seal(crypto.key_of(campaign, room), kept, _label(rows[0], "proof"))
    return rows


def about(campaign: Campaign) -> dict[str, Any]:
    """What a campaign file says of the campaign itself, and its chain begins with."""
    return {
        "format": FORMAT,
        "system": campaign.system,
        "edition": campaign.edition,
        "options": to_jsonable_python(campaign.options),
        "founded_at": stamp(campaign.founded_at),
        "seed_hash": campaign.seed_hash,
    }


def announce(campaign: Campaign, room: str) -> None:
    """Tell the streams that there is something to see in a room that is no entry: ids only, delivered on commit."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{campaign.public_id} {room}"])


def _label(row: JournalEntry, part: str) -> str:
    return f"{row.campaign.public_id} {row.room} {part} {row.sequence}"


class _Reader:
    """Opens entries of one campaign; unwraps each room's key once."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._rooms = {room.key: room for room in campaign.rooms.all()}
        self._keys: dict[str, bytes] = {}

    def entry(self, row: JournalEntry, number: int) -> VisibleEntry:
        gone = any(first <= row.number <= last for first, last in self._rooms[row.room].undone)
        return VisibleEntry(number, row.at, row.actor, row.side, self.event(row), row.act, row.number, gone)

    def event(self, row: JournalEntry) -> Event:
        row.campaign = self._campaign
        if row.sealed is None:
            return Event(row.kind, row.room, row.body or {})
        kind, data = crypto.open_sealed(self._key(row.room), row.sealed, _label(row, "body"))
        return Event(kind, row.room, data)

    def proof(self, row: JournalEntry) -> Proof:
        if row.proof is None:
            return Proof()
        row.campaign = self._campaign
        found = crypto.open_sealed(self._key(row.side), row.proof, _label(row, "proof"))
        return Proof(found["first"], draws_of(found), found["nonce"], found.get("room_link", ""))

    def act(self, rows: Sequence[JournalEntry], keys: Collection[str]) -> Act:
        first = rows[0]
        proof = self.proof(first) if first.side in keys else Proof()
        events = tuple(self.event(row) for row in rows)
        anchor, link = next(((row.anchor, row.link) for row in rows if row.link), ("", ""))
        return Act(events, first.at, first.actor, first.side, proof, anchor, link)

    def _key(self, room: str) -> bytes:
        if room not in self._keys:
            self._keys[room] = crypto.key_of(self._campaign, self._rooms[room])
        return self._keys[room]
