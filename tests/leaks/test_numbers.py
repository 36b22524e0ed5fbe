"""Numbers of what others did in secret: they stand on nobody else's page."""

from __future__ import annotations

import pytest

from campaigns.story.pages import journal_page
from tests.leaks.test_sameness import ONLOOKERS
from tests.players import PlayedCampaign


@pytest.mark.slow
@pytest.mark.parametrize("name", ONLOOKERS)
def test_numbers_others_see_run_without_a_gap(garden: PlayedCampaign, name: str) -> None:
    seat = garden.seat(name)
    page = journal_page(seat, {})
    shown = sorted((line.number for day in page.days for line in (*day.rows, *day.routine)), reverse=True)
    assert shown == list(range(page.frame.seen, 0, -1))
    assert garden.campaign.sequence > page.frame.seen, "there is something in between"
