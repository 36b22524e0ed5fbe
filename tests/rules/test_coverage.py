"""The coverage page is up to date and tells the truth."""

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.coverage import BY_HAND, DONE, GAMES, MISSIONS, OTO2, PARTLY, RTS, VOTG, Game, coverage, named, page, rules
from tests.order_calls import SourceOfTests

KINDS = {
    OTO2: {"state": 72, "procedure": 59, "table": 37},
    VOTG: {"state": 76, "procedure": 65, "table": 35},
    RTS: {"state": 69, "procedure": 49, "table": 25},
    MISSIONS: {"state": 9, "procedure": 30, "table": 16},
}


def test_every_game_that_has_a_list_of_rules_is_looked_at():
    lists = (Path(__file__).parents[2] / "rules" / "systems").glob("*/data/coverage.csv")
    assert {path.parents[1].name for path in lists} == {game.key for game in GAMES}, "tests/coverage.py, GAMES"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_page_is_what_the_tests_make_it(game: Game):
    assert game.page.read_text(encoding="utf-8") == page(game), "write it anew with `python -m tests.coverage`"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_list_has_every_rule_of_the_three_kinds_once(game: Game):
    assert Counter(rule.kind for rule in rules(game)) == KINDS[game]
    assert len({rule.token for rule in rules(game)}) == len(rules(game)) == sum(KINDS[game].values())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_rule_has_a_status_and_says_what_is_left_unless_it_is_done(game: Game):
    for rule in rules(game):
        assert rule.status in (DONE, PARTLY, BY_HAND), rule.rule
        assert bool(rule.left) == (rule.status != DONE), rule.rule


@pytest.mark.whole("reads the source of all tests; the page in docs/ shows a rule that has lost its last one")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_rule_that_is_done_has_a_test_that_gives_an_order_and_asserts_what_came_of_it(game: Game):
    assert [each.rule.rule for each in coverage(game) if each.rule.status == DONE and not each.tried] == []


ORDER = "def play(game):\n    game.system.decide(1)\n"


@pytest.mark.parametrize(
    ("source", "tried"),
    [
        ("def test_it(game):\n    game.system.decide(1)\n    assert game.done\n", True),
        (ORDER + "def test_it(game):\n    play(game)\n    assert game.done\n", True),
        (ORDER + "def test_it(game):\n    assert game.done\n    play(game)\n", False),
        (ORDER + "def test_it(game):\n    play(game)\n", False),
        ("def test_it(game):\n    assert 'words' in game.texts\n", False),
    ],
)
def test_what_a_test_does_is_read_from_its_source(source: str, tried: bool):
    assert [each.order for each in SourceOfTests({"tests.test_made": source}).named("test_it")] == [tried]


def test_of_two_rules_with_the_same_beginning_the_longer_is_named():
    tokens = {"7_4": "7.4", "7_4_VC": "7.4 VC", "CG12": "CG12", "CG12a": "CG12a", "7_5": "7.5"}
    assert named("test_7_4_VC_wins_and_CG12a_too", tokens) == {"7.4 VC", "CG12a"}
    assert named("test_7_4_starts_and_7_515_pays", tokens) == {"7.4"}
    assert named("test_something_and_7_5_then", tokens) == {"7.5"}


def test_a_rule_is_not_covered_by_a_test_of_another_book_with_the_same_number():
    leaders = [each for each in coverage(RTS) if each.rule.rule in ("12.2", "12.3")]
    assert len(leaders) == 2
    assert not [name for each in leaders for name in each.tests if re.search("hex|Isolated_Area|strategic", name)]
