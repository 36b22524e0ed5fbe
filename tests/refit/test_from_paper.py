"""A campaign begun on paper, on its pages: the founding, what both agree to, what each enters, what is said of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse

from campaigns.models import JournalEntry
from tests.html_client import HtmlPage, open_page
from tests.leaks.test_sameness import seen_by
from tests.players import PlayedCampaign

pytestmark = pytest.mark.django_db
LATER = "24AM"


@pytest.fixture
def from_paper(founding: Callable[..., PlayedCampaign]) -> PlayedCampaign:
    """A campaign of On Track to Orsha that comes here on its third date."""
    return founding(start=LATER)


def step(table: PlayedCampaign, name: str) -> HtmlPage:
    """The page of the step that waits for somebody."""
    return open_page(table.browser(name), reverse("refit-home", args=[table.public_id]))


def test_the_start_page_offers_the_later_dates_behind_more(from_paper: PlayedCampaign) -> None:
    browser = from_paper.browser("hans")
    page = open_page(browser, reverse("campaign-start") + "?system=oto2")
    assert "Starts on" in page.text
    assert "24AM; what went before was played on paper" in page.text
    assert "Starts on" not in open_page(browser, reverse("campaign-start") + "?system=rts").text


def test_one_side_says_what_stands_and_the_other_agrees_on_its_page(from_paper: PlayedCampaign) -> None:
    page = step(from_paper, "hans")
    assert "What stands on paper" in page.text
    answer = from_paper.player("hans")
    answer.moves()
    assert "Waiting for the other side to agree" in step(from_paper, "hans").text
    theirs = step(from_paper, "ivan")
    assert "as the other side says" in theirs.text
    assert "23PM: LVP" in theirs.text
    assert "Agree: so it stands" not in step(from_paper, "adjutant_ivan").text
    from_paper.player("ivan").moves()
    assert from_paper.view("ivan").public.stage == "paper_forces"


def test_a_wrong_entry_is_refused_with_what_was_typed(from_paper: PlayedCampaign) -> None:
    before = JournalEntry.objects.count()
    page = step(from_paper, "hans").press("propose", {"weather": "Overcast", "ec": "Moist", "lvp_0": "99999"})
    assert "99999" in page.html
    assert "field-error" in page.html
    assert JournalEntry.objects.count() == before


def test_the_gate_before_the_seal_says_what_is_in_it(from_paper: PlayedCampaign) -> None:
    from_paper.scripts["german"] = {"paper_counters": {"squad_4-6-7": 7}, "paper_points": {"cpp": 40}}
    from_paper.play_until("hans", "paper_review")
    gate = step(from_paper, "hans").knocks("done")
    assert gate.at_gate
    assert "You seal your record from paper" in gate.text
    assert "40 CPP, ELR 3, SAN 3." in gate.text


def test_campaign_journal_and_check_say_what_was_not_played_here(from_paper: PlayedCampaign) -> None:
    for place in ("campaign", "campaign-journal", "campaign-verify"):
        for name in ("hans", "spectator"):
            page = open_page(from_paper.browser(name), reverse(place, args=[from_paper.public_id]))
            assert "What was before 24AM was played on paper" in page.text, place


def test_a_campaign_begun_here_says_nothing_of_paper(table: PlayedCampaign) -> None:
    page = open_page(table.browser("hans"), reverse("campaign", args=[table.public_id]))
    assert "played on paper" not in page.text


def test_both_enter_their_record_and_buy(from_paper: PlayedCampaign) -> None:
    from_paper.scripts["german"] = {"paper_counters": {"squad_4-6-7": 7}, "paper_points": {"cpp": 40}}
    from_paper.play_to("purchase", LATER)
    assert from_paper.view("hans").mine.room.now.ledger.total == 40
    page = open_page(from_paper.browser("hans"), reverse("forces", args=[from_paper.public_id]))
    assert "4-6-7" in page.text
    check = open_page(from_paper.browser("hans"), reverse("campaign-verify", args=[from_paper.public_id]))
    assert "Something is wrong" not in check.text


@pytest.mark.slow
def test_no_page_of_the_others_tells_what_a_side_enters(from_paper: PlayedCampaign) -> None:
    from_paper.play_to("paper_forces", LATER)
    before = seen_by(from_paper)
    player = from_paper.player("hans")
    player.orders("enter", cpp=37, elr=2, san=5)
    after = seen_by(from_paper)
    assert {key: status for key, (status, _) in before.items()} == {key: status for key, (status, _) in after.items()}
    told = [key for key, (_, body) in after.items() if b"37 CPP" in body]
    assert told == []
