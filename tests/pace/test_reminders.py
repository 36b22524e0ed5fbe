"""Who is waited for is told again before his time runs out and when it has, once each, and in the usual words."""

from __future__ import annotations

from campaigns import actions
from campaigns.models import JournalEntry, Notification
from campaigns.pace import actions as pace
from campaigns.pace.tasks import remind_task
from tests.campaigns.conftest import OPTIONS, Clock, Players


def reminded(cast: Players) -> list[str]:
    """Who is owed that his side is waited for, after a look at the clocks."""
    Notification.objects.all().delete()
    remind_task()
    owed = Notification.objects.filter(kind="turn", due_at__isnull=False).order_by("seat__user__username")
    return [each.seat.user.get_username() for each in owed]


def test_a_side_is_reminded_a_day_before_and_when_it_is_late_once_each(cast: Players, later: Clock) -> None:
    assert reminded(cast) == []
    pace.propose(days=7, by=cast.seat("hans"))
    pace.agree(days=7, by=cast.seat("ivan"))
    pace.extend(side="russian", days=5, by=cast.seat("hans"))
    germans, before = ["adjutant_hans", "hans"], JournalEntry.objects.count()
    assert reminded(cast) == []
    later(6.5)
    assert reminded(cast) == germans
    assert reminded(cast) == []
    later(7.5)
    assert reminded(cast) == germans
    assert reminded(cast) == []
    assert JournalEntry.objects.count() == before, "nothing is done"


def test_a_secret_act_changes_no_reminder(cast: Players, later: Clock) -> None:
    pace.propose(days=7, by=cast.seat("hans"))
    pace.agree(days=7, by=cast.seat("ivan"))
    later(6.5)
    cast.gives("hans", "Bid", thing="a tank", gold=4)
    assert reminded(cast) == ["adjutant_hans", "adjutant_ivan", "hans", "ivan"]


def test_a_campaign_of_nonsense_holds_up_no_other(cast: Players, later: Clock) -> None:
    pace.propose(days=7, by=cast.seat("hans"))
    pace.agree(days=7, by=cast.seat("ivan"))
    broken = actions.start_campaign(
        name="Broken", system="auction", options=OPTIONS, side="german", by=cast.users["hans"], pace=7
    ).campaign
    assert broken.seat_list
    broken.seat_list["list"]["pace"]["days"] = [7]
    broken.save(update_fields=["seat_list"])
    later(6.5)
    assert reminded(cast) == ["adjutant_hans", "adjutant_ivan", "hans", "ivan"]
