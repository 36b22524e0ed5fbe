"""Notifications that an act causes: marked as due in its transaction, sent by a worker once that is committed."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import connection, transaction
from django.utils import timezone

from campaigns import tasks
from campaigns.models import RECIPIENTS, Campaign, NotificationKind, PlayMode
from campaigns.pace import clocks
from rules import registry
from rules.contract import Event
from rules.engine.corrections import PROPOSED
from rules.features.forces import CLAIMED


def notify_whose_turn(campaign: Campaign, before: Sequence[str]) -> None:
    """Notify each side that must act now and did not before, or that is the only one left to act.

    `before` are the sides that had to act before this act. The time for the step of the new ones begins.
    """
    after = campaign.summary.get("waiting", ())
    sides = [side for side in after if side not in before or len(after) == 1 < len(before)]
    if newly := [side for side in after if side not in before]:
        clocks.begin(campaign, newly)
    if sides and campaign.running:
        notify(campaign, NotificationKind.TURN, sides)


def notify_who_is_asked(campaign: Campaign, side: str, events: Sequence[Event]) -> None:
    """Notify the other sides and the umpires if one of `events` of `side` asks for their answer."""
    if any(event.kind in (*PROPOSED, CLAIMED) for event in events):
        others = [other for other in registry.get(campaign.system).sides if other != side]
        notify(campaign, NotificationKind.ANSWER, [*others, ""])


def notify(campaign: Campaign, kind: NotificationKind, sides: Sequence[str]) -> None:
    """Notify `sides` after the commit, unless all players share one table."""
    if campaign.play_mode == PlayMode.ACCOUNTS:
        _send(campaign, kind, sides)


def notify_everybody(campaign: Campaign, kind: NotificationKind) -> None:
    """Notify everybody who has a seat after the commit, however the campaign is played."""
    _send(campaign, kind, [*registry.get(campaign.system).sides, ""])


def _send(campaign: Campaign, kind: NotificationKind, sides: Sequence[str]) -> None:
    if schedule(campaign, kind, sides):
        # robust: the act stays committed even if the broker is down; then the job of the next minute sends it.
        transaction.on_commit(lambda: tasks.send_notifications_task.delay(campaign.pk), robust=True)


OWE = """
INSERT INTO campaigns_notification (seat_id, kind, due_at)
SELECT seat.id, %s, %s
FROM campaigns_seat AS seat JOIN auth_user AS reader ON reader.id = seat.user_id
WHERE seat.campaign_id = %s AND seat.side = ANY(%s) AND seat.role = ANY(%s)
    AND (reader.email <> '' OR EXISTS (
        SELECT 1 FROM campaigns_channel AS channel
        WHERE channel.user_id = reader.id AND channel.confirmed_at IS NOT NULL
    ))
ON CONFLICT (seat_id, kind) DO UPDATE SET due_at = EXCLUDED.due_at
"""


def schedule(campaign: Campaign, kind: NotificationKind, sides: Sequence[str]) -> int:
    """Mark a notification as due now for the seats of `sides` that this kind is for; returns how many there are.

    Only people who can be reached get one: by mail, or on a confirmed channel.
    """
    roles = [str(role) for role in RECIPIENTS[kind]]
    with connection.cursor() as cursor:
        cursor.execute(OWE, [str(kind), timezone.now(), campaign.pk, [*sides], roles])
        return int(cursor.rowcount)
