"""7.5073 in a campaign with a map: Fortifications in Locations that became the other side's."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.contract import State
from rules.ground.painting import PAINTED, read
from tests.rules.field_positions import field
from tests.rules.play import GERMAN, RUSSIAN, SYSTEM, Game, data_of
from tests.rules.test_oto2_on_the_map import on_map

MINE = "Minefield hex 6AP 3AT"
HIDDEN_MINE = ("fortification", MINE, ["hidden"], "D10")


def owning(side: str, *works: tuple[Any, ...]) -> Game:
    """The next CG Date on a map: the side has no other Fortifications, A1 to C60 is German and D1 to F60 Russian."""
    game = on_map()
    for each in (GERMAN, RUSSIAN):
        kept = tuple(c for c in game.room(each).counters if c.kind != "fortification")
        game.put(each, counters=tuple(replace(c, id=n) for n, c in enumerate(kept, 1)))
    for kind, name, marks, place in works:
        game.gains(side, "add", kind=kind, name=name)
        last = game.room(side).counters[-1]
        game.put(side, counters=(*game.room(side).counters[:-1], replace(last, marks=tuple(marks), place=place)))
    for each in (GERMAN, RUSSIAN):
        while game.public.stage == "aftermath" and each not in game.public.finished:
            game.answer(each)
    assert game.public.stage == "renewal"
    grid = game.public.ground.sheet.grid
    held = {GERMAN: read("A1-C60", grid), RUSSIAN: read("D1-F60", grid)}
    control = {str(place): holder for holder, places in held.items() for place in places}
    game.state = State(
        replace(game.public, ground=replace(game.public.ground, control=control, words={})), game.state.sides
    )
    return game


def works(game: Game, side: str) -> list[tuple[str, str, str, tuple[str, ...]]]:
    return [(c.name, c.place, c.fate, c.marks) for c in game.room(side).counters if c.kind == "fortification"]


def test_7_5073_hidden_mines_in_a_location_now_russian_are_shown_and_pass_to_the_russians():
    game = owning(GERMAN, HIDDEN_MINE)
    assert game.current(GERMAN).spec.key == "works"
    assert f"{MINE} at D10, 1 in all" in game.current(GERMAN).task.lines
    told = data_of(game.roll(GERMAN), "works.passed")
    assert {**told, "works": [list(row) for row in told["works"]]} == {"side": GERMAN, "works": [[MINE, "D10"]]}
    assert works(game, GERMAN) == [(MINE, "D10", "captured", ("hidden",))]
    assert works(game, RUSSIAN) == [(MINE, "D10", "ready", ())]


def test_7_5073_a_known_fortification_is_whose_its_location_is_whoever_had_it_before():
    game = owning(RUSSIAN, ("fortification", "Wire", [], "A5"), ("fortification", "Trench", [], "D5"))
    game.alone(RUSSIAN, "works").roll(RUSSIAN)
    assert works(game, GERMAN) == [("Wire", "A5", "ready", ())]
    assert works(game, RUSSIAN) == [("Wire", "A5", "captured", ()), ("Trench", "D5", "ready", ())]


def test_7_5073_mines_that_stay_in_german_locations_or_nobodys_stay_hidden_and_nothing_is_said():
    mines = [("fortification", MINE, ["hidden"], place) for place in ("A10", "NN30", "")]
    game = owning(GERMAN, *mines)
    assert game.current(GERMAN).spec.key != "works"
    assert works(game, RUSSIAN) == []


def test_7_5073_the_print_names_the_russians_alone_as_those_who_are_shown_hidden_mines():
    game = owning(RUSSIAN, ("fortification", "AP mine factor", ["hidden"], "A10"))
    assert game.current(RUSSIAN).spec.key != "works"


def test_7_5073_of_hidden_works_mines_alone_are_shown():
    game = owning(GERMAN, ("fortification", "Trench", ["hidden"], "D10"))
    assert game.current(GERMAN).spec.key != "works"


def test_7_5073_what_lies_off_the_ground_is_not_known_by_the_hex_and_stays():
    game = owning(GERMAN, ("fortification", "Fortified Building Location", [], "D10/1"))
    assert game.current(GERMAN).spec.key != "works"


def test_7_5073_a_pillbox_is_whose_its_hex_is():
    game = owning(GERMAN, ("fortification", "Pillbox 1+3+5", [], "D10"), (*HIDDEN_MINE[:3], "D10 pillbox"))
    game.roll(GERMAN)
    assert [place for _, place, _, _ in works(game, RUSSIAN)] == ["D10", "D10 pillbox"]


def test_7_5073_of_a_hex_of_which_the_sides_say_different_things_nothing_is_known():
    game = owning(GERMAN, HIDDEN_MINE)
    for side, holder in ((GERMAN, GERMAN), (RUSSIAN, RUSSIAN)):
        event = PAINTED(side=side, holder=holder, hexes="D10", number=1)
        game.state = SYSTEM.apply(game.state, event)
    assert game.current(GERMAN).spec.key != "works"


def test_7_5073_where_the_mines_lie_is_in_no_room_of_the_russians_before_they_are_shown():
    mined, without = owning(GERMAN, HIDDEN_MINE), owning(GERMAN)
    assert mined.room(RUSSIAN) == without.room(RUSSIAN)


def test_7_5073_without_a_map_nobody_is_asked():
    game = field(HIDDEN_MINE)
    for side in (GERMAN, RUSSIAN):
        while game.public.stage == "aftermath" and side not in game.public.finished:
            game.answer(side)
    assert game.current(GERMAN).spec.key != "works"


def test_7_5073_both_sides_read_what_passed_and_where():
    game = owning(GERMAN, HIDDEN_MINE)
    sentences = [SYSTEM.describe(event).sentence for event in game.roll(GERMAN)]
    assert f"Fortifications of the German side that are the other’s now: {MINE} (D10)." in sentences
