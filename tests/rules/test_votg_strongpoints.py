"""CG11.1: Strongpoints by the map and the own record: whole buildings, Russian, fortified on the ground level."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.contract import Refused
from rules.ground.hexes import Hex, hex_of
from rules.systems.votg.state import DateRecord
from rules.systems.votg.system import SYSTEM
from tests.maps.practice import practice_map
from tests.rules.test_votg_aftermath import after, fought
from tests.rules.votg_play import RUSSIAN, Game, charts

FORTIFIED = ("fortification", "Fortified Building Location")
BATTALION = ("fortification", "Battalion Strongpoint, hex of its building")


def building(hexes: int = 2) -> list[Hex]:
    """The hexes of a building of the practice map that has so many, in order."""
    sheet = Game(map=practice_map("votg")).public.ground.sheet
    return next(
        sorted(found)
        for found in sheet.buildings.values()
        if len(found) == hexes and not found & sheet.water and all(sheet.highest(each) for each in found)
    )


HEXES = building()
NAME = str(HEXES[0])


def before_set_up(*fortified: str, points: str = NAME, works: int = 0, **options: Any) -> Game:
    """The Russians about to name Strongpoints, with what fortifies these Locations and some works more."""
    game = after(chart=charts("setup", strongpoints=points), map=practice_map("votg"), **options)
    control = dict.fromkeys(map(str, game.public.ground.sheet.land), RUSSIAN)
    game.told(ground=replace(game.public.ground, control=control))
    for place in fortified:
        game.has(RUSSIAN, FORTIFIED, place=place)
    game.has(RUSSIAN, *[FORTIFIED] * works)
    return game.stands("setup_russian_first", DateRecord(day="16"), fought(), DateRecord(day="18", first=RUSSIAN))


def names(game: Game, kind: str = "historical", place: str = NAME) -> Game:
    game.alone(RUSSIAN, "strongpoints").order(RUSSIAN, "enter", kind1=kind, building1=place)
    return game


def recorded(game: Game) -> list[str]:
    return [place for _, place, _ in game.room(RUSSIAN).known.get("strongpoints", ())]


def test_CG11_1a_a_building_fortified_in_every_ground_hex_by_the_record_becomes_a_strongpoint():
    game = before_set_up(*map(str, HEXES))
    said = game.alone(RUSSIAN, "strongpoints").current(RUSSIAN).task.lines
    assert f"By the map and your record Russian and fortified on the ground level: {NAME}." in said
    assert recorded(names(game)) == [NAME]


@pytest.mark.parametrize("places", [[str(HEXES[0])], [str(HEXES[0]), f"{HEXES[1]}/1"]])
def test_CG11_1a_a_ground_hex_that_nothing_fortifies_refuses_it_with_its_name(places: list[str]):
    game = before_set_up(*places)
    assert not any("fortified on the ground level" in line for line in _lines(game))
    with pytest.raises(Refused, match=f"not fortified on the ground level: {HEXES[1]}") as refused:
        names(game)
    assert (refused.value.field, refused.value.rule, bool(refused.value.way_out)) == ("building1", "CG11.1", True)
    assert not recorded(game)


def _lines(game: Game) -> tuple[str, ...]:
    return tuple(game.alone(RUSSIAN, "strongpoints").current(RUSSIAN).task.lines)[2:]


def test_CG11_1_works_without_a_location_may_be_in_the_hexes_that_lack_one():
    assert recorded(names(before_set_up(str(HEXES[0]), works=1))) == [NAME]
    with pytest.raises(Refused, match="not fortified"):
        names(before_set_up(works=1))


def test_CG11_1_a_work_counts_where_it_was_said_to_go_as_it_was_bought():
    game = before_set_up(works=2)
    planned = {str(c.id): str(place) for c, place in zip(game.room(RUSSIAN).counters, HEXES, strict=True)}
    game.put(RUSSIAN, known={"planned": planned})
    assert recorded(names(game)) == [NAME]
    elsewhere = before_set_up(works=2)
    elsewhere.put(RUSSIAN, known={"planned": {key: str(HEXES[0]) for key in planned}})
    with pytest.raises(Refused, match=f"level: {HEXES[1]}"):
        names(elsewhere)


def test_CG11_a_rubbled_hex_need_not_be_fortified_and_pure_rubble_is_no_strongpoint():
    game = before_set_up(str(HEXES[0]))
    game.order(RUSSIAN, "alter", terrain="stone_rubble", hexes=str(HEXES[1]))
    assert recorded(names(game)) == [NAME]
    game = before_set_up(*map(str, HEXES))
    game.order(RUSSIAN, "alter", terrain="stone_rubble", hexes=", ".join(map(str, HEXES)))
    with pytest.raises(Refused, match="no building is left there"):
        names(game)


@pytest.mark.parametrize(("paid", "taken"), [(1, False), (2, True)])
def test_CG11_1b_12_623_every_hex_of_a_battalion_strongpoint_is_paid_for(paid: int, taken: bool):
    game = before_set_up(*map(str, HEXES))
    game.has(RUSSIAN, *[BATTALION] * paid)
    if taken:
        assert recorded(names(game, "battalion")) == [NAME]
        return
    with pytest.raises(Refused, match="2 hexes by the map, 1 paid for") as refused:
        names(game, "battalion")
    assert (refused.value.field, refused.value.rule) == ("building1", "CG11.1b")


def test_CG11_1_the_set_up_keeps_the_ground_level_of_a_new_strongpoint_fortified():
    game = names(before_set_up(works=2)).alone(RUSSIAN, "setup")
    with pytest.raises(Refused, match=f"not fortified at {HEXES[1]}") as refused:
        game.order(RUSSIAN, "enter", **{"at:1": f"2 {HEXES[0]}"})
    assert (refused.value.field, refused.value.rule, bool(refused.value.way_out)) == ("at:1", "CG11.1", True)
    game.order(RUSSIAN, "enter", **{"at:1": f"{HEXES[0]}, {HEXES[1]}"})
    assert {c.place for c in game.room(RUSSIAN).counters} == set(map(str, HEXES))


@pytest.mark.parametrize(
    ("squad", "leader", "wrong"),
    [
        (f"{HEXES[1]}/1", NAME, ""),
        ("", NAME, ""),
        ("A1", NAME, "no NKVD MMC is set up in it"),
        (NAME, "A1", "no Commissar is set up in it"),
    ],
)
def test_CG11_1c_a_nkvd_strongpoint_has_a_nkvd_MMC_and_a_commissar_in_it_at_the_set_up(
    squad: str, leader: str, wrong: str
):
    game = before_set_up(*map(str, HEXES))
    game.has(RUSSIAN, ("squad", "NKVD 6-2-8")).has(RUSSIAN, ("leader", "9-0"))
    lines = {"at:3": squad, "at:4": leader}
    names(game, "nkvd").alone(RUSSIAN, "setup")
    if not wrong:
        game.order(RUSSIAN, "enter", **lines)
        assert [c.place for c in game.room(RUSSIAN).counters][2:] == [squad, leader]
        return
    with pytest.raises(Refused, match=wrong) as refused:
        game.order(RUSSIAN, "enter", **lines)
    assert (refused.value.field in lines, refused.value.rule) == (True, "CG11.1c")


@pytest.mark.parametrize("late", ["squad", "leader"])
def test_CG11_1c_a_nkvd_strongpoint_is_not_offered_while_its_men_are_still_to_enter(late: str):
    game = before_set_up(*map(str, HEXES))
    for kind, name in (("squad", "NKVD 6-2-8"), ("leader", "9-0")):
        game.has(RUSSIAN, (kind, name), fate="due" if kind == late else "ready")
    (kinds, *_) = game.alone(RUSSIAN, "strongpoints").current(RUSSIAN).task.fields
    assert [key for key, _ in kinds.options] == ["", "historical"]


def test_CG11_1_two_hexes_of_one_building_are_no_two_strongpoints():
    game = before_set_up(*map(str, HEXES)).has(RUSSIAN, *[BATTALION] * 2).alone(RUSSIAN, "strongpoints")
    with pytest.raises(Refused, match="a building of its own") as refused:
        game.order(RUSSIAN, "enter", kind1="historical", building1=NAME, kind2="battalion", building2=str(HEXES[1]))
    assert (refused.value.field, recorded(game)) == ("building2", [])


def _nkvd_before(game: Game) -> Game:
    """A building that was a NKVD Strongpoint on the date before, and is none any more."""
    return game.put(RUSSIAN, known={"strongpoints": [["nkvd", NAME, game.public.date - 1]]})


def test_CG11_1c_a_building_of_an_earlier_nkvd_strongpoint_may_become_one_again():
    game = _nkvd_before(before_set_up(*map(str, HEXES)))
    said = game.alone(RUSSIAN, "strongpoints").current(RUSSIAN).task.lines
    assert f"By the map and your record Russian and fortified on the ground level: {NAME}." in said


@pytest.mark.parametrize(("earlier", "said"), [("battalion", f"Battalion Strongpoint {NAME}"), ("nkvd", "none")])
def test_CG11_1_the_list_is_told_also_where_nothing_is_added_to_it(earlier: str, said: str):
    game = before_set_up(*map(str, HEXES))
    game.put(RUSSIAN, known={"strongpoints": [[earlier, NAME, game.public.date - 1]]}).alone(RUSSIAN, "strongpoints")
    (event,) = (e for e in game.order(RUSSIAN, "enter") if e.kind == "strongpoints.recorded")
    assert SYSTEM.describe(event).sentence == f"Strongpoints on our list: {said}."


def test_CG11_1_without_a_map_nobody_knows_what_is_fortified():
    game = after(chart=charts("setup", strongpoints=NAME))
    game.stands("setup_russian_first", DateRecord(day="16"), fought(), DateRecord(day="18", first=RUSSIAN))
    assert recorded(names(game)) == [NAME]
    assert hex_of(NAME)


def test_CG11_1_what_is_recorded_or_refused_of_a_strongpoint_is_in_no_room_but_the_russians():
    game = before_set_up(*map(str, HEXES)).alone(RUSSIAN, "strongpoints")
    before = (game.public, game.room("german"))
    events = game.order(RUSSIAN, "enter", kind1="historical", building1=NAME)
    assert {event.room for event in events if event.kind == "strongpoints.recorded"} == {RUSSIAN}
    assert NAME not in str([event.data for event in events if event.room != RUSSIAN])
    assert (replace(game.public, finished=before[0].finished), game.room("german")) == before
