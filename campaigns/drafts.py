"""Drafts: what a side has entered for a step and not yet committed, encrypted like its journal.

A page says which draft it was rendered from. If somebody else has saved since, a save replaces nothing: its entries are
kept beside the draft as another version, until somebody of the side chooses between them.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Q
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext
from pydantic_core import to_jsonable_python

from campaigns.ledger import crypto
from campaigns.ledger.former_names import names_at
from campaigns.models import Campaign, Draft, Seat
from rules.contract import Refused

PLACE, KEPT = ("campaign", "room", "step"), ("body", "saved_by", "saved_at", "act")
DIGITS = 16
MARK_BYTES = 24
"""The length of a signature's mark. An unsigned draft has random bytes instead, so that its size tells nothing."""
MOST_BESIDE = 5
"""The most versions kept beside a draft."""
Entries = Mapping[str, object]
"""What was entered for a step, by name, as it was posted."""


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
    """A draft as its side sees it: the version that counts, and those `beside` it, the oldest first.

    `mark` is the signature of whoever has signed these entries, or random (`teams.signing` reads it).
    """

    version: Version
    revision: str
    beside: tuple[Version, ...] = ()
    mark: str = ""

    @property
    def data(self) -> Mapping[str, Any]:
        return self.version.data

    @property
    def by(self) -> str:
        return self.version.by

    @property
    def versions(self) -> tuple[Version, ...]:
        """All versions, first the one that counts."""
        return (self.version, *self.beside)

    def known_to(self, stamp: Stamp) -> bool:
        """Whether the page shows this very draft, or the draft was saved from the page's own window."""
        return stamp.revision == self.revision or bool(stamp.window and stamp.window == self.version.window)

    def clashes(self, data: Entries, stamp: Stamp) -> bool:
        """Whether a page with `data` in it would replace entries that its reader has not seen."""
        return not self.known_to(stamp) and dict(self.data) != dict(data)


class Clash(Exception):
    """A step was to be carried out or signed from a page that had not shown its side's draft."""


def save(campaign: Campaign, room: str, step: str, data: Entries, by: str, stamp: Stamp | None) -> SavedDraft:
    """Keep `data` as the room's draft of a step, or beside it if that would clash; called by campaigns.actions only.

    Without a `stamp` it replaces what is there.
    """
    mine = Version(to_jsonable_python(data), by, timezone.now(), stamp.window if stamp else "")
    current = _draft(campaign, room, step) if stamp else None
    if stamp is None or current is None:
        return _write(campaign, room, step, mine)
    if current.clashes(data, stamp):
        return _write(campaign, room, step, current.version, (*_others(current.beside, mine), mine))
    mark = current.mark if dict(current.data) == mine.data and not current.beside else ""
    return _write(campaign, room, step, mine, _others(current.beside, mine), mark)


def sign(campaign: Campaign, room: str, step: str, data: Entries, by: str, stamp: Stamp, mark: str) -> SavedDraft:
    """Keep `data` as the room's draft of a step, with the mark of who signs it; called by campaigns.teams.actions only.

    Clash if the page of `stamp` has not shown the draft that is there, or all of its versions.
    """
    mine = Version(to_jsonable_python(data), by, timezone.now(), stamp.window)
    current = _draft(campaign, room, step)
    if current and (current.beside or current.clashes(mine.data, stamp)):
        raise Clash
    return _write(campaign, room, step, mine, mark=mark)


def merge(campaign: Campaign, room: str, step: str, data: Entries, by: str) -> None:
    """Make `data` the only version of a draft; called by campaigns.actions only."""
    _write(campaign, room, step, Version(to_jsonable_python(data), by, timezone.now()))


CLOSE = """
WITH there AS (SELECT body, saved_by, saved_at FROM campaigns_draft {there} AND act IS NULL), closed AS ({close})
SELECT body, saved_by, saved_at FROM there
"""
THERE = "WHERE campaign_id = %s AND room = %s AND step = %s"
KEEP = """
INSERT INTO campaigns_draft (campaign_id, room, step, body, saved_by, saved_at, act) VALUES (%s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (campaign_id, room, step) DO UPDATE
SET body = excluded.body, saved_by = excluded.saved_by, saved_at = excluded.saved_at, act = excluded.act
"""
DROP = f"DELETE FROM campaigns_draft {THERE}"


def close(
    campaign: Campaign, room: str, step: str, data: Entries, by: str, act: UUID, stamp: Stamp | None = None
) -> None:
    """Close the draft of a step that was carried out; keep its entries, to restore if `act` is undone.

    Raises Clash if the page of `stamp` had not shown the draft that was there; the caller must roll back.
    """
    place = (campaign.pk, room, step)
    row = (_sealed(campaign, room, step, to_jsonable_python(data)), by, timezone.now(), act) if data else ()
    with connection.cursor() as cursor:
        cursor.execute(CLOSE.format(there=THERE, close=KEEP if row else DROP), [*place, *place, *row])
        closed = cursor.fetchone()
    if closed and stamp and _opened(campaign, room, step, *closed).clashes(data, stamp):
        raise Clash


def reopen(campaign: Campaign, acts: Collection[UUID]) -> None:
    """Make what was typed for acts that were undone a draft again, unless something else was typed since."""
    Draft.objects.filter(campaign=campaign, act__in=acts).update(act=None)


def saved(seat: Seat, step: str) -> SavedDraft | None:
    """The draft of the seat's own side for a step; None if there is none, or the seat has no side."""
    return _draft(seat.campaign, seat.side, step) if seat.side else None


def saved_at_each(seats: Iterable[Seat], step: str) -> Iterator[SavedDraft]:
    """The drafts of a step by the seats' own sides in their campaigns, the latest last."""
    rooms = {(seat.campaign_id, seat.side): seat.campaign for seat in seats if seat.side}
    drafts = Draft.objects.filter(campaign__in={key for key, _ in rooms}, step=step, act=None) if rooms else ()
    for row in sorted(drafts, key=lambda row: row.saved_at):
        if campaign := rooms.get((row.campaign_id, row.room)):
            yield _opened(campaign, row.room, step, row.body, row.saved_by, row.saved_at)


def saved_each(seat: Seat, steps: Collection[str]) -> dict[str, SavedDraft]:
    """The drafts of the seat's own side for several steps, by step."""
    if not seat.side:
        return {}
    drafts = Draft.objects.filter(campaign=seat.campaign, room=seat.side, step__in=steps, act=None)
    return {
        row.step: _opened(seat.campaign, seat.side, row.step, row.body, row.saved_by, row.saved_at) for row in drafts
    }


def done_and_saved(seat: Seat, prefix: str, also: Collection[str] = ()) -> dict[str, tuple[SavedDraft, UUID | None]]:
    """What the seat's own side entered for steps, by step, each with the id of the act made of it, if any.

    These are the steps whose keys begin with `prefix`, and those in `also`.
    """
    wanted = Q(step__startswith=prefix) | Q(step__in=also)
    drafts = Draft.objects.filter(wanted, campaign=seat.campaign, room=seat.side) if seat.side else ()
    return {
        row.step: (_opened(seat.campaign, seat.side, row.step, row.body, row.saved_by, row.saved_at), row.act)
        for row in drafts
    }


def drop(campaign: Campaign, room: str, steps: Collection[str]) -> None:
    """Delete the drafts of steps that were done along with another one; called by campaigns.actions only."""
    Draft.objects.filter(campaign=campaign, room=room, step__in=steps, act=None).delete()


def _draft(campaign: Campaign, room: str, step: str) -> SavedDraft | None:
    draft = Draft.objects.filter(campaign=campaign, room=room, step=step, act=None).first()
    return _opened(campaign, room, step, draft.body, draft.saved_by, draft.saved_at) if draft else None


def _opened(campaign: Campaign, room: str, step: str, sealed: bytes | memoryview, by: str, at: datetime) -> SavedDraft:
    """The draft in a row's columns, with pseudonyms for former names; reads the older format without versions too."""
    body = crypto.open_in(campaign, crypto.room_of(campaign, room), sealed, _label(campaign, room, step))
    # No step has entries with these names of which `beside` is a list.
    is_packed = set(body) - {"mark"} == {"data", "window", "beside"} and isinstance(body["beside"], list)
    packed = body if is_packed else {"data": body, "window": "", "beside": ()}
    version = Version(packed["data"], by, at, packed["window"])
    beside = (Version.unpacked(each) for each in packed["beside"])
    others = (replace(each, by=names_at(campaign, each.at).get(each.by, each.by)) for each in beside)
    return SavedDraft(version, _revision(sealed), tuple(others), packed.get("mark", ""))


def _sealed(campaign: Campaign, room: str, step: str, packed: object) -> bytes:
    """The encrypted body of a row."""
    return crypto.seal(crypto.key_of(campaign, crypto.room_of(campaign, room)), packed, _label(campaign, room, step))


def _write(
    campaign: Campaign,
    room: str,
    step: str,
    version: Version,
    beside: tuple[Version, ...] = (),
    mark: str = "",
) -> SavedDraft:
    """Replace the row of the room's draft of a step. Raises Refused if there are too many versions."""
    if len(beside) > MOST_BESIDE:
        raise Refused(
            gettext("There are %(number)s versions of this draft already.") % {"number": len(beside)},
            way_out=gettext("Choose between them first; what you typed is still on this page."),
        )
    mark = mark or secrets.token_hex(MARK_BYTES)
    versions = {"data": version.data, "window": version.window, "beside": [asdict(each) for each in beside]}
    packed = {**versions, "mark": mark}
    body = _sealed(campaign, room, step, to_jsonable_python(packed))
    row = Draft(campaign=campaign, room=room, step=step, body=body)
    row.saved_by, row.saved_at = version.by, version.at
    Draft.objects.bulk_create([row], update_conflicts=True, unique_fields=PLACE, update_fields=KEPT)
    return SavedDraft(version, _revision(body), beside, mark)


def _others(beside: Iterable[Version], mine: Version) -> tuple[Version, ...]:
    """The versions that `mine` does not replace: those with other entries from other windows."""
    return tuple(
        each for each in beside if dict(each.data) != mine.data and not (mine.window and each.window == mine.window)
    )


def _revision(body: bytes | memoryview) -> str:
    """The revision of a draft, from a digest of its ciphertext: saving the same entries again gives a new one."""
    return hashlib.sha256(bytes(body)).hexdigest()[:DIGITS]


def _label(campaign: Campaign, room: str, step: str) -> str:
    return f"{campaign.public_id} {room} draft {step}"
