"""The battle pad on a device that a locked room shuts out: what it has kept is noise, and nothing of it is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.locks.conftest import cheap_words
from tests.players import PlayedCampaign, founding, table
from tests.refit.test_pad import room_locked
from tests.refit.test_pad_offline import LONG, Arrives, arrives, sent
from tests.rosters.conftest import supplied

__all__ = ["arrives", "cheap_words", "founding", "supplied", "table"]
pytestmark = [
    pytest.mark.browser,
    pytest.mark.sampled(4, among="battle pad"),
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]


def test_a_device_without_the_words_of_a_locked_room_has_noise_until_they_are_typed(
    arrives: Arrives, supplied: PlayedCampaign, cheap_words: None
) -> None:
    phone = arrives("hans").opens()
    phone.offline()
    phone.taps("4-6-7", 2)
    drawn = room_locked(supplied, "hans")
    phone.offline(False)
    phone.shows("This device does not know you any more.")
    assert "key≫" not in phone.kept
    assert "4-6-7" not in phone.kept
    phone.offline()
    phone.reloads()
    assert phone.page.locator(".tiles button").count() == 0, "nor is it drawn again without a network"
    phone.offline(False)
    phone.page.goto(phone.where)
    phone.page.locator("input[name=words]").fill(drawn)
    phone.page.get_by_role("button", name="Unlock").click()
    expect(phone.page.locator("#pad-app[data-ready]")).to_be_attached(timeout=LONG)
    sent(phone)
    assert phone.number == 2, "what waited is sent, each entry once"
