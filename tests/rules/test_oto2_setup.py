"""Fortifications, wind, modules in play, reconnaissance and the beginning (7.520 to 7.523, CG13)."""

from typing import Any

import pytest

from rules.contract import Refused
from rules.systems.oto2.state import CppBudget
from tests.rules.play import GERMAN, RUSSIAN, SYSTEM, Game, data_of, rows


def fortifying(side: str, text: str, date: int = 1, **options) -> Game:
    return Game(baskets={(side, date): rows(text)}, **options).until("fortify", side, date=date)


def test_7_520_the_example_of_fifty_points_leaves_fifteen_that_lapse():
    game = fortifying(GERMAN, "M1")
    events = game.order(GERMAN, "buy", trench=2, wire=1, ap_mine=3, concealment=4)
    line = game.room(GERMAN).now
    assert (line.fpp, line.fpp_spent, events[0].data["lapsed"]) == (50, 35, 15)
    assert line.forts == {"trench": 2, "ap_mine": 3, "concealment": 4, "wire": 1}
    game.until("purchase", GERMAN, date=2)
    assert game.room(GERMAN).now.fpp == 0


def test_7_520_more_FPP_than_there_are_can_not_be_spent():
    with pytest.raises(Refused, match="60 FPP spent, 50 there: 10 too many"):
        fortifying(GERMAN, "M1").order(GERMAN, "buy", trench=10)


def test_7_520_the_last_FPP_is_spent_and_not_one_more() -> None:
    game = fortifying(GERMAN, "M1")
    with pytest.raises(Refused, match="51 FPP spent, 50 there: 1 too many"):
        game.order(GERMAN, "buy", concealment=51)
    game.order(GERMAN, "buy", concealment=50)
    assert game.room(GERMAN).now.fpp_spent == 50


def test_7_520_a_pillbox_costs_twice_the_sum_of_its_numbers():
    game = fortifying(GERMAN, "M1")
    game.order(GERMAN, "buy", pillboxes="1+5+3, 2+3+5")
    assert game.room(GERMAN).now.fpp_spent == 18 + 20
    assert game.names(GERMAN)[-2:] == ["Pillbox 1+5+3", "Pillbox 2+3+5"]
    for wrong in ("1+5", "a+b+c", "1+2+3 4", "100+1+1", "-1+2+3", "0+0+0", "1+0+3"):
        with pytest.raises(Refused):
            fortifying(GERMAN, "M1").order(GERMAN, "buy", pillboxes=wrong)


@pytest.mark.parametrize(
    ("entered", "field"),
    [({"pillbox_9+9+9": 1}, "pillbox_9+9+9"), ({"pillboxes": [1], "pillbox_1+3+5": 1}, "pillboxes")],
)
def test_7_520_an_entry_for_pillboxes_that_is_none_is_refused_and_not_passed_over(entered: Any, field: str):
    with pytest.raises(Refused) as refused:
        fortifying(GERMAN, "M1").order(GERMAN, "buy", **entered)
    assert refused.value.field == field


def test_7_520_hiding_has_its_price_and_is_doubled_in_shellholes():
    game = fortifying(GERMAN, "M1")
    game.order(GERMAN, "buy", hip_squad=2, hip_half_squad=1, hip_crew=1, hip_smc=1, hip_doubled=3)
    assert game.room(GERMAN).now.fpp_spent == 6 + 2 + 1 + 1 + 3
    with pytest.raises(Refused, match="4 FPP of HIP are to be doubled"):
        fortifying(GERMAN, "M1").order(GERMAN, "buy", hip_squad=1, hip_doubled=4)


def test_7_520_a_tenth_of_the_squads_rounded_up_may_hide():
    game = fortifying(GERMAN, "M1")
    assert sum(c.kind == "squad" for c in game.room(GERMAN).on_hand) == 12
    with pytest.raises(Refused, match="3 squads HIP, 2 allowed: 10 % of 12, rounded up") as refusal:
        game.order(GERMAN, "buy", hip_squad=3)
    assert (refusal.value.field, refusal.value.rule) == ("hip_squad", "7.520")


def test_7_520_no_more_than_fifteen_ditches_in_the_campaign():
    game = Game(baskets={(GERMAN, date): rows("M1*5") for date in (0, 1, 2)}).until("fortify")
    game.order(GERMAN, "buy", at_ditch=13)
    game.until("fortify", date=1)
    with pytest.raises(Refused, match="not between 0 and 2"):
        game.order(GERMAN, "buy", at_ditch=3)


def test_7_520_the_russians_dig_foxholes_and_nothing_else():
    game = fortifying(RUSSIAN, "M1")
    assert [field.name for field in game.current(RUSSIAN).task.form.fields if field.kind == "number"] == [
        "foxhole_1",
        "foxhole_2",
        "foxhole_3",
    ]
    with pytest.raises(Refused, match="no entry called 'trench'"):
        game.order(RUSSIAN, "buy", trench=1)
    game.order(RUSSIAN, "buy", foxhole_3=2, foxhole_1=4)
    assert game.room(RUSSIAN).now.fpp_spent == 10


def test_7_521_nothing_is_rolled_for_the_initiative():
    game = Game()
    for date in range(4):
        game.until("begin", RUSSIAN, date=date)
        before = len(game.cup.drawn)
        game.answer(RUSSIAN)
        game.until("play", RUSSIAN, date=date)
        assert len(game.cup.drawn) == before
    asked = {event.kind for event in game.finish().events}
    assert not [kind for kind in asked if "initiative" in kind or "attack" in kind or "chit" in kind]


def test_7_522_and_7_5224_the_germans_set_up_before_the_russians():
    game = Game().until("setup", GERMAN)
    assert game.current(RUSSIAN) is None
    assert SYSTEM.view(game.state.only([RUSSIAN]), RUSSIAN).waits == "Waiting for the German side."
    game.order(GERMAN, "enter")
    assert game.current(RUSSIAN).spec.key == "setup"


def test_7_5221_and_CG3_the_wind_is_entered_for_both():
    game = Game().until("wind")
    game.order(GERMAN, "enter", wind="Mild Breeze, from the west")
    assert game.state.public.today.wind == "Mild Breeze, from the west"


def test_7_5221_the_usual_words_are_chosen_with_a_direction():
    game = Game().until("wind")
    with pytest.raises(Refused, match="it blows in some direction"):
        game.order(GERMAN, "enter", force="Gusts")
    game.order(GERMAN, "enter", force="Gusts", direction="4", blaze="on")
    assert game.state.public.today.wind == "Gusts, direction 4"


def test_7_5221_and_CG3_the_server_rolls_the_direction_where_it_has_the_dice():
    game = Game().until("wind")
    events = game.cast(GERMAN, "enter", (5,), force="Gusts", direction="roll", blaze="on")
    assert game.state.public.today.wind == "Gusts, direction 5"
    (roll,) = data_of(events, "wind.set")["rolls"]
    assert (roll["dice"], roll["result"]) == ([5], "5")


def test_7_5221_no_direction_is_rolled_without_wind_or_with_own_dice():
    game = Game().until("wind")
    game.order(GERMAN, "enter", direction="roll", blaze="on")
    assert game.state.public.today.wind == "No Wind"
    own = Game(dice="own").until("wind").current(GERMAN).task
    assert "roll" not in dict(next(field for field in own.fields if field.name == "direction").options)


def test_7_5221_nothing_entered_is_no_wind():
    game = Game().until("wind")
    game.order(GERMAN, "enter", direction="3", blaze="on")
    assert game.state.public.today.wind == "No Wind"


@pytest.mark.parametrize(("dice", "lines"), [((6, 6), 1), ((5, 5), 0)])
def test_7_517_and_7_5221_a_gusty_sky_speaks_of_the_wind_before_its_roll(dice, lines):
    game = Game().until("weather", date=1)
    game.roll(GERMAN, 6, 6, 6)
    game.until("weather", date=2).roll(GERMAN, *dice, 6)
    told = game.until("wind", date=2).current(GERMAN).task.lines
    assert len([line for line in told if "Clear & Gusty" in line]) == lines


def test_7_5221_a_mild_breeze_drifts_the_smoke_of_a_blaze():
    game = Game().until("wind")
    game.order(GERMAN, "enter", force="Mild Breeze", direction="2", blaze="on")
    assert game.state.public.today.wind == "Mild Breeze, direction 2; Drifting Smoke counters at the Blazes"


@pytest.mark.parametrize(("die", "asked", "smoke"), [(5, False, True), (4, True, False)])
def test_7_5221_and_7_5094_a_flame_that_became_a_blaze_is_known_to_drift_its_smoke(die, asked, smoke):
    game = Game().until("perimeter", GERMAN)
    game.order(GERMAN, "enter", flames=1)
    game.until("blazes", GERMAN).roll(GERMAN, die)
    game.until("wind", GERMAN, date=1)
    assert ("blaze" in {field.name for field in game.current(GERMAN).task.fields}) is asked
    game.order(GERMAN, "enter", force="Mild Breeze", direction="2")
    assert ("Drifting Smoke" in game.public.today.wind) is smoke


@pytest.mark.parametrize(("side", "modules", "limit"), [(GERMAN, "O1*2 O2 O3", 3), (RUSSIAN, "O1*2 O2*2 O3", 4)])
def test_CG13_no_more_modules_than_allowed_are_in_play(side, modules, limit):
    game = Game(baskets={(side, 0): rows(modules)}).until("modules", side)
    fields = game.current(side).task.fields
    assert len(fields) == limit
    values = [value for value, _ in fields[0].options][1 : limit + 1]
    game.order(side, "enter", **{field.name: value for field, value in zip(fields, values, strict=True)})
    in_play = [str(c.id) for c in game.room(side).counters if "in play" in c.marks]
    assert in_play == values


def test_CG13_a_module_that_is_chosen_twice_is_refused():
    game = Game(baskets={(GERMAN, 0): rows("O1*2 O2 O3")}).until("modules", GERMAN)
    first, second, *_ = (value for value, _ in game.current(GERMAN).task.fields[0].options)
    with pytest.raises(Refused, match="is chosen twice") as refused:
        game.order(GERMAN, "enter", module1=second)
    assert (refused.value.field, first) == ("module2", game.current(GERMAN).task.fields[0].value)


def test_CG13_with_no_more_modules_than_allowed_nothing_is_asked():
    game = Game(baskets={(GERMAN, 0): rows("O1*2 O2")}).until("setup")
    assert game.current(GERMAN).spec.key == "setup"


@pytest.mark.parametrize(
    ("date", "paid", "die", "locations"), [(0, "1", 1, 4), (0, "2", 6, 12), (1, "1", 4, 5), (1, "2", 4, 8)]
)
def test_7_5225_the_russians_pay_for_reconnaissance_and_roll(date, paid, die, locations):
    game = Game().until("recon", RUSSIAN, date=date)
    left = game.room(RUSSIAN).now.ledger.left
    game.cast(RUSSIAN, "enter", (die,), paid=paid)
    assert game.room(RUSSIAN).now.recon == locations
    assert game.current(RUSSIAN).spec.key == "inspection"
    game.until("purchase", RUSSIAN, date=date + 1)
    assert game.room(RUSSIAN).now.ledger.start == left - int(paid)


def test_7_5225_without_points_there_is_nothing_to_pay_with():
    game = Game().until("recon", RUSSIAN).put(RUSSIAN, ledger=CppBudget(start=68, spent=67))
    assert [value for value, _ in game.current(RUSSIAN).task.fields[0].options] == ["0", "1"]
    with pytest.raises(Refused):
        game.order(RUSSIAN, "enter", paid="2")


def test_7_5225_who_does_not_pay_does_not_roll_and_inspects_nothing():
    game = Game().until("recon", RUSSIAN)
    game.cast(RUSSIAN, "enter", (), paid="0")
    assert game.room(RUSSIAN).now.recon == 0
    assert game.state.public.stage == "begin"


def test_7_5225_the_germans_make_no_reconnaissance():
    game = Game().until("setup", GERMAN)
    assert "recon" not in [step.key for step in SYSTEM.view(game.state, GERMAN).steps]


def test_7_523_both_sides_announce_their_ELR_and_SAN():
    game = Game(baskets={(GERMAN, 0): rows("M3")}).until("play")
    today = game.state.public.today
    assert (dict(today.elr), dict(today.san)) == ({GERMAN: 3, RUSSIAN: 4}, {GERMAN: 4, RUSSIAN: 3})


def test_7_523_and_CG12_what_was_bought_to_enter_later_stays_due_until_it_has_entered():
    game = Game().until("begin", RUSSIAN)
    due = game.names(RUSSIAN, fate="due")
    assert due
    assert game.until("play", RUSSIAN).names(RUSSIAN, fate="due") == due
    game.until("markers", RUSSIAN)
    assert "due" not in {c.fate for c in game.room(RUSSIAN).counters}
