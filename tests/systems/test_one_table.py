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
from tests.systems.every_position import laid, positions
from tests.systems.games import Scripts, listed
from tests.systems.people import Table

MODES = (PlayMode.SOLO, PlayMode.HOTSEAT)


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
@pytest.mark.sampled(5)
@pytest.mark.parametrize("mode", MODES)
@read_once()
@unrecorded()
def test_a_side_that_nothing_waits_for_has_a_button_to_the_one_that_is(
    scripts: Scripts, db: None, key: str, mode: PlayMode
) -> None:
    sides = scripts.system.sides
    if len(sides) == 1:
        pytest.skip("the game has one side alone")
    table, shown = seated(key, mode), 0
    pressed = [table.presses(side) for side in sides]
    assert any(pressed), "nobody is waited for"
    for (_, step, waiting), state in positions(scripts).items():
        for side in (each for each in sides if not scripts.system.current(state.only({each}), each)):
            with laid(state):
                page = table.page(side)
            says = "Go on as the {} side" if mode == PlayMode.SOLO else "Give the device to the {} side"
            assert 'id="task-form"' not in page.html
            assert says.format(sides[waiting]) in page.text, f"{step}, {side}: {page.text[:500]}"
            assert 'class="next-side"' in page.html
            assert "follows by itself" not in page.text
            shown += 1
    assert shown, "no side ever waited"
