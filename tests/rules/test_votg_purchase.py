"""Buying groups: prices, ways of arriving, maxima, Entry Codes, Support and the seal (12.621)."""

from dataclasses import replace

import pytest

from rules.asl.state import CppBudget
from rules.contract import Refused
from rules.systems.votg.chart import practice_copy
from rules.systems.votg.state import COUNTERATTACK, Group, Landing, RosterRow
from rules.systems.votg.steps.purchase import SHOP
from tests.rules.votg_play import GERMAN, RUSSIAN, Game

RICH = CppBudget(start=900)
NO_LANDING = {"LL17": Landing(pier=False)}


def rows(**wishes):
    """A basket: rows by their IDs, a number or a table of numbers."""
    return {key: {"n": wish} if isinstance(wish, int) else wish for key, wish in wishes.items()}


def priced(game, side, **wishes):
    """The quote of a basket for a side as the game stands."""
    return SHOP.quote(game.context(side), SHOP.read({"rows": rows(**wishes)}))


def problems(game, side, **wishes):
    return [problem.message for problem in priced(game, side, **wishes).problems]


def offer(game, side, key):
    return next(each for each in priced(game, side).offers if each.group.id == key)


def options(game, side, key):
    return [option.key for option in offer(game, side, key).options]


def on(day: str, *, night: bool = False, kind: str = "", **options) -> Game:
    """A campaign at a purchase on this day, for which there is money."""
    game = Game(**options).record(0, day=day, night=night, kind=kind)
    return game.put(GERMAN, ledger=RICH).put(RUSSIAN, ledger=RICH)


def again(game, **record):
    """The same day once more, as a Counterattack has it."""
    today = replace(game.public.today, kind=COUNTERATTACK, **record)
    game.told(dates=(*game.public.dates, today), date=1, stage="purchase", finished=())
    for side in (GERMAN, RUSSIAN):
        room = game.room(side)
        after = replace(room, lines=(*room.lines, RosterRow(RICH, 3, 3)), at=0, done=())
        game.state = replace(game.state, sides={**game.state.sides, side: after})
    return game


def seal(game, side, **wishes):
    game.order(side, "seal", rows=rows(**wishes))
    return game.room(side)


# points and record -----------------------------------------------------------------------


def test_12_2_CPP_and_12_621_what_is_spent_is_taken_from_the_points_in_secret():
    game = Game()
    room = seal(game, GERMAN, I1=2, G1=1)
    assert (room.now.ledger.spent, room.now.ledger.left) == (14, 16)
    assert room.now.support.spent == 4
    assert [event.room for event in game.events if event.kind == "purchases.made"] == [GERMAN]
    assert game.events[-1].data == {"side": GERMAN, "stage": "purchase"}


def test_12_621_more_than_there_is_can_not_be_spent():
    game = Game()
    with pytest.raises(Refused, match="32 CPP spent, 22 there: 10 too many") as caught:
        game.order(RUSSIAN, "seal", rows=rows(I2=1, I3=1, I7=1, I8=1, O1=1, O4=1, O3=1, M4=1, M1=1, M2=1, M3=1))
    assert caught.value.rule == "12.621"


def test_12_6211_a_group_of_no_chart_is_not_sold():
    game = Game()
    with pytest.raises(Refused, match="no group 'I77' in your chart"):
        seal(game, GERMAN, I77=1)
    assert game.room(GERMAN).now.ledger.spent == 0


def test_12_6211_a_group_is_bought_by_its_id_and_brings_what_its_letter_says():
    room = seal(on("23"), RUSSIAN, I2=1, A1=1, G1=1, O1=1)
    bought = [group.rg for group in room.groups if not group.given]
    assert sorted(bought) == ["A1", "G1", "I2", "O1"]
    rows = on("23").context(RUSSIAN).rules.groups[RUSSIAN]
    assert [rows[rg].kind for rg in sorted(bought)] == ["vehicles", "guns", "squads", "oba"]


@pytest.mark.parametrize("side", [GERMAN, RUSSIAN])
def test_12_6214_what_is_sealed_costs_the_price_of_the_chart_at_any_strength(side: str):
    prices = {key: row.cost for key, row in on("23").context(side).rules.groups[side].items()}
    for key in ("I2", "A1", "G1", "O1"):
        game = on("23")
        room = seal(game, side, **{key: 1})
        (group,) = (group for group in room.groups if not group.given)
        assert (group.paid, room.now.ledger.spent + room.now.support.spent) == (prices[key], prices[key])
        assert not group.strength


def test_12_6214_every_group_costs_what_the_chart_says():
    game = on("23", kind="dual")
    for side in (GERMAN, RUSSIAN):
        for key, row in game.context(side).rules.groups[side].items():
            found = next(each for each in priced(game, side, **{key: 1}).offers if each.group.id == key)
            assert found.paid == row.cost, key


def test_12_6212_and_12_6218_the_record_has_day_id_name_price_and_way():
    game = on("23")
    room = seal(game, RUSSIAN, I2={"n": 2, "onboard": 1}, A2={"n": 1, "dug_in": 1}, I5=1, O1=1)
    bought = [group for group in room.groups if not group.given]
    chart = game.context(RUSSIAN).rules.groups[RUSSIAN]
    assert [chart[g.rg].name for g in bought][1:3] == ["Rifle Coy", "NKVD Militia Coy"]
    assert [(g.id, g.paid, g.way, g.off) for g in bought] == [
        ("23-I2-1", 8, "onboard", False),
        ("23-I2-2", 6, "", True),
        ("23-I5-1", 4, "onboard", False),
        ("23-A2-1", 2, "dug_in", False),
        ("23-O1-1", 2, "", False),
    ]


def test_12_2_RG_Purchase_Record_a_second_scenario_of_the_day_counts_on():
    game = on("23")
    seal(game, RUSSIAN, M1=1)
    game = again(game)
    assert [group.id for group in seal(game, RUSSIAN, M1=1).groups if not group.given] == ["23-M1-1", "23-M1-2"]


def test_12_621_a_counterattack_by_night_buys_what_only_the_night_has():
    game = Game(strikes={0: True}, baskets={(RUSSIAN, 1): rows(I1=1)}).until("strength", RUSSIAN, date=1)
    assert (game.public.today.kind, game.public.today.day, game.public.today.night) == (COUNTERATTACK, "14", True)
    assert [group.id for group in game.context(RUSSIAN).groups_of_today()] == ["14-I1-1"]


def test_12_621_an_idle_day_has_its_purchases_too():
    game = Game(baskets={(GERMAN, 2): rows(I1=1)}).until("strength", GERMAN, date=2)
    assert [record.kind for record in game.public.dates] == ["initial", "idle_day", ""]
    assert [group.id for group in game.context(GERMAN).groups_of_today()] == ["16-I1-1"]


# ways of arriving --------------------------------------------------------------------------


def test_12_6214a_standing_on_the_map_at_once_costs_two_or_three_more():
    game = on("23")
    assert priced(game, RUSSIAN, I1={"n": 2, "onboard": 1}).spent == 8 + 10
    assert priced(game, GERMAN, I1={"n": 1, "onboard": 1}).spent == 7 + 3
    assert offer(game, GERMAN, "A1").cost("onboard") == 6 + 3
    assert options(game, GERMAN, "G1") == []


def test_12_6214a_german_i4_stands_on_the_map_for_nothing_if_it_likes():
    game = on("23")
    room = seal(game, GERMAN, I4={"n": 2, "onboard": 1})
    assert [(g.paid, g.way, g.off) for g in room.groups if not g.given] == [(3, "onboard", False), (3, "", True)]


def test_12_6214a_groups_that_must_set_up_on_the_map_pay_nothing_for_it():
    game = on("23")
    room = seal(game, RUSSIAN, I5=1, I7=1, I8=1)
    assert [(g.paid, g.way) for g in room.groups if not g.given] == [(4, "onboard"), (2, "onboard"), (3, "onboard")]
    assert "onboard" not in options(game, RUSSIAN, "I5")


def test_12_6214b_a_reserve_costs_one_less_and_brings_five_dummies():
    """Worked example: a company of 7 CPP."""
    game = on("23")
    room = seal(game, GERMAN, I1={"n": 1, "reserve": 1, "dummies": 5})
    (group,) = (group for group in room.groups if not group.given)
    assert (group.paid, group.way, group.dummies, group.off) == (6, "reserve", 5, False)
    assert problems(on("23"), GERMAN, I1={"n": 2, "reserve": 1, "dummies": 6}) == [
        "I1: 6 Dummy counters, 5 allowed with 1 in Reserve."
    ]


def test_12_6214b_a_platoon_in_reserve_has_two_dummies_and_hw_none():
    game = on("23")
    room = seal(game, GERMAN, I2={"n": 1, "reserve": 1, "dummies": 2}, I4={"n": 1, "reserve": 1})
    assert [(g.paid, g.dummies) for g in room.groups if not g.given] == [(4, 2), (2, 0)]
    assert problems(game, GERMAN, I4={"n": 1, "reserve": 1, "dummies": 1})
    assert problems(game, GERMAN, I2={"n": 1, "reserve": 1, "dummies": 3})


def test_12_6214b_dummies_fill_one_reserve_after_the_other():
    room = seal(on("23"), GERMAN, I1={"n": 2, "reserve": 2, "dummies": 7})
    assert [group.dummies for group in room.groups if not group.given] == [5, 2]


def test_12_6214b_only_infantry_is_a_reserve_and_not_where_the_chart_says_never():
    game = on("23")
    assert problems(game, RUSSIAN, A1={"n": 1, "reserve": 1}) == ["A1 T-34 Pltn: not for Reserve."]
    assert problems(game, RUSSIAN, I7={"n": 1, "reserve": 1}) == ["I7 MOL-P Pltn: not for Reserve."]


@pytest.mark.parametrize(("reading", "price"), [("zero", 0), ("one", 1)])
def test_12_6214b_a_group_of_1_cpp_by_ruling(reading, price):
    chart = practice_copy()
    row = next(row for row in chart["sheets"]["german_groups"] if row["id"] == "I4")
    row["cost"] = 1
    game = on("23", chart=chart, rulings={"discount_floor": reading})
    assert priced(game, GERMAN, I4={"n": 1, "reserve": 1}).spent == price


def test_12_6214c_a_russian_platoon_dug_in_costs_half_rounded_up():
    chart = practice_copy()
    next(row for row in chart["sheets"]["russian_groups"] if row["id"] == "A1")["cost"] = 7
    game = on("23", chart=chart)
    assert priced(game, RUSSIAN, A1={"n": 1, "dug_in": 1}).spent == 4
    assert problems(game, GERMAN, A1={"n": 1, "dug_in": 1}) == ["A1 StuG Pltn (244): not for Dug-In."]
    assert problems(game, RUSSIAN, I1={"n": 1, "dug_in": 1}) == ["I1 Gds Rifle Coy: not for Dug-In."]


@pytest.mark.parametrize(("reading", "price"), [("none", 3), ("added", 5)])
def test_12_6214c_what_dug_in_pays_for_the_map_by_ruling(reading, price):
    assert priced(on("23", rulings={"dug_in_surcharge": reading}), RUSSIAN, A1={"n": 1, "dug_in": 1}).spent == price


def test_12_6214_a_group_arrives_in_one_way_only():
    found = priced(on("23"), GERMAN, I1={"n": 1, "onboard": 1, "reserve": 1}).problems
    assert [problem.field for problem in found] == ["onboard:I1"]
    with pytest.raises(Refused, match="no entry called 'alt'"):
        priced(Game(), GERMAN, I1={"n": 1, "alt": 1})


# maxima ------------------------------------------------------------------------------------


def test_12_6215_the_most_of_a_group_in_a_day_counts_both_its_scenarios():
    game = on("23")
    seal(game, RUSSIAN, O1=1)
    game = again(game)
    assert offer(game, RUSSIAN, "O1").may == 0
    assert problems(game, RUSSIAN, M1=4) == [
        "M1 Fortification Points: 4 chosen, 3 may be bought: 3 a day, 18 in the campaign."
    ]


def test_12_6216_the_most_of_a_campaign_game_never_counts_what_was_given():
    game = on("16")
    given = [Group(f"x{n}", "O2", 0, 0, given=True) for n in range(9)]
    before = [Group(f"15-O2-{n}", "O2", 0, 4) for n in range(6)]
    game.record(0, day="15").told(dates=(*game.public.dates, replace(game.public.today, day="16")), date=1)
    game.put(RUSSIAN, groups=(*given, *before))
    found = offer(game, RUSSIAN, "O2")
    assert (found.today, found.overall, found.cg_max, found.may) == (0, 6, 7, 1)


def test_12_6216_a_group_with_no_number_for_the_campaign_game_is_not_in_it():
    assert problems(on("15", game="I"), RUSSIAN, I6=1) == ["I6 Storm Group Pltn: not in CG I."]


@pytest.mark.parametrize(
    ("day", "side", "most"),
    [("14", GERMAN, 2), ("15", GERMAN, 3), ("21", GERMAN, 4), ("26", GERMAN, 1), ("20", RUSSIAN, 1)],
)
def test_12_6215_companies_of_a_day_are_two_less_the_historical_drm(day, side, most):
    game, wanted = on(day), {"I1": 2, "I5": 2, "I3" if side == RUSSIAN else "I6": 2}
    keys = [
        key for key, n in wanted.items() for _ in range(n) if not offer(game, side, key).why_not.startswith("Purple")
    ]
    fits = [n for n in range(len(keys) + 1) if not problems(game, side, **{k: keys[:n].count(k) for k in keys[:n]})]
    assert max(fits) == min(most, len(keys))


def test_12_6215_by_night_on_14_september_the_russians_buy_four_companies():
    wanted = {"I2": 1, "I5": 1, "I1": 1, "I3": 1}
    night = on("14", night=True, kind=COUNTERATTACK)
    assert problems(night, RUSSIAN, **wanted) == []
    assert problems(night, RUSSIAN, **wanted, I4=2) == []
    assert problems(night, RUSSIAN, **{**wanted, "I2": 2}) == ["5 infantry companies on this day, 4 allowed."]


@pytest.mark.parametrize(("reading", "wrong"), [("by_three", 1), ("free", 0)])
def test_12_6215_three_platoons_are_a_company_but_hw_and_mol_not(reading, wrong):
    game = on("24", rulings={"platoon_companies": reading})
    assert problems(game, RUSSIAN, I2=2, I5=1, I4=2, I7=1, I8=2) == []
    assert len(problems(game, RUSSIAN, I2=2, I5=1, I4=2, I6=1)) == wrong


def test_12_6215_a_platoon_more_in_the_second_scenario_of_a_day_may_make_a_company():
    game = on("24")
    seal(game, RUSSIAN, I2=2, I5=1, I4=2)
    game = again(game)
    assert problems(game, RUSSIAN, I8=2, O1=1) == []
    assert problems(game, RUSSIAN, I6=1) == ["3 infantry companies and platoons for 1 more on this day, 3 allowed."]


# Entry Codes --------------------------------------------------------------------------------


def sealed(game: Game, side: str, **wishes: object) -> dict[str, str]:
    """The groups of a basket that was sealed, with how they arrive."""
    return {group.rg: group.way for group in seal(game, side, **wishes).groups if not group.given}


def too_early(game: Game, side: str, rg: str, says: str) -> None:
    """A basket with a group that is not there yet is refused, and nothing is spent."""
    with pytest.raises(Refused, match=says) as no:
        seal(game, side, **{rg: 1})
    assert (no.value.field, "12.6217" in no.value.rule, bool(no.value.way_out)) == (f"n:{rg}", True, True)
    assert game.room(side).now.ledger.spent == 0


def test_12_6217_Red_is_for_the_night_of_14_september_and_after():
    too_early(on("14", kind="initial"), RUSSIAN, "I1", "I1 Gds Rifle Coy: Red Entry Code: from the night of 14 Sept on")
    assert sealed(on("14", night=True, kind=COUNTERATTACK), RUSSIAN, I1=1) == {"I1": ""}
    assert sealed(on("15"), RUSSIAN, I1=1) == {"I1": ""}


def test_12_6217_Orange_comes_on_20_september():
    too_early(on("19"), RUSSIAN, "I9", "Orange Entry Code: from 20 Sept on")
    assert sealed(on("20"), RUSSIAN, I9=1) == {"I9": ""}


def test_12_6217_Brown_comes_on_23_september():
    too_early(on("22"), RUSSIAN, "I10", "Brown Entry Code: from 23 Sept on")
    assert sealed(on("23"), RUSSIAN, I10=1) == {"I10": ""}


def test_12_6217_Purple_comes_on_20_september():
    too_early(on("19"), GERMAN, "I6", "Purple Entry Code: from 20 Sept on")
    assert sealed(on("20"), GERMAN, I6=1) == {"I6": ""}


def test_12_6217_Dark_Blue_and_12_6217_Green_are_there_from_the_first_day():
    wishes = {"I1": 1, "A1": {"n": 1, "onboard": 1}, "I5": {"n": 1, "reserve": 1}}
    assert sealed(on("14"), GERMAN, **wishes) == {"I1": "", "A1": "onboard", "I5": "reserve"}


def test_12_6217_Yellow_comes_when_the_charts_say():
    chart = practice_copy()
    next(row for row in chart["sheets"]["setup"] if row["cg"] == "IV")["yellow_from"] = 17
    too_early(on("16", chart=chart), RUSSIAN, "I2", "I2 Rifle Coy: Yellow Entry Code: from 17 Sept on")
    assert sealed(on("17", chart=chart), RUSSIAN, I2=1) == {"I2": ""}


@pytest.mark.parametrize(("rg", "code"), [("I1", "Red"), ("I9", "Orange"), ("I10", "Brown")])
@pytest.mark.parametrize("way", ["onboard", "reserve"])
def test_12_6217_Red_and_12_6217_Orange_and_12_6217_Brown_set_up_with_a_north_edge_hex_or_an_open_landing(
    rg: str, code: str, way: str
):
    game = on("23").told(edges={RUSSIAN: ("south", "east"), GERMAN: ()}, landings={"LL17": Landing(interdicted=True)})
    assert game.context(RUSSIAN).rules.groups[RUSSIAN][rg].entry_code == code.lower()
    with pytest.raises(Refused, match="not on the map at once without a north edge hex or Ferry Landing"):
        seal(game, RUSSIAN, **{rg: {"n": 1, way: 1}})
    game.told(landings={"LL17": Landing()})
    assert sealed(game, RUSSIAN, **{rg: {"n": 1, way: 1}}) == {rg: way}


def test_12_6217_Yellow_is_bought_for_the_map_with_a_south_edge_hex_only():
    game = on("23").told(edges={RUSSIAN: ("north", "east"), GERMAN: ()}, landings={"LL17": Landing()})
    with pytest.raises(Refused, match="not on the map at once without a south edge hex"):
        seal(game, RUSSIAN, I2={"n": 1, "onboard": 1})
    game.told(edges={RUSSIAN: ("south",), GERMAN: ()})
    assert sealed(game, RUSSIAN, I2={"n": 1, "onboard": 1}) == {"I2": "onboard"}


@pytest.mark.parametrize("way", ["onboard", "reserve"])
def test_12_6217_and_CG12_on_the_map_needs_the_north_edge_or_a_ferry_landing(way):
    game = on("15").told(edges={RUSSIAN: (), GERMAN: ("west",)})
    assert problems(game, RUSSIAN, I1={"n": 1, way: 1}) == []
    game.told(landings={"LL17": Landing(interdicted=True), "LL20": Landing(control=GERMAN)})
    assert problems(game, RUSSIAN, I1={"n": 1, way: 1}) == [
        "I1 Gds Rifle Coy: not on the map at once without a north edge hex or Ferry Landing."
    ]
    assert problems(game, RUSSIAN, I1=1) == []
    game.told(edges={RUSSIAN: ("north",), GERMAN: ("west",)})
    assert problems(game, RUSSIAN, I1={"n": 1, way: 1}) == []


@pytest.mark.parametrize(("reading", "wrong"), [("edge", 1), ("landing", 0)])
def test_12_6217_Yellow_needs_the_south_edge_by_ruling_a_landing_does(reading, wrong):
    game = on("15", rulings={"yellow_landing": reading}).told(edges={RUSSIAN: ("north",), GERMAN: ()})
    assert len(problems(game, RUSSIAN, I2={"n": 1, "onboard": 1})) == wrong
    game.told(edges={RUSSIAN: ("south",), GERMAN: ()}, landings=NO_LANDING)
    assert problems(game, RUSSIAN, I2={"n": 1, "onboard": 1}) == []


def test_12_6217_cg_i_knows_no_entry_codes():
    game = on("15", game="I").told(edges={RUSSIAN: (), GERMAN: ()}, landings=NO_LANDING)
    assert problems(game, RUSSIAN, I1={"n": 1, "onboard": 1}) == []


def test_12_6217_the_page_says_edge_and_hexes():
    game = on("15")
    said = {key: offer(game, RUSSIAN, key).brings for key in ("I1", "I2")}
    said |= {f"german {key}": offer(game, GERMAN, key).brings for key in ("I1", "I5", "I6")}
    assert {key: text.split("; ")[-1] for key, text in said.items()} == {
        "I1": "Red, north edge",
        "I2": "Yellow, south edge, hexes numbered from 46 on if on the map",
        "german I1": "Dark Blue, west edge, hexes numbered from 20 on if on the map",
        "german I5": "Green, west edge, hexes numbered up to 20 if on the map",
        "german I6": "Purple, west edge, hexes numbered from 20 on if on the map",
    }


def test_chart_effects_bar_groups_by_day_and_night():
    chart = practice_copy()
    groups = {row["id"]: row for row in chart["sheets"]["german_groups"]}
    groups["O1"]["effects"], groups["O2"]["effects"] = ["night"], ["initial"]
    night = on("15", night=True, kind=COUNTERATTACK, chart=chart)
    assert problems(night, GERMAN, S1=1) == ["S1 Stuka: not for a night scenario."]
    assert problems(night, GERMAN, O1=1, O2=1) == []
    day = again(on("15", kind=COUNTERATTACK, chart=chart))
    assert [p.split(": ")[1] for p in problems(day, GERMAN, S1=1, O1=1, O2=1)] == [
        "for night scenarios only.",
        "for the Initial Scenario only.",
    ]


@pytest.mark.parametrize(("reading", "barred"), [
    ("with_it", ["O1 80mm Mortar Battery: for night scenarios only."]), ("late", []),
])  # fmt: skip
def test_12_6254_and_ruling_night_asked_what_only_the_night_has_is_sold_while_it_may_be_night(
    reading: str, barred: list[str]
):
    chart = practice_copy()
    next(row for row in chart["sheets"]["german_groups"] if row["id"] == "O1")["effects"] = ["night"]
    game = on("15", kind=COUNTERATTACK, chart=chart, rulings={"night_asked": reading})
    assert problems(game, GERMAN, O1=1) == barred


# Support and gains -----------------------------------------------------------------------------


def test_12_2_Support_CPP_and_12_6181_support_is_spent_first_and_never_on_infantry():
    game = Game().put(GERMAN, ledger=CppBudget(30), support=CppBudget(0, repl=6))
    found = priced(game, GERMAN, I1=1, O1=1, A1=1)
    assert (found.spent, found.left, found.support.spent, found.support.left) == (9, 21, 6, 0)
    assert priced(game, GERMAN, I1=1).support.spent == 0
    room = seal(game, GERMAN, I1=1, A1=1, O1=1)
    assert [(g.rg, g.paid, g.support) for g in room.groups if not g.given] == [("I1", 7, 0), ("A1", 6, 6), ("O1", 2, 0)]
    assert (room.now.ledger.left, room.now.support.left) == (21, 0)


def test_12_6181_what_can_still_be_afforded_counts_support_for_those_groups_alone_that_it_buys():
    game = Game().put(GERMAN, ledger=CppBudget(2), support=CppBudget(0, repl=6))
    can = {row.key: row.price for row in priced(game, GERMAN).affordable}
    assert "A1" in can
    assert {key for key, price in can.items() if price > 2 and key[0] == "I"} == set()


def test_12_6181_support_is_of_no_use_to_the_russians():
    assert priced(Game(), RUSSIAN, O1=1).support is None


def test_12_2_FPP_and_SAN_are_had_at_once():
    game = on("15")
    room = seal(game, RUSSIAN, M1=2, M2=1)
    assert (room.now.fpp, room.now.san) == (100, 6)


def test_CG10_a_pre_registration_asks_for_its_hexes():
    room = seal(on("15"), GERMAN, O4=1)
    assert [group.options for group in room.groups if not group.given] == [{"prereg": 1}]


def test_an_owners_chart_brings_its_own_prices():
    chart = practice_copy()
    next(row for row in chart["sheets"]["german_groups"] if row["id"] == "I1")["cost"] = 9
    assert priced(on("15", chart=chart), GERMAN, I1=1).spent == 9
    assert priced(on("15"), GERMAN, I1=1).spent == 7
