"""Numbers and moments of what others did in secret: they stand on nobody else's page."""

from __future__ import annotations

import pytest

from campaigns import pages
from campaigns.models import JournalEntry
from rules.contract import PUBLIC
from tests.leaks.crawler import everything_seen
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


def moments(table: PlayedCampaign, room: str) -> set[bytes]:
    """When somebody acted in a room and nowhere else, as any page would write it, to the microsecond."""
    rows = JournalEntry.objects.filter(campaign=table.campaign)
    open_acts = set(rows.filter(room=PUBLIC).values_list("act", flat=True))
    return {f"{row.at:%H:%M:%S.%f}".encode() for row in rows.filter(room=room) if row.act not in open_acts}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ivan", "spectator", "umpire"])
def test_nobody_else_learns_when_a_secret_act_was_done(garden: PlayedCampaign, name: str) -> None:
    when = moments(garden, "german")
    assert len(when) > 5
    answers = everything_seen(garden, name)
    assert {each.url for each in answers for moment in when if moment in each.content} == set()
    own = everything_seen(garden, "hans")
    assert any(moment in each.content for each in own for moment in when), "its own side does"
