"""Drafts: what a side has entered for a step and not yet committed, encrypted like its journal.

A page says which draft it was made of. Who saves after somebody else did replaces nothing: his entries are kept beside
the draft, as another version of it, until somebody of the side chooses between them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext
from pydantic_core import to_jsonable_python

from campaigns.ledger import crypto
from campaigns.models import Campaign, Draft, Seat
from rules.contract import Refused

PLACE, KEPT = ("campaign", "room", "step"), ("body", "saved_by", "saved_at", "act")
DIGITS = 16
MOST_BESIDE = 5
"""So many versions of a draft are kept beside it."""


@dataclass(frozen=True)
class Stamp:
    """What a page knows of the draft it shows: its `revision`, "" if there was none, and the `window` it stands in.

    A window has a name only where scripts give it one; what is saved from one window never clashes with itself.
    """

    revision: str = ""
    window: str = ""


@dataclass(frozen=True)
class Version:
    """Entries of a step as somebody of the side left them in a window."""

    data: Mapping[str, Any]
    by: str
    at: datetime
    window: str = ""

    @classmethod
    def unpacked(cls, packed: Mapping[str, Any]) -> Version:
        """A version as it was written into the draft of another."""
        at = parse_datetime(packed["at"])
        assert at is not None
        return cls(packed["data"], packed["by"], at, packed["window"])


@dataclass(frozen=True)
class SavedDraft:
    """A draft as its side sees it: the version that counts, and those `beside` it, the oldest first."""

    version: Version
    revision: str
    beside: tuple[Version, ...] = ()

    @property
    def data(self) -> Mapping[str, Any]:
        return self.version.data

    @property
    def by(self) -> str:
        return self.version.by

    @property
    def versions(self) -> tuple[Version, ...]:
        """All there are, first the one that counts."""
        return (self.version, *self.beside)

    def known_to(self, stamp: Stamp) -> bool:
        """Whether a page shows this very draft, or it was saved from its own window."""
        return stamp.revision == self.revision or bool(stamp.window and stamp.window == self.version.window)

    def clashes(self, data: Mapping[str, Any], stamp: Stamp) -> bool:
        """Whether a page with `data` in it would replace entries that its reader has not seen."""
        return not self.known_to(stamp) and dict(self.data) != dict(data)


def save(campaign: Campaign, room: str, step: str, data: Mapping[str, Any], by: str, stamp: Stamp | None) -> SavedDraft:
    """Keep `data` as the room's draft of a step, or beside it if that would clash; called by campaigns.actions only.

    Without a `stamp` it replaces what is there.
    """
    mine = Version(to_jsonable_python(data), by, timezone.now(), stamp.window if stamp else "")
    there = _draft(campaign, room, step) if stamp else None
    if stamp is None or there is None:
        return _write(campaign, room, step, mine)
    if there.clashes(data, stamp):
        return _write(campaign, room, step, there.version, (*_others(there.beside, mine), mine))
    return _write(campaign, room, step, mine, _others(there.beside, mine))


def settle(campaign: Campaign, room: str, step: str, data: Mapping[str, Any], by: str) -> None:
    """`data` is the one version from now on; called by campaigns.actions only."""
    _write(campaign, room, step, Version(to_jsonable_python(data), by, timezone.now()))


def close(campaign: Campaign, room: str, step: str, data: Mapping[str, Any], by: str, act: UUID) -> None:
    """A step was carried out: its draft is one no more, what was typed waits for `act` being taken back."""
    if data:
        _write(campaign, room, step, Version(to_jsonable_python(data), by, timezone.now()), act=act)
    else:
        Draft.objects.filter(campaign=campaign, room=room, step=step).delete()


def reopen(campaign: Campaign, acts: Collection[UUID]) -> None:
    """What was typed for acts that were taken back is a draft again, where nothing else was typed since."""
    Draft.objects.filter(campaign=campaign, act__in=acts).update(act=None)


def saved(seat: Seat, step: str) -> SavedDraft | None:
    """The draft of the seat's own side, if there is one; nobody else has drafts to see."""
    return _draft(seat.campaign, seat.side, step) if seat.side else None


def _draft(campaign: Campaign, room: str, step: str) -> SavedDraft | None:
    found = Draft.objects.filter(campaign=campaign, room=room, step=step, act=None).first()
    if found is None:
        return None
    key = crypto.key_of(campaign, crypto.room_of(campaign, room))
    body = crypto.open_sealed(key, found.body, _label(campaign, room, step))
    packed = body if set(body) == {"data", "window", "beside"} else {"data": body, "window": "", "beside": ()}
    version = Version(packed["data"], found.saved_by, found.saved_at, packed["window"])
    return SavedDraft(version, _revision(found.body), tuple(map(Version.unpacked, packed["beside"])))


def _write(
    campaign: Campaign,
    room: str,
    step: str,
    version: Version,
    beside: tuple[Version, ...] = (),
    act: UUID | None = None,
) -> SavedDraft:
    """Replace the row of the room's draft of a step."""
    if len(beside) > MOST_BESIDE:
        raise Refused(
            gettext("There are %(number)s versions of this draft already.") % {"number": len(beside)},
            way_out=gettext("Choose between them first; what you typed is still on this page."),
        )
    packed = version.data
    if version.window or beside:
        packed = {"data": version.data, "window": version.window, "beside": [asdict(each) for each in beside]}
    key = crypto.key_of(campaign, crypto.room_of(campaign, room))
    body = crypto.seal(key, to_jsonable_python(packed), _label(campaign, room, step))
    row = Draft(campaign=campaign, room=room, step=step, body=body, act=act)
    row.saved_by, row.saved_at = version.by, version.at
    Draft.objects.bulk_create([row], update_conflicts=True, unique_fields=PLACE, update_fields=KEPT)
    return SavedDraft(version, _revision(body), beside)


def _others(beside: Iterable[Version], mine: Version) -> tuple[Version, ...]:
    """The versions that `mine` does not take the place of: those of other windows with other entries."""
    return tuple(
        each for each in beside if dict(each.data) != mine.data and not (mine.window and each.window == mine.window)
    )


def _revision(body: bytes | memoryview) -> str:
    """What tells a draft from the one before it; a draft saved twice with the same entries is another one."""
    return hashlib.sha256(bytes(body)).hexdigest()[:DIGITS]


def _label(campaign: Campaign, room: str, step: str) -> str:
    return f"{campaign.public_id} {room} draft {step}"
