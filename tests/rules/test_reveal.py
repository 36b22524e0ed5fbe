"""What the reveal says of a roll: how seldom its result comes, by the campaign's own tables."""

from __future__ import annotations

from fractions import Fraction

from rules.dice import Modifier, Reckoning
from tests.rules.play import GERMAN, SYSTEM, Game, rows

PLENTIFUL = Reckoning(
    (1, 2), (Modifier(-1, "historical DRM", "7.5151"),), table="oto2.oba_german", result="Plentiful",
    hit={"result": "Plentiful"},
)  # fmt: skip


def chances(reading: str) -> list[Fraction]:
    """How seldom the ammunition of a module that came was, where the ruling has this reading."""
    game = Game(baskets={(GERMAN, 0): rows("O1")}, rulings={"oba_german_low": reading}).until("muster", GERMAN)
    (module,) = (group for group in game.state.sides[GERMAN].groups if group.rg == "O1" and not group.given)
    roll = {"key": module.id, "label": f"Ammunition for {module.id}", **PLENTIFUL.to_json()}
    found = SYSTEM.reveal(game.state, GERMAN, [roll])
    assert found
    return [each.chance for each in found.highlights]


def test_7_5195_how_seldom_a_result_comes_hangs_on_the_ruling() -> None:
    assert chances("two_or_less") == []
    assert chances("two_only") == [Fraction(2, 36)]
