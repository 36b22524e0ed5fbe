"""12.6073 to 12.6075, 7.5063 to 7.5066 on a map: the ways out by both lines, anew after each Escape."""

from typing import Any

import pytest

from rules.contract import State
from rules.ground import painting
from rules.ground.hexes import beside, hex_of
from tests.rules import test_oto2_on_the_map as oto2
from tests.rules import test_votg_on_the_map as votg
from tests.rules.test_votg_on_the_map import AROUND_L10, on_map, taken, told
from tests.rules.votg_play import GERMAN, RUSSIAN, Game

GAP = "J1-K20, M1-O20, L1-L9, L11-L20"
"""What the Russians hold around L10."""


def escaping(*counters: tuple[str, str], russian: str = GAP, seen: str = AROUND_L10, kind: str = "C") -> Game:
    """The Germans at their escapes, with counters cut off at L10, when both lines are told."""
    game = on_map(russian=russian).has(GERMAN, *counters)
    taken(game, GERMAN, mmc_at="L10", enemy_at=seen)
    taken(game, RUSSIAN, enemy_at="L10")
    asked = {f.name: f.value for f in game.alone(GERMAN, "areas").current(GERMAN).task.fields}
    numbers = {f"n_{n}": 1 for n in range(1, len(counters) + 1)}
    game.order(GERMAN, "enter", **{**asked, **numbers, "type": kind})
    return game.alone(GERMAN, "escape")


def got_out(game: Game, *numbers: int) -> Game:
    """Counters that try, and get out by an original 2."""
    near = next(f.value for f in game.current(GERMAN).task.fields if f.name == "near")
    game.order(GERMAN, "enter", **{f"n_{n}": 1 for n in numbers}, near=near)
    game.roll(GERMAN, 1, 1)
    return game.alone(GERMAN, "escape")


def test_12_6074_where_the_enemy_is_all_around_no_way_leads_to_the_own_perimeter():
    game = escaping(("squad", "4-6-7"))
    assert "From L10 no hexes that can be entered lead to your Perimeter." in told(game, GERMAN)


def test_12_6074_the_nearest_perimeter_is_counted_along_the_way_where_that_is_longer():
    wall = "K8-K12, L9, M10"
    game = escaping(("squad", "4-6-7"), russian="M1-O20", seen=wall)
    lines = told(game, GERMAN)
    assert "From L10 it is 7 hexes to the nearest of yours that are not Isolated" in lines
    assert "To your Perimeter it is 9 hexes that can be entered; who gets out is there: E10-E16." in lines


def test_12_6075_a_pocket_that_nobody_is_left_in_passes_before_the_next_question_is_put():
    game = escaping(("squad", "4-6-7"))
    before = told(game, GERMAN)
    assert "by now" not in before
    after = told(got_out(game, 1), GERMAN)
    assert "L10 is of type A by now: its hexes pass to the Russian side." in after
    assert "From L10" not in after


def test_12_6075_with_an_SMC_left_it_is_of_type_b_and_he_has_to_try():
    game = got_out(escaping(("squad", "4-6-7"), ("leader", "8-1")), 1)
    lines = told(game, GERMAN)
    assert "L10 is of type B by now: its hexes pass to the Russian side." in lines
    assert "8-1 in L10 has to try." in lines
    shown = {f.name: f.value for f in game.current(GERMAN).task.fields}
    assert (shown["n_2"], shown["type_0"]) == (1, "B")


def test_12_6073_the_hexes_that_a_side_saw_the_enemy_in_stay_in_its_own_room():
    games = [escaping(("squad", "4-6-7"), russian="M1-O20", seen=seen) for seen in ("K10-K11, L9", AROUND_L10)]
    assert [game.room(GERMAN).pending["seen"] for game in games] == [
        ["K10", "K11", "L9"],
        ["K10", "K11", "L9", "L11", "M10", "M11"],
    ]
    public, other = zip(*((game.public, game.room(RUSSIAN)) for game in games), strict=True)
    assert (public[0], other[0]) == (public[1], other[1])


@pytest.mark.parametrize("number", [0, 1])
def test_7_5066_in_the_sister_game_the_pocket_passes_too(number: int):
    game: Any = oto2.on_map(("squad", "4-6-7"), russian="JJ1-QQ60")
    around = oto2.around(game, "T30")
    for side, said in ((GERMAN, {"mmc_at": "T30", "enemy_at": around}), (RUSSIAN, {"mmc_at": "NN20, NN40"})):
        oto2.proposed(game, side, **said)
        game.order(side, "enter", **oto2.entries(game, side))
    asked = {f.name: f.value for f in game.alone(GERMAN, "areas").current(GERMAN).task.fields}
    squad = next(name for name in asked if name.startswith("n_"))
    game.order(GERMAN, "enter", **{**asked, squad: 1})
    game.alone(GERMAN, "escape")
    assert "From T30 no hexes that can be entered lead to your Perimeter." in told(game, GERMAN)
    if number:
        got_out(game, int(squad.removeprefix("n_")))
        assert "T30 is of type A by now: its hexes become No Man's Land." in told(game, GERMAN)


# all of it in turn ------------------------------------------------------------------------------------


def public_lines(game: Any) -> tuple[dict[str, bool], list[str]]:
    """Whose Perimeter Area anybody can see, and the types of the Isolated Areas, by the public room alone."""
    shown = game.system.front_lines(State(game.public, {}))
    return {side: bool(shown.areas.get(side)) for side in (GERMAN, RUSSIAN)}, [each.type for each in shown.isolated]


@pytest.mark.parametrize(
    ("rules", "begin", "cut_off", "own", "others", "holder"),
    [
        (votg, lambda: on_map(russian=GAP).has(GERMAN, ("squad", "4-6-7")), "L10", "", {"enemy_at": "L10"}, RUSSIAN),
        (
            oto2,
            lambda: oto2.on_map(("squad", "4-6-7"), russian="JJ1-QQ60"),
            "T30",
            "D20, D40",
            {"mmc_at": "NN20, NN40"},
            None,
        ),
    ],
    ids=["votg", "oto2"],
)
def test_12_606_to_12_6076_and_7_505_to_7_5067_lines_a_pocket_an_escape_and_control_anew(
    rules: Any, begin: Any, cut_off: str, own: str, others: dict[str, str], holder: str | None
):
    game = begin()
    assert public_lines(game) == ({GERMAN: False, RUSSIAN: False}, [])
    place = hex_of(cut_off)
    assert place
    around = {"mmc_at": f"{own} {cut_off}", "enemy_at": painting.hexes_text(beside(place))}
    rules.proposed(game, GERMAN, **around)
    assert public_lines(game) == ({GERMAN: False, RUSSIAN: False}, []), "a proposal is nobody else's"
    game.order(GERMAN, "enter", **rules.entries(game, GERMAN))
    assert public_lines(game)[0] == {GERMAN: True, RUSSIAN: False}
    rules.proposed(game, RUSSIAN, **others)
    assert public_lines(game)[0] == {GERMAN: True, RUSSIAN: False}
    game.order(RUSSIAN, "enter", **rules.entries(game, RUSSIAN))
    assert public_lines(game) == ({GERMAN: True, RUSSIAN: True}, ["C"])
    asked = {f.name: f.value for f in game.alone(GERMAN, "areas").current(GERMAN).task.fields}
    assert (asked["place"], asked["type"]) == (cut_off, "C")
    squad = next(c.id for c in reversed(game.room(GERMAN).counters) if c.name == "4-6-7")
    game.order(GERMAN, "enter", **{**asked, f"n_{squad}": 1})
    got_out(game.alone(GERMAN, "escape"), squad)
    game.order(GERMAN, "enter")
    for side in (GERMAN, RUSSIAN):
        while game.public.stage == "aftermath" and side not in game.public.finished:
            game.answer(side)
    assert game.public.stage != "aftermath"
    (escaped,) = [c for c in game.room(GERMAN).counters if c.id == squad]
    assert (escaped.fate, "isolated" in escaped.marks) == ("ready", False)
    assert public_lines(game)[1] == []
    control = game.public.ground.control
    assert control.get(cut_off) == holder
    areas = game.system.front_lines(State(game.public, {})).areas
    assert areas[GERMAN]
    assert areas[RUSSIAN]
    assert all(control[str(place)] == side for side, places in areas.items() for place in places)
