"""On a map, a hex that is not on it is refused wherever one is read; without one everything is taken as before."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from rules.asl.counters import piles
from rules.contract import Field, Refused, State
from rules.engine.charts import Copy
from rules.ground.campaign_map import Ground, HasMap, ground_of
from rules.ground.fields import HexField, check_text
from rules.ground.map_schema import as_text
from tests.rules.driver import BUTTONS, Driver
from tests.rules.free_texts import is_remark
from tests.systems.refit_game import refit_games

GAMES = refit_games()
FREE = {"wind", "note", "why", "moon", "pillboxes", "level", "gain", "type", "terrain"}
"""Texts that name no hexes, by their names without the number or the group behind."""
HEX_STEPS = {
    "votg": {"setup", "hexes", "inspection", "perimeter", "areas", "blazes", "map_facts", "strongpoints", "removal"},
    "oto2": {"setup", "hexes", "inspection", "perimeter", "areas", "entry", "removal"},
}


@cache
def practice(key: str) -> Ground:
    """The practice map of a game."""
    system = GAMES[key].system
    assert isinstance(system, HasMap)
    copy = Copy("Practice map", 0, True, system.maps.practice)
    ground = ground_of(system.maps, json.loads(as_text(system.maps, copy)))
    assert ground is not None
    return ground


def mapped(key: str, state: State[Any, Any]) -> Driver:
    """A campaign that stands there, on the practice map."""
    return GAMES[key].at(replace(state, public=replace(state.public, ground=practice(key))))


def fields_of(task: Any) -> tuple[Any, ...]:
    return tuple(getattr(getattr(task, "form", task), "fields", ()))


def stem(name: str) -> str:
    return name.split("_")[0].rstrip("0123456789") if name not in FREE else name


def fields_at(key: str, on_map: bool) -> list[tuple[str, str, Any, Any]]:
    """Step, side, state and field of every entry at every step of a game; with a map a step may ask otherwise."""
    found = []
    for (step, side), state in GAMES[key].positions.items():
        game = mapped(key, state) if on_map else GAMES[key].at(state)
        found += [(step, side, game.state, field) for field in fields_of(game.current(side).task)]
    return found


def hex_fields(key: str, on_map: bool) -> list[tuple[str, str, Any, Any]]:
    """Those that name hexes."""
    return [each for each in fields_at(key, on_map) if isinstance(each[3], HexField)]


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("on_map", [False, True])
def test_every_text_that_a_step_asks_for_names_hexes_or_is_known_to_name_none(key: str, on_map: bool):
    texts = [(step, field) for step, _, _, field in fields_at(key, on_map) if field.kind == "text"]
    assert {step for step, field in texts if isinstance(field, HexField)} >= HEX_STEPS[key]
    others = [field for _, field in texts if not isinstance(field, HexField)]
    assert {stem(field.name) for field in others if not is_remark(field)} <= FREE


def test_a_remark_is_no_text_that_a_rule_or_a_place_is_read_out_of():
    assert is_remark(Field("scenario", "Name of the scenario", "text", ""))
    assert not is_remark(Field("scenario", "Turns", "number"))
    assert not is_remark(Field("where", "Hexes of the wreck", "text", ""))
    assert not is_remark(Field("where", "Wrecks", "text", "", hint="a Location each"))
    assert not is_remark(Field("where", "Wrecks", "text", "", pattern="[A-Z]+"))
    assert not is_remark(Field("where", "Wrecks", "text", "", rule="12.3"))
    assert not is_remark(HexField("where", "Wrecks", "text", ""))


def on_sheet(game: Driver, field: Any) -> bool:
    """Whether what an entry proposes is on the map: the campaign was played without one up to here."""
    try:
        check_text(game.state.public.ground.sheet, str(field.value), field)
    except Refused:
        return False
    return True


def entered(game: Driver, side: str, field: Any, text: str) -> None:
    """Make this entry, the others as they stand, with a hex of the map where one has to be."""
    task = game.current(side).task
    asked = [each for each in fields_of(task) if isinstance(each, HexField)]
    needed = game.said_of_paper(task) if task.kind == "paper" else {}
    needed |= {each.name: "K20" for each in asked if each.pattern and not each.value}
    needed |= {each.name: "" for each in asked if game.state.public.ground and not on_sheet(game, each)}
    game.order(side, BUTTONS[task.kind], **needed | {field.name: text})


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("name", ["ZZ99", "zz99/1", "AB5", "A99"])
def test_a_hex_that_is_not_on_the_map_is_refused_by_every_entry_of_every_step(key: str, name: str):
    for step, side, state, field in hex_fields(key, on_map=True):
        with pytest.raises(Refused) as no:
            entered(GAMES[key].at(state), side, field, name)
        told = (no.value.field, no.value.message, no.value.way_out)
        assert told[:2] == (field.name, f"{name.upper().split('/')[0]} is not on the map."), step
        assert "its corners are A1 and" in told[2]


@pytest.mark.parametrize("key", GAMES)
def test_without_a_map_no_entry_is_refused_for_it(key: str):
    for _, side, state, field in hex_fields(key, on_map=False):
        told = ""
        try:
            entered(GAMES[key].at(state), side, field, "ZZ99")
        except Refused as no:
            told = no.message
        assert "on the map" not in told


@pytest.mark.parametrize("key", GAMES)
def test_a_place_that_is_entered_by_hand_is_on_the_map(key: str):
    games = (mapped(key, state) for state in GAMES[key].positions.values())
    game, side = next((game, side) for game in games for side in game.sides if piles(game.room(side).counters))
    pile = piles(game.room(side).counters)[0].key
    with pytest.raises(Refused, match="ZZ99 is not on the map") as no:
        game.order(side, "change", pile=pile, count=1, place="ZZ99")
    assert no.value.field == "place"
    game.order(side, "change", pile=pile, count=1, place="K20")
    assert "K20" in {counter.place for counter in game.room(side).counters}


FIELD = HexField("place", "Place", "text", rule="12.2")


@pytest.mark.parametrize(
    ("text", "message", "way_out"),
    [
        ("KK17/2", "KK17 has no level 2 on the map.", "Write a level up to 1, or KK17 for the ground."),
        ("MM18/1", "MM18 has no level 1 on the map.", "Write MM18 without a level: there is no building with any."),
        ("4 KK17, 2 T19/1 hidden", "T19 has no level 1 on the map.", "Write T19 without a level"),
    ],
)
def test_a_level_that_a_hex_does_not_have_is_refused(text: str, message: str, way_out: str):
    with pytest.raises(Refused) as no:
        check_text(practice("votg").sheet, text, FIELD)
    assert (no.value.message, no.value.field, no.value.rule) == (message, "place", "12.2")
    assert no.value.way_out.startswith(way_out)


@pytest.mark.parametrize(
    "text", ["", "KK17/1", "4 K20, L18 pillbox", "the mill", "K20, 2 PzJg 38(t) and a T-34 moved 3"]
)
def test_what_is_on_the_map_or_no_hex_is_taken(text: str):
    check_text(practice("votg").sheet, text, FIELD)
