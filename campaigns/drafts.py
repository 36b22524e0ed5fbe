"""Drafts: what a side has entered for a step and not yet committed, encrypted like its journal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from campaigns import rooms, vault
from campaigns.models import Campaign, Draft, Seat
from campaigns.plain import plain


@dataclass(frozen=True)
class Saved:
    """A draft as its side sees it."""

    data: Mapping[str, Any]
    by: str
    at: datetime


def save(campaign: Campaign, room: str, step: str, data: Mapping[str, Any], by: str) -> None:
    """Replace the room's draft of a step; called by actions.save_draft only."""
    key = rooms.key_of(campaign, rooms.of(campaign, room))
    body = vault.seal(key, plain(data), _label(campaign, room, step))
    kept = {"body": body, "saved_by": by, "saved_at": timezone.now()}
    Draft.objects.update_or_create(campaign=campaign, room=room, step=step, defaults=kept)


def saved(seat: Seat, step: str) -> Saved | None:
    """The draft of the seat's own side, if there is one; nobody else has drafts to see."""
    campaign = seat.campaign
    draft = Draft.objects.filter(campaign=campaign, room=seat.side, step=step).first() if seat.side else None
    if draft is None:
        return None
    key = rooms.key_of(campaign, rooms.of(campaign, seat.side))
    data = vault.open_sealed(key, draft.body, _label(campaign, seat.side, step))
    return Saved(data, draft.saved_by, draft.saved_at)


def _label(campaign: Campaign, room: str, step: str) -> str:
    return f"{campaign.public_id} {room} draft {step}"
