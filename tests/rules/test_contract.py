"""The contract suffices: a game that has what it lists, and nothing else, is hosted."""

from rules.contract import GameSystem
from tests.toys.auction import AUCTION


def test_a_game_of_the_contract_alone_has_no_base_and_no_member_that_the_contract_does_not_list() -> None:
    """Whatever the tests of the hosts do with it, they can do with any game."""
    listed = {*GameSystem.__annotations__, *(name for name in vars(GameSystem) if not name.startswith("_"))}
    assert type(AUCTION).__mro__ == (type(AUCTION), object)
    assert {name for name in dir(AUCTION) if not name.startswith("_")} == listed
