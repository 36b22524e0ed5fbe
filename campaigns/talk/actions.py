"""Actions that add and delete messages."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from campaigns.guards import lock_campaign
from campaigns.ledger import journal
from campaigns.models import Campaign, Seat
from campaigns.quotas.quotas import spend
from campaigns.talk import messages
from campaigns.talk.messages import MessageBody
from campaigns.talk.rights import LONGEST, may_say, may_take_back
from rules.contract import PUBLIC, Refused

MOST, MOST_NOTES = 2000, 200
"""The most messages and notes that a room may have."""


@transaction.atomic
def say(*, text: str, room: str, by: Seat, about: str = "") -> None:
    """Add a message at the table, or in the room of one's own side, where it can be a note `about` something.

    Raises Refused if it is empty or too long, or the room has too many.
    """
    campaign = lock_campaign(by)
    _check_may_say(by, room)
    cleaned = "\n".join(" ".join(line.split()) for line in text.splitlines()).strip()
    if not cleaned or len(cleaned) > LONGEST or not all(line.isprintable() for line in cleaned.split("\n")):
        raise Refused(
            gettext("Write something, in at most %(longest)s characters.") % {"longest": LONGEST},
            field="text",
            way_out=gettext("What you typed is still there: shorten it, or send it in parts."),
        )
    body = MessageBody(by.number, timezone.now().isoformat(), cleaned, about)
    note = bool(about)
    most = MOST_NOTES if note else MOST
    if messages.count(campaign, room, note=note) >= most:
        raise Refused(
            gettext("There are %(most)s of these already, the most that are kept.") % {"most": most},
            way_out=gettext("Take back what is not needed any more."),
        )
    spend(by.user, "messages")
    messages.add(campaign, room, body)
    _announce(campaign, room)


@transaction.atomic
def take_back(*, number: int, room: str, by: Seat) -> None:
    """Delete a message of one's own, any note of one's side, or one that can't be read."""
    campaign = lock_campaign(by)
    _check_may_say(by, room)
    message = messages.numbered(campaign, room, number)
    if message is None:
        raise Refused(gettext("This message is not there any more."), way_out=gettext("Look at the page as it is now."))
    if not may_take_back(by, message):
        raise Refused(
            gettext("Somebody else has written this message."), way_out=gettext("Who wrote it can take it back.")
        )
    messages.remove(campaign, room, number)
    _announce(campaign, room)


def _check_may_say(by: Seat, room: str) -> None:
    if not may_say(by, room):
        raise Refused(
            gettext("Here you may read, and no more."),
            way_out=gettext("Commanders, adjutants and umpires talk at the table, and a side in its own room."),
        )


def _announce(campaign: Campaign, room: str) -> None:
    """Tell open pages to reload. After the end all may read a side's room, but its talk stays its own."""
    if room == PUBLIC or campaign.running:
        journal.announce(campaign, room)
