"""Checks at the beginning of every action: lock the campaign, may this person act, is his page up to date.

Also what actions share for the host's own entries. A check that fails raises `Refused`.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta

from django.db import transaction
from django.db.models import prefetch_related_objects
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext
from pydantic_core import to_jsonable_python

from campaigns.dice import parts
from campaigns.ledger import crypto, journal, seats_anew
from campaigns.ledger.acts import ENDED, Act, is_host_event, stamp
from campaigns.ledger.crypto import CryptoError
from campaigns.ledger.host_entries import LONGEST_TERM, entry
from campaigns.models import Campaign, Role, Seat
from campaigns.seats import rights
from rules.contract import PUBLIC, AnyState, Event, Refused

log = logging.getLogger(__name__)
LONGEST_REASON = 200
SPARE = timedelta(minutes=1)
"""Margin added to each notice period, as the journal's clock runs on while the entry is written."""


@contextmanager
def isolated_transaction(key: int, what: str) -> Iterator[None]:
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
    """The campaign has changed since the page was rendered; nothing was done."""

    def __init__(self) -> None:
        super().__init__(
            gettext("Something has happened in this campaign since you opened the page, so nothing was done."),
            way_out=gettext("Look at what changed; your entries are still here. Then press again."),
        )


def lock_campaign(by: Seat, *, entering: bool = True) -> Campaign:
    """Lock the row of the seat's campaign until the transaction ends; returns it with its rooms.

    Without `entering` a locked room may stay shut. Raises Http404 if the seat has ended since it was read.
    """
    if by.locked:
        return by.campaign
    campaign = Campaign.objects.select_for_update().get(pk=by.campaign_id)
    prefetch_related_objects([campaign], "rooms")
    by.campaign = campaign  # whatever is checked on the seat from here on has to be read under the lock
    taken = seats_anew.listed(campaign).seat(by.number)
    if taken is None or (taken.role, taken.side) != (by.role, by.side):
        raise Http404  # as whoever comes a moment later is told
    if entering:
        rights.enter(by)
    return campaign


def check_fresh(by: Seat, seen: int, *, apart: bool = False) -> None:
    """StalePage unless `seen`, the number of entries the page showed, is all that this seat may read.

    At a step that each side does on its own (`apart`), entries that only other sides have added do not make it stale.
    """
    rooms = rights.rooms_of(by)
    count = journal.entry_count(by.campaign, rooms)
    if seen == count:
        return
    since = journal.entries(by.campaign, rooms, after=seen) if apart and 0 <= seen < count else ()
    # Acts of another side that are part of the game and still stand.
    others = [
        entry
        for entry in since
        if entry.side not in ("", by.side) and not entry.undone and not is_host_event(entry.event)
    ]
    if not others or len(others) < len(since):
        raise StalePage


def check_reaction_time(campaign: Campaign, minutes: int) -> None:
    """Refused until the side that may react has had `minutes` since the newest public entry of the game.

    By the server's clock, which stamps every act, so the journal shows that nobody was cut short.
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
    """Refused if the campaign has ended."""
    if not campaign.running:
        raise Refused(
            gettext("This campaign has ended; nothing can be added to it."),
            way_out=gettext("Everything in it can be read, printed and downloaded; start another to play on."),
        )


def check_commander(by: Seat) -> None:
    """Refused unless the campaign is running and the seat is a commander's."""
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
    """Refused unless the seat may prepare a side's entries: a commander's or an adjutant's."""
    if not rights.may_draft(by):
        raise Refused(
            gettext("Only the commanders and adjutants of a side prepare its entries."),
            way_out=gettext("A commander can invite you as his adjutant."),
        )


def checked_reason(typed: str) -> str:
    """The reason, which everybody will read, on one line; Refused if it is empty, too long or not printable."""
    reason = " ".join(typed.split())
    if not reason or len(reason) > LONGEST_REASON or not reason.isprintable():
        raise Refused(
            gettext("Say why in one line of at most %(longest)s characters.") % {"longest": LONGEST_REASON},
            field="reason",
            way_out=gettext("Everybody who has a part in the campaign reads it."),
        )
    return reason


def checked_term(days: int, least: int = 1) -> int:
    """`days` a step may take; Refused unless they are `least` to LONGEST_TERM."""
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
    """Record an entry of the host (not of the game) in the public journal; `by` is None if no person caused it.

    With `brings` the side of `by` also publishes the links of its dice chain that are due. `before` is the state, if
    the caller has loaded it.
    """
    name, side = (by.user.get_username(), by.side) if by else ("", "")
    event = Event(ENDED, PUBLIC, data) if what == "ended" else entry(what, to_jsonable_python(data))
    act = Act((event,), timezone.now(), name, side, seat=by.number if by else 0)
    state = before or journal.load_state(campaign, {side} - {""})
    journal.append(campaign, [act], state, parts.owed_by(by, state) if by and brings else None)


def end_of_notice(notice: timedelta) -> str:
    """The moment at which a notice given now runs out, in the journal's time format."""
    return stamp(timezone.now() + notice + SPARE)


def objecting_seat(by: Seat) -> Seat | None:
    """The seat an objection is recorded for; None (the host) if the member can't open his own room.

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
    """Withdraw a notice that this commander is to be replaced: by acting now he shows that he still plays."""
    if by.campaign.running and seats_anew.listed(by.campaign).notice(by.number):
        append_host_entry(by.campaign, "replacement_withdrawn", {"seat": by.number}, by=by)
