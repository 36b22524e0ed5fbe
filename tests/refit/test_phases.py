"""Where a campaign has come to, told in the reader's language wherever its summary is shown."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import translation

from campaigns.notifications import public_step
from tests.html_client import open_page
from tests.players import start_played

pytestmark = pytest.mark.django_db


def test_a_list_tells_the_phase_in_the_readers_language() -> None:
    table = start_played(name="Stalingrad")
    browser = table.browser("hans")
    english = open_page(browser, reverse("campaign-list")).text
    with translation.override("de"):
        public = table.view("hans").public.phase
        assert public in public_step(table.campaign)
    browser.cookies["django_language"] = "de"
    german = open_page(browser, reverse("campaign-list")).text
    assert table.campaign.summary["phase"] in english
    assert public != table.campaign.summary["phase"]
    assert public in german


def test_a_summary_of_before_tells_the_phase_as_it_was_kept() -> None:
    campaign = start_played(name="Older").campaign
    del campaign.summary["phases"]
    with translation.override("de"):
        assert campaign.phase == campaign.summary["phase"]
