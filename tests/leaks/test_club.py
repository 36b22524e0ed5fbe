"""The club's page and its organisers: nothing of a side's room, and the same bytes whatever is done in secret."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.club import actions as club
from campaigns.club import members
from campaigns.club.models import ClubListing
from tests.leaks.crawler import PLAIN, VALUES, Crawl
from tests.leaks.planted_words import WORDS, without_tokens
from tests.leaks.planting import Garden, draft, hand_out, secret_acts
from tests.leaks.test_pages import dated, kept_or_dated, leaking, moments
from tests.leaks.test_sameness import roll_unseen, tap_the_pad
from tests.players import PlayedCampaign, log_in, start_played

pytestmark = pytest.mark.once
PAGES = ("/members/", "/members/over/", "/members/results/", "/members/archive/", "/members/campaigns/{}/", "/")
ONLOOKERS = ("ivan", "spectator", "stranger", "organiser")
SECRET: dict[str, tuple[str, Callable[[PlayedCampaign], None]]] = {
    "counters entered by hand, reduced, Replaced": ("battle", secret_acts),
    "entries of a battle pad": ("battle", tap_the_pad),
    "a draft": ("purchase", draft),
    "parts that are handed out": ("purchase", hand_out),
    "a free roll for the own side": ("purchase", roll_unseen),
}


def organised(table: PlayedCampaign) -> PlayedCampaign:
    """The campaign stands on the club's page, and somebody who sits nowhere looks after it."""
    for name in ("hans", "ivan"):
        club.put_on_page(by=table.seat(name))
    organiser = User.objects.create_user("organiser")
    members.appoint(name="organiser")
    return PlayedCampaign({**table.users, "organiser": organiser}, table.public_id, table.scripts)


def seen_by(table: PlayedCampaign, name: str) -> list[tuple[int, bytes, tuple[str, ...]]]:
    """The pages of the club as somebody gets them, byte for byte, and what they asked of the database."""
    found, browser = [], table.browser(name)
    for page in PAGES:
        with CaptureQueriesContext(connection) as asked:
            answer = browser.get(page.format(table.public_id))
        statements = tuple(VALUES.sub("?", each["sql"]) for each in asked.captured_queries)
        found.append((answer.status_code, without_tokens(answer.content), statements))
    return found


@pytest.mark.sampled(2)
@pytest.mark.parametrize("what", SECRET)
def test_no_secret_act_changes_a_byte_of_the_clubs_pages(db: None, what: str) -> None:
    stage, act = SECRET[what]
    table = start_played()
    table.play_to(stage)
    table = organised(table)
    rows = [*ClubListing.objects.values_list()]
    before = {name: seen_by(table, name) for name in ONLOOKERS}
    assert all(table.campaign.name.encode() in before[name][0][1] for name in ONLOOKERS)
    with transaction.atomic():
        act(table)
    assert {name: seen_by(table, name) for name in ONLOOKERS} == before
    assert [*ClubListing.objects.values_list()] == rows


@pytest.mark.sampled(1)
def test_an_organiser_sees_no_word_and_no_moment_of_any_side(garden: Garden) -> None:
    table = organised(garden)
    for crawl in (Crawl(table.browser("organiser"), table.public_id).run(),
                  Crawl(table.browser("organiser"), table.public_id).refusals()):  # fmt: skip
        answers = crawl.answers
        shown = {each.url for each in answers if each.status in (200, 422)}
        assert f"/members/campaigns/{table.public_id}/" in shown
        assert not [each.url for each in answers if each.status >= 500]
        assert kept_or_dated(answers) == []
        for side in WORDS[table.campaign.system]:
            assert leaking(answers, side) == {}
            assert dated(answers, moments(table, side)) == set()


def test_what_a_member_reads_of_a_campaign_is_a_day_and_no_moment(garden: Garden) -> None:
    table = organised(garden)
    answers = Crawl(log_in(Client(), table.users["stranger"]), table.public_id, (PLAIN,)).run().answers
    pages = [each for each in answers if each.url.startswith("/members/")]
    assert any(table.campaign.name.encode() in each.content for each in pages)
    assert not [each.url for each in pages if b"<time" in each.content]
