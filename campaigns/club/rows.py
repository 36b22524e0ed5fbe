"""Keeps the rows by which the club's page finds campaigns, with each public act."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime

from django.db.models import Max, Prefetch, QuerySet

from campaigns.club.listed import ListedClub
from campaigns.club.models import ClubListing
from campaigns.ledger import seat_list
from campaigns.ledger.acts import HOST_PREFIX, Act, is_host_event
from campaigns.models import Campaign, JournalEntry, Room
from rules import registry
from rules.contract import PUBLIC


def refresh(campaign: Campaign, before: ListedClub, after: ListedClub, acts: Iterable[Act]) -> None:
    """Update the club's row by `acts`, the newest of a campaign; nothing to do if none of them is public.

    A side's time begins anew when it is waited for since these acts, or has done something itself that all can read.
    """
    sides = registry.get(campaign.system).sides
    if not after.stands(sides):
        if before.stands(sides):
            ClubListing.objects.filter(campaign=campaign).delete()
        return
    public = [act for act in acts if any(event.room == PUBLIC for event in act.events)]
    if not public:
        return
    row = ClubListing.objects.filter(campaign=campaign).first()
    if row is None:
        make_anew(campaign, after)
        return
    played = [act for act in public if _is_of_the_game(act)]
    acted, today = {act.side for act in played}, _day(public[-1].at)
    days, waiting = days_in(row.waits), _waiting(campaign)
    row.archived = bool(after.archived) and (row.archived or after.archived != before.archived) and not played
    _keep(row, campaign, {side: today if side in acted else days.get(side, today) for side in waiting})


def with_campaigns(rows: QuerySet[ClubListing]) -> QuerySet[ClubListing]:
    """Rows with their campaigns, and of their rooms the public one alone, unopened."""
    public = Room.objects.filter(key=PUBLIC).only("campaign", "key", "head", "entries")
    unread = ("campaign__options", "campaign__founding", "campaign__seed_sealed")
    return rows.select_related("campaign").defer(*unread).prefetch_related(Prefetch("campaign__rooms", public))


def is_listed(campaign: Campaign) -> bool:
    """Whether the journal of a campaign, as its list of seats has it, puts it on the page; not where keys are lost."""
    listed = seat_list.load(campaign)
    return listed is not None and listed.club.stands(registry.get(campaign.system).sides)


def days_in(waits: object) -> dict[str, date]:
    """Since which day each side is waited for, by a row's `waits`; invalid days are left out."""
    days = {}
    for side, day in waits.items() if isinstance(waits, dict) else ():
        with suppress(TypeError, ValueError):
            days[str(side)] = date.fromisoformat(day)
    return days


def fit(campaign: Campaign, listed: ListedClub) -> bool:
    """Whether the campaign has a row exactly if it stands on the page, and the row fits it."""
    row = ClubListing.objects.filter(campaign=campaign).first()
    if row is None or not listed.stands(registry.get(campaign.system).sides):
        return row is None and not listed.stands(registry.get(campaign.system).sides)
    days = days_in(row.waits)
    right = set(days) == set(_waiting(campaign)) and row.since == min(days.values(), default=None)
    return right and row.over_on == _over_on(campaign) and (bool(listed.archived) or not row.archived)


def mend(campaign: Campaign, listed: ListedClub) -> None:
    """Make the row anew unless it fits; a new one can only guess since when sides are waited for."""
    if fit(campaign, listed):
        return
    ClubListing.objects.filter(campaign=campaign).delete()
    if listed.stands(registry.get(campaign.system).sides):
        make_anew(campaign, listed)


def make_anew(campaign: Campaign, listed: ListedClub) -> None:
    """Make the row of a campaign on the page; its sides count as waited for since the newest public act."""
    entries = JournalEntry.objects.filter(campaign=campaign, room=PUBLIC).exclude(kind__startswith=HOST_PREFIX)
    newest = entries.aggregate(at=Max("at"))["at"]
    row = ClubListing(campaign=campaign)
    row.archived = bool(listed.archived) and (newest is None or newest <= datetime.fromisoformat(listed.archived))
    day = _day(newest or campaign.founded_at)
    ClubListing.objects.filter(campaign=campaign).delete()
    _keep(row, campaign, dict.fromkeys(_waiting(campaign), day))


def _keep(row: ClubListing, campaign: Campaign, waits: Mapping[str, date]) -> None:
    row.waits = {side: day.isoformat() for side, day in waits.items()}
    row.since = min(waits.values(), default=None)
    row.over_on = _over_on(campaign)
    row.save()


def _over_on(campaign: Campaign) -> date | None:
    return _day(campaign.ended_at) if campaign.ended_at else None


def _waiting(campaign: Campaign) -> Sequence[str]:
    return campaign.summary.get("waiting", ()) if campaign.running else ()


def _is_of_the_game(act: Act) -> bool:
    return any(event.room == PUBLIC and not is_host_event(event) for event in act.events)


def _day(at: datetime) -> date:
    return at.astimezone(UTC).date()
