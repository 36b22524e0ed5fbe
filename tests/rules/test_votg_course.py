"""Valor of the Guards from end to end: the four passages of the refit phase, and how a campaign ends."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from rules.asl.steps.renewal.san_elr_weather import SanStep
from rules.contract import Refused
from rules.systems.votg.pack import DATA
from rules.systems.votg.state import RUSSIAN, SIDES, DateRecord
from rules.systems.votg.steps.renewal import of_a_new_day
from tests.maps.practice import practice_map
from tests.rules.votg_play import GERMAN, SYSTEM, Game, charts

DUAL, ASSAULT, STRIKE, IDLE = ("attack", "attack"), ("attack", "idle"), ("idle", "attack"), ("idle", "idle")


def stages(game: Game) -> list[str]:
    """The stages that were opened, in order."""
    return [str(event.data["stage"]) for event in game.events if event.kind == "stage.opened"]


def days(game: Game) -> list[tuple[str, str]]:
    """The dates so far: day and kind of scenario."""
    return [(record.day, record.kind) for record in game.public.dates]


def passed(game: Game, side: str) -> list[str]:
    """The steps of the stage that ask nothing of a side."""
    return [step.key for step in SYSTEM.view(game.state, side).steps if step.status == "passed"]


def to(game: Game, stage: str, date: int) -> Game:
    """Let both sides answer until a stage of a date is open."""
    while (game.public.stage, game.public.date) != (stage, date):
        answered = [game.answer(side) for side in SIDES]
        assert any(answered), f"a dead end in {game.public.stage}"
    return game


def test_12_2_Initial_Scenario_is_bought_for_called_up_set_up_and_fought():
    game = to(Game(game="IV"), "battle", 0)
    assert stages(game) == [
        "forces", "setup_russian_first", "setup_german_second", "look_russian", "look_german", "begin", "battle",
    ]  # fmt: skip
    assert days(game) == [("14", "initial")]


def test_12_11_and_12_2_RePh_and_12_2_CG_Day_a_new_day_goes_through_refit_purchases_and_chits():
    game = to(Game(game="IV", chits={1: STRIKE}), "battle", 1)
    assert stages(game)[8:] == [
        "counterattack", "renewal", "purchase", "forces", "initiative", "showing", "scenario",
        "setup_german_first", "setup_russian_second", "look_russian", "look_german", "begin", "battle",
    ]  # fmt: skip
    assert days(game) == [("14", "initial"), ("15", "russian_assault")]


def test_12_6_the_steps_of_a_refit_are_gone_through_in_the_order_of_their_numbers():
    game, taken = to(Game(game="IV", chits={1: ASSAULT}), "battle", 0), list[str]()
    while (game.public.stage, game.public.date) != ("battle", 1):
        if (current := game.current(GERMAN)) is not None and (not taken or taken[-1] != current.spec.key):
            taken.append(current.spec.key)
        answered = [game.answer(side) for side in SIDES]
        assert any(answered)
    rules = [DATA.step_texts[key].rule for key in taken]
    numbers = [int(found[1]) for rule in rules if (found := re.match(r"12\.(6\d\d)", rule))]
    assert numbers == sorted(numbers)
    assert {601, 603, 604, 606, 614, 618, 619, 621, 624, 625, 626, 627} <= set(numbers)


def test_12_6141_and_12_2_Idle_Day_an_idle_day_repeats_the_refit_from_its_new_day_on_as_often_as_need_be():
    game = to(Game(game="IV", chits={3: ASSAULT}), "battle", 3)
    assert days(game) == [("14", "initial"), ("15", "idle_day"), ("16", "idle_day"), ("17", "german_assault")]
    opened = stages(game)
    assert opened[opened.index("showing") + 1] == "renewal"
    assert [opened.count(stage) for stage in ("aftermath", "renewal", "purchase", "showing", "battle")] == [
        1,
        3,
        3,
        3,
        2,
    ]


def test_12_613_a_counterattack_follows_on_the_same_day_without_what_belongs_to_a_new_one():
    game = to(Game(game="IV", strikes={0: True}), "renewal", 1)
    assert days(game) == [("14", "initial"), ("14", "counterattack")]
    assert game.public.today.night
    left_out = {"new_day", "san", "booby_traps", "recovery", "immobilization", "wreck_repair", "elr", "weather"}
    game.alone(GERMAN, "points")
    assert left_out <= {*passed(game, GERMAN), "elr", "weather"}
    to(game, "forces", 1)
    assert not {"elr.rolled", "weather.rolled"} & {event.kind for event in game.events}
    to(game, "battle", 1)
    assert stages(game)[-7:] == [
        "scenario", "setup_german_first", "setup_russian_second", "look_russian", "look_german", "begin", "battle",
    ]  # fmt: skip
    assert "initiative" not in stages(game)
    assert game.public.chits == 7
    to(game, "renewal", 2)
    assert days(game)[2] == ("15", "")


def test_12_613_without_a_german_assault_nobody_is_asked_for_a_counterattack():
    game = to(Game(game="IV", chits={1: STRIKE}), "renewal", 2)
    assert stages(game).count("counterattack") == 1


def test_12_6253_Counterattack_has_no_counterattack_after_it():
    game = to(Game(game="IV", strikes={0: False, 1: False}), "renewal", 2)
    assert days(game) == [("14", "initial"), ("14", "counterattack"), ("15", "")]
    strike = game.public.dates[1]
    assert (strike.first, strike.mover, game.public.chits) == (GERMAN, RUSSIAN, 7)


def test_12_6253_a_step_that_is_left_out_before_a_counterattack_is_as_it_was_otherwise():
    class Dated(SanStep):
        asks_facts = optional = added = True

    wrapped = of_a_new_day(Dated())
    assert (wrapped.asks_facts, wrapped.optional, wrapped.added) == (True, True, True)
    game = to(Game(game="IV", strikes={0: False}), "renewal", 1)
    assert wrapped.task(game.context(GERMAN)) is None
    kind = replace(game.public.today, kind="german_assault")
    game.told(dates=(*game.public.dates[:-1], kind)).put(GERMAN, san=5)
    assert wrapped.task(game.context(GERMAN)).needs


def test_12_613_no_chit_left_no_counterattack():
    game = to(Game(game="IV").told(chits=0), "renewal", 1)
    assert "counterattack" not in stages(game)


def test_12_3_the_campaign_ends_when_its_last_day_is_over():
    game = Game(game="I").finish()
    assert days(game) == [("15", "initial"), ("16", "idle_day"), ("17", "idle_day"), ("18", "idle_day")]
    assert stages(game)[-1] == "final"
    assert set(game.public.ending.books) == set(SIDES)


def test_12_3_on_the_last_day_a_counterattack_may_still_follow():
    game = to(Game(game="I", chits={3: ASSAULT}, strikes={3: False}), "battle", 4)
    assert days(game)[-2:] == [("18", "german_assault"), ("18", "counterattack")]
    assert to(game, "final", 4).public.date == 4


def test_12_3_after_the_last_scenario_there_is_no_refit():
    game = to(Game(game="I", chits={3: STRIKE}), "final", 3)
    assert stages(game)[-2:] == ["battle", "final"]


@pytest.mark.parametrize(("hexes", "winner"), [(59, RUSSIAN), (60, GERMAN)])
def test_12_3_and_12_2_Stone_Hex_the_owners_number_of_stone_hexes_says_who_won_at_the_end(hexes: int, winner: str):
    game = Game(game="I", chits={3: STRIKE}, reports={3: {"hexes": hexes}}).finish()
    assert game.public.ending.winner == winner


@pytest.mark.parametrize(("hexes", "proposed"), [(59, RUSSIAN), (60, GERMAN)])
def test_12_3_and_12_6069_after_an_idle_day_the_sides_say_who_holds_enough_stone_hexes_now(hexes: int, proposed: str):
    game = Game(game="I", chits={2: ASSAULT}, reports={2: {"hexes": hexes}}).until("books")
    assert days(game)[-1] == ("18", "idle_day")
    task = game.current(GERMAN).task
    assert task.fields[0].value == proposed, "likely by the report of the last scenario"
    assert any(f"held {hexes} Stone Hexes" in line for line in task.lines)
    now = GERMAN if proposed == RUSSIAN else RUSSIAN
    for side in SIDES:
        game.order(side, "enter", winner=now)
    assert (game.public.stage, game.public.ending.winner) == ("ended", now)


def test_12_3_and_12_6069_after_an_idle_day_the_hexes_of_the_map_are_counted():
    game = Game(game="I", map=practice_map("votg"), chits={2: ASSAULT}, reports={2: {"hexes": 0, "note": "by hand"}})
    to(game, "final", 3)
    stone = [str(place) for place in game.public.ground.sheet.stone]
    game.told(ground=replace(game.public.ground, control=dict.fromkeys(stone, GERMAN)))
    task = game.current(RUSSIAN).task
    assert (task.fields[0].value, len(stone) >= 60) == (GERMAN, True)
    assert any(f"{len(stone)} of {len(stone)}" in line for line in task.lines)


def test_12_3_enough_stone_hexes_win_the_campaign_at_once():
    game = Game(game="II", reports={0: {"hexes": 300}}).finish()
    assert (game.public.ending.winner, game.public.date) == (GERMAN, 0)
    game = Game(game="II", reports={0: {"hexes": 299}})
    assert to(game, "aftermath", 0).public.stage == "aftermath"


def test_12_3_where_the_charts_have_no_number_the_report_may_say_that_the_campaign_is_won():
    game = to(Game(game="I", chits={1: ASSAULT}, reports={1: {"champion": RUSSIAN}}), "final", 1)
    assert game.finish().public.ending.winner == RUSSIAN


def test_12_3_the_books_are_opened_with_what_was_left():
    game = Game(game="I").finish()
    left: Any = {event.data["side"]: event.data["left"] for event in game.events if event.kind == "books.opened"}
    assert left[GERMAN] == {
        "cpp": game.room(GERMAN).now.ledger.left, "support": 4, "counters": len(game.room(GERMAN).on_hand),
    }  # fmt: skip
    assert left[RUSSIAN]["support"] == 0


def test_12_2_OB_is_what_the_owner_gave_with_all_that_was_called_up():
    game = Game(game="II")
    assert [counter.name for counter in game.room(RUSSIAN).on_hand] == ["Wire"] * 6 + ["Foxhole"] * 10
    to(game, "battle", 0)
    brought = {counter.group for counter in game.room(RUSSIAN).on_hand if counter.group}
    assert {group.id for group in game.room(RUSSIAN).groups} == brought


def test_12_15_the_organizer_has_the_boxes_of_the_divider():
    game = to(Game(game="II"), "battle", 0)
    game.order(RUSSIAN, "lose", piles={1: 2})
    retained, *_, others = SYSTEM.sheets(game.state, RUSSIAN)["organizer"].tables
    assert retained.title == "Retained"
    assert {"Fortification counters", "Eliminated"} <= {block.title for block in others.blocks}
    game = Game(baskets={(GERMAN, 1): {"I1": {"n": 1}}}, chits={1: ASSAULT})
    assert "To enter" in {
        table.title for table in SYSTEM.sheets(to(game, "initiative", 1).state, GERMAN)["organizer"].tables
    }


def test_12_2_CG_Roster_has_a_line_for_each_passage_of_the_refit():
    game = Game(game="I", chits={1: ASSAULT}, strikes={1: False}).finish()
    assert [len(game.room(side).lines) for side in SIDES] == [len(game.public.dates)] * 2 == [5, 5]


def claimed(german: str, russian: str) -> Game:
    """A campaign at its end whose charts leave it to the sides to say who has won, and whom they name."""
    game = Game(game="I", chart=charts("victory", hexes_at_end=None)).until("books")
    game.order(GERMAN, "enter", winner=german)
    game.order(RUSSIAN, "enter", winner=russian)
    return game


@pytest.mark.parametrize(("german", "russian"), [(GERMAN, RUSSIAN), (GERMAN, ""), ("", RUSSIAN), (RUSSIAN, GERMAN)])
def test_12_3_sides_that_name_different_winners_are_asked_until_they_agree(german: str, russian: str):
    game = claimed(german, russian)
    assert (game.public.stage, game.public.ending.winner) == ("verdict", "")
    assert game.public.ending.claims == {GERMAN: german, RUSSIAN: russian}
    assert stages(game)[-2:] == ["final", "verdict"]
    game.order(RUSSIAN, "enter", winner=russian)
    assert game.current(RUSSIAN) is None
    game.order(GERMAN, "enter", winner=german)
    assert game.public.stage == "verdict"
    task = game.current(RUSSIAN).task
    assert (task.fields[0].value, len(task.lines)) == (russian, 3)
    game.order(RUSSIAN, "enter", winner=GERMAN)
    game.order(GERMAN, "enter", winner=GERMAN)
    assert (game.public.stage, game.public.ending.winner) == ("ended", GERMAN)


def test_12_3_both_may_say_that_nobody_has_won():
    game = claimed("", "")
    assert (game.public.stage, game.public.ending.winner) == ("ended", "")
    game = claimed(GERMAN, RUSSIAN)
    for side in SIDES:
        game.order(side, "enter", winner="")
    assert (game.public.stage, game.public.ending.winner) == ("ended", "")
    assert SYSTEM.view(game.state.only(()), None).public.result == "The sides name no winner."


def test_12_3_whoever_sees_that_he_has_lost_may_concede_instead():
    game = claimed(GERMAN, RUSSIAN)
    game.order(RUSSIAN, "concede")
    assert (game.public.stage, game.public.ending.winner) == ("ended", GERMAN)


def test_12_3_where_no_number_tells_both_say_who_has_won():
    game = Game(game="I", chart=charts("victory", hexes_at_end=None)).until("books")
    game.order(GERMAN, "enter", winner=RUSSIAN)
    game.order(RUSSIAN, "enter", winner=RUSSIAN)
    assert game.public.ending.winner == RUSSIAN


@pytest.mark.parametrize("at_end", [None, 90])
def test_12_3_who_wins_the_campaign_at_once_has_won_it_whatever_counts_at_its_end(at_end: int | None):
    chart = charts("victory", hexes_at_once=80, hexes_at_end=at_end)
    game = Game(game="I", chart=chart, reports={0: {"hexes": 80}}).until("books")
    for side in SIDES:
        game.order(side, "done")
    assert (game.public.stage, game.public.ending.winner) == ("ended", GERMAN)


def test_a_side_may_concede():
    game = Game()
    game.order(RUSSIAN, "concede")
    assert (game.public.stage, game.public.ending.winner) == ("ended", GERMAN)
    with pytest.raises(Refused, match="over"):
        game.order(GERMAN, "concede")


def test_both_rooms_come_back_from_the_cache_as_they_were():
    game = to(Game(game="II", strikes={0: True}), "renewal", 1)
    for room in ("public", *SIDES):
        text = json.loads(json.dumps(SYSTEM.dump(game.state, room)))
        loaded = SYSTEM.load({**{key: SYSTEM.dump(game.state, key) for key in ("public", *SIDES)}, room: text})
        assert loaded == game.state


def test_replaying_the_events_comes_to_the_same_state():
    game = Game(game="I", chits={1: DUAL, 2: ASSAULT}, strikes={0: False}, seed=4).finish()
    state: Any = SYSTEM.setup({"game": "I"})
    for event in game.events:
        state = SYSTEM.apply(state, event)
    assert state == game.state


def test_the_driver_stands_where_it_is_put():
    game = Game().stands("renewal", DateRecord(day="14", kind="initial"), DateRecord(day="15"))
    assert game.current(GERMAN).spec.key == "new_day"
