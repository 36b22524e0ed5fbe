"""When alerts go out: quiet hours, once a day, silent campaigns; and that they are the same whatever is secret."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import transaction
from django.test import Client
from django.utils import timezone

from campaigns import notifications, tasks
from campaigns.alerts import delivery, quiet, services
from campaigns.alerts.models import Alert, Channel, ChannelKind, Failure, mail_channel
from campaigns.closing import actions as closing
from campaigns.models import Notification, NotificationKind
from campaigns.preferences.models import Preferences
from tests.at_once import at_once
from tests.campaigns.conftest import Players

LIST = "/accounts/alerts/"
BERLIN = {"time_zone": "Europe/Berlin"}
NOW = datetime(2026, 1, 10, 21, 30, tzinfo=UTC)
"""Half past ten in the evening in Berlin."""


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("begins", "ends", "daily", "expected"),
    [
        (None, None, None, NOW),
        (22, 7, None, at("2026-01-11 06:00")),
        (23, 7, None, NOW),
        (20, 22, None, NOW),
        (20, 23, None, at("2026-01-10 22:00")),
        (0, 22, None, NOW),
        (None, None, 18, at("2026-01-11 17:00")),
        (None, None, 23, at("2026-01-10 22:00")),
        (22, 7, 23, at("2026-01-10 22:00")),
    ],
)
def test_hours_are_those_of_ones_own_clock(
    begins: int | None, ends: int | None, daily: int | None, expected: datetime
) -> None:
    channel = Channel(daily=daily is not None)
    preferred = Preferences(quiet_from=begins, quiet_until=ends, daily_at=daily or 0, **BERLIN)
    assert quiet.send_at(channel, preferred, NOW) == expected


def test_a_day_on_which_the_clock_is_turned_has_its_hours_too() -> None:
    preferred = Preferences(quiet_from=22, quiet_until=7, **BERLIN)
    before = datetime(2026, 3, 28, 22, 0, tzinfo=UTC)
    assert quiet.send_at(Channel(), preferred, before) == at("2026-03-29 05:00"), "summer time by then"


@pytest.mark.django_db
def test_what_comes_up_in_quiet_hours_is_sent_after_them_and_only_if_it_still_waits(cast: Players) -> None:
    hour = timezone.localtime().hour
    quiet_hours = {"quiet_from": hour, "quiet_until": (hour + 1) % 24}
    for name in ("ivan", "adjutant_ivan"):
        Preferences.objects.create(user=cast.users[name], **quiet_hours)
    cast.gives("hans", "Seal")
    tasks.send_notifications_task(cast.campaign.pk)
    assert mail.outbox == []
    owed = Alert.objects.exclude(due_at=None)
    assert owed.count() == 2
    Alert.objects.filter(channel__user=cast.users["ivan"]).update(due_at=timezone.now() - delivery.OVERDUE_AFTER)
    tasks.send_overdue_notifications_task()
    assert [letter.to for letter in mail.outbox] == [["ivan@example.org"]]
    cast.gives("ivan", "Seal")
    Alert.objects.exclude(due_at=None).update(due_at=timezone.now() - delivery.OVERDUE_AFTER)
    tasks.send_overdue_notifications_task()
    assert len(mail.outbox) == 1
    assert not owed.exists()


@pytest.mark.django_db
def test_what_failed_is_not_tried_again_in_quiet_hours(cast: Players) -> None:
    cast.gives("hans", "Seal")
    tasks.send_notifications_task(cast.campaign.pk)
    Alert.objects.update(due_at=timezone.now())
    alert, hour = Alert.objects.all()[0], timezone.localtime().hour
    (leased,) = delivery.lease(alert.channel_id)
    delivery.finish(leased, Preferences(quiet_from=hour, quiet_until=(hour + 2) % 24), done=False)
    alert.refresh_from_db()
    assert alert.due_at is not None
    assert timezone.localtime(alert.due_at).hour == (hour + 2) % 24


def an_end_waits(cast: Players) -> None:
    """A side has proposed to end the campaign; nobody was told yet."""
    made = {"what": "end", "side": "german", "reason": "No time", "due_at": None, "made_at": timezone.now()}
    closing._record(cast.campaign.closings.create(**made))


@pytest.mark.django_db
def test_once_a_day_all_is_in_one(cast: Players) -> None:
    mail_channel(cast.users["ivan"].pk)
    Channel.objects.filter(user=cast.users["ivan"]).update(daily=True)
    cast.gives("hans", "Seal")
    seat = cast.seat("ivan")
    Notification.objects.create(seat=seat, kind=NotificationKind.CLOSING, due_at=timezone.now())
    an_end_waits(cast)
    tasks.send_notifications_task(cast.campaign.pk)
    assert [letter.to[0] for letter in mail.outbox] == ["adjutant_ivan@example.org"]
    Alert.objects.exclude(due_at=None).update(due_at=timezone.now() - timedelta(minutes=1))
    tasks.send_overdue_notifications_task()
    ivans = [letter for letter in mail.outbox if letter.to == ["ivan@example.org"]]
    assert len(ivans) == 1
    assert ivans[0].subject == "2 things wait for you"


@pytest.mark.django_db
def test_what_is_overdue_on_a_daily_channel_is_not_put_off_to_the_next_day(cast: Players) -> None:
    """The worker was away at the hour of the day, and the turn came round again meanwhile."""
    mail_channel(cast.users["ivan"].pk)
    Channel.objects.filter(user=cast.users["ivan"]).update(daily=True)
    notification = Notification.objects.create(seat=cast.seat("ivan"), kind="turn", due_at=timezone.now())
    preferred, now = Preferences(), timezone.now()
    delivery.owe(notification, preferred, now)
    coming = Alert.objects.get().due_at
    assert coming is not None
    delivery.owe(notification, preferred, coming + timedelta(minutes=30))
    assert Alert.objects.get().due_at == coming
    Alert.objects.update(due_at=None)
    delivery.owe(notification, preferred, coming + timedelta(minutes=30))
    assert Alert.objects.get().due_at == coming + timedelta(days=1), "what was told is told on the next day"


def failed_daily(cast: Players) -> tuple[Channel, Notification, datetime]:
    """A daily channel that failed over what it owes, with that notification and the moment it was owed."""
    channel = mail_channel(cast.users["ivan"].pk)
    Channel.objects.filter(user=cast.users["ivan"]).update(daily=True)
    notification = Notification.objects.create(seat=cast.seat("ivan"), kind="turn", due_at=timezone.now())
    now = timezone.now()
    delivery.owe(notification, Preferences(), now)
    delivery.note(channel, Failure.SILENT)
    return channel, notification, now


@pytest.mark.django_db
def test_what_waits_for_another_try_on_a_daily_channel_is_not_put_off_to_the_next_day(cast: Players) -> None:
    _, notification, now = failed_daily(cast)
    again = now + timedelta(minutes=4)
    Alert.objects.update(due_at=again, tries=2)
    for _ in range(2):
        notification.due_at = now + timedelta(seconds=1)
        delivery.owe(notification, Preferences(), now + timedelta(minutes=1))
        assert Alert.objects.get().due_at == again


@pytest.mark.django_db
def test_what_is_owed_again_while_another_try_of_it_is_made_is_told(cast: Players) -> None:
    channel, notification, now = failed_daily(cast)
    Alert.objects.update(due_at=now)
    (leased,) = delivery.lease(channel.pk)
    notification.due_at = now + timedelta(seconds=1)
    delivery.owe(notification, Preferences(), timezone.now())
    delivery.finish(leased, Preferences(), done=True)
    assert Alert.objects.get().due_at is not None


@pytest.mark.django_db(transaction=True)
def test_of_two_workers_one_takes_what_is_due(cast: Players) -> None:
    channel, _, now = failed_daily(cast)
    Alert.objects.update(due_at=now)
    with transaction.atomic():
        assert len(delivery.lease(channel.pk)) == 1
        assert at_once(lambda: delivery.lease(channel.pk), patience=20) == [[]]


@pytest.mark.django_db
def test_what_can_not_be_told_of_one_campaign_holds_up_no_other(cast: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    cast.gives("hans", "Seal")
    Notification.objects.create(seat=cast.seat("ivan"), kind=NotificationKind.CLOSING, due_at=timezone.now())
    an_end_waits(cast)
    notifications.hand_over(cast.campaign.pk)
    still_true = notifications.still_true

    def broken(notification: Notification) -> bool:
        if notification.kind == NotificationKind.CLOSING:
            raise KeyError(notification.kind)
        return still_true(notification)

    monkeypatch.setattr(notifications, "still_true", broken)
    notifications.send_on(mail_channel(cast.users["ivan"].pk).pk)
    assert [letter.subject for letter in mail.outbox] == ["Your turn in Orsha"]
    (owed,) = Alert.objects.exclude(due_at=None).filter(channel__user=cast.users["ivan"])
    assert owed.notification.kind == NotificationKind.CLOSING
    assert owed.due_at
    assert owed.due_at > timezone.now()


@pytest.mark.django_db
def test_of_a_campaign_that_is_muted_only_what_has_terms_is_told(cast: Players, ivans: Client) -> None:
    channel = mail_channel(cast.users["ivan"].pk)
    page = f"{LIST}{channel.pk}/"
    assert 'name="told_of"' in ivans.get(page).content.decode()
    assert ivans.post(page, {"act": "keep", "name": "", "told_of": []}).status_code == 302
    cast.gives("hans", "Seal")
    tasks.send_notifications_task(cast.campaign.pk)
    assert [letter.to[0] for letter in mail.outbox] == ["adjutant_ivan@example.org"]
    assert NotificationKind.TURN not in delivery.ALWAYS
    an_end_waits(cast)
    Notification.objects.create(seat=cast.seat("ivan"), kind=NotificationKind.CLOSING, due_at=timezone.now())
    tasks.send_notifications_task(cast.campaign.pk)
    assert mail.outbox[-1].to == ["ivan@example.org"]
    kept = {"act": "keep", "name": "", "told_of": [str(cast.campaign.pk)], "daily": "on"}
    assert ivans.post(page, kept).status_code == 302
    assert not channel.muted.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"quiet_from": "22", "daily_at": "18"}, "Give both hours, or neither."),
        ({"quiet_from": "22", "quiet_until": "22", "daily_at": "18"}, "Give another hour"),
        ({"quiet_from": "25", "quiet_until": "7", "daily_at": "18"}, "valid choice"),
        ({"quiet_from": "22", "quiet_until": "7", "daily_at": "x"}, "valid choice"),
    ],
)
def test_hours_that_are_none_are_refused_at_their_field(ivans: Client, given: dict[str, str], said: str) -> None:
    refused = ivans.post(LIST, {"act": "quiet", **given})
    assert refused.status_code == 422
    assert said in refused.content.decode()
    assert not Preferences.objects.exists()


@pytest.mark.django_db
def test_hours_are_kept(ivans: Client, cast: Players) -> None:
    hours = {"act": "quiet", "quiet_from": "22", "quiet_until": "7", "daily_at": "9"}
    assert ivans.post(LIST, hours).status_code == 302
    kept = Preferences.objects.get(user=cast.users["ivan"])
    assert (kept.quiet_from, kept.quiet_until, kept.daily_at) == (22, 7, 9)
    assert ivans.post(LIST, {**hours, "quiet_from": "", "quiet_until": ""}).status_code == 302
    kept.refresh_from_db()
    assert kept.quiet_from is None


@pytest.mark.django_db
def test_who_has_no_address_but_a_channel_is_told_there(cast: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    ivan = cast.users["ivan"]
    type(ivan).objects.filter(pk=ivan.pk).update(email="")
    channel = Channel.objects.create(user=ivan, kind=ChannelKind.NTFY, confirmed_at=timezone.now())
    sent: list[tuple[int, str]] = []

    def send(channel: Channel, told: Any) -> None:
        sent.append((channel.pk, told[0].subject))

    monkeypatch.setattr(services, "send", send)
    cast.gives("hans", "Seal")
    tasks.send_notifications_task(cast.campaign.pk)
    assert (channel.pk, "Your turn in Orsha") in sent
