"""The host's clock is set back over a running campaign: the journal goes by number, what has a time lasts longer."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from campaigns import actions
from campaigns.ledger import archive, journal
from campaigns.ledger.verify_campaign import check
from campaigns.models import JournalEntry, PlayMode, Seat
from rosters.actions import REQUEUE_AFTER, claim, order_sheet, restart_stuck
from rules.contract import PUBLIC, Refused
from tests.campaigns.conftest import OPTIONS, Players

BOTH = {PUBLIC, "german", "russian"}
DAY = timedelta(days=1)


@pytest.fixture
def set_back(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Set the clock back by so much from its true time; a negative time sets it forward."""
    now = timezone.now

    def turn(by: timedelta) -> None:
        def told() -> datetime:
            return now() - by

        monkeypatch.setattr(timezone, "now", told)

    return turn


def test_entries_keep_their_order_and_the_chain_holds(cast: Players, set_back: Any, logged_in: Any) -> None:
    cast.gives("hans", "Announce", text="before")
    set_back(DAY)
    cast.gives("ivan", "Announce", text="afterwards")
    cast.gives("hans", "Scout")
    shown = journal.entries(cast.campaign, {PUBLIC})
    assert [entry.number for entry in shown] == list(range(1, len(shown) + 1))
    assert shown[-1].at - shown[-2].at == timedelta(microseconds=1), "times go on where the clock does not"
    assert [entry.event.data["text"] for entry in shown[-2:]] == ["before", "afterwards"]
    assert JournalEntry.objects.latest("sequence").side == "german"
    call_command("reconcile", verbosity=0)
    file = archive.export_campaign(cast.campaign, BOTH, with_seed=True)
    assert [fault for part in check(file) for fault in part.faults] == []
    page = logged_in(cast.users["ivan"]).get(reverse("campaign-journal", args=[cast.public_id])).content.decode()
    assert page.index("text afterwards") < page.index("text before"), "the newest stands first"


def test_a_session_lasts_as_much_longer(cast: Players, set_back: Any, logged_in: Any) -> None:
    client, session = logged_in(cast.users["hans"]), Session.objects.latest("expire_date")
    lasts = session.expire_date - timezone.now()
    set_back(DAY)
    assert client.get(reverse("campaign", args=[cast.public_id])).status_code == 200
    assert Session.objects.get(pk=session.pk).expire_date - timezone.now() > lasts
    set_back(-lasts - DAY)
    assert client.get(reverse("campaign", args=[cast.public_id])).status_code == 302


def test_a_seat_that_rests_after_wrong_pins_rests_as_much_longer(users: dict[str, Any], set_back: Any) -> None:
    pins = {"german": "birch 16"}
    found = actions.start_campaign(
        name="x",
        system="auction",
        options=OPTIONS,
        side="german",
        by=users["hans"],
        play_mode=PlayMode.HOTSEAT,
        pins=pins,
    )
    seat = Seat.objects.get(pk=found.pk)
    for _ in range(actions.MOST_MISSES):
        with pytest.raises(Refused, match="not the PIN"):
            actions.check_pin(seat=seat, pin="oak")
    set_back(DAY)
    with pytest.raises(Refused, match="Too many"):
        actions.check_pin(seat=seat, pin=pins["german"])
    set_back(-actions.REST)
    assert actions.check_pin(seat=seat, pin=pins["german"]) == actions.MOST_MISSES


def test_a_sheet_that_was_ordered_before_is_made_and_one_that_got_lost_waits_longer(
    cast: Players, set_back: Any
) -> None:
    lost, sent = (
        order_sheet(sheet={}, key=key, room="german", number=1, by=cast.seat("hans"))[0] for key in ("lost", "sent")
    )
    set_back(DAY)
    assert claim(sent.pk) is not None
    assert restart_stuck() == []
    set_back(-REQUEUE_AFTER)
    assert lost.pk in restart_stuck()
