"""Escapes from Isolated Areas: 7.5063 to 7.5067."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.contract import Refused
from tests.rules.field_positions import field, key, mine, pocket, step, tries
from tests.rules.play import GERMAN, SYSTEM, Game


def drm(game: Game) -> dict[str, int]:
    return {m.reason: m.value for m in game.current(GERMAN).task.needs[0].modifiers}


SAID = {"escape_load": "said"}

# 4.1 -----------------------------------------------------------------------------------------------------------------


def test_4_1_and_7_5061_a_cupola_holds_an_area_of_type_C_as_an_AFV_and_runs_short_there():
    game = field(("leader", "8-0"), ("cupola", "HMG Cupola", (), "K20"), ("cupola", "HMG Cupola", (), "M22"))
    game.order(GERMAN, "enter", areas=1)
    numbers = {f.name: 1 for f in game.current(GERMAN).task.fields if "8-0" in f.label or "K20" in f.label}
    assert len(numbers) == 2
    game.order(GERMAN, "enter", place="K20", type="C", **numbers)
    task = game.current(GERMAN).task
    assert not any("has to try" in line for line in task.lines), "the leader may stay with it"
    assert not [f for f in task.fields if f.label.startswith("HMG Cupola")], "it does not move"
    game.order(GERMAN, "enter")
    cupolas = [(c.place, c.marks) for c in game.room(GERMAN).counters if c.kind == "cupola" and c.fate == "ready"]
    assert cupolas == [("K20", ("isolated", "short of ammunition")), ("M22", ())]


# 7.5063 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "left", "half"),
    [
        ((4, 5), ("4-4-7", "ready", ()), ""), ((4, 4), ("4-6-7", "ready", ()), ""),
        ((5, 5), ("2-4-7", "ready", ()), "2-4-7"), ((5, 6), ("2-3-7", "ready", ()), "2-3-7"),
        ((6, 6), ("4-6-7", "eliminated", ("isolated",)), ""),
    ],
)  # fmt: skip
def test_7_5063_a_squad_escapes_whole_replaced_reduced_or_not(dice, left, half):
    game = tries(pocket(("squad", "4-6-7")), "4-6-7")
    # a squad is two half-squads: one more than the first
    assert drm(game) == {"half-squad beyond the first; not for an AFV": 1}
    game.roll(GERMAN, dice[0], dice[1] - 1)
    assert mine(game) == [left, *([(half, "eliminated", ())] if half else [])]


def test_7_5063_every_modifier_stands_before_the_dice():
    stack = [
        ("squad", "4-6-7", ["encircled"]),
        ("half_squad", "2-4-7", ["encircled"]),
        ("leader", "9-2", ["encircled"]),
    ]
    game = tries(pocket(*stack, rulings=SAID), "4-6-7", "2-4-7", "9-2", near="adjacent", overload=3)
    assert sorted(drm(game).values()) == [-2, -1, -1, 2, 2, 3]


def carrying(*weapons: str, **said: str) -> Game:
    """A squad and a leader who try to escape with these."""
    units, things = [("squad", "4-6-7"), ("leader", "8-0")], [("weapon", name) for name in weapons]
    return tries(pocket(*units, *things), "4-6-7", "8-0", *weapons, **said)


PRINTED = {"pp:HMG": "5", "pp:LMG": "1", "ipc:mmc": "3", "ipc:smc": "1"}


@pytest.mark.parametrize(
    ("weapons", "said", "paid"),
    [
        (("LMG",), {}, 0),
        (("HMG",), {}, 1),  # the leader adds his IPC to the squad's
        (("HMG", "LMG"), {}, 2),  # apart or together, two are too many
        (("HMG",), {"ipc:smc": "0"}, 2),
    ],
)
def test_7_5063_pp_beyond_the_ipc_follow_from_what_is_printed(
    weapons: tuple[str, ...], said: dict[str, str], paid: int
):
    printed = {key: value for key, value in PRINTED.items() if key.startswith("ipc") or key[3:] in weapons}
    game = carrying(*weapons, **printed | said)
    beyond = [m.value for m in game.current(GERMAN).task.needs[0].modifiers if "PP" in m.reason]
    assert sum(beyond) == paid


def test_7_5063_pp_and_ipc_are_asked_once_and_refused_while_they_are_not_said():
    with pytest.raises(Refused, match="said once") as no:
        carrying("LMG", **{"ipc:mmc": "3", "ipc:smc": "1"})
    assert no.value.field == "pp:LMG"
    said = {"pp:LMG": "1", "ipc:mmc": "3", "ipc:smc": "1"}
    game = carrying("LMG", **said)
    game.roll(GERMAN, 3, 4)
    assert {key: game.room(GERMAN).known[key] for key in said} == {"pp:LMG": 1, "ipc:mmc": 3, "ipc:smc": 1}


@pytest.mark.parametrize(("marks", "value"), [((), -1), (("wounded",), 0)])
def test_7_5063_a_lone_SMC_has_his_own_modifier_and_not_his_leadership(marks, value):
    game = tries(pocket(("leader", "9-2", marks), kind="B"), "9-2")
    assert sum(drm(game).values()) == value


def test_7_5063_a_heroic_leader_lends_more():
    game = tries(pocket(("leader", "8-1", ["heroic"]), ("half_squad", "2-4-7")), "8-1", "2-4-7")
    assert sum(drm(game).values()) == -2


def test_7_5063_an_AFV_knows_neither_encirclement_nor_half_squads():
    both = pocket(("tank", "StuG IIIG", ["encircled", "captured from the enemy"]), ("squad", "4-6-7"), rulings=SAID)
    game = tries(both, "StuG IIIG", "4-6-7", overload=4)
    assert drm(game) == {"captured AFV": 2}


def test_7_5063_random_selection_finds_who_of_a_stack_is_hit():
    game = tries(pocket(("squad", "4-6-7"), ("leader", "8-0")), "4-6-7", "8-0")
    game.roll(GERMAN, 5, 5)
    assert step(game) == "escape_selection"
    game.roll(GERMAN, 2, 1, 3, 4)
    assert mine(game) == [("4-4-7", "ready", ()), ("8-0", "ready", ("wounded",))]


def test_7_5063_equal_dice_hit_all_and_what_would_be_disrupted_is_lost():
    game = tries(pocket(("squad", "4-3-6"), ("half_squad", "2-4-7")), "4-3-6", "2-4-7")
    game.roll(GERMAN, 3, 4)
    game.roll(GERMAN, 5, 5)
    assert mine(game) == [("4-3-6", "eliminated", ("isolated",)), ("2-3-7", "ready", ())]


@pytest.mark.parametrize("mark", ["immobilized", "abandoned"])
def test_7_5071_a_vehicle_that_can_not_drive_stays_and_does_not_try(mark):
    game = pocket(("squad", "4-6-7"), ("tank", "StuG IIIG", [mark]))
    assert not [f for f in game.current(GERMAN).task.fields if f.label.startswith("StuG")]
    game.order(GERMAN, "enter")
    (stug,) = [(fate, {*marks}) for name, fate, marks in mine(game) if name == "StuG IIIG"]
    assert stug == ("ready", {"isolated", mark, "short of ammunition"})


def test_7_5063_a_wreck_does_not_try() -> None:
    game = pocket(("squad", "4-6-7"), ("tank", "StuG IIIG", ["wreck"]))
    assert [f.label for f in game.current(GERMAN).task.fields if f.name.startswith("n_")] == ["4-6-7 (K20), of 1"]


@pytest.mark.parametrize(
    ("dice", "vehicle", "crews"),
    [
        ((4, 5), ("ready", ()), []), ((5, 5), ("ready", ("isolated", "abandoned")), ["ready"]),
        ((5, 6), ("ready", ("isolated", "abandoned")), ["eliminated"]), ((6, 6), ("eliminated", ("isolated",)), []),
    ],
)  # fmt: skip
def test_7_5063_a_vehicle_escapes_is_abandoned_or_lost(dice, vehicle, crews):
    game = tries(pocket(("tank", "StuG IIIG")), "StuG IIIG")
    game.roll(GERMAN, *dice)
    (_, fate, marks), *crew = mine(game)
    assert ((fate, marks), [each[1] for each in crew]) == (vehicle, crews)


def test_7_5063_and_7_5137_no_crew_gets_out_of_a_truck():
    game = tries(pocket(("vehicle", "GAZ-MM")), "GAZ-MM")
    game.roll(GERMAN, 5, 5)
    assert mine(game) == [("GAZ-MM", "ready", ("isolated", "abandoned"))]


@pytest.mark.parametrize(("dice", "fate"), [((5, 5), "ready"), ((5, 6), "eliminated")])
def test_7_5063_and_7_5131a_those_who_manned_a_vehicle_get_out_of_it(dice, fate):
    game = pocket(("tank", "StuG IIIG", ["non-qualified use"]), ("half_squad", "2-4-7"))
    counters = {c.name: c for c in game.room(GERMAN).counters if c.fate == "ready"}
    stug, half = counters["StuG IIIG"], counters["2-4-7"]
    aboard = replace(half, fate="merged", note=f"aboard StuG IIIG (no. {stug.id})")
    game.put(GERMAN, counters=tuple(aboard if c.id == half.id else c for c in game.room(GERMAN).counters))
    tries(game, "StuG IIIG").roll(GERMAN, *dice)
    assert [(name, fate) for name, fate, _ in mine(game)] == [("StuG IIIG", "ready"), ("2-4-7", fate)]


@pytest.mark.parametrize(
    ("stack", "match"),
    [
        (("7.5cm PaK40",), "dismantled"), (("StuG IIIG", "Marder II"), "its own roll"), (("LMG",), "by itself"),
    ],
)  # fmt: skip
def test_7_5063_guns_two_vehicles_and_bare_equipment_do_not_try(stack, match):
    kinds = {"7.5cm PaK40": "gun", "LMG": "weapon"}
    game = pocket(*[(kinds.get(name, "tank"), name) for name in stack])
    with pytest.raises(Refused, match=match):
        tries(game, *stack)


@pytest.mark.parametrize(("die", "fate"), [(3, "ready"), (4, "eliminated")])
def test_7_5064_equipment_of_a_unit_lost_on_the_way_is_left_behind_or_lost(die, fate):
    game = tries(pocket(("half_squad", "2-4-7"), ("weapon", "LMG")), "2-4-7", "LMG")
    game.roll(GERMAN, 5, 5)
    assert step(game) == "escape_equipment"
    game.cast(GERMAN, "enter", (die,))
    assert [row[:2] for row in mine(game)] == [("2-4-7", "eliminated"), ("LMG", fate)]


def test_7_5064_the_equipment_of_each_unit_lost_on_the_way_has_a_die_of_its_own():
    stack = ("2-4-7", "2-3-7", "LMG", "MMG")
    halves, weapons = [("half_squad", name) for name in stack[:2]], [("weapon", name) for name in stack[2:]]
    game = tries(pocket(*halves, *weapons, rulings=SAID), *stack)
    game.roll(GERMAN, 5, 4)  # one half-squad beyond the first: 10
    game.roll(GERMAN, 3, 3)
    assert "2-4-7" in game.current(GERMAN).task.lines[-1]
    game.cast(GERMAN, "enter", (4,), **{key(game, "LMG"): 1})
    assert "2-3-7" in game.current(GERMAN).task.lines[-1]
    game.cast(GERMAN, "enter", (3,))
    fates = [(name, fate) for name, fate, _ in mine(game)]
    assert fates == [("2-4-7", "eliminated"), ("2-3-7", "eliminated"), ("LMG", "eliminated"), ("MMG", "ready")]
    assert [c.note for c in game.room(GERMAN).counters if c.name == "MMG" and c.place == "K20"] == [
        "left behind in K20"
    ]


def test_7_5064_who_escapes_is_retained_with_what_he_carries():
    game = tries(pocket(("squad", "4-6-7", ["encircled"]), ("weapon", "LMG")), "4-6-7", "LMG")
    game.roll(GERMAN, 1, 1)
    assert mine(game) == [("4-6-7", "ready", ()), ("LMG", "ready", ())]


def test_7_5065_encircled_markers_come_off_when_nobody_tries_any_more():
    game = field(("squad", "4-6-7", ["encircled"]))
    game.cast(GERMAN, "enter", (1, 1))
    game.order(GERMAN, "enter", areas=1)
    game.order(GERMAN, "enter", place="K20", type="C", **{key(game, "4-6-7"): 1})
    assert mine(game) == [("4-6-7", "ready", ("encircled", "isolated"))]
    game.order(GERMAN, "enter")
    assert mine(game) == [("4-6-7", "ready", ("isolated", "short of ammunition"))]


@pytest.mark.parametrize(
    ("counters", "wrong", "names"),
    [
        ([("gun", "75L (PaK 40)"), ("crew", "2-2-8")], "Gun stays unless it is dismantled", ("2-2-8", "75L (PaK 40)")),
        ([("weapon", "81mm MTR"), ("crew", "2-2-8")], "Gun stays unless it is dismantled", ("2-2-8", "81mm MTR")),
        ([("tank", "StuG IIIG")] * 2, "Each vehicle makes its own roll", ("StuG IIIG",) * 2),
        ([("weapon", "LMG"), ("squad", "4-6-7")], "does not get away by itself", ("LMG",)),
        ([("leader", "8-0")], "has to try", ()),
    ],
)
def test_7_5063_who_can_not_try_so_is_named_by_his_entry(counters, wrong, names):
    game = pocket(*counters, kind="B" if counters[0][0] == "leader" else "C")
    chosen = dict.fromkeys((key(game, counters[0][1]),), 0) | {key(game, name): names.count(name) for name in names}
    with pytest.raises(Refused, match=wrong) as refusal:
        game.order(GERMAN, "enter", **chosen)
    assert refusal.value.field == key(game, counters[0][1])
    assert refusal.value.rule in ("7.5063", "7.5061")


@pytest.mark.parametrize("gun", [("gun", "75L (PaK 40)"), ("weapon", "81mm MTR")])
def test_7_5063_a_dismantled_gun_gets_away_with_its_crew(gun):
    game = tries(pocket((*gun, ["dismantled"]), ("crew", "2-2-8")), "2-2-8", gun[1])
    game.roll(GERMAN, 1, 1)
    assert mine(game) == [(gun[1], "ready", ("dismantled",)), ("2-2-8", "ready", ())]


@pytest.mark.parametrize(("kind", "now"), [("C", "B"), ("D", "C")])
def test_7_5066_an_escape_may_change_the_type_of_the_area_and_who_has_to_try(kind, now):
    game = tries(pocket(("squad", "4-6-7"), ("leader", "8-0"), kind=kind), "4-6-7")
    game.roll(GERMAN, 1, 1)
    field_ = next(f for f in game.current(GERMAN).task.fields if f.name == "type_0")
    assert field_.value == now
    with pytest.raises(Refused, match="has to try"):
        game.order(GERMAN, "enter", **{key(game, "8-0"): 0})
    tries(game, "8-0").roll(GERMAN, 1, 1)
    game.order(GERMAN, "enter")
    assert game.room(GERMAN).now.areas == {"K20": "A" if kind == "C" else "C"}


def test_7_5066_a_type_that_is_entered_with_an_escape_is_kept():
    game = tries(pocket(("squad", "4-6-7"), ("squad", "4-4-7"), kind="D"), "4-6-7", type_0="C")
    game.roll(GERMAN, 1, 1)
    assert next(f.value for f in game.current(GERMAN).task.fields if f.name == "type_0") == "C"
    game.order(GERMAN, "enter")
    assert game.room(GERMAN).now.areas == {"K20": "C"}


def test_7_5066_an_area_with_units_is_not_kept_as_of_type_A():
    game = tries(pocket(("squad", "4-6-7"), ("squad", "4-4-7")), "4-6-7", type_0="A")
    game.roll(GERMAN, 1, 1)
    game.order(GERMAN, "enter")
    assert game.room(GERMAN).now.areas == {"K20": "C"}


def test_7_5064_what_others_of_a_stack_take_out_of_an_area_is_short_of_ammunition_no_more():
    short = ["short of ammunition"]
    stack = [("half_squad", "2-4-7"), ("half_squad", "2-3-7"), ("weapon", "LMG", short), ("weapon", "MMG", short)]
    game = tries(pocket(*stack, rulings=SAID), "2-4-7", "2-3-7", "LMG", "MMG")
    game.roll(GERMAN, 5, 4)
    game.roll(GERMAN, 6, 1)
    game.cast(GERMAN, "enter", (4,), **{key(game, "LMG"): 1})
    assert mine(game)[3] == ("MMG", "ready", ())


def test_7_506_an_area_where_only_a_gun_was_left_behind_has_no_units_and_is_of_type_A():
    game = tries(pocket(("gun", "75L (PaK 40)"), ("crew", "2-2-8")), "2-2-8")
    game.roll(GERMAN, 1, 1)
    assert next(f.value for f in game.current(GERMAN).task.fields if f.name == "type_0") == "A"
    game.order(GERMAN, "enter")
    assert game.room(GERMAN).now.areas == {"K20": "A"}
    assert mine(game) == [("75L (PaK 40)", "ready", ("isolated",)), ("2-2-8", "ready", ())]


@pytest.mark.parametrize("equipment", [("gun", "75L (PaK 40)"), ("weapon", "LMG")])
def test_7_506_an_area_with_nothing_but_equipment_is_of_type_A(equipment):
    game = pocket(equipment, kind="A")
    game.order(GERMAN, "enter")
    assert game.room(GERMAN).now.areas == {"K20": "A"}


@pytest.mark.parametrize("unit", [("crew", "2-2-8"), ("leader", "8-0"), ("tank", "StuG IIIG")])
def test_7_506_an_area_with_a_unit_is_not_of_type_A(unit):
    with pytest.raises(Refused, match="no units") as refusal:
        pocket(unit, kind="A")
    assert refusal.value.field == "type"


def test_7_5067_the_lines_and_the_types_of_the_areas_are_in_the_journal():
    game = pocket(("squad", "4-6-7"))
    game.order(GERMAN, "enter")
    told = [SYSTEM.describe(event).sentence for event in game.events[-3:]]
    assert told == [
        "The front lines are drawn; 1 Isolated Area of ours.", "Isolated Area K20, type C: 4-6-7.",
        "Isolation is settled. K20 (C): of the side that occupies it.",
    ]  # fmt: skip
    assert {event.room for event in game.events[-3:]} == {GERMAN}
    assert game.room(GERMAN).now.areas == {"K20": "C"}


def test_7_5063_and_7_5114_an_armor_leader_noted_in_his_AFV_tries_with_it():
    game = pocket(("armor_leader", "9-1", (), "StuG IIIG"), ("tank", "StuG IIIG"))
    (need,) = tries(game, "StuG IIIG", "9-1").current(GERMAN).task.needs
    assert need.label == "9-1, StuG IIIG from K20"
    game.roll(GERMAN, 4, 4)
    assert mine(game) == [("9-1", "ready", ()), ("StuG IIIG", "ready", ())]
    assert [c.place for c in game.room(GERMAN).counters if c.kind == "armor_leader" and c.on_hand] == ["StuG IIIG"]


def test_7_5061_an_armor_leader_alone_is_asked_for_by_his_area():
    game = pocket(("armor_leader", "9-1", (), "StuG IIIG"), kind="B")
    assert "9-1 in K20 has to try." in game.current(GERMAN).task.lines


@pytest.mark.parametrize(("dice", "fate"), [((4, 4), "ready"), ((6, 6), "eliminated")])  # with his -1 an 11
def test_7_5063_and_7_5114_an_armor_leader_goes_where_the_AFV_goes_that_he_is_in(dice: tuple[int, int], fate: str):
    game = tries(pocket(("armor_leader", "9-1", (), "StuG IIIG"), ("tank", "StuG IIIG")), "StuG IIIG")
    assert list(drm(game).values()) == [-1]
    game.roll(GERMAN, *dice)
    crew = [] if fate == "ready" else [("2-2-8", fate)]
    assert [(name, now) for name, now, _ in mine(game)] == [("9-1", fate), ("StuG IIIG", "ready"), *crew]
    other = tries(pocket(("armor_leader", "9-1", (), "Marder II"), ("tank", "StuG IIIG")), "StuG IIIG")
    other.roll(GERMAN, 6, 6)
    assert [now for _, now, _ in mine(other)] == ["ready", "eliminated"], "he is in another AFV"
