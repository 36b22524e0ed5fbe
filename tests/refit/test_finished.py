"""The figures over all finished campaigns: what they say, and what they keep to themselves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns import actions, purchase_figures
from campaigns.ledger import archive
from campaigns.models import Campaign, RGPurchaseLine
from campaigns.purchase_figures import FEWEST, GameFigures, finished_figures
from tests.players import PlayedCampaign

RECORDED = Path(__file__).parent.parent / "replays"
OTO2 = ("german_win", "russian_win", "scripted", "mended", "random", "russian_win_by_balance")
Ends = Callable[..., Campaign]


@pytest.fixture
def ends(table: PlayedCampaign) -> Ends:
    """Brings a campaign that has ended for somebody."""

    def bring(number: int, name: str, game: str = "oto2", recorded: str = "") -> Campaign:
        file = archive.read((RECORDED / game / f"{recorded or OTO2[number]}.json").read_bytes())
        return actions.import_campaign(file=file, commanders={"german": table.users[name]})

    return bring


def told(user: User) -> GameFigures:
    (game,) = finished_figures(user)
    return game


def test_a_running_campaign_is_in_no_figures(table: PlayedCampaign) -> None:
    table.play_to("purchase", "23PM")
    assert finished_figures(table.users["hans"]) == []
    answer = table.browser("hans").get(reverse("finished-figures"))
    assert "No finished campaign yet" in answer.content.decode()


def test_the_figures_of_a_campaign_are_those_of_its_lines(table: PlayedCampaign, ends: Ends) -> None:
    campaign = ends(2, "hans")
    game, lines = told(table.users["hans"]), RGPurchaseLine.objects.filter(given=False)
    assert (game.campaigns, game.own) == (1, 1)
    winner = campaign.summary["winner"]
    assert {side.name: side.won for side in game.sides} == {side.name: int(side.name == winner) for side in game.sides}
    for side in game.sides:
        mine = lines.filter(purchase__side__key=side.key)
        assert sum(group.bought for group in side.groups) == mine.count() > 0
        assert [group.bought for group in side.groups] == sorted((g.bought for g in side.groups), reverse=True)
        assert side.spent == sum(
            RGPurchaseLine.objects.filter(purchase__side__key=side.key).values_list("price", flat=True)
        )
        for group in side.groups:
            prices = [line.price for line in mine.filter(group=group.group)]
            assert group.paid == pytest.approx(sum(prices) / len(prices))
            assert (group.campaigns, group.won) == (1, side.won)
    page = table.browser("hans").get(reverse("finished-figures")).content.decode()
    assert "1 campaign has ended." in page
    assert f"{winner}" in page
    assert game.sides[0].groups[0].name in page


def test_campaigns_of_others_are_told_of_only_so_many_at_a_time(table: PlayedCampaign, ends: Ends) -> None:
    looks = []
    for number in range(2 * FEWEST):
        ends(number, "hans")
        looks.append([game.campaigns for game in finished_figures(table.users["stranger"])])
    assert looks == [[], [], [FEWEST], [FEWEST], [FEWEST], [2 * FEWEST]]
    assert told(table.users["hans"]).own == 2 * FEWEST


def test_what_one_campaign_of_others_adds_is_never_seen_alone(table: PlayedCampaign, ends: Ends) -> None:
    ends(0, "stranger")
    own = told(table.users["stranger"])
    for number in range(1, FEWEST):
        ends(number, "hans")
        assert told(table.users["stranger"]) == own
    ends(FEWEST, "hans")
    assert told(table.users["stranger"]).campaigns == 1 + FEWEST


def test_of_games_with_charts_of_their_owners_a_reader_is_told_his_own_alone(table: PlayedCampaign, ends: Ends) -> None:
    for _ in range(FEWEST):
        ends(0, "hans", "votg", "won_at_once")
    assert finished_figures(table.users["stranger"]) == []
    assert told(table.users["hans"]).own == FEWEST


def test_it_takes_as_many_queries_for_six_campaigns_as_for_one(table: PlayedCampaign, ends: Ends) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            finished_figures(table.users["hans"])
        return len(queries)

    ends(0, "hans")
    before = asked()
    for number in range(1, 3):
        ends(number, "hans")
    assert asked() == before


def test_who_is_not_logged_in_is_asked_to(table: PlayedCampaign) -> None:
    answer: Any = table.browser().get(reverse("finished-figures"))
    assert answer.status_code == 302
    assert purchase_figures.FEWEST > 2
