"""Numbers of what others did in secret: they stand on nobody else's page."""

from __future__ import annotations

import pytest

from campaigns import pages
from tests.leaks.test_sameness import ONLOOKERS
from tests.players import PlayedCampaign

pytestmark = pytest.mark.once


@pytest.mark.slow
@pytest.mark.parametrize("name", ONLOOKERS)
def test_numbers_others_see_run_without_a_gap(garden: PlayedCampaign, name: str) -> None:
    seat = garden.seat(name)
    page = pages.journal_page(seat, 1)
    shown = [line.number for number in range(1, 99) for line in pages.journal_page(seat, number).lines][
        : page.frame.seen
    ]
    assert shown == list(range(page.frame.seen, 0, -1))
    assert garden.campaign.sequence > page.frame.seen, "there is something in between"
