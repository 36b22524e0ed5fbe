"""Roads to Stalingrad: cards and what they bring, supply, permanent effects, Victory Points (C4 to C16)."""

from __future__ import annotations

import pytest

from rules.contract import Event
from rules.played.reactions import Window
from rules.systems.rts.frames import CardAction, Placing, Start
from rules.systems.rts.state import UnitState
from rules.systems.rts.system import SYSTEM
from rules.systems.rts.victory import city_points, score_of
from tests.rules.rts_table import (
    ARMY,
    AXIS,
    INFANTRY,
    LEADER,
    PANZER,
    RUMANIAN,
    SECOND_ARMY,
    SOVIET,
    Table,
    kinds,
    one,
)

LOST = UnitState("", "destroyed")


def with_card(side: str, title: str, **readings: str) -> Table:
    """A side may play this card, its only one."""
    return Table(**readings).hand(side, title).frames(CardAction(side))


def play(table: Table, side: str, **more: str) -> tuple[Event, ...]:
    return table.order(side, do=f"play:{table.room(side).hand[0]}", **more)


def offered(table: Table, side: str) -> bool:
    """Whether the only card in hand may be played."""
    current = SYSTEM.current(table.state.only([side]), side)
    assert current
    return any(key.startswith("play:") for key, _ in current.task.fields[0].options)


def areas(table: Table, side: str, name: str = "area") -> list[str]:
    """The areas that are offered."""
    current = SYSTEM.current(table.state.only([side]), side)
    assert current
    (field,) = (field for field in current.task.fields if field.name == name)
    return [key for key, _ in field.options if key]


def test_2_3_and_2_3_1_there_are_four_kinds_of_cards() -> None:
    kinds_of = {card.kind for card in Table().board.theater.cards.values()}
    assert kinds_of == {"operational", "event", "attack", "tactics"}


def test_2_3_4_the_other_side_is_asked_whatever_it_holds() -> None:
    for titles in (["Wires cut"], []):
        table = Table(reactions="battle").hand(SOVIET, *titles)
        table.put("Rossna", PANZER, ARMY).battle(AXIS, "Rossna", origin="Oskol").holds(AXIS, "Ambush")
        table.order(AXIS, chit="Ambush")
        assert table.public.acting == (SOVIET,)
        assert table.public.stage == "window"


def test_2_3_4_a_tactics_card_cancels_the_chit_just_shown() -> None:
    table = Table(reactions="battle").hand(SOVIET, "Wires cut")
    table.put("Rossna", PANZER, ARMY).battle(AXIS, "Rossna", origin="Oskol").holds(AXIS, "Ambush")
    table.order(AXIS, chit="Ambush")
    events = table.order(SOVIET, card=table.room(SOVIET).hand[0])
    assert one(events, "step.over")["cancelled"]
    table.order(SOVIET, card="")
    assert not table.unit(ARMY).depleted


def test_9_4_and_9_4_1_an_attack_card_is_paid_for_and_works_like_its_chit() -> None:
    table = Table(reactions="battle").hand(AXIS, "Dive bombers").points(SOVIET, Kalachik=1)
    table.put("Rossna", PANZER, ARMY).battle(AXIS, "Rossna", origin="Oskol")
    table.change(frames=(*table.public.frames, Window(AXIS, "battle"))).dice(10)
    events = table.order(AXIS, card=table.room(AXIS).hand[0])
    assert one(events, "card.played")["cost"] == 1
    assert table.unit(ARMY).disorganized
    poor = Table(reactions="battle").hand(AXIS, "Concentric attack")
    poor.put("Rossna", PANZER, ARMY).battle(AXIS, "Rossna", origin="Oskol")
    poor.change(frames=(poor.public.frames[0], *poor.operation(AXIS, "Oskol", 1).public.frames[1:]))
    assert poor.refuses(AXIS, do="play", card=poor.room(AXIS).hand[0]).rule == "2.3.1"


def test_9_4_2_a_card_adds_to_the_tactical_value_of_the_battle() -> None:
    table = Table(reactions="battle").hand(AXIS, "Concentric attack")
    table.put("Belitsa", PANZER).put("Livna", ARMY).operation(AXIS, "Belitsa")
    table.move(AXIS, "Livna", PANZER)
    table.order(AXIS, card=table.room(AXIS).hand[0])
    table.order(AXIS, card="")
    events = table.order(SOVIET, card="")
    assert one(events, "chits.wanted")["wants"] == {AXIS: 5, SOVIET: 2}


def test_C4_and_C14_the_stavka_takes_the_initiative_from_the_axis_for_good() -> None:
    table = with_card(SOVIET, "Reorganization of the STAVKA")
    play(table, SOVIET)
    assert table.public.initiative == ""
    assert "stavka" in table.public.permanent


def test_C5_and_C1_a_I_resource_points_go_into_controlled_cities_only() -> None:
    table = with_card(AXIS, "Supply columns")
    play(table, AXIS)
    found = areas(table, AXIS)
    assert "Belitsa" in found
    assert "Korsun" not in found
    assert table.refuses(AXIS, area="Korsun").field == "area"
    table.order(AXIS, area="Belitsa")
    table.order(AXIS, area="Orlik")
    assert {area: points.number for area, points in table.public.points.items()} == {"Belitsa": 1, "Orlik": 1}


def test_C5_a_before_the_railhead_axis_points_go_west_of_the_line() -> None:
    table = with_card(AXIS, "Supply columns").held(AXIS, "Rossna", "Rostan", "Millera")
    play(table, AXIS)
    assert "Rossna" not in areas(table, AXIS)


def test_C5_a_I_IV_after_it_they_follow_a_chain_of_cities() -> None:
    table = with_card(AXIS, "Supply columns").held(AXIS, "Rostan", "Millera", "Volgrad").change(railheads=1)
    play(table, AXIS)
    found = areas(table, AXIS)
    assert {"Rostan", "Millera"} <= {*found}
    assert "Volgrad" in found, "Millera is three areas away"
    cut = with_card(AXIS, "Supply columns").held(AXIS, "Millera", "Volgrad").change(railheads=1)
    play(cut, AXIS)
    assert "Millera" not in areas(cut, AXIS), "C5.a.III: without Rostan"


def test_C5_b_soviet_points_follow_a_chain_to_a_source() -> None:
    table = Table().put("Livna", INFANTRY)
    assert table.board.supplied("Voron", SOVIET)
    assert table.board.supplied("Eltonka", SOVIET), "a supply symbol on the edge"
    assert not table.board.supplied("Livna", SOVIET), "no city"
    table.put("Talovka", INFANTRY).put("Pavlin", PANZER).put("Chirsk", "GI3").put("Donbend", "GI4")
    table.put("Ilovka", "GI5").put("Kalachik", "GI6")
    assert not table.board.supplied("Kalachik", SOVIET)


def test_C6_a_d_railhead_advance_needs_its_cities() -> None:
    table = with_card(AXIS, "Railhead Advance")
    assert not offered(table, AXIS)
    table.held(AXIS, "Rostan", "Millera")
    events = play(table, AXIS)
    assert one(events, "placing.begun")["number"] == 3
    assert table.public.railheads == 1
    again = with_card(AXIS, "Railhead Advance").change(railheads=1)
    assert not offered(again, AXIS)
    assert offered(again.held(AXIS, "Grozna"), AXIS)
    assert not offered(again.change(railheads=2), AXIS)


def test_C7_a_and_C7_b_reinforcements_come_where_resource_points_could() -> None:
    table = with_card(AXIS, "Fresh corps")
    play(table, AXIS)
    assert {*areas(table, AXIS)} == {*table.board.supply_areas(AXIS)}
    table.order(AXIS, what=INFANTRY, area="Belitsa")
    assert table.unit(INFANTRY).at == "Belitsa"
    soviet = with_card(SOVIET, "New armies").change(cards=15)
    play(soviet, SOVIET)
    assert "Eltonka" in areas(soviet, SOVIET)


@pytest.mark.parametrize(
    ("cards", "gated", "free"), [(14, 0, False), (15, 0, True), (15, 1, False), (20, 1, True), (24, 2, False)]
)
def test_C7_c_I_and_C7_c_II_the_gate_opens_at_fifteen_cards_and_every_five(cards: int, gated: int, free: bool) -> None:
    table = with_card(SOVIET, "New armies").change(cards=cards, gated=gated)
    assert offered(table, SOVIET) is free


def test_C7_c_III_it_stands_open_while_the_axis_holds_stalingrad() -> None:
    table = with_card(SOVIET, "New armies").held(AXIS, "Volgrad")
    assert offered(table, SOVIET)
    play(table, SOVIET)
    assert table.public.gated == 0


def test_C10_the_leader_comes_with_his_card_and_brings_operations() -> None:
    table = with_card(AXIS, "Backhand Blow").put("Belitsa", PANZER).put("Orlik", RUMANIAN).points(AXIS, Belitsa=2)
    assert not offered(table, AXIS), "in winter only"
    table.winter()
    events = play(table, AXIS)
    assert "operations.given" in kinds(events)
    assert areas(table, AXIS) == ["Belitsa"], "with German units"
    table.order(AXIS, what=LEADER, area="Belitsa")
    assert table.unit(LEADER).at == "Belitsa"
    assert table.public.frames[1:] == (Start(AXIS, optional=True), Start(AXIS, optional=True))


def test_C12_an_operation_without_a_resource_point_is_lost() -> None:
    table = with_card(AXIS, "Double blow")
    events = play(table, AXIS)
    assert kinds(events).count("operation.lost") == 2


def test_C15_a_and_C15_b_and_C15_c_a_permanent_card_is_played_once_and_C15_d_by_one_side() -> None:
    table = with_card(SOVIET, "Winter Arrives")
    play(table, SOVIET)
    assert table.public.in_winter
    assert not offered(table.hand(AXIS, "Winter Arrives").frames(CardAction(AXIS)), AXIS)
    card = table.room(AXIS).hand[0]
    assert one(table.order(AXIS, do=f"discard:{card}"), "card.discarded")["side"] == AXIS


def test_C15_e_I_VI_under_directive_45_points_alternate_between_the_sectors() -> None:
    table = with_card(AXIS, "Directive 45")
    play(table, AXIS)
    assert table.public.stalingrad == 4
    table.frames(Placing(AXIS, "points", 3))
    table.order(AXIS, area="Belitsa")
    assert table.public.sector == "B"
    assert table.refuses(AXIS, area="Orlik").field == "area"
    table.order(AXIS, area="Taganka")
    assert table.public.sector == "A"
    table.order(AXIS, area="Belitsa")


def test_C15_e_the_other_sector_only_if_a_city_is_valid_there() -> None:
    table = Table().change(permanent=("directive45",), sector="B").frames(Placing(AXIS, "points", 1))
    table.held(SOVIET, *(name for name, area in table.board.theater.areas.items() if area.sector == "A"))
    table.order(AXIS, area="Belitsa")
    assert table.public.points["Belitsa"].number == 1


def test_C16_and_C16_a_cities_count_for_their_holder_if_supplied() -> None:
    table = Table()
    assert city_points(table.board, "Orlik") == (AXIS, 0)
    assert city_points(table.board, "Voron") == (SOVIET, 0)
    table.held(AXIS, "Voron")
    assert city_points(table.board, "Voron") == ("", 0), "no Axis supply that far"
    table.held(AXIS, "Rostan", "Millera", "Rossna").change(railheads=1)
    assert city_points(table.board, "Voron") == (AXIS, 3)


def test_C1_a_II_a_city_of_both_counts_for_its_holder_alone() -> None:
    table = Table()
    assert city_points(table.board, "Volgrad") == (SOVIET, 2)
    table.change(stalingrad=4)
    assert city_points(table.board, "Volgrad") == (SOVIET, 6)


def test_C16_b_units_destroyed_count() -> None:
    """Three Axis infantry, two panzers and the leader for the Soviets; seven Soviet units are three."""
    table = Table(city_points="held").change(control=dict.fromkeys(Table().public.control, AXIS))
    plain = score_of(table.board)
    lost = ["GI1", "GI2", "IT1", "GP1", "GP2", LEADER, *(f"SI{n}" for n in range(1, 8))]
    table.change(units={**table.public.units, **dict.fromkeys(lost, LOST)})
    after = score_of(table.board)
    assert (after[SOVIET] - plain[SOVIET], after[AXIS] - plain[AXIS]) == (10, 3)


def test_C1_d_III_strategic_redeployment_moves_units_by_rail() -> None:
    table = with_card(AXIS, "Strategic Redeployment").put("Kerchik", INFANTRY)
    play(table, AXIS)
    table.order(AXIS, what=INFANTRY, area="Orlik")
    assert table.unit(INFANTRY).at == "Orlik"
    assert table.public.stage != "placing", "no other unit can go"


def test_2_3_3_replacements_make_depleted_units_whole() -> None:
    table = with_card(SOVIET, "Recruits").put("Voron", ARMY, depleted=True).put("Livna", SECOND_ARMY, disorganized=True)
    play(table, SOVIET)
    table.order(SOVIET, what=ARMY)
    assert not table.unit(ARMY).depleted
    assert table.unit(SECOND_ARMY).disorganized


def test_2_3_2_a_card_as_printed_is_said_and_agreed() -> None:
    chart = _with_a_card_as_printed()
    table = Table()
    table.state = SYSTEM.setup({"chart": chart, "reactions": "none"})
    table.change(hands=dict.fromkeys((AXIS, SOVIET), 0)).hand(SOVIET, "Partisans").frames(CardAction(SOVIET))
    card = table.room(SOVIET).hand[0]
    assert table.refuses(SOVIET, do=f"play:{card}").field == "says"
    table.order(SOVIET, do=f"play:{card}", says="One Axis Resource Point is removed.")
    assert table.public.acting == (AXIS,)
    assert one(table.order(AXIS, agreed="yes"), "effect.agreed")["agreed"]
    assert (table.public.stage, table.public.acting) == ("applying", (SOVIET,))


def _with_a_card_as_printed() -> dict[str, object]:
    from rules.systems.rts.chart import practice_copy

    copy = practice_copy().as_json()
    card = {**copy["sheets"]["cards"][-1], "title": "Partisans", "kind": "operational", "effect": "as_printed"}
    copy["sheets"]["cards"].append({**card, "number": None, "chit": "", "needs": "", "sp": None, "copies": 1})
    return copy


def ended(table: Table) -> dict[str, object]:
    """How the game ends with the last card drawn."""
    table.hand(AXIS, "Staff work", deck=1).frames(CardAction(AXIS))
    return one(table.order(AXIS, do="draw"), "game.ended")


def test_C16_and_C16_a_and_C16_c_the_end_counts_supplied_cities_and_the_highest_total_wins() -> None:
    table = Table()
    score = score_of(table.board)
    told = ended(table)
    assert (told[AXIS], told[SOVIET]) == (score[AXIS], score[SOVIET])
    assert told["winner"] == max(score, key=lambda side: score[side])


def test_C1_a_II_and_C16_b_I_and_C16_b_II_the_end_counts_cities_and_units_destroyed() -> None:
    table = Table()
    lost = ["GI1", "GP1", LEADER, "SI1", "SI2", "SI3"]
    plain = score_of(table.board)
    table.change(units={**table.public.units, **dict.fromkeys(lost, LOST)})
    told = ended(table)
    assert (told[SOVIET], told[AXIS]) == (plain[SOVIET] + 6, plain[AXIS] + 1)
