"""One who plays both sides of a game, or two at one device, never wait for themselves: the next chair is one button."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from campaigns import actions
from campaigns.models import PlayMode
from tests.html_client import unrecorded
from tests.leaks.crawler import read_once
from tests.players import log_in
from tests.systems.games import Scripts, listed
from tests.systems.people import Table

WAITS = {PlayMode.SOLO: 12, PlayMode.HOTSEAT: 2}
"""So many pages of a side that nothing waits for are looked at: what differs at one device is the button alone."""


def seated(key: str, mode: str) -> Table:
    """Somebody who has both sides of a campaign of the game, each in a window of its own."""
    anna = User.objects.create_user("anna")
    first, *_ = sides = listed(key).sides
    begun = actions.start_campaign(name="Alone", system=key, options={}, side=first, by=anna, play_mode=mode)
    table = Table(
        begun.campaign.public_id, dict.fromkeys(sides, anna), {side: log_in(Client(), anna) for side in sides}
    )
    for side, browser in table.browsers.items():
        browser.post(reverse("campaign-device", args=[table.public_id]), {"side": side})
    return table


@pytest.mark.slow
@pytest.mark.parametrize("mode", WAITS)
@read_once()
@unrecorded()
def test_a_side_that_nothing_waits_for_has_a_button_to_the_one_that_is(
    scripts: Scripts, db: None, key: str, mode: PlayMode
) -> None:
    if len(scripts.system.sides) == 1:
        pytest.skip("the game has one side alone")
    table, shown = seated(key, mode), 0
    while shown < WAITS[mode] and not table.campaign.ended:
        acts = [table.presses(side) for side in table.system.sides]
        assert any(acts), "nobody is waited for"
        for side, name in table.system.sides.items():
            page = table.page(side)
            if 'id="task-form"' in page.html or table.campaign.ended:
                continue
            others = [said for other, said in table.system.sides.items() if other != side]
            says = "Go on as the {} side" if mode == PlayMode.SOLO else "Give the device to the {} side"
            assert any(says.format(other) in page.text for other in others), f"{name}: {page.text[:500]}"
            assert 'class="next-side"' in page.html
            assert "follows by itself" not in page.text
            shown += 1
    assert shown, "no side ever waited"
