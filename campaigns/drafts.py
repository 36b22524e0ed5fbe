"""Drafts: what a side has entered for a step and not yet committed, encrypted like its journal."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone
from pydantic_core import to_jsonable_python

from campaigns.ledger import crypto
from campaigns.models import Campaign, Draft, Seat

PLACE, KEPT = ("campaign", "room", "step"), ("body", "saved_by", "saved_at", "act")


@dataclass(frozen=True)
class SavedDraft:
    """A draft as its side sees it."""

    data: Mapping[str, Any]
    by: str
    at: datetime


def save(campaign: Campaign, room: str, step: str, data: Mapping[str, Any], by: str, act: UUID | None = None) -> None:
    """Replace the room's draft of a step; called by campaigns.actions only."""
    key = crypto.key_of(campaign, crypto.room_of(campaign, room))
    body = crypto.seal(key, to_jsonable_python(data), _label(campaign, room, step))
    draft = Draft(campaign=campaign, room=room, step=step, body=body, saved_by=by, saved_at=timezone.now(), act=act)
    Draft.objects.bulk_create([draft], update_conflicts=True, unique_fields=PLACE, update_fields=KEPT)


def close(campaign: Campaign, room: str, step: str, data: Mapping[str, Any], by: str, act: UUID) -> None:
    """A step was carried out: its draft is one no more, what was typed waits for `act` being taken back."""
    if data:
        save(campaign, room, step, data, by, act)
    else:
        Draft.objects.filter(campaign=campaign, room=room, step=step).delete()


def reopen(campaign: Campaign, acts: Collection[UUID]) -> None:
    """What was typed for acts that were taken back is a draft again, where nothing else was typed since."""
    Draft.objects.filter(campaign=campaign, act__in=acts).update(act=None)


def saved(seat: Seat, step: str) -> SavedDraft | None:
    """The draft of the seat's own side, if there is one; nobody else has drafts to see."""
    campaign, drafts = seat.campaign, Draft.objects.filter(act=None)
    draft = drafts.filter(campaign=campaign, room=seat.side, step=step).first() if seat.side else None
    if draft is None:
        return None
    key = crypto.key_of(campaign, crypto.room_of(campaign, seat.side))
    data = crypto.open_sealed(key, draft.body, _label(campaign, seat.side, step))
    return SavedDraft(data, draft.saved_by, draft.saved_at)


def _label(campaign: Campaign, room: str, step: str) -> str:
    return f"{campaign.public_id} {room} draft {step}"
