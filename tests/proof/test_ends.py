"""A campaign ends before its time after a notice: one that was not given, or not long enough before, is refused by the
form alone, although the forger has every key and keeps no head."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.contract import PUBLIC
from tests.proof.closed import closed, data, faults, of_kind, signed_anew, waits, without
from tests.proof.recorded import File

LENGTH, UMPIRE, HOST = 60, "abandoned-by-umpire", "abandoned-by-host"


def ended_by_notice(game: str = "oto2") -> File:
    """A campaign whose newest notice of an end has run out."""
    file = closed(game, LENGTH)
    told = file["acts"][of_kind(file, "end_announced", 1)]["events"][0]["data"]
    file["acts"][-1]["at"] = told["due"]
    file["acts"][-1]["events"][0]["data"]["why"] = told["why"]
    return signed_anew(file)


def last(file: File) -> Any:
    """The notice that the end goes by."""
    return file["acts"][of_kind(file, "end_announced", 1)]


def ends_as(why: str) -> Callable[[File], None]:
    return lambda file: file["acts"][-1]["events"][0]["data"].update(why=why)


def before_its_day(file: File) -> None:
    file["acts"][-1]["at"] = last(file)["at"][:20] + "999999+00:00"


def never_announced(file: File) -> None:
    file["acts"].remove(last(file))


def taken_back(file: File) -> None:
    """The umpire had taken it back."""
    told = last(file)
    again = {**told, "at": told["at"][:20] + "999999+00:00"}
    again["events"] = [{**told["events"][0], "kind": "house.end_withdrawn", "data": {}}]
    file["acts"].insert(-1, again)


def gone(file: File) -> None:
    """The umpire had left, and his notice with him."""
    taken_back(file)
    file["acts"][-2]["events"] = [{**last(file)["events"][0], "kind": "house.seat_left"}]
    file["acts"][-2]["events"][0]["data"] = {"seat": 4, "why": "left"}


def in_the_hosts_name(file: File) -> None:
    last(file)["events"][0]["data"]["why"] = HOST
    ends_as(HOST)(file)


def by_a_commander(file: File) -> None:
    objected = file["acts"][of_kind(file, "end_withdrawn")]
    own = {name: objected[name] for name in ("by", "seat", "side")}
    last(file).update({**own, "room": 0, "draws": [], "nonce": "ab" * 32, "room_link": ""})


def objected_by_the_umpire(file: File) -> None:
    """It is the host's notice that he takes back."""
    objected = file["acts"][of_kind(file, "end_withdrawn")]
    for name in ("room", "draws", "nonce", "room_link"):
        objected.pop(name)
    objected |= {"by": "uma", "seat": 4, "side": ""}


def acted_afterwards(file: File) -> None:
    """A side gives an order in its own room once it has ended."""
    secret = next(act for act in file["acts"] if act["events"][0]["room"] != PUBLIC and not act["draws"])
    file["acts"].append({**secret, "at": file["acts"][-1]["at"][:20] + "999999+00:00"})


FORGED: dict[str, tuple[Callable[[File], None], str]] = {
    "without a notice": (never_announced, "no such notice was given"),
    "before its day": (before_its_day, "had not run out"),
    "with a notice that is too short": (data("end_announced", due="2020-01-01T00:00:00.000000+00:00"), "too short"),
    "announced twice": (without("end_withdrawn"), "given already"),
    "taken back and not announced": (without("end_announced"), "no notice of an end waits"),
    "after it was taken back": (taken_back, "no such notice was given"),
    "after who gave it had left": (gone, "no such notice was given"),
    "by the host, whose notice it was not": (ends_as(HOST), "no such notice was given"),
    "announced in the host's name": (in_the_hosts_name, "in another's name"),
    "announced by a commander": (by_a_commander, "only the house or an umpire"),
    "the host's taken back by an umpire": (objected_by_the_umpire, "this notice is another's"),
    "as something else": (ends_as("abandoned-by-hosts"), "malformed"),
    "and gone on with": (acted_afterwards, "the campaign had ended"),
    "promised shorter": (data("founded", notice=13), "too short"),
}


@pytest.mark.parametrize("what", FORGED)
def test_no_campaign_is_ended_by_a_notice_that_was_not_given(what: str) -> None:
    file = ended_by_notice()
    forge, said = FORGED[what]
    forge(file)
    found = faults(signed_anew(file))
    assert found, what
    assert said in found[0], found


@pytest.mark.parametrize("game", ["oto2", "orsha_missions"])
def test_one_that_was_ended_after_its_notice_holds(game: str) -> None:
    file = ended_by_notice(game)
    assert faults(file) == []
    assert not any("notice" in wait for wait in waits(file))


def test_of_one_whose_founding_promised_no_entry_the_check_says_that_it_can_not_tell() -> None:
    file = ended_by_notice()
    del file["acts"][0]["events"][0]["data"]["notice"]
    assert faults(signed_anew(file)) == []
    before_its_day(file)
    assert faults(signed_anew(file)), "a notice that is there is looked at"
    never_announced(file)
    file = signed_anew(file)
    assert faults(file) == []
    assert any("wrote no notice of an end" in wait for wait in waits(file))
