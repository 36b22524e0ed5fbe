"""The form of journals and campaign files: what a founding binds, and the numbers and links of each act (ADR 22).

`verify_campaign` says how all of it is hashed and checks it.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext_noop
from pydantic_core import to_jsonable_python

from campaigns.ledger import verify_campaign as made
from campaigns.ledger.acts import ENDED, Act, stamp
from campaigns.ledger.doors import modes_of
from campaigns.models import Campaign, PlayMode
from rules.contract import PUBLIC, Event, Game
from rules.features.documents import library_of
from rules.tables import Table

MOMENT = timedelta(microseconds=1)
OTHER_DOORS = gettext_noop("It was started so that its dice wait at other doors than those of its game.")
OTHER_TABLES = gettext_noop("It was started with other tables than those of its game.")
OTHER_KINDS = gettext_noop("It was started with kinds of events that its game does not have.")


def table_rows(system: Game, options: Mapping[str, object]) -> dict[str, list[dict[str, object]]]:
    """The rows of every table of a game by its id, as a campaign with these options reads them."""
    tables = (each for shelf in library_of(system, options).shelves for each in shelf.tables)
    return {table.id: rows_of(table) for table in tables if isinstance(table, Table)}


def rows_of(table: Table) -> list[dict[str, object]]:
    """The rows of a table as they stand in files."""
    return [
        {"low": row.low, "high": row.high, "original": row.original, "values": dict(row.values)} for row in table.rows
    ]


def table_digests(rows: Mapping[str, object]) -> dict[str, str]:
    """The digest of each table's rows, by its id."""
    return {name: made.digest("table", each) for name, each in rows.items()}


def anchor_key(seed: bytes, side: str) -> str:
    """The key of the anchors of a side's room, derived from the seed, which is disclosed when all rooms are."""
    return hmac.digest(seed, f"refit1 key of anchors {side}".encode(), "sha256").hex()


def header(campaign: Campaign, system: Game, seed: bytes) -> dict[str, Any]:
    """What the founding digest is made over: everything said of the (unsaved) campaign before its first act."""
    alone = campaign.play_mode != PlayMode.ACCOUNTS
    return {
        "format": made.FORMAT,
        "version": made.FORM,
        "campaign": campaign.public_id,
        "system": system.key,
        "edition": system.edition,
        "name": campaign.name,
        "how": str(campaign.play_mode),
        "locked": False,
        "sides": [*system.sides],
        "kinds": {place: sorted(kinds) for place, kinds in system.kinds.items()},
        "doors": modes_of(system.doors, alone=alone),
        "options": to_jsonable_python(campaign.options),
        "tables_root": made.tables_root(table_digests(table_rows(system, campaign.options))),
        "founded_at": stamp(campaign.founded_at),
        "seed_hash": made.commitment(seed),
        "anchor_hashes": {side: made.digest("anchor key", anchor_key(seed, side)) for side in system.sides},
    }


def misfits(founding: Mapping[str, Any], system: Game) -> Iterator[str]:
    """A sentence for each thing that a campaign of this edition was founded with and its game does not have.

    With other doors some dice wait for less, so whoever finishes last could know what is rolled before he decides.
    With tables or kinds of events of his own, whoever ran the server could have got any result.
    """
    if founding["edition"] != system.edition:
        return
    if founding["doors"] != modes_of(system.doors, alone=founding["how"] != PlayMode.ACCOUNTS):
        yield OTHER_DOORS
    if founding["tables_root"] != made.tables_root(table_digests(table_rows(system, founding["options"]))):
        yield OTHER_TABLES
    if any({*kinds} - system.kinds[place] for place, kinds in founding["kinds"].items()):
        yield OTHER_KINDS


@dataclass
class Chains:
    """The state of all chains of a campaign: the newest link and the number of entries of each room.

    `cid` is the digest of the founding, with which every chain begins; `at` is the time of the last act.
    """

    cid: str
    anchor_keys: Mapping[str, str]
    tables_root: str
    at: datetime
    heads: dict[str, str] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)

    def after(self, act: Act) -> Act:
        """Add an act to the chains; returns it with its time, nonce, numbers, seal and links.

        The seal of its secret events is put into those public events that ask for it. The times of acts rise strictly.
        """
        numbers = []
        act = replace(act, events=tuple(map(self._bound, act.events)))
        for event in act.events:
            self.counts[event.room] = self.counts.get(event.room, 0) + 1
            numbers.append(self.counts[event.room])
        self.at = max(act.at, self.at + MOMENT)
        proof = replace(act.proof, nonce=(act.proof.nonce or secrets.token_hex(32)) if act.side else "")
        act = replace(
            act, at=self.at, numbers=tuple(numbers), public=self.counts.get(PUBLIC, 0),
            room=self.counts.get(act.side, 0) if act.side else 0, proof=proof,
        )  # fmt: skip
        if any(event.seals for event in act.events):
            seal = made.seal(self.cid, in_file(act, own=True))
            events = (replace(each, data={**each.data, "seal": seal}) if each.seals else each for each in act.events)
            act = replace(act, events=tuple(events))
        content = in_file(act, own=bool(act.side))
        head = self.heads.get(PUBLIC, self.cid)
        if act.side:
            before = self.heads.get(act.side, self.cid)
            self.heads[act.side] = content["room_link"] = made.room_link(self.cid, content, before, head)
            act = replace(act, proof=replace(act.proof, room_link=content["room_link"]))
        if not any(event.room == PUBLIC for event in act.events):
            return act
        content["anchors"] = {
            side: made.anchor(key, act.public, self.heads.get(side, self.cid), self.counts.get(side, 0))
            for side, key in self.anchor_keys.items()
        }
        self.heads[PUBLIC] = made.link(head, made.body(content), act.public)
        return replace(act, anchors=content["anchors"], link=self.heads[PUBLIC])

    def _bound(self, event: Event) -> Event:
        """The event; if it ends the campaign, with the number of entries and the newest link of each side's room."""
        if event.kind != ENDED:
            return event
        rooms = {
            side: {"entries": self.counts.get(side, 0), "head": self.heads.get(side, self.cid)}
            for side in self.anchor_keys
        }
        return replace(event, data={"why": event.data["why"], "rooms": rooms, "tables_root": self.tables_root})


def in_file(act: Act, *, own: bool) -> dict[str, Any]:
    """An act as it stands in a campaign file; `own` says whether the file holds the room of its side."""
    content: dict[str, object] = {
        "by": act.by,
        "seat": act.seat,
        "side": act.side,
        "at": stamp(act.at),
        "public": act.public,
        "events": [
            {"room": event.room, "no": number, "kind": event.kind, "data": to_jsonable_python(event.data)}
            for event, number in zip(act.events, act.numbers, strict=True)
        ],
        "anchors": dict(act.anchors),
        "link": act.link,
    }
    if own:
        content |= {
            "room": act.room,
            "draws": [each.in_file() for each in act.proof.draws],
            "nonce": act.proof.nonce,
            "room_link": act.proof.room_link,
        }
    return content


def anchor_keys(seed: bytes, sides: Collection[str]) -> dict[str, str]:
    """The keys of the anchors of these sides' rooms, by side."""
    return {side: anchor_key(seed, side) for side in sides}
