"""The journal by date, what is new since a visit, and the page of a campaign that says whose turn it is first."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns import actions
from campaigns.models import Trial
from campaigns.story import visits
from campaigns.story.pages import FILTERS, journal_page
from tests.html_client import HtmlPage, open_page
from tests.players import PlayedCampaign


@pytest.fixture
def second_date(table: PlayedCampaign) -> PlayedCampaign:
    table.play_to("purchase", "23PM")
    return table


def page(table: PlayedCampaign, name: str, kind: str, asked: str = "") -> HtmlPage:
    return open_page(table.browser(name), reverse(kind, args=[table.public_id]) + asked)


def test_each_date_has_a_headline_and_only_the_latest_is_open(second_date: PlayedCampaign) -> None:
    found = journal_page(second_date.seat("hans"), {})
    assert [day.key for day in found.days] == ["23PM", "23AM"]
    assert found.open == "23PM"
    assert "victory" in found.days[1].headline
    shown = page(second_date, "hans", "campaign-journal")
    assert shown.html.count('id="day"') == 1
    assert f"23AM {found.days[1].headline}" in " ".join(shown.text.split())


def test_who_knows_of_both_sides_is_told_whose_purchases_a_headline_tells(table: PlayedCampaign) -> None:
    table.scripts["german"] = {"23AM purchase": {"rows": {"I1": {"n": 2}}}}
    table.scripts["russian"] = {"23AM purchase": {"rows": {"I2": {"n": 1}}}}
    table.play_to("forces")
    for name in ("ivan", "umpire"):
        assert journal_page(table.seat(name), {}).days[0].headline.startswith("Bought 1 group for"), name
    actions.admit_umpire(seat_id=table.seat("umpire").pk, by=table.seat("hans"))
    both = journal_page(table.seat("umpire"), {}).days[0].headline.split(" · ")
    assert sorted(each.split(" for ")[0] for each in both) == ["German: Bought 2 groups", "Russian: Bought 1 group"]


def test_a_date_asked_for_is_open_and_an_unknown_one_is_the_latest(second_date: PlayedCampaign) -> None:
    seat = second_date.seat("hans")
    assert journal_page(seat, {"day": "23AM"}).open == "23AM"
    assert journal_page(seat, {"day": "no such day"}).open == "23PM"


def test_every_entry_stands_in_exactly_one_date(second_date: PlayedCampaign) -> None:
    for name in ("hans", "ivan", "spectator"):
        found = journal_page(second_date.seat(name), {})
        numbers = sorted(line.number for day in found.days for line in (*day.rows, *day.routine))
        assert numbers == list(range(1, found.frame.seen + 1))


def test_what_only_says_that_the_course_went_on_is_folded_away(second_date: PlayedCampaign) -> None:
    for day in journal_page(second_date.seat("hans"), {}).days:
        assert not [line.text for line in day.rows if line.text.startswith("Gone through:")]
        assert day.routine


@pytest.mark.parametrize("only", FILTERS)
def test_a_filter_shows_what_it_says_and_nothing_that_is_closed_to_the_reader(
    second_date: PlayedCampaign, only: str
) -> None:
    seat = second_date.seat("hans")
    every = {line.number: line.text for d in journal_page(seat, {}).days for line in (*d.rows, *d.routine)}
    found = journal_page(seat, {"only": only}).matches
    assert found
    assert all(every[line.number] == line.text for line in found)
    if only in ("mine", "theirs"):
        assert {line.side for line in found} == {"german" if only == "mine" else "russian"}
    if only == "dice":
        assert all(line.reckonings for line in found)


def test_a_word_finds_the_lines_that_have_it(second_date: PlayedCampaign) -> None:
    found = journal_page(second_date.seat("hans"), {"q": "WEATHER"}).matches
    assert found
    assert all("weather" in line.text.casefold() for line in found)
    nothing = page(second_date, "hans", "campaign-journal", "?q=%3Cscript%3E&only=nonsense")
    assert "0 entries" in nothing.text
    assert "<script>&" not in nothing.html


def test_since_the_last_act_only_what_others_did_is_new(second_date: PlayedCampaign) -> None:
    for name, side in (("hans", "german"), ("ivan", "russian")):
        found = journal_page(second_date.seat(name), {})
        assert side not in {line.side for line in found.news}
        assert found.since is not None
        assert all(line.number > found.since.seen for line in found.news)
    assert journal_page(second_date.seat("spectator"), {}).since is None


def test_after_a_pause_the_page_says_where_one_was(second_date: PlayedCampaign, monkeypatch: Any) -> None:
    now = timezone.now()
    assert "Where were we" not in page(second_date, "hans", "campaign").text
    monkeypatch.setattr(visits, "PAUSE", timedelta(seconds=-1))
    shown = page(second_date, "hans", "campaign")
    assert "Where were we" in shown.text
    assert "In force today:" in shown.text
    assert visits.SinceLastAct(4, now - timedelta(days=3)).long_ago


def test_the_page_of_a_campaign_says_first_whose_turn_it_is_and_has_no_digits(second_date: PlayedCampaign) -> None:
    shown = page(second_date, "hans", "campaign")
    assert shown.text.index("Your turn") < shown.text.index("Calendar") < shown.text.index("Your forces")
    assert second_date.campaign.seed_hash not in shown.html
    honest = page(second_date, "hans", "campaign-honest")
    assert second_date.campaign.seed_hash[:16] in honest.html.replace(" ", "").replace("<span>", "").replace(
        "</span>", ""
    )


def test_a_glance_at_forces_is_of_ones_own_side_alone(second_date: PlayedCampaign) -> None:
    shown = page(second_date, "hans", "campaign")
    assert "4-6-7" in shown.text
    assert "6-2-8" not in shown.text
    assert "counters on hand" not in page(second_date, "spectator", "campaign").text


def test_who_waits_has_something_to_read(second_date: PlayedCampaign) -> None:
    second_date.play_to("forces", "23PM")
    while second_date.view("hans").current:
        assert second_date.player("hans").moves()
    shown = page(second_date, "hans", "campaign")
    assert "Meanwhile" in shown.text
    assert "Tables and odds" in shown.text


@pytest.mark.django_db
def test_the_journal_of_a_game_for_one_has_no_filter_by_side_nor_by_purchases(client: Client) -> None:
    client.post(reverse("trial", args=["orsha_missions"]))
    campaign = Trial.objects.get().campaign
    assert campaign
    assert [*journal_page(campaign.seats.get(), {}).filters] == ["dice"]
    home = open_page(client, reverse("refit-home", args=[campaign.public_id]))
    assert "My side" not in home.text


def test_who_has_no_side_has_no_filter_by_side(second_date: PlayedCampaign) -> None:
    assert [*journal_page(second_date.seat("spectator"), {}).filters] == ["dice", "purchases"]
    assert [*journal_page(second_date.seat("hans"), {}).filters] == [*FILTERS]


def test_who_takes_a_seat_over_finds_where_his_side_was(second_date: PlayedCampaign, monkeypatch: Any) -> None:
    """Neither the link he came by nor that he sat down is an act of play."""
    before = journal_page(second_date.seat("ivan"), {}).since
    _, token = actions.invite(role="commander", side="russian", by=second_date.seat("ivan"))
    actions.take_seat(token=token, by=second_date.users["stranger"])
    assert journal_page(second_date.seat("stranger"), {}).since == before
    monkeypatch.setattr(visits, "PAUSE", timedelta(seconds=-1))
    assert "Where were we" in page(second_date, "stranger", "campaign").text
