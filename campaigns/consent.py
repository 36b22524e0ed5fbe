"""Checks what was undone in a campaign file: by its own side and without dice, or as both sides agreed.

It needs no more of this project than campaigns.verify_campaign does: the standard library.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from campaigns.verify_campaign import PUBLIC, Act, File, Part, rolls_of

Agreed = dict[str, tuple[int, int]]
"""By the number of a rewind: the first act that it undoes, and the act in which it was agreed to."""


def undone(file: File) -> Part:
    """Every entry that takes others back, and every rewind, looked at; a fault names the act."""
    part = Part("What was undone was a side's own, or agreed to by both")
    left, asked, agreed = dict[str, list[int]](), dict[str, Any](), Agreed()
    for number, act in enumerate(file["acts"], 1):
        for event in act["events"]:
            room, kind, data = left.setdefault(event["room"], []), event["kind"], event["data"]
            if kind == "house.recalled":
                part.checked += 1
                span = slice(data["first"] - 1, data["last"])
                if not _may_go(file, act, room[span], data, agreed):
                    what = f"Act {number} takes back entries {data['first']} to {data['last']} of the {event['room']}"
                    part.faults.append(f"{what} room, and that was not agreed to.")
                room[span] = [0] * len(room[span])
            elif kind == "house.rewound":
                part.checked += 1
                if since := _asked_for(act, data, asked, room):
                    agreed[str(data["number"])] = since, number
                else:
                    part.faults.append(f"Act {number} agrees to a rewind that the other side had not proposed.")
            if event["room"] == PUBLIC:
                asked = data if kind == "house.rewind_proposed" else {}
                asked = {**asked, "by": act["side"]} if asked else {}
            room.append(0 if kind.startswith("house.") else number)
    part.faults += _left_over(left, agreed)
    return part


def _may_go(file: File, act: Act, gone: Sequence[int], data: Mapping[str, Any], agreed: Agreed) -> bool:
    """Whether entries of the acts numbered `gone` (0: the host's own, or undone before) may be taken back so."""
    if not gone or not min(gone):
        return False
    if "rewind" in data:
        since, until = agreed.get(str(data["rewind"]), (1, 0))
        return since <= min(gone) and max(gone) < until
    last = file["acts"][gone[0] - 1]
    return len({*gone}) == 1 and last["side"] == act["side"] and not last["dice"] and not any(rolls_of(last))


def _asked_for(act: Act, data: Mapping[str, Any], asked: Mapping[str, Any], public: Sequence[int]) -> int:
    """The act that an agreed rewind goes back to; 0 if it is not the one that the other side proposed."""
    if not asked or act["side"] in ("", asked["by"]):
        return 0
    if any(asked.get(name) != data.get(name) for name in ("number", "before")):
        return 0
    return next((number for place, number in enumerate(public, 1) if place == data.get("before")), 0)


def _left_over(left: Mapping[str, Sequence[int]], agreed: Agreed) -> Iterator[str]:
    for since, until in agreed.values():
        if any(since <= number < until for room in left.values() for number in room):
            yield f"Act {until} agrees to a rewind, and not all was undone."
