"""Data for the pages of a campaign, built only from the rooms a seat may enter."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.utils.translation import gettext

from campaigns import access, dice_stats, event_texts
from campaigns.closing.models import Closing
from campaigns.closing.waiting import all_waiting
from campaigns.dice.pages import DicePart, dice_part
from campaigns.drawings import DiceDrawing, Drawing, draw_curve
from campaigns.gains import GainRow, gains_by_hand
from campaigns.ledger import crypto, journal, seats_anew
from campaigns.ledger.crypto import CryptoError
from campaigns.ledger.former_names import names_at
from campaigns.locks import devices
from campaigns.maps.area_figure import AreaFigure, area_figure_of
from campaigns.maps.figure import MapFigure, figure_of
from campaigns.maps.points import points_curves
from campaigns.models import Campaign, PlayMode, Role, Seat
from campaigns.teams.rights import has_team
from campaigns.verify.links import Witness, witness_of
from rules import registry
from rules.areas.area_map import HasAreaMap
from rules.contract import AnyState, Game, GameView, PublicView, StepInfo
from rules.engine.corrections import Correction, HasCorrections
from rules.engine.founding import HasLaterStart
from rules.engine.free_roll import HasFreeRolls
from rules.engine.rolls import DICE
from rules.features import standing
from rules.features.battle_pad import HasBattlePad
from rules.features.curves import HasCurves
from rules.features.documents import Library, library_of
from rules.features.forces import HasForces
from rules.features.saved_games import HasSavedGames
from rules.ground.campaign_map import HasMap

log = logging.getLogger(__name__)
LATEST = 12


@dataclass(frozen=True)
class Frame:
    """What the top of every page of a campaign needs; `seen` is the count of entries that tells if it is stale."""

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
    def has_battle_pad(self) -> bool:
        """Whether losses of this game's scenarios can be entered tap by tap."""
        return isinstance(self.system, HasBattlePad)

    @property
    def has_saved_games(self) -> bool:
        """Whether this game reads saved games of another program."""
        return isinstance(self.system, HasSavedGames)

    @property
    def has_map(self) -> bool:
        """Whether this game can be played on a map of hexes."""
        return isinstance(self.system, HasMap)

    @property
    def from_paper(self) -> str:
        """The date on which the campaign came here from paper, "" if all of it was played here."""
        system = self.system
        return system.came_from_paper(self.campaign.options) if isinstance(system, HasLaterStart) else ""

    @property
    def played_here(self) -> bool:
        """Whether all of this game is played in this program, on a map of areas, and not beside a board."""
        return isinstance(self.system, HasAreaMap)

    @property
    def may_concede(self) -> bool:
        """Whether the reader may give the campaign up."""
        return self.may_commit and "concede" in self.system.anytime

    @property
    def has_corrections(self) -> bool:
        """Whether the record of this game can be corrected by consent."""
        return isinstance(self.system, HasCorrections)

    @property
    def has_team(self) -> bool:
        """Whether the reader's side has a page of who does what in it."""
        return has_team(self.seat)

    @property
    def may_roll(self) -> bool:
        """Whether the reader can have the server roll dice that no step asks for."""
        offered = isinstance(self.system, HasFreeRolls) and self.may_commit
        return offered and self.campaign.options.get(DICE.key) != "own"

    @property
    def side_name(self) -> str:
        return self.system.sides.get(self.seat.side, "")

    @property
    def head(self) -> journal.ChainHead | None:
        return journal.chain_head(self.campaign)

    @property
    def witness(self) -> Witness | None:
        """What the reader's browser needs for its own check; None before there is something to check."""
        return witness_of(self.campaign)

    @property
    def notices(self) -> list[tuple[int, str, datetime]]:
        """The commanders who are to be replaced: number of the seat, name, and the earliest time of the replacement."""
        listed = seats_anew.listed(self.campaign)
        notices = [(each, listed.seat(each.seat)) for each in listed.notices]
        names = [names_at(self.campaign, seat.since).get(seat.name, seat.name) if seat else "" for _, seat in notices]
        return [
            (each.seat, name, datetime.fromisoformat(each.due)) for (each, _), name in zip(notices, names, strict=True)
        ]

    @property
    def closings(self) -> list[Closing]:
        """What is proposed or announced for the campaign as a whole: its end or removal."""
        return all_waiting(self.campaign, seats_anew.listed_if_told(self.campaign))

    @property
    def one_side(self) -> bool:
        """Whether the game has only one side: then nobody else has to be told, asked or waited for."""
        return len(self.system.sides) == 1

    @property
    def both(self) -> str:
        """All sides in words, such as "both sides"."""
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
        """The sides to hand a shared device to, which are waited for while the reader's is not; {} without one."""
        return {} if self.seat.side in self.campaign.summary.get("waiting", ()) else self.sides_at_device

    @property
    def sides_at_device(self) -> dict[str, str]:
        """The other sides that are waited for at a shared device, even if the reader's is too; {} without one."""
        waiting = self.campaign.summary.get("waiting", ()) if self.seat.shared and self.campaign.running else ()
        return {key: name for key, name in self.other_sides.items() if key in waiting}


@dataclass(frozen=True)
class DevicePage:
    """The hand-over page of a shared device, without secrets: its seats, each with title and whether it is waited for.

    `next` is the title of the seat to hand the device to, "" if that is not exactly one.
    """

    campaign: Campaign
    places: list[tuple[Seat, str, bool]]
    next: str


@dataclass(frozen=True)
class ListRow:
    """A campaign on "My campaigns", and the step that `waits` for its reader.

    `turn` has the names of the sides waited for if one person or device has all of them. It is `sealed` if its reader
    has to unlock his room first, `locked` if its step can't be told here: a key of the host or its edition is missing.
    """

    seat: Seat
    campaign: Campaign
    title: str
    side_name: str
    waits: StepInfo | None
    locked: bool = False
    turn: tuple[str, ...] = ()
    sealed: bool = False

    @property
    def one_side(self) -> bool:
        """Whether the game has only one side."""
        return len(registry.get(self.campaign.system).sides) == 1


@dataclass(frozen=True)
class CampaignList:
    """A user's current or archived campaigns; `elsewhere` is how many are on the other list."""

    rows: list[ListRow]
    archived: bool
    elsewhere: int


@dataclass(frozen=True)
class Readiness:
    """How far a side is in the current stage, as everybody may know it; pages show it as an envelope."""

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
    gains: list[GainRow]
    days: Sequence[standing.DateView]
    readiness: list[Readiness]
    waits: StepInfo | None
    rows: list[event_texts.JournalRow]
    people: list[tuple[Seat, str]]
    seed: str
    map: MapFigure | None
    areas: AreaFigure | None
    dice: DicePart | None

    @property
    def has_past(self) -> bool:
        """Whether a date is over."""
        return any(day.status == "past" for day in self.days)

    @property
    def without_commander(self) -> list[str]:
        """The names of the sides that nobody commands, while the campaign goes on."""
        commanded = {seat.side for seat, _ in self.people if seat.role == Role.COMMANDER}
        sides = self.frame.system.sides.items() if self.frame.campaign.running else ()
        return [name for key, name in sides if key not in commanded]


@dataclass(frozen=True)
class FiguresPage:
    """A campaign's curves over the dates, and the statistics of its dice."""

    frame: Frame
    drawings: list[Drawing]
    dice: list[DiceDrawing]
    report: dice_stats.DiceReport


def frame_of(seat: Seat) -> Frame:
    """The frame of a page for this seat."""
    campaign = seat.campaign
    seen = journal.entry_count(campaign, access.rooms_of(seat))
    return Frame(seat, campaign, registry.get(campaign.system), seen, access.may_commit(seat))


def my_campaigns(user: User, *, archived: bool = False) -> CampaignList:
    """The campaigns in which the user has a seat, either the archived ones or the others; running ones first."""
    seats, elsewhere = dict[int, list[Seat]](), set[int]()
    for seat in access.seats_of(user):
        if seat.archived == archived:
            seats.setdefault(seat.campaign_id, []).append(seat)
        else:
            elsewhere.add(seat.campaign_id)
    devices.unlock(user, [held[0].campaign for held in seats.values()])
    rows = [_row(held[0], access.active_seat(user, held)) for held in seats.values()]
    return CampaignList(rows, archived, len(elsewhere))


def device_page(seats: Sequence[Seat], given_to: str = "") -> DevicePage:
    """The hand-over page, from public facts; `given_to` is the side that gets the device, if it is waited for."""
    campaign = seats[0].campaign
    system, waiting = registry.get(campaign.system), campaign.summary.get("waiting", ())
    places = [(seat, seat_title(system, seat.role, seat.side), seat.side in waiting) for seat in seats]
    awaited = [(seat.side, name) for seat, name, waits in places if waits]
    awaited = [each for each in awaited if each[0] == given_to] or awaited
    return DevicePage(campaign, places, awaited[0][1] if len(awaited) == 1 else "")


def campaign_page(seat: Seat) -> CampaignPage:
    """The page of one campaign for one seat. It decrypts only the latest entries, as it is requested all the time."""
    frame, mine = frame_of(seat), access.rooms_of(seat)
    state = journal.load_state(seat.campaign, mine)
    view = frame.system.view(state, seat.side or None)
    latest = journal.entries(seat.campaign, mine, after=max(frame.seen - LATEST, 0), limit=LATEST)
    return CampaignPage(
        frame=frame,
        view=view,
        open_corrections=frame.system.corrections(state, None).open if isinstance(frame.system, HasCorrections) else (),
        gains=gains_by_hand(seat.campaign, frame.system) if seat.campaign.ended else [],
        days=view.public.dates if isinstance(view.public, standing.PublicView) else (),
        readiness=readiness(frame, view.public),
        waits=_waits(frame.system, state, seat),
        rows=event_texts.journal_rows(frame.system, reversed(latest), event_texts.names_in(frame.system, state)),
        people=[(each, seat_title(frame.system, each.role, each.side)) for each in access.seats_at(seat.campaign)],
        seed=crypto.seed_of(seat.campaign).hex() if seat.campaign.ended else "",
        map=figure_of(frame.system, state),
        areas=area_figure_of(frame.system, state),
        dice=dice_part(seat, view.public),
    )


def figures_page(seat: Seat) -> FiguresPage:
    """The curves and dice statistics for one seat; decrypts every entry it may see.

    Raises OtherEdition if the rules of the campaign's edition are not here any more.
    """
    registry.of_edition(seat.campaign.system, seat.campaign.edition)
    frame, mine = frame_of(seat), access.rooms_of(seat)
    own = frame.system.curves(journal.load_state(seat.campaign, mine)) if isinstance(frame.system, HasCurves) else ()
    curves = (*points_curves(seat.campaign, frame.system), *own)
    rolls = list(event_texts.rolls(frame.system, journal.entries(seat.campaign, mine)))
    tables = {roll.table for _, _, roll in rolls if roll.table}
    library = library_of(frame.system, frame.campaign.options) if tables else Library(())
    titles = {key: table.title for key in tables if (table := library.find(key))}
    report = dice_stats.dice_report(frame.system, titles, rolls)
    return FiguresPage(
        frame, [draw_curve(curve) for curve in curves], [DiceDrawing(each) for each in report.faces], report
    )


def seat_title(system: Game, role: str, side: str) -> str:
    """A seat in words, such as "Russian commander"."""
    if not side:
        return str(Role(role).label)
    return gettext("%(side)s %(role)s") % {"side": system.sides[side], "role": gettext(role)}


def _row(held: Seat, seat: Seat | None) -> ListRow:
    """The row for the reader's active `seat`; if he has none now, one for `held` without anything of a side."""
    campaign = held.campaign
    system = registry.get(campaign.system)
    # If one person or device has all sides, the row names those that are waited for.
    has_turns = campaign.play_mode != PlayMode.ACCOUNTS and campaign.running
    waiting = campaign.summary.get("waiting", ()) if has_turns else ()
    turn = tuple(name for key, name in system.sides.items() if key in waiting)
    if seat is None:
        return ListRow(held, campaign, system.title, "", None, turn=turn)
    waits, locked = None, False
    sealed = bool(seat.side) and crypto.is_shut(campaign, crypto.room_of(campaign, seat.side))
    if seat.side and campaign.running and not sealed:
        try:
            seats_anew.listed(campaign)
            waits = _waits(system, journal.load_state(campaign, {seat.side}), seat)
        except (CryptoError, registry.OtherEdition) as error:
            log.error("%s", error)
            locked = True  # go on, so that the list still shows the other campaigns
    return ListRow(seat, campaign, system.title, system.sides.get(seat.side, ""), waits, locked, turn, sealed)


def _waits(system: Game, state: AnyState, seat: Seat) -> StepInfo | None:
    """The step that waits for the seat's side; None if there is none."""
    plays = seat.side and seat.campaign.running
    current = system.current(state.only({seat.side}), seat.side) if plays else None
    return current.spec if current else None


def readiness(frame: Frame, public: PublicView) -> list[Readiness]:
    """How far each side is in the current stage."""
    rows = []
    for key, name in frame.system.sides.items():
        seal = public.seals.get(key, "")[:12]
        if frame.campaign.ended:
            ready = Readiness(key, name, "opened", "", gettext("open"))
        elif frame.played_here and not public.seals:
            ready = Readiness(key, name, "turn", "", gettext("acts now") if key in public.waiting else gettext("waits"))
        elif key not in public.waiting:
            ready = Readiness(key, name, "sealed", seal, gettext("sealed") if seal else gettext("ready"))
        elif key == frame.seat.side:
            ready = Readiness(key, name, "draft", "", gettext("your side, still open"))
        else:
            ready = Readiness(key, name, "waiting", "", gettext("not yet"))
        rows.append(ready)
    return rows
