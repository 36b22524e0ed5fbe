"""What a gain by hand tells the others: how many counters of what class, and nothing of what they are."""

from __future__ import annotations

import pytest
from django.db import transaction
from django.urls import reverse

from tests.html_client import HtmlPage, open_page
from tests.leaks.planted_words import OTHER_WORD, WORD
from tests.leaks.test_sameness import seen_by
from tests.players import PlayedCampaign

LONG_NAME = "Kanarienvogel"


@pytest.fixture
def fighting(table: PlayedCampaign) -> PlayedCampaign:
    """The first scenario is played."""
    table.play_to("battle")
    return table


def of_gains(table: PlayedCampaign, name: str, page: str = "refit-corrections") -> HtmlPage:
    return open_page(table.browser(name), reverse(page, args=[table.public_id]))


@pytest.mark.sampled(1, among="gains and captures")
@pytest.mark.slow
def test_a_gain_tells_its_class_and_number_and_not_a_byte_more(fighting: PlayedCampaign) -> None:
    found = []
    for name, worth in ((LONG_NAME, 1), ("PaK", 9)):
        before = transaction.savepoint()
        fighting.player("hans").orders("add", kind="gun", name=name, count=3, worth=worth)
        pages = seen_by(fighting)
        sealed = {key: (status, len(body)) for key, (status, body) in pages.items()}
        assert not [key for key, (_, body) in pages.items() if name.encode() in body and name != "PaK"]
        found.append(sealed)
        transaction.savepoint_rollback(before)
    assert found[0] == found[1]


def test_the_other_side_sees_what_it_agrees_to_and_no_name(fighting: PlayedCampaign) -> None:
    fighting.player("hans").orders("add", kind="gun", name=WORD, count=3, reason="Taken at the bridge")
    for name in ("ivan", "spectator", "umpire"):
        page = of_gains(fighting, name)
        assert "3 × Gun added by hand" in page.text
        assert "Taken at the bridge" in page.text
        assert WORD not in page.html
    assert WORD in of_gains(fighting, "hans").html


def test_what_became_of_a_gain_stays_in_the_room(fighting: PlayedCampaign) -> None:
    fighting.gains("hans", "gun", WORD, 2)
    assert WORD not in of_gains(fighting, "ivan").html
    assert WORD not in open_page(fighting.browser("ivan"), reverse("campaign-journal", args=[fighting.public_id])).html


def test_every_gain_stands_in_the_check_and_at_the_end(fighting: PlayedCampaign) -> None:
    fighting.gains("hans", "gun", WORD, 2)
    fighting.player("ivan").orders("add", kind="tank", name=OTHER_WORD, count=4)
    for name in ("hans", "ivan", "spectator"):
        check = of_gains(fighting, name, "campaign-verify")
        assert "2 × Gun added by hand" in check.text
        assert "agreed: Russian" in check.text
        assert "4 × AFV added by hand" in check.text
        assert "waits for an answer" in check.text
    assert WORD not in of_gains(fighting, "ivan", "campaign-verify").html
    assert 'id="gains"' not in of_gains(fighting, "ivan", "campaign").html
    fighting.player("ivan").orders("concede")
    assert "4 × AFV added by hand" in of_gains(fighting, "spectator", "campaign").text


@pytest.mark.sampled(1, among="gains and captures")
@pytest.mark.slow
def test_a_capture_tells_class_name_and_number_and_not_a_byte_more(fighting: PlayedCampaign) -> None:
    found = []
    for note, place, marks in (("1", "", []), (WORD, "K20", ["wounded", "encircled"])):
        before = transaction.savepoint()
        hans = fighting.player("hans")
        squad = next(p for s in hans.view().mine.sections for p in s.piles if p.like.kind == "squad" and p.count > 2)
        hans.orders("change", pile=squad.key, count=2, note=note, place=place, marks=marks)
        changed = next(p for s in hans.view().mine.sections for p in s.piles if squad.key in p.ids)
        hans.orders("capture", pile=changed.key, count=2)
        pages = seen_by(fighting)
        assert not [key for key, (_, body) in pages.items() if WORD.encode() in body]
        found.append({key: (status, len(body)) for key, (status, body) in pages.items()})
        transaction.savepoint_rollback(before)
    assert found[0] == found[1]
