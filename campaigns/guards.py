"""What every action of the one door does: lock, look whether this person may and has seen all, write, tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection, transaction
from django.db.models import prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext

from campaigns import access, tasks
from campaigns.ledger import journal
from campaigns.ledger.acts import HOST_PREFIX, Act
from campaigns.models import RECIPIENTS, Campaign, NotificationKind, PlayMode, Role, Seat
from rules import registry
from rules.contract import PUBLIC, AnyState, Event, Refused


def seen_in(post: Mapping[str, str]) -> int:
    """The entry count that a pressed page was made at; nonsense is as stale as can be."""
    return whole_number(post.get("seen", ""))


def whole_number(text: str) -> int:
    """A number as forms and addresses spell it; -1 for nonsense."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


class NotPressed(Refused):
    """A form came without a button that commits it: somebody pressed Enter in a field; nothing was done."""

    def __init__(self) -> None:
        super().__init__(
            gettext("Enter commits nothing here. What you typed is still there."),
            way_out=gettext("Look it over, then press the button you mean."),
        )


def check_pressed(post: Mapping[str, str], name: str = "act") -> None:
    """NotPressed unless the button `name` of a form was pressed."""
    if not post.get(name):
        raise NotPressed


class StalePage(Refused):
    """Something happened between the page and the press of the button; nothing was done."""

    def __init__(self) -> None:
        super().__init__(
            gettext("Something has happened in this campaign since you opened the page, so nothing was done."),
            way_out=gettext("Look at what changed; your entries are still here. Then press again."),
        )


def lock_campaign(by: Seat) -> Campaign:
    """The seat's campaign with its rooms, its row locked until the transaction ends."""
    if by.locked:
        return by.campaign
    campaign = Campaign.objects.select_for_update().get(pk=by.campaign_id)
    prefetch_related_objects([campaign], "rooms")
    by.campaign = campaign  # what is asked of the seat from here on must hold under the lock
    return campaign


def check_fresh(by: Seat, seen: int) -> None:
    """StalePage unless a page with `seen` entries shows all there is for this seat."""
    if seen != journal.entry_count(by.campaign, access.rooms_of(by)):
        raise StalePage


def check_running(campaign: Campaign) -> None:
    """Refused if the campaign has ended."""
    if campaign.ended:
        raise Refused(
            gettext("This campaign has ended; nothing can be added to it."),
            way_out=gettext("Everything in it can be read, printed and downloaded; found another to play on."),
        )


def check_commander(by: Seat) -> None:
    """Refused unless the seat is a commander's and the campaign goes on."""
    check_running(by.campaign)
    if by.role == Role.ADJUTANT:
        raise Refused(
            gettext("An adjutant prepares entries; a commander of your side commits them."),
            way_out=gettext("Keep what you entered as a draft where the step offers it, and tell your commander."),
        )
    if by.role != Role.COMMANDER:
        raise Refused(
            gettext("Only the commanders of the two sides give orders in this campaign."),
            way_out=gettext("Ask one of them, if something has to be done."),
        )


def check_drafter(by: Seat) -> None:
    """Refused unless the seat prepares the entries of a side."""
    if not access.may_draft(by):
        raise Refused(
            gettext("Only the commanders and adjutants of a side prepare its entries."),
            way_out=gettext("A commander can invite you as his adjutant."),
        )


def append_host_entry(
    campaign: Campaign, what: str, data: Mapping[str, Any], *, by: Seat, before: AnyState | None = None
) -> None:
    """Record an entry of the host's own in the public journal."""
    game = registry.get(campaign.system)
    act = Act((Event(HOST_PREFIX + what, PUBLIC, data),), timezone.now(), by.user.get_username(), by.side)
    journal.append(campaign, [act], before or journal.load_state(campaign, game.sides))


def notify_whose_turn(campaign: Campaign, before: Sequence[str]) -> None:
    """Mail the sides that are waited for since this act, or that alone are waited for since."""
    after = campaign.summary.get("waiting", ())
    sides = [side for side in after if side not in before or len(after) == 1 < len(before)]
    if sides and not campaign.ended:
        notify(campaign, NotificationKind.TURN, sides)


def notify(campaign: Campaign, kind: NotificationKind, sides: Sequence[str]) -> None:
    """Have `sides` told once the act stands, unless both sit in front of it."""
    if campaign.play_mode == PlayMode.ACCOUNTS and schedule(campaign, kind, sides):
        # robust: the act stands whether or not the broker is there; then it is owed until the next minute.
        transaction.on_commit(lambda: tasks.send_notifications_task.delay(campaign.pk), robust=True)


OWE = """
INSERT INTO campaigns_notification (seat_id, kind, due_at)
SELECT seat.id, %s, %s
FROM campaigns_seat AS seat JOIN auth_user AS reader ON reader.id = seat.user_id
WHERE seat.campaign_id = %s AND seat.side = ANY(%s) AND seat.role = ANY(%s)
    AND reader.email <> ''
ON CONFLICT (seat_id, kind) DO UPDATE SET due_at = EXCLUDED.due_at
"""


def schedule(campaign: Campaign, kind: NotificationKind, sides: Sequence[str]) -> int:
    """Have those of `sides` told whom it concerns, until it is done or no longer so; returns how many these are."""
    roles = [str(role) for role in RECIPIENTS[kind]]
    with connection.cursor() as cursor:
        cursor.execute(OWE, [str(kind), timezone.now(), campaign.pk, [*sides], roles])
        return int(cursor.rowcount)
