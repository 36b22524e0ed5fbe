"""Forgeries by a host who plays, made live and signed with all keys: the heads that people keep are those of it."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from campaigns.ledger import archive, form
from campaigns.ledger import verify_campaign as made
from campaigns.ledger.archive import UnreadableFile
from campaigns.ledger.campaign_file import CampaignFile
from campaigns.ledger.rolls_by_rules import strange_rolls
from rules import registry
from tests.proof.closed import faults, heads_of, parts, signed_anew
from tests.proof.recorded import GAMES, played

File = dict[str, Any]
RECORDED = Path(__file__).parent.parent / "replays" / "rts"
BY_POINTS, CPP = "points.replenished", "oto2.cpp"


def points(file: File) -> tuple[dict[str, Any], dict[str, Any]]:
    """An act in the middle that rolled for points, and what its event holds."""
    acts = [act for act in file["acts"] if any(each["kind"] == BY_POINTS for each in act["events"])]
    act = acts[len(acts) // 2]
    return act, next(each["data"] for each in act["events"] if each["kind"] == BY_POINTS)


def no_dice(data: dict[str, Any]) -> None:
    data["rolls"][0].update(dice=[], hit={"cpp": 99})


def dice_of_nothing(data: dict[str, Any]) -> None:
    data["rolls"][0]["dice"] = 0


def a_result_beside(data: dict[str, Any]) -> None:
    data["rolls"].append({"table": data["rolls"][0]["table"], "hit": {"cpp": 99}})


def a_roll_in_a_roll(data: dict[str, Any]) -> None:
    data["rolls"][0]["more"] = deepcopy(data["rolls"][0])


@pytest.mark.parametrize("forge", [no_dice, dice_of_nothing, a_result_beside, a_roll_in_a_roll])
@pytest.mark.parametrize("drawn", [True, False], ids=["drawn", "not drawn"])
def test_a_result_without_its_dice_is_found(forge: Callable[[dict[str, Any]], None], drawn: bool) -> None:
    file = played("oto2")
    act, data = points(file)
    forge(data)
    if not drawn:
        act["draws"] = []
    forged = signed_anew(file)
    assert faults(forged, *heads_of(forged))


def shows(act: dict[str, Any], data: dict[str, Any], dice: list[int], rows: Any) -> None:
    """Give the roll for points and its draw these dice."""
    roll = data["rolls"][0]
    act["draws"][0]["got"] = roll["dice"] = dice
    roll["hit"] = made.row_hit(rows, sum(dice) + sum(mod[0] for mod in roll.get("mods", ())), sum(dice))


def said(file: File, act: dict[str, Any], side: str, kind: str, **data: Any) -> None:
    """Put an entry of the host behind an act."""
    who = next(each for each in file["acts"] if each["side"] == side)
    at = act["at"][:-12] + f"{int(act['at'][-12:-6]) + 1:06}" + act["at"][-6:]
    entry = {"room": made.PUBLIC, "no": 0, "kind": f"house.{kind}", "data": data}
    more = {"by": who["by"], "seat": who["seat"], "side": side, "at": at, "events": [entry], "draws": []}
    file["acts"].insert(file["acts"].index(act) + 1, {**deepcopy(who), **more, "nonce": "ab" * 32})


def test_dice_are_not_drawn_while_a_rewind_is_proposed() -> None:
    file = played("oto2")
    act, _ = points(file)
    before = file["acts"][file["acts"].index(act) - 1]
    other = next(side for side in file["sides"] if side != act["side"])
    said(file, before, other, "rewind_proposed", rewind=1, before=1, what="x", reason="slip")
    forged = signed_anew(file)
    assert any("next door" in wrong for wrong in faults(forged, *heads_of(forged)))


def test_dice_behind_a_rewind_wait_for_its_door() -> None:
    file = played("oto2")
    act, _ = points(file)
    other = next(side for side in file["sides"] if side != act["side"])
    at = file["acts"].index(act)
    again = deepcopy(act)
    said(file, act, act["side"], "rewind_proposed", rewind=1, before=act["public"], what="x", reason="slip")
    said(file, file["acts"][at + 1], other, "rewound", rewind=1, before=act["public"])
    again["at"] = file["acts"][at + 2]["at"].replace("+00:00", "").removesuffix("2") + "9+00:00"
    again["draws"][0]["turn"] = 1
    file["acts"] = [*file["acts"][: at + 3], again]
    used = {roll["table"] for each in file["acts"] for roll in made.results_of(each["events"]) if roll.get("table")}
    file["tables"] = {name: rows for name, rows in file["tables"].items() if name in used}
    forged = {**signed_anew(file), "seed": None, "blinds": {}}  # the dice themselves are not what is looked at
    assert any("next door" in wrong for wrong in faults(forged, *heads_of(forged)))


def test_who_founds_with_tables_or_kinds_of_his_own_is_found_by_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    system, file = registry.get("oto2"), played("oto2")
    archive.replay(archive.read(made.canonical(file)))
    assert list(form.misfits(file, system)) == []
    other = {**file, "tables_root": "0" * 64, "kinds": {**file["kinds"], "umpire": file["kinds"]["public"]}}
    assert list(form.misfits(other, system)) == [form.OTHER_TABLES, form.OTHER_KINDS]

    rows = form.table_rows(system, file["options"])
    monkeypatch.setattr(form, "table_rows", lambda *of: {name: rows[name] for name in rows if name != CPP})
    with pytest.raises(UnreadableFile, match="other tables"):
        archive.replay(archive.read(made.canonical(file)))


@pytest.mark.parametrize("at", ["2099-99-99T99:99:99.999999+00:00", "\u0662099-01-01T00:00:00.000000+00:00"])
def test_a_moment_that_no_calendar_has_is_none(at: str) -> None:
    assert made.is_moment("2099-12-31T23:59:59.999999+00:00")
    assert not made.is_moment(at)


def test_a_file_can_not_write_on_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    file = played("oto2")
    file["acts"][5]["by"] = "\x1b[2J\x1b[HAll was checked.\x1b[8m\u202e"
    assert made.verdict(parts(file)) == 1
    told = capsys.readouterr().out
    assert "\\x1b[2J" in told
    assert all(letter.isprintable() or letter == "\n" for letter in told)


@pytest.mark.parametrize("more", [{"sides": 10**6}, {"dice": [1] * 101}])
def test_a_die_that_no_game_has_is_found(more: dict[str, Any]) -> None:
    file = played("oto2")
    _, data = points(file)
    data["rolls"][0].update(more)
    forged = signed_anew(file)
    assert faults(forged, *heads_of(forged))


# By the rules of the game -------------------------------------------------------------------------------------------


def strange(file: File) -> list[str]:
    return list(strange_rolls(CampaignFile(file), registry.get(file["system"])))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", GAMES)
def test_the_rolls_of_a_campaign_are_those_that_its_rules_ask_for(game: str) -> None:
    assert strange(played(game)) == []


def another_name(act: dict[str, Any], data: dict[str, Any]) -> None:
    act["draws"][0]["key"] += ".2"


def a_modifier_more(act: dict[str, Any], data: dict[str, Any]) -> None:
    data["rolls"][0].setdefault("mods", []).append([9, "historical DRM", "7.5151"])


def no_table(act: dict[str, Any], data: dict[str, Any]) -> None:
    del data["rolls"][0]["table"], data["rolls"][0]["hit"]


def not_rolled(act: dict[str, Any], data: dict[str, Any]) -> None:
    data["rolls"], act["draws"] = [], []


@pytest.mark.parametrize("forge", [another_name, a_modifier_more, no_table, not_rolled])
def test_a_roll_that_the_rules_do_not_ask_for_so_is_found(forge: Callable[[Any, Any], None]) -> None:
    file = played("oto2")
    forge(*points(file))
    assert len(strange(file)) == 1


def test_an_outcome_that_the_rules_do_not_make_of_the_dice_is_found() -> None:
    file = played("oto2")
    act, data = points(file)
    data["ledger"]["repl"] += 5
    assert strange(file)[0] == f"Act {file['acts'].index(act) + 1}: points does not come to that by the rules."


@pytest.mark.parametrize("kind", ["check.rolled", "rolloff.rolled", "chits.taken", "cards.drawn"])
def test_a_draw_that_a_game_names_as_it_goes_is_found_under_another_name(kind: str) -> None:
    for path in sorted(RECORDED.glob("*.json")):
        file: File = json.loads(path.read_text(encoding="utf-8"))
        acts = (act for act in file.get("acts", ()) if any(event["kind"] == kind for event in act["events"]))
        if act := next((each for each in acts if each.get("draws")), None):
            act["draws"][-1]["key"] += ".2"
            assert len(strange(file)) == 1
            return
    raise AssertionError("no recorded game draws so")


def test_what_is_found_is_told_at_the_terminal(tmp_path: Path) -> None:
    file, told = played("oto2"), io.StringIO()
    (honest := tmp_path / "honest.json").write_bytes(made.canonical(file))
    call_command("replay", honest, "--rolls", stdout=told)
    assert "Each roll" in told.getvalue()
    points(file)[0]["draws"][0]["key"] += ".2"
    forged = {**signed_anew(file), "seed": None, "blinds": {}}
    (bad := tmp_path / "forged.json").write_bytes(made.canonical(forged))
    with pytest.raises(CommandError, match="1 of its rolls"):
        call_command("replay", bad, "--rolls", stdout=told)
    assert "no roll is called points/cpp.2 there" in told.getvalue()
