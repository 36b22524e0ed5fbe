"""Who sits at a campaign: the list folded from the host's public entries, and its cache in the campaign's row (ADR 20).

A row of `Seat` or `Invitation` opens nothing unless the list has it. So that no page has to fold the journal, the list
is stored in the campaign's row with a MAC, whose key comes from the master key. The MAC covers the newest public link
too, so neither a forged row nor an outdated list passes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter

from campaigns.club import listed as listed_club
from campaigns.club.listed import ListedClub
from campaigns.ledger import crypto
from campaigns.ledger.acts import Act, host_kind, is_host_event, stamp
from campaigns.ledger.verify_campaign import canonical
from campaigns.pace import agreement
from campaigns.pace.agreement import ListedPace, SaidBy
from rules import registry
from rules.contract import PUBLIC, Event
from rules.engine.by_kind import ByKind

if TYPE_CHECKING:
    from campaigns.ledger import host_entries as entry
    from campaigns.models import Campaign, Invitation, Seat

REPLACED = "replaced"
"""The reason in `ListedSeat.left` if a commander who no longer played was replaced."""
COMMANDER, UMPIRE, OF_A_SIDE = "commander", "umpire", ("commander", "adjutant")
ONE_TABLE = ("hotseat", "solo")
"""The play modes in which the founder has the seats of all sides."""


@dataclass(frozen=True)
class ListedSeat:
    """A seat that was ever taken. `left` says why nobody sits there any more, "" if somebody does.

    `account` is a digest of the account (see `account_of`). `admitted` are the sides that let an umpire into their
    rooms, in that order. `invited_by` is the name of who made the link and `invited_from` their side; both are "" for
    seats from a founding or import.
    """

    number: int
    role: str
    side: str
    name: str
    account: str
    since: str
    invited_by: str = ""
    invited_from: str = ""
    admitted: tuple[str, ...] = ()
    left: str = ""


@dataclass(frozen=True)
class ListedOffer:
    """A link that is still open: the seat it is for, the digest of its token, and the side and name of its maker."""

    number: int
    role: str
    side: str
    token: str
    from_side: str
    by: str


@dataclass(frozen=True)
class ListedNotice:
    """A notice that the commander on this seat is to be replaced: why, when at the earliest, whether the host gave it,
    and which other sides agree."""

    seat: int
    reason: str
    due: str
    by_house: bool
    agreed: tuple[str, ...] = ()


@dataclass(frozen=True)
class ListedEnd:
    """A notice that the campaign ends before its time: how (`why`, as in ENDED), the reason, when at the earliest, by
    whom (an umpire's seat, 0 for the host), and since when."""

    why: str
    reason: str
    due: str
    seat: int
    since: str


@dataclass(frozen=True)
class SeatList:
    """All seats ever taken, the links still open, how many links were `offered` so far, and who is to be replaced.

    `announced` is the notice that the campaign ends, `pace` how long the sides wait for each other, `club` whether it
    stands on the club's page. `end` is the digest of an open proposal to end it, "" if there is none. No entry records
    that: in a list rebuilt from the journal it is "", and the end has to be proposed again.
    """

    seats: tuple[ListedSeat, ...] = ()
    offers: tuple[ListedOffer, ...] = ()
    offered: int = 0
    notices: tuple[ListedNotice, ...] = ()
    end: str = ""
    announced: ListedEnd | None = None
    pace: ListedPace = field(default_factory=ListedPace)
    club: ListedClub = field(default_factory=ListedClub)

    @property
    def next_seat(self) -> int:
        """The number for the next seat that is taken."""
        return len(self.seats) + 1

    def taken(self) -> list[ListedSeat]:
        """The seats somebody sits on now."""
        return [seat for seat in self.seats if not seat.left]

    def members(self, side: str) -> list[ListedSeat]:
        """The seats of a side somebody sits on now."""
        return [seat for seat in self.taken() if seat.side == side]

    def commanders(self, side: str) -> list[ListedSeat]:
        """The commanders that a side has now."""
        return [seat for seat in self.members(side) if seat.role == COMMANDER]

    def is_vacant(self, side: str) -> bool:
        """Whether a side's last commander was replaced and it has no new one yet."""
        ever = [seat for seat in self.seats if (seat.role, seat.side) == (COMMANDER, side)]
        return bool(ever) and ever[-1].left == REPLACED and not self.commanders(side)

    def notice(self, number: int | None) -> ListedNotice | None:
        """The open notice that this seat's commander is to be replaced."""
        return next((notice for notice in self.notices if notice.seat == number), None)

    def seat(self, number: int | None) -> ListedSeat | None:
        """The seat with this number, if somebody sits there."""
        return next((seat for seat in self.taken() if seat.number == number), None)

    def offer(self, number: int | None) -> ListedOffer | None:
        """The open link with this number."""
        return next((offer for offer in self.offers if offer.number == number), None)

    def knows(self, row: Seat, public_id: str) -> bool:
        """Whether the row of a seat agrees with the journal."""
        seat = self.seat(row.number)
        if seat is None or (seat.role, seat.side, [*seat.admitted]) != (row.role, row.side, row.admitted):
            return False
        return seat.account == account_of(public_id, row.user_id, row.salt)

    def knows_offer(self, row: Invitation) -> bool:
        """Whether the journal has an open link that agrees with this row."""
        offer = self.offer(row.number)
        return offer is not None and (offer.role, offer.side, offer.token) == (row.role, row.side, row.token_hash)


def account_of(public_id: str, user: int, salt: str) -> str:
    """The digest by which the journal identifies a seat's account; salted, so that nobody is recognised elsewhere."""
    return hashlib.sha256(canonical(["account", public_id, user, salt])).hexdigest()


LIST = TypeAdapter(SeatList)


# kept with the campaign -----------------------------------------------------------------------------------------------


def load(campaign: Campaign) -> SeatList | None:
    """The list in the campaign's row; None if it is missing, forged, or not for the newest public link."""
    stored = campaign.seat_list if isinstance(campaign.seat_list, dict) else {}
    content = _authenticated_content(campaign, _head(campaign), stored.get("list"))
    return LIST.validate_python(stored["list"]) if crypto.is_authentic(stored.get("mac"), content) else None


def store(campaign: Campaign, listed: SeatList, head: str | None = None) -> None:
    """Put the list on the campaign's (unsaved) row, for the public link `head`, by default that on its public room."""
    content = asdict(listed)
    newest = _head(campaign) if head is None else head
    campaign.seat_list = {
        "list": content,
        "mac": crypto.authentication(_authenticated_content(campaign, newest, content)),
    }


def _head(campaign: Campaign) -> str:
    return crypto.room_of(campaign, PUBLIC).head


def _authenticated_content(campaign: Campaign, head: str, listed: object) -> bytes:
    """What the MAC is made over: the list, and whatever else in the row only the journal may decide.

    If the campaign has ended, all rooms are open. At one table nobody else has to be asked. The doors decide when links
    come out, and a proposed rewind takes only one consent to be done.
    """
    over = [] if campaign.running else [str(campaign.status)]
    how = [str(campaign.play_mode)] if campaign.play_mode in ONE_TABLE else []
    waits = [value for value in (campaign.doors, campaign.summary.get("rewind")) if value]
    return canonical(["seats", campaign.public_id, head, listed, *over, *how, *waits])


def name_in(campaign: Campaign, event: Event) -> str:
    """The name of whoever took the seat that a host entry gives by its number; "" if it gives none."""
    number = event.data.get("seat") if is_host_event(event) else None
    seats = (campaign.seat_list or {}).get("list", {}).get("seats", ())
    return next((str(seat["name"]) for seat in seats if seat["number"] == number), "") if number else ""


# as the journal says --------------------------------------------------------------------------------------------------


def after(before: SeatList, acts: Iterable[Act], campaign: Campaign) -> SeatList:
    """The list after `acts`. An entry about a seat, link or notice that is not there changes nothing.

    A public act on a seat ends the notice about it, as in the script of the check: who acts still plays.
    """
    listed = before
    for act in acts:
        for event in act.events:
            kind = host_kind(event)
            if event.room != PUBLIC or not kind:
                continue
            if reducer := FOLDS.get(kind):
                listed = reducer(listed, act, event.data, campaign)
            paced, clubbed = agreement.FOLDS.get(kind), listed_club.FOLDS.get(kind)
            if paced or clubbed:
                sides, author = registry.get(campaign.system).sides, SaidBy(act.side, stamp(act.at))
                listed = replace(listed, pace=paced(listed.pace, author, event.data, sides)) if paced else listed
                alone = campaign.play_mode in ONE_TABLE
                listed = (
                    replace(listed, club=clubbed(listed.club, author, event.data, sides, alone)) if clubbed else listed
                )
        if listed.notice(act.seat) and any(event.room == PUBLIC for event in act.events):
            listed = _unannounced(listed, act.seat)
    return listed


def _sits(listed: SeatList, act: Act, data: Mapping[str, object], **more: Any) -> SeatList:
    """The list with one more seat. Its number is the next one, whatever the entry says."""
    name, account = str(data["name"]), str(data["account"])
    role, side = str(data["role"]), str(data["side"])
    seat = ListedSeat(listed.next_seat, role, side, name, account, stamp(act.at), **more)
    return replace(listed, seats=(*listed.seats, seat))


FOLDS: ByKind[Callable[[SeatList, Act, Any, Campaign], SeatList]] = ByKind()
"""What an entry does to the list, by its kind without "house."; each function says what is in its entry."""


@FOLDS.on("founded")
def _founded(listed: SeatList, act: Act, data: entry.Founded, campaign: Campaign) -> SeatList:
    listed = _sits(listed, act, {**data, "role": COMMANDER, "side": act.side})
    if data["how"] in ONE_TABLE:
        for other in registry.get(campaign.system).sides:
            if other != act.side:
                listed = _sits(listed, act, {**data, "role": COMMANDER, "side": other})
    return listed


@FOLDS.on("imported")
def _imported(listed: SeatList, act: Act, data: entry.Imported, campaign: Campaign) -> SeatList:
    """All seats of the instance where the file was made end; the commanders here get new ones."""
    seats = tuple(replace(seat, left=seat.left or "moved") for seat in listed.seats)
    listed = replace(listed, seats=seats, offers=(), notices=(), announced=None)
    for side, person in sorted(data["commanders"].items(), key=lambda each: each[1]["seat"]):
        listed = _sits(listed, act, {**person, "role": COMMANDER, "side": side})
    return listed


@FOLDS.on("seat_offered")
def _offered(listed: SeatList, act: Act, data: entry.SeatOffered, campaign: Campaign) -> SeatList:
    offer = ListedOffer(listed.offered + 1, data["role"], data["side"], data["token"], act.side, act.by)
    return replace(listed, offers=(*listed.offers, offer), offered=listed.offered + 1)


@FOLDS.on("offer_withdrawn")
def _withdrawn(listed: SeatList, act: Act, data: Mapping[str, object], campaign: Campaign) -> SeatList:
    return _without(listed, data["offer"], act.side)


def _without(listed: SeatList, number: object, from_side: str | None = None) -> SeatList:
    """The list without link `number`. With `from_side` only if that side or an umpire (who has none) made it."""
    makers = ("", from_side)
    offers = (
        each
        for each in listed.offers
        if each.number != number or (from_side is not None and each.from_side not in makers)
    )
    return replace(listed, offers=tuple(offers))


@FOLDS.on("seat_taken")
def _taken(listed: SeatList, act: Act, data: entry.SeatTaken, campaign: Campaign) -> SeatList:
    offer = listed.offer(data["offer"])
    if offer is None or (offer.role, offer.side) != (data["role"], data["side"]):
        return listed
    return _sits(_without(listed, offer.number), act, data, invited_by=offer.by, invited_from=offer.from_side)


@FOLDS.on("seat_left")
def _left(listed: SeatList, act: Act, data: entry.SeatLeft, campaign: Campaign) -> SeatList:
    """If an umpire leaves, his notice that the campaign ends lapses."""
    if listed.announced and listed.announced.seat == data["seat"]:
        listed = replace(listed, announced=None)
    return _changed(_unannounced(listed, data["seat"]), data["seat"], left=str(data["why"]))


def _unannounced(listed: SeatList, number: int) -> SeatList:
    return replace(listed, notices=tuple(each for each in listed.notices if each.seat != number))


@FOLDS.on("replacement_announced")
def _announced(listed: SeatList, act: Act, data: entry.ReplacementAnnounced, campaign: Campaign) -> SeatList:
    notice = ListedNotice(data["seat"], data["reason"], data["due"], by_house=not act.seat)
    return replace(listed, notices=(*listed.notices, notice))


@FOLDS.on("replacement_agreed")
def _replacement_agreed(listed: SeatList, act: Act, data: entry.OfSeat, campaign: Campaign) -> SeatList:
    notices = (
        replace(each, agreed=(*each.agreed, act.side)) if each.seat == data["seat"] else each for each in listed.notices
    )
    return replace(listed, notices=tuple(notices))


@FOLDS.on("replacement_withdrawn")
def _replacement_withdrawn(listed: SeatList, act: Act, data: entry.OfSeat, campaign: Campaign) -> SeatList:
    return _unannounced(listed, data["seat"])


@FOLDS.on("seat_replaced")
def _replaced(listed: SeatList, act: Act, data: entry.OfSeat, campaign: Campaign) -> SeatList:
    """His side's open links lapse; he was the only one who could make any."""
    seat = listed.seat(data["seat"])
    if seat is None:
        return listed
    offers = tuple(offer for offer in listed.offers if offer.from_side != seat.side)
    return _changed(replace(_unannounced(listed, seat.number), offers=offers), seat.number, left=REPLACED)


@FOLDS.on("end_announced")
def _end_announced(listed: SeatList, act: Act, data: entry.EndAnnounced, campaign: Campaign) -> SeatList:
    return replace(listed, announced=ListedEnd(data["why"], data["reason"], data["due"], act.seat, stamp(act.at)))


@FOLDS.on("end_withdrawn")
def _end_withdrawn(listed: SeatList, act: Act, data: Mapping[str, object], campaign: Campaign) -> SeatList:
    return replace(listed, announced=None)


@FOLDS.on("ended")
def _ended(listed: SeatList, act: Act, data: Mapping[str, object], campaign: Campaign) -> SeatList:
    return replace(listed, announced=None, end="")


@FOLDS.on("umpire_admitted")
def _admitted(listed: SeatList, act: Act, data: entry.OfUmpire, campaign: Campaign) -> SeatList:
    seat = listed.seat(data["seat"])
    if seat is None or seat.role != UMPIRE or act.side != data["side"] or act.side in seat.admitted:
        return listed
    return _changed(listed, seat.number, admitted=(*seat.admitted, act.side))


@FOLDS.on("umpire_dismissed")
def _dismissed(listed: SeatList, act: Act, data: entry.OfUmpire, campaign: Campaign) -> SeatList:
    seat = listed.seat(data["seat"])
    if seat is None or act.side != data["side"]:
        return listed
    return _changed(listed, seat.number, admitted=tuple(side for side in seat.admitted if side != act.side))


def _changed(listed: SeatList, number: int, **new: Any) -> SeatList:
    return replace(
        listed, seats=tuple(replace(seat, **new) if seat.number == number else seat for seat in listed.seats)
    )
