"""The recorded campaigns, to their end, and what the seat of one side has of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from campaigns.ledger import form
from campaigns.ledger.acts import Act, Proof, draws_of, stamp
from campaigns.ledger.form import Chains
from campaigns.ledger.verify_campaign import Part, check, founding, read, results_of
from rules.contract import PUBLIC, Event
from tests.proof.recorded import played
from tests.replays.recorder import File

HASH = "0f" * 32
LENGTH = 70
"""How many acts of a campaign are kept: enough to forge a field of every kind."""


def chains_of(file: Mapping[str, Any]) -> Chains:
    """The chains of a file before its first act."""
    at = datetime.fromisoformat(file["founded_at"])
    keys = form.anchor_keys(bytes.fromhex(file["seed"]), file["sides"])
    return Chains(founding(file), keys, file["tables_root"], at)


def linked(file: File, acts: Iterable[Act]) -> File:
    """The file with these acts, numbered, sealed and linked by the program, and its end."""
    chains = chains_of(file)
    done = [chains.after(act) for act in acts]
    done.append(chains.after(Act((Event("house.ended", PUBLIC, {"why": "played-out"}),), done[-1].at)))
    return {**file, "acts": [form.in_file(act, own=bool(act.side)) for act in done]}


Told = tuple[int, str, str, int, str, dict[str, Any]]
"""An entry of the host: minutes after the first, by whom, of which side and seat, its kind, what it says."""
UMPIRE = {"name": "uma", "account": HASH, "role": "umpire", "side": ""}


def seats_given_anew(start: datetime, by: str, founder: str, others: Sequence[str]) -> list[Act]:
    """Another side's commander is replaced; alone, an umpire is let in, sent out, and a second commander takes over.

    At last an end before its time is announced, objected to and announced again.
    """
    told = _replaced(start, by, founder, others[0]) if others else _taken_over(start, by, founder)
    return [
        Act(
            (Event(f"house.{kind}", PUBLIC, data),),
            start + timedelta(minutes=minutes, seconds=10 + place),
            name,
            side,
            Proof(nonce=f"{place:02d}" * 32) if side else Proof(),
            seat=seat,
        )
        for place, (minutes, name, side, seat, kind, data) in enumerate(told)
    ]


def _announced(why: str, due: datetime) -> dict[str, Any]:
    return {"why": why, "reason": "idle", "due": stamp(due)}


def _taken_over(start: datetime, by: str, side: str) -> list[Told]:
    """In a game of one side: an umpire is admitted and dismissed; the founder leaves to a second commander."""
    second = {"name": "carla", "account": HASH, "role": "commander", "side": side}
    return [
        (0, by, side, 1, "seat_offered", {"offer": 1, "role": "umpire", "side": "", "token": HASH}),
        (1, "uma", "", 2, "seat_taken", {"offer": 1, "seat": 2, **UMPIRE}),
        (2, by, side, 1, "umpire_admitted", {"seat": 2, "side": side}),
        (3, by, side, 1, "umpire_dismissed", {"seat": 2, "side": side}),
        (4, by, side, 1, "seat_offered", {"offer": 2, "role": "commander", "side": side, "token": HASH}),
        (5, by, side, 1, "offer_withdrawn", {"offer": 2}),
        (6, by, side, 1, "seat_offered", {"offer": 3, "role": "commander", "side": side, "token": HASH}),
        (7, "carla", side, 3, "seat_taken", {"offer": 3, "seat": 3, **second}),
        (8, by, side, 1, "seat_left", {"seat": 1, "why": "left"}),
        (9, "carla", side, 3, "seat_left", {"seat": 2, "why": "removed"}),
        (10, "", "", 0, "note.end_announced", _announced("abandoned-by-host", start + timedelta(days=15))),
        (11, "carla", side, 3, "note.end_withdrawn", {}),
        (12, "", "", 0, "note.end_announced", _announced("abandoned-by-host", start + timedelta(days=15))),
    ]


def _replaced(start: datetime, by: str, founder: str, other: str) -> list[Told]:
    """The host replaces the other side's commander, an umpire is asked, gives notice of the next one, who objects."""
    due = start + timedelta(days=15)
    newcomer = {"name": "carla", "account": HASH, "role": "commander", "side": other}
    return [
        (0, "", "", 0, "note.replacement_announced", {"seat": 2, "reason": "gone", "due": stamp(due)}),
        (1, by, founder, 1, "replacement_agreed", {"seat": 2}),
        (15 * 1440, "", "", 0, "seat_replaced", {"seat": 2}),
        (15 * 1440, by, founder, 1, "seat_offered", {"offer": 2, "role": "commander", "side": other, "token": HASH}),
        (15 * 1440, "carla", other, 3, "seat_taken", {"offer": 2, "seat": 3, **newcomer}),
        (15 * 1440, by, founder, 1, "seat_offered", {"offer": 3, "role": "umpire", "side": "", "token": HASH}),
        (15 * 1440, "uma", "", 4, "seat_taken", {"offer": 3, "seat": 4, **UMPIRE}),
        (15 * 1440, "uma", "", 4, "note.replacement_announced",
         {"seat": 3, "reason": "gone, too", "due": stamp(due + timedelta(days=15))}),
        (16 * 1440, by, founder, 1, "replacement_agreed", {"seat": 3}),
        (17 * 1440, "carla", other, 3, "note.replacement_withdrawn", {"seat": 3}),
        (17 * 1440, "", "", 0, "note.end_announced", _announced("abandoned-by-host", due + timedelta(days=17))),
        (18 * 1440, "carla", other, 3, "note.end_withdrawn", {}),
        (18 * 1440, "uma", "", 4, "note.end_announced", _announced("abandoned-by-umpire", due + timedelta(days=18))),
    ]  # fmt: skip


@cache
def _closed(game: str, length: int) -> str:
    file = played(game)
    acts = list(map(act_of, file["acts"][: min(length, len(file["acts"]) - 1)]))
    founder, *others = file["sides"]
    acts += seats_given_anew(acts[-1].at, acts[0].by, founder, others)
    rolled_on = {
        roll["table"] for act in acts for event in act.events for roll in results_of(event.data) if roll.get("table")
    }
    tables = {name: rows for name, rows in file["tables"].items() if name in rolled_on}
    return json.dumps(linked({**file, "tables": tables}, acts))


def closed(game: str, length: int = 10_000) -> File:
    """A campaign of a game, of so many acts and an end; new for each caller."""
    return dict(json.loads(_closed(game, length)))


def of_seat(file: File, side: str) -> File:
    """What the seat of a side has of it while the campaign runs."""
    seen: File = json.loads(json.dumps(file))
    seen |= {"rooms": [PUBLIC, side], "seed": None, "blinds": {}, "anchor_keys": {side: seen["anchor_keys"][side]}}
    for act in seen["acts"]:
        act["events"] = [event for event in act["events"] if event["room"] in (PUBLIC, side)]
        if act["side"] != side:
            for name in ("room", "draws", "nonce", "room_link"):
                act.pop(name, None)
    seen["acts"] = [act for act in seen["acts"] if act["events"]]
    rolled_on = {
        roll.get("table") for act in seen["acts"] for event in act["events"] for roll in results_of(event["data"])
    }
    seen["tables"] = {name: rows for name, rows in seen["tables"].items() if name in rolled_on}
    return seen


def heads_of(file: File) -> list[str]:
    """The heads that were shown, in order, each with its number."""
    return [f"{act['public']}:{act['link']}" for act in file["acts"] if act["link"]]


def parts(file: File, *heads: str) -> list[Part]:
    """What the script says of a file as it is read."""
    return check(read(json.dumps(file)), heads)


def faults(file: File, *heads: str) -> list[str]:
    return [fault for part in parts(file, *heads) for fault in part.faults]


def waits(file: File, *heads: str) -> list[str]:
    return [wait for part in parts(file, *heads) for wait in part.waits]


def signed_anew(file: File, start: int = 0) -> File:
    """The file with moments, numbers, seals and links made anew from act `start` on, by one who has every key."""
    chains, again = chains_of(file), []
    for place, found in enumerate(file["acts"]):
        act = act_of(found)
        after = chains.after(act)
        if place < start:
            again.append(found)
            continue
        again.append(form.in_file(after, own=bool(after.side)))
    return {**file, "acts": again}


def act_of(found: Mapping[str, Any]) -> Act:
    """An act of a file as a value, without its links; public events with a seal ask for it again."""
    events = tuple(
        Event(
            event["kind"],
            event["room"],
            {key: value for key, value in event["data"].items() if not (key == "seal" and event["room"] == PUBLIC)},
            seals=event["room"] == PUBLIC and "seal" in event["data"],
        )
        for event in found["events"]
    )
    proof = Proof(draws_of(found.get("draws", [])), found.get("nonce", ""))
    at = datetime.fromisoformat(found["at"])
    return replace(Act(events, at, found["by"], found["side"], proof), seat=found["seat"])


def of_kind(file: File, kind: str, which: int = 0) -> int:
    """The place of an act by the kind of its first event."""
    return [at for at, act in enumerate(file["acts"]) if act["events"][0]["kind"] == f"house.{kind}"][which]


def without(kind: str) -> Callable[[File], None]:
    """A forgery: the first act of a kind is missing."""

    def forge(file: File) -> None:
        del file["acts"][of_kind(file, kind)]

    return forge


def data(kind: str, **new: Any) -> Callable[[File], None]:
    """A forgery: the first act of a kind says something else."""

    def forge(file: File) -> None:
        file["acts"][of_kind(file, kind)]["events"][0]["data"] |= new

    return forge
