"""Where a side sets up, tapped or typed, draft or record, shows on no page, picture or size that anybody else has."""

from __future__ import annotations

import pytest
from django.db import transaction
from django.urls import resolve, reverse

from campaigns import actions
from tests.leaks.looks import OF_THE_READER, first_look
from tests.maps.practice import practice_map
from tests.players import PlayedCampaign, start_played

pytestmark = pytest.mark.django_db
PUBLIC_PAGES = ("map", "map-file", "map-table", "map-dates", "campaign", "campaign-journal", "campaign-honest")
OTHERS = ("ivan", "adjutant_ivan", "spectator", "umpire")


@pytest.fixture
def table(db: None) -> PlayedCampaign:
    table = start_played(map=practice_map())
    table.play_until("hans", "setup")
    return table


def line(table: PlayedCampaign, label: str = "4-6-7") -> str:
    fields = table.view("hans").current.task.form.fields
    return str(next(field.name for field in fields if field.label.endswith(label)))


def shown(table: PlayedCampaign, name: str, page: str) -> tuple[int, str]:
    answer = table.browser(name).get(reverse(page, args=[table.public_id]), follow=True)
    return answer.status_code, OF_THE_READER.sub("", answer.content.decode())


def everything(
    table: PlayedCampaign, *more: str, names: tuple[str, ...] = OTHERS
) -> dict[tuple[str, str], tuple[int, str]]:
    return {(name, page): shown(table, name, page) for name in names for page in (*PUBLIC_PAGES, *more)}


@pytest.mark.sampled(2, among="positions on the map")
def test_what_is_tapped_and_kept_as_a_draft_changes_nothing_for_anybody_else(table: PlayedCampaign) -> None:
    before = everything(table, "map-positions", "refit-home")
    typed = {line(table): "3 Q31", "tap:line": line(table), "tap:number": "3"}
    actions.save_draft(step="setup", data=typed, by=table.seat("hans"), stamp=None)
    assert "Q31" in table.browser("hans").get(reverse("refit-step", args=[table.public_id, "setup"])).content.decode()
    assert everything(table, "map-positions", "refit-home") == before


@pytest.mark.sampled(2, among="positions on the map")
def test_few_or_many_counters_seen_or_hidden_look_alike_to_all_others(table: PlayedCampaign) -> None:
    set_ups = [
        {line(table): "Q31"},
        {line(table): "3 Q31, 2 R32, S33", line(table, "Trench"): "2 T34, 3 U35", line(table, "Wire"): "6 V36"},
    ]
    found = []
    for entries in set_ups:
        with transaction.atomic():
            table.player("hans").orders("enter", step="setup", **entries)
            found.append(everything(table, "map-positions"))
            transaction.set_rollback(True)
    assert found[0] == found[1]


@pytest.mark.parametrize("name", ["spectator", "umpire", "stranger"])
def test_whoever_has_no_side_has_no_page_of_positions(table: PlayedCampaign, name: str) -> None:
    assert shown(table, name, "map-positions")[0] == 404
    answer = table.browser(name).get(reverse("refit-map", args=[table.public_id, "setup"]))
    assert answer.status_code == 404


def test_the_page_of_a_side_shows_its_own_alone(table: PlayedCampaign) -> None:
    table.player("hans").orders("change", pile=1, count=1, place="K20")
    status, mine = shown(table, "adjutant_hans", "map-positions")
    assert status == 200
    assert "K20" in mine
    assert 'class="fill-1"' in mine
    status, theirs = shown(table, "ivan", "map-positions")
    assert status == 200
    assert 'class="fill-' not in theirs
    assert table.browser("ivan").get(reverse("refit-map", args=[table.public_id, "setup"])).status_code == 404


@pytest.mark.sampled(2, among="positions on the map")
def test_hexes_that_are_tapped_few_or_many_change_nothing_for_anybody_else(db: None) -> None:
    fresh = start_played(map=practice_map(), name="Artillery")
    fresh.play_until("ivan", "hexes")
    names = [field.name for field in fresh.view("ivan").current.task.fields]
    others = ("hans", "adjutant_hans", "spectator", "umpire")
    pages = (*PUBLIC_PAGES, "map-positions", "refit-home")
    before = {(name, page): shown(fresh, name, page) for name in others for page in pages}
    for typed in ({names[0]: "K20", "tap:line": names[0]}, dict.fromkeys(names, "Q31"), {names[0]: "ZZ99"}):
        actions.save_draft(step="hexes", data=typed, by=fresh.seat("ivan"), stamp=None)
        assert {(name, page): shown(fresh, name, page) for name in others for page in pages} == before
    mine = fresh.browser("ivan").get(reverse("refit-step", args=[fresh.public_id, "hexes"])).content.decode()
    assert "ZZ99 is not on the map" in mine


# every address there is -------------------------------------------------------------------------------------

OF_THE_MAP = {
    "map",
    "map-table",
    "map-file",
    "map-dates",
    "map-lapse",
    "map-positions",
    "map-choice",
    "refit-map",
    "refit-vasl",
}
"""What a crawl of a campaign on a map has to come by."""


@pytest.mark.sampled(2, among="positions on the map")
@pytest.mark.slow
@pytest.mark.parametrize("name", ["ivan", "spectator"])
def test_no_address_at_all_answers_otherwise_when_a_side_taps_its_set_up(table: PlayedCampaign, name: str) -> None:
    look = first_look(table, name)
    statuses = {each.url: each.status for each in look.answers}
    assert {resolve(url.split("?")[0]).url_name for url in statuses} >= OF_THE_MAP
    assert statuses[reverse("map", args=[table.public_id])] == 200
    typed = {line(table): "3 Q31, 2 R32 hidden", "tap:line": line(table)}
    actions.save_draft(step="setup", data=typed, by=table.seat("hans"), stamp=None)
    assert look.changed() == []


@pytest.mark.sampled(2, among="positions on the map")
@pytest.mark.slow
@pytest.mark.parametrize("name", ["ivan", "spectator"])
def test_no_address_at_all_answers_otherwise_when_a_side_is_proposed_its_perimeter(name: str) -> None:
    table = start_played(map=practice_map())
    table.paints("hans", "A1-G60")
    table.play_until("hans", "perimeter")
    look = first_look(table, name)
    said = {field.name: field.value for field in table.view("hans").current.task.fields}
    table.player("hans").orders("enter", step="perimeter", **{**said, "mmc_at": "P31, Q30", "enemy_at": "R33"})
    assert "largest Perimeter" in "".join(table.view("hans").current.task.sentences)
    assert look.changed() == []


@pytest.mark.sampled(2, among="positions on the map")
@pytest.mark.slow
@pytest.mark.parametrize("name", ["ivan", "spectator"])
def test_no_address_at_all_answers_otherwise_when_a_side_lists_what_it_took_in_the_battle(name: str) -> None:
    table = start_played(map=practice_map())
    table.play_until("hans", "play")
    look = first_look(table, name)
    actions.save_draft(step="play", data={"hexes": "R29-V30, U31"}, by=table.seat("hans"), stamp=None)
    assert "U31" in table.browser("hans").get(reverse("refit-step", args=[table.public_id, "play"])).content.decode()
    assert look.changed() == []
