"""Data of the page about a room's words: every way in, and whether the journal has it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from campaigns.ledger import crypto
from campaigns.locks import keys, ways_in
from campaigns.locks.forms import NewWordsForm
from campaigns.locks.models import Slot, SlotKind
from campaigns.models import Role, Seat
from campaigns.pages import Frame, frame_of

SHOWN_DIGITS, GROUP = 16, 4


@dataclass(frozen=True)
class WayIn:
    """A way into a room: whose it is, its fingerprint in groups of digits, whether it is as its side made it."""

    title: str
    fingerprint: str
    mine: bool
    expected: bool


@dataclass(frozen=True)
class WordsPage:
    """The ways into the reader's room, and forms for new words; without `sheet` where he makes no new one."""

    frame: Frame
    ways: Sequence[WayIn]
    missing: Sequence[str]
    own: NewWordsForm | None
    sheet: NewWordsForm | None

    @property
    def unexpected(self) -> bool:
        """Whether the ways in differ from those that the side has published."""
        return bool(self.missing) or not all(way.expected for way in self.ways)


def words_page(seat: Seat, own: NewWordsForm | None, sheet: NewWordsForm | None) -> WordsPage:
    """The page of a member whose room is open to him; `sheet` is for commanders alone."""
    campaign, room = seat.campaign, crypto.room_of(seat.campaign, seat.side)
    published, slots = ways_in.published_fingerprints(campaign, room), ways_in.slots_of(room)
    prints = [keys.fingerprint(bytes(slot.public)) for slot in slots]
    return WordsPage(
        frame=frame_of(seat),
        ways=[
            WayIn(
                title=_title(slot),
                fingerprint=_grouped(digits),
                mine=slot.seat_id == seat.pk,
                expected=digits in published and ways_in.is_genuine(campaign, room, slot),
            )
            for slot, digits in zip(slots, prints, strict=True)
        ],
        missing=[_grouped(digits) for digits in sorted(published - set(prints))],
        own=own if campaign.running else None,
        sheet=sheet if campaign.running and seat.role == Role.COMMANDER else None,
    )


def _title(slot: Slot) -> str:
    if slot.kind == SlotKind.RECOVERY:
        return gettext("the recovery sheet")
    if slot.invitation_id:
        return gettext("an open link")
    if slot.seat is None:
        return gettext("somebody who has left; it goes with the next act of a commander")
    name = slot.seat.user.get_username()
    return gettext("%(name)s, umpire") % {"name": name} if slot.kind == SlotKind.UMPIRE else name


def _grouped(digits: str) -> str:
    """The beginning of a fingerprint in groups that can be read out."""
    prefix = digits[:SHOWN_DIGITS]
    return " ".join(prefix[at : at + GROUP] for at in range(0, len(prefix), GROUP))
