"""Reads and writes the messages of a room; actions and pages check who may do either.

Messages at the table are in clear under a MAC of the public room, those of a side are encrypted. Both are bound to
their campaign, room and number. A row that somebody else wrote or changed breaks no page: its `body` reads as None.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from django.db.models import Max
from django.utils.dateparse import parse_datetime

from campaigns.ledger import crypto
from campaigns.ledger.crypto import CryptoError
from campaigns.models import Campaign, Room
from campaigns.talk.models import ChatMessage, DeletedNumber
from rules.contract import PUBLIC

BLOCK = 4096
"""The size that every message of a side is padded to: the longest one fits in."""
MAC = "mac"
"""The key of the MAC in the body of a message at the table."""


@dataclass(frozen=True)
class MessageBody:
    """A message as it was written: by which seat, when (ISO 8601), the text, and what a note is about ("" for talk).

    `about` is a kind and a key, such as "step:purchase", "hex:K20" or "counter:9-1 Lt. Braun".
    """

    seat: int
    at: str
    text: str
    about: str = ""

    @property
    def moment(self) -> datetime:
        """When it was said."""
        moment = parse_datetime(self.at)
        assert moment is not None
        return moment


@dataclass(frozen=True)
class Numbered:
    """A message with its number within the room; `body` is None if this program did not write its row."""

    number: int
    body: MessageBody | None


def add(campaign: Campaign, room: str, body: MessageBody) -> None:
    """Add a message to the room of a side or the table; the campaign's row is locked."""
    number = _highest_number(campaign, room) + 1
    row = ChatMessage(campaign=campaign, room=room, number=number)
    opened = crypto.room_of(campaign, room)
    if room == PUBLIC:
        row.body = {**asdict(body), MAC: _mac(campaign, opened, number, asdict(body))}
    else:
        key = crypto.key_of(campaign, opened)
        row.note = bool(body.about)
        row.sealed = crypto.seal(key, asdict(body), _label(campaign, room, number), block=BLOCK)
    row.save()


def newest(campaign: Campaign, room: str, most: int, before: int | None = None) -> Sequence[Numbered]:
    """The newest messages of a room, newest first; only those with a number below `before`, if that is given."""
    rows = ChatMessage.objects.filter(campaign=campaign, room=room).order_by("-number")
    return _read(campaign, room, rows.filter(number__lt=before)[:most] if before else rows[:most])


def with_text(campaign: Campaign, room: str, text: str, most: int) -> Sequence[Numbered]:
    """The newest messages of a room that contain a text, ignoring case."""
    wanted = text.casefold()
    rows = ChatMessage.objects.filter(campaign=campaign, room=room).order_by("-number")
    every = _read(campaign, room, rows)
    return [each for each in every if each.body and wanted in f"{each.body.text} {each.body.about}".casefold()][:most]


def notes(campaign: Campaign, room: str, kind: str) -> Sequence[Numbered]:
    """The notes of a side about things of a kind, the newest first."""
    rows = ChatMessage.objects.filter(campaign=campaign, room=room, note=True).order_by("-number")
    return [each for each in _read(campaign, room, rows) if each.body and each.body.about.startswith(f"{kind}:")]


def numbered(campaign: Campaign, room: str, number: int) -> Numbered | None:
    """The message with this number."""
    return next(
        iter(_read(campaign, room, ChatMessage.objects.filter(campaign=campaign, room=room, number=number))), None
    )


def remove(campaign: Campaign, room: str, number: int) -> None:
    """Delete a message. Its number is not used again: a page may still show a button that names it."""
    highest = _highest_number(campaign, room)
    DeletedNumber.objects.update_or_create(campaign=campaign, room=room, defaults={"number": highest})
    ChatMessage.objects.filter(campaign=campaign, room=room, number=number).delete()


def count(campaign: Campaign, room: str, *, note: bool) -> int:
    """How many messages, or notes, a room has."""
    return ChatMessage.objects.filter(campaign=campaign, room=room, note=note).count()


def _highest_number(campaign: Campaign, room: str) -> int:
    """The highest number that a message of a room has or had, 0 if there was none."""
    rows = (model.objects.filter(campaign=campaign, room=room) for model in (ChatMessage, DeletedNumber))
    return max(each.aggregate(last=Max("number"))["last"] or 0 for each in rows)


def _read(campaign: Campaign, room: str, rows: Iterable[ChatMessage]) -> list[Numbered]:
    opened = crypto.room_of(campaign, room)
    crypto.keys_of(campaign, opened)  # raises if a key is missing or the room is locked, which is no fault of a row
    return [Numbered(row.number, _authentic_body(campaign, opened, row)) for row in rows]


def _authentic_body(campaign: Campaign, room: Room, row: ChatMessage) -> MessageBody | None:
    if row.sealed is not None:
        try:
            return MessageBody(**crypto.open_in(campaign, room, row.sealed, _label(campaign, room.key, row.number)))
        except CryptoError:
            return None
    body, mac = (dict(row.body), row.body.get(MAC)) if isinstance(row.body, dict) else ({}, None)
    body.pop(MAC, None)
    if not isinstance(mac, str):
        return None
    is_ours = hmac.compare_digest(_mac(campaign, room, row.number, body).encode(), mac.encode())
    return MessageBody(**body) if is_ours else None


def _mac(campaign: Campaign, room: Room, number: int, body: Mapping[str, object]) -> str:
    content = json.dumps([_label(campaign, room.key, number), body], sort_keys=True)
    return crypto.authentication_in(campaign, room, content.encode())


def _label(campaign: Campaign, room: str, number: int) -> str:
    return f"{campaign.public_id} {room} message {number}"
