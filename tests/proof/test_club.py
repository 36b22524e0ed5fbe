"""The club's page: who puts a campaign there, and what an organiser may say; the form refuses everything else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.proof.closed import closed, data, faults, of_kind, signed_anew, without
from tests.proof.recorded import File
from tests.proof.test_pace import LENGTH, by_the_umpire_as

Told = tuple[int, str, str, int, str, dict[str, Any]]
"""Days after the last act, by whom (name, side, seat), the kind, what it says."""


def told(file: File) -> list[Told]:
    """Both sides put it on the page, an organiser does what he may, one takes it off, and both put it there again."""
    acts = file["acts"]
    later = acts[of_kind(file, "seat_taken", 1)]
    one, other, house = (acts[0]["by"], acts[0]["side"], 1), (later["by"], later["side"], 3), ("", "", 0)
    his = other[1]
    return [
        (0, *one, "club_listed", {}),
        (0, *other, "club_listed", {}),
        (1, *house, "club_archived", {"name": "olga"}),
        (1, *house, "club_unarchived", {"name": "olga"}),
        (1, *house, "club_reminded", {"of": his, "name": "olga"}),
        (2, *house, "club_reminded", {"of": his, "name": "olga"}),
        (2, *house, "stand_in_offered", {"of": his, "who": "stan", "name": "olga"}),
        (3, *other, "club_unlisted", {}),
        (3, *other, "club_listed", {}),
        (3, *one, "club_listed", {}),
    ]


def on_the_page() -> File:
    """A campaign in which all of it was said before the end."""
    file = closed("oto2", LENGTH)
    start = datetime.fromisoformat(file["acts"][-2]["at"])
    acts = []
    for place, (days, by, side, seat, kind, said) in enumerate(told(file)):
        at = start + timedelta(days=days, seconds=place + 1)
        act: dict[str, Any] = {
            "by": by,
            "seat": seat,
            "side": side,
            "at": at.isoformat(timespec="microseconds"),
            "public": 0,
            "events": [{"room": "public", "no": 0, "kind": f"house.{kind}", "data": said}],
            "anchors": {},
            "link": "",
        }
        own = {"room": 0, "draws": [], "nonce": f"{place + 40:02d}" * 32, "room_link": ""}
        acts.append(act | (own if side else {}))
    end = file["acts"][-1]
    end["at"] = (start + timedelta(days=20)).isoformat(timespec="microseconds")
    return signed_anew({**file, "acts": [*file["acts"][:-1], *acts, end]})


def by_the_other(kind: str, which: int) -> Callable[[File], None]:
    """The first side says what the other one said."""

    def forge(file: File) -> None:
        file["acts"][of_kind(file, kind, which)].update(
            {name: file["acts"][of_kind(file, kind)][name] for name in ("by", "seat", "side")}
        )

    return forge


def by_a_commander(kind: str) -> Callable[[File], None]:
    """A commander does what organisers do."""

    def forge(file: File) -> None:
        mine = file["acts"][of_kind(file, "club_listed")]
        act = file["acts"][of_kind(file, kind)]
        act.update({name: mine[name] for name in ("by", "seat", "side")})
        act |= {"room": 0, "draws": [], "nonce": "77" * 32, "room_link": ""}

    return forge


def too_soon(file: File) -> None:
    again = file["acts"][of_kind(file, "club_reminded", 1)]
    again["at"] = (datetime.fromisoformat(again["at"]) - timedelta(seconds=30)).isoformat(timespec="microseconds")


FORGED: dict[str, tuple[Callable[[File], None], str]] = {
    "put there by one side for both": (by_the_other("club_listed", 1), "wants it there already"),
    "an organiser where it does not stand": (without("club_listed"), "no organiser has a say"),
    "taken off where nobody wants it": (lambda file: _only_unlisted(file), "nobody wants it"),
    "reminded again too soon": (too_soon, "again too soon"),
    "reminded nobody": (data("club_reminded", of=""), "nobody waits"),
    "reminded a side there is not": (data("club_reminded", of="purple"), "names no side"),
    "offered nobody": (data("stand_in_offered", who=""), "malformed"),
    "an organiser without a name": (data("club_archived", name=7), "malformed"),
    "reminded by a commander": (by_a_commander("club_reminded"), "only the house may do that"),
    "archived by a commander": (by_a_commander("club_archived"), "only the house may do that"),
    "offered by a commander": (by_a_commander("stand_in_offered"), "only the house may do that"),
    "put there by an umpire": (by_the_umpire_as("club_listed"), "may not do"),
    "taken off by an umpire": (by_the_umpire_as("club_unlisted"), "may not do"),
    "founded twice on the page": (data("founded", club=2), "or it does not"),
}


def _only_unlisted(file: File) -> None:
    kinds = ("club_listed", "club_archived", "club_unarchived", "club_reminded", "stand_in_offered")
    off = of_kind(file, "club_unlisted")
    file["acts"] = [
        act
        for place, act in enumerate(file["acts"])
        if place >= off or act["events"][0]["kind"].removeprefix("house.") not in kinds
    ]


@pytest.mark.parametrize("what", FORGED)
def test_nothing_is_said_for_another(what: str) -> None:
    file = on_the_page()
    forge, said = FORGED[what]
    forge(file)
    found = faults(signed_anew(file))
    assert found, what
    assert said in found[0], found


def test_what_sides_and_organisers_said_holds() -> None:
    assert faults(on_the_page()) == []
    file = on_the_page()
    file["acts"] = [act for act in file["acts"] if act["events"][0]["kind"] != "house.club_listed"]
    file["acts"] = [act for act in file["acts"] if act["events"][0]["kind"] != "house.club_unlisted"]
    data("founded", club=1)(file)
    assert faults(signed_anew(file)) == []


def test_after_the_end_it_is_still_put_there_or_taken_off() -> None:
    file = on_the_page()
    off = file["acts"].pop(of_kind(file, "club_unlisted"))
    for _ in range(2):
        file["acts"].pop(of_kind(file, "club_listed", 2))
    off["at"] = (datetime.fromisoformat(file["acts"][-1]["at"]) + timedelta(days=1)).isoformat(timespec="microseconds")
    file["acts"].append(off)
    assert faults(signed_anew(file)) == []
