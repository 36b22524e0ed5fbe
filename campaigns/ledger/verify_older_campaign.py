#!/usr/bin/env python3
"""Checks a campaign file of form 1 or 2. It needs Python 3.11 and nothing else: no network, no other file.

    python verify_older_campaign.py campaign.json [--head 5f0c… --head 93ab…]

A head is what pages, mails and PDFs showed at some time during the campaign (the first 16 digits will do). Whoever
keeps the file can write a history anew that fits together; it will not have the heads that you kept.
It ends with 0 if all was checked and is right, with 1 if something is wrong, and says where, and with 2 if nothing is
wrong and not everything could be checked, and says why. The first half of this file says how seals, links and dice are
made, and the program that runs the campaign makes them with these very functions; the second half checks.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import re
import sys
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PUBLIC = "public"  # the room that everybody may enter; the others are called after their side
FORMAT = "refit-room-campaign"
FORMAT_3 = FORMAT + "-3"  # with draws that are no six-sided dice, or other than two sides: older scripts refuse it
SIX, SHORTEST_HEAD = 6, 16  # the sides of a die where nothing else is said; digits of a head
LONGEST_LIST, MOST_ROWS = 10_000, 500  # no game has more in a list that is drawn from, or in a table
DAMAGE = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)
CHANGED = "it, or what stands before it, was changed"
HASH = re.compile(r"([0-9a-f]{64})?")  # a nonce or link has one spelling, or is empty
LINKS = ("room_link", "anchor", "link")
FILE_KEYS = {"format", "version", "system", "edition", "name", "options", "founded_at", "rooms", "seed_hash", "seed"}
FILE_KEYS |= {"tables", "acts"}
ACT_KEYS = {"by", "side", "at", "events", "first_die", "dice", "draws", "nonce", "room_link", "anchor", "link"}
OF_A_REWIND = {"number", "before", "what", "reason", "side", "name"}
OF_AN_UMPIRE = {"end_announced": {"why", "reason", "due"}, "end_withdrawn": set[str]()}  # or of the house
HOUSE_KEYS = {  # the entries of the house itself, and what they may hold
    "founded": {"name", "seed_hash", "edition", "how", "options", "words", "seat", "side", "account"},
    "seat_offered": {"role", "name", "side", "offer", "token"},
    "offer_withdrawn": {"offer"},
    "seat_taken": {"role", "side", "name", "words", "offer", "seat", "account"},
    "seat_left": {"seat", "why"},
    "umpire_admitted": {"side", "name", "seat"},
    "umpire_dismissed": {"side", "seat"},
    "locked": {"side", "generation", "slots"},
    "imported": {"commanders", "words"},
    "ended": {"why"},
    **OF_AN_UMPIRE,
    "removal_announced": {"reason", "due"},
    "removal_withdrawn": set(),
    "recalled": {"side", "first", "last", "rewind"},
    "rewind_proposed": OF_A_REWIND,
    **{key: {"side", "number"} for key in ("rewind_agreed", "rewind_refused", "rewind_withdrawn")},
    "rewound": OF_A_REWIND,
}
OF_NOBODY = {"imported", "ended", "removal_announced", "removal_withdrawn", *OF_AN_UMPIRE}  # what it writes by itself
Act = Mapping[str, Any]
Draw = Mapping[str, Any]
File = Mapping[str, Any]
Agreed = dict[str, tuple[int, int]]  # by the number of a rewind: the first act it undoes, and that of the consent

# How it is made -----------------------------------------------------------------------------------------------------


def canonical(value: Any) -> bytes:
    """One spelling per JSON value, so that two people hash the same bytes."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def keyed(key: str, value: Any) -> str:
    """HMAC-SHA256 of a JSON value under a key in hexadecimal."""
    return hmac.new(bytes.fromhex(key), canonical(value), hashlib.sha256).hexdigest()


def commitment(seed: bytes) -> str:
    """What is shown of the seed of the dice before it is disclosed."""
    return hashlib.sha256(seed).hexdigest()


def dice_key(seed: bytes, words: Mapping[str, str] | None) -> bytes:
    """What the dice are drawn from: the seed mixed with the words of both sides; the bare seed in older campaigns."""
    return hmac.digest(seed, canonical(words), "sha256") if words else seed


def below(key: bytes, side: str, number: int, limit: int, again: int = 0) -> int:
    """Number `number` (from 0) of a side: 0 to `limit` - 1, each as likely as the others.

    What would favour the low ones is thrown away, for a die of six bytes from 252 on; `again` if nothing was left.
    """
    text = f"{side}:{number}" + (f":{again}" if again else "")
    digest, width = hmac.digest(key, text.encode(), "sha256"), max((limit - 1).bit_length() + 7, 8) // 8
    found = (int.from_bytes(digest[at : at + width], "big") for at in range(0, len(digest) - width + 1, width))
    fair = next((value for value in found if value < 256**width // limit * limit), None)
    return below(key, side, number, limit, again + 1) if fair is None else fair % limit


def die(key: bytes, side: str, number: int, sides: int = SIX) -> int:
    """Die `number` of a side: 1 to `sides`."""
    return below(key, side, number, sides) + 1


def shown(key: bytes, side: str, first: int, draw: Draw) -> list[int]:
    """What a draw that begins with number `first` has to show: dice, or places taken out of a list one by one."""
    numbers = range(first, first + len(draw["got"]))
    if "sides" in draw:
        return [die(key, side, number, draw["sides"]) for number in numbers]
    if draw["size"] > LONGEST_LIST:
        raise ValueError("a list that is drawn from is too long")
    left = list(range(draw["size"]))
    return [left.pop(below(key, side, number, len(left))) for number in numbers]


def draws_of(act: Act) -> list[Draw]:
    """What the server drew for an act: dice of so many `sides`, or places of a list of so large a `size`."""
    return [*([{"sides": SIX, "got": act["dice"]}] if act["dice"] else []), *act.get("draws", ())]


def shown_act(act: Act, *, public: bool) -> list[dict[str, Any]]:
    """The public events of an act, or the secret ones, as they are hashed."""
    found = (event for event in act["events"] if (event["room"] == PUBLIC) is public)
    return [{"kind": event["kind"], "data": event["data"]} for event in found]


def seal(act: Act) -> str:
    """The seal that an act leaves on its secret events."""
    return keyed(act["nonce"], shown_act(act, public=False))


def first_link(file: File) -> str:
    """What the chain of the public room begins with."""
    names = ("system", "edition", "options", "founded_at", "seed_hash")
    return hashlib.sha256(canonical({"format": FORMAT, **{name: file[name] for name in names}})).hexdigest()


def room_link(act: Act, before: str, public: str) -> str:
    """The link of an act in the chain of its side's room, after that room's last one and the last public one."""
    kept = {name: act[name] for name in ("by", "side", "at", "first_die", "dice", "draws") if name in act}
    return keyed(act["nonce"], {**kept, "before": before, "public": public, "events": shown_act(act, public=False)})


def anchor(act: Act) -> str:
    """What a public link holds of the room of the side that acted: it binds all before, and tells nothing."""
    return keyed(act["nonce"], act["room_link"])


def public_link(act: Act, before: str) -> str:
    """The link of an act with public events; the newest one is the head that everybody is shown."""
    kept = {name: act[name] for name in ("by", "side", "at", "anchor")}
    return hashlib.sha256(canonical({**kept, "before": before, "events": shown_act(act, public=True)})).hexdigest()


def salts_given(act: Act) -> list[tuple[str, str]]:
    """Which sides gave which words for the dice in an act."""
    ours = (event["data"] for event in shown_act(act, public=True) if event["kind"].startswith("house."))
    return [pair for data in ours for pair in data.get("words", {}).items()]


def results_of(value: Any) -> Iterator[Mapping[str, Any]]:
    """Every roll (`dice`; `own` ones a player threw himself) and draw (`drawn`) inside an act or event, in order."""
    here = value if isinstance(value, dict) and "events" not in value else {}
    shows = here.get("drawn") if "size" in here and "dice" not in here else here.get("dice")
    if isinstance(shows, list) and shows:
        yield here
    elif isinstance(value, dict | list):
        for inside in value.values() if isinstance(value, dict) else value:
            yield from results_of(inside)


def results_of_all(file: File) -> Iterator[Mapping[str, Any]]:
    """Every roll and draw of a file."""
    return (result for act in file["acts"] for result in results_of(act))


# How it is checked --------------------------------------------------------------------------------------------------


@dataclass
class Part:
    """What one part of the check came to: how many things were looked at, what is wrong, what has to wait."""

    title: str
    checked: int = 0
    faults: list[str] = field(default_factory=list)
    waits: list[str] = field(default_factory=list)


def check(file: File, heads: Iterable[str] = ()) -> list[Part]:
    """Everything that can be checked about a file; nothing in it is wrong if no part has faults."""
    try:
        parts = [_known(file), _seed(file), _salts(file), _seals(file), _chain(file, heads), _dice(file), _rolls(file)]
        parts += [_rows(file), _undone(file)]
    except DAMAGE as odd:
        fault = f"It can't be checked: it is damaged, or something else ({odd!r})."
        return [Part("All of it is understood, and each wrote only where it may", faults=[fault])]
    closed = sorted({act["side"] for act in file["acts"]} - {"", *file["rooms"]})
    for part in parts[4:7]:
        part.waits += [f"What is behind the door of the {s.capitalize()} side is not in this file." for s in closed]
    return parts


def _acts(file: File) -> Iterator[tuple[Act, str, bool]]:
    """Every act, how it is called in a sentence, and whether the file holds the room of its side."""
    for number, act in enumerate(file["acts"], 1):
        by = f" by {act['by']}" if act["by"] else ""
        yield act, f"act {number} ({act['at'][:16].replace('T', ' ')}{by})", act["side"] in file["rooms"]


def _known(file: File) -> Part:
    """Structure alone: what nobody knows is a fault, and each side writes behind its own door."""
    part, (sides, umpires) = Part("All of it is understood, and each wrote only where it may"), _people(file)
    wrong = sorted({*file} - FILE_KEYS) + sorted(
        {*file["tables"]} - {roll.get("table") for roll in results_of_all(file)}
    )
    part.faults += [f"The file has {name!r}, which nothing in it asks for." for name in wrong]
    if file["rooms"][:1] != [PUBLIC] or len({*file["rooms"]}) < len(file["rooms"]) or not {*file["rooms"][1:]} <= sides:
        part.faults.append("The file says that it has other rooms than a campaign has.")
    linked, loose = any("words" in event["data"] for event in _of_house(file, "founded")), 0
    for act, name, here in _acts(file):
        linked, part.checked = linked or bool(act["link"] or act["room_link"]), part.checked + 1
        loose += not linked
        part.faults += [f"In {name} {fault}." for fault in _strange(act, sides, umpires, here)]
        if linked and (fault := _unlinked(act, here)):
            part.faults.append(f"In {name} {fault}.")
    if loose:
        part.waits.append(f"{loose} acts have no links: an older program wrote them, and nothing binds them.")
    part.waits.append("In files of this older form no link holds the campaign's name, nor how it ended.")
    return part


def _of_house(file: File, kind: str) -> list[Mapping[str, Any]]:
    events = (event for act in file["acts"] for event in shown_act(act, public=True))
    return [event for event in events if event["kind"] == f"house.{kind}"]


def _people(file: File) -> tuple[set[str], set[str]]:
    """The sides of the campaign and the names of its umpires, as its founding and its seats tell them."""
    founders = [act for act in file["acts"] if any(event["kind"] == "house.founded" for event in act["events"])]
    told = [event["data"] for event in _of_house(file, "founded") + _of_house(file, "imported")]
    taken = [event["data"] for event in _of_house(file, "seat_taken")]
    sides = {*file["rooms"], *(act["side"] for act in founders), *(data["side"] for data in taken if data.get("side"))}
    sides |= {side for data in told for side in (*data.get("words", ()), *data.get("commanders", ()))}
    if any(data.get("how", "accounts") != "accounts" and "words" not in data for data in told):
        sides |= {act["side"] for act in file["acts"]}  # one person had all sides, and no entry names them
    return sides - {"", PUBLIC}, {data["name"] for data in taken if data.get("role") == "umpire"}


def _strange(act: Act, sides: set[str], umpires: set[str], here: bool) -> Iterator[str]:
    """What does not belong into an act."""
    if {*act} - ACT_KEYS or not act["events"] or any({*event} != {"room", "kind", "data"} for event in act["events"]):
        yield "there are keys that nobody knows, or no events"
    if act["side"] and act["side"] not in sides:
        yield f"{act['side']!r} acts, a side that the campaign does not have"
    if any(event["room"] not in (PUBLIC, act["side"] if here else PUBLIC) for event in act["events"]):
        yield "something stands in a room that is not its own"
    ours = [(event["kind"].removeprefix("house."), event["data"]) for event in act["events"] if _is_ours(event)]
    if any(kind not in HOUSE_KEYS or {*data} - HOUSE_KEYS[kind] for kind, data in ours):
        yield "there is an entry of the house that the house does not make"
    judges = act["by"] in umpires and {kind for kind, _ in ours} <= {*OF_AN_UMPIRE}
    alone = len(act["events"]) == 1 and any(_without_side(act, *each) for each in ours)
    if not act["side"] and not judges and not alone:
        yield "nobody acts"
    own = ("nonce", "room_link", "dice", "draws", "first_die")
    if (not here and any(act.get(name) for name in own)) or (act["anchor"] and not act["side"]):
        yield "there are dice, a nonce or a link of a room that is not in this file"
    if not all(isinstance(act[name], str) and HASH.fullmatch(act[name]) for name in ("nonce", *LINKS)):
        yield "a nonce or a link is not spelled as they are"


def _without_side(act: Act, kind: str, data: Mapping[str, Any]) -> bool:
    """Whether an entry of the house's may stand in an act without a side."""
    if act["by"]:
        return kind == "seat_left" or (kind == "seat_taken" and data.get("name") == act["by"])
    return kind in OF_NOBODY


def _is_ours(event: Mapping[str, Any]) -> bool:
    return bool(event["kind"].startswith("house."))


def _unlinked(act: Act, here: bool) -> str:
    """What an act lacks, or has too much, in a campaign that makes links."""
    public = bool(shown_act(act, public=True))
    due = {"room_link": here, "anchor": public and bool(act["side"]), "link": public}
    return (
        "" if all(bool(act[name]) is due[name] for name in LINKS) else "there are not the links that there have to be"
    )


def _seed(file: File) -> Part:
    part, promised = Part("The seed of the dice is the one promised at the founding"), file["seed_hash"]
    part.checked = int(file["seed"] is not None)
    for act, name, _ in _acts(file):
        if any(event["data"].get("seed_hash", promised) != promised for event in shown_act(act, public=True)):
            part.faults.append(f"In {name} another seed was promised than the one with the SHA-256 {promised}.")
    if file["seed"] is None:
        part.waits.append("The seed is disclosed when the campaign has ended.")
    elif commitment(bytes.fromhex(file["seed"])) != promised:
        part.faults.append(f"This seed is not the one with the SHA-256 {promised}: it was replaced.")
    return part


def _salts(file: File) -> Part:
    part, given, drawn = Part("Both sides gave words for the dice before the first was drawn"), set[str](), False
    for act, name, _ in _acts(file):
        for side, _text in salts_given(act):
            part.checked += 1
            if side in given or drawn:
                late = f"words of the {side.capitalize()} side come a second time, or after the first die."
                part.faults.append(f"In {name} {late}")
            given.add(side)
        if draws_of(act) and not drawn and given and not {*file["rooms"], act["side"]} - {PUBLIC} <= given:
            part.faults.append(f"In {name} dice were drawn, and not all sides had given their words.")
        drawn = drawn or bool(draws_of(act))
    if not given:
        part.waits.append("This campaign was founded without words: its dice come from the seed alone.")
    return part


def _seals(file: File) -> Part:
    part, closed = Part("What was sealed is what was shown later"), 0
    for act, name, here in _acts(file):
        for shown in (event["data"]["seal"] for event in shown_act(act, public=True) if "seal" in event["data"]):
            part.checked += here
            closed += not here
            if here and (not act["nonce"] or shown != seal(act)):
                part.faults.append(f"In {name} the seal does not fit what was sealed: it was changed afterwards.")
    if closed:
        part.waits.append(f"Seals of sides whose rooms are not in this file: {closed}.")
    return part


def _chain(file: File, heads: Iterable[str]) -> Part:
    part = Part("Nothing was changed, dropped, added or moved in the journal")
    last, public, links = dict[str, str](), first_link(file), list[str]()
    for act, name, here in _acts(file):
        side, linked = act["side"], bool(act["room_link"] or act["link"])
        if here and (linked or side in last):
            part.checked += 1
            if not act["nonce"] or room_link(act, last.get(side, ""), public) != act["room_link"]:
                part.faults.append(f"In {name} the link of the {side.capitalize()} room does not follow: {CHANGED}.")
            elif act["link"] and anchor(act) != act["anchor"]:
                wrong = f"the public link does not hold that of the {side.capitalize()} room"
                part.faults.append(f"In {name} {wrong}: {CHANGED}.")
            last[side] = act["room_link"]
        if shown_act(act, public=True) and (linked or links):
            part.checked += 1
            if public_link(act, public) != act["link"]:
                part.faults.append(f"In {name} the public link does not follow: {CHANGED}.")
            links.append(public := act["link"])
    if not links:
        part.waits.append("This file has no chain: an older program wrote it.")
    check_heads(part, links, heads)
    return part


def check_heads(part: Part, links: Sequence[str], heads: Iterable[str]) -> None:
    """A head that was shown is one of the links."""
    for head in heads:
        part.checked += 1
        if len(head) < SHORTEST_HEAD or not any(link.startswith(head.lower()) for link in links):
            part.faults.append(f"The head {head} is not in this journal: what led up to it was written anew.")


def _dice(file: File) -> Part:
    part, following = Part("Every die of the server is the next one of its side"), dict[str, int]()
    words = dict(pair for act in file["acts"] for pair in salts_given(act))
    key = dice_key(bytes.fromhex(file["seed"]), words) if file["seed"] is not None else None
    for act, name, _ in _acts(file):
        side, first, due_next = act["side"], act["first_die"], following.get(act["side"], 0)
        if draws_of(act) and first != due_next:
            what = "used again" if first < due_next else "left out"
            part.faults.append(f"In {name} dice were {what}: it begins with no. {first}, not {due_next}.")
        for draw in draws_of(act):
            part.checked += len(draw["got"])
            if key and (due := shown(key, side, first, draw)) != draw["got"]:
                part.faults.append(f"The dice of {name} are not those of the seed: {draw['got']}, not {due}.")
            first += len(draw["got"])
            following[side] = first
    if key is None:
        part.waits.append("What the dice had to show can be told when the seed is disclosed.")
    return part


def _rolls(file: File) -> Part:
    part, own = Part("Every roll used the dice that were drawn for it, in their order"), 0
    for act, name, here in _acts(file):
        found = list(results_of(act))
        typed = [face for roll in found if roll.get("own") for face in roll.get("dice", ())]
        used = [each for one in found if "drawn" in one or not one.get("own") for each in _numbers(one)]
        drawn = [each for draw in draws_of(act) for each in _numbers(draw)]
        own += len(typed)
        part.checked += len(used) if here else 0
        if here and used != drawn:
            shows, told = ([got for _, got in each] for each in (used, drawn))
            part.faults.append(f"In {name} the rolls show {shows or 'no dice'}, but {told or 'none'} was drawn.")
        if typed and file["options"].get("dice") == "server":
            part.faults.append(f"In {name} dice were typed in, but this campaign rolls on the server.")
    if own:
        part.waits.append(f"{own} dice were thrown by the players themselves and typed in; nothing can check these.")
    return part


def _numbers(result: Mapping[str, Any]) -> list[tuple[Any, Any]]:
    """Each die of a result or a draw after the number of its sides; places drawn out of a list are one thing."""
    got = next(result[name] for name in ("dice", "drawn", "got") if name in result)
    if "size" in result and "dice" not in result:
        return [(f"of {result['size']}", got)]
    return [(result.get("sides", SIX), face) for face in got]


def _rows(file: File) -> Part:
    part, without = Part("Every total hits the row of its table that the result was read from"), 0
    if any(len(rows) > MOST_ROWS for rows in file["tables"].values()):
        raise ValueError("a table has too many rows")
    tables = {name: sorted(rows, key=lambda each: not each["original"]) for name, rows in file["tables"].items()}
    for act, name, _ in _acts(file):
        for roll in (roll for roll in results_of(act) if "dice" in roll and roll.get("table")):
            without += "hit" not in roll
            part.checked += "hit" in roll
            thrown = sum(roll["dice"])
            total = thrown + sum(value for value, *_ in roll.get("mods", ()))
            due = _row(tables.get(roll["table"], ()), total, thrown)
            if roll.get("hit", due) != due:
                said = f"{json.dumps(due)}, not {json.dumps(roll['hit'])}"
                part.faults.append(f"In {name} a total of {total} on the table {roll['table']} is {said}.")
    if without:
        part.waits.append(f"{without} rolls do not say which row they hit: an older program wrote them.")
    return part


def _row(rows: Iterable[Mapping[str, Any]], total: int, thrown: int) -> Any:
    """What the row says that `total` hits; rows for the dice before modifiers (`original`) have to come first."""
    for row in rows:
        asked = thrown if row["original"] else total
        if (row["low"] is None or row["low"] <= asked) and (row["high"] is None or asked <= row["high"]):
            return row["values"]
    return None


def _undone(file: File) -> Part:
    part, sides = Part("What was undone was a side's own, or agreed to by both"), {*file["rooms"]}
    sides = (sides | {act["side"] for act in file["acts"]}) - {"", PUBLIC}
    left, asked, consent, agreed = dict[str, list[int]](), dict[str, Any](), set[str](), Agreed()
    can_agree = len(sides) > 1 or file["format"] == FORMAT_3  # in the older form there were always two
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
                if since := can_agree and sides <= {*consent, act["side"]} and _asked_for(act, data, asked, room):
                    agreed[str(data["number"])] = since, number
                else:
                    part.faults.append(f"Act {number} agrees to a rewind that the other side had not proposed.")
            if event["room"] == PUBLIC:
                more = kind == "house.rewind_agreed" and asked.get("number") == data["number"]
                consent = {act["side"], *(consent if more else ())}
                asked = asked if more else data if kind == "house.rewind_proposed" else {}
            room.append(0 if kind.startswith("house.") else number)
    standing = sorted(number for room in left.values() for number in room)
    for since, until in agreed.values():
        if bisect_left(standing, since) < bisect_left(standing, until):
            part.faults.append(f"Act {until} agrees to a rewind, and not all was undone.")
    return part


def _may_go(file: File, act: Act, gone: Sequence[int], data: Mapping[str, Any], agreed: Agreed) -> bool:
    """Whether entries of the acts numbered `gone` (0: the host's own, or undone before) may be taken back so."""
    if not gone or 0 in gone:
        return False
    if "rewind" in data:
        since, until = agreed.get(str(data["rewind"]), (1, 0))
        return since <= min(gone) and max(gone) < until
    last = file["acts"][gone[0] - 1]
    return len({*gone}) == 1 and last["side"] == act["side"] and not draws_of(last) and not any(results_of(last))


def _asked_for(act: Act, data: Mapping[str, Any], asked: Mapping[str, Any], public: Sequence[int]) -> int:
    """The act that an agreed rewind goes back to; 0 if it is not the one that was proposed."""
    if not asked or not act["side"] or any(asked.get(name) != data.get(name) for name in ("number", "before")):
        return 0
    before = data.get("before")
    return public[before - 1] if isinstance(before, int) and 0 < before <= len(public) else 0


# On the command line ------------------------------------------------------------------------------------------------


def read(text: str) -> File:
    """A campaign file with what older programs left out; ValueError if it is none, or JSON in two senses."""
    file = json.loads(text, parse_float=_refused, parse_constant=_refused, object_pairs_hook=_once)
    form = {FORMAT: (1, 2), FORMAT_3: (3,)}.get(file["format"], ()) if isinstance(file, dict) else ()
    if type(file["version"]) is not int or file["version"] not in form:
        raise ValueError("it is no campaign file, or one of a newer program")
    blank = {"first_die": 0, "dice": [], "nonce": "", "room_link": "", "anchor": "", "link": ""}
    return {"tables": {}, "seed": None, **file, "acts": [{**blank, **act} for act in file["acts"]]}


def _refused(number: str) -> Any:
    raise ValueError(f"{number} is no whole number")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(found := dict(pairs)) < len(pairs):
        raise ValueError("a key stands twice in one place")
    return found


def _printable(line: str) -> str:
    """A line that moves no cursor, and has no letter that the terminal, or where this is written to, does not have."""
    code = sys.stdout.encoding or "utf-8"
    return (line if line.isprintable() else ascii(line)[1:-1]).encode(code, "backslashreplace").decode(code)


def main(arguments: list[str] | None = None) -> int:
    """Check the file named on the command line and say what came of it."""
    parser = argparse.ArgumentParser(description="Checks a campaign file of Refit Room.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--head", action="append", default=[], help="a head that was shown during the campaign")
    parser.add_argument("--receipts", type=Path, help="the heads that a browser has kept")
    given = parser.parse_args(arguments)
    try:
        kept = json.loads(given.receipts.read_text(encoding="utf-8"))["seen"] if given.receipts else []
        heads = [*given.head, *(link for _, link, *_ in kept)]
        parts = check(read(given.file.read_text(encoding="utf-8-sig")), heads)
    except (OSError, *DAMAGE) as error:
        print(f"{given.file} can't be checked: it is damaged, or something else ({error!r}).")
        return 1
    for part in parts:
        said = "WRONG" if part.faults else "right" if part.checked or not part.waits else "later"
        lines = [f"{said}  {part.title} ({part.checked}).", *part.faults, *part.waits]
        print("\n       ".join(map(_printable, lines)))
    wrong, waits = any(part.faults for part in parts), any(part.waits for part in parts)
    verdicts = ("All was checked, and nothing is wrong.", "This is not the campaign as it was played.")
    print("Nothing is wrong in what can be checked." if waits and not wrong else verdicts[wrong])
    return 1 if wrong else 2 if waits else 0


if __name__ == "__main__":
    sys.exit(main())
