"""The gates: the only functions that turn a user and an id into a seat, a link, a file or a chart.

A stranger, an unknown id and a malformed one get the same 404. A seat may enter a set of rooms, and everything served
to it is built from these rooms alone.

Who sits where follows from the public journal (`ledger.seat_list`). A row of a seat or link that does not agree with it
is ignored here. The list is in the campaign's own row, so the check costs no extra query.
"""

from __future__ import annotations

import hashlib
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypedDict

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.http import Http404

from campaigns.bringing.models import BroughtFile
from campaigns.charts import actions as chart_actions
from campaigns.charts.models import ChartVersion, OwnedChart
from campaigns.club import rows as club_rows
from campaigns.club.models import ClubListing
from campaigns.ledger import seat_list, seats_anew
from campaigns.ledger.crypto import CryptoError
from campaigns.models import OF_A_SIDE, Campaign, Invitation, PlayMode, Role, Seat
from campaigns.seats.rights import enter, rooms_by_right
from campaigns.seats.rights import may_commit as may_commit
from campaigns.seats.rights import may_draft as may_draft
from campaigns.seats.rights import rooms_of as rooms_of
from campaigns.seats.rows import fetched_seats
from rules import registry

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from django.contrib.auth.models import AnonymousUser, User
    from django.contrib.sessions.backends.base import SessionBase
    from django.db.models import QuerySet
    from django_stubs_ext import WithAnnotations

    class Listed(TypedDict):
        """What `seats_of` adds to a seat."""

        archived: bool


PUBLIC_ID = re.compile(r"[A-Za-z0-9]{12}")
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
SEATED = "seated"
"""The session key, and attribute of a request's user, with the sides he has at shared devices (see `attach`)."""


class NobodySeated(Exception):
    """Two sides share a device and neither has it now, so every page redirects to the hand-over screen."""

    def __init__(self, public_id: str) -> None:
        super().__init__(public_id)
        self.public_id = public_id


def seats_of(user: User) -> list[WithAnnotations[Seat, Listed]]:
    """All seats of a person, with their campaigns and rooms, in a constant number of queries.

    `archived` says whether he has archived the campaign. A seat that can't be checked (the host lacks a key, or the
    journal has faults) is included too: nothing of its campaign can be seen anyway.
    """
    put_away = Campaign.archived_by.through.objects.filter(user=user, campaign=OuterRef("campaign"))
    seats = Seat.objects.filter(user=user).select_related("campaign", "user").annotate(archived=Exists(put_away))
    seats = seats.prefetch_related("campaign__rooms").order_by("-campaign__status", "-campaign__founded_at", "-pk")
    return [seat for seat in seats if seats_anew.is_known(seat, otherwise=True)]


def seats_at(campaign: Campaign) -> list[Seat]:
    """The seats of everyone at a campaign, grouped by side; those without a side come last."""
    rows = Seat.objects.filter(campaign=campaign).select_related("user").order_by("-side", "role", "pk")
    listed = seats_anew.listed(campaign)
    return [row for row in rows if listed.knows(row, campaign.public_id)]


def umpire_at(campaign: Campaign, seat_id: int) -> Seat | None:
    """The seat with this id, if it is an umpire's at the campaign."""
    return next((seat for seat in seats_at(campaign) if (seat.pk, seat.role) == (seat_id, Role.UMPIRE)), None)


def seat_or_404(user: User | AnonymousUser, public_id: str) -> Seat:
    """The user's seat at a campaign, with the campaign and its rooms freshly read. Raises Http404 if there is none.

    A page takes state and entry count from these same rows, so they can't disagree. With seats of several sides it is
    the active one; raises NobodySeated if there is none. Raises RoomLocked if the side has locked its room and it is
    not unlocked on this device.
    """
    seat = unentered_seat_or_404(user, public_id)
    enter(seat)
    return seat


def unentered_seat_or_404(user: User | AnonymousUser, public_id: str) -> Seat:
    """Like `seat_or_404` without entering a locked room: for the page that unlocks it."""
    seat = _seat(user, public_id)
    if seat is None:
        raise Http404
    return seat


@contextmanager
def locked_seat_or_404(user: User | AnonymousUser, public_id: str) -> Iterator[Seat]:
    """Like `seat_or_404` for writers: opens a transaction and locks the campaign's row first.

    The rooms are read under the lock, so nothing can be newer than what is seen here.
    """
    with transaction.atomic():
        seat = _seat(user, public_id, lock=True)
        if seat is None:
            raise Http404
        enter(seat)
        seat.locked = True
        try:
            yield seat
        finally:
            seat.locked = False


def commander_or_404(user: User | AnonymousUser, public_id: str) -> Seat:
    """Like `seat_or_404`, for pages of commanders only."""
    seat = seat_or_404(user, public_id)
    if seat.role != Role.COMMANDER:
        raise Http404
    return seat


def inviter_or_404(user: User | AnonymousUser, public_id: str) -> Seat:
    """Like `seat_or_404`, for commanders, and for an umpire while there is a seat he may offer."""
    seat = seat_or_404(user, public_id)
    if seat.role != Role.COMMANDER and not offers_open_to(seat.campaign, seat):
        raise Http404
    return seat


def shared_seats_or_404(user: User | AnonymousUser, public_id: str) -> list[Seat]:
    """The seats of a user who has those of several sides, for the hand-over of a device. Raises Http404 for others."""
    seats = _seats(user, public_id)
    if len(seats) < 2:
        raise Http404
    return seats


def is_of_one_device(public_id: str) -> bool:
    """Whether a campaign's sides share one account and device, so that whoever logs in may be any of them."""
    campaigns = Campaign.objects.filter(public_id=public_id, play_mode=PlayMode.HOTSEAT)
    return bool(PUBLIC_ID.fullmatch(public_id)) and campaigns.exists()


def active_seat(user: User | AnonymousUser, seats: Sequence[Seat]) -> Seat | None:
    """Which of a person's seats at a campaign is in use; None while nobody has a shared device.

    If he plays alone, or all rooms are open after the end, nothing has to be handed over: his first seat will do.
    """
    if len(seats) < 2:
        return seats[0] if seats else None
    campaign, first = seats[0].campaign, min(seats, key=lambda seat: seat.pk)
    side = seated_sides(user).get(campaign.public_id, "")
    open_to_him = campaign.play_mode == PlayMode.SOLO or campaign.ended
    return next((seat for seat in seats if seat.side == side), first if open_to_him else None)


def live_rooms(user: User | AnonymousUser, public_id: str) -> frozenset[str] | None:
    """The rooms a live stream may tell about; None where a page would give a 404 or need a hand-over or a key."""
    try:
        seat = _seat(user, public_id)
    except (NobodySeated, CryptoError):
        return None
    return None if seat is None else rooms_by_right(seat)


def token_hash(token: str) -> str:
    """The hash that is stored of a link's token, which is random enough to need no salt."""
    return hashlib.sha256(token.encode()).hexdigest()


def invitation_or_404(token: str) -> Invitation:
    """The invitation of an open link. Raises the same Http404 for used, withdrawn, lapsed and invented links."""
    offer = None
    if TOKEN.fullmatch(token):
        offers = Invitation.objects.select_related("campaign", "created_by__user").prefetch_related("campaign__rooms")
        offer = offers.filter(token_hash=token_hash(token)).first()
    if offer is None or not offer.campaign.running or not is_open(offer):
        raise Http404
    return offer


def is_open(offer: Invitation) -> bool:
    """Whether a link still confers the seat in its row.

    A link that one side made for another lapses once the other has a commander. Else its maker could keep one and let
    himself in there.
    """
    listed = seats_anew.listed(offer.campaign)
    listed_offer = listed.offer(offer.number)
    if listed_offer is None or not listed.knows_offer(offer):
        return False
    return listed_offer.side in ("", listed_offer.from_side) or not listed.commanders(listed_offer.side)


def open_links(seat: Seat) -> list[Invitation]:
    """The links made by the seat's side that are still open."""
    mine = [offer.number for offer in seats_anew.listed(seat.campaign).offers if offer.from_side == seat.side]
    rows = Invitation.objects.filter(campaign=seat.campaign, number__in=mine).select_related("created_by__user")
    links = list(rows.order_by("pk"))
    for row in links:
        row.campaign = seat.campaign  # its rooms are prefetched
    return [row for row in links if is_open(row)]


def offers_open_to(campaign: Campaign, by: Seat) -> Sequence[tuple[str, str]]:
    """The (role, side) pairs a seat may make links for now; an umpire's only for sides whose commander was replaced."""
    sides = registry.get(campaign.system).sides
    if by.role == Role.UMPIRE and campaign.running:
        return [(Role.COMMANDER.value, side) for side in sides if seats_anew.listed(campaign).is_vacant(side)]
    if by.role != Role.COMMANDER:
        return []
    own = [(role.value, by.side) for role in OF_A_SIDE]
    others = [side for side in sides if side != by.side and not has_commander(campaign, side)]
    away = [(Role.COMMANDER.value, side) for side in others]
    return [*away, *own, (Role.UMPIRE.value, ""), (Role.SPECTATOR.value, "")]


def brings_first_commander(offer: Invitation) -> bool:
    """Whether the link is for a commander of a side that has none."""
    return offer.role == Role.COMMANDER and not has_commander(offer.campaign, offer.side)


def has_commander(campaign: Campaign, side: str) -> bool:
    return bool(seats_anew.listed(campaign).commanders(side))


def own_brought_file_or_404(user: User | AnonymousUser, brought_id: str) -> BroughtFile:
    """A campaign file that the user has brought, without its body. Raises Http404 for everybody else."""
    if not PUBLIC_ID.fullmatch(brought_id):
        raise Http404
    files = BroughtFile.objects.defer("body").select_related("campaign")
    file = files.filter(public_id=brought_id, user_id=user.pk or 0).first()
    if file is None:
        raise Http404
    return file


def listing_or_404(public_id: str) -> ClubListing:
    """The listing of a campaign on the club's page, which is open to every member. Raises Http404 if it isn't there."""
    if not PUBLIC_ID.fullmatch(public_id):
        raise Http404
    listing = club_rows.with_campaigns(ClubListing.objects.filter(campaign__public_id=public_id)).first()
    if listing is None or not club_rows.is_listed(listing.campaign):
        raise Http404
    return listing


def own_chart_or_404(user: User | AnonymousUser, chart_id: str) -> OwnedChart:
    """The user's own chart. Raises Http404 for other people's, even shared ones."""
    chart = _charts(user, chart_id).filter(owner_id=user.pk).first()
    if chart is None:
        raise Http404
    return chart


def chart_version_or_404(user: User | AnonymousUser, chart_id: str, number: int) -> ChartVersion:
    """A version of the user's own chart, or of one that is shared."""
    if not 0 < number < 10**6:
        raise Http404
    versions = ChartVersion.objects.select_related("chart__owner")
    version = versions.filter(chart__in=_charts(user, chart_id), number=number).first()
    if version is None:
        raise Http404
    return version


def _charts(user: User | AnonymousUser, chart_id: str) -> QuerySet[OwnedChart]:
    if not user.is_authenticated or not PUBLIC_ID.fullmatch(chart_id):
        return OwnedChart.objects.none()
    return chart_actions.seen_by(user).filter(chart_id=chart_id)


def _seat(user: User | AnonymousUser, public_id: str, *, lock: bool = False) -> Seat | None:
    seats = _seats(user, public_id, lock=lock)
    seat = active_seat(user, seats)
    if seat is None and seats:
        raise NobodySeated(public_id)
    if seat is not None:
        seat.shared = len(seats) > 1
    return seat


def _seats(user: User | AnonymousUser, public_id: str, *, lock: bool = False) -> list[Seat]:
    if not user.is_authenticated or not PUBLIC_ID.fullmatch(public_id):
        return []
    rows = fetched_seats(user, public_id, lock=lock)
    if not rows:
        return []
    listed = seat_list.load(rows[0].campaign)
    if listed is None:
        listed = seats_anew.make_anew(rows[0].campaign_id)
        rows = fetched_seats(user, public_id, lock=lock)
    for seat in rows:
        seat.user = user  # it has the sides of shared devices attached
    return [seat for seat in rows if listed.knows(seat, public_id)]


def attach_from_session(user: User, session: SessionBase) -> None:
    """Attach to the user the sides his session has at shared devices."""
    attach(user, session.get(SEATED, {}))


def attach(user: User, seated: Mapping[str, str]) -> None:
    """Attach to the user the sides he has at shared devices, by the campaigns' public ids."""
    setattr(user, SEATED, seated)


def seated_sides(user: User | AnonymousUser) -> Mapping[str, str]:
    """The side the user has at each campaign on a shared device, by its public id."""
    seated: Mapping[str, str] = getattr(user, SEATED, {})
    return seated
