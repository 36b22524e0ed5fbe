"""A commander is replaced in the journal: what the host, an umpire or a side may not do there is refused by the form
alone, although the forger has every key and keeps no head."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.proof.closed import closed, data, faults, heads_of, of_kind, of_seat, signed_anew, waits, without
from tests.replays.recorder import File

LENGTH = 60


def by_his_own_side(file: File) -> None:
    """The side that is to lose its commander agrees itself."""
    agreed = file["acts"][of_kind(file, "replacement_agreed")]
    agreed |= {"by": next(act["by"] for act in file["acts"] if act["seat"] == 2), "seat": 2, "side": file["sides"][1]}


def although_he_acted(file: File) -> None:
    """He gave an order in his own room, the host wrote no objection for him."""
    gives_an_order(file, of_kind(file, "seat_replaced"))


def after_they_were_replaced(file: File) -> None:
    """They give an order in the room that is another's by then."""
    gives_an_order(file, of_kind(file, "seat_replaced") + 1)


def gives_an_order(file: File, place: int) -> None:
    """The second seat gives its first order just before an act."""
    second = file["sides"][1]
    secret = next(
        act
        for act in file["acts"]
        if act["seat"] == 2 and all(event["room"] == second for event in act["events"]) and not act["draws"]
    )
    file["acts"].remove(secret)
    at = file["acts"][place - 2]["at"]
    file["acts"].insert(place - 1, {**secret, "at": at[:20] + "999999+00:00"})


def replaced_by_an_umpire(file: File) -> None:
    """The umpire carries out what only the host does."""
    replaced = dict(file["acts"][of_kind(file, "seat_replaced")])
    place = of_kind(file, "note.replacement_withdrawn")
    umpires = file["acts"][of_kind(file, "note.replacement_announced", 1)]
    event = {**replaced["events"][0], "data": {"seat": 3}}
    file["acts"][place] = {**replaced, "at": umpires["at"][:20] + "999999+00:00", "by": "uma", "seat": 4}
    file["acts"][place]["events"] = [event]


def offered_by_an_umpire(file: File) -> None:
    """He offers the seat of a side whose commander nobody replaced."""
    place = of_kind(file, "note.replacement_withdrawn")
    umpires = file["acts"][of_kind(file, "note.replacement_announced", 1)]
    event = {**umpires["events"][0], "kind": "house.seat_offered"}
    event["data"] = {"offer": 4, "role": "commander", "side": file["sides"][1], "token": "0f" * 32}
    at = file["acts"][place - 1]["at"]
    file["acts"].insert(place, {**umpires, "at": at[:20] + "999999+00:00", "events": [event]})


FORGED: dict[str, tuple[Callable[[File], None], str]] = {
    "without consent": (without("replacement_agreed"), "had not agreed"),
    "with the consent of their own side": (by_his_own_side, "another side has to agree"),
    "of another seat": (data("seat_replaced", seat=1), "had not agreed"),
    "of nobody's seat": (data("replacement_agreed", seat=9), "nobody's seat"),
    "although they acted": (although_he_acted, "had not agreed"),
    "and acts afterwards": (after_they_were_replaced, "nobody has this seat"),
    "by an umpire": (replaced_by_an_umpire, "only the house may do that"),
    "offered by an umpire": (offered_by_an_umpire, "offers a seat only that he had replaced"),
}


@pytest.mark.parametrize("what", FORGED)
def test_nobody_is_replaced(what: str) -> None:
    file = closed("oto2", LENGTH)
    forge, said = FORGED[what]
    forge(file)
    found = faults(signed_anew(file))
    assert found, what
    assert said in found[0], found


def test_the_file_of_each_side_tells_of_it_and_holds() -> None:
    file = closed("oto2", LENGTH)
    for side in file["sides"]:
        seen = of_seat(file, side)
        assert faults(seen, heads_of(file)[-1]) == []
        assert of_kind(seen, "seat_replaced")
        assert waits(seen)
