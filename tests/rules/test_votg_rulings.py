"""The rulings of Valor of the Guards at the founding, and a reading that shows in an account."""

import pytest

from rules.kernel import Refused
from rules.systems.votg.book import rulings
from rules.systems.votg.state import RUSSIAN
from tests.rules.votg_play import SYSTEM, Game


@pytest.mark.parametrize(("reading", "own"), [("house", 2 + 9), ("typed", 9)])
def test_ruling_cvp_values_house_values_are_added_up_where_nothing_is_typed(reading: str, own: int):
    game = Game(rulings={"cvp_values": reading}).until("play")
    game.has(RUSSIAN, ("squad", "4-4-7"), worth=game.desk(RUSSIAN).book.worth("squad", "4-4-7"))
    game.order(RUSSIAN, "lose", piles={str(game.room(RUSSIAN).counters[-1].id): 1})
    game.has(RUSSIAN, ("tank", "T-34 M41"))
    game.order(RUSSIAN, "lose", piles={str(game.room(RUSSIAN).counters[-1].id): 1}, worth=9)
    asked = {field.name: field.value for field in game.alone(RUSSIAN, "victory").here(RUSSIAN).task.form.fields}
    assert asked["cvp_russian"] == own


def test_a_ruling_or_reading_that_is_none_is_refused():
    for wrong in ({"x": "y"}, {"cvp_values": "seven"}, {"cvp_values": 6}, {"cvp_values": None}, ["x"], "six", 3):
        with pytest.raises(Refused):
            SYSTEM.setup({"rulings": wrong})


def test_what_is_not_said_at_the_founding_is_read_as_the_default():
    assert Game().public.rulings == {ruling.key: ruling.default for ruling in rulings()}
