"""What happens to units at the table, chosen from the game's data: order, outcome, Casualty VP, and what is refused."""

from collections import Counter
from typing import Any

import pytest

from rules.asl.counters import casualties, piles, together
from rules.asl.unit_acts import ACTS
from rules.contract import Refused
from rules.systems.oto2.rule_data import rule_data as oto2_rules
from rules.systems.votg.system import SYSTEM as GUARDS
from tests.rules.driver import Driver
from tests.rules.play import GERMAN, RUSSIAN, SYSTEM, Game, rows
from tests.rules.votg_play import Game as Guards


@pytest.fixture
def game() -> Game:
    """A battle with two German companies of the same squads."""
    return Game(baskets={(GERMAN, 0): rows("I1*2 V1*2")}).until("play")


@pytest.fixture
def guards() -> Guards:
    """A battle in Stalingrad, with some of each sort."""
    return Guards().until("play")


def pile_of(game: Driver, name: str, side: str = GERMAN, *, marks: tuple[str, ...] = ()) -> Any:
    """The pile of a name and these conditions, whatever group its counters came with."""
    found = together(piles(game.room(side).on_hand))
    return next(pile for pile in found if (pile.like.name, pile.like.marks) == (name, marks))


def does(game: Driver, act: str, name: str, side: str = GERMAN, **more: Any) -> Any:
    """Do an act with counters of a name; the event."""
    events = game.order(side, act, pile=pile_of(game, name, side).key, together=True, **more)
    known = {"public"} if act == "capture" else set()
    assert {event.room for event in events} == {side} | known, "what a side loses is in its own room"
    return events[0]


def there(game: Driver, side: str = GERMAN) -> Counter[str]:
    return Counter(c.name for c in game.room(side).on_hand)


def cvp(game: Driver, side: str = GERMAN) -> int:
    """The Casualty VP of the scenario in hand, as the order of battle shows them."""
    return game.system.forces(game.state, side).casualties


def change(before: Counter[str], after: Counter[str]) -> dict[str, int]:
    return {name: after[name] - before[name] for name in before | after if after[name] != before[name]}


def told(game: Driver, event: Any) -> tuple[str, str]:
    text = game.system.describe(event)
    return text.sentence, text.rule


def test_7_13_a_squad_reduced_leaves_its_half_and_the_other_half_counts(game):
    before = there(game)
    event = does(game, "reduce", "4-6-7")
    assert change(before, there(game)) == {"4-6-7": -1, "2-4-7": 1}
    assert (event.data["cvp"], cvp(game)) == (1, 1)
    assert told(game, event) == ("Casualty Reduction: 1 4-6-7 now 2-4-7. 1 CVP. From 23AM-I1-given1.", "7.13")


def test_7_13_the_half_left_stays_with_its_group_and_what_befell_it(game):
    squads = pile_of(game, "4-6-7")
    game.order(GERMAN, "change", pile=squads.key, count=1, marks=["encircled"], place="K20", note="in the mill")
    group = game.room(GERMAN).counters[squads.key - 1].group
    other = pile_of(game, "4-6-7", marks=("encircled",))
    game.order(GERMAN, "reduce", pile=other.key)
    left = game.room(GERMAN).counters[squads.key - 1]
    assert (left.id, left.name, left.kind, left.group) == (squads.key, "2-4-7", "half_squad", group)
    assert (left.marks, left.place, left.note) == (("encircled",), "K20", "in the mill")
    gone = game.room(GERMAN).counters[-1]
    assert (gone.name, gone.group, gone.fate, gone.worth, gone.marks) == ("2-4-7", group, "eliminated", 1, ())


def test_7_13_several_are_reduced_at_once_whatever_group_they_came_with(game):
    event = does(game, "reduce", "4-6-7", count="14")
    assert (there(game)["2-4-7"], cvp(game)) == (14, 14)
    assert len(event.data["origins"]) == 2


def test_7_13_both_halves_lost_one_after_the_other_count_as_the_squad(game):
    does(game, "reduce", "4-6-7", count=2)
    does(game, "eliminate", "2-4-7", count=2)
    assert (cvp(game), there(game)["2-4-7"]) == (4, 0)


@pytest.mark.parametrize(("name", "worth"), [("4-6-7", 2), ("9-1", 2), ("MMG", 0), ("PzJg III/IV", 6)])
def test_7_13_an_eliminated_counter_counts_what_stands_beside_it(game, name, worth):
    game.gains(GERMAN, "add", kind="leader", name="9-1")
    event = does(game, "eliminate", name)
    assert (cvp(game), event.data.get("cvp", 0)) == (worth, worth)
    assert told(game, event)[0].startswith(f"1 {name}: Eliminated.")


def test_7_13_with_values_that_are_typed_in_no_act_counts_any():
    game = Game(rulings={"cvp_values": "typed"}).until("play")
    does(game, "reduce", "4-6-7", count=3)
    does(game, "eliminate", "2-4-7", count=3)
    assert cvp(game) == 0


def test_7_13_points_typed_in_for_a_squad_are_shared_by_its_halves(game):
    game.order(GERMAN, "change", pile=pile_of(game, "4-6-7").key, count=1, worth=5)
    odd = next(pile for pile in piles(game.room(GERMAN).on_hand) if (pile.like.name, pile.like.worth) == ("4-6-7", 5))
    game.order(GERMAN, "reduce", pile=odd.key)
    halves = [c.worth for c in game.room(GERMAN).counters if c.name == "2-4-7"]
    assert (sorted(halves), cvp(game)) == ([2, 3], 2)


def test_7_5031_what_is_reduced_after_the_victory_determination_counts_no_more(game):
    does(game, "reduce", "4-6-7")
    game.until("perimeter")
    event = does(game, "reduce", "4-6-7")
    assert "cvp" not in event.data
    assert casualties(game.room(GERMAN).counters, game.public.date) == 1


def test_7_5111_halves_recombined_in_the_refit_change_nothing_of_what_was_counted(game):
    does(game, "reduce", "4-6-7", count=2)
    squads = there(game)["4-6-7"]
    game.until("recombine").order(GERMAN, "roll")
    assert (there(game)["4-6-7"], there(game)["2-4-7"]) == (squads + 1, 0)
    assert casualties(game.room(GERMAN).counters, 0) == 2


def test_7_516_a_unit_that_fails_its_ELR_is_Replaced_and_nothing_counts(game):
    before = there(game)
    event = does(game, "replace", "4-6-7", count=2)
    assert change(before, there(game)) == {"4-6-7": -2, "4-4-7": 2}
    assert ("cvp" in event.data, cvp(game)) == (False, 0)
    assert told(game, event) == ("Replaced: 2 4-6-7 now 4-4-7. From 23AM-I1-given1.", "7.516")


def test_7_516_a_leader_is_Replaced_by_the_next_lower_one(game):
    game.gains(RUSSIAN, "add", kind="leader", name="9-2")
    before = there(game, RUSSIAN)
    does(game, "replace", "9-2", RUSSIAN)
    assert change(before, there(game, RUSSIAN)) == {"9-2": -1, "9-1": 1}


def test_7_516_an_assault_engineer_who_is_Replaced_is_none_any_more_one_reduced_still_is():
    game = Game(baskets={(RUSSIAN, 0): rows("I5")}).until("play")
    engineers = [c for c in game.room(RUSSIAN).on_hand if "assault engineer" in c.marks and c.kind == "squad"]
    key = next(pile.key for pile in piles(engineers))
    name = game.room(RUSSIAN).counters[key - 1].name
    game.order(RUSSIAN, "reduce", pile=key)
    assert "assault engineer" in game.room(RUSSIAN).counters[key - 1].marks
    key = next(c.id for c in engineers if c.name == name and c.id != key)
    game.order(RUSSIAN, "replace", pile=key)
    assert "assault engineer" not in game.room(RUSSIAN).counters[key - 1].marks


def test_7_516_of_assault_engineers_with_a_new_condition_only_who_is_Replaced_is_none_any_more() -> None:
    game = Game(baskets={(RUSSIAN, 0): rows("I5")}).until("play")
    one, other, *_ = [c.id for c in game.room(RUSSIAN).on_hand if "assault engineer" in c.marks and c.kind == "squad"]
    game.order(RUSSIAN, "tally", acts={"replace": [one]}, marks={"broken": [one, other]})
    after = {c.id: c.marks for c in game.room(RUSSIAN).counters}
    assert (after[one], after[other]) == (("broken",), ("assault engineer", "broken"))


def test_7_5111_a_squad_deploys_into_two_halves_and_nothing_counts(game):
    before, counters = there(game), len(game.room(GERMAN).counters)
    event = does(game, "deploy", "4-6-7")
    assert change(before, there(game)) == {"4-6-7": -1, "2-4-7": 2}
    halves = [c for c in game.room(GERMAN).on_hand if c.name == "2-4-7"]
    assert ([c.worth for c in halves], len({c.group for c in halves}), cvp(game)) == ([1, 1], 1, 0)
    assert len(game.room(GERMAN).counters) == counters + 1
    assert told(game, event)[0] == "Deployed: 1 4-6-7 now two 2-4-7 each. From 23AM-I1-given1."


def test_7_5111_two_halves_recombine_and_nothing_counts(game):
    before = there(game)
    does(game, "deploy", "4-6-7", count=2)
    event = does(game, "recombine", "2-4-7", count=2)
    assert (there(game), cvp(game)) == (before, 0)
    assert told(game, event) == ("Recombined: of 4 2-4-7 each two now 4-6-7. From 23AM-I1-given1.", "7.5111")


def test_7_510_a_leader_is_wounded_and_heals_or_not_in_the_refit(game):
    leader = next(c for c in game.room(GERMAN).on_hand if c.kind == "leader")
    event = does(game, "wound", leader.name)
    hurt = [c for c in game.room(GERMAN).on_hand if "wounded" in c.marks]
    assert ([c.name for c in hurt], cvp(game), told(game, event)[1]) == ([leader.name], 0, "7.510")
    assert game.until("wounded").current(GERMAN).task.needs


def test_7_5113_a_heroic_leader_hardens_in_the_refit(game):
    leader = next(c for c in game.room(GERMAN).on_hand if c.kind == "leader")
    event = does(game, "inspire", leader.name)
    assert [c.id for c in game.room(GERMAN).on_hand if "heroic" in c.marks] == [leader.id]
    assert told(game, event) == (f"Heroic now: 1 {leader.name}. From {leader.group}.", "7.5113")


def test_7_508_who_is_captured_is_in_play_no_more_and_counts(game):
    event = does(game, "capture", "4-6-7", count=2)
    taken = [c for c in game.room(GERMAN).counters if c.fate == "captured"]
    assert ([c.name for c in taken], cvp(game)) == (["4-6-7", "4-6-7"], 4)
    assert told(game, event)[0] == "2 4-6-7: captured. 4 CVP. From 23AM-I1-given1."


def test_12_12_a_squad_reduced_leaves_its_half_and_the_other_half_counts(guards):
    before = there(guards)
    event = does(guards, "reduce", "4-6-7")
    assert change(before, there(guards)) == {"4-6-7": -1, "2-4-7": 1}
    assert (event.data["cvp"], cvp(guards), told(guards, event)[1]) == (1, 1, "12.12")


def test_12_12_a_squad_reduced_in_the_refit_counts_for_the_points_of_12_618(guards):
    does(guards, "reduce", "4-6-7", count=2)
    guards.until("perimeter")
    assert does(guards, "reduce", "4-6-7", count=3).data["cvp"] == 3
    assert (guards.context(GERMAN).refit_losses(0), cvp(guards)) == (3, 2)


def test_12_6122_halves_recombined_in_the_refit_change_nothing_of_what_was_counted(guards):
    does(guards, "reduce", "4-6-7", count=2)
    squads = there(guards)["4-6-7"]
    guards.until("recombine").order(GERMAN, "roll")
    assert (there(guards)["4-6-7"], casualties(guards.room(GERMAN).counters, 0)) == (squads + 1, 2)


def test_12_6122_a_light_mortar_team_does_not_recombine(guards):
    guards.has(GERMAN, ("half_squad", "2-4-7", ("mortar team",)), ("half_squad", "2-4-7", ("mortar team",)), worth=1)
    with pytest.raises(Refused, match="can't be recombined"):
        guards.order(GERMAN, "recombine", pile=guards.room(GERMAN).counters[-2].id)


def test_12_6073_a_squad_deploys_before_it_escapes(guards):
    guards.until("perimeter")
    event = does(guards, "deploy", "4-6-7")
    assert (there(guards)["2-4-7"], told(guards, event)[1]) == (2, "12.6073")


@pytest.mark.parametrize(("name", "half", "lower"), [
    ("AE 6-2-8", "AE 3-2-8", "5-2-7"), ("6-2-8", "3-2-8", "5-2-7"), ("4-5-8", "2-4-8", "4-4-7"),
])  # fmt: skip
def test_VotG24_an_engineer_who_is_Replaced_is_none_any_more_one_reduced_still_is(guards, name, half, lower):
    guards.has(RUSSIAN, ("squad", name), ("squad", name), worth=2)
    key = len(guards.room(RUSSIAN).counters) - 1
    guards.order(RUSSIAN, "reduce", pile=key)
    guards.order(RUSSIAN, "replace", pile=key + 1)
    assert [guards.room(RUSSIAN).counters[n].name for n in (key - 1, key)] == [half, lower]


def test_VotG22_the_NKVD_is_reduced_and_never_Replaced(guards):
    guards.has(RUSSIAN, ("squad", "NKVD 6-2-8"), ("squad", "NKVD 6-2-8"), worth=2)
    key = len(guards.room(RUSSIAN).counters) - 1
    with pytest.raises(Refused, match="can't be Replaced"):
        guards.order(RUSSIAN, "replace", pile=key)
    guards.order(RUSSIAN, "reduce", pile=key)
    assert guards.room(RUSSIAN).counters[key - 1].name == "NKVD 3-2-8"


# what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("act", "name", "entries", "words", "field"),
    [
        ("reduce", "4-6-7", {"count": 99}, "99 entered", "count"),
        ("reduce", "4-6-7", {"count": 0}, "not between", "count"),
        ("reduce", "4-6-7", {"count": "x"}, "not a whole number", "count"),
        ("reduce", "PzJg III/IV", {}, "can't be reduced", "pile"),
        ("replace", "MMG", {}, "can't be Replaced", "pile"),
        ("deploy", "2-2-8", {}, "can't be deployed", "pile"),
        ("recombine", "2-2-8", {}, "can't be recombined", "pile"),
        ("wound", "4-6-7", {}, "can't be wounded", "pile"),
        ("inspire", "4-6-7", {}, "can't be heroic", "pile"),
        ("recombine", "2-4-7", {"count": 2}, "4 entered, 3 there", "count"),
    ],
)
def test_an_act_that_does_not_fit_says_so_and_nothing_is_half_done(game, act, name, entries, words, field):
    game.gains(GERMAN, "add", kind="half_squad", name="2-4-7", count=3)
    game.gains(GERMAN, "add", kind="crew", name="2-2-8", count=3)
    before = game.state
    with pytest.raises(Refused, match=words) as caught:
        does(game, act, name, **entries)
    assert (caught.value.field, game.state) == (field, before)
    assert caught.value.way_out


@pytest.mark.parametrize("pile", [None, "", "x", 9999, [], {}, True, -1])
def test_a_pile_that_is_not_there_is_refused(game, pile):
    with pytest.raises(Refused):
        game.order(GERMAN, "reduce", pile=pile)


def test_who_is_lost_is_reduced_no_more(game):
    key = pile_of(game, "4-6-7").key
    game.order(GERMAN, "eliminate", pile=key)
    with pytest.raises(Refused, match="Eliminated already"):
        game.order(GERMAN, "reduce", pile=key)


def test_an_order_has_no_further_entries(game):
    with pytest.raises(Refused, match="no entry called"):
        does(game, "reduce", "4-6-7", worth=9)


# what is offered -----------------------------------------------------------------------------


def acts_of(game: Driver, name: str, side: str = GERMAN) -> dict[str, tuple[str, int]]:
    found = game.system.forces(game.state, side).acts[pile_of(game, name, side).key]
    return {act.key: (act.becomes, act.worth) for act in found}


def test_a_line_offers_what_the_data_have_for_its_counters(game):
    assert acts_of(game, "4-6-7") == {
        "reduce": ("2-4-7", 1), "eliminate": ("", 2), "capture": ("", 2), "replace": ("4-4-7", 0),
        "deploy": ("2 × 2-4-7", 0),
    }  # fmt: skip
    assert acts_of(game, "MMG") == {"eliminate": ("", 0), "capture": ("", 0)}
    does(game, "reduce", "4-6-7")
    assert "recombine" not in acts_of(game, "2-4-7")
    does(game, "reduce", "4-6-7")
    assert acts_of(game, "2-4-7")["recombine"] == ("4-6-7", 0)


@pytest.mark.parametrize("system", [SYSTEM, GUARDS], ids=lambda system: system.key)
def test_whatever_is_offered_is_taken(system):
    game = (Game if system is SYSTEM else Guards)().until("play")
    forces = game.system.forces(game.state, GERMAN)
    offered = [(key, act) for key, acts in forces.acts.items() for act in acts]
    # Only the NKVD is promoted by an act, and the Germans have none.
    assert {act.key for _, act in offered} >= {key for key, act in ACTS.items() if act.facts is None} - {"recombine"}
    start = game.state
    for key, act in offered:
        game.state = start
        before = cvp(game)
        event = game.order(GERMAN, act.key, pile=key)[0]
        assert cvp(game) - before == act.worth == event.data.get("cvp", 0), (act, event)
        assert told(game, event)[0]


@pytest.mark.parametrize("side", [GERMAN, RUSSIAN])
def test_every_squad_of_the_charts_has_its_half_in_the_data(side):
    rules = oto2_rules()
    squads = {
        name
        for row in rules.groups[side].values()
        for name, _ in row.units
        if (unit := rules.unit(side, name)) and unit.kind == "squad"
    }
    assert squads
    for name in squads:
        half = rules.unit(side, rules.half(side, name))
        assert half is not None, name
        assert half.kind == "half_squad"
