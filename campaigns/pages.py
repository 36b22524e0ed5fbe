"""What the pages of a campaign show, built from the rooms a seat may enter and nothing else."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext

from campaigns import access, dice_stats, event_texts
from campaigns.drawings import DiceDrawing, Drawing, draw_curve
from campaigns.gains import GainLine, gains_by_hand
from campaigns.ledger import crypto, journal
from campaigns.ledger.crypto import CryptoError
from campaigns.models import Campaign, Invitation, PlayMode, Role, Seat
from rules import registry
from rules.contract import AnyState, Game, GameView, PublicView, StepInfo
from rules.engine import standing
from rules.engine.corrections import Correction, HasCorrections
from rules.engine.curves import HasCurves
from rules.engine.documents import Library, library_of
from rules.engine.forces import HasForces
from rules.engine.free_roll import HasFreeRolls
from rules.engine.rolls import DICE

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
    system: Game
    seen: int
    may_commit: bool

    @property
    def has_forces(self) -> bool:
        """Whether the sides of this game own counters."""
        return isinstance(self.system, HasForces)

    @property
    def may_concede(self) -> bool:
        """Whether the reader may give the campaign up."""
        return self.may_commit and "concede" in self.system.anytime

    @property
    def has_corrections(self) -> bool:
        """Whether the record of this game can be put right by consent."""
        return isinstance(self.system, HasCorrections)

    @property
    def may_roll(self) -> bool:
        """Whether the reader can have the server roll dice that no step asks for."""
        asked = isinstance(self.system, HasFreeRolls) and self.may_commit
        return asked and self.campaign.options.get(DICE.key) != "own"

    @property
    def side_name(self) -> str:
        return self.system.sides.get(self.seat.side, "")

    @property
    def head(self) -> journal.ChainHead | None:
        return journal.chain_head(self.campaign)

    @property
    def both(self) -> str:
        """All sides in words."""
        return event_texts.both(self.system)

    @property
    def others(self) -> str:
        """All other sides in words, such as "the other side"."""
        return event_texts.others(self.system)

    @property
    def other_sides(self) -> dict[str, str]:
        return {key: name for key, name in self.system.sides.items() if key != self.seat.side}

    @property
    def next_sides(self) -> dict[str, str]:
        """The sides that the device goes to now, because they and not the reader's are waited for; none elsewhere."""
        waiting = self.campaign.summary.get("waiting", ())
        if not self.seat.shared or self.campaign.ended or self.seat.side in waiting:
            return {}
        return {key: name for key, name in self.system.sides.items() if key in waiting}


@dataclass(frozen=True)
class DevicePage:
    """Who may sit down at a shared device, and the one who is waited for if it is one alone; nothing secret."""

    campaign: Campaign
    places: list[tuple[Seat, str, bool]]
    next: str


@dataclass(frozen=True)
class ListRow:
    """A campaign on "My campaigns" and what waits on its reader.

    `turn` are the sides waited for, by name, where one person or one device has all of them.
    """

    seat: Seat
    campaign: Campaign
    title: str
    side_name: str
    waits: StepInfo | None
    locked: bool = False
    turn: tuple[str, ...] = ()


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
    view: GameView
    open_corrections: Sequence[Correction]
    gains: list[GainLine]
    days: list[dict[str, str]]
    track: list[dict[str, Any]]
    readiness: list[Readiness]
    waits: StepInfo | None
    lines: list[event_texts.JournalLine]
    people: list[tuple[Seat, str]]
    seed: str


@dataclass(frozen=True)
class FiguresPage:
    """What is drawn over the dates, and how the dice fell."""

    frame: Frame
    drawings: list[Drawing]
    dice: list[DiceDrawing]
    report: dice_stats.DiceReport


@dataclass(frozen=True)
class JournalPage:
    """A page of the journal, the newest first."""

    frame: Frame
    lines: list[event_texts.JournalLine]
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


def frame_of(seat: Seat) -> Frame:
    """The head of a page, with the count of entries that tells whether it is stale."""
    campaign = seat.campaign
    seen = journal.entry_count(campaign, access.rooms_of(seat))
    return Frame(seat, campaign, registry.get(campaign.system), seen, access.may_commit(seat))


def my_campaigns(user: User) -> list[ListRow]:
    """Everything the user has a seat in, running ones first."""
    seats = dict[int, list[Seat]]()
    for seat in access.seats_of(user):
        seats.setdefault(seat.campaign_id, []).append(seat)
    return [_row(held[0], access.active_seat(user, held)) for held in seats.values()]


def device_page(seats: Sequence[Seat]) -> DevicePage:
    """The hand-over screen, from what everybody may know."""
    campaign = seats[0].campaign
    system, waiting = registry.get(campaign.system), campaign.summary.get("waiting", ())
    places = [(seat, seat_title(system, seat.role, seat.side), seat.side in waiting) for seat in seats]
    awaited = [name for _, name, waits in places if waits]
    return DevicePage(campaign, places, awaited[0] if len(awaited) == 1 else "")


def campaign_page(seat: Seat) -> CampaignPage:
    """The page of one campaign for one seat. It opens the latest entries only: it is asked for all the time."""
    frame = frame_of(seat)
    mine = access.rooms_of(seat)
    state = journal.load_state(seat.campaign, mine)
    view = frame.system.view(state, seat.side or None)
    latest = journal.entries(seat.campaign, mine, after=max(frame.seen - LATEST, 0), limit=LATEST)
    return CampaignPage(
        frame=frame,
        view=view,
        open_corrections=frame.system.corrections(state, None).open if isinstance(frame.system, HasCorrections) else (),
        gains=gains_by_hand(seat.campaign, frame.system) if seat.campaign.ended else [],
        days=[
            {"title": day.key, "status": CALENDAR.get(day.status, day.status), "note": day.note}
            for day in (view.public.dates if isinstance(view.public, standing.PublicView) else ())
        ],
        track=_track(view.public.score if isinstance(view.public, standing.PublicView) else None),
        readiness=readiness(frame, view.public),
        waits=_waits(frame.system, state, seat),
        lines=event_texts.lines(frame.system, reversed(latest)),
        people=[(each, seat_title(frame.system, each.role, each.side)) for each in access.seats_at(seat.campaign)],
        seed=crypto.seed_of(seat.campaign).hex() if seat.campaign.ended else "",
    )


def figures_page(seat: Seat) -> FiguresPage:
    """The drawings for one seat; counting every die means opening every entry it may see."""
    frame = frame_of(seat)
    mine = access.rooms_of(seat)
    curves = frame.system.curves(journal.load_state(seat.campaign, mine)) if isinstance(frame.system, HasCurves) else ()
    rolls = list(event_texts.rolls(frame.system, journal.entries(seat.campaign, mine)))
    tables = {roll.table for _, roll in rolls if roll.table}
    library = library_of(frame.system, frame.campaign.options) if tables else Library(())
    titles = {key: found.title for key in tables if (found := library.find(key))}
    report = dice_stats.dice_report(frame.system, titles, rolls)
    return FiguresPage(
        frame, [draw_curve(curve) for curve in curves], [DiceDrawing(each) for each in report.faces], report
    )


def journal_page(seat: Seat, number: int) -> JournalPage:
    """Page `number` (from 1, the newest first) of what the seat may see."""
    frame = frame_of(seat)
    last = max((frame.seen - 1) // PER_PAGE + 1, 1)
    number = min(max(number, 1), last)
    stop = frame.seen - (number - 1) * PER_PAGE
    start = max(stop - PER_PAGE, 0)
    read = journal.entries(seat.campaign, access.rooms_of(seat), after=start, limit=stop - start)
    return JournalPage(
        frame=frame,
        lines=event_texts.lines(frame.system, reversed(read)),
        number=number,
        newer=number - 1 if number > 1 else None,
        older=number + 1 if number < last else None,
    )


def people_page(seat: Seat) -> PeoplePage:
    """Who sits in a campaign; links and offers only for commanders of a running one."""
    frame = frame_of(seat)
    offers = access.offers_open_to(seat.campaign, seat) if frame.may_commit else ()
    links = access.open_links(seat) if frame.may_commit else ()
    people = []
    for each in access.seats_at(seat.campaign):
        waits_for_me = frame.may_commit and each.role == Role.UMPIRE and seat.side not in each.admitted
        people.append((each, seat_title(frame.system, each.role, each.side), waits_for_me))
    return PeoplePage(
        frame=frame,
        people=people,
        links=[(link, seat_title(frame.system, link.role, link.side)) for link in links],
        offers=[(role, side, seat_title(frame.system, role, side)) for role, side in offers],
    )


def seat_title(system: Game, role: str, side: str) -> str:
    """A seat in words, "Russian commander"."""
    if not side:
        return str(Role(role).label)
    return gettext("%(side)s %(role)s") % {"side": system.sides[side], "role": gettext(role)}


def salts_given(campaign: Campaign) -> list[tuple[str, str]]:
    """The salts for the dice, each with the name of its side."""
    sides, salts = registry.get(campaign.system).sides, campaign.dice_salts or {}
    return [(name, salts[key]) for key, name in sides.items() if key in salts]


def _row(held: Seat, seat: Seat | None) -> ListRow:
    """`seat` is where the reader sits; if nowhere, `held` stands for it and nothing of a side is shown."""
    campaign = held.campaign
    system = registry.get(campaign.system)
    # At a table that one person or one device has, everybody may know who is waited for.
    waiting = () if campaign.play_mode == PlayMode.ACCOUNTS or campaign.ended else campaign.summary.get("waiting", ())
    turn = tuple(name for key, name in system.sides.items() if key in waiting)
    if seat is None:
        return ListRow(held, campaign, system.title, "", None, turn=turn)
    waits, locked = None, False
    if seat.side and not campaign.ended:
        try:
            waits = _waits(system, journal.load_state(campaign, {seat.side}), seat)
        except CryptoError as error:
            log.error("%s", error)
            locked = True  # the other campaigns are still to be reached from here
    return ListRow(seat, campaign, system.title, system.sides.get(seat.side, ""), waits, locked, turn)


def _waits(system: Game, state: AnyState, seat: Seat) -> StepInfo | None:
    """The step that waits on the seat's side."""
    if not seat.side or seat.campaign.ended:
        return None
    found = system.current(state.only({seat.side}), seat.side)
    return found.spec if found else None


def _track(score: standing.Score | None) -> list[dict[str, Any]]:
    """The cells of the victory track up to what is needed, or a little past it."""
    if score is None or not score.needed:
        return []
    vp, needed = score.vp, score.needed
    cells = range(1, max(vp, needed) + 1)
    return [{"number": n, "held": n <= vp, "now": n == vp, "goal": n == needed} for n in cells]


def readiness(frame: Frame, public: PublicView) -> list[Readiness]:
    """Each side's envelope for the stage in hand."""
    found = []
    for key, name in frame.system.sides.items():
        seal = public.seals.get(key, "")[:12]
        if frame.campaign.ended:
            ready = Readiness(key, name, "opened", "", gettext("open"))
        elif key not in public.waiting:
            ready = Readiness(key, name, "sealed", seal, gettext("sealed") if seal else gettext("ready"))
        elif key == frame.seat.side:
            ready = Readiness(key, name, "draft", "", gettext("your side, still open"))
        else:
            ready = Readiness(key, name, "waiting", "", gettext("not yet"))
        found.append(ready)
    return found
