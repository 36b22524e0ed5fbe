"""The gates: the only functions that turn a person and an id into a seat, a link or a chart.

A stranger, an unknown id and a malformed one get the same 404. What a seat may enter is a
set of rooms; everything served to it is built from these rooms and nothing else.
"""

from __future__ import annotations

import hashlib
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.db import transaction
from django.http import Http404

from campaigns.charts import actions as chart_actions
from campaigns.charts.models import ChartVersion, OwnedChart
from campaigns.models import OF_A_SIDE, Campaign, Invitation, PlayMode, Role, Seat
from rules import registry
from rules.contract import PUBLIC

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from django.contrib.auth.models import AnonymousUser, User
    from django.contrib.sessions.backends.base import SessionBase
    from django.db.models import QuerySet

PUBLIC_ID = re.compile(r"[A-Za-z0-9]{12}")
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
SEATED = "seated"
"""Where a session, and the user of a request, has the sides somebody sits on at a shared device."""


class NobodySeated(Exception):
    """Two sides share a device and neither has it now: every page leads to the hand-over screen."""

    def __init__(self, public_id: str) -> None:
        super().__init__(public_id)
        self.public_id = public_id


def seats_of(user: User) -> QuerySet[Seat]:
    """All the seats of a person, with campaigns and rooms: the same number of queries however many."""
    seats = Seat.objects.filter(user=user).select_related("campaign", "user")
    return seats.prefetch_related("campaign__rooms").order_by("-campaign__status", "-campaign__founded_at", "-pk")


def seats_at(campaign: Campaign) -> QuerySet[Seat]:
    """Everyone who sits at a campaign, side by side, those of no side last."""
    return Seat.objects.filter(campaign=campaign).select_related("user").order_by("-side", "role", "pk")


def seat_or_404(user: User | AnonymousUser, public_id: str) -> Seat:
    """The person's seat, with its campaign and rooms as they are at this moment.

    State and entry count of a page come from the same rows, so they can't disagree. Of two seats
    it is the one he sits on; NobodySeated if that is neither.
    """
    seat = _seat(user, public_id)
    if seat is None:
        raise Http404
    return seat


@contextmanager
def locked_seat_or_404(user: User | AnonymousUser, public_id: str) -> Iterator[Seat]:
    """Like `seat_or_404`, in a transaction that begins with locking the campaign's row, for who is about to write.

    Rooms are read after the lock was got, so nothing can be newer than what is seen here.
    """
    with transaction.atomic():
        seat = _seat(user, public_id, lock=True)
        if seat is None:
            raise Http404
        seat.locked = True
        try:
            yield seat
        finally:
            seat.locked = False


def commander_or_404(user: User | AnonymousUser, public_id: str) -> Seat:
    """Like `seat_or_404`, for pages that only commanders have."""
    seat = seat_or_404(user, public_id)
    if seat.role != Role.COMMANDER:
        raise Http404
    return seat


def shared_seats_or_404(user: User | AnonymousUser, public_id: str) -> list[Seat]:
    """The seats of both sides, for who has both and hands a device over between them."""
    seats = _seats(user, public_id)
    if len(seats) < 2:
        raise Http404
    return seats


def active_seat(user: User | AnonymousUser, seats: Sequence[Seat]) -> Seat | None:
    """Which of a person's seats in a campaign he sits on; None between two commanders of one device.

    There is nothing to hand over to oneself, nor where all rooms are open.
    """
    if len(seats) < 2:
        return seats[0] if seats else None
    campaign, first = seats[0].campaign, min(seats, key=lambda seat: seat.pk)
    side = seated_sides(user).get(campaign.public_id, "")
    open_to_him = campaign.play_mode == PlayMode.SOLO or campaign.ended
    return next((seat for seat in seats if seat.side == side), first if open_to_him else None)


def rooms_of(seat: Seat) -> frozenset[str]:
    """The rooms a seat may enter. After the campaign's end all rooms are open to all seats."""
    sides = frozenset(registry.get(seat.campaign.system).sides)
    if seat.campaign.ended:
        return sides | {PUBLIC}
    if seat.role in OF_A_SIDE:
        return frozenset({PUBLIC, seat.side})
    if seat.role == Role.UMPIRE:
        return (sides & frozenset(seat.admitted)) | {PUBLIC}
    return frozenset({PUBLIC})


def live_rooms(user: User | AnonymousUser, public_id: str) -> frozenset[str] | None:
    """What a live stream may tell about, or None where a page would answer 404 or ask who is there."""
    try:
        seat = _seat(user, public_id)
    except NobodySeated:
        return None
    return None if seat is None else rooms_of(seat)


def may_commit(seat: Seat) -> bool:
    """Whether the seat's orders count: a commander's, while the campaign runs."""
    return seat.role == Role.COMMANDER and not seat.campaign.ended


def may_draft(seat: Seat) -> bool:
    """Whether the seat may prepare its side's entries."""
    return seat.role in OF_A_SIDE and not seat.campaign.ended


def token_hash(token: str) -> str:
    """What is stored of a link; the token itself is random enough to need no salt."""
    return hashlib.sha256(token.encode()).hexdigest()


def invitation_or_404(token: str) -> Invitation:
    """What an open link offers. Used, withdrawn, overtaken and invented links answer alike."""
    found = None
    if TOKEN.fullmatch(token):
        offers = Invitation.objects.select_related("campaign", "created_by__user")
        found = offers.filter(token_hash=token_hash(token), used_at=None, withdrawn_at=None).first()
    if found is None or found.campaign.ended or overtaken(found):
        raise Http404
    return found


def open_links(seat: Seat) -> QuerySet[Invitation]:
    """The links that the seat's side has made and nobody has used."""
    mine = Invitation.objects.filter(campaign=seat.campaign, created_by__side=seat.side)
    return mine.filter(used_at=None, withdrawn_at=None).select_related("created_by__user").order_by("pk")


def offers_open_to(campaign: Campaign, by: Seat) -> Sequence[tuple[str, str]]:
    """The (role, side) pairs a commander may make links for now."""
    sides = registry.get(campaign.system).sides
    own = [(role.value, by.side) for role in OF_A_SIDE]
    others = [side for side in sides if side != by.side and not has_commander(campaign, side)]
    away = [(Role.COMMANDER.value, side) for side in others]
    return [*away, *own, (Role.UMPIRE.value, ""), (Role.SPECTATOR.value, "")]


def overtaken(offer: Invitation) -> bool:
    """Whether a link made by one side for the other has lapsed because that side has a commander.

    Otherwise a commander could keep one back and let himself in at the other side's table.
    """
    return offer.side not in ("", offer.created_by.side) and has_commander(offer.campaign, offer.side)


def owes_salt(offer: Invitation) -> bool:
    """Whether whoever takes the seat gives his side's salt for the dice."""
    salts = offer.campaign.dice_salts
    return offer.role == Role.COMMANDER and salts is not None and offer.side not in salts


def has_commander(campaign: Campaign, side: str) -> bool:
    return Seat.objects.filter(campaign=campaign, side=side, role=Role.COMMANDER).exists()


def own_chart_or_404(user: User | AnonymousUser, chart_id: str) -> OwnedChart:
    """The person's own chart; another's, shared or not, is not there."""
    found = _charts(user, chart_id).filter(owner_id=user.pk).first()
    if found is None:
        raise Http404
    return found


def chart_version_or_404(user: User | AnonymousUser, chart_id: str, number: int) -> ChartVersion:
    """A version of the person's own chart, or of one that is shared."""
    if not 0 < number < 10**6:
        raise Http404
    versions = ChartVersion.objects.select_related("chart__owner")
    found = versions.filter(chart__in=_charts(user, chart_id), number=number).first()
    if found is None:
        raise Http404
    return found


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
    seats = Seat.objects.filter(user_id=user.pk, campaign__public_id=public_id).order_by("pk")
    seats = seats.select_related("campaign").prefetch_related("campaign__rooms")
    found = list(seats.select_for_update(of=("campaign",)) if lock else seats)
    for seat in found:
        seat.user = user  # he carries which side of a shared device he sits on
    return found


def attach_from_session(user: User, session: SessionBase) -> None:
    """Let the user carry what the session knows."""
    attach(user, session.get(SEATED, {}))


def attach(user: User, seated: Mapping[str, str]) -> None:
    """Let the user sit on these sides, by the ids of their campaigns."""
    setattr(user, SEATED, seated)


def seated_sides(user: User | AnonymousUser) -> Mapping[str, str]:
    """The side the user sits on in each campaign; for those with seats of both."""
    seated: Mapping[str, str] = getattr(user, SEATED, {})
    return seated
