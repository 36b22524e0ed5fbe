"""12.6083, CG7 in a campaign with a map: known Fortifications in Locations that became the other side's."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.asl.location_limits import under_cover
from rules.systems.votg.state import DateRecord, SideRoom
from tests.rules.test_votg_aftermath import fought
from tests.rules.test_votg_on_the_map import on_map
from tests.rules.votg_play import GERMAN, RUSSIAN, SYSTEM, Game, data_of

FORTIFIED = ("fortification", "Fortified Building Location")


def owning(side: str, *works: tuple[Any, ...], place: str = "", **options: Any) -> Game:
    """The next CG Day on a map: A1 to H20 is German and J1 to O20 Russian."""
    game = on_map(**options).has(side, *works, place=place)
    return game.stands("renewal", DateRecord(day="16"), fought(), DateRecord(day="18"))


def works(room: SideRoom) -> list[tuple[str, str, str, tuple[str, ...]]]:
    return [(c.name, c.place, c.fate, c.marks) for c in room.counters if c.kind == "fortification"]


def test_12_6083_a_fortified_building_in_a_hex_that_is_the_enemys_is_in_his_record():
    game = owning(RUSSIAN, FORTIFIED, place="C10")
    assert game.current(RUSSIAN).spec.key == "works"
    assert "Fortified Building Location at C10, 1 in all" in game.current(RUSSIAN).task.lines
    told = data_of(game.roll(RUSSIAN), "works.passed")
    assert (told["side"], [list(row) for row in told["works"]]) == (RUSSIAN, [[FORTIFIED[1], "C10"]])
    assert works(game.room(RUSSIAN)) == [(FORTIFIED[1], "C10", "captured", ())]
    assert works(game.room(GERMAN)) == [(FORTIFIED[1], "C10", "ready", ())]


def test_CG5_a_gun_in_a_fortified_building_that_was_the_enemys_stays_there():
    game = owning(RUSSIAN, FORTIFIED, place="C10")
    game.roll(RUSSIAN)
    game.stands("renewal", DateRecord(day="16"), fought(), DateRecord(day="18"), DateRecord(day="19"))
    gun = game.has(GERMAN, ("gun", "75L"), place="C10").room(GERMAN).counters[-1]
    assert under_cover(game.context(GERMAN), gun)


def test_12_6083_what_lies_in_own_hexes_in_nobodys_or_off_the_ground_stays_and_nothing_is_said():
    game = owning(RUSSIAN, FORTIFIED, place="K10").has(RUSSIAN, FORTIFIED, place="OO40")
    game.has(RUSSIAN, FORTIFIED, place="C10/1").has(RUSSIAN, FORTIFIED)
    assert game.current(RUSSIAN).spec.key != "works"
    assert works(game.room(GERMAN)) == []


def test_12_6083_what_is_hidden_still_is_its_owners_and_told_to_nobody():
    game, without = (owning(RUSSIAN, *rows, place="C10") for rows in ([(*FORTIFIED, ("hidden",))], []))
    assert game.current(RUSSIAN).spec.key != "works"
    assert game.room(GERMAN) == without.room(GERMAN)


def test_CG11_1b_what_stands_with_units_or_is_a_status_does_not_pass():
    kinds = ("Concealment counter (?)", "Set DC", "Battalion Strongpoint, hex of its building")
    game = owning(RUSSIAN, *[("fortification", name) for name in kinds], place="C10")
    assert game.current(RUSSIAN).spec.key != "works"


def test_12_6083_of_a_hex_of_which_the_sides_say_different_things_nothing_is_known():
    game = owning(RUSSIAN, FORTIFIED, place="C10")
    words = {"C10": {GERMAN: GERMAN, RUSSIAN: RUSSIAN}}
    assert game.told(ground=replace(game.public.ground, words=words)).current(RUSSIAN).spec.key != "works"


def test_12_6083_by_ruling_it_stays_in_its_owners_record():
    game = owning(RUSSIAN, FORTIFIED, place="C10", rulings={"known_works": "stay"})
    assert game.current(RUSSIAN).spec.key != "works"


def test_12_6083_both_sides_read_what_passed_and_where():
    game = owning(RUSSIAN, FORTIFIED, place="C10")
    sentences = [SYSTEM.describe(event).sentence for event in game.roll(RUSSIAN)]
    assert f"Fortifications of the Russian side that are the other’s now: {FORTIFIED[1]} (C10)." in sentences
