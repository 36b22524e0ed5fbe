"""Planted words in what is undone by a rewind: who was not to read them before does not afterwards."""

from __future__ import annotations

import pytest

from campaigns.rewind import proposals
from tests.leaks.crawler import Crawl
from tests.leaks.planted_words import WORDS
from tests.leaks.planting import MAY_ENTER, Garden
from tests.leaks.test_pages import kept_or_dated, leaking
from tests.leaks.test_rewind import agrees, proposes


@pytest.mark.slow
@pytest.mark.sampled(1)
@pytest.mark.parametrize("agreed", [False, True], ids=["proposed", "agreed"])
def test_nobody_else_finds_a_word_of_what_is_undone(garden: Garden, agreed: bool) -> None:
    proposes(garden, "hans", proposals.points(garden.campaign)[-1].before)
    if agreed:
        agrees(garden, "ivan")
    for name in ("ivan", "spectator"):
        crawl = Crawl(garden.browser(name), garden.public_id).run()
        if agreed or name == "ivan":  # while it is but proposed, only he who is asked may be refused otherwise
            crawl.refusals()
        closed = [side for side in WORDS[garden.campaign.system] if side not in MAY_ENTER[name]]
        assert leaking(crawl.answers, *closed) == {}
        assert kept_or_dated(crawl.answers) == []
        assert not [each.url for each in crawl.answers if each.status >= 500]
