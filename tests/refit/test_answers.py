"""What waits for an answer is told to who may give it, by mail and on the page he has open; alone nobody has to."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.urls import reverse

from campaigns import actions
from campaigns.models import Notification, NotificationKind, PlayMode, Seat
from campaigns.tasks import send_notifications_task
from tests.html_client import HtmlPage, open_page
from tests.players import PlayedCampaign, state_of
from tests.seats import is_played, sits_too

ASKED = "Your answer is asked for: no. 1, counters gained by hand: A creation"


@pytest.fixture
def fighting(table: PlayedCampaign) -> PlayedCampaign:
    """The first scenario is played."""
    table.play_to("battle")
    Notification.objects.all().delete()
    mail.outbox.clear()
    return table


def gains(table: PlayedCampaign) -> None:
    table.player("hans").orders("add", kind="tank", name="Tiger", count=2, reason="A creation")


def page(table: PlayedCampaign, name: str, view: str = "refit-home") -> HtmlPage:
    return open_page(table.browser(name), reverse(view, args=[table.public_id]))


def told(table: PlayedCampaign) -> dict[str, str]:
    """Who is mailed what now."""
    send_notifications_task(table.campaign.pk)
    found = {letter.to[0]: str(letter.subject) for letter in mail.outbox}
    mail.outbox.clear()
    return found


def test_who_may_answer_is_told_by_mail_of_a_gain_and_of_a_correction(fighting: PlayedCampaign) -> None:
    said = "Your answer is asked for in Orsha"
    gains(fighting)
    assert told(fighting) == {"ivan@example.org": said, "umpire@example.org": said}
    Notification.objects.update(sent_at=None)
    fighting.player("ivan").orders("correct", about="shared", reason="The wind turned", wind="No wind")
    assert told(fighting) == dict.fromkeys(("hans@example.org", "otto@example.org", "umpire@example.org"), said)


def test_who_owns_what_is_claimed_as_captured_is_told_by_mail_and_nobody_else(fighting: PlayedCampaign) -> None:
    fighting.player("ivan").orders("claim", kind="squad", name="4-6-7", count=2)
    send_notifications_task(fighting.campaign.pk)
    assert sorted(letter.to[0] for letter in mail.outbox) == ["hans@example.org", "otto@example.org"]
    assert reverse("forces", args=[fighting.public_id]) in str(mail.outbox[0].body)
    assert "4-6-7" not in str(mail.outbox[0].body)


def test_a_claim_that_was_denied_meanwhile_is_told_to_nobody(fighting: PlayedCampaign) -> None:
    fighting.player("ivan").orders("claim", kind="squad", name="4-6-7", count=2)
    fighting.player("hans").orders("deny", number=1)
    assert told(fighting) == {}


def test_nobody_is_mailed_about_what_was_answered_meanwhile(fighting: PlayedCampaign) -> None:
    gains(fighting)
    fighting.player("hans").orders("settle", number=1, verdict="withdrawn")
    assert told(fighting) == {}
    assert not Notification.objects.filter(kind=NotificationKind.ANSWER).exclude(due_at=None)


def test_the_letter_holds_nothing_of_what_was_gained(fighting: PlayedCampaign) -> None:
    gains(fighting)
    send_notifications_task(fighting.campaign.pk)
    assert mail.outbox
    for letter in mail.outbox:
        assert not {"Tiger", "AFV", "creation", "German"} & set(letter.body.split())


def test_the_wizard_says_so_to_the_other_side_and_not_to_ones_own(fighting: PlayedCampaign) -> None:
    assert "Your answer is asked for" not in page(fighting, "ivan").text
    gains(fighting)
    assert ASKED in page(fighting, "ivan").text
    assert "Your answer is asked for" not in page(fighting, "hans").text
    assert "counters gained by hand" in page(fighting, "umpire", "campaign").text
    fighting.player("ivan").orders("settle", number=1, verdict="agreed")
    assert "Your answer is asked for" not in page(fighting, "ivan").text


def both_sides_are_hans(table: PlayedCampaign, how: str) -> None:
    """hans has both sides from now on."""
    Seat.objects.exclude(user=table.users["hans"]).delete()
    sits_too(table.campaign, table.users["hans"], "russian")
    is_played(table.campaign, how)


def adds(table: PlayedCampaign) -> HtmlPage:
    """hans adds two tanks on the page of the German forces."""
    browser = table.browser("hans")
    browser.post(reverse("campaign-device", args=[table.public_id]), {"side": "german"})
    forces = open_page(browser, reverse("forces", args=[table.public_id]))
    form = forces.form_with("add")
    data = {**form.fields, "act": "add", "kind": "tank", "name": "Tiger", "count": "2", "reason": "A creation"}
    return HtmlPage(browser, browser.post(form.action, data, follow=True), form.action)


def tigers(table: PlayedCampaign) -> int:
    room = state_of(table.campaign, {"german"}).sides["german"]
    return sum(counter.name == "Tiger" for counter in room.counters)


def test_who_plays_both_sides_in_the_open_gains_by_one_press(table: PlayedCampaign) -> None:
    made: dict[str, Any] = {"name": "Alone", "system": "oto2", "options": {}, "side": "german"}
    seat = actions.start_campaign(**made, by=table.users["hans"], play_mode=PlayMode.SOLO)
    alone = PlayedCampaign(table.users, seat.campaign.public_id)
    after = adds(alone)
    assert after.status == 200
    assert tigers(alone) == 2
    check = open_page(after.client, reverse("campaign-verify", args=[alone.public_id]))
    assert "agreed: Russian" in check.text, "it is still listed"
    assert "Nothing is wrong" in check.text


def test_at_one_device_the_other_chair_is_asked_when_it_has_the_device(fighting: PlayedCampaign) -> None:
    both_sides_are_hans(fighting, PlayMode.HOTSEAT)
    browser = adds(fighting).client
    assert tigers(fighting) == 0
    device = reverse("campaign-device", args=[fighting.public_id])
    browser.post(device, {"side": "russian"})
    assert ASKED in open_page(browser, reverse("refit-home", args=[fighting.public_id])).text
