"""Journal rows: writes an act into them, and reads it back."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from pydantic_core import to_jsonable_python

from campaigns.ledger import crypto, seat_list
from campaigns.ledger.acts import UNDONE, Act, Proof, draws_of, is_host_event, span
from campaigns.ledger.former_names import names_at
from campaigns.models import Campaign, JournalEntry, Room
from rules.contract import PUBLIC, Event


@dataclass(frozen=True)
class VisibleEntry:
    """An entry as a reader sees it; `number` counts the entries he may see, from 1 without gaps.

    `act` is the id of its act, `place` its number in its room, `undone` whether it was undone. `who` is the name of
    somebody whom the event gives only by the number of his seat, `names` has the pseudonyms for former names.
    """

    number: int
    at: datetime
    actor: str
    side: str
    event: Event
    act: uuid.UUID
    place: int
    undone: bool
    who: str = ""
    names: Mapping[str, str] = field(default_factory=dict)


def rows_of(campaign: Campaign, rooms: Mapping[str, Room], act: Act) -> list[JournalEntry]:
    """Unsaved rows for the events of an act, numbered, and encrypted if they are in a side's room.

    Also updates the counts, links and undone runs on the (unsaved) rows of the campaign and its rooms.
    """
    batch, rows = uuid.uuid4(), list[JournalEntry]()
    for event in act.events:
        room = rooms[event.room]
        campaign.sequence += 1
        room.entries += 1
        row = JournalEntry(
            campaign=campaign, sequence=campaign.sequence, act=batch, room=room.key, number=room.entries,
            actor=act.by, side=act.side, at=act.at, seat=act.seat, public=act.public,
        )  # fmt: skip
        if event.kind == UNDONE:
            room.undone = [*room.undone, list(span(event))]
        if room.key == PUBLIC:
            row.kind, row.body = event.kind, to_jsonable_python(event.data)
        else:
            secret = [event.kind, to_jsonable_python(event.data)]
            row.sealed = crypto.seal(crypto.key_of(campaign, room), secret, _label(row, "body"))
        rows.append(row)
    if public_rows := [row for row in rows if row.room == PUBLIC]:
        public_rows[-1].link, public_rows[-1].anchors = act.link, dict(act.anchors)
        rooms[PUBLIC].head = act.link
    if rows and act.side:
        room, proof = rooms[act.side], act.proof
        room.head = proof.room_link
        content = {
            "draws": [each.in_file() for each in proof.draws],
            "nonce": proof.nonce,
            "room_link": proof.room_link,
        }
        rows[0].proof = crypto.seal(crypto.key_of(campaign, room), content, _label(rows[0], "proof"))
    return rows


def _label(row: JournalEntry, part: str) -> str:
    return f"{row.campaign.public_id} {row.room} {part} {row.sequence}"


class EntryReader:
    """Decrypts entries of one campaign."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._rooms = {room.key: room for room in campaign.rooms.all()}
        self._rewound = campaign.summary.get("rewound", ())

    def entry(self, row: JournalEntry, number: int) -> VisibleEntry:
        event, names = self.event(row), names_at(self._campaign, row.at)
        undone = any(first <= row.number <= last for first, last in self._rooms[row.room].undone)
        undone = undone or (
            not is_host_event(event) and any(first <= row.public <= last for first, last in self._rewound)
        )
        who, actor = (names.get(name, name) for name in (seat_list.name_in(self._campaign, event), row.actor))
        return VisibleEntry(number, row.at, actor, row.side, event, row.act, row.number, undone, who, names)

    def event(self, row: JournalEntry) -> Event:
        row.campaign = self._campaign
        if row.sealed is None:
            return Event(row.kind, row.room, row.body or {})
        kind, data = crypto.open_in(self._campaign, self._rooms[row.room], row.sealed, _label(row, "body"))
        return Event(kind, row.room, data)

    def proof(self, row: JournalEntry) -> Proof:
        if row.proof is None:
            return Proof()
        row.campaign = self._campaign
        content = crypto.open_in(self._campaign, self._rooms[row.side], row.proof, _label(row, "proof"))
        return Proof(draws_of(content["draws"]), content["nonce"], content["room_link"])

    def act(self, rows: Sequence[JournalEntry], keys: Collection[str], room: int) -> Act:
        """An act from those of its rows that are in the rooms `keys`.

        `room` is the number of entries its side's room has after it. Without that room the proof is empty.
        """
        first = rows[0]
        proof = self.proof(first) if first.side in keys else Proof()
        events = tuple(self.event(row) for row in rows)
        last = next((row for row in rows if row.link), first)
        return Act(
            events, first.at, first.actor, first.side, proof, last.link, first.seat,
            tuple(row.number for row in rows), first.public, room, last.anchors or {},
        )  # fmt: skip
