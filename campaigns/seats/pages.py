"""Data of the pages about seats: people, confirmations, the umpire's page, replacing a commander."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import Http404
from django.utils.translation import gettext, gettext_noop

from campaigns import access, answers
from campaigns.ledger import crypto, journal, seats_anew
from campaigns.ledger.former_names import names_at
from campaigns.ledger.seat_list import REPLACED, ListedNotice, ListedSeat
from campaigns.models import Invitation, Role, Seat
from campaigns.pages import Frame, frame_of, seat_title
from campaigns.seats import leaving, replacing
from rules.contract import PUBLIC, Refused
from rules.engine.corrections import UMPIRE, Correction, HasCorrections

ADMIT, DISMISS, REMOVE, LEAVE = "admit", "dismiss", "remove", "leave"


@dataclass(frozen=True)
class Place:
    """A seat on the page of people: what it lets its holder see, who invited him, what the reader may do with it."""

    seat: Seat
    title: str
    sees: str
    invited_by: str
    mine: bool
    may: Sequence[str]


@dataclass(frozen=True)
class FormerPlace:
    """A seat that has ended."""

    name: str
    title: str
    why: str


@dataclass(frozen=True)
class PeoplePage:
    """Seats with their holders, and open links."""

    frame: Frame
    places: list[Place]
    former: list[FormerPlace]
    links: list[tuple[Invitation, str]]
    offers: list[tuple[str, str, str]]

    @property
    def nobody_yet(self) -> str:
        """The missing commander of the other side in words, while no link for him is open; else ""."""
        sent, mine = {words for _, words in self.links}, self.frame.seat.side
        wanted = (words for role, side, words in self.offers if role == Role.COMMANDER and side != mine)
        return next((words for words in wanted if words not in sent), "")

    @property
    def has_words(self) -> bool:
        """Whether the reader's side has locked its room."""
        seat = self.frame.seat
        return bool(seat.side) and crypto.is_locked(crypto.room_of(seat.campaign, seat.side))

    @property
    def replaces(self) -> bool:
        """Whether the reader finds anything on the page about replacing a commander."""
        waits = bool(seats_anew.listed(self.frame.campaign).notices)
        return waits or (self.frame.seat.role == Role.UMPIRE and bool(replacing.replaceable(self.frame.campaign)))

    @property
    def may_leave(self) -> bool:
        """Whether the reader may give up his seat."""
        return self.frame.campaign.running and not self.frame.seat.shared


@dataclass(frozen=True)
class Confirmation:
    """The question before a press: `does` are sentences that say what it will do, `button` its label."""

    frame: Frame
    title: str
    does: list[str]
    button: str
    refusal: Refused | None


@dataclass(frozen=True)
class UmpirePage:
    """What an umpire may read, what waits for him, and what he has decided."""

    frame: Frame
    open_to: list[str]
    shut: list[str]
    waits: Sequence[Correction]
    judged: Sequence[Correction]


@dataclass(frozen=True)
class NoticeTold:
    """A notice that a commander will be replaced, and what the reader may do about it."""

    number: int
    name: str
    side: str
    reason: str
    due: datetime
    by_host: bool
    waits_for: str
    mine: bool
    may_agree: bool
    may_withdraw: bool
    locked: bool


@dataclass(frozen=True)
class ReplacementPage:
    """Notices about absent commanders, and the commanders about whom one can be given."""

    frame: Frame
    notices: Sequence[NoticeTold]
    replaceable: Sequence[tuple[str, str]]
    vacant: Sequence[str]
    reason: str = ""
    refusal: Refused | None = None


def replacement_page(seat: Seat, reason: str = "", refusal: Refused | None = None) -> ReplacementPage:
    """The page for everybody with a seat; only umpires may give notice."""
    frame = frame_of(seat)
    listed, sides = seats_anew.listed(seat.campaign), frame.system.sides
    offered = replacing.replaceable(seat.campaign) if seat.role == Role.UMPIRE else ()
    notices = [(each, listed.seat(each.seat)) for each in listed.notices]
    return ReplacementPage(
        frame=frame,
        notices=[_notice(frame, each, about) for each, about in notices if about],
        replaceable=[(each.side, f"{_called(frame, each)} ({sides[each.side]})") for each in offered],
        vacant=[name for key, name in sides.items() if listed.is_vacant(key)],
        reason=reason,
        refusal=refusal,
    )


def _called(frame: Frame, seat: ListedSeat) -> str:
    return names_at(frame.campaign, seat.since).get(seat.name, seat.name)


def _notice(frame: Frame, notice: ListedNotice, about: ListedSeat) -> NoticeTold:
    seat, waits = frame.seat, replacing.unanswered(frame.campaign, notice)
    running = frame.campaign.running
    return NoticeTold(
        number=notice.seat,
        name=_called(frame, about),
        side=frame.system.sides[about.side],
        reason=notice.reason,
        due=datetime.fromisoformat(notice.due),
        by_host=notice.by_house,
        waits_for=", ".join(frame.system.sides[side] for side in waits),
        mine=seat.number == notice.seat,
        may_agree=running and seat.role == Role.COMMANDER and seat.side in waits,
        may_withdraw=running and replacing.may_withdraw(notice, seat),
        locked=crypto.is_locked(crypto.room_of(frame.campaign, about.side)),
    )


def people_page(seat: Seat) -> PeoplePage:
    """The page of people, for everybody with a seat; links and offers only for commanders of a running campaign."""
    frame = frame_of(seat)
    offers = access.offers_open_to(seat.campaign, seat) if seat.campaign.running else ()
    links = access.open_links(seat) if offers else ()
    listed = seats_anew.listed(seat.campaign)
    return PeoplePage(
        frame=frame,
        places=[_place(frame, each, listed.seat(each.number)) for each in access.seats_at(seat.campaign)],
        former=[_former(frame, each) for each in listed.seats if each.left],
        links=[(link, seat_title(frame.system, link.role, link.side)) for link in links],
        offers=[(role, side, seat_title(frame.system, role, side)) for role, side in offers],
    )


def _place(frame: Frame, each: Seat, listed: ListedSeat | None) -> Place:
    may = []
    if frame.may_commit and each.role == Role.UMPIRE and not frame.one_side:
        may.append(DISMISS if frame.seat.side in each.admitted else ADMIT)
    if leaving.may_remove(each, frame.seat):
        may.append(REMOVE)
    title, invited_by = seat_title(frame.system, each.role, each.side), ""
    if listed:
        invited_by = names_at(frame.campaign, listed.since).get(listed.invited_by, listed.invited_by)
    return Place(each, title, sees(frame, each), invited_by, each.pk == frame.seat.pk, may)


def _former(frame: Frame, each: ListedSeat) -> FormerPlace:
    system, name = frame.system, names_at(frame.campaign, each.since).get(each.name, each.name)
    side = each.side if each.side in system.sides else ""
    title = seat_title(system, each.role, side) if side or not each.side else each.side
    return FormerPlace(name, title, gettext(WHY[each.left]) if each.left in WHY else "")


WHY = {
    leaving.LEFT: gettext_noop("left"),
    leaving.REMOVED: gettext_noop("removed"),
    leaving.DELETED: gettext_noop("account deleted"),
    REPLACED: gettext_noop("replaced"),
    "moved": gettext_noop("played where the campaign was imported from"),
}


def sees(frame: Frame, seat: Seat) -> str:
    """What the holder of a seat may see, in a sentence."""
    system = frame.system
    # A room that was locked when the campaign ended stays shut until its side comes by.
    if frame.one_side or (frame.campaign.ended and not crypto.has_locks(frame.campaign)):
        return gettext("Everything.")
    if seat.side:
        return gettext("What all may know, and everything that the %(side)s side keeps secret.") % {
            "side": system.sides[seat.side]
        }
    if seat.role == Role.UMPIRE and seat.admitted:
        sides = gettext(" and ").join(system.sides[side] for side in seat.admitted)
        return gettext("What all may know, and everything secret of: %(sides)s.") % {"sides": sides}
    if seat.role == Role.UMPIRE:
        return gettext("What all may know; no side has let him in.")
    return gettext("What all may know.")


def confirmation(what: str, by: Seat, seat_id: int, refusal: Refused | None = None) -> Confirmation:
    """The page before somebody is admitted, dismissed or removed, or leaves; Http404 if there is no such seat."""
    seat = by if what == LEAVE else next((s for s in access.seats_at(by.campaign) if s.pk == seat_id), None)
    if seat is None:
        raise Http404
    frame = frame_of(by)
    words = {"name": seat.user.get_username(), "side": frame.side_name, "others": frame.others}
    title, does, button = CONFIRMATIONS[what]
    lines = [gettext(line) % words for line in does]
    return Confirmation(frame, gettext(title) % words, lines, gettext(button) % words, refusal)


CONFIRMATIONS: Mapping[str, tuple[str, tuple[str, ...], str]] = {
    ADMIT: (
        gettext_noop("Let the umpire %(name)s in"),
        (
            gettext_noop("From now on %(name)s reads everything that the %(side)s side keeps secret, from the start."),
            gettext_noop(
                "That is what it buys and what comes of it, its order of battle with places and notes, its sheets."
            ),
            gettext_noop(
                "He gives no orders, and sees no drafts. The program tells %(others)s nothing of it; he could."
            ),
            gettext_noop("You can send him out again at any time. What he has read by then he has read."),
            gettext_noop("The journal tells everybody that you let him in."),
        ),
        gettext_noop("Let %(name)s in"),
    ),
    DISMISS: (
        gettext_noop("Send the umpire %(name)s out"),
        (
            gettext_noop(
                "%(name)s no longer sees what the %(side)s side keeps secret; pages he has open stop at once."
            ),
            gettext_noop("He stays the umpire, and judges by what all may know. What he has read he has read."),
            gettext_noop("The journal tells everybody of it."),
        ),
        gettext_noop("Send %(name)s out"),
    ),
    REMOVE: (
        gettext_noop("Remove %(name)s"),
        (
            gettext_noop(
                "%(name)s loses the place at once: pages he has open stop, and he gets no more mail about it."
            ),
            gettext_noop("Links that he made and nobody has used are worth nothing. What he did stays in the journal."),
            gettext_noop("What he has read he has read. He can be invited again, by a new link."),
            gettext_noop("The journal tells everybody of it."),
        ),
        gettext_noop("Remove %(name)s"),
    ),
    LEAVE: (
        gettext_noop("Leave this campaign"),
        (
            gettext_noop("You lose your place at once, and get no more mail about this campaign."),
            gettext_noop("What you did stays in the journal under your name. You can only come back by a new link."),
            gettext_noop("The journal tells everybody of it."),
        ),
        gettext_noop("Leave the campaign"),
    ),
}
"""What is asked before somebody is let in, sent out, removed, or leaves: the title, what it does, and the button."""


def umpire_page(seat: Seat) -> UmpirePage:
    """The umpire's own page; Http404 for everybody else."""
    if seat.role != Role.UMPIRE:
        raise Http404
    frame = frame_of(seat)
    rooms, names = access.rooms_of(seat), frame.system.sides
    state, judged = journal.load_state(seat.campaign, {PUBLIC}), tuple[Correction, ...]()
    if isinstance(frame.system, HasCorrections):
        corrections = frame.system.corrections(state, None).known
        judged = tuple(one for one in reversed(corrections) if one.judge == UMPIRE)
    return UmpirePage(
        frame=frame,
        open_to=[name for key, name in names.items() if key in rooms],
        shut=[name for key, name in names.items() if key not in rooms],
        waits=answers.open_for(seat, state),
        judged=judged,
    )
