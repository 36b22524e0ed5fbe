"""What a side took is painted on the page of the battle itself: by tapping or typing, with scripts and without."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaigns import access, drafts
from campaigns.ledger import journal
from campaigns.maps.drawing import SCALE
from campaigns.maps.outlines import Layout
from rules.contract import PUBLIC, Refused
from tests.html_client import HtmlPage, open_page
from tests.maps.practice import practice_map
from tests.players import PlayedCampaign, start_played, state_of
from tests.rules.play import GERMAN, RUSSIAN, Game

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["oto2", "votg"])
def table(request: pytest.FixtureRequest, db: None) -> PlayedCampaign:
    table = start_played(system=request.param, map=practice_map(request.param))
    table.play_until("hans", "play")
    return table


def battle(table: PlayedCampaign, name: str = "hans") -> HtmlPage:
    return open_page(table.browser(name), reverse("refit-step", args=[table.public_id, "play"]))


def control(table: PlayedCampaign) -> dict[str, str]:
    return dict(state_of(table.campaign, {PUBLIC}).public.ground.control)


def test_hexes_taken_are_painted_with_the_press_that_ends_the_battle(table: PlayedCampaign) -> None:
    battle(table).press("done", {"hexes": "L18, L20-L21"})
    assert {control(table).get(name) for name in ("L18", "L20", "L21")} == {"german"}
    assert table.view("hans").current is None or table.view("hans").current.spec.key != "play"
    kinds = [entry.event.kind for entry in journal.entries(table.campaign, access.rooms_of(table.seat("ivan")))]
    assert kinds.count("control.painted") == 1


def test_whoever_took_nothing_paints_nothing(table: PlayedCampaign) -> None:
    before = control(table)
    battle(table).press("done")
    assert control(table) == before


def test_what_is_not_on_the_map_is_refused_at_its_entry_and_nothing_is_lost(table: PlayedCampaign) -> None:
    page = battle(table).press("done", {"hexes": "ZZ99"})
    assert page.status == 422
    assert 'id="e-hexes"' in page.html
    assert "ZZ99" in page.html
    assert table.view("hans").current.spec.key == "play"


def test_taking_it_back_takes_the_painting_back_too(table: PlayedCampaign) -> None:
    before = control(table)
    battle(table).press("done", {"hexes": "L18"})
    open_page(table.browser("hans"), reverse("refit-undo", args=[table.public_id])).press("")
    assert control(table) == before


def test_without_scripts_the_picture_is_pressed_and_the_list_kept_as_a_draft(table: PlayedCampaign) -> None:
    page = battle(table)
    grid = state_of(table.campaign, {PUBLIC}).public.ground.sheet.grid
    x, y = (SCALE * each for each in Layout(grid).centre(grid.hex("L18")))
    sent = {**page.form.fields, "hexes": "K20", "at.x": str(x), "at.y": str(y)}
    table.browser("hans").post(page.where, sent, follow=True)
    draft = drafts.saved(table.seat("hans"), "play")
    assert draft is not None
    assert draft.data["hexes"] == "K20, L18"
    assert "K20, L18" in battle(table).html


def test_a_draft_of_it_shows_nowhere_but_on_the_pages_of_its_side(table: PlayedCampaign) -> None:
    battle(table).press("draft", {"hexes": "L18-L21, M22"})
    assert "L18-L21, M22" in battle(table, "adjutant_hans").html
    for name in ("ivan", "umpire", "spectator"):
        for page in ("map", "map-table", "campaign", "refit-home"):
            answer = table.browser(name).get(reverse(page, args=[table.public_id]), follow=True)
            assert "L18-L21, M22" not in answer.content.decode()


def test_without_a_map_nobody_is_asked_for_hexes() -> None:
    assert "hexes" not in {field.name for field in Game().current(GERMAN).task.fields}


def test_the_rules_refuse_hexes_where_there_is_no_map() -> None:
    with pytest.raises(Refused):
        Game().order(RUSSIAN, "done", hexes="L18")
