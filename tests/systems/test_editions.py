"""A campaign of an older edition of its game: told so, and left as it is."""

from __future__ import annotations

import io

import pytest
from django.core.management import call_command
from django.urls import reverse

from campaigns.models import Campaign
from rules import registry
from tests.players import PlayedCampaign, start_played

pytestmark = pytest.mark.django_db
OF_ENTRIES = [
    "campaign", "campaign-journal", "campaign-figures", "campaign-rulings", "refit-home", "refit-undo",
    "refit-corrections", "rewind", "sheet-list", "forces",
]  # fmt: skip
"""Addresses of pages that tell what happened."""


@pytest.fixture
def old() -> PlayedCampaign:
    played = start_played()
    Campaign.objects.filter(public_id=played.public_id).update(edition="0")
    return played


@pytest.mark.parametrize("address", OF_ENTRIES)
def test_its_pages_say_that_it_cannot_go_on_here(old: PlayedCampaign, address: str) -> None:
    answer = old.browser("hans").get(reverse(address, args=[old.public_id]), follow=True)
    assert answer.status_code == 410
    assert "older edition" in answer.content.decode()


@pytest.mark.parametrize(
    "address", [*OF_ENTRIES, "campaign-people", "campaign-honest", "campaign-verify", "campaign-file"]
)
def test_none_of_its_pages_tells_an_entry_that_is_not_known_any_more(
    old: PlayedCampaign, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(*_: object) -> object:
        raise KeyError("an event of older rules")

    monkeypatch.setattr(type(registry.get("oto2")), "describe", unknown)
    answer = old.browser("hans").get(reverse(address, args=[old.public_id]), follow=True)
    assert answer.status_code in (200, 410)


def test_who_has_no_part_in_it_learns_nothing(old: PlayedCampaign) -> None:
    assert old.browser("stranger").get(reverse("campaign", args=[old.public_id])).status_code == 404


def test_its_players_still_find_it_among_their_campaigns(old: PlayedCampaign) -> None:
    assert old.public_id in old.browser("hans").get(reverse("campaign-list")).content.decode()


def test_reconcile_takes_it_for_older_and_not_for_changed(old: PlayedCampaign) -> None:
    said = io.StringIO()
    call_command("reconcile", "--fix", stdout=said)
    assert "not checked" in said.getvalue()
    assert "founded under edition 0" in said.getvalue()


def test_a_game_is_had_in_its_own_edition_alone() -> None:
    game = registry.get("oto2")
    assert registry.of_edition("oto2", game.edition) is game
    with pytest.raises(registry.OtherEdition):
        registry.of_edition("oto2", "0")
