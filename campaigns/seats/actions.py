"""Actions that offer and take seats; campaigns.actions has those of the game.

Each leaves a public entry of the host's in the journal, written together with the rows.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from campaigns import access
from campaigns.dice import parts
from campaigns.guards import append_host_entry, check_commander, check_running, lock_campaign, object_by_acting
from campaigns.ledger import doors, seats_anew
from campaigns.ledger.seat_list import account_of
from campaigns.locks import actions as locks
from campaigns.locks.actions import ChosenWords
from campaigns.locks.models import OpenedSlot
from campaigns.models import Campaign, Invitation, Role, Seat
from campaigns.teams.team import begin_with_two
from rules.contract import Refused

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def new_salt() -> str:
    """A salt for the digests of people, so that a person's differs from campaign to campaign."""
    return secrets.token_hex(32)


def new_seat(
    campaign: Campaign, number: int, user: User, role: str, side: str, salt: str, pin: str = ""
) -> tuple[Seat, Mapping[str, Any]]:
    """Save the row of a seat that is taken; returns it, and what the journal says of its holder."""
    hashed = make_password(pin) if pin else ""
    seat = Seat.objects.create(campaign=campaign, number=number, user=user, role=role, side=side, salt=salt, pin=hashed)
    account = account_of(campaign.public_id, user.pk, salt)
    return seat, {"seat": number, "name": user.get_username(), "account": account}


def _locked_for_inviter(by: Seat) -> Campaign:
    """Lock the campaign of somebody who may invite: a commander, or an umpire with a seat to offer."""
    campaign = lock_campaign(by)
    check_running(campaign)
    if by.role != Role.UMPIRE:
        check_commander(by)
        object_by_acting(by)
    return campaign


@transaction.atomic
def invite(*, role: str, side: str, by: Seat) -> tuple[Invitation, str]:
    """Make a link for one seat. Its token is shown once and stored nowhere."""
    campaign = _locked_for_inviter(by)
    if (role, side) not in access.offers_open_to(campaign, by):
        if side and side != by.side and role == Role.COMMANDER:
            raise Refused(
                gettext("The other side has a commander, who invites the rest of it."),
                way_out=gettext("Ask him to make the link."),
            )
        raise Refused(
            gettext("A commander invites to his own side, an umpire, or a spectator."),
            way_out=gettext("Choose a place from the list."),
        )
    token, number = secrets.token_urlsafe(32), seats_anew.listed(campaign).offered + 1
    secret = access.token_hash(token)
    data = {"offer": number, "role": str(role), "side": side, "token": secret}
    offer = Invitation.objects.create(
        campaign=campaign, number=number, role=role, side=side, token_hash=secret, created_by=by
    )
    append_host_entry(campaign, "seat_offered", data, by=by)
    return offer, token


@transaction.atomic
def withdraw_invitation(*, invitation_id: int, by: Seat) -> None:
    """Withdraw a link: a commander those of his side, an umpire those of umpires."""
    campaign = _locked_for_inviter(by)
    offer = next((link for link in access.open_links(by) if link.pk == invitation_id), None)
    if offer is None:
        raise Refused(
            gettext("This link is no longer open."),
            way_out=gettext("Look who has taken the place, or make another link."),
        )
    offer.withdrawn_at = timezone.now()
    offer.save(update_fields=["withdrawn_at"])
    append_host_entry(campaign, "offer_withdrawn", {"offer": offer.number}, by=by)


@transaction.atomic
def take_seat(
    *,
    token: str,
    by: User,
    way_in: ChosenWords | OpenedSlot | None = None,
    two_sign: bool = False,
) -> Seat:
    """Take the seat that a link offers; Http404 if the link is not valid, or no longer.

    The first commander of a side gives its part in the dice. With `two_sign` two of their side sign its final steps.
    An umpire sees no side's room before a commander of it lets them in. Where rooms are locked the `way_in`
    of a first commander are the words for their side's, and that of who comes later is what the words with the link
    gave.
    """
    campaign_id = access.invitation_or_404(token).campaign_id
    Campaign.objects.select_for_update().get(pk=campaign_id)
    offer = access.invitation_or_404(token)  # again: it may have been used while we waited for the lock
    campaign, two_sign = offer.campaign, two_sign and access.brings_first_commander(offer)
    seats = access.seats_at(campaign)
    if any(seat.user_id == by.pk for seat in seats):
        raise Refused(
            gettext("You already have a place in this campaign; a person has only one."),
            way_out=gettext("Hand the link to the person it is meant for; it stays open."),
        )
    # What the journal does not know opens nothing, and is not to be in the way either.
    Seat.objects.filter(campaign=campaign).exclude(pk__in=[seat.pk for seat in seats]).delete()
    number = seats_anew.listed(campaign).next_seat
    seat, seat_data = new_seat(campaign, number, by, offer.role, offer.side, new_salt())
    offer.used_by, offer.used_at = seat, timezone.now()
    offer.save(update_fields=["used_by", "used_at"])
    seat.way_in = locks.sit_down(seat, offer, way_in)
    first = offer.role == Role.COMMANDER and offer.side not in doors.load(campaign).chains
    chains = {"chains": parts.promised(campaign, [offer.side])} if first else {}
    data = {"offer": offer.number, "role": offer.role, "side": offer.side, **seat_data, **chains}
    append_host_entry(campaign, "seat_taken", data, by=seat, brings=first)
    if two_sign:
        begin_with_two(seat)
    if isinstance(way_in, ChosenWords):
        locks.tell(seat)
    return seat


@transaction.atomic
def admit_umpire(*, seat_id: int, by: Seat) -> Seat:
    """Let an umpire into the room of the commander's own side; returns his seat."""
    campaign = lock_campaign(by)
    check_commander(by)
    umpire = access.umpire_at(campaign, seat_id)
    if umpire is None or by.side in umpire.admitted:
        raise Refused(
            gettext("There is no umpire waiting to be let in."), way_out=gettext("Reload the page: it shows who is.")
        )
    object_by_acting(by)
    umpire.admitted = [*umpire.admitted, by.side]
    umpire.save(update_fields=["admitted"])
    data = {"seat": umpire.number, "side": by.side}
    append_host_entry(campaign, "umpire_admitted", data, by=by)
    return umpire
