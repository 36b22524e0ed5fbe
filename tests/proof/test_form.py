"""Form 3: recorded campaigns of all games hold, and no small forgery of them passes with the last head kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from campaigns.ledger import archive, form, verify_campaign
from campaigns.ledger.acts import Act
from campaigns.ledger.form import in_file
from campaigns.ledger.verify_campaign import check, results_of
from rules.contract import PUBLIC
from tests.proof import forgeries
from tests.proof.closed import HASH, closed, data, faults, heads_of, of_kind, of_seat, signed_anew, waits
from tests.proof.recorded import GAMES
from tests.replays.oto2_played import BASKETS, REPORTS
from tests.replays.recorder import File, Recorder
from tests.rules.play import Game

SAMPLE, LENGTH = 250, 60
WITHHELD = ("The seed is not in this file", "is of a later entry", "Your heads bind it")
"""What is declared (exit 2) when something is withheld: the seed, or the end of the file."""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_campaign_is_right_and_nothing_waits_for_who_kept_the_last_head(game: str) -> None:
    file = closed(game)
    last = heads_of(file)[-1]
    assert (faults(file, last), waits(file, last)) == ([], [])
    assert signed_anew(file) == file, "who has all keys makes the same of the same"
    early = heads_of(file)[40]
    assert any("bind it up to public entry" in wait for wait in waits(file, early))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", GAMES)
def test_the_file_of_one_seat_is_right_and_says_what_is_missing(game: str) -> None:
    file = closed(game)
    for side in file["sides"]:
        seen = of_seat(file, side)
        assert faults(seen, heads_of(file)[-1]) == []
        assert any("is not in this file, although the campaign has ended" in wait for wait in waits(seen))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", GAMES)
def test_no_forgery_passes_with_the_last_head(game: str) -> None:
    file = closed(game, LENGTH)
    last = heads_of(file)[-1:]
    before = json.dumps(file)
    for kind, do, undo in forgeries.sample(file, SAMPLE, seed=7):
        do()
        parts = check(file, last)
        wrong = [fault for part in parts for fault in part.faults]
        told = [wait for part in parts for wait in part.waits]
        assert wrong or any(name in wait for wait in told for name in WITHHELD), kind
        undo()
    assert json.dumps(file) == before


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", GAMES)
def test_a_tail_signed_anew_by_who_has_every_key_is_found_by_any_later_head(game: str) -> None:
    file = closed(game, LENGTH)
    heads = heads_of(file)
    for place in range(4, len(file["acts"]) - 1, 5):
        forged = deepcopy(file)
        at = datetime.fromisoformat(forged["acts"][place]["at"]) + timedelta(microseconds=1)
        forged["acts"][place]["at"] = at.isoformat(timespec="microseconds")
        forged = signed_anew(forged, place)
        assert faults(forged) == [], "without a head nothing finds it"
        assert any("written anew" in fault for fault in faults(forged, heads[-1])), place
        assert faults(forged, heads[0]) == []


def test_an_act_inserted_and_signed_anew_is_refused_by_the_grammar_alone() -> None:
    file = closed("oto2", LENGTH)
    first, second = file["sides"]
    event: dict[str, Any] = {"room": first, "no": 1, "kind": "house.recalled", "data": {"first": 1, "last": 1}}
    act = {"by": "", "seat": 0, "side": "", "at": file["acts"][30]["at"], "public": 0, "anchors": {}, "link": ""}
    made = {**event, "room": PUBLIC}
    for kind, more, events in (
        ("the house writes into a room", {}, [event]),
        ("the house makes an event of the game", {}, [{**made, "kind": "stage.finished", "data": {}}]),
        ("a seat that nobody took", {"by": "eve", "seat": 4, "side": first}, [made]),
        ("the other side's seat", {"by": file["acts"][0]["by"], "seat": 1, "side": second}, [made]),
        ("an entry that the house does not make", {}, [{**made, "kind": "house.given", "data": {}}]),
    ):
        forged = deepcopy(file)
        own = {"room": 0, "draws": [], "nonce": "ab" * 32, "room_link": ""} if more else {}
        forged["acts"].insert(31, {**act, **more, **own, "events": events})
        assert faults(signed_anew(forged, 31)), kind


def numbered_by_one_more(act: Act, *, own: bool) -> dict[str, Any]:
    return in_file(replace(act, numbers=tuple(number + 1 for number in act.numbers)), own=own)


@pytest.mark.parametrize(
    ("part", "name", "made", "said"),
    [
        (verify_campaign, "seal", lambda cid, act: HASH, "the seal does not fit"),
        (verify_campaign, "anchor", lambda key, public, head, count: HASH, "its anchor does not hold the room"),
        (form, "in_file", numbered_by_one_more, "an entry has another number"),
    ],
    ids=["seal", "anchor", "number"],
)
def test_what_links_are_made_over_is_checked_for_itself(
    part: Any, name: str, made: Any, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host's program that makes it otherwise goes on to link it as it should."""
    file = closed("oto2", LENGTH)
    with monkeypatch.context() as other:
        other.setattr(part, name, made)
        forged = signed_anew(file)
    found = faults(forged)
    assert found
    assert said in found[0], found


@pytest.mark.parametrize("dice", ["either", "server"])
def test_dice_typed_in_where_the_server_rolls_are_found(dice: str) -> None:
    driver = Game(baskets=BASKETS, reports=REPORTS, dice=dice)
    recorder = Recorder(driver, f"Dice of {dice}")
    driver.until("purchase", date=1)
    file = recorder.file()
    act = [act for act in file["acts"] if act.get("draws")][-1]
    act["draws"] = []
    for roll in results_of(act["events"]):
        roll["own"] = True  # type: ignore[index]
    found = faults(signed_anew(file))
    assert bool(found) is (dice == "server"), "where players throw, nothing can check it"
    assert all("typed in" in fault for fault in found)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", GAMES)
def test_the_program_reads_and_replays_it_and_refuses_what_the_script_refuses(game: str) -> None:
    file = closed(game, LENGTH)
    read = archive.read(json.dumps(file).encode())
    archive.replay(read)
    for kind, do, undo in forgeries.sample(file, 25, seed=11):
        do()
        text = json.dumps(file).encode()
        wrong = [fault for part in check(json.loads(text)) for fault in part.faults]
        if wrong:
            with pytest.raises(archive.UnreadableFile):
                archive.replay(archive.read(text))
        undo()
        assert kind


@pytest.mark.parametrize(
    ("old", "new"),
    [('"version": 1', '"version": 1.0'), ('"version": 1', '"version": NaN'), ('"seat":', '"seat": 1, "seat":')],
)
def test_json_in_two_senses_is_refused(old: str, new: str) -> None:
    text = json.dumps(closed("oto2", LENGTH))
    assert old in text
    verify_campaign.read(text)
    with pytest.raises(ValueError, match=r"no whole number|stands twice"):
        verify_campaign.read(text.replace(old, new, 1))


FAR = "9999-12-31T23:59:59.999999+00:00"


def by_the_house(kind: str, **data: Any) -> Callable[[File], None]:
    """A forgery: the host says something before the end."""

    def forge(file: File) -> None:
        events = [{"room": PUBLIC, "no": 0, "kind": f"house.{kind}", "data": data}]
        act = {"by": "", "seat": 0, "side": "", "at": file["acts"][-2]["at"], "public": 0, "anchors": {}, "link": ""}
        file["acts"].insert(-1, {**act, "events": events})

    return forge


def ending_with(kind: str, **new: Any) -> Callable[[File], None]:
    """A forgery: the last act so far is of this kind, and says something else."""

    def forge(file: File) -> None:
        del file["acts"][of_kind(file, kind) + 1 :]
        rolled_on = {roll.get("table") for act in file["acts"] for event in act["events"] for roll in results_of(event)}
        file["tables"] = {name: rows for name, rows in file["tables"].items() if name in rolled_on}
        data(kind, **new)(file)

    return forge


def in_the_last_year(file: File) -> None:
    ending_with("founded")(file)
    file["acts"][0]["at"] = FAR


def of_a_long_name(file: File) -> None:
    name, long = file["acts"][0]["by"], "h" * 151
    for act in file["acts"]:
        act["by"] = long if act["by"] == name else act["by"]
        for event in act["events"]:
            event["data"] |= {"name": long} if event["data"].get("name") == name else {}


def in_an_event_of_the_game(value: Any) -> Callable[[File], None]:
    def forge(file: File) -> None:
        events = (event for act in file["acts"] for event in act["events"])
        next(event for event in events if not event["kind"].startswith("house."))["data"]["more"] = value

    return forge


NOT_FOR_BOTH: dict[str, Callable[[File], None]] = {
    "an act in the last year there is": in_the_last_year,
    "a name that no account has": of_a_long_name,
    "a text with a zero character": in_an_event_of_the_game("a\0b"),
    "a key with a zero character": in_an_event_of_the_game({"a\0b": 1}),
    "31 levels of the whole file": in_an_event_of_the_game(json.loads("[" * 25 + "]" * 25)),
    "an entry that no program writes": by_the_house("restored", public=3, head=HASH),
}
"""What the script once took for right, and the program refused or could not show."""


@pytest.mark.parametrize("forge", NOT_FOR_BOTH.values(), ids=NOT_FOR_BOTH)
def test_script_and_program_refuse_the_same_though_it_is_signed_anew(forge: Callable[[File], None]) -> None:
    file = closed("oto2", LENGTH)
    forge(file)
    forged = signed_anew(file)
    assert faults(forged)
    with pytest.raises(archive.UnreadableFile):
        archive.replay(archive.read(json.dumps(forged).encode()))


def test_30_levels_of_the_whole_file_are_right_for_both() -> None:
    file = closed("oto2", LENGTH)
    in_an_event_of_the_game(json.loads("[" * 24 + "]" * 24))(file)
    forged = signed_anew(file)
    assert faults(forged) == []
    archive.read(json.dumps(forged).encode())


def test_a_mark_of_the_encoding_in_front_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, told = json.dumps(closed("oto2", LENGTH)), list[tuple[int, str]]()
    for encoding in ("utf-8", "utf-8-sig"):
        path = tmp_path / "campaign.json"
        path.write_text(text, encoding=encoding)
        told.append((verify_campaign.main([str(path)]), capsys.readouterr().out))
        archive.read(path.read_bytes())
    assert told[0] == told[1]
    assert told[0][0] == 2
