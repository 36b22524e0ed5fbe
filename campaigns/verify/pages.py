"""The page of the check: what campaigns.ledger.verify_campaign finds in what a seat may see, put into words."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns import access, pages
from campaigns.gains import GainLine, gains_by_hand
from campaigns.ledger import archive, crypto
from campaigns.ledger.verify_campaign import Part, check
from campaigns.models import Seat

MOST_HEADS, LONGEST_HEAD = 20, 64


@dataclass(frozen=True)
class PastedHead:
    """A head somebody kept, and the act it came with; none if it is not in the journal."""

    text: str
    act: int | None


@dataclass(frozen=True)
class VerifyPage:
    """The check of a campaign for one seat. `seed` is empty until the campaign has ended."""

    frame: pages.Frame
    parts: list[Part]
    salts: list[tuple[str, str]]
    seed: str
    heads: list[PastedHead]
    command: str
    gains: list[GainLine]

    @property
    def faults(self) -> int:
        return sum(len(part.faults) for part in self.parts)


def verify_page(seat: Seat, pasted: str) -> VerifyPage:
    """Check all that the seat may see, against the heads in `pasted`; it means opening every entry."""
    campaign = seat.campaign
    file = archive.export_campaign(campaign, access.rooms_of(seat), with_seed=campaign.ended)
    texts = [text[:LONGEST_HEAD] for text in pasted.split()[:MOST_HEADS]]
    links = [(number, act["link"]) for number, act in enumerate(file["acts"], 1) if act["link"]]
    heads = [
        PastedHead(text, next((number for number, link in links if link.startswith(text.lower())), None))
        for text in texts
    ]
    name = f"refit-room-{campaign.public_id}.json"
    frame = pages.frame_of(seat)
    return VerifyPage(
        frame=frame,
        gains=gains_by_hand(campaign, frame.system),
        parts=check(file, texts),
        salts=pages.salts_given(campaign),
        seed=crypto.seed_of(campaign).hex() if campaign.ended else "",
        heads=heads,
        command=" ".join(["python verify_campaign.py", name, *(f"--head {head.text}" for head in heads if head.act)]),
    )
