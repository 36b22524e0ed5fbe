"""What every action does: lock, look whether this person may and has seen all, write."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta

from django.db import transaction
from django.db.models import prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext
from pydantic_core import to_jsonable_python

from campaigns.dice import parts
from campaigns.ledger import crypto, journal, seats_anew
from campaigns.ledger.acts import HOST_PREFIX, Act, is_host_event, stamp
from campaigns.ledger.crypto import CryptoError
from campaigns.ledger.host_entries import checked
from campaigns.ledger.verify_campaign import LONGEST_TERM
from campaigns.models import Campaign, Role, Seat
from campaigns.seats import rights
from rules.contract import PUBLIC, AnyState, Event, Refused

log = logging.getLogger(__name__)
LONGEST_REASON = 200
SPARE = timedelta(minutes=1)
"""Margin added to each notice period, as the journal's clock runs on while the entry is written."""


@contextmanager
def by_itself(key: int, what: str) -> Iterator[None]:
    """Run one campaign's part of a batch in its own transaction; an exception is logged and holds up no other.

    Only the type of the exception is logged: its text may quote a row.
    """
    try:
        with transaction.atomic():
            yield
    except Exception as wrong:  # rows of nonsense, rules of another edition: each breaks in a way of its own
        log.error(
            "what is due (%s) is left aside for the campaign with the key %s: %s", what, key, type(wrong).__name__
        )


class StalePage(Refused):
    """Something happened between the page and the press of the button; nothing was done."""

    def __init__(self) -> None:
        super().__init__(
            gettext("Something has happened in this campaign since you opened the page, so nothing was done."),
            way_out=gettext("Look at what changed; your entries are still here. Then press again."),
        )


def lock_campaign(by: Seat) -> Campaign:
    """The seat's campaign with its rooms, its row locked until the transaction ends."""
    if by.locked:
        return by.campaign
    campaign = Campaign.objects.select_for_update().get(pk=by.campaign_id)
    prefetch_related_objects([campaign], "rooms")
    by.campaign = campaign  # what is asked of the seat from here on must hold under the lock
    rights.enter(by)
    return campaign


def check_fresh(by: Seat, seen: int, *, apart: bool = False) -> None:
    """StalePage unless a page with `seen` entries shows all there is for this seat.

    At a step that each side does `apart` a page may lack what others have done meanwhile, as long as it still counts.
    """
    rooms = rights.rooms_of(by)
    count = journal.entry_count(by.campaign, rooms)
    if seen == count:
        return
    since = journal.entries(by.campaign, rooms, after=seen) if apart and 0 <= seen < count else ()
    # What another side did in the course of the game.
    others = [
        entry
        for entry in since
        if entry.side not in ("", by.side) and not entry.undone and not is_host_event(entry.event)
    ]
    if not others or len(others) < len(since):
        raise StalePage


def check_reaction_time(campaign: Campaign, minutes: int) -> None:
    """Refused until the side that is asked for a reaction has had so many minutes since both last learned something.

    By the clock of the host, which every act is stamped with: who reads the journal can see that nobody was cut short.
    """
    if not minutes:
        return
    entries = (entry for entry in journal.entries(campaign, {PUBLIC}) if not is_host_event(entry.event))
    over = max(entry.at for entry in entries) + timedelta(minutes=minutes)
    if timezone.now() < over:
        raise Refused(
            gettext("The other side may still react, until %(over)s.")
            % {"over": f"{timezone.localtime(over):%Y-%m-%d %H:%M %Z}"},
            way_out=gettext("Wait for its answer, or come back then."),
        )


def check_running(campaign: Campaign) -> None:
    """Refused if the campaign is over."""
    if not campaign.running:
        raise Refused(
            gettext("This campaign has ended; nothing can be added to it."),
            way_out=gettext("Everything in it can be read, printed and downloaded; start another to play on."),
        )


def check_commander(by: Seat) -> None:
    """Refused unless the seat is a commander's and the campaign goes on."""
    check_running(by.campaign)
    if by.role == Role.ADJUTANT:
        raise Refused(
            gettext("An adjutant prepares entries; a commander of your side commits them."),
            way_out=gettext("Keep what you entered as a draft where the step offers it, and tell your commander."),
        )
    if by.role != Role.COMMANDER:
        raise Refused(
            gettext("Only the commanders of the two sides give orders in this campaign."),
            way_out=gettext("Ask one of them, if something has to be done."),
        )


def check_drafter(by: Seat) -> None:
    """Refused unless the seat prepares the entries of a side."""
    if not rights.may_draft(by):
        raise Refused(
            gettext("Only the commanders and adjutants of a side prepare its entries."),
            way_out=gettext("A commander can invite you as his adjutant."),
        )


def checked_reason(typed: str) -> str:
    """A reason that everybody reads, in one line; Refused if it is none."""
    reason = " ".join(typed.split())
    if not reason or len(reason) > LONGEST_REASON or not reason.isprintable():
        raise Refused(
            gettext("Say why in one line of at most %(longest)s characters.") % {"longest": LONGEST_REASON},
            field="reason",
            way_out=gettext("Everybody who has a part in the campaign reads it."),
        )
    return reason


def checked_term(days: int, least: int = 1) -> int:
    """How many days a step may take; Refused if they are too few or too many."""
    if not least <= days <= LONGEST_TERM:
        raise Refused(
            gettext("A step may take %(least)s to %(most)s days.") % {"least": 1, "most": LONGEST_TERM},
            field="pace",
            way_out=gettext("Give a whole number of days, or leave it empty: then nobody is ever late."),
        )
    return days


def append_host_entry(
    campaign: Campaign,
    what: str,
    data: Mapping[str, object],
    *,
    by: Seat | None,
    before: AnyState | None = None,
    brings: bool = False,
) -> None:
    """Record an entry of the host's own in the public journal; without `by` nobody has caused it.

    With `brings` the side of `by` also brings what it owes for the dice since.
    """
    name, side = (by.user.get_username(), by.side) if by else ("", "")
    payload = checked(what, to_jsonable_python(data)) if campaign.founding and what != "ended" else data
    act = Act(
        (Event(HOST_PREFIX + what, PUBLIC, payload),), timezone.now(), name, side, seat=by.number or 0 if by else 0
    )
    state = before or journal.load_state(campaign, {side} - {""})
    journal.append(campaign, [act], state, parts.owed_by(by, state) if by and brings else None)


def end_of_notice(notice: timedelta) -> str:
    """When a notice given now will have run out, as the journal spells times."""
    return stamp(timezone.now() + notice + SPARE)


def speaker(by: Seat) -> Seat | None:
    """The seat an objection is recorded for: the member's, or None (the program) if his own room is locked to him.

    He may have lost the words that open it, and must be able to object all the same.
    """
    if not by.side:
        return by
    try:
        rights.enter(by)
    except CryptoError:
        return None
    return None if crypto.is_shut(by.campaign, crypto.room_of(by.campaign, by.side)) else by


def object_by_acting(by: Seat) -> None:
    """Withdraw a notice that a commander no longer plays: he is about to act, which proves it wrong."""
    if by.campaign.running and seats_anew.listed(by.campaign).notice(by.number):
        append_host_entry(by.campaign, "replacement_withdrawn", {"seat": by.number}, by=by)
