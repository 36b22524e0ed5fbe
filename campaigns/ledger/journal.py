"""The journal: everything that happened, append-only. Nothing else writes JournalEntry or the rooms' caches.

An act (one press of a button) leaves one entry per event, each in exactly one room. The state is a fold over the
entries; the states in the rooms' rows are caches, written in the same transaction. Entries with a kind "house.…" are
the host's own, such as a seat taken: they are public, except for an undo, and no game system hears of them.
"""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from typing import cast

from django.db import connection
from django.db.models import Max, Min, QuerySet
from django.utils import translation
from django.utils.translation import gettext
from pydantic_core import to_jsonable_python

from campaigns.club import rows as club_rows
from campaigns.ledger import caches, crypto, doors, form, seat_list
from campaigns.ledger.acts import (
    ABANDONED,
    ENDED,
    PLAYED_OUT,
    REWOUND,
    UNDONE,
    Act,
    events_with_actor,
    is_host_event,
    open_rewind,
    rewound_in,
    span,
    undone_places,
)
from campaigns.ledger.doors import DOOR, UNSEEN, Doors
from campaigns.ledger.entry_rows import EntryReader, rows_of
from campaigns.ledger.entry_rows import VisibleEntry as VisibleEntry
from campaigns.ledger.form import Chains
from campaigns.ledger.verify_campaign import founding
from campaigns.models import Campaign, JournalEntry, Room, Status
from rules import registry
from rules.contract import PUBLIC, AnyState, Event, Game, State

CHANNEL, SHORT = "refit", 32
ROWS = 200
"""How many rows of a long journal are in memory at a time."""
SEATS = "seats"
"""Sent to the streams in place of a room when somebody may see less from now on."""
TAKES_BACK = frozenset({UNDONE, REWOUND})
"""Kinds of host entries after which the rooms of all sides are folded anew."""


@dataclass(frozen=True)
class ChainHead:
    """The newest link of the public chain, and the number of the public entry it came with."""

    number: int
    link: str

    @property
    def short(self) -> str:
        """The part of the link that people write down and compare."""
        return self.link[:SHORT]

    @property
    def sentence(self) -> str:
        """A sentence with the number and the short form."""
        return gettext("Proof code of the journal at public entry %(number)s: %(short)s") % {
            "number": self.number,
            "short": self.short,
        }


def chain_head(campaign: Campaign) -> ChainHead | None:
    """The head of the public chain, which secret acts do not move; None before the chain has begun."""
    room = crypto.room_of(campaign, PUBLIC)
    return ChainHead(room.entries, room.head) if room.head else None


def load_state(campaign: Campaign, keys: Collection[str]) -> AnyState:
    """The state with the public room and those in `keys`; all other rooms stay encrypted.

    A side's room that lacks newer public events is brought up to date first, and that is stored (ADR 19).
    """
    state, newest = open_state(campaign, keys), crypto.room_of(campaign, PUBLIC).heard
    for room in campaign.rooms.all():
        if room.key in state.sides and room.heard != newest:
            state = catch_up(campaign, room, state)
            knew, room.heard = room.heard, newest
            caches.keep(campaign, room, knew, state)
    return state


def open_state(campaign: Campaign, keys: Collection[str]) -> AnyState:
    """The stored state with the public room and those in `keys`; sides' rooms may lack newer public events.

    Raises OtherEdition if the rules of the campaign's edition are not here any more.
    """
    wanted = {PUBLIC, *keys}
    return registry.of_edition(campaign.system, campaign.edition).load(
        {room.key: crypto.stored_state(campaign, room) for room in campaign.rooms.all() if room.key in wanted}
    )


def catch_up(campaign: Campaign, room: Room, state: AnyState) -> AnyState:
    """`state` with a side's `room` brought up to date with public entries; rebuilt if one of them undoes others."""
    system, side = registry.get(campaign.system), state.sides[room.key]
    news = [Event(row.kind, PUBLIC, row.body or {}) for row in _in(campaign, {PUBLIC}).filter(number__gt=room.heard)]
    if any(event.kind in TAKES_BACK for event in news):
        side, news = rebuild(campaign, {room.key}).sides[room.key], []
    for event in news:
        if event.kind in system.heard:
            side = system.hear(side, room.key, event)
    return State(state.public, {**state.sides, room.key: side})


def entry_count(campaign: Campaign, keys: Collection[str]) -> int:
    """How many entries of the rooms in `keys` pages show; a page carries the number to tell whether it is stale."""
    unseen = doors.unseen(campaign) if PUBLIC in keys else 0
    return sum(room.entries for room in campaign.rooms.all() if room.key in keys) - unseen


@dataclass(frozen=True)
class Appended:
    """The entries that were written, and the state of the open rooms after them."""

    entries: list[JournalEntry]
    state: AnyState


Owed = Callable[[Doors, AnyState], Sequence[Act]]
"""Returns the acts with what a side owes for the dice, given the doors and the state."""


def append(campaign: Campaign, acts: Sequence[Act], before: AnyState, owed: Owed | None = None) -> Appended:
    """Record `acts`, and what is `owed` after them, and fold them over `before`.

    `before` has the public room and the rooms the acts were done in. All other rooms stay closed: their sides hear of
    the acts when they next enter. The caller holds the campaign's row lock and has read its rooms under it. On commit
    a database trigger tells the streams which rooms have something new.
    """
    system = registry.get(campaign.system)
    rooms = {room.key: room for room in campaign.rooms.all()}
    chains = _chains(campaign, rooms)
    listed_before = seat_list.load(campaign) if campaign.sequence else seat_list.SeatList()
    done = list(map(chains.after, acts))
    rows = [row for act in done for row in rows_of(campaign, rooms, act)]
    events = [event for act in done for event in act.events]
    # The state after an undo does not follow from the state before it.
    anew = any(event.kind in TAKES_BACK for event in events)
    if anew:
        JournalEntry.objects.bulk_create(rows)
    state = rebuild(campaign, before.sides) if anew else fold(system, before, events)
    if news := [row.number for row in rows if row.room == PUBLIC and row.kind in system.heard | TAKES_BACK]:
        for key in (PUBLIC, *before.sides):
            rooms[key].heard = news[-1]
    rewind = open_rewind(events_with_actor(done), campaign.summary.get("rewind"))
    campaign.summary = summary_of(system, state, rewind, [*campaign.summary.get("rewound", ()), *rewound_in(done)])
    more = list(map(chains.after, [*_end_after(campaign, done), *_parts_after(campaign, done, state, owed)]))
    later = [row for act in more for row in rows_of(campaign, rooms, act)]
    JournalEntry.objects.bulk_create(later if anew else [*rows, *later])
    done, rows = [*done, *more], [*rows, *later]
    campaign.written_at = rows[-1].at if rows else campaign.written_at
    if listed_before is not None:  # else whoever enters next makes the list anew from the whole journal
        listed = seat_list.after(listed_before, done, campaign)
        seat_list.store(campaign, listed, rooms[PUBLIC].head)
        club_rows.refresh(campaign, listed_before.club, listed.club, done)
    touched = {row.room for row in rows} | {act.side for act in done} - {""}
    touched |= caches.store_changed_states(campaign, rooms, before, state) | (set(before.sides) if news else set())
    purchases = caches.purchases_to_write(campaign, rooms, state, touched)
    caches.write(campaign, [rooms[key] for key in touched], purchases)
    if campaign.ended:
        open_at_end(campaign)
    elif anew:
        caches.update_open_purchases(campaign, state)
    return Appended(rows, state)


def _end_after(campaign: Campaign, done: Sequence[Act]) -> Sequence[Act]:
    """Mark the campaign's (unsaved) row as ended if its game is over or `done` abandons it; the summary is up to date.
    Returns the act that records the end, unless `done` has it."""
    events = [event for act in done for event in act.events]
    abandoned = any(event.kind == ENDED and str(event.data["why"]).startswith(ABANDONED) for event in events)
    played_out = campaign.summary.get("ended") or campaign.summary.get("winner")
    if not campaign.running or not (played_out or abandoned):
        return ()
    campaign.status, campaign.ended_at = Status.ENDED if played_out else Status.ABANDONED, done[-1].at
    bound = any(event.kind == ENDED for event in events)
    return () if bound else (Act((Event(ENDED, PUBLIC, {"why": PLAYED_OUT}),), done[-1].at),)


def _parts_after(campaign: Campaign, done: Sequence[Act], state: AnyState, owed: Owed | None) -> Sequence[Act]:
    """The acts owed for the dice after these; puts the new state of the doors on the campaign's (unsaved) row.

    While a rewind is proposed nothing is owed, because any other public entry would end the proposal.
    """
    stand = doors.after_acts(doors.load(campaign), done)
    acts = owed(stand, state) if owed and campaign.running and not campaign.rewind_is_proposed else ()
    doors.store(campaign, doors.after_acts(stand, acts))
    return acts


def _chains(campaign: Campaign, rooms: Mapping[str, Room]) -> Chains:
    return Chains(
        founding(campaign.founding),
        form.anchor_keys(crypto.seed_of(campaign), campaign.founding["sides"]),
        campaign.founding["tables_root"],
        campaign.written_at or campaign.founded_at,
        {key: room.head for key, room in rooms.items() if room.head},
        {key: room.entries for key, room in rooms.items()},
    )


def open_at_end(campaign: Campaign) -> None:
    """Open all rooms of an ended campaign; a locked one only if its key was deposited or it is unlocked here."""
    for room in campaign.rooms.all():
        if crypto.is_locked(room):
            shut = crypto.is_shut(campaign, room)
            room.wrapped_key = (room.deposit or b"") if shut else crypto.wrapped_key_of(campaign, room)
            room.save(update_fields=["wrapped_key"])
    open_rooms = {room.key for room in campaign.rooms.all() if not crypto.is_locked(room)}
    caches.update_open_purchases(campaign, load_state(campaign, open_rooms))


def fold(system: Game, state: AnyState, events: Iterable[Event]) -> AnyState:
    """The state after `events`; the host's own do not change it."""
    for event in events:
        if not is_host_event(event):
            state = system.apply(state, event)
    return state


def entries(
    campaign: Campaign, keys: Collection[str], *, after: int = 0, limit: int | None = None
) -> list[VisibleEntry]:
    """The entries of the rooms in `keys` in order, without UNSEEN ones, from visible number `after` + 1 on."""
    stop = None if limit is None else after + limit
    read = EntryReader(campaign)
    return [read.entry(row, number) for number, row in enumerate(_visible_rows(campaign, keys)[after:stop], after + 1)]


def since(campaign: Campaign, keys: Collection[str], place: int) -> list[VisibleEntry]:
    """The entries of the rooms in `keys`, beginning with the act that has public entry `place`; [] if there is none."""
    whole = JournalEntry.objects.filter(campaign=campaign)
    act = whole.filter(room=PUBLIC, number=place).values("act")
    start = whole.filter(act__in=act).aggregate(first=Min("sequence"))["first"]
    if start is None:
        return []
    seen_before = _visible_rows(campaign, keys).filter(sequence__lt=start).count()
    return entries(campaign, keys, after=seen_before)


def acts_since(campaign: Campaign, before: int) -> set[uuid.UUID]:
    """The ids of the acts after which there were at least `before` public entries."""
    rows = JournalEntry.objects.filter(campaign=campaign, public__gte=before)
    return set(rows.values_list("act", flat=True))


def acts(campaign: Campaign, keys: Collection[str], *, after: int = 0) -> Iterator[Act]:
    """The acts after sequence `after`, with their events in the rooms of `keys`; an act without any is left out.

    An act has its proof (dice, nonce) only if the room of the side that acted is among `keys`.
    """
    read, whole = EntryReader(campaign), _in(campaign, keys)
    earlier = whole.filter(sequence__lte=after).order_by("room").values_list("room").annotate(Max("number"))
    counts = dict(earlier) if after else dict[str, int]()
    with _few_at_a_time(whole.filter(sequence__gt=after)) as recorded:
        for _, group in groupby(recorded, key=lambda row: row.act):
            rows = list(group)
            counts |= {row.room: row.number for row in rows}
            yield read.act(rows, keys, counts.get(rows[0].side, 0))


def _few_at_a_time(rows: QuerySet[JournalEntry]) -> closing[Generator[JournalEntry, None, None]]:
    """Entries read through a database cursor that is closed when the block is left, by an exception too.

    A cursor still open when its transaction is rolled back would break the transaction around it.
    """
    return closing(cast(Generator[JournalEntry, None, None], rows.iterator(ROWS)))


def rebuild(campaign: Campaign, keys: Collection[str]) -> AnyState:
    """The state of the public room and those in `keys`, folded from the journal: the caches have to equal it."""
    system = registry.get(campaign.system)
    read = EntryReader(campaign)
    with _few_at_a_time(_in(campaign, {PUBLIC, *keys})) as rows:
        whole = [(read.event(row), row.public) for row in rows]
    undone = undone_places(whole)
    standing = [event for place, (event, _) in enumerate(whole) if place not in undone]
    return fold(system, system.setup(campaign.options).only(keys), standing)


def summary_of(
    system: Game, state: AnyState, rewind: Mapping[str, object] | None = None, rewound: Sequence[Sequence[int]] = ()
) -> dict[str, object]:
    """A few public facts for lists, the `rewind` that is proposed, and what was `rewound`: the first and last number
    of each run of public entries whose acts were undone by consent.

    Texts are stored untranslated; the page that shows them translates them.
    """
    with translation.override(None):
        public = system.public(state.only(()))
    summary = {
        "date": public.date,
        "stage": public.stage_title,
        "waiting": list(public.waiting),
        "winner": public.winner,
        "ended": public.ended,
        "practice": public.practice,
        "rewind": to_jsonable_python(rewind),
        "rewound": [list(run) for run in rewound],
    }
    return {name: value for name, value in summary.items() if value}


def head_in(campaign: Campaign, room: str) -> str:
    """The newest link of a room's chain, by the journal; "" if it has none."""
    rows = JournalEntry.objects.filter(campaign=campaign).order_by("sequence")
    if room == PUBLIC:
        last = rows.exclude(link="").last()
        return last.link if last else ""
    last = rows.filter(side=room, proof__isnull=False).last()
    return EntryReader(campaign).proof(last).room_link if last else ""


def draws_behind_door(campaign: Campaign, side: str) -> Counter[str]:
    """How often a side has drawn each name since the newest door of the dice."""
    door = JournalEntry.objects.filter(campaign=campaign, room=PUBLIC, kind=DOOR).order_by("-number").values("sequence")
    rows = JournalEntry.objects.filter(campaign=campaign, side=side, proof__isnull=False, sequence__gt=door[:1])
    read = EntryReader(campaign)
    return Counter(draw.key for row in rows.order_by("sequence") for draw in read.proof(row).draws)


def dice_were_drawn(campaign: Campaign, act: uuid.UUID) -> bool:
    """Whether the server drew dice in an act."""
    row = JournalEntry.objects.filter(campaign=campaign, act=act, proof__isnull=False).first()
    return row is not None and bool(EntryReader(campaign).proof(row).draws)


def undone_in(campaign: Campaign, room: str) -> list[list[int]]:
    """The entries of a room that were undone, by the journal: first and last number of each run."""
    events = (entry.event for entry in entries(campaign, {room}))
    return [list(span(event)) for event in events if event.kind == UNDONE]


def _in(campaign: Campaign, keys: Collection[str]) -> QuerySet[JournalEntry]:
    return JournalEntry.objects.filter(campaign=campaign, room__in=keys).order_by("sequence")


def _visible_rows(campaign: Campaign, keys: Collection[str]) -> QuerySet[JournalEntry]:
    """The entries of these rooms that pages show."""
    rows = _in(campaign, keys)
    return rows.exclude(kind__in=UNSEEN)


def announce(campaign: Campaign, room: str) -> None:
    """Tell the streams on commit that a room has something new that is no entry; only ids are sent."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{campaign.public_id} {room}"])
