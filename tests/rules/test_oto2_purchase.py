"""Buying groups: the charts, their notes, prices, maxima and the seal (7.518, CG7, CG12)."""

import pytest

from rules.contract import Refused
from rules.systems.oto2.rule_data import rule_data
from rules.systems.oto2.state import CppBudget
from rules.systems.oto2.steps.purchase import SHOP
from tests.rules.play import GERMAN, RUSSIAN, SYSTEM, Game, data_of, rows


def priced(game, side, text):
    """The quote of a basket for a side as the game stands."""
    return SHOP.quote(game.context(side), SHOP.read({"rows": rows(text)}))


def problems(game, side, text):
    return [problem.message for problem in priced(game, side, text).problems]


def at(date: int, side: str, **options) -> Game:
    return Game(**options).until("purchase", side, date=date)


def test_RG_chart_G_every_german_group_costs_what_is_printed():
    game = Game().put(GERMAN, ledger=CppBudget(start=999))
    for row in rule_data().groups[GERMAN].values():
        assert priced(game, GERMAN, row.id).spent == row.price, row.id
    assert len(rule_data().groups[GERMAN]) == 32


def test_RG_chart_R_every_russian_group_costs_what_is_printed():
    game = at(1, RUSSIAN).put(RUSSIAN, ledger=CppBudget(start=999))
    for row in rule_data().groups[RUSSIAN].values():
        assert priced(game, RUSSIAN, row.id).spent == row.price, row.id
    assert len(rule_data().groups[RUSSIAN]) == 31


def test_7_518_what_is_spent_is_taken_from_the_points_and_the_rest_is_kept():
    game = Game(baskets={(GERMAN, 0): rows("I1 V3")}).until("purchase", GERMAN, date=1)
    first, second = (line.ledger for line in game.room(GERMAN).lines)
    assert (first.spent, first.left, second.start) == (13, 53, 53)


def test_7_518_more_than_there_is_can_not_be_spent():
    game = Game()
    with pytest.raises(Refused, match="67 CPP spent, 66 there: 1 too many") as caught:
        game.order(GERMAN, "seal", rows=rows("I1*2 I2*2 I3*2 V1*2 V3*2 V2"))
    assert caught.value.rule == "7.518"


def test_7_518_the_public_event_of_a_purchase_carries_a_seal_and_nothing_else():
    events = Game().order(GERMAN, "seal", rows=rows("I1"))
    (public,) = [event for event in events if event.room == "public"]
    assert public.seals
    assert public.data == {"side": GERMAN, "stage": "purchase"}


def test_7_5181_and_7_5182_a_group_is_recorded_by_its_ID_and_name():
    game = Game(baskets={(GERMAN, 0): rows("G1*2")}).until("muster")
    ids = [g.id for g in game.room(GERMAN).groups if not g.given]
    assert ids == ["23AM-G1-1", "23AM-G1-2"]
    record = SYSTEM.sheets(game.state.only([GERMAN]), GERMAN)["record"].tables[0]
    found = [row[:2] for block in record.blocks for row in block.rows]
    assert found == [("I1-given1", "Rifle Co. I"), ("G1-1", "AT Plt. I"), ("G1-2", "AT Plt. I")]
    assert "record" not in SYSTEM.sheets(game.state.only([RUSSIAN]), None), "it is secret"


def test_7_5187_no_more_than_the_maximum_of_the_date():
    game = Game()
    too_many = "I1 Rifle Co. I: 3 chosen, 2 may be bought: 2 a date, 4 in the campaign"
    with pytest.raises(Refused, match=too_many) as caught:
        game.order(GERMAN, "seal", rows=rows("I1*3"))
    assert (caught.value.field, caught.value.rule) == ("n:I1", "7.5187, 7.5188")
    game.order(GERMAN, "seal", rows=rows("I1*2"))
    assert [g.id for g in game.room(GERMAN).groups if not g.given] == ["23AM-I1-1", "23AM-I1-2"]
    assert problems(game.until("purchase", GERMAN, date=1), GERMAN, "I1*2") == [], "the next date has its own"


def test_7_5188_no_more_than_the_maximum_of_the_campaign_and_given_groups_are_free():
    baskets = {(GERMAN, date): rows("I1*2") for date in (0, 1)}
    game = Game(baskets=baskets).until("purchase", GERMAN, date=2)
    assert problems(game, GERMAN, "I1") == ["I1 Rifle Co. I: CG maximum of 4 reached (7.5188)."]
    offer = next(o for o in game.current(GERMAN).task.quote.offers if o.group.id == "I1")
    assert (offer.overall, offer.may, offer.why_not) == (4, 0, "CG maximum of 4 reached (7.5188)")


def test_7_5188_what_is_left_of_the_maximum_of_the_campaign_may_be_less_than_that_of_the_date() -> None:
    game = Game(baskets={(GERMAN, 0): rows("I1*2"), (GERMAN, 1): rows("I1")}).until("purchase", GERMAN, date=2)
    assert problems(game, GERMAN, "I1") == []
    assert problems(game, GERMAN, "I1*2") == ["I1 Rifle Co. I: 2 chosen, 1 may be bought: 2 a date, 4 in the campaign."]


def test_7_5189_the_record_of_a_group_says_what_was_paid_and_received():
    game = Game(baskets={(RUSSIAN, 0): rows("I2*2-1")}).until("muster", RUSSIAN)
    groups = [g for g in game.room(RUSSIAN).groups if g.rg == "I2"]
    assert [(g.paid, g.off, g.strength) for g in groups] == [(8, False, "Full"), (7, True, "Full")]
    record = SYSTEM.sheets(game.state.only([RUSSIAN]), RUSSIAN)["record"].tables[0]
    lines = {row[0]: row for block in record.blocks for row in block.rows}
    assert len(lines) == len(game.room(RUSSIAN).groups), "given groups have a line too"
    assert [lines[key][2:6] for key in ("I2-1", "I2-2")] == [
        (8, "on board", "Full", "11 × 4-5-8"), (7, "off board", "Full", "11 × 4-5-8"),
    ]  # fmt: skip


def test_a_group_that_is_in_no_chart_is_refused():
    game = Game()
    for key in ("X9", "given:I1", "given:V5", "", "given:"):
        with pytest.raises(Refused, match="no group"):
            game.order(GERMAN, "seal", rows={key: {"n": 1}})


def test_CG12_how_a_group_arrives_is_recorded_with_its_counters():
    game = Game(baskets={(GERMAN, 0): rows("V3*2-1")}).until("muster")
    fates = {c.group: c.fate for c in game.room(GERMAN).counters if c.name == "StuG IIIG"}
    assert fates == {"23AM-V3-1": "due", "23AM-V3-2": "ready"}
    game.until("markers")
    assert {c.fate for c in game.room(GERMAN).counters if c.name == "StuG IIIG"} == {"ready"}


def test_CG12a_the_germans_pay_one_less_for_a_group_that_enters_later():
    assert priced(Game(), GERMAN, "I1-1").spent == 6
    assert priced(Game(), GERMAN, "I1*2-1 V3-1").spent == 6 + 7 + 5


@pytest.mark.parametrize("rg", ["G1", "O1", "I7", "M1"])
def test_CG12a_the_discount_is_not_for_guns_OBA_cupolas_and_FPP(rg):
    assert problems(Game(), GERMAN, f"{rg}-1") == [f"{rg}: no more than the groups bought can arrive so."]
    assert priced(Game(), GERMAN, rg).spent == rule_data().groups[GERMAN][rg].price


@pytest.mark.parametrize(("floor", "spent"), [("zero", 0), ("one", 1)])
def test_CG12a_and_rulings_a_group_of_1_CPP_that_enters_later(floor: str, spent: int) -> None:
    game = Game(rulings={"german_discount": "all_not_named", "discount_floor": floor})
    assert priced(game, GERMAN, "F1-1").spent == spent


def test_CG12a_more_groups_than_were_bought_can_not_enter_later():
    assert problems(Game(), GERMAN, "I1*1-2") == ["I1: no more than the groups bought can arrive so."]


@pytest.mark.parametrize(("basket", "spent"), [("I1*0-99", 0), ("I1*1-99", 6), ("G1*1-99", 5)])
def test_CG12a_who_lets_more_enter_later_than_he_buys_gains_no_points_by_it(basket, spent):
    quote = priced(Game(), GERMAN, basket)
    assert (quote.spent, quote.left) == (spent, quote.budget.total - spent)


def test_what_is_taken_of_a_row_is_told_in_one_count_each():
    row = next(row for row in priced(Game(), GERMAN, "I1*2-1").offers if row.taken)
    assert row.in_words == "2 × Rifle Co. I (1 × off board −1)"


def test_CG12b_a_russian_group_of_the_first_scenario_costs_one_more_on_board():
    game = Game()
    assert (priced(game, RUSSIAN, "I2").spent, priced(game, RUSSIAN, "I2-1").spent) == (7, 8)
    game.order(RUSSIAN, "seal", rows=rows("I2*2-1"))
    assert [(g.paid, g.off) for g in game.room(RUSSIAN).groups if g.rg == "I2"] == [(8, False), (7, True)]


def test_CG12b_given_groups_may_be_paid_for_too():
    game = Game()
    assert priced(game, RUSSIAN, "given:V5*0-2 given:I5*0-1").spent == 3
    assert problems(game, RUSSIAN, "given:I5*0-2") == ["I5: no more than the groups bought can arrive so."]
    (problem,) = priced(game, RUSSIAN, "given:I5*0-2").problems
    assert problem.field == "alt:given:I5", "not the row of groups that are bought"
    game.order(RUSSIAN, "seal", rows=rows("given:V5*0-2"))
    assert [(g.paid, g.off) for g in game.room(RUSSIAN).groups if g.rg == "V5"] == [(1, False), (1, False), (0, True)]


def test_CG12b_later_a_russian_group_that_enters_from_off_board_costs_one_less():
    game = at(1, RUSSIAN)
    assert (priced(game, RUSSIAN, "G1").spent, priced(game, RUSSIAN, "G1-1").spent) == (3, 2)
    game.order(RUSSIAN, "seal", rows=rows("G1*2-1"))
    assert [(g.paid, g.off) for g in game.room(RUSSIAN).groups if g.date == 1] == [(2, True), (3, False)]


def test_CG7_a_module_has_one_observer_at_most():
    assert problems(Game(), GERMAN, "O1 O4*2") == ["Offboard Observers chosen: 2; modules without one: 1."]
    assert problems(Game(), GERMAN, "O1*2 O4*2") == []


def test_CG7_a_retained_module_may_get_its_observer_later_but_no_new_hexes():
    game = Game(baskets={(GERMAN, 0): rows("O1")}).until("purchase", GERMAN, date=1)
    assert problems(game, GERMAN, "O4") == []
    assert problems(game, GERMAN, "O4*2") == ["Offboard Observers chosen: 2; modules without one: 1."]
    game.order(GERMAN, "seal", rows=rows("O4"))
    assert not any(group.options for group in game.room(GERMAN).groups)


def test_CG7_a_retained_module_that_has_its_observer_gets_no_other() -> None:
    game = Game(baskets={(GERMAN, 0): rows("O1 O4")}).until("purchase", GERMAN, date=1)
    assert problems(game, GERMAN, "O4") == ["Offboard Observers chosen: 1; modules without one: 0."]
    assert problems(game, GERMAN, "O1 O4") == []


def test_CG7_a_module_that_was_used_is_gone_and_takes_its_place_with_it():
    game = Game(baskets={(GERMAN, 0): rows("O1")}).until("markers")
    module = next(c.id for c in game.room(GERMAN).counters if c.kind == "oba")
    game.order(GERMAN, "lose", piles={str(module): 1}, fate="used")
    game.until("purchase", GERMAN, date=1)
    assert problems(game, GERMAN, "O4") == ["Offboard Observers chosen: 1; modules without one: 0."]


def test_CG7_rocket_modules_bring_their_own_observer():
    game = Game()
    assert problems(game, RUSSIAN, "O4 O6") == ["Offboard Observers chosen: 1; modules without one: 0."]
    game.order(RUSSIAN, "seal", rows=rows("O4"))
    game.until("muster", RUSSIAN)
    assert [c.marks for c in game.room(RUSSIAN).counters if c.kind == "oba"] == [("own observer",)]


def test_CG13_the_observer_of_a_rocket_module_has_his_secret_hex_too():
    game = Game(baskets={(RUSSIAN, 0): rows("O5")}).until("hexes", RUSSIAN)
    (field,) = (each for each in game.current(RUSSIAN).task.fields if each.name.endswith(":observer"))
    with pytest.raises(Refused, match="write a hex as N32") as refusal:
        game.order(RUSSIAN, "enter", **{field.name: ""})
    assert (refusal.value.field, refusal.value.rule) == (field.name, "RG notes h, i")
    game.order(RUSSIAN, "enter", **{field.name: "k60"})
    assert [g.hexes for g in game.room(RUSSIAN).groups if g.rg == "O5"] == [{"observer": "K60"}]


def test_R_note_m_a_bombardment_has_a_secret_hex_which_it_keeps_until_it_falls():
    game = Game(baskets={(RUSSIAN, 0): rows("B1")}).until("hexes", RUSSIAN)
    names = [each.name for each in game.current(RUSSIAN).task.fields]
    assert len(names) == 3
    events = game.order(RUSSIAN, "enter", **dict(zip(names, ("n20", "K30", ""), strict=True)))
    assert {event.room for event in events if "change" in event.data} == {RUSSIAN}
    pile = next(f for f in game.until("markers", RUSSIAN).current(RUSSIAN).task.fields if f.name.startswith("used_"))
    game.order(RUSSIAN, "enter", **{pile.name: 1})
    game.until("hexes", RUSSIAN, date=1)
    assert [each.value for each in game.current(RUSSIAN).task.fields] == ["K30", ""]


@pytest.mark.parametrize(("side", "note"), [(GERMAN, "f"), (RUSSIAN, "f")])
def test_G_note_f_and_R_note_f_two_pre_registered_hexes_a_module_for_a_point_each(side, note):
    game = Game()
    assert priced(game, side, "O1*2+4").spent == 6 + 4
    assert [problem.rule for problem in priced(game, side, "O1+3").problems] == [f"note {note}"]
    game.order(side, "seal", rows=rows("O1*2+3"))
    bought = [(g.paid, g.options) for g in game.room(side).groups if g.rg == "O1"]
    assert bought == [(5, {"prereg": 2}), (4, {"prereg": 1})]


@pytest.mark.parametrize(("side", "observer", "edge"), [(GERMAN, "O4", "A20"), (RUSSIAN, "O6", "QQ20")])
def test_G_note_h_and_R_note_i_an_observer_stands_at_level_2_or_for_a_point_at_3(side, observer, edge):
    game = Game()
    assert [problem.field for problem in priced(game, side, f"O1 {observer}+2").problems] == [f"extra:{observer}"]
    assert priced(game, side, f"O1 {observer}+1").spent == 3 + 2
    game.order(side, "seal", rows=rows(f"O1 {observer}+1"))
    game.until("hexes", side)
    (field,) = (each for each in game.current(side).task.fields if each.name.endswith(":observer"))
    assert "level 3" in field.label
    game.order(side, "enter", **{field.name: edge.lower()})
    assert [c.place for c in game.room(side).counters if c.kind == "observer"] == [edge]


def test_G_note_i_a_fifth_of_the_points_rounded_up_may_go_into_FPP_and_mines():
    game = at(1, GERMAN)
    game.put(GERMAN, ledger=CppBudget(start=0, repl=22))
    assert problems(game, GERMAN, "M1*5") == []
    assert problems(game, GERMAN, "M1*4 M2") == ["6 CPP on FPP and minefields, 5 allowed: 20 % of 22, rounded up."]
    game.put(GERMAN, ledger=CppBudget(start=18, repl=22))
    assert problems(game, GERMAN, "M1*4 M2*2") == []
    assert problems(game, GERMAN, "M1*5 M2*2") == ["9 CPP on FPP and minefields, 8 allowed: 20 % of 40, rounded up."]


def test_G_note_i_on_the_first_date_the_maxima_stop_before_the_share_does():
    assert priced(Game(), GERMAN, "M1*5 M2*2").spent == 9
    assert problems(Game(), GERMAN, "M1*5 M2*2") == []
    assert problems(Game(), GERMAN, "M1*6 M2*2") != []


def test_7_5122_and_RG_chart_G_a_bought_SAN_counts_at_once_and_again_later():
    game = Game()
    game.order(GERMAN, "seal", rows=rows("M3"))
    assert game.room(GERMAN).now.san == 4
    assert data_of(game.events, "purchases.made")["line"] == {"san": 4}


def test_R_note_o_trucks_come_for_a_point_and_as_many_as_the_guns():
    game = Game(baskets={(RUSSIAN, 0): rows("G2+1 G3")})
    assert priced(game, RUSSIAN, "G2+1").spent == 6
    assert problems(game, RUSSIAN, "G1+1") == ["G1: nothing can be paid for beside it."]
    game.until("muster", RUSSIAN)
    assert game.names(RUSSIAN, "23AM-G2-1").count("GAZ-MM") == 2
    assert game.names(RUSSIAN, "23AM-G3-1").count("GAZ-MM") == 0


def test_R_note_o_a_depleted_group_brings_a_truck_for_its_one_gun():
    game = Game(baskets={(RUSSIAN, 1): rows("G2+1")}).until("strength", RUSSIAN, date=1)
    game.roll(RUSSIAN, 5, 4)
    assert game.names(RUSSIAN, "23PM-G2-1") == ["76L (obr. 39)", "2-2-8", "GAZ-MM"]
