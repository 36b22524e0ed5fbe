"""Losses and conditions of several piles at once, entered by hand (7.13, 7.502, 7.503)."""

from collections import Counter

import pytest

from rules.asl.counters import casualties, piles
from rules.asl.manual_changes import CONDITIONS, MARKS, first_marks
from rules.contract import Refused
from rules.systems.oto2.rule_data import rule_data
from tests.rules.play import GERMAN, RUSSIAN, SYSTEM, Game, data_of, rows


@pytest.fixture
def game() -> Game:
    """A battle with two German companies of the same squads."""
    return Game(baskets={(GERMAN, 0): rows("I1*2 V1*2")}).until("play")


def key_of(game: Game, name: str) -> str:
    """The key of the first pile of this name without a condition."""
    found = piles(game.room(GERMAN).counters)
    return str(next(pile.key for pile in found if pile.like.name == name and not pile.like.marks))


def marked(game: Game, mark: str) -> Counter[str]:
    return Counter(c.name for c in game.room(GERMAN).counters if mark in c.marks)


def test_7_13_losses_are_counted_whatever_group_they_came_with(game):
    there = [c.id for c in game.room(GERMAN).counters if c.name == "4-6-7"]
    assert len({c.group for c in game.room(GERMAN).counters if c.name == "4-6-7"}) > 1
    game.order(GERMAN, "lose", piles={key_of(game, "4-6-7"): "14"}, together="on")
    lost = [c.id for c in game.room(GERMAN).counters if c.fate == "eliminated"]
    assert lost == there[:14]


def test_7_13_a_pile_of_one_group_has_no_more_than_that_group_brought(game):
    with pytest.raises(Refused, match="14 entered, 12 there"):
        game.order(GERMAN, "lose", piles={key_of(game, "4-6-7"): 14})


def test_conditions_of_several_piles_are_noted_at_once(game):
    named = {
        key_of(game, "PzJg III/IV"): {"immobilized": "1", "stunned": 1, "bogged": ""},
        key_of(game, "MMG"): {"malfunctioned": 2}, key_of(game, "4-6-7"): {"encircled": 3},
    }  # fmt: skip
    events = game.order(GERMAN, "mark", piles=named, together=True)
    assert marked(game, "immobilized") == marked(game, "stunned") == {"PzJg III/IV": 1}
    assert (marked(game, "malfunctioned"), marked(game, "encircled")) == ({"MMG": 2}, {"4-6-7": 3})
    assert not [c for c in game.room(GERMAN).counters if len(c.marks) > 1], "they are different counters"
    told = [SYSTEM.describe(event).sentence for event in events]
    assert "By hand: 3 4-6-7 now also encircled." in told
    assert all(event.room == GERMAN for event in events)


def test_7_13_losses_and_reductions_of_several_lines_go_with_the_conditions(game):
    game.gains(GERMAN, "add", kind="squad", name="4-4-7", count=2)
    named = {
        key_of(game, "4-6-7"): {"encircled": 1, "reduce": 2, "eliminate": 1},
        key_of(game, "4-4-7"): {"reduce": 1}, key_of(game, "MMG"): {"eliminate": 1},
    }  # fmt: skip
    events = game.order(GERMAN, "mark", piles=named, together=True)
    told = [SYSTEM.describe(event).sentence for event in events]
    assert [each.partition(":")[0] for each in told] == ["1 4-6-7, 1 MMG", "Casualty Reduction", "By hand"]
    assert "now 2-4-7, 2-3-7" in told[1]
    numbers = [c.id for c in game.room(GERMAN).counters]
    assert len(numbers) == len(set(numbers))
    assert casualties(game.room(GERMAN).counters, 0) == 2 + 1 + 1 + 1


def test_what_cannot_be_reduced_is_refused_by_its_field(game):
    key = key_of(game, "MMG")
    with pytest.raises(Refused, match="MMG can't be reduced") as caught:
        game.order(GERMAN, "mark", piles={key: {"reduce": 1}})
    assert caught.value.field == f"{key}:reduce"


def test_a_further_condition_leaves_the_others_as_they_are(game):
    tank = key_of(game, "PzJg III/IV")
    game.order(GERMAN, "change", pile=tank, count=1, marks=["immobilized"], place="K20")
    event = data_of(game.order(GERMAN, "mark", piles={tank: {"stunned": 1}}), "counters.changed")
    assert [row["marks"] for row in event["change"].values()] == [["immobilized", "stunned"]]
    (both,) = (c for c in game.room(GERMAN).counters if "stunned" in c.marks)
    assert (both.marks, both.place) == (("immobilized", "stunned"), "K20")


@pytest.mark.parametrize(
    ("named", "field", "words"),
    [
        ({"drunk": 1}, "drunk", "drunk"),
        ({"stunned": "x"}, "stunned", "not a whole number"),
        ({"stunned": -1}, "stunned", "not between"),
        ({"stunned": 2, "bogged": 999}, "bogged", "there"),
        ({"stunned": 1, "bogged": 1}, "bogged", "2 entered, 1 there"),
        ({"immobilized": 1}, "immobilized", "immobilized already"),
    ],
)
def test_an_entry_that_does_not_fit_is_refused_by_its_field_and_nothing_is_half_done(game, named, field, words):
    tank, squads = key_of(game, "PzJg III/IV"), key_of(game, "4-6-7")
    game.order(GERMAN, "mark", piles={tank: {"immobilized": 2}})
    already = str(next(c.id for c in game.room(GERMAN).counters if "immobilized" in c.marks))
    key = already if "immobilized" in named else key_of(game, "PzJg III/IV")
    before = game.state
    with pytest.raises(Refused, match=words) as caught:
        game.order(GERMAN, "mark", piles={squads: {"encircled": 1}, key: named})
    assert (caught.value.field, game.state) == (f"{key}:{field}", before)


@pytest.mark.parametrize(
    ("typed", "words"),
    [("x", "4-6-7, Eliminated: 'x' is not a whole number."), ("-1", "4-6-7, Eliminated: -1 is not between 0 and 12.")],
)
def test_a_number_of_counters_that_is_none_is_answered_with_how_many_there_are(game, typed, words):
    squads = key_of(game, "4-6-7")
    with pytest.raises(Refused) as caught:
        game.order(GERMAN, "mark", piles={squads: {"eliminate": typed}})
    assert caught.value.message == words
    assert caught.value.way_out.startswith("Enter a number from 0 to 12")


@pytest.mark.parametrize(
    "named",
    [{}, {"1": {}}, {"1": {"stunned": 0}}, {"1": "x"}, {"1": []}, "x", {"9999": {"stunned": 1}}, {"x": {"stunned": 1}}],
)
def test_nothing_is_noted_where_nothing_is_named(game, named):
    before = game.state
    with pytest.raises(Refused):
        game.order(GERMAN, "mark", piles=named)
    assert game.state == before


def test_what_is_lost_gets_no_condition(game):
    squads = key_of(game, "4-6-7")
    game.order(GERMAN, "lose", piles={squads: 2})
    with pytest.raises(Refused, match="Eliminated already"):
        game.order(GERMAN, "mark", piles={squads: {"encircled": 1}})


def test_every_condition_says_where_it_comes_from_and_which_classes_are_asked_first():
    assert len(MARKS) == len(set(MARKS)) == len(CONDITIONS) > 30
    for row in CONDITIONS:
        assert row["cite"], row["name"]
        assert row["status"] == "printed", row["name"]
        assert set(row["first"]) <= set(rule_data().classes), row["name"]
    assert first_marks()["tank"] == ("malfunctioned", "immobilized", "abandoned", "stunned", "bogged", "shocked")


def test_a_leader_of_no_known_quality_is_refused():
    game = Game().until("play")
    leader = next(c.id for c in game.room(RUSSIAN).counters if c.kind == "leader")
    for name in ("Ivan", "4-5-8", "", "9-9"):
        with pytest.raises(Refused):
            game.order(RUSSIAN, "add", kind="leader", name=name)
        with pytest.raises(Refused):
            game.order(RUSSIAN, "change", pile=leader, name=name)


def test_a_counter_that_gets_the_name_of_another_becomes_of_its_class_and_worth():
    game = Game().until("play")
    squad = next(c.id for c in game.room(GERMAN).counters if c.kind == "squad")
    game.order(GERMAN, "change", pile=squad, name="2-4-7")
    changed = next(c for c in game.room(GERMAN).counters if c.id == squad)
    assert (changed.kind, changed.worth) == ("half_squad", 1)


def test_what_is_written_of_a_counter_tells_only_what_is_new(game):
    key = key_of(game, "4-6-7")
    as_shown = {"name": "4-6-7", "note": "", "marks": []}
    (changed,) = game.order(GERMAN, "change", pile=key, count=2, place="K20", **as_shown)
    assert changed.data["values"] == {"place": "K20"}
    assert [c.place for c in game.room(GERMAN).counters].count("K20") == 2
    key = key_of(game, "4-6-7")
    with pytest.raises(Refused, match=r"Nothing was changed"):
        game.order(GERMAN, "change", pile=key, count=1, **as_shown)


@pytest.mark.parametrize("place", ["K20\npillbox", "k20\tPILLBOX", "k05/0"])
def test_the_sheets_take_every_spelling_of_a_place(game, place):
    game.order(GERMAN, "change", pile=key_of(game, "4-6-7"), count=1, place=place)
    (setup,) = (each for key, each in SYSTEM.sheets(game.state.only([GERMAN]), GERMAN).items() if key == "setup")
    assert setup.tables[0].blocks[0].rows
