"""Forged rewinds: one that nobody agreed to, one that undoes other entries than agreed; each is found and named.

All are linked and sealed anew after the change, as who runs the server can do.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from campaigns.ledger.verify_older_campaign import Part, check
from rules.contract import PUBLIC
from tests.proof.recorded import File, of_seat, only_tables_rolled_on, played, relinked

SIDES = ("german", "russian")


def undone(file: File) -> Part:
    """What the check says of what was taken back, and of rewinds."""
    return next(part for part in check(file) if part.title.startswith("What was undone"))


def game_acts(file: File, room: str) -> list[int]:
    """Which act each entry of a room came of, 0 for the host's own."""
    return [
        0 if event["kind"].startswith("house.") else number
        for number, act in enumerate(file["acts"])
        for event in act["events"]
        if event["room"] == room
    ]


@cache
def _rewound() -> File:
    """A campaign cut off in the middle, where the Germans propose and the Russians agree to go back some acts."""
    file = played("oto2")
    at = next(n for n, act in enumerate(file["acts"]) if n > 90 and act["events"][-1]["room"] == PUBLIC)
    del file["acts"][at + 1 :]
    before = next(
        place
        for place, number in enumerate(game_acts(file, PUBLIC), 1)
        if number > at - 30 and number not in game_acts(file, PUBLIC)[: place - 1]
    )
    since = game_acts(file, PUBLIC)[before - 1]
    runs = {room: _runs(game_acts(file, room), since) for room in (PUBLIC, *SIDES)}
    assert all(runs.values()), "something happens in both rooms"
    told = {"number": 1, "before": before, "what": "this", "reason": "a slip", "side": "german", "name": "anna"}
    _act(file, "german", [("house.rewind_proposed", PUBLIC, told)])
    taken = [("house.recalled", room, run) for room in (PUBLIC, "russian") for run in runs[room]]
    _act(file, "russian", [("house.rewound", PUBLIC, {**told, "side": "russian"}), *taken])
    _act(file, "german", [("house.recalled", "german", run) for run in runs["german"]])
    return relinked(only_tables_rolled_on(file))


def _runs(numbers: list[int], since: int) -> list[dict[str, Any]]:
    found = list[dict[str, Any]]()
    for place, number in enumerate(numbers, 1):
        if number >= since and found and found[-1]["last"] == place - 1:
            found[-1]["last"] = place
        elif number >= since:
            found.append({"first": place, "last": place, "rewind": 1})
    return found


def _act(file: File, side: str, events: list[tuple[str, str, dict[str, Any]]]) -> None:
    made = [{"kind": kind, "room": room, "data": data} for kind, room, data in events]
    blank = {"first_die": 0, "dice": [], "nonce": "", "room_link": "", "anchor": "", "link": ""}
    file["acts"].append({**blank, "by": "somebody", "side": side, "at": file["acts"][-1]["at"], "events": made})


def rewound() -> File:
    return deepcopy(_rewound())


def events(file: File, kind: str) -> list[dict[str, Any]]:
    return [event for act in file["acts"] for event in act["events"] if event["kind"] == kind]


def without_consent(file: File) -> None:
    file["acts"][-2]["events"].pop(0)


def without_a_proposal(file: File) -> None:
    del file["acts"][-3]


def agreed_to_by_who_proposed(file: File) -> None:
    file["acts"][-3]["side"] = "russian"


def another_point_than_proposed(file: File) -> None:
    events(file, "house.rewound")[0]["data"]["before"] -= 2


def lapsed_by_a_seat_taken_in_between(file: File) -> None:
    _act(file, "russian", [("house.seat_offered", PUBLIC, {"role": "spectator", "name": "ivan"})])
    file["acts"].insert(-3, file["acts"].pop())
    file["acts"][-4], file["acts"][-3] = file["acts"][-3], file["acts"][-4]


def more_of_a_room_than_agreed(file: File) -> None:
    events(file, "house.recalled")[-1]["data"]["first"] -= 1


def less_of_a_room_than_agreed(file: File) -> None:
    run = events(file, "house.recalled")[-1]["data"]
    run["first"] += 1


def nothing_in_one_room(file: File) -> None:
    del file["acts"][-1]


def passed_off_as_a_sides_own(file: File) -> None:
    for event in events(file, "house.recalled"):
        del event["data"]["rewind"]


def of_another_rewind(file: File) -> None:
    events(file, "house.recalled")[0]["data"]["rewind"] = 2


FORGED = [
    without_consent, without_a_proposal, agreed_to_by_who_proposed, another_point_than_proposed,
    lapsed_by_a_seat_taken_in_between, more_of_a_room_than_agreed, less_of_a_room_than_agreed, nothing_in_one_room,
    passed_off_as_a_sides_own, of_another_rewind,
]  # fmt: skip


def test_a_rewind_as_both_agreed_has_nothing_wrong() -> None:
    file = rewound()
    assert [fault for part in check(file) for fault in part.faults] == []
    found = undone(file)
    assert (found.faults, found.checked) == ([], len(events(file, "house.recalled")) + 1)


@pytest.mark.parametrize("forge", FORGED)
def test_a_rewind_that_was_not_agreed_so_is_found_and_the_act_named(forge: Callable[[File], None]) -> None:
    file = rewound()
    forge(file)
    found = undone(relinked(file)).faults
    assert found
    assert all(any(f"Act {len(file['acts']) - n} " in fault for n in range(3)) for fault in found), found


@pytest.mark.parametrize("side", SIDES)
def test_each_side_finds_it_in_its_own_file_as_far_as_it_goes(side: str) -> None:
    file = rewound()
    assert undone(of_seat(file, side)).faults == []
    more_of_a_room_than_agreed(file)  # in the German room
    assert bool(undone(of_seat(file, side)).faults) is (side == "german")


def test_a_side_takes_back_by_itself_neither_the_other_sides_act_nor_one_with_dice() -> None:
    for room, side, whole in (("german", "russian", False), ("german", "german", True), (PUBLIC, "german", True)):
        file = played("oto2")
        numbers = game_acts(file, room)
        number = next(n for n in reversed(numbers) if bool(file["acts"][n]["dice"]) is whole and n)
        places = [place for place, each in enumerate(numbers, 1) if each == number]
        _act(file, side, [("house.recalled", room, {"side": side, "first": places[0], "last": places[-1]})])
        assert len(undone(file).faults) == 1


@pytest.mark.parametrize("data", [{}, {"number": []}, {"before": "x", "number": 1}, {"before": 10**9, "number": None}])
def test_nonsense_in_a_rewind_is_a_fault_and_no_error(data: dict[str, Any]) -> None:
    file = rewound()
    events(file, "house.rewound")[0]["data"] = data
    assert undone(file).faults
    events(file, "house.rewind_proposed")[0]["data"] = data
    assert undone(file).faults
