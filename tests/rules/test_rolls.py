"""A roll keeps the row it hit, and refuses before it throws."""

from __future__ import annotations

import pytest

from rules.dice import Modifier, Reckoning
from rules.kernel import Refused
from rules.parts.rolls import Need, roll
from rules.tables import Row, Table

ROWS = (
    Row(None, 6, "≤ 6", {"cpp": 10}),
    Row(7, None, "≥ 7", {"cpp": None}),
    Row(2, 2, "Orig. 2", {"cpp": 30}, original=True),
)
TABLE = Table("some.cpp", "Points", "1.1", "printed", 2, ("cpp",), ROWS)


@pytest.mark.parametrize(("dice", "hit"), [((1, 1), 30), ((2, 2), 10), ((3, 4), None)])
def test_a_roll_keeps_the_values_of_the_row_it_hit(dice: tuple[int, ...], hit: int | None):
    need = Need("points", "Points", 2, TABLE, (Modifier(1, "won", "1.2"),))
    (rolled,) = roll([need], lambda number: dice, {}, "server")
    body = rolled.reckoning.to_json()
    assert body["hit"] == {"cpp": hit}
    assert rolled.value("cpp") == hit
    assert Reckoning.from_json(body) == rolled.reckoning


def test_a_roll_without_a_table_hits_no_row():
    (rolled,) = roll([Need("wind", "Wind", 1)], lambda number: (4,), {}, "server")
    assert "hit" not in rolled.reckoning.to_json()
    assert rolled.row is None


def test_dice_typed_wrong_are_refused_before_any_other_is_thrown():
    thrown: list[int] = []
    needs = [Need("first", "First", 1), Need("second", "Second", 1)]
    with pytest.raises(Refused, match="Second"):
        roll(needs, lambda number: (thrown.append(number), 1), {"second": [7]}, "either")  # type: ignore[arg-type,return-value]
    assert thrown == []


@pytest.mark.parametrize("faces", ["6", [1], [0, 7], None])
def test_a_refused_die_names_its_roll_and_the_rule_of_its_table(faces: object):
    typed = {} if faces is None else {"points": faces}
    with pytest.raises(Refused) as refused:
        roll([Need("points", "Points", 2, TABLE)], lambda number: (1,) * number, typed, "own")
    assert (refused.value.field, refused.value.rule, bool(refused.value.way_out)) == ("points", "1.1", True)
