"""Rows that a writer of SQL could leave: what is told to others goes out all the same."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns import notifications, outbox, tasks
from campaigns.alerts import addresses, delivery, services
from campaigns.alerts.addresses import Webhook, new_secret
from campaigns.alerts.models import Alert, Channel, ChannelKind, Failure, mail_channel
from campaigns.models import Notification, NotificationKind, Room
from campaigns.preferences.models import Preferences
from rules.contract import PUBLIC
from tests.alerts.outside import Outside
from tests.campaigns.conftest import Players
from tests.players import log_in

DISCORD = "discord://1234567890/abcdefghijklmnopqrstuvwxyz"


@pytest.mark.parametrize("daily", [True, False])
def test_hours_that_no_day_has_hold_up_nobody_else(cast: Players, daily: bool) -> None:
    his = cast.users["adjutant_ivan"]
    Preferences.objects.create(user=his, daily_at=32_767, quiet_from=0, quiet_until=32_767)
    Channel.objects.filter(pk=mail_channel(his.pk).pk).update(daily=daily)
    cast.gives("hans", "Seal")
    tasks.send_notifications_task(cast.campaign.pk)
    assert [letter.to for letter in mail.outbox] == [["ivan@example.org"]]


def test_a_room_that_does_not_open_holds_up_nothing_else(cast: Players) -> None:
    cast.gives("hans", "Seal")
    outbox.schedule(cast.campaign, NotificationKind.ANSWER, ["russian"])
    Room.objects.filter(campaign=cast.campaign, key=PUBLIC).update(state=b"nonsense")
    tasks.send_notifications_task(cast.campaign.pk)
    (letter,) = [letter for letter in mail.outbox if letter.to == ["ivan@example.org"]]
    assert letter.subject == "Your turn in Orsha"


def test_a_count_of_tries_beyond_all_is_given_up_like_any(cast: Players) -> None:
    cast.gives("hans", "Seal")
    notifications.hand_over(cast.campaign.pk)
    Alert.objects.update(tries=32_767)
    (alert,) = delivery.lease(mail_channel(cast.users["ivan"].pk).pk)
    delivery.finish(alert, Preferences(), done=False)
    assert Alert.objects.get(pk=alert.pk).due_at is None


@pytest.mark.live
def test_an_address_that_was_moved_to_another_account_is_told_nothing(cast: Players, world: Outside) -> None:
    """Whoever writes SQL copies a channel of his own to his rival: it opens for its owner alone."""
    own = addresses.locked(cast.users["hans"].pk, DISCORD)
    Channel.objects.create(
        user=cast.users["ivan"], kind=ChannelKind.DISCORD, address=own, confirmed_at="2026-01-01T00Z"
    )
    cast.gives("hans", "Seal")
    tasks.send_notifications_task(cast.campaign.pk)
    assert mail.outbox
    assert not world.came
    page = log_in(Client(), cast.users["ivan"]).get(
        reverse("alert-channel", args=[Channel.objects.get(address=own).pk])
    )
    assert page.status_code == 200
    assert b"1234567890" not in page.content


@pytest.mark.live
def test_an_alert_that_was_planted_on_somebody_elses_channel_is_told_to_nobody(cast: Players, world: Outside) -> None:
    """With SQL somebody makes his rival's alerts due on a channel of his own, whose address he can open."""
    own = Channel.objects.create(
        user=cast.users["hans"],
        kind=ChannelKind.DISCORD,
        address=addresses.locked(cast.users["hans"].pk, DISCORD),
        confirmed_at="2026-01-01T00Z",
    )
    cast.gives("hans", "Seal")
    notifications.hand_over(cast.campaign.pk)
    theirs = Notification.objects.get(seat__user=cast.users["ivan"])
    assert theirs.sent_at
    Alert.objects.create(notification=theirs, channel=own, since=theirs.sent_at, due_at=theirs.sent_at)
    tasks.send_alerts_task(own.pk)
    assert not world.came
    assert delivery.lease(own.pk) == []


def test_a_planted_alert_that_is_never_sent_keeps_no_job_from_other_channels(cast: Players) -> None:
    cast.gives("hans", "Seal")
    notifications.hand_over(cast.campaign.pk)
    theirs = Notification.objects.get(seat__user=cast.users["ivan"])
    long_ago = timezone.now() - timedelta(days=1)
    own = mail_channel(cast.users["hans"].pk)
    Alert.objects.create(notification=theirs, channel=own, since=long_ago, due_at=long_ago)
    assert delivery.next_channel() not in (None, own.pk)
    Alert.objects.exclude(channel=own).update(due_at=None)
    assert delivery.next_channel() is None
    assert delivery.overdue_channels() == []
    assert notifications.hand_over(cast.campaign.pk) == []


@pytest.mark.live
@pytest.mark.parametrize("kind", [kind for kind in ChannelKind if kind != ChannelKind.MAIL])
@pytest.mark.parametrize("inner", ["127.0.0.1", "localhost", "[::1]"])
def test_a_channel_that_is_said_to_be_of_another_kind_leads_nowhere_inside(
    cast: Players, kind: ChannelKind, inner: str, world: Outside
) -> None:
    """What one kind may keep as an address is never asked as another kind's: nothing of it reaches this machine."""
    user = cast.users["ivan"]
    stored = {ChannelKind.WEBHOOK: Webhook(url=f"https://{inner}/x", secret=new_secret()).model_dump_json()}
    stored[ChannelKind.MATRIX] = f"https://{inner.strip('[:]')} !room:example.org syt_token_of_ivan"
    for real, address in stored.items():
        if real == kind:
            continue
        locked = addresses.locked(user.pk, address)
        channel = Channel.objects.create(user=user, kind=kind, address=locked, confirmed_at="2026-01-01T00Z")
        services.send_text(channel, "A test", "It waits")
        page = log_in(Client(), user).get(reverse("alert-channel", args=[channel.pk]))
        assert page.status_code == 200
    assert world.came == []


def test_whether_a_name_is_there_inside_is_told_to_nobody(cast: Players) -> None:
    """A name of the server's own network and one that nobody has are the same to whoever asks for them."""
    user, pages = cast.users["ivan"], set[str]()
    row = Channel.objects.create(user=user, kind=ChannelKind.WEBHOOK, failed_at="2026-01-01T00:00Z")
    for failure in (Failure.INNER, Failure.UNREACHED):
        Channel.objects.filter(pk=row.pk).update(failure=failure)
        browser = log_in(Client(), user)
        for address in (reverse("alerts"), reverse("alert-channel", args=[row.pk])):
            text = browser.get(address).content.decode()
            assert "or leads into a network of this server’s" in text
            pages.add(re.sub("[A-Za-z0-9]{64}", "a token", text))
    assert len(pages) == 2, "one for each address"


@pytest.mark.parametrize("planted", [{"failure": "x"}, {"owed": "x"}, {"code": "x"}, {"address": b"x"}])
def test_a_planted_channel_breaks_no_page_of_its_owner(cast: Players, planted: dict[str, Any]) -> None:
    row = {"kind": ChannelKind.WEBHOOK, "failed_at": "2026-01-01T00:00Z", **planted}
    channel = Channel.objects.create(user=cast.users["ivan"], **row)
    browser = log_in(Client(), cast.users["ivan"])
    assert browser.get(reverse("alerts")).status_code == 200
    assert browser.get(reverse("alert-channel", args=[channel.pk])).status_code == 200


def test_nothing_of_a_channel_is_done_by_another_site_or_account(cast: Players) -> None:
    mine = Channel.objects.create(user=cast.users["ivan"], kind=ChannelKind.WEBHOOK)
    address = reverse("alert-channel", args=[mine.pk])
    strict = log_in(Client(enforce_csrf_checks=True), cast.users["ivan"])
    rival = log_in(Client(), cast.users["hans"])
    for act in ("confirm", "keep", "code", "test", "remove"):
        assert strict.post(address, {"act": act}).status_code == 403
        assert rival.post(address, {"act": act, "code": "1"}).status_code == 404
        assert rival.post(reverse("alerts"), {"act": act, "user": cast.users["ivan"].pk}).status_code in {200, 422}
    assert Channel.objects.filter(pk=mine.pk, owed="", confirmed_at=None).exists()
    assert not Notification.objects.filter(seat__user=cast.users["hans"], sent_at__isnull=False).exists()
