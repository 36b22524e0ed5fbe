"""Roads to Stalingrad: reactions (2.3.4): whom they wait for, for how long, and answers that stand."""

from __future__ import annotations

import pytest

from rules.contract import PUBLIC, STEP, Event, Order
from rules.played.reactions import Window
from rules.systems.rts.chart import practice_copy
from rules.systems.rts.event_texts import describe
from rules.systems.rts.frames import CardAction
from rules.systems.rts.printed import OTHER
from rules.systems.rts.system import SYSTEM
from tests.rules.rts_table import ARMY, AXIS, LEADER, PANZER, SECOND_ARMY, SOVIET, Table, kinds, one


def fight(time: str = "none", reactions: str = "battle", *cards: str) -> Table:
    """Panzers have gone into two armies: the attacker is asked, then the defender, who holds `cards`."""
    table = Table(reactions=reactions, time=time).points(SOVIET, Kalachik=1).points(AXIS, Oskol=3)
    table.put("Oskol", PANZER).put("Rossna", ARMY, SECOND_ARMY).hand(SOVIET, *cards)
    table.operation(AXIS, "Oskol").order(AXIS, do="move", to="Rossna", **{f"unit-{PANZER}": "on"})
    return table


def asked(table: Table) -> Table:
    """The defender is asked."""
    table.order(AXIS, card="")
    assert table.public.top == Window(SOVIET, "battle")
    return table


def fields(table: Table, side: str) -> list[str]:
    current = SYSTEM.current(table.state.only([side]), side)
    assert current
    return [field.name for field in current.task.fields]


def test_2_3_4_without_a_time_the_attacker_waits() -> None:
    table = asked(fight())
    assert SYSTEM.current(table.state.only([AXIS]), AXIS) is None
    assert table.refuses(AXIS, "done").way_out


def test_2_3_4_when_the_agreed_time_is_over_the_other_side_goes_on() -> None:
    table = asked(fight("day"))
    assert SYSTEM.public(table.state).waiting == (SOVIET,), "the one who waits is not waited for"
    assert SYSTEM.minutes_owed(table.state, Order("done"), AXIS) == 1440
    events = table.order(AXIS, "done")
    assert one(events, "window.passed") == {"side": SOVIET, "late": True}
    assert "The time of the Soviet side" in SYSTEM.describe(events[0]).sentence
    assert table.public.stage == "chits"


def test_2_3_4_a_reaction_after_the_time_is_too_late_and_nothing_is_lost() -> None:
    table = asked(fight("hour", "battle", "Stand fast"))
    card = table.room(SOVIET).hand[0]
    table.order(AXIS, "done")
    before = table.state
    refused = table.refuses(SOVIET, **{STEP: "window", "card": card})
    assert (bool(refused.message), bool(refused.way_out)) == (True, True)
    assert table.state == before
    assert table.room(SOVIET).hand == (card,)


@pytest.mark.parametrize(
    ("time", "minutes"), [("none", 0), ("minutes", 10), ("hour", 60), ("day", 1440), ("days", 4320)]
)
def test_2_3_4_the_time_is_agreed_at_the_founding(time: str, minutes: int) -> None:
    table = asked(fight(time))
    assert SYSTEM.minutes_owed(table.state, Order("done"), AXIS) == minutes
    assert SYSTEM.minutes_owed(table.state, Order("enter"), AXIS) == 0
    assert SYSTEM.minutes_owed(table.state, Order("done"), SOVIET) == 0, "who is asked waits for nobody"


def test_2_3_4_nobody_ends_his_own_time() -> None:
    table = asked(fight("hour"))
    assert table.refuses(SOVIET, "done").message
    assert table.public.top == Window(SOVIET, "battle")


@pytest.mark.parametrize("cards", [(), ("Wires cut",), ("Stand fast", "Night march")])
def test_2_3_4_an_answer_may_stand_whatever_is_held(cards: tuple[str, ...]) -> None:
    """The form is the same for every hand, and what follows is."""
    table = asked(fight("none", "battle", *cards))
    assert fields(table, SOVIET) == ["card", "again"]
    events = table.order(SOVIET, card="", again="battle")
    assert kinds(events)[:2] == ["answer.stands", "window.passed"]
    assert table.public.standing == {SOVIET: "battle"}


def test_2_3_4_who_is_not_to_be_asked_in_a_battle_is_asked_in_the_next() -> None:
    table = asked(fight())
    table.order(SOVIET, card="", again="battle")
    table.order(AXIS, "roll")
    table.holds(AXIS, "Assault", "Assault").dice(10)
    table.order(AXIS, chit="Assault")
    assert table.public.stage == "victim", "no window for the defender"
    table.order(SOVIET, unit=ARMY)
    table.put(table.unit(SECOND_ARMY).at, SECOND_ARMY, depleted=True, disorganized=True)
    table.holds(AXIS, "Assault").dice(10)
    events = table.order(AXIS, chit="Assault")
    assert one(events, "battle.ended")["winner"] == AXIS
    assert table.public.standing == {}


def test_2_3_4_not_in_this_operation_ends_with_it() -> None:
    table = asked(fight())
    table.order(SOVIET, card="", again="operation")
    assert table.public.asked_again("battle").standing == {SOVIET: "operation"}
    assert table.public.asked_again("battle", "operation").standing == {}


def test_2_3_4_until_i_say_so_is_taken_back_with_the_next_choice() -> None:
    table = Table(reactions="battle").change(standing={SOVIET: "game"})
    assert (fields(table, AXIS), fields(table, SOVIET)) == (["choice"], ["choice", "ask"])
    events = table.order(SOVIET, choice="card", ask="ask")
    assert one(events, "answer.stands") == {"side": SOVIET, "until": ""}
    assert table.public.standing == {}
    table.change(standing={SOVIET: "game"}).order(AXIS, choice="card")
    assert table.public.standing == {SOVIET: "game"}


def test_2_3_4_a_standing_answer_is_no_part_of_playing_a_card() -> None:
    table = asked(fight("none", "battle", "Stand fast"))
    card = table.room(SOVIET).hand[0]
    assert table.refuses(SOVIET, card=card, again="game").field == "again"
    table.order(SOVIET, card=card)
    assert table.public.top == Window(SOVIET, "battle"), "he is asked once more"


def test_2_3_4_the_attacker_who_is_not_asked_plays_no_attack_card() -> None:
    table = Table(reactions="none").put("Oskol", PANZER).put("Rossna", ARMY).change(standing={AXIS: "game"})
    table.operation(AXIS, "Oskol").order(AXIS, do="move", to="Rossna", **{f"unit-{PANZER}": "on"})
    assert table.public.stage == "chits"


def printed(side: str = SOVIET, agreed: str = "yes") -> Table:
    """A card as printed was played, and the other side has answered."""
    chart = practice_copy().as_json()
    card = {**chart["sheets"]["cards"][-1], "title": "Partisans", "kind": "operational", "effect": "as_printed"}
    chart["sheets"]["cards"].append({**card, "side": side, "number": None, "chit": "", "needs": "", "copies": 1})
    table = Table(chart=chart).hand(side, "Partisans").frames(CardAction(side))
    table.order(side, do=f"play:{table.room(side).hand[0]}", says="As it stands there.")
    table.order(OTHER[side], agreed=agreed)
    return table


def test_2_3_2_what_a_card_says_is_done_by_hand_by_who_played_it() -> None:
    table = printed().points(AXIS, Orlik=3).put("Voron", ARMY, depleted=True).put("Belitsa", PANZER)
    table.order(SOVIET, do="points", area="Orlik", number="2")
    table.order(SOVIET, do="area", area="Korsun", holder=SOVIET)
    table.order(SOVIET, do="counter", unit=ARMY)
    table.order(SOVIET, do="counter", unit=PANZER, area="destroyed")
    table.order(SOVIET, do="end")
    assert (table.public.points["Orlik"].side, table.public.points["Orlik"].number) == (AXIS, 2)
    assert table.public.control["Korsun"] == SOVIET
    assert (table.unit(ARMY).depleted, table.unit(PANZER).off, table.public.stage) == (False, "destroyed", "choose")


def test_2_3_2_a_card_that_gives_an_area_to_a_side_leaves_the_resource_points_there_unless_it_says_so() -> None:
    table = printed().points(AXIS, Orlik=3)
    table.order(SOVIET, do="area", area="Orlik", holder=SOVIET)
    assert table.public.control["Orlik"] == SOVIET
    assert (table.public.points["Orlik"].side, table.public.points["Orlik"].number) == (AXIS, 3)
    table.order(SOVIET, do="points", area="Orlik", holder=SOVIET, number="1")
    assert (table.public.points["Orlik"].side, table.public.points["Orlik"].number) == (SOVIET, 1)


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        ({}, "By hand: Orlik is controlled by the Soviet side."),
        ({"number": 0}, "By hand: Orlik is controlled by the Soviet side and has no Resource Point."),
        ({"number": 2}, "By hand: Orlik is controlled by the Soviet side and has Resource Points: 2."),
    ],
)
def test_2_3_2_resource_points_are_told_where_they_were_set(entries: dict[str, int], sentence: str) -> None:
    event = Event("area.set", PUBLIC, {"side": SOVIET, "area": "Orlik", **entries})
    assert describe(event).sentence == sentence


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"do": "area"}, "area"),
        ({"do": "area", "area": "Livna", "holder": "axis"}, "holder"),
        ({"do": "points", "area": "destroyed"}, "area"),
        ({"do": "points", "area": "Orlik", "number": "99"}, "number"),
        ({"do": "counter"}, "unit"),
        ({"do": "counter", "unit": "GI1"}, "area"),
        ({"do": "counter", "unit": "GI1", "area": "Livna"}, "area"),
        ({"do": "counter", "unit": "LD1", "area": "Orlik"}, "area"),
        ({"do": "counter", "unit": "RU1", "area": "Sumnik"}, "area"),
    ],
)
def test_2_3_2_what_the_map_cannot_show_is_refused(said: dict[str, str], field: str) -> None:
    table = printed().put("Livna", ARMY).put("Sumnik", "IT1")
    before = table.state
    refused = table.refuses(SOVIET, **said)
    assert (refused.field, bool(refused.way_out)) == (field, True)
    assert table.state == before


@pytest.mark.parametrize("off", ["pool", "withdrawn", "destroyed"])
def test_2_3_2_and_12_2_a_leader_goes_by_hand_where_his_last_unit_goes(off: str) -> None:
    table = printed().put("Belitsa", PANZER, LEADER)
    table.order(SOVIET, do="counter", unit=PANZER, area=off)
    assert (table.unit(LEADER).at, table.unit(LEADER).off) == ("", off)


def test_2_3_2_and_12_1_a_leader_is_neither_depleted_nor_disorganized_by_hand() -> None:
    table = printed().put("Belitsa", PANZER, LEADER)
    ticked = {"depleted": "on", "disorganized": "on"}
    table.order(SOVIET, do="counter", unit=LEADER, **ticked)
    table.order(SOVIET, do="counter", unit=PANZER, **ticked)
    states = [(table.unit(key).depleted, table.unit(key).disorganized) for key in (LEADER, PANZER)]
    assert states == [(False, False), (True, True)]


def test_2_3_2_what_is_not_agreed_is_not_done() -> None:
    assert (printed().public.stage, printed().public.acting) == ("applying", (SOVIET,))
    assert printed(agreed="no").public.stage == "choose"
