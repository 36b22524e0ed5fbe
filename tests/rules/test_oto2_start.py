"""The founding, the first date and the order of the phase (sections 6, 7.1 to 7.5, IHSR)."""

from collections import Counter

import pytest

from rules.contract import Refused
from rules.systems.oto2.arrival import kind_of
from rules.systems.oto2.rule_data import rule_data
from tests.rules.play import GERMAN, RUSSIAN, SIDES, SYSTEM, Game, data_of, rows


def test_4_1_a_cupola_is_a_class_of_its_own_and_never_depleted():
    game = Game(baskets={(GERMAN, 1): rows("I7")}).until("strength", GERMAN, date=1)
    game.roll(GERMAN)
    found = [c for c in game.room(GERMAN).counters if c.group == "23PM-I7-1"]
    assert [(c.kind, c.name) for c in found] == [("cupola", "HMG Cupola"), ("cupola", "MMG Cupola")]


def test_5_1_a_counter_battery_module_is_rolled_for_neither_in_strength_nor_in_ammunition():
    game = Game(baskets={(GERMAN, 1): rows("O5")}).until("strength", GERMAN, date=1)
    assert game.current(GERMAN).task.needs == ()
    game.roll(GERMAN)
    assert game.names(GERMAN, "23PM-O5-1") == ["Counter Battery Module"]
    assert game.current(GERMAN).spec.key == "muster"


def test_6_CG_Date_there_are_four_and_none_at_night():
    dates = [date.key for date in rule_data().dates]
    assert dates == ["23AM", "23PM", "24AM", "24PM"]
    game = Game().finish()
    opened = [event.data["key"] for event in game.events if event.kind == "stage.opened" and "date" in event.data]
    assert opened == dates[1:]


def test_6_CG_End_comes_with_a_concession_and_keeps_the_score_that_stood():
    game = Game(reports={0: {"lvp": 5, "cvp_german": 0, "evp": 0}}).until("purchase", RUSSIAN, date=1)
    game.order(GERMAN, "concede")
    ending = game.state.public.ending
    assert (game.state.public.stage, ending.winner, ending.conceded, ending.vp) == ("ended", RUSSIAN, GERMAN, 5)
    with pytest.raises(Refused, match="campaign is over"):
        game.order(RUSSIAN, "seal", rows={})


def test_6_CG_Roster_has_one_line_for_each_date():
    game = Game(baskets={(GERMAN, 1): rows("I1 V3")}).finish()
    points = SYSTEM.sheets(game.state.only([GERMAN]), GERMAN)["roster"].tables[0]
    found = points.blocks[0].rows
    assert [row[:2] for row in found] == [("23AM", -1), ("23PM", 0), ("24AM", 0), ("24PM", 1)]
    for row, line in zip(found, game.room(GERMAN).lines, strict=True):
        budget = line.ledger
        assert row[2:7] == (budget.start, budget.repl, budget.total, budget.spent, budget.left)
    assert (found[1][5], found[1][9]) == (13, "I1, V3")


def test_6_CG_Scenario_End_closes_the_count_of_casualties():
    game = Game().until("perimeter", GERMAN)
    report, vp = game.public.today.report, game.public.today.vp
    pile = next(c.id for c in game.room(GERMAN).counters if c.kind == "squad")
    game.order(GERMAN, "lose", piles={str(pile): 1})
    assert (game.public.today.report, game.public.today.vp) == (report, vp)
    assert game.until("victory", GERMAN, date=1).current(GERMAN).task.own == 0


def test_6_Co_and_6_Plt_Sect_roll_for_their_leaders_by_their_size():
    game = Game(baskets={(GERMAN, 1): rows("I1 I3 I5 V3")}).until("strength", GERMAN, date=1)
    game.roll(GERMAN, *[1] * 8)
    rolls = []
    for step, dice in (("leaders", (6, 6)), ("armor", (3, 1, 1))):
        needs = game.until(step, GERMAN, date=1).current(GERMAN).task.needs
        rolls.append({need.key: need.dice for need in needs})
        game.roll(GERMAN, *dice)
    assert rolls == [{"23PM-I1-1": 2}, {"23PM-I3-1": 1, "23PM-V3-1": 2}]
    led = [(c.group, c.name) for c in game.room(GERMAN).counters if c.since == 1 and "leader" in c.kind]
    assert led == [("23PM-I1-1", "8-0"), ("23PM-I1-1", "7-0"), ("23PM-I3-1", "9-1"), ("23PM-V3-1", "9-2")]


def test_6_CPP_and_6_FPP_are_pools_of_each_side():
    game = Game().until("purchase")
    game.order(GERMAN, "seal", rows=rows("M1*2"))
    assert (game.room(GERMAN).now.ledger.left, game.room(GERMAN).now.fpp) == (64, 100)
    assert (game.room(RUSSIAN).now.ledger.left, game.room(RUSSIAN).now.fpp) == (68, 0)
    game.until("fortify", GERMAN).order(GERMAN, "buy", trench=6)
    assert (game.room(GERMAN).now.ledger.left, game.room(GERMAN).now.fpp_spent) == (64, 36)
    game.until("purchase", GERMAN, date=1)
    assert (game.room(GERMAN).now.ledger.start, game.room(GERMAN).now.fpp) == (64, 0)


def test_6_Full_Strength_and_6_Depleted_are_the_two_strengths_and_6_Strength_is_told():
    game = Game(baskets={(RUSSIAN, 1): rows("I2*2")}).until("strength", RUSSIAN, date=1)
    events = game.roll(RUSSIAN, 3, 4, 4, 4)
    assert [g.strength for g in game.room(RUSSIAN).groups if g.date == 1] == ["Full", "Depleted"]
    assert [game.names(RUSSIAN, f"23PM-I2-{n}").count("4-5-8") for n in (1, 2)] == [11, 8]
    assert [roll["result"] for roll in data_of(events, "strength.rolled")["rolls"]] == ["Full", "Depleted"]
    assert {event.room for event in events} == {RUSSIAN}


def test_6_Eliminated_and_6_Retained_a_lost_counter_keeps_its_line():
    game = Game().until("play")
    squad = next(c.id for c in game.room(GERMAN).counters if c.kind == "squad")
    before = len(game.room(GERMAN).counters)
    game.order(GERMAN, "lose", piles={str(squad): 2}, fate="eliminated")
    room = game.room(GERMAN)
    assert len(room.counters) == before
    assert game.names(GERMAN, fate="eliminated") == ["4-6-7", "4-6-7"]
    assert len(room.on_hand) == before - 2


def test_6_Initial_Scenario_is_the_first_date_and_starts_with_the_purchases():
    game = Game()
    assert (game.state.public.stage, game.state.public.date, game.context(GERMAN).initial) == ("purchase", 0, True)
    game.until("victory", date=1)
    opened = [event.data["stage"] for event in game.events if event.kind == "stage.opened"]
    assert opened[:4] == ["forces", "setup_first", "setup_second", "begin"]
    assert not game.context(GERMAN).initial
    game.until("perimeter", date=1)
    assert [event.data["threshold"] for event in game.events if event.kind == "scenario.ended"] == [5, 7]


def test_6_Isolated_Area_Location_is_a_condition_of_a_counter():
    game = Game().until("perimeter")
    squad = next(c.id for c in game.room(GERMAN).counters if c.kind == "squad")
    game.order(GERMAN, "change", pile=squad, count=3, marks=["isolated", "short of ammunition"], place="N32")
    marked = [c for c in game.room(GERMAN).counters if "isolated" in c.marks]
    assert [(c.name, c.place) for c in marked] == [("4-6-7", "N32")] * 3
    assert {f.name: f.value for f in game.current(GERMAN).task.fields}["areas"] == 1
    game.order(GERMAN, "enter", areas=1)
    proposed = {f.name: f.value for f in game.current(GERMAN).task.fields if f.value}
    assert (proposed["place"], proposed[f"n_{squad}"]) == ("N32", 3)


def test_6_LVP_held_are_asked_up_to_the_ten_there_are():
    game = Game().until("victory")
    field = next(f for f in game.current(GERMAN).task.form.fields if f.name == "lvp")
    assert (field.low, field.high) == (0, 10)
    with pytest.raises(Refused, match="not between 0 and 10"):
        game.order(GERMAN, "propose", turn=6, lvp=11)


def test_6_OoB_is_shown_in_sections_of_what_is_on_hand_and_gone():
    game = Game().until("play")
    mine = SYSTEM.view(game.state.only([RUSSIAN]), RUSSIAN).mine
    assert mine
    assert mine.on_hand == len(game.room(RUSSIAN).on_hand)
    assert {section.title for section in mine.sections} >= {"Infantry", "Leaders", "Vehicles"}


def test_6_RePh_and_7_12_and_7_32_the_phase_follows_every_scenario_but_the_last():
    game = Game().finish()
    opened = [event.data for event in game.events if event.kind == "stage.opened"]
    first = ["forces", "setup_first", "setup_second", "begin", "battle"]
    refit = ["aftermath", "renewal", "purchase", *first]
    assert [data["stage"] for data in opened] == [*first, *refit, *refit, *refit, "final"]
    assert [data["key"] for data in opened if data["stage"] == "renewal"] == ["23PM", "24AM", "24PM"]
    assert (game.public.stage, len(game.room(GERMAN).lines)) == ("ended", 4)


def test_6_RG_RG_Purchase_Record_has_a_line_for_each_group_bought_or_given():
    game = Game(baskets={(GERMAN, 0): rows("I1*2 O1+2")}).until("muster")
    mine = SYSTEM.view(game.state.only([GERMAN]), GERMAN).mine
    assert mine
    record = mine.groups
    assert [(line.group.id, line.group.given, line.group.paid) for line in record] == [
        ("23AM-I1-given1", True, 0), ("23AM-I1-1", False, 7), ("23AM-I1-2", False, 7), ("23AM-O1-1", False, 5),
    ]  # fmt: skip
    assert record[1].purchase.arrived[0][-1] == 12


def test_7_13_casualties_are_counted_by_the_losses_of_the_scenario():
    game = Game().until("play")
    counters = game.room(GERMAN).counters
    squad, vehicle = (next(c.id for c in counters if c.kind == kind) for kind in ("squad", "vehicle"))
    leader = next(c for c in counters if c.kind == "leader" and c.name in ("9-1", "8-1", "9-2", "10-2", "7-1", "8-0"))
    game.order(GERMAN, "lose", piles={str(squad): 3, str(vehicle): 1, str(leader.id): 1})
    game.order(GERMAN, "lose", piles={str(squad + 3): 1}, fate="captured")
    own = game.until("victory").current(GERMAN).task.own
    assert own == 3 * 2 + 2 + leader.worth + 2
    assert next(f for f in game.current(GERMAN).task.form.fields if f.name == "cvp_german").value == own


def test_7_13_a_loss_of_the_refit_is_not_counted_in_the_next_scenario():
    game = Game().until("options", RUSSIAN, date=1)
    tank = next(c.id for c in game.room(RUSSIAN).counters if c.kind == "tank")
    game.order(RUSSIAN, "lose", piles={str(tank): 1})
    assert game.until("victory", RUSSIAN, date=1).current(RUSSIAN).task.own == 0


def test_7_15_the_ledger_of_a_date_adds_up():
    game = Game(baskets={(RUSSIAN, 0): rows("I2*2 V7"), (RUSSIAN, 1): rows("I1")}).until("play", RUSSIAN, date=1)
    for line in game.room(RUSSIAN).lines:
        budget = line.ledger
        assert (budget.total, budget.left) == (budget.start + budget.repl, budget.total - budget.spent)
    first, second = (line.ledger for line in game.room(RUSSIAN).lines)
    assert (first.spent, first.left, second.start, second.spent) == (19, 49, 49, 5)


def test_7_16_the_force_organizer_tells_what_a_side_has_and_where_it_went():
    game = Game().until("play")
    truck, tank = (next(c.id for c in game.room(RUSSIAN).counters if c.name == name) for name in ("GAZ-MM", "T-34/M43"))
    game.order(RUSSIAN, "lose", piles={str(truck): 2}, fate="out")
    game.order(RUSSIAN, "lose", piles={str(tank): 1})
    _, entering, _, others = SYSTEM.sheets(game.state.only([RUSSIAN]), RUSSIAN)["organizer"].tables
    boxes = {block.title: {row[1]: row[0] for row in block.rows} for block in others.blocks}
    assert (boxes["Off map"], boxes["Eliminated"]) == ({"GAZ-MM": 2}, {"T-34/M43": 1})
    assert entering.title == "To enter"
    assert sum(int(row[0] or 0) for block in entering.blocks for row in block.rows if row[1] == "GAZ-MM") == 4
    assert "organizer" not in SYSTEM.sheets(game.state.only([]), None)


def test_7_3_given_groups_do_not_count_against_the_maximum_of_the_campaign():
    game = Game(baskets={(GERMAN, 0): rows("I1*2")}).until("purchase", GERMAN, date=1)
    offer = next(o for o in game.current(GERMAN).task.quote.offers if o.group.id == "I1")
    assert (offer.today, offer.overall, offer.may) == (0, 2, 2)
    game.order(GERMAN, "seal", rows=rows("I1*2"))
    assert [group.given for group in game.room(GERMAN).groups if group.rg == "I1"] == [True, *[False] * 4]


def test_7_3_three_scenarios_follow_the_initial_one_and_the_campaign_goes_on_to_CG_End():
    game = Game().finish()
    assert [event.kind for event in game.events].count("scenario.ended") == 4
    assert [event.kind for event in game.events].count("campaign.ended") == 1
    assert all(date.report for date in game.public.dates)


@pytest.mark.parametrize(("balance", "winner"), [("none", GERMAN), ("russian", RUSSIAN), ("german", GERMAN)])
def test_7_31_the_balance_moves_the_points_the_russians_need(balance, winner):
    reports = {n: {"cvp_german": 0, "evp": 0} for n in range(3)} | {3: {"lvp": 9, "cvp_german": 187, "evp": 45}}
    game = Game(reports=reports, balance=balance).until("books", GERMAN)
    game.put(GERMAN, ledger=type(game.room(GERMAN).now.ledger)(start=1))
    game.finish()
    assert (game.state.public.ending.vp, game.state.public.ending.winner) == (19, winner)


def test_7_31_a_balance_that_is_none_is_refused():
    for wrong in ("cite", "status", "both", 3, None, ["none"]):
        with pytest.raises(Refused):
            SYSTEM.setup({"balance": wrong})


def test_7_4_the_four_dates_and_who_needs_what():
    game = Game()
    assert SYSTEM.view(game.state, None).public.score.needed == 20


def test_7_4_attacker_is_always_the_russian_and_the_german_sets_up_first():
    game = Game()
    for date in range(4):
        assert game.until("setup", GERMAN, date=date).current(RUSSIAN) is None
        with pytest.raises(Refused):
            game.order(RUSSIAN, "enter")
        game.order(GERMAN, "enter")
        assert game.alone(RUSSIAN, "setup").current(GERMAN) is None
        (conditions,) = SYSTEM.sheets(game.state.only([]), None)["card"].tables[0].blocks[0].rows
        assert conditions[1:3] == ("German", "Russian"), "who sets up first, and who moves first"
    assert {side.key: side.role for side in rule_data().pack.side} == {GERMAN: "defender", RUSSIAN: "attacker"}


def test_7_4_German_OB_is_what_the_germans_start_with():
    game = Game().until("muster")
    room = game.room(GERMAN)
    assert (room.now.elr, room.now.san, room.now.ledger.start) == (3, 3, 66)
    found = Counter(c.name for c in room.counters if not c.group)
    assert found == {
        "HMG Cupola": 2, "SdKfz 10/4": 2, "AT-Ditch": 5, "Wire": 10, "Trench": 10, "Minefield hex 6AP 3AT": 4,
    }  # fmt: skip
    assert Counter(game.names(GERMAN, "23AM-I1-given1"))["4-6-7"] == 12


def test_7_4_Russian_OB_is_what_the_russians_start_with():
    game = Game()
    room = game.room(RUSSIAN)
    assert (room.now.elr, room.now.san, room.now.ledger.start) == (4, 3, 68)
    assert Counter(group.rg for group in room.groups) == {"V5": 3, "V4": 2, "I5": 1}
    assert Counter(c.name for c in room.counters) == {"T-34/M43": 4, "Bombardment": 2, "GAZ-MM": 6, "44A GA": 4}
    game.until("muster", RUSSIAN)
    came = Counter((c.group.split("-")[1], c.kind) for c in game.room(RUSSIAN).counters if c.group)
    assert (came["V5", "tank"], came["V4", "tank"], came["I5", "squad"]) == (6, 4, 8)
    assert {c.fate for c in game.room(RUSSIAN).counters if c.kind in ("tank", "vehicle", "squad")} == {"due"}
    assert {group.paid for group in game.room(RUSSIAN).groups} == {0}


def test_IHSR_1_the_first_date_is_overcast_and_wet():
    game = Game().until("play")
    assert (game.public.today.weather, game.public.today.ec) == ("Overcast", "Wet")
    assert "weather.rolled" not in {event.kind for event in game.events}
    game.until("weather", date=1)
    assert [need.drm for need in game.current(GERMAN).task.needs] == [-1, -1], "an Overcast date is before it"


def test_IHSR_2_everything_comes_at_full_strength_on_the_first_date_without_a_roll():
    game = Game(baskets={(RUSSIAN, 0): rows("I2 I6")}).until("strength", RUSSIAN)
    assert game.current(RUSSIAN).task.needs == ()
    game.roll(RUSSIAN)
    assert {group.strength for group in game.room(RUSSIAN).groups} == {"Full"}
    assert game.names(RUSSIAN, "23AM-I2-1").count("4-5-8") == 11


def test_IHSR_3_two_bombardments_are_given_and_as_many_may_be_bought_beside():
    game = Game()
    game.order(RUSSIAN, "seal", rows=rows("B1*2"))
    fields = game.until("hexes", RUSSIAN).current(RUSSIAN).task.fields
    assert len(fields) == game.names(RUSSIAN).count("Bombardment") == 4
    game.order(RUSSIAN, "enter", **{field.name: f"N{n}" for n, field in enumerate(fields, 20)})
    placed = [(c.group, c.place) for c in game.room(RUSSIAN).counters if c.kind == "bombardment"]
    assert placed == [("", "N20"), ("", "N21"), ("23AM-B1-1", "N22"), ("23AM-B1-2", "N23")]


def test_IHSR_4_the_four_given_aircraft_roll_for_ATCB():
    game = Game().until("atcb", RUSSIAN)
    game.roll(RUSSIAN, 1, 2, 3, 6)
    notes = [c.note for c in game.room(RUSSIAN).counters if c.name == "44A GA"]
    assert notes == ["ATCB: ATCB", "ATCB: ATCB", "ATCB: none", "ATCB: none"]


def test_IHSR_5_cupolas_hide_for_nothing_on_the_first_date_only():
    baskets = {(GERMAN, 0): rows("M1 I7"), (GERMAN, 1): rows("M1 I7")}
    game = Game(baskets=baskets).until("fortify")
    game.order(GERMAN, "buy", hip_cupola=2)
    assert game.room(GERMAN).now.fpp_spent == 0
    game.until("fortify", date=1).order(GERMAN, "buy", hip_cupola=2)
    assert game.room(GERMAN).now.fpp_spent == 10


def test_IHSR_6_two_armor_leader_rolls_are_made_for_the_given_tanks():
    game = Game().until("armor", RUSSIAN)
    needs = [need for need in game.current(RUSSIAN).task.needs if need.key.startswith("T-34/M43")]
    assert len(needs) == 2
    assert all(need.dice == 2 and need.drm == 0 for need in needs)
    game.roll(RUSSIAN, *[6, 6] * 5, 1, 2, 2, 3)
    assert [c.name for c in game.room(RUSSIAN).counters if c.kind == "armor_leader"] == ["9-2", "8-1"]


def test_IHSR_7_the_russians_buy_no_fortifications_for_the_first_scenario():
    game = Game()
    with pytest.raises(Refused, match="IHSR 7"):
        game.order(RUSSIAN, "seal", rows=rows("M1"))
    game = game.until("purchase", RUSSIAN, date=1)
    game.order(RUSSIAN, "seal", rows=rows("M1"))
    assert game.room(RUSSIAN).now.fpp == 50


def test_7_5_the_steps_wait_in_the_printed_order():
    game = Game().until("perimeter")
    steps = [step.key for step in SYSTEM.view(game.state, GERMAN).steps]
    assert steps[:7] == ["encirclement", "mines", "bog", "shock", "perimeter", "outside", "areas"]
    assert [key for key in steps if key in ("escape", "clearing", "prisoners", "blazes", "wounded")] == [
        "escape", "clearing", "prisoners", "blazes", "wounded",
    ]  # fmt: skip
    with pytest.raises(Refused, match="out of turn"):
        game.order(GERMAN, "roll", step="mmc_roll")


def test_7_5_a_stage_opens_only_when_both_sides_are_done():
    game = Game()
    game.order(GERMAN, "seal", rows={})
    assert (game.state.public.stage, game.state.public.finished) == ("purchase", (GERMAN,))
    with pytest.raises(Refused, match="Nothing waits"):
        game.order(GERMAN, "roll")
    events = game.order(RUSSIAN, "seal", rows={})
    assert data_of(events, "stage.opened")["stage"] == "forces"


def test_the_class_of_a_counter_follows_from_its_name_or_its_group():
    ctx = Game().context(GERMAN)
    chart = ctx.rules.groups[GERMAN]
    assert [kind_of(ctx, chart[rg], chart[rg].units[0][0]) for rg in ("I1", "V1", "V5", "G1", "I5")] == [
        "squad", "tank", "vehicle", "gun", "weapon",
    ]  # fmt: skip


def test_6_Equipment_is_weapons_guns_and_vehicles_each_with_its_class():
    game = Game(baskets={(GERMAN, 0): rows("G1 V1")}).until("muster")
    kinds = {c.name: c.kind for side in SIDES for c in game.room(side).counters}
    assert (kinds["LMG"], kinds["SdKfz 10/4"], kinds["T-34/M43"]) == ("weapon", "vehicle", "tank")
    assert (kinds["75L (PaK 40)"], kinds["PzJg III/IV"]) == ("gun", "tank")
    gun = next(c.id for c in game.room(GERMAN).counters if c.kind == "gun")
    game.until("play").order(GERMAN, "lose", piles={str(gun): 1})
    assert game.names(GERMAN, fate="eliminated") == ["75L (PaK 40)"]


def test_7_14_an_order_is_that_of_a_side_whoever_of_its_team_gives_it():
    game = Game().until("play")
    number = game.room(GERMAN).counters[0].id
    first = game.order(GERMAN, "change", pile=number, note="left of the railway")
    assert [event.room for event in first] == [GERMAN]
    assert "by" not in first[0].data
