"""The Perimeters that are told are drawn: both fronts, the Isolated Areas with their letters; a proposal is not."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse

from campaigns.maps.figure import MapFigure, figure_of
from rosters import sheets
from rules.asl.state import RecordedArea
from rules.contract import State
from rules.ground.campaign_map import DrawsLines
from rules.ground.hexes import hex_of
from tests.maps.practice import practice_map
from tests.players import PlayedCampaign, start_played
from tests.rules import test_oto2_on_the_map as oto2
from tests.rules import test_votg_on_the_map as votg

GERMAN, RUSSIAN = "german", "russian"
MAPS = re.compile(r'<svg[^>]* class="map" viewBox="\d.*?</svg>', re.S)
LETTER = re.compile(r'class="isolated".*?<text[^>]*>([A-D]+)</text>')
WATCHERS = ("hans", "ivan", "umpire", "spectator")
GAP = "J1-K20, M1-O20, L1-L9, L11-L20"
"""What the Russians hold around L10."""


def drawn(game: Any) -> MapFigure:
    """The map by the public room alone."""
    figure = figure_of(game.system, State(game.public, {}))
    assert figure
    return figure


def around(figure: MapFigure) -> dict[str, bool]:
    """Of each side whether its front is drawn around its Perimeter Area."""
    return {side: f'clip-path="url(#ma{n})"' in figure.svg for n, side in enumerate((GERMAN, RUSSIAN), 1)}


def votg_lines() -> Any:
    game = votg.on_map(russian=GAP).has(GERMAN, ("squad", "4-6-7"))
    votg.taken(game, GERMAN, **votg.CUT_OFF)
    return votg.taken(game, RUSSIAN, enemy_at="L10")


def oto2_lines() -> Any:
    game = oto2.on_map(("squad", "4-6-7"), russian="JJ1-QQ60")
    cut_off = {"mmc_at": "T30", "enemy_at": oto2.around(game, "T30")}
    for side, said in ((GERMAN, cut_off), (RUSSIAN, {"mmc_at": "NN20, NN40"})):
        oto2.proposed(game, side, **said)
        game.order(side, "enter", **oto2.entries(game, side))
    return game


@pytest.mark.parametrize(("lines", "pocket"), [(votg_lines, "L10"), (oto2_lines, "T30")])
def test_12_606_7_505_when_both_lines_are_told_both_fronts_and_the_letters_are_drawn(lines: Any, pocket: str):
    figure = drawn(lines())
    assert around(figure) == {GERMAN: True, RUSSIAN: True}
    assert LETTER.findall(figure.svg) == ["C"]
    (area,) = figure.lines.isolated
    assert (area.side, area.type, hex_of(pocket) in area.hexes) == (GERMAN, "C", True)
    said = next(row.there for row in figure.rows if row.hexes == pocket)
    assert said.startswith("German Perimeter Area; ")
    assert said.endswith("; German Isolated Area, type C")


@pytest.mark.parametrize("game", [votg.on_map, oto2.on_map])
def test_12_606_7_505_before_that_and_after_a_proposal_nothing_is_drawn(game: Any):
    rules = votg if game is votg.on_map else oto2
    table = game()
    before = drawn(table).svg
    rules.proposed(table, GERMAN, mmc_at="D15")
    assert drawn(table).svg == before
    assert around(drawn(table)) == {GERMAN: False, RUSSIAN: False}
    rules.proposed(table, GERMAN)
    assert around(drawn(table)) == {GERMAN: True, RUSSIAN: False}


def test_12_6072_an_area_without_units_is_left_when_both_have_told_theirs_and_the_others_stay():
    game = votg_lines()
    asked = {f.name: f.value for f in game.alone(GERMAN, "areas").current(GERMAN).task.fields}
    game.order(GERMAN, "enter", **{**asked, "n_1": 1})
    votg.finished(game)
    assert game.public.stage != "aftermath"
    assert LETTER.findall(drawn(game).svg) == ["C"]
    empty = votg_lines()
    told = replace(empty.public.perimeters[GERMAN], areas=(RecordedArea("L10", "A", "pocket"),))
    empty.told(perimeters={**empty.public.perimeters, GERMAN: told})
    assert hex_of("L10") in drawn(empty).lines.areas[GERMAN]
    empty.told(stage="renewal")
    assert hex_of("L10") not in drawn(empty).lines.areas[GERMAN]
    assert LETTER.findall(drawn(empty).svg) == []


def test_in_the_next_scenario_the_front_is_who_controls_what():
    game = votg_lines()
    game.told(stage="setup_german_first")
    assert around(drawn(game)) == {GERMAN: True, RUSSIAN: True}
    game.told(stage="battle")
    assert around(drawn(game)) == {GERMAN: False, RUSSIAN: False}


@pytest.mark.parametrize("rules", [votg, oto2])
def test_12_606_7_505_a_proposal_is_drawn_for_its_own_side_until_it_is_taken(rules: Any):
    table = rules.on_map()
    rules.proposed(table, GERMAN, mmc_at="D15")
    shown = own(table, GERMAN)
    assert shown
    assert around(shown) == {GERMAN: True, RUSSIAN: False}
    assert sum(map(len, shown.lines.areas.values())) == table.room(GERMAN).pending["proposed_hexes"]
    assert shown.perimeters[0][0] == "German"
    rules.proposed(table, GERMAN)
    assert own(table, GERMAN) is None


def own(game: Any, side: str) -> MapFigure | None:
    """The map with what is proposed to a side, by the rooms that it may enter; None where it draws no line."""
    current = game.system.current(State(game.public, {side: game.room(side)}), side)
    return replace(drawn(game), lines=current.task.drawn) if isinstance(current.task, DrawsLines) else None


# on the pages --------------------------------------------------------------------------------------


@pytest.fixture
def table(db: None) -> PlayedCampaign:
    """A campaign on the practice map, after its first battle."""
    table = start_played(map=practice_map())
    table.paints("hans", "A1-G60")
    table.paints("ivan", "CC1-HH60")
    table.play_until("hans", "perimeter")
    return table


def seen(table: PlayedCampaign, name: str) -> dict[str, str]:
    """Every drawing of the map that somebody can come to, and its table."""
    get = table.browser(name).get
    addresses = {each: reverse(each, args=[table.public_id]) for each in ("map-file", "map", "campaign", "map-dates")}
    pages = {each: get(address, {"at": 99}).content.decode() for each, address in addresses.items()}
    found = {each: "".join(MAPS.findall(text)) for each, text in pages.items()}
    seat = table.seat(name)
    card = sheets.sheet_content(seat, sheets.printable_or_404(seat, "public", "card"))["map"]["svg"]
    return {**found, "table": get(reverse("map-table", args=[table.public_id])).content.decode(), "card": card}


def step_is_drawn(table: PlayedCampaign, name: str) -> bool:
    """Whether the Perimeter proposed to the Germans is drawn on the page of the step that waits for somebody."""
    page = table.browser(name).get(reverse("refit-home", args=[table.public_id]), follow=True)
    assert page.status_code == 200
    return b'url(#ma1)"' in page.content


def pressed(table: PlayedCampaign, name: str, **said: Any) -> None:
    """A side enters what is asked at the front lines, with what is said."""
    current = table.player(name).view().current
    assert current
    assert current.spec.key == "perimeter"
    table.player(name).orders("enter", **{**{field.name: field.value for field in current.task.fields}, **said})


@pytest.mark.django_db
@pytest.mark.slow
def test_no_drawing_of_anybody_changes_by_a_proposal_and_all_change_when_it_is_taken(table: PlayedCampaign):
    before = {name: seen(table, name) for name in WATCHERS}
    assert all(svg for drawings in before.values() for svg in drawings.values())
    pressed(table, "hans", mmc_at="D20, D40", enemy_at="R33")
    for name in WATCHERS:
        now = {key: text for key, text in seen(table, name).items() if key != "table"}
        assert now == {key: before[name][key] for key in now}, name
        assert "Perimeter Area" not in seen(table, name)["table"]
    steps = {name: step_is_drawn(table, name) for name in ("hans", "adjutant_hans", "ivan", "adjutant_ivan")}
    assert steps == {"hans": True, "adjutant_hans": True, "ivan": False, "adjutant_ivan": False}
    pressed(table, "hans")
    assert not step_is_drawn(table, "hans")
    for name in WATCHERS:
        drawings = seen(table, name)
        assert all("a1)" in drawings[key] for key in before[name] if key != "table"), name
        assert "German Perimeter Area" in drawings["table"]
        assert "Russian Perimeter Area" not in drawings["table"]
