"""Who sits at a campaign, as its public journal says, and how the list of it is kept with the campaign.

A row of `Seat` or `Invitation` is a cache: it opens nothing unless the list has it, and the list follows from the
host's public entries alone. So that no page folds the journal, the list lies in the campaign's row under a MAC whose
key comes from the master key. It is made over the newest public link too: neither a planted row nor a list of
yesterday passes.
In campaigns older than the numbers of seats people are known by their names, links that were not recorded are worth
nothing, and an umpire is in the room of whoever invited him as long as only one side can have done that.
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
from campaigns.ledger.acts import HOST_PREFIX, Act, stamp
from campaigns.ledger.verify_campaign import canonical
from campaigns.pace import agreement
from campaigns.pace.agreement import ListedPace, SaidBy
from rules import registry
from rules.contract import PUBLIC, Event
from rules.engine.by_kind import ByKind

if TYPE_CHECKING:
    from campaigns.models import Campaign, Invitation, Seat

REPLACED = "replaced"
"""Why nobody sits there any more, where a commander did not play any more."""
COMMANDER, UMPIRE, OF_A_SIDE = "commander", "umpire", ("commander", "adjutant")
ONE_TABLE = ("hotseat", "solo")
"""How campaigns are played whose founder has the seats of all sides."""


@dataclass(frozen=True)
class ListedSeat:
    """A seat that was taken once, by its number. `left` says why nobody sits there any more.

    `account` is a digest of whose it is (see `account_of`), empty in older journals. `admitted` are the sides that let
    an umpire in, in the order in which they did. `invited_by` is a name and `invited_from` his side; both are empty for
    those who founded or brought it, and in older journals.
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
    """A link that is still open: for which seat, from which side and whom of it, and the digest of its token."""

    number: int
    role: str
    side: str
    token: str
    from_side: str
    by: str


@dataclass(frozen=True)
class ListedNotice:
    """That the seat with this number is to be replaced: why, when at the earliest, whether by the host's notice, and
    which other sides agree."""

    seat: int
    reason: str
    due: str
    by_house: bool
    agreed: tuple[str, ...] = ()


@dataclass(frozen=True)
class ListedEnd:
    """That the campaign is ended before its time: as what, the reason, when at the earliest, by whom (an umpire's seat,
    or 0 for the host), and since when that is told."""

    why: str
    reason: str
    due: str
    seat: int
    since: str


@dataclass(frozen=True)
class SeatList:
    """All seats that were ever taken, the links still open, how many were ever made, and who is to be replaced.

    `announced` is the notice that the campaign ends, `pace` how long the sides wait for each other, `club` whether it
    stands on the club's page. `end` is the digest
    of a proposal to end it that waits, empty if
    none does; that follows from no entry: a list that is made anew has none, and then the end has to be proposed again.
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
        """The number of the seat that is taken next."""
        return len(self.seats) + 1

    def taken(self) -> list[ListedSeat]:
        """The seats somebody sits on now."""
        return [seat for seat in self.seats if not seat.left]

    def members(self, side: str) -> list[ListedSeat]:
        """The seats of a side on which somebody sits now."""
        return [seat for seat in self.taken() if seat.side == side]

    def commanders(self, side: str) -> list[ListedSeat]:
        """The commanders that a side has now."""
        return [seat for seat in self.members(side) if seat.role == COMMANDER]

    def is_vacant(self, side: str) -> bool:
        """Whether the last commander of a side was replaced and there is no other yet."""
        ever = [seat for seat in self.seats if (seat.role, seat.side) == (COMMANDER, side)]
        return bool(ever) and ever[-1].left == REPLACED and not self.commanders(side)

    def notice(self, number: int | None) -> ListedNotice | None:
        """The notice that waits about a seat."""
        return next((notice for notice in self.notices if notice.seat == number), None)

    def seat(self, number: int | None) -> ListedSeat | None:
        """The seat with this number, if somebody sits there."""
        return next((seat for seat in self.taken() if seat.number == number), None)

    def offer(self, number: int | None) -> ListedOffer | None:
        """The open link with this number."""
        return next((offer for offer in self.offers if offer.number == number), None)

    def knows(self, row: Seat, public_id: str) -> bool:
        """Whether a row says what the journal says."""
        seat = self.seat(row.number)
        if seat is None or (seat.role, seat.side, [*seat.admitted]) != (row.role, row.side, row.admitted):
            return False
        if seat.account:
            return seat.account == account_of(public_id, row.user_id, row.salt)
        return row.user.get_username() == seat.name

    def knows_offer(self, row: Invitation) -> bool:
        """Whether the journal tells of an open link like this."""
        offer = self.offer(row.number)
        return offer is not None and (offer.role, offer.side, offer.token) == (row.role, row.side, row.token_hash)


def account_of(public_id: str, user: int, salt: str) -> str:
    """What the journal says of whose a seat is: the same person elsewhere is another one there, by the seat's salt."""
    return hashlib.sha256(canonical(["account", public_id, user, salt])).hexdigest()


LIST = TypeAdapter(SeatList)


# kept with the campaign -----------------------------------------------------------------------------------------------


def load(campaign: Campaign) -> SeatList | None:
    """The list in the campaign's row; None if it is not the one that was made for its newest public link."""
    stored = campaign.seat_list
    if not stored or not crypto.is_authentic(
        stored.get("mac", ""), _authenticated_content(campaign, _head(campaign), stored.get("list"))
    ):
        return None
    return LIST.validate_python(stored["list"])


def store(campaign: Campaign, listed: SeatList, head: str | None = None) -> None:
    """Put the list on the campaign's (unsaved) row, for the newest public link: `head`, or that of its rooms."""
    content = asdict(listed)
    newest = _head(campaign) if head is None else head
    campaign.seat_list = {
        "list": content,
        "mac": crypto.authentication(_authenticated_content(campaign, newest, content)),
    }


def _head(campaign: Campaign) -> str:
    return crypto.room_of(campaign, PUBLIC).head


def _authenticated_content(campaign: Campaign, head: str, listed: object) -> bytes:
    """What is authenticated: besides the list what else the row says that nobody but the journal may decide.

    That the campaign is over opens all rooms, that one table has all sides leaves nobody else to be asked, where its
    dice stand lets links out, and a rewind that is proposed is done with one consent.
    """
    over = [] if campaign.running else [str(campaign.status)]
    how = [str(campaign.play_mode)] if campaign.play_mode in ONE_TABLE else []
    waits = [value for value in (campaign.doors, campaign.summary.get("rewind")) if value]
    return canonical(["seats", campaign.public_id, head, listed, *over, *how, *waits])


def name_in(campaign: Campaign, event: Event) -> str:
    """The name of who has the seat that an entry of the host's names by its number; empty if it names none."""
    number = event.data.get("seat") if event.kind.startswith(HOST_PREFIX) else None
    seats = (campaign.seat_list or {}).get("list", {}).get("seats", ())
    return next((str(seat["name"]) for seat in seats if seat["number"] == number), "") if number else ""


# as the journal says --------------------------------------------------------------------------------------------------


def after(before: SeatList, acts: Iterable[Act], campaign: Campaign) -> SeatList:
    """The list after `acts`. An entry that speaks of what is not there changes nothing."""
    listed = before
    for act in acts:
        for event in act.events:
            if event.room != PUBLIC or not event.kind.startswith(HOST_PREFIX):
                continue
            kind = event.kind.removeprefix(HOST_PREFIX)
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
    return listed


def _sits(listed: SeatList, act: Act, data: Mapping[str, object], **more: Any) -> SeatList:
    """The list with one more seat; numbers run on whatever an entry says."""
    name, account = str(data.get("name", "")), str(data.get("account", ""))
    role, side = str(data.get("role", COMMANDER)), str(data.get("side", ""))
    seat = ListedSeat(listed.next_seat, role, side, name, account, stamp(act.at), **more)
    return replace(listed, seats=(*listed.seats, seat))


FOLDS: ByKind[Callable[[SeatList, Act, Mapping[str, Any], Campaign], SeatList]] = ByKind()
"""What an entry does to the list, by its kind."""


@FOLDS.on("founded")
def _founded(listed: SeatList, act: Act, data: Mapping[str, object], campaign: Campaign) -> SeatList:
    listed = _sits(listed, act, {**data, "role": COMMANDER, "side": act.side})
    if data.get("how", campaign.play_mode) in ONE_TABLE:
        for other in registry.get(campaign.system).sides:
            if other != act.side:
                listed = _sits(listed, act, {**data, "role": COMMANDER, "side": other})
    return listed


@FOLDS.on("imported")
def _imported(listed: SeatList, act: Act, data: Mapping[str, Any], campaign: Campaign) -> SeatList:
    """The seats of the instance where the file was made have ended; the commanders here get new ones."""
    seats = tuple(replace(seat, left=seat.left or "moved") for seat in listed.seats)
    listed = replace(listed, seats=seats, offers=(), notices=(), announced=None)
    people = {
        side: person if isinstance(person, dict) else {"name": person} for side, person in data["commanders"].items()
    }
    for side, person in sorted(people.items(), key=lambda each: (each[1].get("seat", 0), each[0])):
        listed = _sits(listed, act, {**person, "role": COMMANDER, "side": side})
    return listed


@FOLDS.on("seat_offered")
def _offered(listed: SeatList, act: Act, data: Mapping[str, Any], campaign: Campaign) -> SeatList:
    """Older entries have no token: they are worth nothing as a link, and tell which side invited an umpire."""
    role, side = data["role"], data.get("side", "")
    offer = ListedOffer(listed.offered + 1, role, side, data.get("token", ""), act.side, act.by)
    return replace(listed, offers=(*listed.offers, offer), offered=listed.offered + 1)


@FOLDS.on("offer_withdrawn")
def _withdrawn(listed: SeatList, act: Act, data: Mapping[str, object], campaign: Campaign) -> SeatList:
    return _without(listed, data["offer"], act.side)


def _without(listed: SeatList, number: object, from_side: str | None = None) -> SeatList:
    """An umpire's link, of no side, is withdrawn by any side."""
    makers = ("", from_side)
    offers = (
        each
        for each in listed.offers
        if each.number != number or (from_side is not None and each.from_side not in makers)
    )
    return replace(listed, offers=tuple(offers))


@FOLDS.on("seat_taken")
def _taken(listed: SeatList, act: Act, data: Mapping[str, Any], campaign: Campaign) -> SeatList:
    if "offer" not in data:
        sides = {offer.from_side for offer in listed.offers if offer.role == data["role"] == UMPIRE}
        return _sits(listed, act, data, admitted=tuple(sides) if len(sides) == 1 else ())
    offer = listed.offer(data["offer"])
    if offer is None or (offer.role, offer.side) != (data["role"], data["side"]):
        return listed
    return _sits(_without(listed, offer.number), act, data, invited_by=offer.by, invited_from=offer.from_side)


@FOLDS.on("seat_left")
def _left(listed: SeatList, act: Act, data: Mapping[str, Any], campaign: Campaign) -> SeatList:
    """An umpire's notice that the campaign ends goes with him."""
    if listed.announced and listed.announced.seat == data["seat"]:
        listed = replace(listed, announced=None)
    return _changed(_unannounced(listed, data["seat"]), data["seat"], left=str(data["why"]))


def _unannounced(listed: SeatList, number: int) -> SeatList:
    return replace(listed, notices=tuple(each for each in listed.notices if each.seat != number))


@FOLDS.on("replacement_announced")
def _announced(listed: SeatList, act: Act, data: Mapping[str, Any], campaign: Campaign) -> SeatList:
    notice = ListedNotice(data["seat"], data["reason"], data["due"], by_house=not act.seat)
    return replace(listed, notices=(*listed.notices, notice))


@FOLDS.on("replacement_agreed")
def _replacement_agreed(listed: SeatList, act: Act, data: Mapping[str, object], campaign: Campaign) -> SeatList:
    notices = (
        replace(each, agreed=(*each.agreed, act.side)) if each.seat == data["seat"] else each for each in listed.notices
    )
    return replace(listed, notices=tuple(notices))


@FOLDS.on("replacement_withdrawn")
def _replacement_withdrawn(listed: SeatList, act: Act, data: Mapping[str, Any], campaign: Campaign) -> SeatList:
    return _unannounced(listed, data["seat"])


@FOLDS.on("seat_replaced")
def _replaced(listed: SeatList, act: Act, data: Mapping[str, Any], campaign: Campaign) -> SeatList:
    """His links go with him; he was the only one of his side who could make any."""
    seat = listed.seat(data["seat"])
    if seat is None:
        return listed
    offers = tuple(offer for offer in listed.offers if offer.from_side != seat.side)
    return _changed(replace(_unannounced(listed, seat.number), offers=offers), seat.number, left=REPLACED)


@FOLDS.on("end_announced")
def _end_announced(listed: SeatList, act: Act, data: Mapping[str, Any], campaign: Campaign) -> SeatList:
    return replace(listed, announced=ListedEnd(data["why"], data["reason"], data["due"], act.seat, stamp(act.at)))


@FOLDS.on("end_withdrawn")
def _end_withdrawn(listed: SeatList, act: Act, data: Mapping[str, object], campaign: Campaign) -> SeatList:
    return replace(listed, announced=None)


@FOLDS.on("ended")
def _ended(listed: SeatList, act: Act, data: Mapping[str, object], campaign: Campaign) -> SeatList:
    return replace(listed, announced=None, end="")


@FOLDS.on("umpire_admitted")
def _admitted(listed: SeatList, act: Act, data: Mapping[str, Any], campaign: Campaign) -> SeatList:
    called = (seat.number for seat in listed.taken() if (seat.role, seat.name) == (UMPIRE, data.get("name", "")))
    seat = listed.seat(data["seat"] if "seat" in data else next(called, 0))
    if seat is None or seat.role != UMPIRE or act.side != data["side"] or act.side in seat.admitted:
        return listed
    return _changed(listed, seat.number, admitted=(*seat.admitted, act.side))


@FOLDS.on("umpire_dismissed")
def _dismissed(listed: SeatList, act: Act, data: Mapping[str, Any], campaign: Campaign) -> SeatList:
    seat = listed.seat(data["seat"])
    if seat is None or act.side != data["side"]:
        return listed
    return _changed(listed, seat.number, admitted=tuple(side for side in seat.admitted if side != act.side))


def _changed(listed: SeatList, number: int, **new: Any) -> SeatList:
    return replace(
        listed, seats=tuple(replace(seat, **new) if seat.number == number else seat for seat in listed.seats)
    )
