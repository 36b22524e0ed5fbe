"""What bought groups turn out to be: strength, weapons, ammunition, leaders, models (7.519, notes a to o)."""

from collections import Counter

import pytest

from rules.contract import Refused
from rules.systems.oto2.rule_data import rule_data
from tests.rules.play import GERMAN, RUSSIAN, SIDES, Game, rows

FULL, DEPLETED = (1, 2), (6, 6)


def bought(side: str, text: str, date: int = 1, **options) -> Game:
    """A game in which `side` bought `text` on a date and is about to roll for strength."""
    return Game(baskets={(side, date): rows(text)}, **options).until("strength", side, date=date)


def weapons(game: Game, side: str, group: str) -> Counter[str]:
    return Counter(c.name for c in game.room(side).counters if c.group == group and c.kind == "weapon")


def leaders(game: Game, side: str, group: str) -> list[str]:
    return [c.name for c in game.room(side).counters if c.group == group and c.kind in ("leader", "armor_leader")]


def test_7_5191_the_historical_DRM_of_the_date_is_part_of_the_strength_roll():
    game = bought(RUSSIAN, "I2")
    assert [need.drm for need in game.current(RUSSIAN).task.needs] == [1]
    game.roll(RUSSIAN, 4, 4)
    assert game.names(RUSSIAN, "23PM-I2-1") == ["4-5-8"] * 8


def test_7_5191_seven_is_full_strength_where_eight_is_not():
    game = bought(RUSSIAN, "I2")
    game.roll(RUSSIAN, 3, 4)
    assert game.names(RUSSIAN, "23PM-I2-1").count("4-5-8") == 11


@pytest.mark.parametrize("side", SIDES)
def test_G_note_c_and_R_note_c_only_groups_with_the_note_are_rolled_for(side):
    game = bought(side, "I1 V1 G1 O1 M2 I5" if side == GERMAN else "I1 V1 G1 O1 B1 I6")
    rolled = [need.key.split("-")[1] for need in game.current(side).task.needs]
    assert rolled == (["I1", "I5", "V1", "G1"] if side == GERMAN else ["I1", "I6", "V1", "G1"])
    game.roll(side, *DEPLETED * 4)
    depleted = [g.rg for g in game.room(side).groups if g.strength == "Depleted"]
    assert sorted(depleted) == sorted(rolled)
    for rg in ("I1", "V1", "G1"):
        units = [c for c in game.room(side).counters if c.group == f"23PM-{rg}-1" and c.kind != "crew"]
        assert len(units) == rule_data().groups[side][rg].depleted, rg


def test_7_5183_and_7_5184_and_7_5185_a_group_brings_its_units_at_its_strength_for_its_price():
    for side in SIDES:
        for row in rule_data().groups[side].values():
            assert row.price > 0, row.id
            assert row.units, row.id
    game = bought(GERMAN, "I1 I3")
    game.roll(GERMAN, *FULL, *DEPLETED)
    assert Counter(game.names(GERMAN, "23PM-I1-1"))["4-6-7"] == 12
    assert Counter(game.names(GERMAN, "23PM-I3-1"))["8-3-8"] == 2


@pytest.mark.parametrize(
    ("side", "rg", "asked"),
    [
        (GERMAN, "I3", ["armor"]), (GERMAN, "V5", ["optional_mg"]), (GERMAN, "O1+1", ["ammunition", "hexes"]),
        (RUSSIAN, "V6", ["armor", "variants", "optional_mg"]), (RUSSIAN, "G3", ["variants"]),
        (RUSSIAN, "I1", ["leaders"]), (RUSSIAN, "O7", []),
    ],
)  # fmt: skip
def test_7_5186_the_notes_of_a_row_start_its_rolls(side, rg, asked):
    game, steps = bought(side, rg), []
    game.roll(side, *FULL * len(game.current(side).task.needs))
    while (step := game.current(side).spec.key) != "muster":
        steps.append(step)
        game.answer(side)
    assert [step for step in steps if step != "hexes" or side == GERMAN] == asked


def test_7_5192_a_full_company_gets_its_weapons_and_rolls_for_the_one_in_parenthesis():
    game = bought(GERMAN, "I1")
    game.roll(GERMAN, *FULL)
    assert weapons(game, GERMAN, "23PM-I1-1") == {"LMG": 3, "MMG": 1, "PSK": 1}
    game.roll(GERMAN, 3)
    assert weapons(game, GERMAN, "23PM-I1-1")["MMG"] == 2


def test_7_5192_a_four_does_not_bring_the_weapon_in_parenthesis():
    game = bought(GERMAN, "I1")
    game.roll(GERMAN, *FULL)
    game.roll(GERMAN, 4)
    assert weapons(game, GERMAN, "23PM-I1-1")["MMG"] == 1


def test_7_5192_a_depleted_company_rolls_for_every_weapon():
    game = bought(GERMAN, "I1")
    game.roll(GERMAN, *DEPLETED)
    assert game.names(GERMAN, "23PM-I1-1") == ["4-6-7"] * 9
    game.roll(GERMAN, 2, 4, 5, 4, 3, 6)
    assert weapons(game, GERMAN, "23PM-I1-1") == {"LMG": 2, "MMG": 2}


def test_7_5192_the_russian_SMG_guards_roll_for_two_weapons_and_are_sure_of_one():
    game = bought(RUSSIAN, "I4")
    game.roll(RUSSIAN, *FULL)
    game.roll(RUSSIAN, 2, 4)
    assert weapons(game, RUSSIAN, "23PM-I4-1") == {"DC": 1, "LMG": 1}


def test_7_5193_a_depleted_heavy_weapons_section_rolls_for_each_weapon():
    game = bought(RUSSIAN, "I6")
    game.roll(RUSSIAN, *DEPLETED)
    game.roll(RUSSIAN, 4, 5, 6)
    assert game.names(RUSSIAN, "23PM-I6-1") == ["HMG", "2-2-8"]


def test_7_5193_at_least_one_weapon_is_received():
    game = bought(RUSSIAN, "I6")
    game.roll(RUSSIAN, *DEPLETED)
    game.roll(RUSSIAN, 5, 5, 6)
    (field,) = game.current(RUSSIAN).task.fields
    assert [name for name, _ in field.options] == ["HMG", ".50 cal"]
    game.order(RUSSIAN, "enter", **{field.name: ".50 cal"})
    assert game.names(RUSSIAN, "23PM-I6-1") == [".50 cal", "2-2-8"]


def test_7_5193_where_there_is_one_kind_of_weapon_nothing_is_to_be_chosen():
    game = bought(GERMAN, "I5")
    game.roll(GERMAN, *DEPLETED)
    game.roll(GERMAN, 6, 6)
    assert game.names(GERMAN, "23PM-I5-1") == ["HMG", "2-2-8"]
    assert game.current(GERMAN).spec.key == "muster"


def test_7_5193_a_full_section_gets_everything_with_its_crews():
    game = bought(RUSSIAN, "I6")
    game.roll(RUSSIAN, *FULL)
    assert Counter(game.names(RUSSIAN, "23PM-I6-1")) == {"HMG": 2, ".50 cal": 1, "2-2-8": 3}


def test_7_5194_vehicles_come_by_the_number_before_or_after_the_slash():
    game = bought(GERMAN, "V3 V1")
    game.roll(GERMAN, *FULL, *DEPLETED)
    assert (game.names(GERMAN).count("PzJg III/IV"), game.names(GERMAN).count("StuG IIIG")) == (3, 2)


@pytest.mark.parametrize(("dice", "ammo"), [((1, 1), "Plentiful"), ((4, 4), "Normal"), ((4, 5), "Scarce")])
def test_7_5195_german_ammunition(dice, ammo):
    game = bought(GERMAN, "O1").until("ammunition")
    game.roll(GERMAN, *dice)
    assert [g.ammo for g in game.room(GERMAN).groups if g.rg == "O1"] == [ammo]
    assert [c.note for c in game.room(GERMAN).counters if c.kind == "oba"] == [f"{ammo} ammunition"]


@pytest.mark.parametrize(("dice", "ammo"), [((2, 2), "Plentiful"), ((2, 3), "Normal"), ((5, 6), "Scarce")])
def test_7_5195_russian_ammunition_with_the_historical_DRM_of_23PM(dice, ammo):
    game = bought(RUSSIAN, "O2").until("ammunition", RUSSIAN)
    game.roll(RUSSIAN, *dice)
    assert [g.ammo for g in game.room(RUSSIAN).groups if g.rg == "O2"] == [ammo]


@pytest.mark.parametrize(("dice", "found"), [((4, 5), ["8-0", "7-0"]), ((5, 5), ["8-0", "6+1"])])
def test_7_5196_leaders_of_a_depleted_german_second_company_on_24PM(dice, found):
    game = bought(GERMAN, "I2", date=3)
    game.roll(GERMAN, *DEPLETED)
    game.until("leaders")
    (need,) = game.current(GERMAN).task.needs
    assert sorted(modifier.value for modifier in need.modifiers) == [1, 1, 1]
    game.roll(GERMAN, *dice)
    assert leaders(game, GERMAN, "24PM-I2-1") == found


def test_7_5196_leaders_of_russian_guards_and_of_others():
    game = bought(RUSSIAN, "I1 I2")
    game.roll(RUSSIAN, *FULL, *FULL)
    game.until("leaders", RUSSIAN)
    assert [need.drm for need in game.current(RUSSIAN).task.needs] == [1, 0]
    game.roll(RUSSIAN, 3, 3, 3, 3)
    assert leaders(game, RUSSIAN, "23PM-I1-1") == ["9-1", "8-0"]
    assert leaders(game, RUSSIAN, "23PM-I2-1") == ["8-1", "7-1"]


def test_7_5196_given_companies_get_their_leaders_too():
    game = Game().until("leaders", RUSSIAN)
    assert [(need.key, need.drm) for need in game.current(RUSSIAN).task.needs] == [("23AM-I5-given1", -3)]
    game.roll(RUSSIAN, 1, 1)
    assert leaders(game, RUSSIAN, "23AM-I5-given1") == ["10-3", "9-1", "8-0"]


@pytest.mark.parametrize(
    ("strength", "die", "found"),
    [(FULL, 5, ["8-0"]), (FULL, 1, []), (DEPLETED, 6, ["7-0"]), (FULL, 2, ["9-2"]), (DEPLETED, 1, ["9-2"])],
)
def test_7_5197_and_G_note_a_the_leader_of_a_german_platoon(strength, die, found):
    game = bought(GERMAN, "I3")
    game.roll(GERMAN, *strength)
    game.until("armor")
    game.roll(GERMAN, die)
    assert leaders(game, GERMAN, "23PM-I3-1") == found


@pytest.mark.parametrize(
    ("side", "rg", "strength", "drm"),
    [
        (GERMAN, "V3", FULL, 1), (GERMAN, "V3", DEPLETED, 2), (RUSSIAN, "V1", FULL, 0), (RUSSIAN, "V4", FULL, -1),
        (RUSSIAN, "V5", FULL, 1), (RUSSIAN, "V7", DEPLETED, 0), (RUSSIAN, "V8", FULL, 0),
    ],
)  # fmt: skip
def test_7_5197_and_G_note_a_and_R_note_a_armor_leaders(side, rg, strength, drm):
    game = bought(side, rg)
    game.roll(side, *strength)
    (need,) = game.until("armor", side).current(side).task.needs
    assert (need.dice, need.drm) == (2, drm)
    game.roll(side, 1, 4 - drm)
    assert [c.kind for c in game.room(side).counters if c.name == "8-1" and c.group][-1:] == ["armor_leader"]


def test_7_5197_a_flak_section_has_no_armor_leader():
    game = bought(GERMAN, "V5")
    game.roll(GERMAN, *FULL)
    assert game.current(GERMAN).spec.key == "optional_mg", "the step of armor leaders is behind it"


@pytest.mark.parametrize(("side", "guns", "hw"), [(GERMAN, "G1", "I5"), (RUSSIAN, "G1", "I7")])
def test_G_note_b_and_R_note_b_every_gun_and_heavy_weapon_has_its_crew(side, guns, hw):
    game = bought(side, f"{guns} {hw}")
    game.roll(side, *FULL, *FULL)
    for group in (f"23PM-{guns}-1", f"23PM-{hw}-1"):
        assert game.names(side, group).count("2-2-8") == 2
        assert len(game.names(side, group)) == 4


@pytest.mark.parametrize(("side", "rg", "dice"), [(GERMAN, "I3", FULL), (RUSSIAN, "I5", FULL)])
def test_G_note_d_and_R_note_d_assault_engineers_are_marked_and_stay_so(side, rg, dice):
    game = bought(side, rg)
    game.roll(side, *dice)
    marked = [c for c in game.room(side).counters if "assault engineer" in c.marks and c.since == 1]
    assert len(marked) == rule_data().groups[side][rg].full
    game.order(side, "change", pile=marked[0].id, count=1, marks=["isolated"])
    assert next(c for c in game.room(side).counters if c.id == marked[0].id).marks == ("assault engineer", "isolated")


@pytest.mark.parametrize("side", SIDES)
def test_G_note_e_and_R_note_e_companies_get_weapons_and_leaders(side):
    game = bought(side, "I1")
    game.roll(side, *FULL)
    assert weapons(game, side, "23PM-I1-1")
    game.until("muster", side)
    assert leaders(game, side, "23PM-I1-1")


def test_G_note_j_a_minefield_is_eight_hexes():
    game = bought(GERMAN, "M2*2")
    assert game.current(GERMAN).task.needs == (), "it is never Depleted"
    game.roll(GERMAN)
    for group in ("23PM-M2-1", "23PM-M2-2"):
        assert game.names(GERMAN, group) == ["Minefield hex 8AP 3AT"] * 8
    game.until("setup", GERMAN, date=1).order(
        GERMAN, "enter", **game.lines(GERMAN, **{"Minefield hex 8": "K20, 2 K21"})
    )
    laid = [c.place for c in game.room(GERMAN).counters if c.name == "Minefield hex 8AP 3AT" and c.place]
    assert sorted(laid) == ["K20", "K21", "K21"]


def test_G_note_l_a_second_model_of_dive_bomber_rolls_for_ATCB_and_the_first_does_not():
    game = bought(GERMAN, "F1 F2").until("aircraft")
    game.order(GERMAN, "enter", **{"number_23PM-F1-1": 1, "number_23PM-F2-1": 2, "type_23PM-F2-1": "43DB"})
    assert len(game.current(GERMAN).task.needs) == 2
    game.roll(GERMAN, 2, 3)
    assert [c.note for c in game.room(GERMAN).counters if c.group == "23PM-F2-1"] == ["ATCB: ATCB", "ATCB: none"]


def test_R_note_n_ground_attack_aircraft_roll_for_ATCB_each():
    game = bought(RUSSIAN, "F1*2").until("aircraft", RUSSIAN)
    game.order(RUSSIAN, "enter", **{"number_23PM-F1-1": 1, "number_23PM-F1-2": 2, "type_23PM-F1-1": "44A GA"})
    assert [need.dice for need in game.current(RUSSIAN).task.needs] == [1, 1, 1]
    game.roll(RUSSIAN, 2, 3, 6)
    found = [(c.group, c.note) for c in game.room(RUSSIAN).counters if c.kind == "aircraft" and c.group]
    assert found == [("23PM-F1-1", "ATCB: ATCB"), ("23PM-F1-2", "ATCB: none"), ("23PM-F1-2", "ATCB: none")]


@pytest.mark.parametrize(
    ("note", "rg", "dice", "models"),
    [
        ("j", "V6", (4, 5), ["OT34/ATO-42", "OT-34(L)"]), ("j", "V5", (4, 5), ["PT-34(L)", "PT-34"]),
        ("k", "V7", (2, 3), ["KV-8S", "KV-8(L)"]), ("k", "V8", (3, 4), ["KV-1 M41", "KV-1 M42"]),
        ("l", "G3", (3, 4), ["45LL", "45L"]),
    ],
)  # fmt: skip
def test_R_note_j_and_R_note_k_and_R_note_l_models_are_rolled_piece_by_piece(note, rg, dice, models):
    game = bought(RUSSIAN, rg)
    game.roll(RUSSIAN, *FULL)
    game.until("variants", RUSSIAN)
    assert [need.dice for need in game.current(RUSSIAN).task.needs] == [1, 1]
    events = game.roll(RUSSIAN, *dice)
    found = [c.name for c in game.room(RUSSIAN).counters if c.group == f"23PM-{rg}-1" and c.kind in ("tank", "gun")]
    assert found == models, note
    assert {event.room for event in events} == {RUSSIAN}


def test_R_note_m_a_bombardment_says_how_far_it_reaches():
    game = bought(RUSSIAN, "B1")
    game.roll(RUSSIAN)
    assert [c.note for c in game.room(RUSSIAN).counters if c.name == "Bombardment"] == ["reaches 5 hexes"] * 3


def test_7_519_the_wrong_number_of_dice_is_refused_and_nothing_is_drawn():
    game = bought(RUSSIAN, "I2", dice="own")
    for wrong in ([3], [3, 7], [0, 3], [3, 3, 3], ["3", "3"], [2.0, 3], "33", 6, None):
        with pytest.raises(Refused):
            game.order(RUSSIAN, "roll", dice={"23PM-I2-1": wrong})
    for unasked in ({}, {"x": [1]}, {"23PM-I2-1": [3, 3], "x": [1]}):
        with pytest.raises(Refused):
            game.order(RUSSIAN, "roll", dice=unasked)
    game.order(RUSSIAN, "roll", dice={"23PM-I2-1": [4, 4]})
    assert game.room(RUSSIAN).groups[-1].strength == "Depleted"
    assert game.room(RUSSIAN).outcomes[-1]["own"] is True


def test_7_519_dice_typed_in_are_refused_where_the_server_rolls():
    game = bought(RUSSIAN, "I2")
    with pytest.raises(Refused, match="rolls on the server"):
        game.order(RUSSIAN, "roll", dice={"23PM-I2-1": [4, 4]})
