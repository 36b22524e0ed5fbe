"""Where a campaign has come to, told in the reader's language wherever its summary is shown."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import translation

from campaigns.models import Campaign
from campaigns.notifications import public_step
from tests.html_client import open_page
from tests.players import start_played

pytestmark = pytest.mark.django_db


def test_lists_and_mails_name_the_stage_in_the_readers_language() -> None:
    table = start_played(name="Stalingrad")
    browser = table.browser("hans")
    english = open_page(browser, reverse("campaign-list")).text
    with translation.override("de"):
        stage = table.view("hans").public.stage_title
        assert stage in public_step(table.campaign)
    browser.cookies["django_language"] = "de"
    german = open_page(browser, reverse("campaign-list")).text
    assert table.campaign.summary["stage"] in english
    assert stage != table.campaign.summary["stage"]
    assert stage in german


def test_a_date_that_has_something_special_is_named_in_the_readers_language() -> None:
    campaign = Campaign(summary={"date": "14 Sept, Russian Counterattack", "stage": "Purchases"})
    assert public_step(campaign) == "14 Sept, Russian Counterattack, Purchases"
    with translation.override("de"):
        assert public_step(campaign) == "14. Sept., Russian Counterattack, Käufe"
    assert public_step(Campaign(summary={})) == ""
