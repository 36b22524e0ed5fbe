"""Forged rewinds: one that nobody agreed to, one that undoes other entries than agreed; each is found.

All are linked and sealed anew after the change, as who runs the server can do.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from campaigns.ledger import archive
from rules.contract import PUBLIC
from tests.proof.closed import closed, data, faults, of_kind, of_seat, parts, signed_anew
from tests.replays.recorder import File

LENGTH = 60


def rewound() -> File:
    """A campaign in which the second side proposes before the end to go back to its first act, and the first agrees."""
    file = closed("oto2", LENGTH)
    acts, end = file["acts"], file["acts"].pop()
    before = next(act["public"] for act in acts if act["link"] and not act["events"][0]["kind"].startswith("house."))
    first, second = acts[0], acts[of_kind(file, "seat_taken", 1)]
    said = {"rewind": 1, "before": before, "what": "A roll.", "reason": "a slip"}
    _says(file, second, "rewind_proposed", said)
    _says(file, first, "rewound", {"rewind": 1, "before": before})
    file["acts"].append({**end, "at": file["acts"][-1]["at"][:17] + "59.999999+00:00"})
    return signed_anew(file)


def _says(file: File, who: dict[str, Any], kind: str, said: dict[str, Any]) -> None:
    place = len(file["acts"])
    at = file["acts"][-1]["at"][:20] + f"{100_000 + place:06d}+00:00"
    events = [{"room": PUBLIC, "no": 0, "kind": f"house.{kind}", "data": said}]
    own = {"draws": [], "nonce": f"{place:04d}" * 16, "at": at, "events": events}
    file["acts"].append({**who, **own})


def without_a_proposal(file: File) -> None:
    del file["acts"][of_kind(file, "rewind_proposed")]


def agreed_to_by_who_proposed(file: File) -> None:
    proposed, agreed = (file["acts"][of_kind(file, kind)] for kind in ("rewind_proposed", "rewound"))
    agreed.update({name: proposed[name] for name in ("by", "seat", "side")})


def lapsed_by_a_seat_offered_in_between(file: File) -> None:
    agreed = file["acts"].pop(of_kind(file, "rewound"))
    end = file["acts"].pop()
    offer = {"offer": 9, "role": "spectator", "side": "", "token": "0f" * 32}
    _says(file, file["acts"][0], "seat_offered", offer)
    offers = [act for act in file["acts"] if act["events"][0]["kind"] == "house.seat_offered"]
    offers[-1]["events"][0]["data"]["offer"] = len(offers)
    _says(file, file["acts"][0], "rewound", agreed["events"][0]["data"])
    file["acts"].append(end)


def by_the_host(file: File) -> None:
    act = file["acts"][of_kind(file, "rewound")]
    for name in ("room", "draws", "nonce", "room_link"):
        act.pop(name)
    act |= {"by": "", "seat": 0, "side": ""}


FORGED: list[Callable[[File], None]] = [
    without_a_proposal, agreed_to_by_who_proposed, lapsed_by_a_seat_offered_in_between, by_the_host,
    data("rewound", before=2), data("rewound", rewind=2), data("rewind_proposed", rewind=2),
    data("rewind_proposed", before=10**6), data("rewound", before=0),
]  # fmt: skip


def test_a_rewind_as_both_agreed_has_nothing_wrong() -> None:
    file = rewound()
    assert faults(file) == []
    (found,) = (part for part in parts(file) if part.title.startswith("What was undone"))
    assert found.checked == 1
    archive.replay(archive.read(json.dumps(file).encode()))


@pytest.mark.parametrize("forge", FORGED)
def test_a_rewind_that_was_not_agreed_so_is_found(forge: Callable[[File], None]) -> None:
    file = rewound()
    forge(file)
    assert faults(signed_anew(file))


def test_each_side_finds_it_in_its_own_file() -> None:
    file = rewound()
    without_a_proposal(file)
    forged = signed_anew(file)
    for side in file["sides"]:
        assert faults(of_seat(rewound(), side)) == []
        assert faults(of_seat(forged, side))


def test_a_side_takes_back_by_itself_neither_the_other_sides_act_nor_one_with_dice() -> None:
    for other, dice in ((True, False), (False, True)):
        file = closed("oto2", LENGTH)
        end = file["acts"].pop()
        acts = [act for act in file["acts"] if act["seat"] == 1 and bool(act.get("draws")) is dice]
        act = next(act for act in acts if any(not each["kind"].startswith("house.") for each in act["events"]))
        room = act["events"][-1]["room"]
        numbers = [event["no"] for event in act["events"] if event["room"] == room]
        who = file["acts"][of_kind(file, "seat_taken", 1)] if other else file["acts"][0]
        _says(file, who, "recalled", {"first": numbers[0], "last": numbers[-1]})
        file["acts"][-1]["events"][0]["room"] = room
        file["acts"].append({**end, "at": file["acts"][-1]["at"][:17] + "59.999999+00:00"})
        found = faults(signed_anew(file))
        assert found
        assert "not its own" in found[0] if room != PUBLIC and other else "takes back" in found[0], found


@pytest.mark.parametrize("said", [{}, {"rewind": []}, {"before": "x", "rewind": 1}, {"before": 10**9, "rewind": None}])
def test_nonsense_in_a_rewind_is_a_fault_and_no_error(said: dict[str, Any]) -> None:
    for kind in ("rewound", "rewind_proposed"):
        file = rewound()
        file["acts"][of_kind(file, kind)]["events"][0]["data"] = said
        assert faults(signed_anew(file))
