"""Campaigns that were begun on paper and go on here on a later date: what is entered, by whom, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rules.asl.steps.from_paper import MOST_COUNTERS
from rules.contract import Refused
from rules.engine.founding import START, HasLaterStart
from rules.systems.rts.system import SYSTEM as RTS
from tests.rules import play, votg_play
from tests.rules.driver import Driver, data_of
from tests.rules.play import GERMAN, RUSSIAN, SYSTEM
from tests.rules.random_player import Wild, whole
from tests.rules.votg_random_player import Wild as WildValor

ORSHA = {"weather": "Overcast", "ec": "Moist", "terrain": "K20 rubble; L18 gutted", "blazes": "N32"}
FIRST = {"turn_0": 7, "lvp_0": 4, "evp_0": 0, "rain_0": True, "cvp_german_0": 46, "cvp_russian_0": 83}
SECOND = {"turn_1": 8, "lvp_1": 5, "evp_1": 6, "rain_1": False, "cvp_german_1": 52, "cvp_russian_1": 61}


def taken_over(start: str = "24AM", **said: Any) -> play.Game:
    """A campaign of On Track to Orsha as far as both have agreed to what stands on paper."""
    game = play.Game(start=start)
    game.order(GERMAN, "propose", **{**ORSHA, **FIRST, **SECOND, **said})
    game.order(RUSSIAN, "confirm", number=1)
    return game


def valor(start: str = "19", **said: Any) -> votg_play.Game:
    """One of Valor of the Guards, as far as that."""
    game = votg_play.Game(start=start, game="IV")
    task = game.current(GERMAN).task
    game.order(GERMAN, "propose", **{**game.said_of_paper(task), **said})
    game.order(RUSSIAN, "confirm", number=1)
    return game


def sealed(game: Driver, side: str, **counters: int) -> None:
    """A side enters its record and seals it; nothing but these counters is its own."""
    game.order(side, "enter", cpp=31, elr=2, san=4)
    game.order(side, "enter", **{field.name: 0 for field in game.current(side).task.fields})
    nothing = {field.name: 0 for field in game.current(side).task.fields}
    game.order(side, "enter", **{**nothing, **counters})
    game.order(side, "done")


# On Track to Orsha -------------------------------------------------------------------------------


def test_a_date_that_is_none_of_the_game_is_refused_at_the_founding() -> None:
    for start in ("23AM", "25AM", 3, ["24AM"]):
        with pytest.raises(Refused) as no:
            play.Game(start=start)
        assert no.value.field == START


def test_a_campaign_of_the_first_date_has_nothing_from_paper() -> None:
    game = play.Game(start="")
    assert game.public.paper is None
    assert game.public.stage == "purchase"
    assert game.system.came_from_paper(game.options) == ""


def test_7_5031_the_reports_on_paper_say_who_won_and_the_vp() -> None:
    game = taken_over()
    first, second, today = game.public.dates
    assert (first.report.lvp, first.report.cvp) == (4, {GERMAN: 46, RUSSIAN: 83})
    assert (first.vp, second.vp) == (4 + 46 // 20, 5 + 98 // 20 + 6 // 20)
    assert (first.rained, second.rained) == (True, False)
    assert (today.weather, today.ec, today.report) == ("Overcast", "Moist", None)
    assert game.public.date == 2
    assert game.system.came_from_paper(game.options) == "24AM"


def test_cg5_terrain_and_blazes_come_along_and_the_fires_burn_out_as_ever() -> None:
    public = taken_over().public
    assert public.terrain == ("K20 rubble", "L18 gutted")
    assert public.blazes == {"N32": 1}


def test_nothing_stands_before_the_other_side_has_agreed_to_what_it_read() -> None:
    game = play.Game(start="23PM")
    with pytest.raises(Refused):
        game.order(RUSSIAN, "confirm", number=0)
    game.order(GERMAN, "propose", **ORSHA, **FIRST)
    with pytest.raises(Refused):
        game.order(GERMAN, "confirm", number=1)
    game.order(RUSSIAN, "propose", **ORSHA, **{**FIRST, "lvp_0": 9})
    with pytest.raises(Refused) as changed:
        game.order(GERMAN, "confirm", number=1)
    assert "while you read" in changed.value.message
    assert game.public.stage == "paper"
    game.order(GERMAN, "confirm", number=2)
    assert game.public.dates[0].report.lvp == 9
    assert game.public.stage == "paper_forces"


def test_who_agrees_sees_every_figure_once_more() -> None:
    game = play.Game(start="23PM")
    game.order(GERMAN, "propose", **ORSHA, **FIRST)
    task = game.current(RUSSIAN).task
    gate = task.gate("confirm", {})
    assert gate is not None
    assert ("23AM: LVP", "4") in gate.done
    assert task.waits is False
    assert game.current(GERMAN).task.waits


def test_a_weather_that_nobody_chose_is_refused() -> None:
    with pytest.raises(Refused) as no:
        play.Game(start="23PM").order(GERMAN, "propose", **FIRST)
    assert no.value.field == "weather"


def test_7_15_each_side_enters_its_own_record_in_its_own_room() -> None:
    game = taken_over()
    sealed(game, GERMAN, **{"squad_4-6-7": 12, "weapon_LMG": 3, "fortification_Wire": 4})
    room = game.room(GERMAN)
    assert (room.now.ledger.total, room.now.elr, room.now.san) == (31, 2, 4)
    assert (game.names(GERMAN).count("4-6-7"), game.names(GERMAN).count("LMG"), len(room.counters)) == (12, 3, 19)
    assert [e.room for e in game.events if e.kind.startswith("paper.") and e.kind.endswith("_entered")] == [GERMAN] * 3
    assert game.public.stage == "paper_forces", "the other side has its own to enter"
    finished = [e for e in game.events if e.kind == "stage.finished"]
    assert [e.seals for e in finished] == [True], "what is entered is sealed"
    sealed(game, RUSSIAN, **{"squad_4-5-8": 20})
    assert game.public.stage == "purchase"


def test_7_4_what_was_given_at_first_is_proposed_for_a_start() -> None:
    game = taken_over()
    game.order(GERMAN, "enter", cpp=0, elr=3, san=3)
    game.order(GERMAN, "enter", **{field.name: 0 for field in game.current(GERMAN).task.fields})
    proposed = {field.name: field.value for field in game.current(GERMAN).task.fields if field.value}
    given = play.Game().room(GERMAN).counters
    assert sum(proposed.values()) == len(given)


def test_7_518_groups_bought_on_paper_count_for_what_the_chart_allows() -> None:
    game = taken_over()
    most = game.context(GERMAN).rules.groups[GERMAN]["I3"].cg_max
    for side in (GERMAN, RUSSIAN):
        game.order(side, "enter", cpp=60, elr=3, san=3)
        nothing = {field.name: 0 for field in game.current(side).task.fields}
        game.order(side, "enter", **nothing | ({"bought_I3": most} if side == GERMAN else {}))
        game.order(side, "enter", **{field.name: 0 for field in game.current(side).task.fields})
        game.order(side, "done")
    with pytest.raises(Refused):
        game.order(GERMAN, "seal", rows={"I3": {"n": 1}})
    assert game.order(GERMAN, "seal", rows={"I1": {"n": 1}})


@pytest.mark.parametrize(("reading", "left"), [("free", 3), ("counted", 0)])
def test_7_520_AT_Ditches_bought_on_paper_count_for_what_may_be_bought_in_a_campaign(reading: str, left: int) -> None:
    game = play.Game(start="24AM", rulings={"at_ditch_given": reading})
    game.order(GERMAN, "propose", **{**ORSHA, **FIRST, **SECOND})
    game.order(RUSSIAN, "confirm", number=1)
    game.order(GERMAN, "enter", cpp=60, elr=3, san=3)
    nothing = {field.name: 0 for field in game.current(GERMAN).task.fields}
    game.order(GERMAN, "enter", **{**nothing, "works_at_ditch": 12})
    assert "12 × AT-Ditch" in SYSTEM.describe(game.events[-1]).sentence
    game.order(GERMAN, "enter", **{field.name: 0 for field in game.current(GERMAN).task.fields})
    game.order(GERMAN, "done")
    game.order(RUSSIAN, "enter", cpp=60, elr=3, san=3)
    assert not any(field.name.startswith("works_") for field in game.current(RUSSIAN).task.fields)
    game.put(GERMAN, fpp=300).until("fortify", GERMAN)
    ditches = next(each for each in game.current(GERMAN).task.fields if each.name == "at_ditch")
    assert ditches.high == left


def test_what_was_bought_on_paper_is_no_basket_to_be_bought_again() -> None:
    game = taken_over()
    for side in (GERMAN, RUSSIAN):
        game.order(side, "enter", cpp=60, elr=3, san=3)
        game.order(
            side, "enter", **{field.name: int(field.name == "bought_I1") for field in game.current(side).task.fields}
        )
        game.order(side, "enter", **{field.name: 0 for field in game.current(side).task.fields})
        game.order(side, "done")
    assert game.current(GERMAN).task.last_time == ()


def test_counters_added_or_improved_before_the_seal_need_no_nod() -> None:
    game = taken_over()
    game.order(GERMAN, "enter", cpp=0, elr=3, san=3)
    game.order(GERMAN, "enter", **{field.name: 0 for field in game.current(GERMAN).task.fields})
    one = {field.name: int(field.name == "squad_4-4-7") for field in game.current(GERMAN).task.fields}
    game.order(GERMAN, "enter", **one)
    game.order(GERMAN, "add", kind="hero", name="Hero", count=2)
    game.order(GERMAN, "change", pile=1, count=1, name="4-6-7", marks=["isolated"], place="K20")
    assert sorted(game.names(GERMAN)) == ["4-6-7", "Hero", "Hero"]
    assert game.public.corrections == ()
    game.order(GERMAN, "done")
    game.order(GERMAN, "add", kind="hero", name="Hero", count=1)
    assert len(game.public.corrections) == 1, "after the seal it waits for the other side, as ever"
    assert game.names(GERMAN).count("Hero") == 2


def test_nobody_is_lost_while_the_record_is_entered() -> None:
    game = taken_over()
    game.order(GERMAN, "add", kind="squad", name="4-6-7", count=2)
    with pytest.raises(Refused) as no:
        game.order(GERMAN, "lose", piles={"1": 1}, fate="eliminated")
    assert no.value.field == "fate"
    assert "Undo" in no.value.way_out


@pytest.mark.parametrize(
    ("order", "data"),
    [
        ("eliminate", {"pile": 1, "count": 1}),
        ("reduce", {"pile": 1, "count": 1}),
        ("capture", {"pile": 1, "count": 1}),
        ("mark", {"piles": {"1": {"eliminate": 1}}}),
        ("tally", {"acts": {"capture": [1]}}),
        ("pad", {"rounds": [{"acts": {"reduce": [1]}}]}),
    ],
)
def test_no_other_order_loses_anybody_then(order: str, data: Mapping[str, Any]) -> None:
    game = taken_over()
    game.order(GERMAN, "add", kind="squad", name="4-6-7", count=2)
    with pytest.raises(Refused, match="nobody is lost here"):
        game.order(GERMAN, order, **data)
    assert game.public.captures == ()


def test_no_claim_loses_anybody_then() -> None:
    game = taken_over()
    game.order(GERMAN, "add", kind="squad", name="4-6-7", count=2)
    with pytest.raises(Refused, match="nobody is lost here"):
        game.order(RUSSIAN, "claim", kind="squad", name="4-6-7", count=1)
    assert game.public.captures == ()


def test_more_counters_than_a_side_can_have_are_refused() -> None:
    game = taken_over()
    game.order(GERMAN, "enter", cpp=0, elr=3, san=3)
    game.order(GERMAN, "enter", **{field.name: 0 for field in game.current(GERMAN).task.fields})
    fields = game.current(GERMAN).task.fields
    assert len(fields) * 99 > MOST_COUNTERS
    with pytest.raises(Refused):
        game.order(GERMAN, "enter", **{field.name: 99 for field in fields})


def test_sheets_and_curves_say_what_was_not_played_here() -> None:
    game = taken_over()
    sealed(game, GERMAN)
    sealed(game, RUSSIAN)
    roster = game.system.sheets(game.state.only([GERMAN]), GERMAN)["roster"]
    assert any("played on paper" in note for note in roster.notes)
    points = roster.tables[0].blocks[0].rows
    assert [len(row) for row in points[:2]] == [2, 2], "of the dates on paper the points are not known"
    curves = {curve.key: curve for curve in game.system.curves(game.state)}
    assert curves["vp"].lines[0].values[:2] == (6, 9)
    game.finish()
    assert any("played on paper" in note for note in game.system.sheets(game.state, None)["story"].notes)


def test_the_rail_begins_with_what_came_from_paper_and_never_has_it_again() -> None:
    game = taken_over()
    seen = [row.stage for row in game.system.view(game.state, GERMAN).rail]
    assert seen[:2] == ["paper", "paper_forces"]
    sealed(game, GERMAN)
    sealed(game, RUSSIAN)
    game.until("counter_battery" if game.current(GERMAN) is None else "play")
    assert "paper" not in [row.stage for row in game.system.view(game.state, GERMAN).rail]
    assert "paper" not in [row.stage for row in play.Game().system.view(play.Game().state, GERMAN).rail]


@pytest.mark.parametrize("start", ["23PM", "24AM", "24PM"])
def test_a_campaign_from_paper_comes_to_its_end(start: str) -> None:
    game = play.Game(start=start).finish()
    assert game.public.ending.winner


# Valor of the Guards -------------------------------------------------------------------------------


def test_a_day_outside_the_campaign_game_is_refused() -> None:
    with pytest.raises(Refused) as no:
        votg_play.Game(start="29", game="I")
    assert no.value.field == START


def test_12_6253_scenarios_on_paper_have_their_chits_and_winners() -> None:
    game = valor(
        kind_15="german_assault", winner_15=RUSSIAN, cvp_german_15=41, cvp_russian_15=20, hexes_15=9,
        after_winner_15=GERMAN, after_cvp_german_15=3, after_hexes_15=11, chits=5, booby="B",
    )  # fmt: skip
    records = game.public.dates
    assert [r.kind for r in records[:3]] == ["initial", "german_assault", "counterattack"]
    assert records[1].chits == {GERMAN: "attack", RUSSIAN: "idle"}
    assert (records[1].winner, records[2].winner) == (RUSSIAN, GERMAN)
    assert game.public.today.day == "19"
    assert len(game.room(GERMAN).lines) == len(records), "a Counterattack is a line of its own in each room too"
    assert (game.public.chits, game.public.booby) == (5, "B")
    assert game.context(GERMAN).won_and_lost() == (2, 1)
    assert game.context(GERMAN).idle_days == 3


def test_a_day_with_a_winner_and_no_scenario_is_refused() -> None:
    game = votg_play.Game(start="16", game="IV")
    said = game.said_of_paper(game.current(GERMAN).task)
    for wrong in ({"winner_15": GERMAN}, {"kind_15": "dual"}, {"after_winner_15": RUSSIAN}):
        with pytest.raises(Refused) as no:
            game.order(GERMAN, "propose", **{**said, **wrong})
        assert no.value.way_out


@pytest.mark.parametrize("night", [True, False])
def test_12_619_a_scenario_by_night_on_paper_counts_for_the_german_elr(night: bool) -> None:
    told: Mapping[str, Any] = {"kind_15": "russian_assault", "winner_15": RUSSIAN, "night_15": night}
    game = valor("16", **told)
    assert [record.night for record in game.public.dates] == [False, night, False]
    sealed(game, GERMAN)
    sealed(game, RUSSIAN)
    game.until("elr", GERMAN)
    told = data_of(game.cast(GERMAN, "enter", (4, 4), scenarios="start", night_scenarios="start"), "elr.rolled")
    counted = [label for _, label, *_ in told["rolls"][0]["mods"]]
    assert ("night scenario played" in counted) is night


def test_12_6254_a_counterattack_on_paper_may_have_been_by_night() -> None:
    game = valor("16", kind_15="german_assault", winner_15=GERMAN, after_winner_15=RUSSIAN, after_night_15=True)
    assert [(record.kind, record.night) for record in game.public.dates[1:3]] == [
        ("german_assault", False), ("counterattack", True),
    ]  # fmt: skip


def test_12_6254_only_a_russian_attack_can_have_been_by_night_on_paper() -> None:
    game = votg_play.Game(start="16", game="IV")
    said = game.said_of_paper(game.current(GERMAN).task)
    assert "night_14" not in said, "the set-up says it of the Initial Scenario"
    for wrong, field in (
        ({"night_15": True}, "night_15"),
        ({"kind_15": "german_assault", "winner_15": GERMAN, "night_15": True}, "night_15"),
        ({"after_night_14": True}, "after_night_14"),
    ):
        with pytest.raises(Refused) as no:
            game.order(GERMAN, "propose", **{**said, **wrong})
        assert (no.value.field, no.value.rule) == (field, "12.6254")
        assert "Russian Assault, Russian Counterattack" in no.value.way_out


@pytest.mark.parametrize(("light", "night"), [("night", True), ("day", False)])
def test_12_619_an_initial_scenario_on_paper_was_by_night_where_its_set_up_is(light: str, night: bool) -> None:
    game = votg_play.Game(start="15", game="IV", chart=votg_play.charts("setup", light=light))
    game.order(GERMAN, "propose", **game.said_of_paper(game.current(GERMAN).task))
    gate = game.current(RUSSIAN).task.gate("confirm", {})
    assert ("14 Sept: what was played", f"Initial Scenario{' by night' if night else ''}") in gate.done
    game.order(RUSSIAN, "confirm", number=1)
    assert game.public.dates[0].night is night


def test_12_619_what_was_said_of_paper_before_the_light_was_asked_is_agreed_to_as_by_day() -> None:
    game = votg_play.Game(start="16", game="IV")
    said = {**game.said_of_paper(game.current(GERMAN).task), "kind_15": "russian_assault", "winner_15": RUSSIAN}
    old = {name: value for name, value in said.items() if "night" not in name}
    game.order(GERMAN, "propose", **old)
    game.told(paper=replace(game.public.paper, values=old))
    game.order(RUSSIAN, "confirm", number=1)
    assert not any(record.night for record in game.public.dates)


def test_12_6254_journal_story_and_roster_tell_what_was_by_night_on_paper() -> None:
    game = valor("16", kind_15="russian_assault", winner_15=RUSSIAN, night_15=True)
    told = next(event for event in game.events if event.kind == "paper.agreed")
    assert "15 Sept: Russian Assault by night, Russian" in game.system.describe(told).sentence
    roster = game.system.sheets(game.state.only([GERMAN]), GERMAN)["roster"]
    story = game.finish().system.sheets(game.state, None)["story"]
    for sheet in (roster, story):
        assert "Russian Assault by night" in repr(sheet.tables)


def test_12_6181_german_support_and_a_chit_that_binds_come_along() -> None:
    game = valor()
    game.order(GERMAN, "enter", cpp=12, elr=3, san=3, support=7, chit="attack")
    now = game.room(GERMAN).now
    assert (now.support.total, now.chit) == (7, "attack")
    assert "support" not in {field.name for field in game.current(RUSSIAN).task.fields}


def test_a_campaign_of_valor_from_paper_comes_to_its_end() -> None:
    game = valor().finish()
    assert game.ended
    assert game.system.came_from_paper(game.options)


# both ------------------------------------------------------------------------------------------------


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("kind", "start", "seed"), [(Wild, "23PM", 1), (Wild, "24PM", 3), (WildValor, "16", 1), (WildValor, "20", 3)]
)
def test_a_player_at_random_takes_it_over_and_plays_on(kind: Any, start: str, seed: int) -> None:
    more = {"game": "IV"} if kind is WildValor else {}
    played = whole(kind, seed, start=start, **more)
    assert played.game.ended
    assert played.game.public.paper.agreed


@pytest.mark.parametrize("make", [taken_over, valor])
def test_what_a_side_enters_changes_nothing_that_the_other_or_an_onlooker_sees(make: Any) -> None:
    few, many = make(), make()
    for game, number in ((few, 1), (many, 40)):
        game.order(GERMAN, "enter", **{f.name: f.value for f in game.current(GERMAN).task.fields} | {"cpp": number})
        bought = {field.name: number // 20 for field in game.current(GERMAN).task.fields}
        game.order(GERMAN, "enter", **bought)
        game.order(GERMAN, "enter", **{f.name: 0 for f in game.current(GERMAN).task.fields} | {"squad_4-6-7": number})
        game.order(GERMAN, "done")
    system = few.system
    for side in (None, RUSSIAN):
        rooms = [side] if side else []
        seen = [repr(system.view(game.state.only(rooms), side).public) for game in (few, many)]
        assert seen[0] == seen[1]
    assert system.dump(few.state, "public") == system.dump(many.state, "public")


def test_a_saved_room_from_paper_is_loaded_as_it_was() -> None:
    for game in (taken_over(), valor()):
        rooms = {room: game.system.dump(game.state, room) for room in ("public", GERMAN, RUSSIAN)}
        assert game.system.load(rooms) == game.state


def test_a_game_says_whether_it_can_be_taken_over() -> None:
    assert isinstance(play.Game.system, HasLaterStart)
    assert isinstance(votg_play.Game.system, HasLaterStart)
    assert not isinstance(RTS, HasLaterStart)


@pytest.mark.parametrize(("reading", "taken"), [("counts", True), ("not_counted", False)])
def test_12_6253_and_ruling_counterattack_initial_what_follows_the_initial_scenario_on_paper(
    reading: str, taken: bool
) -> None:
    game = votg_play.Game(start="16", game="IV", rulings={"counterattack_initial": reading})
    said = {**game.said_of_paper(game.current(GERMAN).task), "after_winner_14": RUSSIAN}
    if taken:
        game.order(GERMAN, "propose", **said)
        return
    with pytest.raises(Refused) as no:
        game.order(GERMAN, "propose", **said)
    assert no.value.field == "after_winner_14"


def test_12_6162_AFV_from_paper_are_called_away_by_their_model_with_the_armor_leader_in_one() -> None:
    game = valor("16", kind_15="german_assault", winner_15=GERMAN)
    sealed(game, GERMAN, tank_StuG_IIIB=2)
    sealed(game, RUSSIAN)
    game.has(GERMAN, ("armor_leader", "9-1"), place="StuG IIIB").until("redeployment", GERMAN)
    (asked,) = game.current(GERMAN).task.fields
    assert (asked.name, asked.label) == ("fielded:paper:StuG IIIB", "StuG IIIB: has been on the map")
    game.order(GERMAN, "enter", **{asked.name: True})
    game.alone(GERMAN, "redeployment_roll").roll(GERMAN, 6)
    assert {c.fate for c in game.room(GERMAN).counters} == {"out"}
    game.until("redeployment_roll", GERMAN, 4).roll(GERMAN, 1)
    assert {c.fate for c in game.room(GERMAN).counters} == {"ready"}


def test_12_6224_and_CG10_a_module_from_paper_is_asked_for_its_ammunition_and_its_note_is_kept() -> None:
    game = valor("16", kind_15="german_assault", winner_15=GERMAN)
    game.order(GERMAN, "enter", cpp=31, elr=2, san=4)
    game.order(GERMAN, "enter", **{field.name: 0 for field in game.current(GERMAN).task.fields})
    nothing = {field.name: 0 for field in game.current(GERMAN).task.fields}
    game.order(GERMAN, "enter", **{**nothing, "oba_80mm_OBA": 2})
    game.order(GERMAN, "change", pile=1, count=1, note="used on the 15th")
    game.order(GERMAN, "done")
    sealed(game, RUSSIAN)
    asked = {field.name: field for field in game.until("artillery", GERMAN).current(GERMAN).task.fields}
    first = game.room(GERMAN).counters[0].id
    assert [key for key, _ in asked[f"supply_{first}"].options] == ["", "Plentiful", "Normal", "Scarce"]
    said = {f"supply_{first}": "Scarce", f"contact_{first}": "phone", f"black_{first}": 5, f"red_{first}": 2}
    game.order(GERMAN, "enter", **said)
    notes = [c.note for c in game.room(GERMAN).counters]
    assert notes == ["used on the 15th, Scarce, field phone, draw pile 5 black, 2 red", "radio"]


def test_12_31_storm_groups_from_paper_are_told_by_a_condition() -> None:
    game = votg_play.Game(start="16", game="IV", balance=RUSSIAN, chits={2: ("attack", "attack")})
    task = game.current(GERMAN).task
    game.order(GERMAN, "propose", **{**game.said_of_paper(task), "kind_15": "german_assault", "winner_15": GERMAN})
    game.order(RUSSIAN, "confirm", number=1)
    sealed(game, GERMAN)
    game.order(RUSSIAN, "enter", cpp=31, elr=2, san=4)
    game.order(RUSSIAN, "enter", **{field.name: 0 for field in game.current(RUSSIAN).task.fields})
    nothing = {field.name: 0 for field in game.current(RUSSIAN).task.fields}
    game.order(RUSSIAN, "enter", **{**nothing, "squad_6-2-8": 2})
    game.order(RUSSIAN, "change", pile=1, count=1, marks=["Storm Group"])
    game.order(RUSSIAN, "done")
    game.until("balance_hardening", RUSSIAN).roll(RUSSIAN, 1)
    fanatic = {c.marks for c in game.room(RUSSIAN).counters if "fanatic" in c.marks}
    assert fanatic == {("Storm Group", "fanatic")}


def test_12_602_and_12_6217_a_landing_may_be_interdicted_on_paper() -> None:
    landings = votg_play.Game(start="16", game="IV").public.landings
    said = {f"interdicted_{key}": True for key in landings} | {"landing_LL17": GERMAN, "russian_north": False}
    game = valor("16", **said)
    assert [key for key, one in game.public.landings.items() if not one.interdicted] == ["LL17"], "it is German"
    context = game.context(RUSSIAN)
    assert "Ferry Landing" in context.closed(context.rules.groups[RUSSIAN]["I1"])
