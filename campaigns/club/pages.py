"""Data of the club's pages: some of what the public journals of campaigns tell their own members.

Nothing of a side's room is opened or even fetched. A row is shown only if the campaign's list of seats, which follows
from its journal, says that all its sides want it there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from campaigns import event_texts
from campaigns.club.models import Announcement, ClubListing, Organiser, StandIn
from campaigns.club.rights import is_organiser
from campaigns.club.rows import days_in, is_listed, with_campaigns
from campaigns.event_texts import JournalRow
from campaigns.ledger import journal, seat_list
from campaigns.ledger.acts import is_host_event
from campaigns.ledger.former_names import names_at
from campaigns.ledger.seat_list import SeatList
from campaigns.models import Campaign, PlayMode, Role, Seat, Side, Status
from campaigns.story.pages import JournalDate, journal_dates
from rules import registry
from rules.contract import PUBLIC

if TYPE_CHECKING:
    from django.contrib.auth.models import User

PER_PAGE, PLAYERS_PER_PAGE, SHOWN_ANNOUNCEMENTS, MOST_STAND_INS = 25, 50, 10, 200
FRESH = timedelta(days=30)


@dataclass(frozen=True)
class ListedSide:
    """A side of a campaign on the page: who commands it, and since which day it is waited for, if it is."""

    key: str
    name: str
    people: str
    since: date | None
    won: bool
    offered: str

    @property
    def waits_for_commander(self) -> bool:
        return self.since is not None and not self.people


@dataclass(frozen=True)
class ListedCampaign:
    """A campaign on the page. `mine` says whether the reader has a place in it."""

    campaign: Campaign
    title: str
    sides: Sequence[ListedSide]
    over_on: date | None
    archived: bool
    mine: bool

    @property
    def waited_for(self) -> Sequence[ListedSide]:
        """The sides that are waited for; none where one person or device plays all sides."""
        return [side for side in self.sides if side.since] if self.between_people else ()

    @property
    def between_people(self) -> bool:
        return self.campaign.play_mode == PlayMode.ACCOUNTS and len(self.sides) > 1

    @property
    def winner(self) -> str:
        return next((side.name for side in self.sides if side.won), "")


@dataclass(frozen=True)
class ClubPage:
    """A page of campaigns, and what is shown beside them; `older` and `newer` are page numbers, 0 for none."""

    rows: Sequence[ListedCampaign]
    newer: int
    older: int
    organises: bool
    announcements: Sequence[Announcement] = ()
    stand_ins: Sequence[str] = ()
    stands_in: bool = False


def going_on(user: User, number: int) -> ClubPage:
    """The running campaigns, the longest waited for first, with announcements and stand-ins."""
    rows = ClubListing.objects.filter(over_on=None, archived=False).order_by(F("since").asc(nulls_last=True), "pk")
    return replace(
        _page(user, rows, number),
        announcements=announcements()[:SHOWN_ANNOUNCEMENTS],
        stand_ins=stand_ins(),
        stands_in=StandIn.objects.filter(user=user).exists(),
    )


def announcements() -> list[Announcement]:
    """All announcements, the newest first."""
    return list(Announcement.objects.select_related("by").order_by("-made_at", "-pk"))


def newest_announcement() -> Announcement | None:
    """The newest announcement of the last 30 days, for everybody's own list of campaigns."""
    news = Announcement.objects.select_related("by").filter(made_at__gt=timezone.now() - FRESH)
    return news.order_by("-made_at", "-pk").first()


def stand_ins() -> list[str]:
    """The names of those who have volunteered as stand-ins."""
    ready = StandIn.objects.filter(user__is_active=True).order_by("user__username")
    return list(ready.values_list("user__username", flat=True)[:MOST_STAND_INS])


def archived(user: User, number: int) -> ClubPage:
    """The campaigns in the club's archive, the most recently waited for first."""
    return _page(user, ClubListing.objects.filter(over_on=None, archived=True).order_by("-since", "-pk"), number)


def over(user: User, number: int) -> ClubPage:
    """The campaigns that are over, the newest first."""
    return _page(user, ClubListing.objects.filter(over_on__isnull=False).order_by("-over_on", "-pk"), number)


@dataclass(frozen=True)
class GameResults:
    """What somebody's campaigns of a game came to; those in which nobody won are neither won nor lost."""

    title: str
    played: int
    won: int
    lost: int


@dataclass(frozen=True)
class PlayerResults:
    """What somebody's finished campaigns came to, by game."""

    name: str
    games: Sequence[GameResults]

    @property
    def played(self) -> int:
        return sum(game.played for game in self.games)

    @property
    def won(self) -> int:
        return sum(game.won for game in self.games)

    @property
    def lost(self) -> int:
        return sum(game.lost for game in self.games)


@dataclass(frozen=True)
class ResultsPage:
    """Players by name; `newer` and `older` are page numbers, 0 for none."""

    players: Sequence[PlayerResults]
    newer: int
    older: int


def results(number: int) -> ResultsPage:
    """Who has won and lost how many campaigns of what game: those on the page that were played to their end.

    They count for who commanded a side then; at one table, where one person has all sides, nobody wins.
    """
    seats = _counted()
    people = seats.order_by("user__username").values_list("user", "user__username").distinct()
    start = (number - 1) * PLAYERS_PER_PAGE
    page = list(people[start : start + PLAYERS_PER_PAGE + 1])
    names = dict(page[:PLAYERS_PER_PAGE])
    own = Side.objects.filter(campaign=OuterRef("campaign"), key=OuterRef("side"))
    figures = (
        seats.filter(user__in=names)
        .annotate(has_won=Exists(own.filter(won=True)), has_lost=Exists(own.filter(won=False)))
        .values("user", "campaign__system")
        .annotate(
            played=Count("pk"),
            won=Count("pk", filter=Q(has_won=True)),
            lost=Count("pk", filter=Q(has_lost=True)),
        )
        .order_by("campaign__system")
    )
    by_user: dict[int, list[GameResults]] = {key: [] for key in names}
    for row in figures:
        title = registry.get(row["campaign__system"]).title
        by_user[row["user"]].append(GameResults(title, row["played"], row["won"], row["lost"]))
    players = [PlayerResults(name, by_user[key]) for key, name in names.items()]
    return ResultsPage(players, number - 1, number + 1 if len(page) > PLAYERS_PER_PAGE else 0)


def _counted() -> QuerySet[Seat]:
    """The seats of commanders whose results count."""
    return Seat.objects.filter(
        role=Role.COMMANDER,
        campaign__status=Status.ENDED,
        campaign__play_mode=PlayMode.ACCOUNTS,
        campaign__club_listing__isnull=False,
        campaign__system__in=[key for key, game in registry.all_systems().items() if len(game.sides) > 1],
    )


@dataclass(frozen=True)
class StoryPage:
    """The public story of a campaign that was played to its end, date by date; the date `open` is shown in full."""

    row: ListedCampaign
    days: Sequence[JournalDate]
    open: str

    @property
    def rows(self) -> Sequence[JournalRow]:
        return next(([*reversed(day.rows)] for day in self.days if day.key == self.open), ())


def story(listing: ClubListing, day: str) -> StoryPage:
    """The public story of a listed campaign that was played to its end."""
    campaign = Campaign.objects.prefetch_related("rooms").get(pk=listing.campaign_id)
    system = registry.of_edition(campaign.system, campaign.edition)
    entries = [
        each for each in journal.entries(campaign, {PUBLIC}) if not is_host_event(each.event) and not each.undone
    ]
    names = event_texts.names_in(system, journal.load_state(campaign, ()))
    days = [*reversed(journal_dates(system, entries, names))]
    keys = [each.key for each in days]
    return StoryPage(_row(listing, mine=False), days, day if day in keys else keys[0] if keys else "")


def listed_row(listing: ClubListing, user: User) -> ListedCampaign:
    """One campaign on the page, for an organiser who is about to do something."""
    return _row(listing, mine=Seat.objects.filter(user=user, campaign=listing.campaign_id).exists())


def organisers() -> list[str]:
    """The names of those who look after the club."""
    return list(Organiser.objects.order_by("user__username").values_list("user__username", flat=True))


def _page(user: User, rows: QuerySet[ClubListing], number: int) -> ClubPage:
    start = (number - 1) * PER_PAGE
    listings = list(with_campaigns(rows)[start : start + PER_PAGE + 1])
    keys = [each.campaign_id for each in listings]
    mine = set(Seat.objects.filter(user=user, campaign__in=keys).values_list("campaign", flat=True))
    on_page = [_row(each, mine=each.campaign_id in mine) for each in listings[:PER_PAGE] if is_listed(each.campaign)]
    older = number + 1 if len(listings) > PER_PAGE else 0
    return ClubPage(on_page, number - 1, older, is_organiser(user))


def _row(listing: ClubListing, *, mine: bool) -> ListedCampaign:
    """A campaign as the page shows it; it is listed."""
    campaign = listing.campaign
    listed, system = seat_list.load(campaign) or SeatList(), registry.get(campaign.system)
    days = days_in(listing.waits) if campaign.running else {}
    return ListedCampaign(
        campaign=campaign,
        title=system.title,
        sides=[
            ListedSide(
                key=key,
                name=name,
                people=", ".join(_people(campaign, listed, key)),
                since=days.get(key),
                won=campaign.ended and campaign.summary.get("winner") in (key, name),
                offered=(listed.club.offer_to(key) or ("",))[0],
            )
            for key, name in system.sides.items()
        ],
        over_on=listing.over_on,
        archived=listing.archived,
        mine=mine,
    )


def _people(campaign: Campaign, listed: SeatList, side: str) -> Iterable[str]:
    for seat in listed.commanders(side):
        yield names_at(campaign, seat.since).get(seat.name, seat.name)
