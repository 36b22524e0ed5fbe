"""Data of the pages of the check: what campaigns.ledger.verify_campaign finds in what a seat may see, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from campaigns import access, pages
from campaigns.gains import GainRow, gains_by_hand
from campaigns.ledger import crypto, journal
from campaigns.ledger.verify_campaign import Part
from campaigns.models import Seat
from campaigns.quotas.quotas import spend
from campaigns.verify import kept, wording
from campaigns.verify.links import head_at

LONG = 2000
"""A check of more new entries than this counts against the reader's quota."""
MOST_HEADS, LONGEST_HEAD = 20, 64
READ_OUT, GROUP = 32, 4
"""How many digits of a head are read out, and how many stand in a group."""


@dataclass(frozen=True)
class PastedHead:
    """The beginning of a head that somebody pasted, and the act it came with; None if it is not in the journal."""

    text: str
    act: int | None


@dataclass(frozen=True)
class VerifyPage:
    """The check of a campaign for one seat. `seed` is empty until the campaign has ended."""

    frame: pages.Frame
    parts: Sequence[Part]
    seed: str
    heads: list[PastedHead]
    command: str
    gains: list[GainRow]

    @property
    def faults(self) -> int:
        return sum(len(part.faults) for part in self.parts)


@dataclass(frozen=True)
class ComparePage:
    """What two players compare; `head` is the one at the entry they agreed on, None before there is any."""

    frame: pages.Frame
    head: journal.ChainHead | None

    @property
    def groups(self) -> list[str]:
        """The digits of the head that are read out, in groups."""
        prefix = self.head.link[:READ_OUT] if self.head else ""
        return [prefix[at : at + GROUP] for at in range(0, len(prefix), GROUP)]


def compare_page(seat: Seat, entry: int) -> ComparePage:
    """The page for a seat, with the head as of public entry `entry`, or the newest one if there was none then."""
    frame = pages.frame_of(seat)
    return ComparePage(frame, head_at(seat.campaign, entry) or frame.head)


def verify_page(seat: Seat, pasted: str) -> VerifyPage:
    """Check all that the seat may see, and the heads in `pasted`. Raises Refused if the quota of checks is spent."""
    campaign = seat.campaign
    texts = [text[:LONGEST_HEAD] for text in pasted.split(maxsplit=MOST_HEADS)[:MOST_HEADS]]
    look = kept.Look(campaign, access.rooms_of(seat))
    if look.unchecked > LONG:
        spend(seat.user, "checks")
    checked = look.check(texts)
    heads = [
        PastedHead(text, next((number for number, link in checked.links if link.startswith(text.lower())), None))
        for text in texts
    ]
    name = f"refit-room-{campaign.public_id}.json"
    frame = pages.frame_of(seat)
    return VerifyPage(
        frame=frame,
        gains=gains_by_hand(campaign, frame.system),
        parts=[wording.translated_part(part, frame.system.sides) for part in checked.parts],
        seed=crypto.seed_of(campaign).hex() if campaign.ended else "",
        heads=heads,
        command=" ".join(["python verify_campaign.py", name, *(f"--head {head.text}" for head in heads if head.act)]),
    )
