"""What is shown of a Valor of the Guards campaign: calendar, lists, rail, a side's room, tables."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from typing import Any

from rules.contract import PUBLIC
from rules.features.documents import Chart
from rules.systems.votg.rule_data import rule_data
from rules.systems.votg.state import Landing
from rules.systems.votg.view import SideView, View
from tests.rules.votg_play import GERMAN, RUSSIAN, SYSTEM, Game

SHORT: dict[str, Any] = {
    "game": "II",
    "seed": 5,
    "chits": {2: ("attack", "attack"), 3: ("attack", "idle")},
    "strikes": {3: True},
}


def seen(game: Game, side: str | None = None) -> View:
    """A side's view, made with its own room alone."""
    view = SYSTEM.view(game.state.only([side] if side else []), side)
    assert isinstance(view, View)
    return view


def own(game: Game, side: str) -> SideView:
    """A side's room as it is shown to it."""
    mine = seen(game, side).mine
    assert mine
    return mine


def facts(game: Game) -> dict[str, str]:
    return {label: value for part in seen(game).public.facts for label, value in part.lines}


def stages(game: Game, side: str = GERMAN) -> list[str]:
    return list(dict.fromkeys("here" if row.part else row.stage for row in seen(game, side).rail))


# the calendar ---------------------------------------------------------------------------------


def test_the_calendar_has_the_days_of_the_campaign_game():
    days = seen(Game(game="II")).public.dates
    assert [day.key for day in days] == ["14", "15", "16", "17", "18"]
    assert [day.status for day in days] == ["now", *["coming"] * 4]
    assert len(seen(Game()).public.dates) == 14


def test_12_613_a_day_may_have_two_scenarios_or_none():
    game = Game(**SHORT).finish()
    days = {day.key: day for day in seen(game).public.dates}
    lines = Counter(record.day for record in seen(game).public.room.dates)
    assert [lines[day] for day in days] == [1, 1, 1, 2, 1]
    assert days["15"].note == "Idle Day"
    assert days["16"].note.startswith("Dual Attack: ")
    assault, counterattack = days["17"].note.split("; ")
    assert assault.startswith("German Assault: ")
    assert counterattack.startswith("Russian Counterattack by night: ")


def test_the_phase_says_where_the_campaign_is():
    game = Game(**SHORT)
    assert seen(game).public.phase == "Before the Initial Scenario, 14 Sept"
    assert seen(game.until("play")).public.phase == "Initial Scenario, 14 Sept"
    assert seen(game.until("rally")).public.phase == "After the scenario of 14 Sept"
    assert seen(game.until("purchase", date=1)).public.phase == "Refit to 15 Sept"
    assert seen(game.until("play", date=4)).public.phase == "17 Sept, Russian Counterattack"
    assert seen(game.until("books")).public.phase == "The end of the campaign, 18 Sept"
    assert seen(game.finish()).public.phase == "The campaign is over"


# lists ----------------------------------------------------------------------------------------


def test_practice_charts_are_marked():
    public = seen(Game()).public
    assert public.practice
    assert public.title.endswith("practice charts")


def test_everybody_sees_chits_edges_landings_and_the_level_of_the_booby_traps():
    game = Game(game="II")
    found = facts(game)
    assert found["Russian Attack chits left"] == "5"
    assert found["Booby Traps"] == "Level C"
    assert found["German edges"] == "west"
    assert "LL17" in found["Ferry Landings, Russian"]
    assert "Massacre" not in found
    game.told(
        massacre=True, terrain=("K20 rubble",), landings={"LL17": Landing(interdicted=True), "KK17": Landing(False)}
    )
    found = facts(game)
    assert (found["Massacre"], found["Terrain 1"]) == ("in effect", "K20 rubble")
    assert (found["Ferry Landings, Russian, Interdicted"], found["Ferry Landings, gone"]) == ("LL17", "KK17")


def test_12_6255_the_owners_words_say_how_it_is_won():
    found = facts(Game(game="II"))
    assert found["Initial Scenario"].startswith("Practice: ")
    assert found["The campaign"].startswith("Practice: ")


def test_VotG15_a_level_that_was_not_told_is_shown_to_its_owner_alone():
    game = Game().put(RUSSIAN, known={"booby_levels_untold": 1})
    assert facts(game)["Booby Traps"] == "Level C"
    assert own(game, RUSSIAN).booby == "B"
    assert own(game, GERMAN).booby == "C"


def test_12_6251_a_chit_is_its_sides_secret_until_it_is_shown():
    game = Game(
        **SHORT,
    ).until("initiative", date=2)
    game.alone(GERMAN, "initiative").answer(GERMAN)
    assert ("Our chit", "Attack") in seen(game, GERMAN).figures
    assert "Our chit" not in dict(seen(game, RUSSIAN).figures)
    assert "German chit" not in facts(game)


def test_CG4_an_initial_scenario_of_fixed_length_ends_without_a_die():
    game = Game(game="II")
    assert facts(game)["Game End"] == "after turn 8"
    assert facts(game.until("new_day", date=1))["Game End"].startswith("dr of 3 or less after turn 6; ")


def test_12_6254_the_german_elr_is_one_less_by_night():
    game = Game(**SHORT).until("play", date=4)
    assert game.public.today.night
    assert own(game, GERMAN).elr == game.room(GERMAN).now.elr - 1
    assert own(game, RUSSIAN).elr == game.room(RUSSIAN).now.elr


def test_an_onlooker_has_no_room_and_no_figures():
    view = seen(Game())
    assert (view.mine, view.current, view.figures, view.rail, dict(view.sides)) == (None, None, (), (), {})


# the rail -------------------------------------------------------------------------------------


def test_12_621_the_rail_of_the_initial_scenario_has_no_new_day():
    found = stages(Game(game="II"))
    assert found[:4] == ["here", "forces", "setup_russian_first", "setup_german_second"]
    assert found[-1] == "battle"


def test_12_613_the_rail_to_a_counterattack_has_no_choice_of_chits():
    found = stages(Game(**SHORT).until("purchase", date=4))
    assert found[:4] == ["battle", "aftermath", "counterattack", "renewal"]
    assert "initiative" not in found
    assert "scenario" in found


def test_12_614_after_an_idle_day_the_rail_begins_with_the_refit():
    game = Game(**SHORT).until("purchase", date=2)
    assert stages(game)[:2] == ["renewal", "here"]


def test_12_613_a_counterattack_stands_on_the_rail_where_it_may_come():
    game = Game(**SHORT).until("rally")
    assert "counterattack" in stages(game)
    assert "counterattack" not in stages(game.told(chits=0))


def test_the_rail_shows_the_stage_in_hand_all_the_way():
    game, met = Game(**SHORT), set()
    while game.public.stage != "ended":
        for side in (GERMAN, RUSSIAN):
            met.add(game.public.stage)
            assert "here" in stages(game, side), game.public.stage
            game.answer(side)
    assert len(met) > 15


# a side's room --------------------------------------------------------------------------------


def test_12_6216_what_is_left_to_buy_of_a_group_does_not_count_given_ones():
    game = Game(game="II", baskets={(GERMAN, 0): {"I1": {"n": 2}}}).until("play")
    mine = [group for group in own(game, GERMAN).groups if group.row.id == "I1"]
    assert [group.purchase.number for group in mine if group.group.given] == [0, 0, 0]
    bought = [(group.purchase.number, group.remaining) for group in mine if not group.group.given]
    assert bought == [(1, 4), (2, 3)]


def test_VotG19_a_module_is_shown_scarce_in_the_shortage():
    game = Game(game="III").until("play")
    modules = [group for group in own(game, GERMAN).groups if group.group.ammo]
    assert modules
    assert {group.ammo for group in modules if group.row.units[0][0].startswith(("80mm", "100mm"))} <= {"Scarce"}


def test_a_side_sees_no_more_than_its_own_room():
    game = Game(**SHORT).until("play")
    assert set(seen(game, GERMAN).sides) == {GERMAN}
    assert "russian" not in str([asdict(counter) for counter in own(game, GERMAN).counters])


def test_the_curves_count_a_counterattack_as_a_line_of_its_own():
    curves = {curve.key: curve for curve in SYSTEM.curves(Game(**SHORT).finish().state.only([GERMAN]))}
    assert curves["cvp"].marks == ("14", "15", "16", "17", "17b", "18")
    assert curves["cvp"].lines[0].values[1] is None
    assert {"hexes", "elr", "san", "cpp-german"} <= set(curves)


# tables ---------------------------------------------------------------------------------------


def test_12_6217_the_entry_codes_are_listed_with_their_formations():
    rows = {row[0]: row[1:] for block in chart("entry_codes", {}).table.blocks for row in block.rows}
    assert rows["Red"][2:] == ("the night of 14 Sept", "north edge", "with a north edge hex or Ferry Landing")
    assert rows["Yellow"][2] == "14 Sept, practice charts"
    assert rows["Yellow"][4] == "with a south edge hex, hexes numbered from 46 on"
    assert rows["Dark Blue"][0] == "German"
    assert rows["Green"][2:] == ("14 Sept", "west edge", "hexes numbered up to 20")
    landing = chart("entry_codes", {"rulings": {"yellow_landing": "landing"}})
    assert "south edge hex or Ferry Landing" in str(landing.table.blocks)


def test_every_table_and_chart_stands_on_one_shelf():
    shelves = SYSTEM.tables({}).shelves
    assert Counter(table.id for shelf in shelves for table in shelf.tables) == Counter(list(rule_data().tables))
    charts = [chart.id for shelf in shelves for chart in shelf.charts]
    assert len(charts) == len(set(charts))
    assert {f"votg.{sheet.key}" for sheet in SYSTEM.charts.sheets} <= set(charts)


def chart(name: str, options: dict[str, Any]) -> Chart:
    found = SYSTEM.tables(options).find(f"votg.{name}")
    assert isinstance(found, Chart)
    return found


def test_12_6211_the_groups_are_those_of_the_campaigns_charts():
    practice = chart("german_groups", {})
    assert (practice.status, practice.notes[0][:8]) == ("missing", "Practice")
    copy = Game().public.chart
    own = json.loads(copy)
    own |= {"title": "My copy", "version": 3, "practice": False}
    own["sheets"]["german_groups"][0]["name"] = "Schützen Coy"
    mine = chart("german_groups", {"chart": own, "game": "II", "rulings": {}})
    assert (mine.status, mine.notes) == ("printed", ("My copy",))
    assert mine.table.blocks[0].rows[0][1] == "Schützen Coy"
    assert practice.table.blocks[0].rows[0][1] == "Rifle Coy"


def test_every_row_of_a_chart_has_all_its_columns():
    for shelf in SYSTEM.tables({}).shelves:
        for each in shelf.charts:
            rows = [row for block in each.table.blocks for row in block.rows]
            assert rows, each.id
            assert {len(row) for row in rows} == {len(each.table.columns)}, each.id


def test_what_is_missing_and_how_doubts_are_read_can_be_looked_up():
    rows = chart("lacking", {}).table.blocks[0].rows
    assert any(row[1] == "12.6254" for row in rows)
    assert {row[2] for row in chart("origins", {}).table.blocks[0].rows} == {"printed", "inferred", "missing"}
    read = [chart("rulings", chosen).table.blocks[0].rows for chosen in ({}, {"rulings": {"cvp_twenties": "up"}})]
    assert sum(one != other for one, other in zip(*read, strict=True)) == 1


def test_12_6222_the_weapons_are_those_of_the_rulings():
    names = [
        [row[1] for row in chart("weapons_german", chosen).table.blocks[0].rows]
        for chosen in ({}, {"rulings": {"sw_stosstruppe": "mmg"}})
    ]
    assert names[0] != names[1]


def test_every_room_can_be_stored_and_read_back_at_every_stage():
    game, met = Game(**SHORT), set()
    while game.public.stage != "ended":
        for side in (GERMAN, RUSSIAN):
            game.answer(side)
        if (at := (game.public.date, game.public.stage)) not in met:
            met.add(at)
            rooms = {room: SYSTEM.dump(game.state, room) for room in (PUBLIC, GERMAN, RUSSIAN)}
            assert SYSTEM.load(json.loads(json.dumps(rooms))) == game.state, at
    assert len(met) > 30
