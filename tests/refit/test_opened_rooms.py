"""The open books: both sides beside each other, and groups by their names wherever something bought is told."""

from __future__ import annotations

import re

import pytest
from django.http import Http404
from django.urls import reverse
from django.utils import translation

from campaigns.ledger.undo import last_act
from campaigns.recorded import just_recorded
from campaigns.story.opened_rooms import opened_rooms_page
from refit.corrections.pages import undo_page
from tests.html_client import open_page
from tests.players import PlayedCampaign, start_played
from tests.systems.people import seated


@pytest.fixture
def over(table: PlayedCampaign) -> PlayedCampaign:
    """A campaign of two dates, conceded by the Russians."""
    table.play_to("purchase", "23PM")
    table.player("ivan").orders("concede")
    return table


def test_both_sides_stand_beside_each_other_with_what_they_bought_and_what_came(over: PlayedCampaign) -> None:
    page = opened_rooms_page(over.seat("hans"), "23AM")
    assert [room.key for room in page.rooms] == list(page.frame.system.sides)
    for room in page.rooms:
        assert not room.shut
        assert any(line.text.startswith("Bought") for line in room.bought)
        assert room.came is not None
        assert room.came.date == "23AM"
        assert {line.room for line in (*room.bought, *room.knew)} == {room.key}
    assert {line.room for line in page.public_rows} == {"public"}
    shown = open_page(over.browser("hans"), reverse("campaign-books", args=[over.public_id]) + "?date=23AM").text
    assert page.public_rows[-1].text in " ".join(shown.split())


def test_dates_go_forward_and_an_unknown_one_is_the_first(over: PlayedCampaign) -> None:
    first = opened_rooms_page(over.seat("ivan"), "no such date")
    dates = [("23AM", "23AM"), ("23PM", "23PM")]
    assert (first.dates, first.title, first.before, first.after) == (dates, "23AM", None, dates[1])
    second = opened_rooms_page(over.seat("ivan"), "23PM")
    assert (second.before, second.after) == (dates[0], None)


def test_what_was_given_up_before_its_first_date_has_a_title_too(table: PlayedCampaign) -> None:
    table.player("ivan").orders("concede")
    page = opened_rooms_page(table.seat("hans"))
    assert page.dates == [("", "Before the first date")]
    assert (
        f"<h2>{page.title}</h2>"
        in open_page(table.browser("hans"), reverse("campaign-books", args=[table.public_id])).html
    )


@pytest.mark.django_db
def test_a_game_without_dates_and_purchases_has_days_and_nothing_bought() -> None:
    table = seated("rts")
    press = {"act": "concede-confirmed", "seen": table.page("axis").form.fields["seen"]}
    table.browsers["axis"].post(table.at("refit-concede"), press)
    page = opened_rooms_page(table.seat("soviet"))
    assert re.fullmatch(r"\d+ \w+\.? \d{4}", page.title)
    shown = table.page("soviet", "campaign-books").text
    assert page.title in shown
    assert "Bought" not in shown


def test_no_line_is_told_twice_and_none_that_was_taken_back(over: PlayedCampaign) -> None:
    for date in ("23AM", "23PM"):
        page = opened_rooms_page(over.seat("spectator"), date)
        told = [line for room in page.rooms for line in (*room.bought, *room.knew)] + list(page.public_rows)
        assert len({line.number for line in told}) == len(told)
        assert not [line for line in told if line.undone]


def test_there_are_no_books_while_the_campaign_goes_on(table: PlayedCampaign) -> None:
    with pytest.raises(Http404):
        opened_rooms_page(table.seat("hans"))


def test_the_page_of_an_ended_campaign_leads_to_its_books(over: PlayedCampaign) -> None:
    link = reverse("campaign-books", args=[over.public_id])
    assert link in open_page(over.browser("hans"), reverse("campaign", args=[over.public_id])).html
    shown = open_page(over.browser("hans"), f"{link}?date=23AM").text
    assert "What came" in shown


def test_what_was_bought_is_told_by_the_names_of_its_groups_where_it_is_recorded_and_taken_back(
    table: PlayedCampaign,
) -> None:
    table.scripts["german"] = {"23AM purchase": {"rows": {"I1": {"n": 2}}}}
    table.play_until("hans", "purchase")
    assert table.player("hans").answers(table.view("hans"))
    seat = table.seat("hans")
    act = last_act(seat)
    told = just_recorded(seat, str(act.id))
    assert told is not None
    for lines in (told.rows, undo_page(seat).rows):
        (line,) = [each.text for each in lines if each.text.startswith("Bought")]
        assert "Co." in line
        assert "23AM-" not in line


@pytest.mark.django_db
def test_what_came_is_found_whatever_language_calls_the_date() -> None:
    table = start_played(system="votg")
    table.play_until("hans", "setup")
    table.player("ivan").orders("concede")
    english = opened_rooms_page(table.seat("hans"), "14 Sept")
    with translation.override("de"):
        german = opened_rooms_page(table.seat("hans"), "14 Sept")
    assert german.title == "14. Sept."
    assert [room.came is not None for room in english.rooms] == [True, True]
    assert [room.came is not None for room in german.rooms] == [True, True]
