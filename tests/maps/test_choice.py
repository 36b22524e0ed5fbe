"""Both sides settle on a map for a campaign that is under way."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from campaigns import access
from campaigns.charts import actions as chart_actions
from campaigns.ledger import journal, reconcile
from campaigns.models import Notification
from rules.contract import PUBLIC
from tests.maps.practice import practice_map
from tests.players import PlayedCampaign, start_played, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(db: None) -> PlayedCampaign:
    """A campaign without a map."""
    return start_played()


def address(table: PlayedCampaign, name: str = "map-choice") -> str:
    return reverse(name, args=[table.public_id])


def seen_by(table: PlayedCampaign, name: str) -> int:
    return journal.entry_count(table.campaign, access.rooms_of(table.seat(name)))


def proposed(table: PlayedCampaign, name: str = "hans", chosen: str = "practice", **more: Any) -> Any:
    sent = {"map": chosen, "reason": "From now on", "seen": seen_by(table, name), "act": "propose", **more}
    return table.browser(name).post(address(table), sent, follow=True)


def answered(table: PlayedCampaign, name: str, verdict: str = "agreed") -> Any:
    public = state_of(table.campaign, {PUBLIC}).public
    sent = {"number": public.corrections[-1].number, "verdict": verdict, "seen": seen_by(table, name)}
    return table.browser(name).post(address(table, "refit-corrections"), sent, follow=True)


def ground(table: PlayedCampaign) -> Any:
    return state_of(table.campaign, {PUBLIC}).public.ground


def test_a_campaign_of_before_begins_to_draw_when_the_other_side_agrees(table: PlayedCampaign) -> None:
    assert address(table) in table.browser("hans").get(address(table, "map")).content.decode()
    answer = proposed(table)
    assert answer.status_code == 200
    assert "Proposed: Practice map" in answer.content.decode()
    assert ground(table) is None
    assert Notification.objects.filter(seat__campaign=table.campaign, seat__user__username="ivan").exists()
    asked = table.browser("ivan").get(address(table, "refit-corrections")).content.decode()
    assert "Map: practice map, 2580 hexes" in asked
    assert f'href="{address(table)}"' in asked
    assert "map-facts" in table.browser("ivan").get(address(table)).content.decode(), "he looks at it first"
    answered(table, "ivan")
    assert ground(table).sheet.invented
    assert "map-facts" in table.browser("hans").get(address(table, "map")).content.decode()
    assert not list(reconcile.differences(table.campaign))


def test_an_objection_leaves_everything_as_it_was(table: PlayedCampaign) -> None:
    proposed(table)
    answered(table, "ivan", "refused")
    assert ground(table) is None
    assert "Propose this map" in table.browser("hans").get(address(table)).content.decode()


def test_a_new_version_changes_no_campaign_until_both_agree_to_it(table: PlayedCampaign) -> None:
    hans = table.users["hans"]
    mine = chart_actions.begin_chart(system="oto2", kind="map", name="Steppe", practice=True, by=hans)
    sheet = chart_actions.sheets_of(mine).sheets[-1]

    def version(label: str) -> str:
        lines = [{**line, "label": label if n == 0 else line["label"]} for n, line in enumerate(mine.draft["hexes"])]
        made = chart_actions.keep_lines(chart=mine, sheet=sheet, lines=lines, revision=mine.revision).version
        assert made
        return f"{mine.chart_id}:{made.number}"

    proposed(table, chosen=version("First"))
    answered(table, "ivan")
    first = ground(table)
    second = version("Second")
    assert ground(table) == first
    assert (first.sheet.name, first.sheet.version) == ("Steppe", 1)
    proposed(table, chosen=second)
    asked = table.browser("ivan").get(address(table)).content.decode()
    assert "1 hex is not as on the map you play on" in asked
    assert "Second" in asked
    answered(table, "ivan")
    assert ground(table).sheet.version == 2


@pytest.mark.parametrize("name", ["adjutant_hans", "umpire", "spectator"])
def test_only_a_commander_proposes(table: PlayedCampaign, name: str) -> None:
    assert "Propose this map" not in table.browser(name).get(address(table)).content.decode()
    assert proposed(table, name).status_code in (403, 404, 422)
    assert not state_of(table.campaign, {PUBLIC}).public.corrections


@pytest.mark.parametrize(
    "more", [{"map": "nothing"}, {"map": ""}, {"map": "abcdefghijkl:1"}, {"reason": ""}, {"seen": "0"}, {"act": ""}]
)
def test_bad_entries_are_told_and_nothing_is_proposed(table: PlayedCampaign, more: dict[str, str]) -> None:
    answer = proposed(table, **more)
    assert answer.status_code == 422
    assert not state_of(table.campaign, {PUBLIC}).public.corrections


def test_the_same_map_is_refused_with_the_reason() -> None:
    table = start_played(map=practice_map())
    answer = proposed(table)
    assert answer.status_code == 422
    assert "played on this map already" in answer.content.decode()


def test_the_front_over_the_dates_is_drawn_as_far_as_it_lies_on_the_map_of_now(table: PlayedCampaign) -> None:
    """A painting of before names hexes that a smaller map of now lacks."""
    hans = table.users["hans"]
    proposed(table)
    answered(table, "ivan")
    paint = {"holder": "german", "hexes": "QQ60", "seen": seen_by(table, "hans"), "act": "paint"}
    table.browser("hans").post(address(table, "map"), paint)
    small = chart_actions.begin_chart(system="oto2", kind="map", name="Small", practice=True, by=hans)
    sheets = chart_actions.sheets_of(small).sheets
    lines = [line for line in small.draft["hexes"] if line["hex"] == "A1"]
    chart_actions.keep_lines(chart=small, sheet=sheets[-1], lines=lines, revision=0)
    head = {**small.draft["map"][0], "columns": "20"}
    made = chart_actions.keep_lines(chart=small, sheet=sheets[0], lines=[head], revision=1).version
    assert made
    proposed(table, chosen=f"{small.chart_id}:{made.number}")
    answered(table, "ivan")
    assert "QQ60" not in ground(table).control
    for at in (0, 1):
        page = table.browser("ivan").get(address(table, "map-dates"), {"at": at})
        assert page.status_code == 200
