"""The time for a step: agreed by all, extended by the other side, longer by holidays; nothing is done to the late."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from campaigns import access, actions, notifications
from campaigns.ledger import archive, reconcile, seat_list, seats_anew, verify_campaign
from campaigns.models import JournalEntry, Notification, NotificationKind
from campaigns.pace import actions as pace
from campaigns.pace.agreement import KEPT
from campaigns.pace.clocks import clock_of, clocks
from rules.contract import PUBLIC, Refused
from tests.campaigns.conftest import OPTIONS, Clock, Players, seated


def agreed(cast: Players, days: int = 7) -> None:
    """Both sides agree on so many days for a step."""
    pace.propose(days=days, by=cast.seat("hans"))
    pace.agree(days=days, by=cast.seat("ivan"))


def days_left(cast: Players, side: str) -> float:
    """How many days a side has from now on."""
    clock = clock_of(cast.campaign, side)
    assert clock is not None
    return round((clock.due - timezone.now()) / timedelta(days=1), 2)


def holds(cast: Players) -> None:
    """The rows are what the journal says, the list made anew says the same, and every file passes the check."""
    campaign = cast.campaign
    kept = seat_list.load(campaign)
    campaign.seat_list = None
    campaign.save(update_fields=["seat_list"])
    assert seats_anew.make_anew(campaign.pk) == kept
    assert reconcile.differences(cast.campaign) == []
    assert reconcile.breaks(cast.campaign) == []
    for rooms in ({PUBLIC}, {PUBLIC, "german"}, {PUBLIC, "german", "russian"}):
        assert verify_campaign.faults(archive.export_campaign(cast.campaign, rooms, with_seed=False)) == []


def test_without_an_agreement_nobody_is_ever_late(cast: Players, later: Clock) -> None:
    later(1000)
    assert clocks(cast.campaign) == []


def test_a_time_holds_when_all_sides_agree_and_not_before(cast: Players) -> None:
    pace.propose(days=7, by=cast.seat("hans"))
    assert clocks(cast.campaign) == []
    pace.agree(days=7, by=cast.seat("ivan"))
    waiting = cast.campaign.summary["waiting"]
    assert waiting
    assert [clock.side for clock in clocks(cast.campaign)] == waiting
    assert days_left(cast, waiting[0]) == 7
    holds(cast)


def test_a_time_can_be_given_at_the_founding_and_runs_for_a_side_from_when_its_commander_sits_down(
    users: dict[str, User], later: Clock
) -> None:
    seat = actions.start_campaign(name="O", system="auction", options=OPTIONS, side="german", by=users["hans"], pace=5)
    table = Players(users, seat.campaign.public_id)
    assert [clock.side for clock in clocks(table.campaign)] in ([], ["german"])
    later(20)
    seated(table, "hans", "ivan", "commander", "russian")
    assert days_left(table, "russian") == 5
    holds(table)


@pytest.mark.parametrize("days", [-1, 61, 10**9])
def test_a_time_that_is_none_is_refused(cast: Players, days: int) -> None:
    with pytest.raises(Refused, match="1 to 60 days"):
        pace.propose(days=days, by=cast.seat("hans"))
    with pytest.raises(Refused, match="1 to 60 days"):
        actions.start_campaign(
            name="O", system="auction", options=OPTIONS, side="german", by=cast.users["hans"], pace=days
        )


def test_two_who_press_at_once_are_told(cast: Players) -> None:
    first, second = cast.seat("hans"), cast.seat("ivan")
    pace.propose(days=7, by=first)
    with pytest.raises(Refused, match="proposed already"):
        pace.propose(days=9, by=second)
    with pytest.raises(Refused, match="not proposed any more"):
        pace.agree(days=9, by=second)
    with pytest.raises(Refused, match="wants this already"):
        pace.agree(days=7, by=first)
    pace.refuse(days=7, by=second)
    with pytest.raises(Refused, match="not proposed any more"):
        pace.agree(days=7, by=second)
    holds(cast)


@pytest.mark.parametrize("name", ["adjutant_hans", "umpire", "spectator"])
def test_only_commanders_agree(cast: Players, name: str) -> None:
    with pytest.raises(Refused):
        pace.propose(days=7, by=cast.seat(name))


def test_who_is_late_stays_late_and_nothing_is_done_for_him(cast: Players, later: Clock) -> None:
    agreed(cast)
    before, side = JournalEntry.objects.count(), cast.campaign.summary["waiting"][0]
    later(8)
    assert days_left(cast, side) == -1
    assert clock_of(cast.campaign, side).late  # type: ignore[union-attr]
    assert JournalEntry.objects.count() == before
    assert cast.campaign.summary["waiting"][0] == side


def test_the_other_side_gives_more_time_from_when_it_ran_out_or_from_now(cast: Players, later: Clock) -> None:
    agreed(cast)
    pace.extend(side="russian", days=3, by=cast.seat("hans"))
    assert days_left(cast, "russian") == 10
    assert days_left(cast, "german") == 7
    later(20)
    assert days_left(cast, "russian") == -10
    pace.extend(side="russian", days=3, by=cast.seat("hans"))
    assert days_left(cast, "russian") == 3
    with pytest.raises(Refused, match="No other side"):
        pace.extend(side="russian", days=3, by=cast.seat("ivan"))
    holds(cast)


def test_no_extension_takes_days_of_an_earlier_one_away(cast: Players) -> None:
    """Only the newest are kept; one more is refused while the oldest of them still counts, and not when it does not."""
    agreed(cast)
    for days in [60, *[1] * (KEPT - 1)]:
        pace.extend(side="russian", days=days, by=cast.seat("hans"))
    assert days_left(cast, "russian") == 7 + 60 + KEPT - 1
    with pytest.raises(Refused, match="12 times"):
        pace.extend(side="russian", days=1, by=cast.seat("hans"))
    with pytest.raises(Refused, match="12 times"):
        pace.extend(side="german", days=1, by=cast.seat("ivan"))
    assert days_left(cast, "russian") == 7 + 60 + KEPT - 1
    cast.gives("ivan", "Announce", text="hello")
    pace.extend(side="russian", days=1, by=cast.seat("hans"))
    assert days_left(cast, "russian") == 8
    holds(cast)


def test_no_holiday_takes_days_of_an_earlier_one_away(cast: Players, later: Clock) -> None:
    """Only the newest are kept; one more is refused while the oldest is to come or counts for the step in hand."""
    agreed(cast)
    ivan = cast.seat("ivan")
    for days in range(KEPT):
        later(days)
        today = timezone.now().date()
        pace.go_away(first=today, last=today, by=ivan)
    later(KEPT)
    today = timezone.now().date()
    left = days_left(cast, "russian")
    with pytest.raises(Refused, match="12 times"):
        pace.go_away(first=today, last=today, by=ivan)
    assert days_left(cast, "russian") == left
    cast.gives("ivan", "Announce", text="hello")
    pace.go_away(first=today + timedelta(days=1), last=today + timedelta(days=1), by=ivan)
    assert days_left(cast, "russian") == 8
    holds(cast)


def test_days_away_do_not_count_while_all_commanders_of_a_side_are(cast: Players) -> None:
    agreed(cast)
    today = timezone.now().date()
    pace.go_away(first=today + timedelta(days=2), last=today + timedelta(days=4), by=cast.seat("ivan"))
    assert days_left(cast, "russian") == 10
    seated(cast, "ivan", "stranger", "commander", "russian")
    assert days_left(cast, "russian") == 7, "there is somebody else"
    holds(cast)


def test_who_is_back_is_back(cast: Players, later: Clock) -> None:
    agreed(cast)
    today = timezone.now().date()
    pace.go_away(first=today, last=today + timedelta(days=20), by=cast.seat("ivan"))
    later(2)
    pace.come_back(by=cast.seat("ivan"))
    assert days_left(cast, "russian") == 7, "two days were away"
    with pytest.raises(Refused, match="not away"):
        pace.come_back(by=cast.seat("ivan"))
    holds(cast)


def test_a_holiday_does_not_mend_what_was_late_before(cast: Players, later: Clock) -> None:
    agreed(cast)
    later(8)
    today = timezone.now().date()
    pace.go_away(first=today, last=today + timedelta(days=9), by=cast.seat("ivan"))
    assert days_left(cast, "russian") == -1


@pytest.mark.parametrize(("first", "last", "said"), [
    (-1, 3, "day is past"), (-365_000, -364_000, "day is past"), (365_000, 365_001, "more than a year"),
    (5, 4, "before the first"), (1, 61, "at most 60 days"), (1, 365_000, "at most 60 days"),
])  # fmt: skip
def test_a_holiday_in_the_past_or_in_a_thousand_years_is_refused(
    cast: Players, first: int, last: int, said: str
) -> None:
    today = timezone.now().date()
    with pytest.raises(Refused, match=said):
        pace.go_away(first=today + timedelta(days=first), last=today + timedelta(days=last), by=cast.seat("ivan"))


def test_so_many_holidays_and_no_more(cast: Players) -> None:
    today = timezone.now().date()
    for more in range(pace.MOST_HOLIDAYS):
        pace.go_away(first=today, last=today + timedelta(days=more), by=cast.seat("adjutant_ivan"))
    with pytest.raises(Refused, match="the most that can wait"):
        pace.go_away(first=today, last=date.max if today == date.max else today + timedelta(days=30),
                     by=cast.seat("adjutant_ivan"))  # fmt: skip
    holds(cast)


def test_a_time_starts_anew_when_the_side_does_what_all_can_read_and_not_when_it_acts_in_secret(
    cast: Players, later: Clock
) -> None:
    agreed(cast)
    later(5)
    cast.gives("hans", "Bid", thing="a tank", gold=4)
    assert (days_left(cast, "german"), days_left(cast, "russian")) == (2, 2), "nobody can tell that anything was done"
    cast.gives("hans", "Roll")
    assert (days_left(cast, "german"), days_left(cast, "russian")) == (7, 2)
    cast.gives("hans", "Seal")
    assert [clock.side for clock in clocks(cast.campaign)] == ["russian"]


def test_at_one_table_nobody_waits(users: dict[str, User]) -> None:
    seat = actions.start_campaign(
        name="O", system="auction", options=OPTIONS, side="german", by=users["hans"], play_mode="solo"
    )
    with pytest.raises(Refused, match="nobody is waited for"):
        pace.propose(days=7, by=access.seat_or_404(users["hans"], seat.campaign.public_id))


def test_the_page_tells_who_is_due_and_what_was_wrong(
    cast: Players, logged_in: Callable[..., Any], later: Clock
) -> None:
    there = reverse("pace", args=[cast.public_id])
    hans = logged_in(cast.users["hans"])
    for typed in ("9" * 10_000, "many", "", "-3", "61"):
        answer = hans.post(there, {"act": "propose", "days": typed})
        assert answer.status_code == 422, typed[:5]
    assert hans.post(there, {"act": "", "days": "7"}).status_code == 422, "Enter commits nothing"
    assert hans.post(there, {"act": "propose", "days": "7"}).status_code == 302
    ivan = logged_in(cast.users["ivan"])
    assert "proposes that a step may take 7 days" in ivan.get(there).content.decode()
    assert ivan.post(there, {"act": "agree", "days": "8"}).status_code == 422
    assert ivan.post(there, {"act": "agree", "days": "7"}).status_code == 302
    assert ivan.post(there, {"act": "away", "first": "1026-01-01", "last": "3026-01-01"}).status_code == 422
    assert ivan.post(there, {"act": "away", "first": "x" * 10_000, "last": "…"}).status_code == 422
    front = cast.campaign.get_absolute_url()
    assert "is due on" in ivan.get(front).content.decode()
    later(8)
    assert "is late since" in ivan.get(front).content.decode()
    assert "Ask for a stand-in" in ivan.get(there).content.decode()


def test_a_stranger_finds_no_page_and_a_spectator_says_nothing(cast: Players, logged_in: Callable[..., Any]) -> None:
    there = reverse("pace", args=[cast.public_id])
    assert logged_in(cast.users["stranger"]).get(there).status_code == 404
    spectator = logged_in(cast.users["spectator"])
    assert spectator.get(there).status_code == 200
    assert spectator.post(there, {"act": "propose", "days": "7"}).status_code == 422


def test_the_other_side_asks_for_a_stand_in_when_it_is_late_and_not_before(cast: Players, later: Clock) -> None:
    agreed(cast)
    with pytest.raises(Refused, match="not late"):
        pace.ask_for_stand_in(side="russian", by=cast.seat("hans"))
    later(8)
    pace.ask_for_stand_in(side="russian", by=cast.seat("hans"))
    with pytest.raises(Refused, match="already"):
        pace.ask_for_stand_in(side="russian", by=cast.seat("hans"))
    holds(cast)


def test_both_sides_are_told_that_a_stand_in_is_asked_for_until_the_late_one_acts(cast: Players, later: Clock) -> None:
    agreed(cast)
    later(8)
    pace.ask_for_stand_in(side="russian", by=cast.seat("hans"))
    owed = Notification.objects.filter(seat__campaign=cast.campaign, kind=NotificationKind.SEAT)
    assert {each.seat.side for each in owed} >= {"german", "russian"}
    for each in owed:
        assert notifications.still_true(each)
        told = notifications.text(each, timezone.now())
        assert "stand-in" in told.subject
        assert "late" in str(told)
    cast.gives("ivan", "Announce", text="here I am")
    assert not any(notifications.still_true(each) for each in owed.all())
