"""A campaign that is ended before its time opens no room: whoever may not enter one finds as little there as before."""

from __future__ import annotations

import pytest

from campaigns.closing import actions
from campaigns.closing.models import What
from tests.leaks.crawler import Crawl
from tests.leaks.planted_words import WORDS
from tests.leaks.planting import MAY_ENTER, Garden
from tests.leaks.test_pages import dated, leaking, moments


@pytest.mark.slow
@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["adjutant_ivan", "umpire", "spectator"])
def test_nobody_learns_more_of_an_abandoned_campaign_than_of_a_running_one(garden: Garden, name: str) -> None:
    actions.propose(what=What.END, reason="Ivan has moved away", by=garden.seat("ivan"))
    actions.agree(what=What.END, by=garden.seat("hans"))
    assert garden.campaign.abandoned
    answers = Crawl(garden.browser(name), garden.public_id).run().answers
    assert not [each.url for each in answers if each.status >= 500]
    for side in WORDS[garden.campaign.system]:
        when = moments(garden, side)
        assert bool(leaking(answers, side)) is (side in MAY_ENTER[name])
        assert bool(dated(answers, when)) is (side in MAY_ENTER[name])
