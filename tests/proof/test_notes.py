"""Notes decide nothing of the game: they are linked, the check does not look into them, and the program does."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from campaigns.ledger import archive
from tests.proof.closed import closed, data, faults, of_kind, signed_anew
from tests.replays.recorder import File

LENGTH = 60
UMPIRE = ("uma", "", 4)
HOUSE = ("", "", 0)


def told(file: File, notes: list[tuple[tuple[str, str, int], str, dict[str, Any]]]) -> File:
    """The file with these notes before its end: by whom (name, side, seat), the kind, what it says."""
    start, acts = datetime.fromisoformat(file["acts"][-2]["at"]), []
    for place, ((by, side, seat), kind, said) in enumerate(notes, 1):
        at = (start + timedelta(seconds=place)).isoformat(timespec="microseconds")
        events = [{"room": "public", "no": 0, "kind": f"house.note.{kind}", "data": said}]
        act = {"by": by, "seat": seat, "side": side, "at": at, "public": 0, "events": events}
        own = {"room": 0, "draws": [], "nonce": f"{place + 40:02d}" * 32, "room_link": ""}
        acts.append({**act, "anchors": {}, "link": "", **(own if side else {})})
    end = {**file["acts"][-1], "at": (start + timedelta(days=1)).isoformat(timespec="microseconds")}
    return signed_anew({**file, "acts": [*file["acts"][:-1], *acts, end]})


def commander(file: File) -> tuple[str, str, int]:
    """Who has taken the other side over."""
    later = file["acts"][of_kind(file, "seat_taken", 1)]
    return later["by"], later["side"], later["seat"]


def with_notes() -> File:
    file = closed("oto2", LENGTH)
    one = commander(file)
    return told(
        file,
        [
            (one, "pace_proposed", {"days": 7}),
            (one, "away", {"seat": 3, "first": "2026-12-24", "last": "2027-01-06"}),
            (UMPIRE, "end_withdrawn", {}),
            (HOUSE, "club_reminded", {"of": one[1], "name": "olga"}),
            (HOUSE, "removal_announced", {"reason": "idle", "due": "2026-05-01T12:00:00.000000+00:00"}),
        ],
    )


def replayed(file: File) -> None:
    archive.replay(archive.read(json.dumps(file).encode()))


def test_they_hold_and_are_read() -> None:
    assert faults(with_notes()) == []
    replayed(with_notes())


def test_a_change_of_one_letter_that_is_not_signed_anew_breaks_the_chain() -> None:
    for kind, key, new in (("pace_proposed", "days", 5), ("away", "seat", 1), ("club_reminded", "name", "oleg")):
        file = with_notes()
        data(f"note.{kind}", **{key: new})(file)
        assert any("does not follow" in fault for fault in faults(file)), kind


def in_a_room(file: File) -> None:
    act = file["acts"][of_kind(file, "note.pace_proposed")]
    act["events"][0]["room"] = act["side"]


def with_dice(file: File) -> None:
    data("note.pace_proposed", dice=[6, 6])(file)


def of_nobodys_seat(file: File) -> None:
    file["acts"][of_kind(file, "note.pace_proposed")]["seat"] = 9


def with_a_name_of_the_house(file: File) -> None:
    file["acts"][of_kind(file, "note.club_reminded")]["by"] = "olga"


@pytest.mark.parametrize("forge", [in_a_room, with_dice, of_nobodys_seat, with_a_name_of_the_house])
def test_none_stands_in_a_room_shows_dice_or_is_of_nobody(forge: Callable[[File], None]) -> None:
    file = with_notes()
    forge(file)
    assert faults(signed_anew(file))


def test_what_one_says_is_for_pages_alone() -> None:
    for said in ({"days": 10**6}, {"anything": ["else", {"at": "all"}]}):
        file = with_notes()
        file["acts"][of_kind(file, "note.pace_proposed")]["events"][0]["data"] = said
        assert faults(signed_anew(file)) == []


ODD: dict[str, Callable[[File], None]] = {
    "for longer than there is": data("note.pace_proposed", days=10**6),
    "away until the end of time": data("note.away", last="9999-12-31"),
    "of a side there is not": data("note.club_reminded", of="purple"),
    "removed when the calendar ends": data("note.removal_announced", due="9999-12-31T23:59:59.999999+00:00"),
    "an end on no day": data("note.end_announced", due="some day"),
    "founded for longer than there is": data("founded", note={"pace": 61}),
    "of no kind": lambda file: file["acts"][of_kind(file, "note.away")]["events"][0].update(kind="house.note.odd"),
}


@pytest.mark.parametrize("forge", ODD.values(), ids=ODD)
def test_the_program_takes_no_note_that_pages_could_not_show(forge: Callable[[File], None]) -> None:
    file = with_notes()
    forge(file)
    forged = signed_anew(file)
    assert faults(forged) == []
    with pytest.raises(archive.UnreadableFile, match="does not know or can't read"):
        replayed(forged)


@pytest.mark.parametrize("why", ["abandoned-by-umpire", "abandoned-by-host", "abandoned-by-consent"])
def test_an_early_end_says_who_ended_it_and_nothing_comes_after(why: str) -> None:
    file = closed("oto2", LENGTH)
    file["acts"][-1]["events"][0]["data"]["why"] = why
    assert faults(signed_anew(file)) == []
    secret = next(act for act in file["acts"] if act["events"][0]["room"] != "public" and not act["draws"])
    end = file["acts"][-1]["at"]
    file["acts"].append({**secret, "at": end[:20] + "999999+00:00"})
    assert "the campaign had ended" in faults(signed_anew(file))[0]
    file["acts"][-2]["events"][0]["data"]["why"] = "abandoned-by-somebody"
    assert "malformed" in faults(signed_anew(file))[0]
