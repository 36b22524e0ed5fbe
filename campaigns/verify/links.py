"""The public chain for a check in the browser: each link with what was hashed for it, from an entry on."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from django.urls import reverse

from campaigns.ledger import journal
from campaigns.ledger.acts import stamp
from campaigns.ledger.verify_campaign import body, founding
from campaigns.models import Campaign, JournalEntry
from rules.contract import PUBLIC

MOST = 1000
"""The most entries that are read for one response; the browser asks for more from there."""

Link = tuple[int, str, str]
"""A number, the digest of the act that is hashed with the link before, and the link."""


@dataclass(frozen=True)
class Witness:
    """What a page gives the browser's own check: what the chain began with, its head now, and where to fetch links."""

    cid: str
    number: int
    link: str
    address: str

    @property
    def head(self) -> str:
        return f"{self.number}:{self.link}"


def witness_of(campaign: Campaign) -> Witness | None:
    """The witness for a campaign's pages; None before the chain has begun."""
    head = journal.chain_head(campaign)
    if head is None:
        return None
    return Witness(cid_of(campaign), head.number, head.link, reverse("campaign-links", args=[campaign.public_id]))


def head_at(campaign: Campaign, number: int) -> journal.ChainHead | None:
    """The head as it was when public entry `number` was the newest; None before the chain had begun."""
    rows = JournalEntry.objects.filter(campaign=campaign, room=PUBLIC, number__lte=number).exclude(link="")
    newest = rows.order_by("-number").first()
    return journal.ChainHead(newest.number, newest.link) if newest else None


def cid_of(campaign: Campaign) -> str:
    """What the public chain began with."""
    return founding(campaign.founding)


def links_after(campaign: Campaign, number: int) -> list[Link]:
    """The links after public entry `number`: for each its entry, the digest of its act, and itself."""
    wanted = JournalEntry.objects.filter(campaign=campaign, room=PUBLIC, number__gt=number)
    rows = list(wanted.order_by("number")[: MOST + 1])
    acts = [list(group) for _, group in groupby(rows, lambda row: row.act)]
    if len(rows) > MOST and len(acts) > 1:
        acts.pop()  # its last entries may lie beyond MOST
    return [(act[-1].number, _body(act), act[-1].link) for act in acts]


def _body(act: list[JournalEntry]) -> str:
    """The digest that is hashed for the link of an act."""
    first, last = act[0], act[-1]
    author = {"by": first.actor, "seat": first.seat, "side": first.side, "at": stamp(first.at), "public": first.public}
    events = [{"room": PUBLIC, "no": row.number, "kind": row.kind, "data": row.body} for row in act]
    return body({**author, "anchors": last.anchors, "events": events})
