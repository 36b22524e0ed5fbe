"""What every action of the one door does: lock, look whether this person may and has seen all, tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import prefetch_related_objects
from django.utils import timezone

from campaigns import access, journal, letters, tasks
from campaigns.acts import HOUSE, Act
from campaigns.models import Campaign, How, JournalEntry, Role, Seat, What
from rules import registry
from rules.kernel import PUBLIC, Event, Refused, State


class StalePage(Refused):
    """Something happened between the page and the press of the button; nothing was done."""

    def __init__(self) -> None:
        super().__init__(
            "Something has happened in this campaign since you opened the page, so nothing was done.",
            way_out="Look at what changed; your entries are still here. Then press again.",
        )


def locked(by: Seat) -> Campaign:
    """The seat's campaign with its rooms, its row locked until the transaction ends."""
    campaign = Campaign.objects.select_for_update().get(pk=by.campaign_id)
    prefetch_related_objects([campaign], "rooms")
    by.campaign = campaign  # what is asked of the seat from here on must hold under the lock
    return campaign


def check_fresh(by: Seat, seen: int) -> None:
    """StalePage unless a page with `seen` entries shows all there is for this seat."""
    if seen != journal.seen(by.campaign, access.rooms_of(by)):
        raise StalePage


def check_running(campaign: Campaign) -> None:
    """Refused if the campaign has ended."""
    if campaign.ended:
        raise Refused(
            "This campaign has ended; nothing can be added to it.",
            way_out="Everything in it can be read, printed and downloaded; found another to play on.",
        )


def check_commander(by: Seat) -> None:
    """Refused unless the seat is a commander's and the campaign goes on."""
    check_running(by.campaign)
    if by.role == Role.ADJUTANT:
        raise Refused(
            "An adjutant prepares entries; a commander of your side commits them.",
            way_out="Keep what you entered as a draft where the step offers it, and tell your commander.",
        )
    if by.role != Role.COMMANDER:
        raise Refused(
            "Only the commanders of the two sides give orders in this campaign.",
            way_out="Ask one of them, if something has to be done.",
        )


def tell(
    campaign: Campaign, what: str, data: Mapping[str, Any], *, by: Seat, before: State | None = None
) -> list[JournalEntry]:
    """An entry of the host's own in the public journal."""
    game = registry.get(campaign.system)
    act = Act((Event(HOUSE + what, PUBLIC, data),), timezone.now(), by.user.get_username(), by.side)
    return journal.append(campaign, [act], before or journal.look(campaign, game.sides))


def tell_whose_turn(campaign: Campaign, before: Sequence[str]) -> None:
    """Mail the sides that are waited for since this act, or that alone are waited for since."""
    after = campaign.outline.get("waiting", ())
    sides = [side for side in after if side not in before or len(after) == 1 < len(before)]
    if sides and not campaign.ended:
        mail(campaign, What.TURN, sides)


def mail(campaign: Campaign, what: What, sides: Sequence[str]) -> None:
    """Have `sides` told once the act stands, unless both sit in front of it."""
    if campaign.how == How.ACCOUNTS:
        letters.owe(campaign, what, sides)
        # robust: the act stands whether or not the broker is there; then it is owed until the next minute.
        transaction.on_commit(lambda: tasks.send_letters_task.delay(campaign.pk), robust=True)
