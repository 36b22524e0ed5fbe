"""A roll keeps the row it hit, and refuses before it throws."""

from __future__ import annotations

import random

import pytest

from rules.contract import Refused
from rules.dice import NAME, Modifier, Reckoning, draw_name, notation
from rules.engine.rolls import Draw, roll
from rules.engine.stages import NamedFor
from rules.tables import Need, Row, Table
from tests.rules.driver import Cup, cup_of

ROWS = (
    Row(None, 6, "≤ 6", {"cpp": 10}),
    Row(7, None, "≥ 7", {"cpp": None}),
    Row(2, 2, "Orig. 2", {"cpp": 30}, original=True),
)
TABLE = Table("some.cpp", "Points", "1.1", "printed", 2, ("cpp",), ROWS)


@pytest.mark.parametrize(("dice", "hit"), [((1, 1), 30), ((2, 2), 10), ((3, 4), None)])
def test_a_roll_keeps_the_values_of_the_row_it_hit(dice: tuple[int, ...], hit: int | None):
    need = Need("points", "Points", 2, TABLE, (Modifier(1, "won", "1.2"),))
    (rolled,) = roll([need], cup_of(*dice), {}, "server")
    body = rolled.reckoning.to_json()
    assert body["hit"] == {"cpp": hit}
    assert rolled.value("cpp") == hit
    assert Reckoning.from_json(body) == rolled.reckoning


def test_a_roll_without_a_table_hits_no_row():
    (rolled,) = roll([Need("wind", "Wind", 1)], cup_of(4), {}, "server")
    assert "hit" not in rolled.reckoning.to_json()
    assert rolled.row is None


def test_dice_typed_wrong_are_refused_before_any_other_is_thrown():
    cast = cup_of(1, 1)
    needs = [Need("first", "First", 1), Need("second", "Second", 1)]
    with pytest.raises(Refused, match="Second"):
        roll(needs, cast, {"second": [7]}, "either")
    assert cast.script == [1, 1]


@pytest.mark.parametrize("faces", ["6", [1], [0, 7], None])
def test_a_refused_die_names_its_roll_and_the_rule_of_its_table(faces: object):
    typed = {} if faces is None else {"points": faces}
    with pytest.raises(Refused) as refused:
        roll([Need("points", "Points", 2, TABLE)], cup_of(1, 1), typed, "own")
    assert (refused.value.field, refused.value.rule, bool(refused.value.way_out)) == ("points", "1.1", True)


def test_a_d66_reads_as_its_two_dice_in_order_and_adds_up_in_an_event() -> None:
    (rolled,) = roll([Need("event", "Event", 2, modifiers=(Modifier(10, "colored die +1", "1"),), tens=True)],
                     cup_of(5, 6), {}, "server")  # fmt: skip
    reckoning = rolled.reckoning
    assert (reckoning.original, reckoning.final) == (56, 66)
    assert reckoning.text() == "d66 56 (5, 6) +10 colored die +1 (1) = 66"
    body = reckoning.to_json()
    assert body["dice"] == [5, 6]
    assert sum(body["dice"]) + sum(value for value, *_ in body["mods"]) == 66
    assert Reckoning.from_json(body) == reckoning
    assert Reckoning((2, 3), tens=True).text() == "d66 23 (2, 3)"


TEN = Table("some.check", "Check", "9.4", "printed", 1, ("done",), (Row(None, 5, "≤ 5", {"done": 1}),
            Row(6, None, "≥ 6", {"done": 0})), sides=10)  # fmt: skip


def test_a_roll_of_ten_sided_dice_says_so_and_hits_its_row() -> None:
    need = Need("check", "Check", 1, TEN, (Modifier(-2, "leader", "9.4"),), sides=10)
    (rolled,) = roll([need], cup_of(7), {}, "server")
    assert (need.notation, rolled.value("done"), rolled.reckoning.sides) == ("d10", 1, 10)
    assert rolled.reckoning.text() == "d10 7 -2 leader (9.4) = 5"
    body = rolled.reckoning.to_json()
    assert body["sides"] == 10
    assert Reckoning.from_json(body) == rolled.reckoning


def test_a_need_is_rolled_with_the_dice_of_its_table() -> None:
    with pytest.raises(ValueError, match="10 sides, not 6"):
        Need("check", "Check", 1, TEN)


@pytest.mark.parametrize(("typed", "face"), [(10, 10), (0, 10), (1, 1)])
def test_a_ten_sided_die_may_be_typed_in_as_it_reads(typed: int, face: int) -> None:
    (rolled,) = roll([Need("check", "Check", 1, TEN, sides=10)], cup_of(), {"check": [typed]}, "own")
    assert rolled.reckoning.dice == (face,)


@pytest.mark.parametrize(("sides", "typed"), [(10, 11), (10, -1), (8, 0), (8, 9), (20, 21)])
def test_no_die_shows_more_than_it_has_sides(sides: int, typed: int) -> None:
    with pytest.raises(Refused, match=f"enter 1 to {sides}"):
        roll([Need("it", "It", 1, sides=sides)], cup_of(), {"it": [typed]}, "own")
    with pytest.raises(ValueError, match=f"1 to {sides}"):
        Reckoning((sides + 1,), sides=sides)


WRITTEN = [(1, 6, "dr"), (2, 6, "DR"), (3, 6, "3 dice"), (1, 10, "d10"), (2, 8, "2d8")]


@pytest.mark.parametrize(("count", "sides", "written"), WRITTEN)
def test_dice_are_written_as_games_write_them(count: int, sides: int, written: str) -> None:
    assert notation(count, sides) == written


def test_a_draw_holds_different_places_of_its_list() -> None:
    assert Draw.from_json(Draw((3, 0), 4).to_json()) == Draw((3, 0), 4)
    for got in ((1, 1), (4,), (-1,)):
        with pytest.raises(ValueError, match="not different places of 4"):
            Draw(got, 4)


class NamedDice(Cup):
    """Dice that hang on the name of their draw alone, as those of a host do."""

    def roll(self, name: str, count: int, sides: int = 6) -> tuple[int, ...]:
        dice = random.Random(name)
        return tuple(dice.randint(1, sides) for _ in range(count))


def test_no_order_of_rolls_chooses_which_dice_are_whose() -> None:
    needs = [Need(key, key, 2) for key in ("23AM-I1-1", "23AM-I1-2", "12")]
    dice = NamedFor(NamedDice(), "strength")
    there, back = (
        {one.need.key: one.reckoning.dice for one in roll(some, dice, {}, "server")} for some in (needs, needs[::-1])
    )
    assert there == back
    assert there["12"] == NamedDice().roll("strength/12", 2)


def test_a_need_that_counts_is_named_after_what_it_is_for() -> None:
    assert Need("try1", "1. Mines K20", 1, of="mines:K20").name == Need("try2", "2. Mines K20", 1, of="mines:K20").name
    assert Need("try1", "1. Mines", 1, of="mines:K20").name != Need("try1", "1. Mines", 1, of="mines:K21").name


@pytest.mark.parametrize("part", ["50 MTR", "§4", "Šnajder", "a" * 200, "\n", "x\0y"])
def test_every_name_fits_whatever_it_is_made_of(part: str) -> None:
    name, other = draw_name("weapons", part, "1"), draw_name("weapons", part, "2")
    assert NAME.fullmatch(name)
    assert NAME.fullmatch(other)
    assert name != other
