"""Numbers and moments of what others did in secret: they stand on nobody else's page."""

from __future__ import annotations

import pytest

from campaigns import pages
from campaigns.models import JournalEntry
from rules.kernel import PUBLIC
from tests.cast import Table
from tests.leaks.crawler import PLAIN, Crawl
from tests.leaks.test_sameness import ONLOOKERS

pytestmark = pytest.mark.once


@pytest.mark.slow
@pytest.mark.parametrize("name", ONLOOKERS)
def test_numbers_others_see_run_without_a_gap(garden: Table, name: str) -> None:
    seat = garden.seat(name)
    page = pages.journal_page(seat, 1)
    shown = [line.number for number in range(1, 99) for line in pages.journal_page(seat, number).lines][
        : page.frame.seen
    ]
    assert shown == list(range(page.frame.seen, 0, -1))
    assert garden.campaign.sequence > page.frame.seen, "there is something in between"


def moments(table: Table, room: str) -> set[bytes]:
    """When somebody acted in a room and nowhere else, as any page would write it, to the microsecond."""
    rows = JournalEntry.objects.filter(campaign=table.campaign)
    open_acts = set(rows.filter(room=PUBLIC).values_list("act", flat=True))
    return {f"{row.at:%H:%M:%S.%f}".encode() for row in rows.filter(room=room) if row.act not in open_acts}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ivan", "spectator", "umpire"])
def test_nobody_else_learns_when_a_secret_act_was_done(garden: Table, name: str) -> None:
    when = moments(garden, "german")
    assert len(when) > 5
    answers = Crawl(garden.browser(name), garden.public_id, (PLAIN,)).run().answers
    assert {each.url for each in answers for moment in when if moment in each.content} == set()
    own = Crawl(garden.browser("hans"), garden.public_id, (PLAIN,)).run().answers
    assert any(moment in each.content for each in own for moment in when), "its own side does"
