"""What the pages of a campaign show, built from the rooms a seat may enter and nothing else."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.http import HttpRequest

from campaigns import access, actions, fortune, journal, rooms, stories
from campaigns.drawings import Drawing, Luck, drawn
from campaigns.models import Campaign, Invitation, Role, Seat
from campaigns.vault import VaultError
from rules import registry
from rules.kernel import GameSystem, State, Step
from rules.parts.library import Library

log = logging.getLogger(__name__)
LATEST = 12
PER_PAGE = 50
CALENDAR = {"past": "done", "here": "now"}
"""The words for a date's status that the calendar drawing does not have."""


@dataclass(frozen=True)
class Frame:
    """What the head of every page of a campaign needs."""

    seat: Seat
    campaign: Campaign
    system: GameSystem
    seen: int
    may_commit: bool

    @property
    def side_name(self) -> str:
        return self.system.sides.get(self.seat.side, "")

    @property
    def head(self) -> journal.Head | None:
        return journal.head(self.campaign)

    @property
    def other_sides(self) -> dict[str, str]:
        return {key: name for key, name in self.system.sides.items() if key != self.seat.side}


@dataclass(frozen=True)
class DevicePage:
    """Who may sit down at a shared device, and the one who is waited for if it is one alone; nothing secret."""

    campaign: Campaign
    places: list[tuple[Seat, str, bool]]
    next: str


@dataclass(frozen=True)
class ListRow:
    """A campaign on "My campaigns" and what waits on its reader."""

    seat: Seat
    campaign: Campaign
    title: str
    side_name: str
    waits: Step | None
    locked: bool = False


@dataclass(frozen=True)
class Readiness:
    """A side's envelope: what everybody may know of how far it is."""

    key: str
    name: str
    state: str
    seal: str
    note: str


@dataclass(frozen=True)
class CampaignPage:
    """The campaign's own page."""

    frame: Frame
    view: Any
    days: list[dict[str, str]]
    track: list[dict[str, Any]]
    readiness: list[Readiness]
    waits: Step | None
    lines: list[stories.Line]
    people: list[tuple[Seat, str]]
    seed: str


@dataclass(frozen=True)
class FiguresPage:
    """What is drawn over the dates, and how the dice fell."""

    frame: Frame
    drawings: list[Drawing]
    luck: list[Luck]
    report: fortune.Report


@dataclass(frozen=True)
class JournalPage:
    """A page of the journal, the newest first."""

    frame: Frame
    lines: list[stories.Line]
    number: int
    newer: int | None
    older: int | None


@dataclass(frozen=True)
class PeoplePage:
    """Who sits where, and the links that are out."""

    frame: Frame
    people: list[tuple[Seat, str, bool]]
    links: list[tuple[Invitation, str]]
    offers: list[tuple[str, str, str]]

    @property
    def nobody_yet(self) -> str:
        """The other side's commander in words, while nobody is that and no link for him is out."""
        sent, mine = {words for _, words in self.links}, self.frame.seat.side
        wanted = (words for role, side, words in self.offers if role == Role.COMMANDER and side != mine)
        return next((words for words in wanted if words not in sent), "")


def frame(seat: Seat) -> Frame:
    """The head of a page, with the count of entries that tells whether it is stale."""
    campaign = seat.campaign
    seen = journal.seen(campaign, access.rooms_of(seat))
    return Frame(seat, campaign, registry.get(campaign.system), seen, access.may_commit(seat))


def seen_in(request: HttpRequest) -> int:
    """The entry count that a pressed page was made at; nonsense is as stale as can be."""
    return whole(request.POST.get("seen", ""))


def whole(text: str) -> int:
    """A number as forms and addresses spell it; -1 for nonsense."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


def my_campaigns(user: User) -> list[ListRow]:
    """Everything the user has a seat in, running ones first."""
    seats = dict[int, list[Seat]]()
    for seat in access.seats_of(user):
        seats.setdefault(seat.campaign_id, []).append(seat)
    return [_row(held[0], access.seated(user, held)) for held in seats.values()]


def device_page(seats: Sequence[Seat]) -> DevicePage:
    """The hand-over screen, from what everybody may know."""
    campaign = seats[0].campaign
    system, waiting = registry.get(campaign.system), campaign.outline.get("waiting", ())
    places = [(seat, place(system, seat.role, seat.side), seat.side in waiting) for seat in seats]
    awaited = [name for _, name, waits in places if waits]
    return DevicePage(campaign, places, awaited[0] if len(awaited) == 1 else "")


def campaign_page(seat: Seat) -> CampaignPage:
    """The page of one campaign for one seat. It opens the latest entries only: it is asked for all the time."""
    head = frame(seat)
    mine = access.rooms_of(seat)
    state = journal.look(seat.campaign, mine)
    view = head.system.view(state, seat.side or None)
    public = getattr(view, "public", None)
    latest = journal.entries(seat.campaign, mine, after=max(head.seen - LATEST, 0), limit=LATEST)
    return CampaignPage(
        frame=head,
        view=view,
        days=[_day(day) for day in getattr(public, "dates", ())],
        track=_track(getattr(public, "score", None)),
        readiness=readiness(head, public),
        waits=_waits(head.system, state, seat),
        lines=stories.lines(head.system, reversed(latest)),
        people=[(each, place(head.system, each.role, each.side)) for each in access.seats_at(seat.campaign)],
        seed=rooms.seed_of(seat.campaign).hex() if seat.campaign.ended else "",
    )


def figures_page(seat: Seat) -> FiguresPage:
    """The drawings for one seat; counting every die means opening every entry it may see."""
    head = frame(seat)
    mine = access.rooms_of(seat)
    view = head.system.view(journal.look(seat.campaign, mine), seat.side or None)
    rolls = list(stories.rolls(head.system, journal.entries(seat.campaign, mine)))
    report = fortune.report(head.system, _titles(head, {roll.table for _, roll in rolls if roll.table}), rolls)
    return FiguresPage(head, drawn(getattr(view, "curves", ())), [Luck(each) for each in report.faces], report)


def _titles(head: Frame, tables: Collection[str]) -> dict[str, str]:
    """What the tables are called in this campaign."""
    library = head.system.tables(head.campaign.options) if tables else Library(())
    return {key: found.title for key in tables if (found := library.find(key))}


def journal_page(seat: Seat, number: int) -> JournalPage:
    """Page `number` (from 1, the newest first) of what the seat may see."""
    head = frame(seat)
    last = max((head.seen - 1) // PER_PAGE + 1, 1)
    number = min(max(number, 1), last)
    stop = head.seen - (number - 1) * PER_PAGE
    start = max(stop - PER_PAGE, 0)
    read = journal.entries(seat.campaign, access.rooms_of(seat), after=start, limit=stop - start)
    return JournalPage(
        frame=head,
        lines=stories.lines(head.system, reversed(read)),
        number=number,
        newer=number - 1 if number > 1 else None,
        older=number + 1 if number < last else None,
    )


def people_page(seat: Seat) -> PeoplePage:
    """Who sits in a campaign; links and offers only for commanders of a running one."""
    head = frame(seat)
    offers = actions.offers_open_to(seat.campaign, seat) if head.may_commit else ()
    links = access.open_links(seat) if head.may_commit else ()
    people = access.seats_at(seat.campaign)
    return PeoplePage(
        frame=head,
        people=[(each, place(head.system, each.role, each.side), _waits_for_me(head, each)) for each in people],
        links=[(link, place(head.system, link.role, link.side)) for link in links],
        offers=[(role, side, place(head.system, role, side)) for role, side in offers],
    )


def place(system: GameSystem, role: str, side: str) -> str:
    """A seat in words, "Russian commander"."""
    return f"{system.sides[side]} {role}" if side else role.capitalize()


def words_given(campaign: Campaign) -> list[tuple[str, str]]:
    """The words for the dice, each with the name of its side."""
    sides, words = registry.get(campaign.system).sides, campaign.words or {}
    return [(name, words[key]) for key, name in sides.items() if key in words]


def _row(held: Seat, seat: Seat | None) -> ListRow:
    """`seat` is where the reader sits; if nowhere, `held` stands for it and nothing of a side is shown."""
    campaign = held.campaign
    system = registry.get(campaign.system)
    if seat is None:
        return ListRow(held, campaign, system.title, "", None)
    waits, locked = None, False
    if seat.side and not campaign.ended:
        try:
            waits = _waits(system, journal.look(campaign, {seat.side}), seat)
        except VaultError as error:
            log.error("%s", error)
            locked = True  # the other campaigns are still to be reached from here
    return ListRow(seat, campaign, system.title, system.sides.get(seat.side, ""), waits, locked)


def _waits(system: GameSystem, state: State, seat: Seat) -> Step | None:
    """The step that waits on the seat's side."""
    if not seat.side or seat.campaign.ended:
        return None
    steps: Iterable[Step] = system.steps(state.only({seat.side}), seat.side)
    return next((step for step in steps if step.status == "here"), None)


def _waits_for_me(head: Frame, each: Seat) -> bool:
    return head.may_commit and each.role == Role.UMPIRE and head.seat.side not in each.admitted


def _day(day: Any) -> dict[str, str]:
    return {"title": day.key, "status": CALENDAR.get(day.status, day.status), "note": day.note}


def _track(score: Any) -> list[dict[str, Any]]:
    """The cells of the victory track up to what is needed, or a little past it."""
    vp, needed = getattr(score, "vp", None), getattr(score, "needed", None)
    if vp is None or not needed:
        return []
    cells = range(1, max(vp, needed) + 1)
    return [{"number": n, "held": n <= vp, "now": n == vp, "goal": n == needed} for n in cells]


def readiness(head: Frame, public: Any) -> list[Readiness]:
    """Each side's envelope for the stage in hand."""
    waiting, seals = getattr(public, "waiting", ()), getattr(public, "seals", {})
    return [_ready(head, key, key in waiting, seals.get(key, "")[:12]) for key in head.system.sides]


def _ready(head: Frame, key: str, waiting: bool, seal: str) -> Readiness:
    name = head.system.sides[key]
    if head.campaign.ended:
        return Readiness(key, name, "opened", "", "open")
    if waiting:
        mine = key == head.seat.side
        return Readiness(key, name, "draft" if mine else "waiting", "", "your side, still open" if mine else "not yet")
    return Readiness(key, name, "sealed", seal, "sealed" if seal else "ready")
