"""Two people at the same moment, in threads with connections of their own."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import Http404
from django.utils import timezone

from campaigns import access, actions, notifications, tasks
from campaigns.alerts import delivery
from campaigns.closing import actions as closing
from campaigns.closing.models import What
from campaigns.club import actions as club
from campaigns.ledger import journal
from campaigns.ledger.host_entries import NOTICE
from campaigns.models import JournalEntry, Notification, Seat
from campaigns.seats import leaving, replacing
from campaigns.talk import actions as talk
from rules.contract import Order
from tests import at_once as together
from tests.campaigns.conftest import NAMES, OPTIONS, Players, seated
from tests.players import state_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(transactional_db: None) -> Players:
    made = User.objects.bulk_create(User(username=name) for name in NAMES)
    users = {user.username: user for user in made}
    seat = actions.start_campaign(name="Orsha", system="auction", options=OPTIONS, side="german", by=users["hans"])
    return Players(users, seat.campaign.public_id)


def at_once(*jobs: Callable[[], Any]) -> list[str]:
    """Run jobs that start together; the names of what they raised, or ""."""
    return sorted(together.at_once(*(partial(name_of_error, job) for job in jobs)))


def name_of_error(job: Callable[[], Any]) -> str:
    try:
        job()
    except Exception as error:
        return type(error).__name__
    return ""


def test_of_two_commanders_of_a_side_who_spend_the_same_gold_one_is_told_the_page_is_stale(table: Players) -> None:
    seated(table, "hans", "stranger", "commander", "german")
    seats = [table.seat("hans"), table.seat("stranger")]
    seen = journal.entry_count(seats[0].campaign, access.rooms_of(seats[0]))
    order = Order("Bid", {"thing": "a tank", "gold": 7})
    assert at_once(*(lambda seat=seat: actions.submit_order(order=order, by=seat, seen=seen) for seat in seats)) == [
        "",
        "StalePage",
    ]
    assert state_of(table.campaign, {"german"}).sides["german"].gold == 3
    assert JournalEntry.objects.filter(room="german").count() == 1


def test_both_sides_may_commit_secrets_at_the_same_moment(table: Players) -> None:
    seated(table, "hans", "ivan", "commander", "russian")
    jobs = []
    for name in ("hans", "ivan"):
        seat = table.seat(name)
        seen = journal.entry_count(seat.campaign, access.rooms_of(seat))
        order = Order("Bid", {"thing": "a tank", "gold": 7})
        jobs.append(lambda order=order, seat=seat, seen=seen: actions.submit_order(order=order, by=seat, seen=seen))
    assert at_once(*jobs) == ["", ""]
    assert journal.rebuild(table.campaign, {"german", "russian"}) == journal.load_state(
        table.campaign, {"german", "russian"}
    )


def test_of_two_who_take_the_same_seat_one_gets_it(table: Players) -> None:
    _, token = actions.invite(role="commander", side="russian", by=table.seat("hans"))
    takers = [table.users[name] for name in ("ivan", "stranger")]
    assert at_once(*(lambda user=user: actions.take_seat(token=token, by=user) for user in takers)) == ["", "Http404"]
    assert Seat.objects.filter(side="russian").count() == 1


def test_of_two_workers_that_read_the_same_notification_one_hands_it_over(
    table: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated(table, "hans", "ivan", "commander", "russian")
    User.objects.filter(username="ivan").update(email="ivan@example.org")
    table.gives("hans", "Seal")
    Notification.objects.filter(seat__side="russian").update(due_at=timezone.now(), sent_at=None)
    owed, still_true = list[int](), notifications.still_true

    def slow(notification: Notification) -> bool:
        time.sleep(0.5)
        return still_true(notification)

    monkeypatch.setattr(notifications, "still_true", slow)
    monkeypatch.setattr(delivery, "owe", lambda notification, *args: owed.append(notification.pk))
    key = table.campaign.pk
    assert at_once(*[lambda: notifications.hand_over(key)] * 2) == ["", ""]
    assert len(owed) == 1


def test_an_act_stands_although_nobody_can_be_told_of_it(table: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[Any]()

    def away(*args: Any) -> None:
        asked.append(args)
        raise OSError("the broker is away")

    seated(table, "hans", "ivan", "commander", "russian")
    User.objects.filter(username="ivan").update(email="ivan@example.org")
    monkeypatch.setattr(tasks.send_notifications_task, "delay", away)
    table.gives("hans", "Seal")
    assert asked == [(table.campaign.pk,)]
    assert [notification.seat.side for notification in Notification.objects.exclude(due_at=None)] == ["russian"]
    assert JournalEntry.objects.filter(side="german", kind="auction.sealed").exists()


def test_of_two_commanders_who_remove_each_other_at_once_one_stays(table: Players) -> None:
    seated(table, "hans", "stranger", "commander", "german")
    first, second = table.seat("hans"), table.seat("stranger")
    jobs = [partial(leaving.remove, seat_id=whom.pk, by=by) for by, whom in ((first, second), (second, first))]
    assert at_once(*jobs) == ["", "Http404"]
    assert Seat.objects.filter(side="german").count() == 1


AFTER_THE_END_OF_HIS_SEAT: dict[str, Callable[[Seat], object]] = {
    "a draft": lambda seat: actions.save_draft(step="bid", data={"thing": ["a tank"]}, by=seat),
    "a message": lambda seat: talk.say(text="Hello", room="german", by=seat),
    "a link": lambda seat: actions.invite(role="adjutant", side="german", by=seat),
    "leaving": lambda seat: leaving.leave(by=seat),
    "a proposed end": lambda seat: closing.propose(what=What.END, reason="No time", by=seat),
    "consent to a replacement": lambda seat: replacing.agree(seat=1, by=seat),
    "leaving the club's page": lambda seat: club.take_off_page(by=seat),
}


@pytest.mark.parametrize("what", AFTER_THE_END_OF_HIS_SEAT)
def test_an_act_that_was_under_way_when_its_seat_ended_is_none(table: Players, what: str) -> None:
    seated(table, "hans", "stranger", "commander", "german")
    under_way = table.seat("stranger")
    leaving.remove(seat_id=under_way.pk, by=table.seat("hans"))
    entries = JournalEntry.objects.count()
    with pytest.raises(Http404):
        AFTER_THE_END_OF_HIS_SEAT[what](under_way)
    assert JournalEntry.objects.count() == entries


def test_an_umpire_whose_seat_ended_meanwhile_gives_no_notice(table: Players) -> None:
    seated(table, "hans", "ivan", "commander", "russian")
    seated(table, "hans", "umpire", "umpire", "")
    under_way = table.seat("umpire")
    leaving.remove(seat_id=under_way.pk, by=table.seat("hans"))
    with pytest.raises(Http404):
        replacing.announce(side="russian", reason="Silent", by=under_way, campaign=under_way.campaign)
    with pytest.raises(Http404):
        closing.give_notice(what=What.END, reason="Over", by=under_way, campaign=under_way.campaign, notice=NOTICE)
