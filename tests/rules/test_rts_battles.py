"""Roads to Stalingrad: battles, Battle Chits, Cohesion, what becomes of units, retreats, isolation (9, 12, 19)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.contract import PUBLIC, State
from rules.systems.rts import battle as fighting
from rules.systems.rts.context import Context
from rules.systems.rts.frames import CardAction
from rules.systems.rts.printed import chits
from rules.systems.rts.resolver import Resolver
from tests.rules.rts_table import (
    ARMY,
    AXIS,
    INFANTRY,
    ITALIAN,
    LEADER,
    PANZER,
    SECOND_ARMY,
    SECOND_PANZER,
    SOVIET,
    TANKS,
    Table,
    kinds,
    one,
)


def fought(attacker: str = AXIS, *, border: str = "plain", winter: bool = False, **readings: str) -> Table:
    """Panzers from Oskol against an army in Rossna, both with somewhere to go."""
    table = Table(**readings).points(SOVIET, Kalachik=1).points(AXIS, Sumnik=1)
    if winter:
        table.winter()
    if attacker == AXIS:
        table.put("Rossna", PANZER, ARMY).battle(AXIS, "Rossna", border, origin="Oskol")
    else:
        table.put("Oskol", PANZER, ARMY).battle(SOVIET, "Oskol", border, origin="Rossna")
    return table


def test_9_2_2_and_9_5_1_both_sides_draw_as_many_chits_as_their_highest_tactical_value() -> None:
    table = Table().put("Belitsa", PANZER, INFANTRY).put("Livna", ARMY, SECOND_ARMY).operation(AXIS, "Belitsa")
    events = table.move(AXIS, "Livna", PANZER, INFANTRY)
    assert one(events, "chits.wanted")["wants"] == {AXIS: 4, SOVIET: 2}
    assert len(table.room(AXIS).chits) == 4
    assert table.public.acting == (SOVIET,)
    drawn = table.order(SOVIET, "roll")
    assert one(drawn, "chits.drawn")["number"] == 2
    assert [event.room for event in drawn] == [SOVIET, PUBLIC]
    assert not any(chit in str(drawn[1].data["number"]) for chit in table.room(SOVIET).chits)
    assert table.public.acting == (AXIS,), "9.5.3: the attacker reveals first"


def test_9_5_2_and_C1_c_a_defender_in_the_mountains_draws_two_more() -> None:
    table = Table().put("Maikov", PANZER).put("Grozna", ARMY).operation(AXIS, "Maikov")
    assert one(table.move(AXIS, "Grozna", PANZER), "chits.wanted")["wants"] == {AXIS: 4, SOVIET: 4}


def test_9_5_3_chits_are_revealed_in_turn() -> None:
    table = fought().holds(AXIS, "Ambush", "Ambush").dice(1)
    table.order(AXIS, chit="Ambush")
    assert table.public.acting == (SOVIET,)
    assert table.room(AXIS).chits == ("Ambush",)
    assert table.refuses(AXIS, chit="Ambush").way_out


def test_9_5_4_the_defender_is_hit_first_and_the_owner_chooses() -> None:
    table = fought().put("Rossna", SECOND_ARMY, SECOND_PANZER).holds(AXIS, "Flank Attack").dice(1, 1)
    table.order(AXIS, chit="Flank Attack")
    assert table.public.acting == (SOVIET,)
    table.order(SOVIET, unit=SECOND_ARMY)
    assert table.public.acting == (AXIS,)
    events = table.order(AXIS, unit=SECOND_PANZER)
    assert one(events, "check.rolled")["unit"] == SECOND_PANZER


def test_9_5_4_the_axis_chooses_who_is_hit_by_Panzer_Attack() -> None:
    table = fought().put("Rossna", SECOND_ARMY).holds(AXIS, "Panzer Attack").dice(10)
    table.order(AXIS, chit="Panzer Attack")
    assert table.public.acting == (AXIS,)
    table.order(AXIS, unit=SECOND_ARMY)
    assert (table.unit(SECOND_ARMY).depleted, table.unit(SECOND_ARMY).disorganized) == (True, True)


def test_9_5_5_a_side_without_chits_draws_again() -> None:
    table = fought().holds(AXIS, "Ambush").dice(1)
    table.change(frames=table.public.changed(table.public.fought, holds={SOVIET: 0, AXIS: 1}).frames)
    events = table.order(AXIS, chit="Ambush")
    assert one(events, "chits.wanted")["wants"] == {AXIS: 4, SOVIET: 2}
    assert table.public.stage == "chits"


def test_9_5_6_and_9_3_a_battle_ends_when_a_side_is_gone_and_the_operation_goes_on() -> None:
    table = fought().holds(AXIS, "Assault").dice(10)
    events = table.order(AXIS, chit="Assault")
    assert one(events, "battle.ended")["winner"] == AXIS
    assert table.public.control["Rossna"] == AXIS
    assert table.public.stage == "operation"


@pytest.mark.parametrize(("die", "passed"), [(6, True), (7, False), (10, False)])
def test_9_6_1_a_check_is_passed_at_or_below_cohesion(die: int, passed: bool) -> None:
    table = fought().holds(AXIS, "Ambush").dice(die)
    check = one(table.order(AXIS, chit="Ambush"), "check.rolled")
    assert (check["cohesion"], check["passed"]) == (6, passed)
    assert table.unit(ARMY).depleted is not passed


def test_9_6_1_the_printed_battle_an_air_strike_adds_two() -> None:
    """Cohesion 6, a 7 and the chit's two: 9 fails; two areas back to the nearest Resource Point."""
    table = Table().put("Rossna", PANZER, ARMY, SECOND_ARMY).points(SOVIET, Chirsk=1)
    table.battle(AXIS, "Rossna", origin="Oskol").holds(AXIS, "Air Strike").dice(7)
    table.order(AXIS, chit="Air Strike")
    events = table.order(SOVIET, unit=ARMY)
    rolled = one(events, "check.rolled")
    assert (rolled["cohesion"], rolled["passed"]) == (6, False)
    assert table.unit(ARMY).disorganized
    table.order(SOVIET, to="Millera")
    assert table.unit(ARMY).at == "Chirsk"


def test_9_6_2_and_9_6_2b_depleted_twice_is_disorganized_instead() -> None:
    table = fought().put("Rossna", ARMY, depleted=True).holds(AXIS, "Ambush").dice(10)
    events = table.order(AXIS, chit="Ambush")
    assert "unit.disorganized" in kinds(events)
    assert "unit.depleted" not in kinds(events)
    assert table.unit(ARMY).depleted
    assert table.unit(ARMY).at != "Rossna"


def test_9_6_2c_no_value_falls_below_one() -> None:
    table = Table().put("Livna", SECOND_ARMY, disorganized=True, depleted=True)
    assert (table.board.value(SECOND_ARMY, "tv"), table.board.value(SECOND_ARMY, "mf")) == (1, 1)


def test_9_6_3_and_9_6_3a_b_a_disorganized_unit_has_all_values_one_lower_once() -> None:
    table = Table().put("Oskol", PANZER, disorganized=True)
    assert [table.board.value(PANZER, which) for which in ("cv", "mf", "tv")] == [6, 2, 3]


def test_9_6_3d_a_disorganized_unit_retreats_at_once() -> None:
    table = fought().holds(AXIS, "Assault").dice(10)
    events = table.order(AXIS, chit="Assault")
    assert kinds(events).index("unit.retreated") < kinds(events).index("battle.ended")


def test_9_6_3f_a_retreat_goes_two_areas_towards_the_nearest_resource_point() -> None:
    table = Table().put("Rossna", PANZER, ARMY).points(SOVIET, Kalachik=1)
    table.battle(AXIS, "Rossna", origin="Oskol").holds(AXIS, "Assault").dice(10)
    events = table.order(AXIS, chit="Assault")
    assert [event.data["to"] for event in events if event.kind == "unit.retreated"] == ["Pavlin", "Kalachik"]


def test_9_6_3f_a_unit_may_stop_where_a_resource_point_lies() -> None:
    table = Table().put("Rossna", PANZER, ARMY).points(SOVIET, Pavlin=1)
    table.battle(AXIS, "Rossna", origin="Oskol").holds(AXIS, "Assault").dice(10)
    table.order(AXIS, chit="Assault")
    assert table.public.stage == "retreat"
    table.order(SOVIET, to="stay")
    assert table.unit(ARMY).at == "Pavlin"


def test_9_6_3f_a_defender_never_retreats_to_where_the_attack_came_from() -> None:
    table = Table().put("Belitsa", PANZER, ARMY).points(SOVIET, Livna=1)
    table.battle(AXIS, "Belitsa", origin="Livna").holds(AXIS, "Assault").dice(10)
    table.order(AXIS, chit="Assault")
    assert table.unit(ARMY).off == ""
    assert table.unit(ARMY).at != "Livna"


def test_9_6_3f_an_attacker_first_goes_back_to_where_he_came_from() -> None:
    table = fought(SOVIET).holds(AXIS, "Assault").dice(1, 10)
    events = table.order(AXIS, chit="Assault")
    assert next(event.data["to"] for event in events if event.kind == "unit.retreated") == "Rossna"


def test_9_6_3f_an_enemy_resource_point_bars_a_retreat() -> None:
    table = Table().put("Rossna", PANZER, ARMY).points(SOVIET, Kalachik=1).points(AXIS, Pavlin=1)
    table.battle(AXIS, "Rossna", origin="Oskol").holds(AXIS, "Assault").dice(10)
    table.order(AXIS, chit="Assault")
    assert table.unit(ARMY).at != "Kalachik"


def test_9_6_4_a_depleted_unit_has_the_values_of_its_back() -> None:
    table = Table().put("Oskol", PANZER, depleted=True)
    assert [table.board.value(PANZER, which) for which in ("cv", "mf", "tv")] == [5, 3, 3]


def surrounded_leader() -> Table:
    """Panzers with the leader are attacked in Oskol, and an army stands wherever they could go."""
    table = Table().put("Oskol", PANZER, LEADER, ARMY).put("Barvenk", SECOND_ARMY).put("Belitsa", "SI3")
    return table.put("Livna", "SI4").put("Sumnik", "SI5")


def surrounded() -> Table:
    """An army in Livna with enemies all around."""
    table = Table().put("Livna", ARMY).put("Oskol", PANZER).put("Rossna", INFANTRY).put("Voron", "GI2")
    return table.put("Belitsa", SECOND_PANZER)


def test_9_6_6_and_9_6_6a_b_a_unit_among_enemies_is_isolated_at_that_moment() -> None:
    table = surrounded()
    assert table.board.isolated(ARMY)
    table.put("Korsun", SECOND_PANZER)
    assert not table.board.isolated(ARMY), "9.6.6e: one way out is enough"


def test_9_6_6c_and_9_6_5_an_isolated_unit_has_one_cohesion_less_and_is_destroyed_when_disorganized() -> None:
    table = surrounded().operation(AXIS, "Belitsa")
    table.move(AXIS, "Livna", SECOND_PANZER)
    table.order(SOVIET, "roll")
    table.holds(AXIS, "Assault").dice(6)
    events = table.order(AXIS, chit="Assault")
    check = one(events, "check.rolled")
    assert (check["cohesion"], check["passed"]) == (5, False)
    assert one(events, "unit.destroyed")["why"] == "isolated"
    assert table.unit(ARMY).off == "destroyed"


def test_9_6_6d_it_is_isolated_too_if_those_around_it_attack() -> None:
    table = surrounded().operation(AXIS, "Belitsa")
    assert one(table.move(AXIS, "Livna", SECOND_PANZER), "battle.begun")["isolated"] == [ARMY]


def test_9_6_6g_an_isolated_unit_is_neither_reorganized_nor_rebuilt() -> None:
    table = surrounded().put("Livna", ARMY, disorganized=True).operation(SOVIET, "Livna")
    assert table.refuses(SOVIET, do="reorganize", **{f"unit-{ARMY}": "on"}).rule == "9.6.6g"


def test_9_6_5_a_unit_that_cannot_retreat_is_destroyed() -> None:
    """Not Isolated, for an enemy Resource Point alone leaves a way out (9.6.6a), but it may not retreat there."""
    table = Table().put("Livna", ARMY, SECOND_PANZER).put("Oskol", PANZER).put("Rossna", INFANTRY)
    table.points(AXIS, Voron=1).battle(AXIS, "Livna", origin="Belitsa").holds(AXIS, "Assault").dice(10)
    events = table.order(AXIS, chit="Assault")
    assert one(events, "unit.destroyed")["why"] == "retreat"


def test_12_3_a_leader_dies_with_the_last_unit() -> None:
    lone = surrounded_leader().battle(SOVIET, "Oskol", origin="Rossna")
    lone.holds(SOVIET, "Assault").dice(10)
    events = lone.order(SOVIET, chit="Assault")
    assert [event.data["unit"] for event in events if event.kind == "unit.destroyed"] == [PANZER, LEADER]


def test_12_2_a_leader_retreats_with_the_last_unit() -> None:
    table = fought(SOVIET).put("Oskol", LEADER).holds(SOVIET, "Assault").dice(10)
    table.order(SOVIET, chit="Assault")
    assert table.unit(LEADER).at == table.unit(PANZER).at != "Oskol"


@pytest.mark.parametrize(
    ("border", "winter", "cohesion"),
    [
        ("major", False, 5),
        ("major", True, 6),
        ("strait", False, 5),
        ("strait", True, 6),
        ("minor", False, 6),
        ("minor", True, 7),
        ("plain", False, 7),
    ],
)
def test_C1_b_II_and_C1_b_III_and_C1_d_attackers_over_water_have_less_cohesion(
    border: str, winter: bool, cohesion: int
) -> None:
    table = fought(AXIS, border=border, winter=winter).holds(SOVIET, "Ambush").dice(6)
    assert one(table.order(SOVIET, chit="Ambush"), "check.rolled")["cohesion"] == cohesion
    defends = fought(SOVIET, border=border, winter=winter).holds(SOVIET, "Ambush").dice(1)
    assert one(defends.order(SOVIET, chit="Ambush"), "check.rolled")["cohesion"] == 7


def test_C1_c_a_defender_in_the_mountains_has_one_more_cohesion() -> None:
    table = Table().put("Grozna", PANZER, ARMY).battle(AXIS, "Grozna", origin="Maikov").holds(AXIS, "Ambush").dice(7)
    assert one(table.order(AXIS, chit="Ambush"), "check.rolled")["cohesion"] == 7


# chits ---------------------------------------------------------------------------------------------------------


def cup(table: Table, side: str) -> list[str]:
    resolver = Resolver(Context(table.public, table.room(side)), table.cup)
    return fighting.full_cup(resolver, table.public.fought, [])


def test_19_the_axis_cup_has_fourteen_chits_and_three_more_with_panzers() -> None:
    assert len(cup(fought(), AXIS)) == 17
    without = Table().put("Rossna", INFANTRY, ARMY).battle(AXIS, "Rossna", origin="Oskol")
    assert len(cup(without, AXIS)) == 14


def test_19_and_C14_the_soviet_cup_has_four_more_after_the_stavka_and_fortifications_in_defence() -> None:
    table = fought()
    assert len(cup(table, SOVIET)) == 13
    assert len(cup(fought(SOVIET), SOVIET)) == 11
    table.change(permanent=("stavka",))
    assert len(cup(table, SOVIET)) == 15
    table.put("Rossna", TANKS)
    assert len(cup(table, SOVIET)) == 17


def test_19_air_strike_and_combined_arms_are_put_aside_with_allies() -> None:
    table = Table().put("Oskol", ITALIAN).put("Rossna", ARMY).operation(AXIS, "Oskol").dice(0, 5)
    events = table.move(AXIS, "Rossna", ITALIAN)
    assert one(events, "chits.drawn")["aside"] == ["Air Strike"]
    assert len(table.room(AXIS).chits) == 1


@pytest.mark.parametrize(
    ("unit", "held", "aside"), [(PANZER, "Panzer Attack", []), (INFANTRY, "Ambush", ["Panzer Attack"])]
)
def test_19_panzer_attack_is_put_aside_where_no_panzers_are_left(unit: str, held: str, aside: list[str]) -> None:
    table = Table().put("Rossna", unit, ARMY).battle(AXIS, "Rossna", origin="Oskol").holds(AXIS)
    room = replace(table.room(AXIS), cup=("Panzer Attack", "Ambush"))
    table.state = State(table.public.changed(table.public.fought, wants={AXIS: 1}), {**table.state.sides, AXIS: room})
    events = table.dice(0, 0).order(AXIS, "roll")
    assert (table.room(AXIS).chits, one(events, "chits.drawn")["aside"]) == ((held,), aside)


def test_19_no_more_fortifications_than_units_are_kept() -> None:
    table = Table().put("Oskol", PANZER).put("Rossna", ARMY).operation(AXIS, "Oskol")
    table.move(AXIS, "Rossna", PANZER)
    bag = cup(table, SOVIET)
    first = bag.index("Field Fortifications")
    second = [chit for n, chit in enumerate(bag) if n != first].index("Field Fortifications")
    table.dice(first, second, 0)
    events = table.order(SOVIET, "roll")
    assert one(events, "chits.drawn")["aside"] == ["Field Fortifications"]


def test_19_Field_Fortifications_take_two_off_every_check() -> None:
    table = fought().holds(SOVIET, "Field Fortifications")
    table.order(SOVIET, chit="Field Fortifications")
    assert table.public.fought.fortified == (ARMY,)
    table.holds(AXIS, "Assault").dice(8, 1)
    events = [event for event in table.order(AXIS, chit="Assault") if event.kind == "check.rolled"]
    assert events[0].data["passed"], "8 - 2 is 6"


def test_19_Human_Wave_depletes_at_once() -> None:
    table = fought().holds(SOVIET, "Human Wave").dice(7)
    events = table.order(SOVIET, chit="Human Wave")
    assert table.unit(ARMY).depleted
    assert one(events, "check.rolled")["passed"]


def test_19_an_armor_chit_without_armor_has_no_effect() -> None:
    table = Table().put("Rossna", INFANTRY, ARMY).battle(AXIS, "Rossna", origin="Oskol").holds(AXIS, "Panzer Attack")
    events = table.order(AXIS, chit="Panzer Attack")
    assert one(events, "chit.played")["void"]
    assert not table.unit(ARMY).disorganized


@pytest.mark.parametrize(("side", "base", "extra"), [(AXIS, 17, 0), (SOVIET, 13, 4)])
def test_19_the_lists_of_chits_are_those_printed(side: str, base: int, extra: int) -> None:
    found = chits(side).values()
    assert (sum(chit.base for chit in found), sum(chit.extra for chit in found)) == (base, extra)


def test_9_6_3c_a_disorganized_unit_retreats_again() -> None:
    table = fought().put("Rossna", ARMY, disorganized=True).holds(AXIS, "Assault").dice(10)
    events = table.order(AXIS, chit="Assault")
    assert one(events, "unit.disorganized")["again"]
    assert table.unit(ARMY).at == "Kalachik"


def test_9_6_5b_destroyed_units_do_not_come_back_with_reinforcements() -> None:
    table = surrounded().put("Livna", SECOND_PANZER)
    table.battle(AXIS, "Livna", origin="Belitsa").holds(AXIS, "Assault").dice(10)
    table.order(AXIS, chit="Assault")
    table.change(cards=15).hand(SOVIET, "New armies").frames(CardAction(SOVIET))
    table.order(SOVIET, do=f"play:{table.room(SOVIET).hand[0]}")
    assert table.refuses(SOVIET, what=ARMY, area="Voron").field == "what"


def test_9_6_6e_and_9_6_6f_a_way_out_ends_isolation() -> None:
    table = surrounded().operation(AXIS, "Belitsa")
    table.move(AXIS, "Korsun", SECOND_PANZER)
    assert not table.board.isolated(ARMY)
    leaves = surrounded().operation(SOVIET, "Livna")
    leaves.put("Korsun", SECOND_PANZER).move(SOVIET, "Belitsa", ARMY)
    assert not leaves.board.isolated(ARMY)


def test_9_6_2c_and_9_6_3_and_9_6_3a_b_and_9_6_4_checks_are_made_with_the_values_as_they_are() -> None:
    table = fought(SOVIET).put("Oskol", PANZER, depleted=True, disorganized=True).holds(SOVIET, "Ambush").dice(1)
    assert one(table.order(SOVIET, chit="Ambush"), "check.rolled")["cohesion"] == 4
    weak = fought().put("Rossna", ARMY, depleted=True, disorganized=True).holds(AXIS, "Ambush").dice(1)
    assert one(weak.order(AXIS, chit="Ambush"), "check.rolled")["cohesion"] == 3


def test_9_6_6_and_9_6_6a_b_isolation_counts_at_once_in_the_check() -> None:
    table = surrounded().operation(AXIS, "Belitsa")
    table.move(AXIS, "Livna", SECOND_PANZER)
    table.order(SOVIET, "roll")
    table.holds(AXIS, "Ambush").dice(1)
    assert ["isolated", -1] in one(table.order(AXIS, chit="Ambush"), "check.rolled")["parts"]


def test_C19_Axis_chits_and_C19_Soviet_chits_a_cup_is_filled_again_when_it_is_empty() -> None:
    table = Table().put("Oskol", PANZER).put("Rossna", ARMY).operation(AXIS, "Oskol")
    table.move(AXIS, "Rossna", PANZER)
    room = replace(table.room(SOVIET), cup=())
    table.state = State(table.public, {**table.state.sides, SOVIET: room})
    drawn = table.order(SOVIET, "roll")
    assert one(drawn, "chits.drawn")["refilled"]
    assert len(table.room(SOVIET).chits) == 2
    aside = one(drawn, "chits.drawn")["aside"]
    assert isinstance(aside, list)
    assert len(table.room(SOVIET).cup or ()) + len(aside) == 11
