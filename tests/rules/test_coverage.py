"""The coverage page is up to date and tells the truth."""

from collections import Counter

import pytest

from rules.systems.oto2.course import COURSE
from rules.systems.oto2.rule_data import DATA
from tests.coverage import DONE, GAMES, OPEN, OTO2, VOTG, Game, coverage, named, page, rules

KINDS = {OTO2: {"state": 72, "procedure": 59, "table": 37}, VOTG: {"state": 76, "procedure": 65, "table": 35}}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_page_is_what_the_tests_make_it(game: Game):
    assert game.page.read_text(encoding="utf-8") == page(game), "write it anew with `python -m tests.coverage`"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_list_has_every_rule_of_the_three_kinds_once(game: Game):
    assert Counter(rule.kind for rule in rules(game)) == KINDS[game]
    assert len({rule.token for rule in rules(game)}) == len(rules(game)) == sum(KINDS[game].values())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_nothing_is_open(game: Game):
    assert [each.rule.rule for each in coverage(game) if each.status == OPEN] == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_rule_that_is_done_has_a_test_that_names_it(game: Game):
    assert all(each.tests for each in coverage(game) if each.status == DONE)


def test_a_rule_that_is_done_by_hand_has_a_step_that_says_what_to_go_through():
    steps = {step.key: step for stage in COURSE.stages for step in stage.steps}
    for rule in rules(OTO2):
        if rule.step:
            assert "done" in steps[rule.step].handlers or DATA.step_texts[rule.step].points, rule.rule


def test_of_two_rules_with_the_same_beginning_the_longer_is_named():
    tokens = {"7_4": "7.4", "7_4_VC": "7.4 VC", "CG12": "CG12", "CG12a": "CG12a", "7_5": "7.5"}
    assert named("test_7_4_VC_wins_and_CG12a_too", tokens) == {"7.4 VC", "CG12a"}
    assert named("test_7_4_starts_and_7_515_pays", tokens) == {"7.4"}
    assert named("test_something_and_7_5_then", tokens) == {"7.5"}
