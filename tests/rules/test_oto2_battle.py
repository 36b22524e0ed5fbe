"""What a battle was worth and who has won: 7.5031, 7.4, CG End."""

import pytest

from rules.asl.counters import piles
from rules.contract import Refused
from rules.engine.replace import replace
from rules.systems.oto2.state import CppBudget
from tests.rules.play import GERMAN, RUSSIAN, Game, data_of, rows


def report(**entries):
    return {0: {"lvp": 4, "cvp_german": 0, "cvp_russian": 0, "evp": 0, **entries}}


@pytest.mark.parametrize(("lvp", "winner"), [(4, GERMAN), (5, RUSSIAN)])
def test_7_4_scenario_VC_the_first_scenario_needs_five(lvp, winner):
    game = Game(reports=report(lvp=lvp)).until("perimeter")
    assert (game.state.public.today.winner, game.state.public.today.scenario_vp) == (winner, lvp)


@pytest.mark.parametrize(("lvp", "winner"), [(6, GERMAN), (7, RUSSIAN)])
def test_7_4_scenario_VC_the_later_ones_need_seven(lvp, winner):
    later = {1: {"lvp": lvp, "cvp_german": 0, "evp": 0}}
    game = Game(reports=report() | later).until("perimeter", date=1)
    assert game.state.public.today.winner == winner


def test_7_4_VC_points_left_over_are_carried_to_the_next_scenario_by_type():
    reports = {0: {"lvp": 0, "cvp_german": 30, "evp": 19}, 1: {"lvp": 0, "cvp_german": 25, "evp": 1}}
    game = Game(reports=reports).until("perimeter", date=1)
    first, second = game.state.public.dates
    assert (first.vp, second.vp) == (1, 3)
    assert (first.scenario_vp, second.scenario_vp) == (1, 2)


def test_7_4_VC_CVP_and_EVP_are_not_put_together():
    game = Game(reports=report(lvp=0, cvp_german=19, evp=19)).until("perimeter")
    assert game.state.public.today.vp == 0


def test_7_4_VC_what_the_germans_had_left_is_taken_off_and_nineteen_is_not_twenty():
    reports = {n: {"cvp_german": 0, "evp": 0} for n in range(3)} | {3: {"lvp": 9, "cvp_german": 187, "evp": 45}}
    game = Game(reports=reports).until("books", GERMAN).put(GERMAN, ledger=CppBudget(start=1))
    game.finish()
    ended = data_of(game.events, "campaign.ended")
    assert [part[2] for part in ended["parts"]] == [9, 9, 2, -1]
    assert (ended["vp"], ended["needed"], ended["winner"]) == (19, 20, GERMAN)


@pytest.mark.parametrize(("balance", "lvp", "winner"), [
    ("none", 9, GERMAN), ("none", 10, RUSSIAN), ("russian", 7, GERMAN), ("russian", 8, RUSSIAN),
])  # fmt: skip
def test_7_31_and_7_4_VC_as_many_points_as_are_needed_win_the_campaign(balance: str, lvp: int, winner: str) -> None:
    reports = {n: {"cvp_german": 0, "evp": 0} for n in range(3)} | {3: {"lvp": lvp, "cvp_german": 200, "evp": 0}}
    game = Game(reports=reports, balance=balance).until("books", GERMAN).put(GERMAN, ledger=CppBudget(start=0))
    ended = data_of(game.finish().events, "campaign.ended")
    assert (ended["vp"], ended["winner"]) == (lvp + 10, winner)


def test_6_CG_End_units_the_germans_never_brought_on_count_as_casualties():
    reports = {n: {"lvp": 0, "cvp_german": 0, "evp": 0} for n in range(4)}
    game = Game(reports=reports).until("books", GERMAN).put(GERMAN, ledger=CppBudget(start=0))
    squads = [pile for pile in piles(game.room(GERMAN).counters) if pile.like.kind == "squad" and pile.like.on_hand]
    late = {str(squads[0].key): 6, str(squads[1].key): 4}
    game.order(GERMAN, "lose", piles=late, fate="due")
    game.finish()
    assert game.state.public.ending.books[GERMAN] == {"cpp": 0, "cvp": 20}
    assert game.state.public.ending.vp == 1


def german_off_board(date: int) -> Game:
    """A game after `date`'s scenario, asked which of the German groups bought to enter later have entered."""
    reports = {n: {"lvp": 0, "cvp_german": 0, "evp": 0} for n in range(4)}
    return Game(baskets={(GERMAN, date): rows("I1-1 I2-1 V1-1")}, reports=reports).until("entered", GERMAN, date=date)


def test_CG12a_and_6_CG_End_german_groups_that_never_entered_count_as_casualties():
    game = german_off_board(3)
    due = [c for c in game.room(GERMAN).counters if c.fate == "due"]
    worth = sum(c.worth for c in due)
    assert "count as CVP for the Russians at once" in game.current(GERMAN).task.lines[0]
    nobody = {field.name: 0 for field in game.current(GERMAN).task.fields}
    events = game.order(GERMAN, "enter", **nobody)
    assert f"{worth} CVP" in game.system.describe(events[0]).sentence
    assert {c.fate for c in game.room(GERMAN).counters if c.id in {each.id for each in due}} == {"eliminated"}
    assert game.until("victory", GERMAN, date=3).current(GERMAN).task.own == worth > 40
    game.reports[3] = {**game.reports[3], "cvp_german": worth}
    game.finish()
    assert game.state.public.ending.books[GERMAN]["cvp"] == 0
    parts = data_of(game.events, "campaign.ended")["parts"]
    assert parts[1][1:] == [worth, worth // 20]


def test_CG12a_german_groups_that_never_entered_count_for_the_last_scenario_too():
    game = german_off_board(3)
    game.order(GERMAN, "enter", **{field.name: 0 for field in game.current(GERMAN).task.fields})
    game.reports[3] = {
        **game.reports[3],
        "lvp": 5,
        "cvp_german": sum(c.worth for c in game.room(GERMAN).counters if c.since == 3 and c.fate == "eliminated"),
    }
    game.finish()
    last = [event.data for event in game.events if event.kind == "scenario.ended"][-1]
    assert (last["scenario_vp"], last["winner"]) == (7, RUSSIAN)


def test_CG12a_on_the_last_date_russians_who_never_entered_are_not_lost():
    reports = {n: {"lvp": 0, "cvp_german": 0, "evp": 0} for n in range(4)}
    game = Game(baskets={(RUSSIAN, 3): rows("I1-1")}, reports=reports).until("entered", RUSSIAN, date=3)
    game.order(RUSSIAN, "enter", **{field.name: 0 for field in game.current(RUSSIAN).task.fields})
    assert "due" in {c.fate for c in game.room(RUSSIAN).counters}
    assert game.until("victory", RUSSIAN, date=3).current(RUSSIAN).task.own == 0


def test_CG12a_german_groups_that_entered_do_not_count():
    game = german_off_board(3)
    game.answer(GERMAN)
    assert "due" not in {c.fate for c in game.room(GERMAN).counters}
    game.finish()
    assert game.state.public.ending.books[GERMAN]["cvp"] == 0


def test_CG12a_who_has_not_entered_stays_due_and_may_set_up_on_the_next_date():
    game = german_off_board(2)
    assert not game.current(GERMAN).task.lines
    entered = {field.name: 0 for field in game.current(GERMAN).task.fields}
    first = next(iter(entered))
    events = game.order(GERMAN, "enter", **entered | {first: 1})
    assert game.system.describe(events[0]).sentence.startswith("Entered: ")
    late = game.names(GERMAN, fate="due")
    assert late
    game.until("setup", GERMAN, date=3)
    assert game.names(GERMAN, fate="due") == late
    line = next(field for field in game.current(GERMAN).task.form.fields if "to enter" in field.label)
    game.order(GERMAN, "enter", **{line.name: "K20"})
    assert len(game.names(GERMAN, fate="due")) == len(late) - 1


def written(date: int) -> Game:
    """A game before the German set-up of a date in which one of ten squads gets a Location."""
    game = Game().until("setup", GERMAN, date=date)
    kept = [c for c in game.room(GERMAN).counters if c.kind == "squad" and c.name == "4-6-7" and c.fate == "ready"][:10]
    ids = {c.id for c in kept}
    gone = tuple(c if c.id in ids else replace(c, fate="used") for c in game.room(GERMAN).counters)
    game.put(GERMAN, counters=gone)
    (line,) = game.current(GERMAN).task.form.fields
    game.order(GERMAN, "enter", **{line.name: "K20"})
    return game


def test_CG12a_a_unit_that_was_set_up_nowhere_on_the_last_date_counts_as_lost():
    game = written(3).until("entered", GERMAN, date=3)
    (field,) = game.current(GERMAN).task.fields
    assert (field.value, field.high) == (9, 9)
    events = game.order(GERMAN, "enter", **{field.name: 7})
    assert game.names(GERMAN, fate="eliminated") == ["4-6-7"] * 2
    assert game.until("victory", GERMAN, date=3).current(GERMAN).task.own == 4
    told = game.system.describe(events[0]).sentence
    assert told == "Entered: nothing. Not on the map by the end of Turn 2, 4 CVP: 2 4-6-7."


@pytest.mark.parametrize(("date", "place"), [(2, "K20"), (3, "")])
def test_CG12a_nobody_is_asked_for_on_an_earlier_date_or_where_no_unit_has_a_location(date: int, place: str):
    game = written(date)
    game.put(GERMAN, counters=tuple(replace(c, place=place and c.place) for c in game.room(GERMAN).counters))
    game.until("victory", GERMAN, date=date)
    assert not [event for event in game.events if event.kind == "units.entered" and event.room == GERMAN]


def test_CG12_where_nobody_was_due_nothing_is_asked():
    game = Game().until("entered", RUSSIAN)
    assert game.current(GERMAN).spec.key != "entered"
    game.answer(RUSSIAN)
    assert "due" not in {c.fate for c in game.room(RUSSIAN).counters}


def test_7_5131c_a_vehicle_still_out_at_CG_End_counts_as_a_casualty():
    game = Game().until("books", RUSSIAN)
    truck = next(c.id for c in game.room(RUSSIAN).counters if c.name == "GAZ-MM")
    game.order(RUSSIAN, "lose", piles={str(truck): 1}, fate="out")
    game.finish()
    assert game.state.public.ending.books[RUSSIAN]["cvp"] == 2


def test_7_5031_both_sides_agree_on_the_account():
    game = Game().until("play").alone(GERMAN, "victory").alone(RUSSIAN, "victory")
    game.order(GERMAN, "propose", lvp=5, turn=7)
    with pytest.raises(Refused, match="no report of the other side"):
        game.order(GERMAN, "confirm", number=1)
    game.order(RUSSIAN, "propose", lvp=6, turn=7)
    with pytest.raises(Refused, match="changed while you read"):
        game.order(GERMAN, "confirm", number=1)
    events = game.order(GERMAN, "confirm", number=2)
    assert data_of(events, "scenario.ended")["winner"] == RUSSIAN
    assert game.state.public.stage == "aftermath"


def test_7_5031_an_account_out_of_range_is_refused():
    game = Game().until("victory", GERMAN)
    for wrong in ({"lvp": 11}, {"lvp": -1}, {"cvp_german": "many"}, {"turn": 0}, {"evp": 10**6}, {"vp": 3}):
        with pytest.raises(Refused):
            game.order(GERMAN, "propose", **wrong)
