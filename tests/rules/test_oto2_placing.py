"""What stands where, written down in secret: lines of Locations, Guns, hidden and isolated units (7.522, CG11)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.asl import locations
from rules.asl.locations import Spot
from rules.contract import PUBLIC, Refused
from tests.rules.field_positions import pocket
from tests.rules.play import GERMAN, RUSSIAN, SYSTEM, Game, rows

WORKS: dict[str, Any] = {"foxhole_2": 2, "ap_mine": 4, "hip_squad": 1, "hip_crew": 1, "hip_smc": 1}


def setting_up(side: str = GERMAN, date: int = 0, basket: str = "M1 G1 G8 I6", **forts: Any) -> Game:
    """A game at the set-up of a side, with these groups and works bought."""
    game = Game(baskets={(side, date): rows(basket)})
    if forts:
        game.until("fortify", side, date=date).order(side, "buy", **forts)
    return game.until("setup", side, date=date)


def stands(game: Game, side: str, name: str) -> list[tuple[str, ...]]:
    """Where the counters of a name stand, and how."""
    found = [c for c in game.room(side).counters if c.name == name and c.fate == "ready"]
    return [(c.place, *(mark for mark in locations.PLACING if mark in c.marks)) for c in found]


def enter(game: Game, side: str = GERMAN, **named: str) -> None:
    game.order(side, "enter", **game.lines(side, **named))


def moved(game: Game, side: str, name: str, **changes: Any) -> Game:
    """The counters of a name changed from outside, as if they had come on an earlier date."""
    changed = (replace(c, since=-1, **changes) if c.name == name else c for c in game.room(side).counters)
    return game.put(side, counters=tuple(changed))


def test_CG12b_russians_on_board_in_the_first_scenario_are_in_hexes_numbered_42_or_more():
    game = setting_up(RUSSIAN, basket="I2*1-1")
    name = next(c.name for c in game.room(RUSSIAN).counters if c.kind == "squad" and c.fate == "ready")
    with pytest.raises(Refused, match="42 or more, not K41") as refusal:
        enter(game, RUSSIAN, **{name: "K41"})
    assert (refusal.value.rule, refusal.value.field[:3]) == ("CG12b", "at:")
    enter(game, RUSSIAN, **{name: "K42"})
    assert ("K42",) in stands(game, RUSSIAN, name)


MINES = "Minefield hex 8"


@pytest.mark.parametrize("line", [
    "K13, K14, K15, K16, K17, K18, K19, K20", "K20, L20, M21, N21, O22, P22, Q23, R23",
    "K20, L19, M19, N18, O18", "K20",
])  # fmt: skip
def test_G_note_j_a_minefield_lies_along_a_hexrow_or_hex_grain(line):
    game = setting_up(basket="M2")
    enter(game, **{MINES: line})
    assert len(stands(game, GERMAN, "Minefield hex 8AP 3AT")) == 8
    assert {place for place, *_ in stands(game, GERMAN, "Minefield hex 8AP 3AT") if place} == set(line.split(", "))


@pytest.mark.parametrize("line", ["K20, K22", "K20, K21, L21", "2 K20", "K20, L20, M20", "K20, L20, K21"])
def test_G_note_j_a_minefield_with_a_gap_or_a_bend_is_refused(line):
    game = setting_up(basket="M2")
    with pytest.raises(Refused, match="in one line of hexes side by side") as refusal:
        enter(game, **{MINES: line})
    assert (refusal.value.rule, refusal.value.field[:3]) == ("RG note j", "at:")


def test_G_note_j_two_minefields_are_two_lines_in_whatever_order_they_are_written():
    game = setting_up(basket="M2*2")
    across = [f"K{n}" for n in range(20, 28)]
    down = ["E20", "F19", "G19", "H18", "I18", "J17", "K17", "L16"]
    mixed = ", ".join(hex_ for pair in zip(across, down, strict=True) for hex_ in pair)
    with pytest.raises(Refused, match="in one line"):
        enter(game, **{MINES: mixed.replace("L16", "L20")})
    enter(game, **{MINES: mixed})
    assert sorted(place for place, *_ in stands(game, GERMAN, "Minefield hex 8AP 3AT")) == sorted(across + down)


def test_G_note_j_a_minefield_of_which_a_hex_was_removed_stays_where_it_is():
    game = setting_up(basket="M2", date=1)
    enter(game, **{MINES: "K20, K21, K22, K23, K24, K25, K26, K27"})
    gone = next(c.id for c in game.room(GERMAN).counters if c.place == "K23")
    game.until("play", date=1).order(GERMAN, "lose", piles={str(gone): 1})
    game.until("setup", GERMAN, date=2)
    assert game.answer(GERMAN)
    assert len([place for place, *_ in stands(game, GERMAN, "Minefield hex 8AP 3AT") if place]) == 7


def test_7_4_German_OB_by_ruling_germans_of_the_first_date_stand_below_42():
    game = Game(rulings={"german_start": "below"}).until("setup", GERMAN)
    with pytest.raises(Refused, match="hexes below 42, not K42") as refusal:
        enter(game, GERMAN, Trench="K42")
    assert (refusal.value.rule, refusal.value.field[:3]) == ("7.4", "at:")
    enter(game, GERMAN, Trench="K41")
    assert ("K41",) in stands(game, GERMAN, "Trench")


def test_CG12b_later_and_for_germans_no_such_number_is_asked():
    enter(setting_up(GERMAN), GERMAN, Trench="K50")
    game = setting_up(RUSSIAN, date=1, basket="I1")
    name = next(c.name for c in game.room(RUSSIAN).counters if c.kind == "squad" and c.fate == "ready")
    enter(game, RUSSIAN, **{name: "K41"})
    assert ("K41",) in stands(game, RUSSIAN, name)


# lines of Locations ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "spots"),
    [
        ("", ()),
        ("k20", (Spot(1, "K20"),)),
        ("4 K20, 2 K21, L18", (Spot(4, "K20"), Spot(2, "K21"), Spot(1, "L18"))),
        ("K20/0; aa3/2 hidden", (Spot(1, "K20"), Spot(1, "AA3/2", ("hidden",)))),
        ("2 L18 pillbox hidden", (Spot(2, "L18 pillbox", ("hidden", "in fortification")),)),
        ("M3 tow moved 2", (Spot(1, "M3", ("in tow",), 2),)),
    ],
)
def test_7_5224_a_line_says_how_many_stand_where(text, spots):
    assert locations.read(text, "Trench", "at:1", "7.5224") == spots


@pytest.mark.parametrize(
    "wrong",
    ["20", "K", "KKK20", "K200", "4K20", "K20 K21", "0 K20", "K20 hiden", "K20 moved", "K20/12", "K²", "-1 K2"],
)
def test_7_5224_what_is_no_location_is_refused_with_the_piece_and_a_way_out(wrong):
    with pytest.raises(Refused, match=r"^Trench: ") as caught:
        locations.read(f"L1, {wrong}", "Trench", "at:1", "7.5224")
    assert caught.value.field == "at:1"
    assert "4 K20" in caught.value.way_out


def test_7_5224_a_line_is_written_as_it_is_read():
    for line in ("4 K20, 2 K21/1 hidden, L18 pillbox hidden", "AA3 cover, M3 tow"):
        assert locations.spots_text(locations.read(line, "Trench", "at:1", "7.5224")) == line


# writing down ----------------------------------------------------------------------------


def test_7_5224_works_are_split_by_hex_and_in_the_own_room():
    game = setting_up(**WORKS)
    before = len(game.events)
    enter(game, Foxhole="K20, K21/1", AP_mine="3 L5")
    assert stands(game, GERMAN, "Foxhole, 2 squads") == [("K20",), ("K21/1",)]
    assert stands(game, GERMAN, "AP mine factor") == [("L5",)] * 3 + [("",)]
    for event in game.events[before:]:
        assert event.room != PUBLIC or event.kind in ("stage.finished", "stage.opened")
    assert "5 counters with a Location" in SYSTEM.describe(game.events[before]).sentence


def test_7_5224_one_counter_is_told_of_as_one():
    game = setting_up(**WORKS)
    before = len(game.events)
    enter(game, Foxhole="K20")
    assert "1 counter with a Location" in SYSTEM.describe(game.events[before]).sentence


def test_7_5224_no_more_than_there_are_can_be_written_down():
    game = setting_up(**WORKS)
    with pytest.raises(Refused, match="Foxhole, 2 squads: 3 written down, 2 there"):
        enter(game, Foxhole="3 K20")


def test_7_5224_an_entry_of_another_name_is_refused():
    with pytest.raises(Refused, match="no entry called"):
        setting_up().order(GERMAN, "enter", **{"at:9999": "K20"})


def test_7_5224_what_stood_somewhere_is_filled_in_on_the_next_date():
    game = setting_up(**WORKS)
    enter(game, Foxhole="K20, K21/1", AP_mine="3 L5")
    game.until("setup", date=1)
    fields = {field.label: field.value for field in game.current(GERMAN).task.form.fields}
    assert fields["2 × Foxhole, 2 squads"] == "K20, K21/1"
    assert fields["4 × AP mine factor"] == "3 L5"
    game.order(GERMAN, "enter")
    assert stands(game, GERMAN, "Foxhole, 2 squads") == [("K20",), ("K21/1",)]


def test_7_5224_who_is_there_stays_and_a_cleared_line_takes_the_location_away():
    game = setting_up(**WORKS)
    enter(game, Foxhole="K20, K21")
    game.until("setup", date=1)
    enter(game, Foxhole="M1, K21", AP_mine="")
    assert stands(game, GERMAN, "Foxhole, 2 squads") == [("M1",), ("K21",)]


def test_7_5224_a_note_that_is_no_location_stays_as_it_was():
    game = moved(setting_up(), GERMAN, "4-6-7", place="with the reserve")
    game.order(GERMAN, "enter")
    assert set(stands(game, GERMAN, "4-6-7")) == {("with the reserve",)}


def test_7_5224_what_has_no_location_yet_is_said():
    assert any("2 × Foxhole, 2 squads" in line for line in setting_up(**WORKS).current(GERMAN).task.form.lines)


# hiding ----------------------------------------------------------------------------------


def test_7_520_no_more_squads_hide_than_were_paid_for():
    game = setting_up(**WORKS)
    with pytest.raises(Refused, match="HIP for squad: 2 written down, 1 paid") as refusal:
        enter(game, **{"4-6-7": "2 K20 hidden"})
    assert refusal.value.field in game.lines(GERMAN, **{"4-6-7": ""})
    enter(game, **{"4-6-7": "K20 hidden"})
    assert stands(game, GERMAN, "4-6-7")[0] == ("K20", "hidden")


def test_7_520_a_crew_hides_for_nothing_with_its_hidden_gun():
    game = setting_up()
    with pytest.raises(Refused, match="HIP for crew: 1"):
        enter(game, PaK="K20 hidden", **{"2-2-8": "L20 hidden"})
    enter(game, PaK="K20 hidden", **{"2-2-8": "K20 hidden"})


def test_7_520_one_crew_for_each_hidden_gun_hides_for_nothing_and_others_cost_FPP():
    game = setting_up(**WORKS | {"hip_crew": 0})
    with pytest.raises(Refused, match="HIP for crew: 1 written down, 0 paid") as refusal:
        enter(game, PaK="K20 hidden", **{"2-2-8": "2 K20 hidden"})
    assert refusal.value.field in game.lines(GERMAN, **{"2-2-8": ""})
    game = setting_up(**WORKS)
    with pytest.raises(Refused, match="HIP for crew: 2 written down, 1 paid"):
        enter(game, PaK="K20 hidden", **{"2-2-8": "3 K20 hidden"})
    enter(game, PaK="K20 hidden", **{"2-2-8": "2 K20 hidden"})
    assert stands(game, GERMAN, "2-2-8").count(("K20", "hidden")) == 2


def test_7_520_of_the_crews_that_hid_with_a_gun_one_is_proposed_hidden_on_the_next_date():
    game = moved(setting_up(date=1), GERMAN, "75L (PaK 40)", place="K20", marks=("hidden",))
    moved(game, GERMAN, "2-2-8", place="K20", marks=("hidden",)).order(GERMAN, "enter")
    crews = stands(game, GERMAN, "2-2-8")
    assert (crews.count(("K20", "hidden")), crews.count(("K20",))) == (1, len(crews) - 1)


def test_7_520_hidden_infantry_pays_anew_and_a_hidden_gun_stays_hidden():
    game = setting_up(**WORKS)
    enter(game, PaK="K20 hidden", **{"2-2-8": "K20 hidden", "4-6-7": "L1 hidden"})
    game.until("setup", date=1)
    with pytest.raises(Refused, match="HIP for squad: 1 written down, 0 paid"):
        enter(game, **{"4-6-7": "L1 hidden"})
    enter(game, **{"2-2-8": "K20 hidden"})
    assert ("K20", "hidden") in stands(game, GERMAN, "75L (PaK 40)")
    assert ("K20", "hidden") in stands(game, GERMAN, "2-2-8")


def test_CG16_works_are_known_after_their_first_scenario_and_mines_stay_hidden():
    game = setting_up(ap_mine=1)
    enter(game, Trench="K20 hidden", Minefield="L20 hidden", AP_mine="M20 hidden")
    game.until("setup", date=1)
    assert stands(game, GERMAN, "Trench")[0] == ("K20",)
    assert stands(game, GERMAN, "Minefield hex 6AP 3AT")[0] == ("L20", "hidden")
    assert stands(game, GERMAN, "AP mine factor") == [("M20", "hidden")]


def test_IHSR_5_cupolas_of_the_first_date_hide_without_FPP():
    game = setting_up(basket="I7")
    enter(game, Cupola="K20 hidden")
    later = setting_up(date=1, basket="I7")
    new = next(f.name for f in later.current(GERMAN).task.form.fields if "Cupola" in f.label)
    with pytest.raises(Refused, match="HIP for cupola: 1"):
        later.order(GERMAN, "enter", **{new: "K21 hidden"})


def test_IHSR_5_the_given_cupolas_hide_for_FPP_and_only_those_bought_for_nothing():
    with pytest.raises(Refused, match="HIP for cupola: 1 written down, 0 paid"):
        enter(setting_up(), Cupola="K20 hidden")
    with pytest.raises(Refused, match="HIP for cupola: 3 written down, 2 paid"):
        enter(setting_up(basket="I7"), HMG_Cupola="3 K20 hidden")
    game = setting_up(basket="I7 M1", hip_cupola=3)
    assert game.room(GERMAN).now.fpp_spent == 5
    enter(game, HMG_Cupola="3 K20 hidden")


@pytest.mark.parametrize("line", ["", "2 K20, K20 hidden", "K20 hidden, 2 K20"])
def test_IHSR_5_of_cupolas_in_one_hex_the_one_that_was_not_found_hides_on(line: str):
    game = setting_up(date=1)
    one, *others = game.room(GERMAN).counters
    first, hidden, third = (
        replace(one, id=n, kind="cupola", name="HMG Cupola", since=-1, place="K20") for n in (1, 2, 3)
    )
    rest = (c for c in (one, *others) if c.id > 3 and c.name != "HMG Cupola")
    game.put(GERMAN, counters=(first, replace(hidden, marks=("hidden",)), third, *rest))
    enter(game, **({"HMG_Cupola": line} if line else {}))
    assert [c.id for c in game.room(GERMAN).counters if c.id <= 3 and "hidden" in c.marks] == [2]


def test_7_520_a_concealment_counter_is_not_bought_with_a_place_to_hide():
    with pytest.raises(Refused, match="no HIP can be bought for it") as caught:
        setting_up(concealment=1, where_concealment="K20 hidden")
    assert caught.value.field == "where_concealment"
    enter(setting_up(concealment=1, where_concealment="K20"))


def test_7_520_no_HIP_is_bought_for_a_concealment_counter():
    game = setting_up(concealment=2)
    with pytest.raises(Refused, match="no HIP can be bought for it") as refusal:
        enter(game, Concealment="K20 hidden")
    assert (refusal.value.rule, refusal.value.field) == ("7.520", *game.lines(GERMAN, Concealment=""))


def test_7_520_vehicles_and_russian_infantry_do_not_hide():
    with pytest.raises(Refused, match="no HIP can be bought"):
        enter(setting_up(basket="V3"), StuG="K20 hidden")
    with pytest.raises(Refused, match="0 paid"):
        enter(setting_up(RUSSIAN, date=1, basket="I2"), RUSSIAN, **{"4-5-8": "K20 hidden"})


# Guns ------------------------------------------------------------------------------------


def retained(line: str, date: int = 1, name: str = "75L (PaK 40)", **changes: Any) -> Game:
    """The set-up of `date` with a Gun that stood in K20 until now; the line is entered for it."""
    game = moved(setting_up(date=date), GERMAN, name, **{"place": "K20", **changes})
    enter(game, **{name: line})
    return game


def test_CG11_a_gun_moves_four_hexes_and_a_mortar_eight():
    assert ("K24",) in stands(retained("K24 moved 4"), GERMAN, "75L (PaK 40)")
    with pytest.raises(Refused, match="5 hexes from K20 to K25, 4 allowed"):
        retained("K25 moved 5")
    retained("K28 moved 8", name="120mm (GrW 42)")
    retained("K28 moved 8", name="81mm MTR")
    with pytest.raises(Refused, match="9 hexes from K20 to K29, 8 allowed"):
        retained("K29 moved 9", name="81mm MTR")


def test_CG11_a_mortar_is_a_gun_that_keeps_its_location_and_its_HIP_from_date_to_date():
    game = setting_up(pillboxes="1+3+5")
    enter(game, MTR="K20 hidden, L20 pillbox", Pillbox="L20")
    game.until("setup", date=1)
    assert stands(game, GERMAN, "81mm MTR") == [("K20", "hidden"), ("L20 pillbox", "in fortification")]
    with pytest.raises(Refused, match="9 hexes from K20 to K29, 8 allowed"):
        enter(game, K20="K29 moved 9")
    with pytest.raises(Refused, match="stays at L20 pillbox"):
        enter(game, L20="L21 moved 1")


@pytest.mark.parametrize("line", ["1 K20 pillbox", "K20/1 pillbox", "K21 pillbox hidden"])
def test_7_520_nobody_is_in_a_pillbox_that_the_record_does_not_have(line):
    game = setting_up(pillboxes="1+3+5", hip_squad=1)
    with pytest.raises(Refused, match="by your record no pillbox is at K2") as refused:
        enter(game, **{"4-6-7": line, "Pillbox": "L18"})
    assert refused.value.field == next(iter(game.lines(GERMAN, **{"4-6-7": ""})))
    task, (squads, box) = game.current(GERMAN).task, game.lines(GERMAN, **{"4-6-7": "", "Pillbox": ""})
    assert set(task.priced({squads: line, box: "L18"}).mistakes) == {squads}
    assert not task.priced({squads: "L18 pillbox", box: "L18"}).mistakes


def test_7_520_a_pillbox_without_a_location_may_be_anywhere_and_whoever_was_in_one_stays():
    game = setting_up(pillboxes="1+3+5")
    enter(game, **{"MTR": "K20 pillbox"})
    game.until("setup", GERMAN, date=1)
    enter(game, Pillbox="L18")
    assert ("K20 pillbox", "in fortification") in stands(game, GERMAN, "81mm MTR")


@pytest.mark.parametrize("name", ["Trench", "Pillbox"])
def test_7_520_no_fortification_is_in_a_pillbox(name):
    game = setting_up(pillboxes="1+3+5", trench=1)
    with pytest.raises(Refused, match="no Fortification is in a pillbox") as refused:
        enter(game, **{"Pillbox": "L18", name: "L18 pillbox"})
    assert "Write L18 without" in refused.value.way_out
    bought = Game(baskets={(GERMAN, 0): rows("M1")}).until("fortify", GERMAN)
    with pytest.raises(Refused, match="no Fortification is in a pillbox"):
        bought.order(GERMAN, "buy", trench=1, **{"where_trench": "L18 pillbox"})


@pytest.mark.parametrize(("to", "far"), [("K24", 0), ("K25", 5), ("O18", 0), ("O17", 5), ("O22", 0), ("O23", 5)])
def test_CG11_how_far_a_gun_moved_is_counted_without_a_map_too(to, far):
    """The even columns lie lower: M23 is beside L23 and N22 (3.4)."""
    if far:
        with pytest.raises(Refused, match=f"{far} hexes from K20 to {to}, 4 allowed"):
            retained(to)
    else:
        assert (to,) in stands(retained(to), GERMAN, "75L (PaK 40)")


def test_CG11_what_is_said_of_a_move_is_held_against_the_hexes():
    with pytest.raises(Refused, match="from K20 to K25 it is 5 hexes"):
        retained("K25 moved 4")
    retained("K20/1")


def test_CG11_between_23PM_and_24AM_a_gun_goes_anywhere():
    retained("Z1", date=2)
    with pytest.raises(Refused, match="hexes from K20 to Z1, 4 allowed"):
        retained("Z1", date=2, marks=("isolated",))


def test_CG11_under_cover_a_gun_stays_where_it_is_even_then():
    for date in (1, 2):
        with pytest.raises(Refused, match="stays at K20"):
            retained("K21 moved 1", date=date, marks=("in fortification",))


def test_CG11_a_revealed_gun_does_not_hide_again_and_a_new_one_may():
    with pytest.raises(Refused, match="once revealed"):
        retained("K20 hidden")
    enter(setting_up(), PaK="K20 hidden")


def test_CG11_a_russian_gun_sets_up_in_tow_two_hexes_away():
    name = "76L (obr. 39)"
    game = moved(setting_up(RUSSIAN, date=1, basket="G2"), RUSSIAN, name, place="K20")
    with pytest.raises(Refused, match="3 hexes from K20 to K23, 2 allowed"):
        enter(game, RUSSIAN, **{name: "K23 tow moved 3"})
    enter(game, RUSSIAN, **{name: "K22 tow moved 2"})
    assert ("K22", "in tow") in stands(game, RUSSIAN, name)
    with pytest.raises(Refused, match="do not set up in tow"):
        retained("K21 tow moved 1")


def test_CG11_a_german_gun_sets_up_in_tow_on_no_date():
    for line, date in (("Z1 tow", 2), ("K20 tow", 1)):
        with pytest.raises(Refused, match="do not set up in tow"):
            retained(line, date=date)


def test_CG11_a_german_gun_that_ended_in_tow_is_proposed_without_it():
    game = moved(setting_up(date=1), GERMAN, "75L (PaK 40)", place="K20", marks=("in tow",))
    enter(game)
    assert stands(game, GERMAN, "75L (PaK 40)") == [("K20",)]
    game = moved(setting_up(RUSSIAN, date=1, basket="G2"), RUSSIAN, "76L (obr. 39)", place="K20", marks=("in tow",))
    enter(game, RUSSIAN)
    assert ("K20", "in tow") in stands(game, RUSSIAN, "76L (obr. 39)")


# isolated --------------------------------------------------------------------------------


def test_7_5222_what_sets_up_isolated_is_short_of_ammunition_but_for_captured_weapons():
    game = setting_up()
    moved(game, GERMAN, "4-6-7", marks=("isolated",))
    moved(game, GERMAN, "LMG", marks=("isolated", "captured from the enemy"))
    enter(game, **{"4-6-7": "3 K20"})
    marks = {c.name: c.marks for c in game.room(GERMAN).counters}
    assert marks["4-6-7"] == ("isolated", "short of ammunition")
    assert "short of ammunition" not in marks["LMG"]
    assert "short of ammunition" not in marks["2-2-8"]
    recorded = next(e for e in game.events if e.kind == "setup.recorded")
    assert recorded.data["short"] == sum(c.name == "4-6-7" for c in game.room(GERMAN).counters)


def test_7_5224_a_fortification_that_loses_its_place_is_isolated_nowhere():
    game = setting_up(**WORKS)
    for name in ("AP mine factor", "Foxhole, 2 squads"):
        moved(game, GERMAN, name, marks=("isolated",), place="K20")
    moved(game, GERMAN, "4-6-7", marks=("isolated",), place="K20")
    enter(game, Foxhole="2 K20", AP_mine="", **{"4-6-7": ""})
    found = {c.name: (c.place, "isolated" in c.marks) for c in game.room(GERMAN).counters}
    assert found["AP mine factor"] == ("", False)
    assert found["Foxhole, 2 squads"] == ("K20", True)
    assert found["4-6-7"] == ("", True)


def test_7_5222_the_isolated_come_first_on_the_form():
    game = moved(setting_up(), GERMAN, "4-6-7", marks=("isolated",))
    assert game.current(GERMAN).task.groups[0].title.startswith("Isolated")


def test_7_5222_an_immobile_vehicle_stays_in_its_location():
    game = moved(setting_up(basket="V3"), GERMAN, "StuG IIIG", marks=("immobilized",), place="K20")
    with pytest.raises(Refused, match="immobile and stays at K20"):
        enter(game, StuG="K21")
    game.order(GERMAN, "enter")


def test_7_5071_and_7_5222_what_can_not_be_moved_keeps_its_own_location_in_an_isolated_area():
    game = pocket(
        ("tank", "StuG IIIG", ["immobilized"], "N32"),
        ("gun", "75L (PaK 40)", [], "M21 pillbox"),
        ("gun", "20L (FlaK 38)", ["dismantled"], "M22"),
        ("squad", "4-6-7"),
    )
    assert [c.place for c in game.room(GERMAN).counters[-4:]] == ["N32", "M21 pillbox", "K20", "K20"]
    game.until("setup", date=1)
    assert stands(game, GERMAN, "StuG IIIG") == [("N32",)]
    with pytest.raises(Refused, match="it is immobile and stays at N32"):
        enter(game, StuG="K20")
    with pytest.raises(Refused, match="it stays at M21 pillbox"):
        enter(game, PaK="K20")
    game.until("perimeter", date=1)
    assert next(f.value for f in game.current(GERMAN).task.fields if f.name == "areas") == 1


@pytest.mark.parametrize("mark", ["immobilized", "abandoned"])
def test_7_507_and_7_5071_a_vehicle_that_can_not_drive_is_still_where_it_was_on_the_next_date(mark):
    game = setting_up(basket="V3")
    enter(game, StuG="K20, L20, M20")
    tank = next(c.id for c in game.room(GERMAN).counters if c.place == "K20" and c.kind == "tank")
    counters = game.until("perimeter").room(GERMAN).counters
    game.put(GERMAN, counters=tuple(replace(c, marks=(mark,)) if c.id == tank else c for c in counters))
    game.until("setup", date=1)
    assert stands(game, GERMAN, "StuG IIIG") == [("K20",), ("",), ("",)]
    with pytest.raises(Refused, match="it is immobile and stays at K20"):
        enter(game, **{f"StuG IIIG, {mark}": "K21"})


def test_7_5222_what_is_written_down_is_in_no_other_room():
    game = setting_up(**WORKS)
    enter(game, Foxhole="Q77")
    for rooms, side in (([], None), ([RUSSIAN], RUSSIAN)):
        state = game.state.only(rooms)
        dumped = [SYSTEM.dump(state, room) for room in (PUBLIC, *rooms)]
        assert "Q77" not in str(dumped) + str(SYSTEM.view(state, side)) + str(SYSTEM.sheets(state, side))


def test_7_520_what_was_written_of_a_place_as_a_work_was_bought_stands_in_its_line_at_the_set_up():
    game = setting_up(where_trench="2 K20, L21", foxhole_1=3, where_foxhole_1="2 K21")
    assert game.room(GERMAN).now.forts == {"trench": 3, "foxhole_1": 3}  # by places, by the number
    lines = {field.label: field.value for field in game.current(GERMAN).task.form.fields}
    assert lines["13 × Trench"] == "2 K20, L21"
    assert lines["3 × Foxhole, 1 squad"] == "2 K21"
    game.order(GERMAN, "enter")
    assert [where for where in stands(game, GERMAN, "Trench") if where != ("",)] == [("K20",), ("K20",), ("L21",)]
    assert game.room(GERMAN).known["planned"] == {}


def test_7_520_more_places_than_works_and_what_is_no_place_are_refused_by_their_entry():
    game = Game(baskets={(GERMAN, 0): rows("M1")}).until("fortify", GERMAN)
    for entered, wrong in (
        ({"trench": 1, "where_trench": "2 K20"}, "2 have a Location, 1 are bought"),
        ({"where_trench": "K20 nowhere"}, "not a word known beside a Location"),
        ({"where_trench": "2 twenty"}, "no Location"),
    ):
        with pytest.raises(Refused, match=wrong) as refusal:
            game.order(GERMAN, "buy", **entered)
        assert (refusal.value.field, refusal.value.rule) == ("where_trench", "7.520")
    with pytest.raises(Refused, match="60 FPP spent, 50 there"):
        game.order(GERMAN, "buy", where_trench="10 K20")


def test_CG12b_a_place_that_the_set_up_would_refuse_is_refused_as_the_work_is_bought():
    game = Game(baskets={(GERMAN, 0): rows("M1")}, rulings={"german_start": "below"}).until("fortify", GERMAN)
    with pytest.raises(Refused, match="below 42, not K60") as refusal:
        game.order(GERMAN, "buy", where_trench="K60")
    assert refusal.value.field == "where_trench"
    assert "not K60" in game.current(GERMAN).task.priced({"where_trench": "K60"}).mistakes["where_trench"]
