"""The recorded campaigns end in every way a campaign can, and go through what is rare on the way."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.replays.recordings import ALONE, RECORDING_SETS, REFITS, STEPPE, RecordingSet
from tests.rules.test_replays import RECORDINGS, read

OTO2, VOTG, RTS, MISSIONS = RECORDING_SETS
ORSHA = {
    "russian_win": ("Russian", "none", 20, 25),
    "german_win": ("German", "none", 20, 19),
    "russian_win_by_balance": ("Russian", "russian", 18, 19),
}
"""Who wins, with which balance, the VP the Russians need and what they have: enough, one short, enough by balance."""

STALINGRAD = {
    "german_win": ("I", "german", 60, ["15", "18"]),
    "russian_win": ("II", "russian", 219, ["14", "18"]),
    "won_at_once": ("III", "german", 480, ["21", "24"]),
    "fourteen_days": ("IV", "russian", 410, ["14", "27"]),
}
"""The CG, who wins it, the Stone Hexes the Germans held in the end, the first CG Day and the last that was played."""


WITH_TABLES = [each for each in RECORDINGS if each.values[0] in REFITS]
"""Those of games in which tables are rolled on."""


def orsha(name: str) -> dict[str, Any]:
    return read(OTO2.folder / f"{name}.outcome.json")


def stalingrad(name: str) -> dict[str, Any]:
    return read(VOTG.folder / f"{name}.outcome.json")


@pytest.mark.parametrize(("name", "ending"), ORSHA.items(), ids=ORSHA.keys())
def test_the_victor_follows_from_the_vp_and_the_balance_7_31_7_4(name: str, ending: tuple[str, str, int, int]) -> None:
    came_to = orsha(name)
    assert tuple(came_to[key] for key in ("winner", "balance", "needed", "vp")) == ending


def test_the_balance_turns_the_same_points_into_a_victory_7_31() -> None:
    without, given = orsha("german_win"), orsha("russian_win_by_balance")
    assert without["score"] == given["score"]
    assert without["winner"] != given["winner"]


@pytest.mark.parametrize(("name", "ending"), STALINGRAD.items(), ids=STALINGRAD.keys())
def test_votg_12_3_the_victor_follows_from_the_stone_hexes_the_germans_hold(name: str, ending: tuple[Any, ...]) -> None:
    came_to = stalingrad(name)
    hexes = [date["report"]["hexes"] for date in came_to["dates"] if date["report"]][-1]
    days = [came_to["dates"][n]["day"] for n in (0, -1)]
    assert (came_to["game"], came_to["winner"], hexes, days) == ending


def test_12_613_12_6253_the_fourteen_days_have_two_idle_ones_and_a_counterattack_by_night() -> None:
    dates = stalingrad("fourteen_days")["dates"]
    assert len({date["day"] for date in dates}) == 14
    assert Counter(date["kind"] for date in dates)["idle_day"] == 2
    assert [(date["day"], date["night"]) for date in dates if date["kind"] == "counterattack"] == [("17", True)]


def test_12_6162_platoons_are_called_away_in_the_fourteen_days_and_come_back() -> None:
    file = read(VOTG.folder / "fourteen_days.json")
    events = [event for act in file["acts"] for event in act["events"] if event["kind"] == "platoons.rolled"]
    results = {roll["result"] for event in events for roll in event["data"]["rolls"]}
    assert results >= {"stays", "leaves", "comes back"}
    left = [
        change for event in events for change in event["data"].get("change", {}).values() if change.get("fate") == "out"
    ]
    assert left


def test_12_6076_12_6107_the_fourteen_days_have_perimeters_a_pocket_and_fires_that_go_on() -> None:
    public = read(VOTG.folder / "fourteen_days.json")["acts"]
    told = [event["data"] for act in public for event in act["events"] if event["room"] == "public"]
    areas = [data["areas"] for data in told if data.get("areas")]
    assert [[area["sort"] for area in found] for found in areas] == [["pocket"]] * len(areas) != []
    drawn = {data["side"]: data["loops"] for data in told if "loops" in data}
    assert {side: len(loops) for side, loops in drawn.items()} == {"german": 2, "russian": 1}
    burning = [place for data in told for place in data.get("blazes", ())]
    assert len(burning) == len(set(burning)) > 1


@pytest.mark.parametrize(("name", "ending"), ALONE.items(), ids=ALONE.keys())
def test_a_mission_ends_in_every_way_it_can(name: str, ending: tuple[str, ...]) -> None:
    came_to = read(MISSIONS.folder / f"{name}.outcome.json")
    assert (came_to["mission"], came_to["reason"], came_to["winner"]) == ending


@pytest.mark.parametrize(("shelf", "path"), WITH_TABLES)
def test_every_roll_of_a_recording_says_which_row_it_hit(shelf: RecordingSet, path: Path) -> None:
    events = [event for act in read(path)["acts"] for event in act["events"]]
    rolls = [roll for event in events for roll in event["data"].get("rolls", ()) if roll.get("table")]
    assert rolls
    assert all("hit" in roll for roll in rolls)


def test_12_6251_the_chits_left_are_those_that_no_attack_was_paid_with() -> None:
    came_to = stalingrad("fourteen_days")
    spent = [d for d in came_to["dates"] if d["chits"].get("russian") == "attack" or d["kind"] == "counterattack"]
    given = json.loads((VOTG.folder / "fourteen_days.json").read_text())["options"]["chart"]["sheets"]
    (mine,) = [row for row in given["setup"] if row["cg"] == "IV"]
    assert came_to["chits"] == int(mine["attack_chits"]) - len(spent)


@pytest.mark.parametrize(("name", "ending"), STEPPE.items(), ids=STEPPE.keys())
def test_4_2_4_and_4_3_a_game_of_cards_ends_in_every_way_it_can(name: str, ending: tuple[str, str]) -> None:
    came_to = read(RTS.folder / f"{name}.outcome.json")
    score = came_to["score"]
    assert (came_to["reason"], came_to["winner"]) == ending
    if came_to["reason"] == "last_card":
        ahead = score["axis"] - score["soviet"]
        assert came_to["winner"] == ("axis" if ahead > 0 else "soviet" if ahead else "")
