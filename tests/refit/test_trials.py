"""A game tried without an account: one campaign of one's own, which is gone after a day, and its guest with it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.closing import actions as closing
from campaigns.closing.models import Closing
from campaigns.models import Campaign, JournalEntry, PlayMode, Trial
from campaigns.trials import actions
from rules import registry
from rules.contract import Refused
from tests.at_once import at_once
from tests.closings import let_notices_run_out
from tests.html_client import open_page
from tests.players import PlayedCampaign

pytestmark = pytest.mark.django_db
FORBIDDEN, REFUSED, TOO_MANY = 403, 422, 429
SYSTEMS = sorted(registry.all_systems())


def begun(client: Client, system: str = "oto2") -> Campaign:
    answer = client.post(reverse("trial", args=[system]))
    assert answer.status_code == 302
    campaign = Trial.objects.latest("pk").campaign
    assert campaign
    return campaign


@pytest.mark.parametrize("system", SYSTEMS)
def test_one_press_on_the_first_page_leads_to_the_first_step_of_a_game(system: str, client: Client) -> None:
    welcome = open_page(client, "/")
    assert f"Try {registry.get(system).title}" in welcome.text
    campaign = begun(client, system)
    assert campaign.system == system
    step = open_page(client, reverse("refit-home", args=[campaign.public_id]))
    assert step.status == 200
    assert step.forms, "something to do"


def test_a_newcomer_seals_a_purchase_with_three_presses_more(client: Client) -> None:
    campaign = begun(client)
    assert campaign.play_mode == PlayMode.SOLO
    page = open_page(client, reverse("refit-home", args=[campaign.public_id]))
    page.press("seal", {"I1": {"n": 1}})
    assert JournalEntry.objects.filter(campaign=campaign, room="german").exists()


def test_a_guest_reaches_his_campaign_and_nothing_an_account_is_for(table: PlayedCampaign, client: Client) -> None:
    campaign = begun(client)
    own = [reverse(name, args=[campaign.public_id]) for name in ("campaign", "campaign-journal", "sheet-list", "map")]
    assert {client.get(address).status_code for address in own} == {200}
    elsewhere = ["campaign-start", "chart-list", "account_email", "account_change_password", "campaign-import"]
    for address in (*map(reverse, elsewhere), reverse("campaign", args=[table.public_id])):
        answer = client.get(address)
        assert answer.status_code == FORBIDDEN, address
        assert "An account is needed here" in answer.content.decode()
    assert client.post(reverse("campaign-start"), {"name": "Mine"}).status_code == FORBIDDEN


def test_a_second_press_goes_back_to_the_same_trial(client: Client) -> None:
    campaign = begun(client)
    answer = client.post(reverse("trial", args=["votg"]))
    assert answer.headers["Location"] == reverse("refit-home", args=[campaign.public_id])
    assert Trial.objects.count() == 1


def test_a_trial_is_gone_after_a_day_and_its_guest_with_it(client: Client) -> None:
    campaign = begun(client)
    guest = campaign.trial.user
    closing.carry_out_due()
    actions.remove_guests_of_removed()
    assert Campaign.objects.filter(pk=campaign.pk).exists()
    assert User.objects.filter(pk=guest.pk).exists()
    due_at = Closing.objects.get().due_at
    assert due_at
    assert timedelta(hours=23) < due_at - timezone.now() <= closing.TRIAL
    let_notices_run_out()
    closing.carry_out_due()
    actions.remove_guests_of_removed()
    assert not Campaign.objects.filter(pk=campaign.pk).exists()
    assert not User.objects.filter(pk=guest.pk).exists()
    assert client.get("/").status_code == 200


def test_who_comes_back_after_his_trial_reaches_what_anybody_does_and_may_try_again(client: Client) -> None:
    """The browser still says that it had one; nobody is turned away from a link or a new password by that."""
    campaign = begun(client)
    let_notices_run_out()
    closing.carry_out_due()
    actions.remove_guests_of_removed()
    assert not User.objects.exists()
    for address in (reverse("account_reset_password"), "/join/" + "x" * 43 + "/"):
        assert client.get(address).status_code != FORBIDDEN, address
    assert begun(client).pk != campaign.pk
    assert client.get(reverse("campaign-start")).status_code == FORBIDDEN, "a guest again"


def test_no_more_trials_than_the_host_allows(client: Client, settings: Any) -> None:
    settings.TRIALS = 1
    begun(client)
    answer = Client().post(reverse("trial", args=["oto2"]))
    assert answer.status_code == REFUSED
    assert "Come back in a few hours" in answer.content.decode()
    settings.TRIALS = 0
    assert Client().post(reverse("trial", args=["oto2"])).status_code == 404
    assert "Try it now" not in Client().get("/").content.decode()


@pytest.mark.django_db(transaction=True)
def test_of_many_presses_at_once_no_two_take_the_last_place(settings: Any) -> None:
    settings.TRIALS = 2

    def press() -> str:
        try:
            return actions.begin("oto2").user.get_username()
        except Refused:
            return ""

    began = list(filter(None, at_once(*[press] * 6)))
    assert len(began) == len(set(began)) == Trial.objects.count() == 2


def test_one_place_begins_so_many_trials_an_hour_and_an_unknown_game_none() -> None:
    cache.clear()
    assert Client().post(reverse("trial", args=["no-such"])).status_code == 404
    answers = [Client().post(reverse("trial", args=["oto2"])).status_code for _ in range(11)]
    assert answers == [302] * 10 + [TOO_MANY]


def test_nobody_logs_in_as_a_guest_or_asks_for_his_password(client: Client) -> None:
    name = begun(client).trial.user.get_username()
    assert not User.objects.get(username=name).has_usable_password()
    answer = Client().post(reverse("account_login"), {"login": name, "password": ""})
    assert answer.wsgi_request.user.is_anonymous
