#!/usr/bin/env python3
"""Checks a campaign file of Refit Room. It needs Python 3.11 and nothing else: no network, no other file.

    python verify_campaign.py campaign.json [--head 34:5f0c… --head 41:93ab…] [--receipts heads.json]

A head is what pages, mails and PDFs showed at some time during the campaign: the number of a public entry and the link
that it ended with (its first 16 digits will do). Whoever keeps the file and all its keys can write a history anew that
fits together; it will not have the heads that you kept.

It ends with 0 if all was checked and is right, with 1 if something is wrong, and says where, and with 2 if nothing is
wrong and not everything could be checked, and says why. The first part of this file says how everything is made, and
the program that runs the campaign makes it with these very functions. The second is the grammar: whatever it does not
know is a fault. The third goes through the acts.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

PUBLIC = "public"  # the room that everybody may enter; the others are called after their side
FORMAT, FORM = "refit-room-campaign", 1
REWIND = "rewind"  # the door behind what was undone by consent
SIX, SHORTEST_HEAD, MOST_INT, DEEPEST, LONGEST_NAME = 6, 16, 2**53 - 1, 30, 150
HEX64 = re.compile(r"[0-9a-f]{64}")
# Not in the last or first years that there are, where a moment has none in some time zones.
AT = re.compile(r"[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00", re.ASCII)
NAME_OF_DRAW = re.compile(r"[A-Za-z0-9_./:-]{1,80}")
CONTROL = re.compile(r"[\x00-\x1f\x7f]")
Act = Mapping[str, Any]
Draw = Mapping[str, Any]
File = Mapping[str, Any]
Data = Mapping[str, Any]  # of an entry of the house; its table says what is in it, and that is looked at first

# How it is made -----------------------------------------------------------------------------------------------------


def canonical(value: object) -> bytes:
    """One spelling per JSON value, so that two people hash the same bytes."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def digest(what: str, value: object) -> str:
    """SHA-256 of a JSON value; `what` it is hashed for, so that nothing passes for something else."""
    return hashlib.sha256(f"refit1 {what}\0".encode() + canonical(value)).hexdigest()


def keyed(key: str, what: str, value: object) -> str:
    """HMAC-SHA256 of the same text under a key of 64 hexadecimal digits."""
    return hmac.new(bytes.fromhex(key), f"refit1 {what}\0".encode() + canonical(value), hashlib.sha256).hexdigest()


def commitment(seed: bytes) -> str:
    """What is shown of the seed of the dice before it is disclosed."""
    return hashlib.sha256(seed).hexdigest()


HEADER = (
    "format", "version", "campaign", "system", "edition", "name", "how", "locked", "sides", "kinds", "doors", "options",
    "tables_root", "founded_at", "seed_hash", "anchor_hashes",
)  # fmt: skip


def founding(file: File) -> str:
    """The digest of the founding: every chain begins with it, and so every link holds it."""
    return digest("founding", {name: file[name] for name in HEADER})


def tables_root(digests: Mapping[str, str]) -> str:
    """What the founding holds of all tables of the game, from the digest of each one's rows."""
    return digest("tables", digests)


def shown_events(act: Act, *, public: bool) -> list[Mapping[str, object]]:
    """The public events of an act, or the secret ones."""
    return [event for event in act["events"] if (event["room"] == PUBLIC) is public]


def seal(cid: str, act: Act) -> str:
    """The seal that an act leaves on its secret events, for those public ones that show it."""
    return keyed(
        act["nonce"], "seal", {"campaign": cid, "side": act["side"], "events": shown_events(act, public=False)}
    )


def _kept(act: Act) -> dict[str, object]:
    return {name: act[name] for name in ("by", "seat", "side", "at", "public")}


def room_link(cid: str, act: Act, before: str, head: str) -> str:
    """The link of an act in the chain of its side's room, after that room's last one and the last public one."""
    order = "".join("p" if event["room"] == PUBLIC else "s" for event in act["events"])
    more = {"campaign": cid, "before": before, "head": head, "room": act["room"], "draws": act["draws"], "order": order}
    return keyed(act["nonce"], "room", {**_kept(act), **more, "events": shown_events(act, public=False)})


def anchor(key: str, public: int, head: str, count: int) -> str:
    """What the public link after `public` entries holds of a room: its last link and how many entries it has.

    It changes with every link, so it does not tell whether the room did. `key` is the room's own.
    """
    return keyed(keyed(key, "anchor turn", public), "anchor", [head, count])


def body(act: Act) -> str:
    """What a public link holds of its act."""
    return digest("act", {**_kept(act), "anchors": act["anchors"], "events": shown_events(act, public=True)})


def link(before: str, body: str, count: int) -> str:
    """Two digests and a number: whoever has the list of them follows the chain without reading anything else."""
    raw = b"refit1 link\0" + bytes.fromhex(before) + bytes.fromhex(body) + count.to_bytes(8, "big")
    return hashlib.sha256(raw).hexdigest()


# Dice: each draw hangs on the name of what it is for. At each door the seed is mixed with fresh links of all sides.


def chain_step(cid: str, side: str, index: int, later: str) -> str:
    """Link `index` of a side's chain, from the one after it; the tip is link 0."""
    return digest("chain", [cid, side, index, later])


def epoch_key(seed: str, cid: str, epoch: int, links: Mapping[str, Sequence[object]]) -> str:
    """What all dice behind door `epoch` come from; `links` by side how many were published, and the newest."""
    return keyed(seed, "epoch", [cid, epoch, links])


def cup(epoch_key: str, blind: str, side: str) -> str:
    """A side's own cup: its blind keeps the dice of its room from whoever reads seed and links."""
    return keyed(epoch_key, "cup", [side, blind])


def numbers_of(cup: str, key: str, turn: int) -> Iterator[int]:
    """Fair 32-bit numbers of draw `turn` called `key`, without end."""
    block = 0
    while True:
        raw = bytes.fromhex(keyed(cup, "draw", [key, turn, block]))
        yield from (int.from_bytes(raw[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def below(numbers: Iterator[int], limit: int) -> int:
    """The next of `numbers` as 0 to `limit` - 1; what would favour the low ones is thrown away."""
    return next(number for number in numbers if number < 2**32 - 2**32 % limit) % limit


def drawn(cup: str, draw: Draw) -> list[int]:
    """What a draw has to show: dice, or places taken out of a list one by one."""
    numbers = numbers_of(cup, draw["key"], draw["turn"])
    if "sides" in draw:
        return [below(numbers, draw["sides"]) + 1 for _ in draw["got"]]
    left = list(range(draw["size"]))
    return [left.pop(below(numbers, len(left))) for _ in draw["got"]]


def results_of(value: object) -> Iterator[Mapping[str, Any]]:
    """Every roll (`dice`; `own` ones a player threw himself) and draw (`drawn`) inside an event, in order.

    What has a part of one is one too, and is wrong if the rest is missing: a result without dice would pass unseen.
    """
    if isinstance(value, dict) and ({"dice", "drawn"} & value.keys() or {"table", "hit"} <= value.keys()):
        yield value
    elif isinstance(value, dict | list):
        for inside in value.values() if isinstance(value, dict) else value:
            yield from results_of(inside)


def row_hit(rows: Iterable[Mapping[str, Any]], total: int, thrown: int) -> object:
    """What the row says that `total` hits; rows for the dice before modifiers (`original`) come first."""
    for row in sorted(rows, key=lambda each: not each["original"]):
        asked = thrown if row["original"] else total
        if (row["low"] is None or row["low"] <= asked) and (row["high"] is None or asked <= row["high"]):
            return row["values"]
    return None


# The grammar --------------------------------------------------------------------------------------------------------

FILE_KEYS = {*HEADER, "rooms", "seed", "blinds", "anchor_keys", "table_digests", "tables", "acts"}
ACT_KEYS = {"by", "seat", "side", "at", "public", "events", "anchors", "link"}
OWN_KEYS = {"room", "draws", "nonce", "room_link"}  # exactly if the room of its side is in the file
# the entries of the house: who may write them, what each key holds, and which keys may be missing
HOUSE: Mapping[str, tuple[str, Mapping[str, str], set[str]]] = {
    "founded": ("commander", {"seat": "number", "side": "side", "name": "name", "account": "hex", "how": "text",
                              "chains": "chains", "note": "note"}, {"note"}),
    "seat_offered": ("commander", {"offer": "number", "role": "role", "side": "side or none", "token": "hex"}, set()),
    "offer_withdrawn": ("commander", {"offer": "number"}, set()),
    "seat_taken": ("newcomer", {"offer": "number", "seat": "number", "role": "role", "side": "side or none",
                                "name": "name", "account": "hex", "chains": "chains"}, {"chains"}),
    "seat_left": ("anybody", {"seat": "number", "why": "text"}, set()),
    "replacement_agreed": ("commander", {"seat": "number"}, set()),
    "seat_replaced": ("house", {"seat": "number"}, set()),
    "umpire_admitted": ("commander", {"seat": "number", "side": "side"}, set()),
    "umpire_dismissed": ("commander", {"seat": "number", "side": "side"}, set()),
    "locked": ("member", {"side": "side", "generation": "number", "slots": "hexes"}, set()),
    "chain": ("commander", {"side": "side", "tip": "hex", "links": "number", "blind": "hex", "from": "number"}, set()),
    "finished": ("commander", {"side": "side", "door": "number", "stage": "text"}, set()),
    "link": ("member", {"side": "side", "index": "number", "link": "hex"}, set()),
    "door": ("member", {"epoch": "number", "links": "newest links"}, set()),
    "rewind_proposed": ("commander", {"rewind": "number", "before": "number", "what": "text", "reason": "text"}, set()),
    "rewind_agreed": ("commander", {"rewind": "number"}, set()),
    "rewind_refused": ("commander", {"rewind": "number"}, set()),
    "rewind_withdrawn": ("commander", {"rewind": "number"}, set()),
    "rewound": ("commander", {"rewind": "number", "before": "number"}, set()),
    "recalled": ("commander", {"first": "number", "last": "number"}, set()),
    "imported": ("house", {"commanders": "commanders", "chains": "chains"}, {"chains"}),
    "ended": ("house", {"why": "end", "rooms": "last entries", "tables_root": "hex"}, set()),
}  # fmt: skip
NOTE = "note."  # what begins so decides nothing of the game: it is linked, and what it says is for pages alone
ENDS = ("played-out", "abandoned-by-consent", "abandoned-by-umpire", "abandoned-by-host")
OF_AN_UMPIRE = ("seat_left", "seat_offered", "offer_withdrawn")
OF_AN_ADJUTANT = ("seat_left", "link", "door", "locked")
ROLES, OF_A_SIDE = ("commander", "adjutant", "umpire", "spectator"), ("commander", "adjutant")
MOST_SIDES, MOST_DICE = 100, 100  # of a roll; a list that is drawn from may be longer


class Wrong(Exception):
    """Something that does not follow, and the part of the check it belongs to."""

    def __init__(self, what: str, part: str) -> None:
        super().__init__(what)
        self.part = part


def need(holds: object, what: str, part: str = "known") -> None:
    """Wrong unless it holds."""
    if not holds:
        raise Wrong(what, part)


def is_number(value: object, low: int = 0) -> bool:
    return type(value) is int and low <= value <= MOST_INT


def is_hex(value: object) -> bool:
    return type(value) is str and bool(HEX64.fullmatch(value))


def is_text(value: object, most: int = 2000) -> bool:
    return type(value) is str and 0 < len(value) <= most and not CONTROL.search(value)


def is_name(value: object) -> bool:
    """Whether an account may be called so."""
    return is_text(value, LONGEST_NAME)


def is_moment(value: object) -> bool:
    """Whether it is a moment in UTC as `2026-02-28T12:00:00.000000+00:00`."""
    if type(value) is not str or not AT.fullmatch(value):
        return False
    try:
        return bool(datetime.fromisoformat(value))
    except ValueError:
        return False


def by_side(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: type(value) is dict and all(is_text(side) and fits(each) for side, each in value.items())


def an_object(**parts: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: (
        type(value) is dict and value.keys() == parts.keys() and all(fits(value[name]) for name, fits in parts.items())
    )


FITS: Mapping[str, Callable[[object], bool]] = {
    "number": is_number,
    "hex": is_hex,
    "text": is_text,
    "name": is_name,
    "side": is_text,
    "side or none": lambda value: value == "" or is_text(value),
    "role": lambda value: value in ROLES,
    "end": lambda value: value in ENDS,
    "hexes": lambda value: type(value) is list and bool(value) and all(map(is_hex, value)),
    "note": lambda value: type(value) is dict,
    "chains": by_side(an_object(tip=is_hex, links=lambda value: is_number(value, 1), blind=is_hex)),
    "newest links": by_side(
        lambda value: type(value) is list and len(value) == 2 and is_number(value[0]) and is_hex(value[1])
    ),
    "commanders": by_side(an_object(seat=is_number, name=is_name, account=is_hex)),
    "last entries": by_side(an_object(entries=is_number, head=is_hex)),
}


def exact(value: Any, names: Iterable[str], what: str, missing: Iterable[str] = ()) -> None:
    """Wrong unless it is an object with exactly these keys, of which some may be missing."""
    need(type(value) is dict, f"{what} is no object")
    odd = sorted(set(value) - set(names)) + sorted(set(names) - set(missing) - set(value))
    need(not odd, f"{what} has, or lacks, {', '.join(map(repr, odd))}")


def check_plain(value: Any, depth: int) -> None:
    """Wrong unless it is made of whole numbers, texts, truth, null, lists and objects; `depth` of the file is above."""
    need(depth < DEEPEST, "something is nested too deep")
    if type(value) is dict:
        need(all(type(name) is str for name in value), "a key is no text")
    for text in value if type(value) is dict else [value] if type(value) is str else ():
        need("\0" not in text, "there is a text with a character that no text has")
    if type(value) in (dict, list):
        for part in value.values() if type(value) is dict else value:
            check_plain(part, depth + 1)
    else:
        need(value is None or type(value) in (str, bool) or is_number(abs(value) if type(value) is int else None),
             f"there is a value of a strange kind, {value!r}")  # fmt: skip


def check_result(result: Mapping[str, Any]) -> None:
    """Wrong unless a roll or draw inside an event is whole."""
    inside = [found for name, part in result.items() if name != "hit" for found in results_of(part)]
    need(not inside, "a roll or draw holds another one", "rolls")
    need({"dice", "drawn"} & set(result), "there is a result without dice", "rolls")
    if "dice" in result:
        sides, faces, first = result.get("sides", SIX), result["dice"], 1
        need(not {"drawn", "size"} & set(result), "a roll is a draw as well")
        need(is_number(sides, 1) and sides <= MOST_SIDES, "a die has too many sides")
        need(type(faces) is list and len(faces) <= MOST_DICE, "a roll has too many dice")
        need(result.get("own", True) is True, "`own` of a roll is true, or is not there")
        need(("table" in result) == ("hit" in result), "a roll on a table says which row it hit", "rows")
        for mod in result.get("mods", ()):
            need(type(mod) is list and len(mod) == 3 and type(mod[0]) is int, "a modifier is malformed")
    else:
        sides, faces, first = result["size"], result["drawn"], 0
    need(is_number(sides, 1) and sides <= 10**6 and type(faces) is list and faces, "a roll or draw is malformed")
    need(all(is_number(face, first) and face < sides + first for face in faces), "a die shows no such face")
    need(first or len({*faces}) == len(faces), "a place was drawn twice")


def bare(result: Mapping[str, object]) -> dict[str, object]:
    """A roll or draw as a draw shows it: out of how many, and what."""
    if "dice" in result:
        return {"sides": result.get("sides", SIX), "got": result["dice"]}
    return {"size": result["size"], "got": result["drawn"]}


# The check ----------------------------------------------------------------------------------------------------------


@dataclass
class Part:
    """What one part of the check came to: how many things were looked at, what is wrong, what has to wait."""

    title: str
    checked: int = 0
    faults: list[str] = field(default_factory=list)
    waits: list[str] = field(default_factory=list)

    def wait(self, why: str) -> None:
        """Something can't be checked (yet); it is said once."""
        if why not in self.waits:
            self.waits.append(why)


PARTS = {
    "known": "All of it is understood, and each wrote only where and what he may",
    "seats": "Everybody who acted had taken a seat that was offered",
    "seed": "The seed of the dice is the one promised at the founding",
    "mixed": "All sides had their part in the dice before they were drawn",
    "seals": "What was sealed is what was shown later",
    "chain": "Nothing was changed, dropped, added or moved in the journal",
    "dice": "Every die of the server is the one that had to come",
    "rolls": "Every roll used the dice that were drawn for it, in their order",
    "rows": "Every total hits the row of its table that the result was read from",
    "undone": "What was undone was a side's own, or agreed to by all",
}


@dataclass
class SeatTaken:
    """Somebody's place in the journal; nobody's once he has left."""

    role: str
    side: str
    name: str
    left: bool = False
    admitted: set[str] = field(default_factory=set)


@dataclass
class Chain:
    """A side's chain for its dice: the newest link, how many are out, how many there are, and what its blind is."""

    last: str
    links: int
    blind: str
    used: int = 0


@dataclass
class RoomEntry:
    """An entry of a room: the act it came with, its kind, whether it no longer counts."""

    act: int
    kind: str
    gone: bool = False


def check(file: File, heads: Iterable[str] = ()) -> list[Part]:
    """Everything that can be checked about a file; nothing in it is wrong if no part has faults.

    It goes on until something is wrong: what follows that can't be told.
    """
    return Check(file).run(heads)


def faults(file: File, heads: Iterable[str] = ()) -> list[str]:
    """What is wrong with a file; empty if nothing is."""
    return [fault for part in check(file, heads) for fault in part.faults]


class Check:
    """Goes through a file once, act by act, with all that is known before each."""

    def __init__(self, file: File) -> None:
        self.file, self.parts = file, {name: Part(title) for name, title in PARTS.items()}
        self.acts: list[Act] = []
        self.seats: dict[int, SeatTaken] = {}
        self.offers: dict[int, dict[str, object]] = {}  # the open ones
        self.replaceable: dict[int, set[str]] = {}  # by seat, the sides that agree to another commander on it
        self.vacant: set[str] = set()  # sides whose commander was replaced, until there is another
        self.offered = self.rewinds = self.epoch = 0
        self.chains: dict[str, Chain] = {}
        self.coming: dict[str, tuple[int, Chain]] = {}
        self.finished: dict[str, str] = {}
        self.fresh: set[str] = set()
        self.turns: dict[tuple[str, str], int] = {}
        self.locks: dict[str, int] = {}
        self.key: str | None = None
        self.asked: dict[str, Any] | None = None
        self.links: dict[int, str] = {}
        self.over = self.drew = False
        self.rolled_on: set[str] = set()

    def run(self, heads: Iterable[str]) -> list[Part]:
        """See `check`."""
        where = "The file"
        try:
            self._header()
            for number, act in enumerate(self.file["acts"], len(self.acts) + 1):
                where = _called(number, act)
                self._act(act)
            where = "The file"
            self._end()
            self._heads(heads)
        except Wrong as wrong:
            self.parts[wrong.part].faults.append(f"{'In ' * (where != 'The file')}{where}: {wrong}.")
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError) as odd:
            self.parts["known"].faults.append(f"{where} is not understood: {odd!r}.")
        return [*self.parts.values()]

    def _header(self) -> None:
        file = self.file
        exact(file, FILE_KEYS, "it")
        need(
            file["format"] == FORMAT and type(file["version"]) is int and file["version"] == FORM, "it has another form"
        )
        need(all(is_text(file[name], 80) for name in ("campaign", "system", "edition", "name")), "a name is malformed")
        need(file["how"] in ("accounts", "hotseat", "solo") and type(file["locked"]) is bool, "how it is played")
        sides = file["sides"]
        need(type(sides) is list and sides and all(map(is_text, sides)) and len({*sides}) == len(sides), "the sides")
        need(PUBLIC not in sides, "a side is called like the public room")
        exact(file["kinds"], ("public", "side", "umpire"), "the list of kinds")
        need(all(type(kind) is str for kinds in file["kinds"].values() for kind in kinds), "a kind is no text")
        ours = any(kind.startswith("house.") for kinds in file["kinds"].values() for kind in kinds)
        need(not ours, "a kind of the game is called like one of the house")
        need(file["rooms"] == [PUBLIC, *(side for side in sides if side in file["rooms"])], "the rooms")
        need(all(is_text(stage) and mode in ("each", "all") for stage, mode in file["doors"].items()), "the doors")
        for part in ("kinds", "options", "table_digests", "tables"):
            check_plain(file[part], 1)
        need(is_moment(file["founded_at"]), "when it was founded")
        need(is_hex(file["seed_hash"]) and is_hex(file["tables_root"]), "a hash is malformed")
        self.sides: list[str] = sides
        self.here = [room for room in file["rooms"] if room != PUBLIC]
        self._disclosed()
        self.cid = self.head = founding(file)
        self.at: str = file["founded_at"]
        self.entries: dict[str, list[RoomEntry]] = {room: [] for room in (PUBLIC, *sides)}
        self.room_head = dict.fromkeys(sides, self.cid)

    def _disclosed(self) -> None:
        """What is told of secrets fits what was promised of them: seed, keys of anchors, tables."""
        file = self.file
        need(file["seed"] is None or is_hex(file["seed"]), "the seed is malformed", "seed")
        if file["seed"] is not None:
            self.parts["seed"].checked = 1
            right = commitment(bytes.fromhex(file["seed"])) == file["seed_hash"]
            need(right, f"this seed is not the one with the SHA-256 {file['seed_hash']}: it was replaced", "seed")
        exact(file["anchor_hashes"], self.sides, "the hashes of the anchors' keys")
        need(all(map(is_hex, file["anchor_hashes"].values())), "a hash is malformed")
        exact(file["anchor_keys"], self.here, "the keys of the anchors")
        for side, key in file["anchor_keys"].items():
            right = is_hex(key) and digest("anchor key", key) == file["anchor_hashes"][side]
            need(right, f"the key of the anchors of {side} is not the one promised", "chain")
        need(type(file["blinds"]) is dict and {*file["blinds"]} <= {*self.here}, "there is a blind of another room")
        need(all(map(is_hex, file["blinds"].values())), "a blind is malformed")
        right = type(file["table_digests"]) is dict and tables_root(file["table_digests"]) == file["tables_root"]
        need(right, "the tables are not those of the founding", "rows")
        for name, rows in file["tables"].items():
            need(file["table_digests"].get(name) == digest("table", rows), f"the table {name} was changed", "rows")

    # an act -----------------------------------------------------------------------------------------------------------

    def _act(self, act: Act) -> None:
        need(type(act) is dict and act.get("side") in ("", *self.sides), "a side acts that the campaign does not have")
        side, own = act["side"], act["side"] in self.here
        exact(act, ACT_KEYS | OWN_KEYS if own else ACT_KEYS, "it")
        need(is_moment(act["at"]) and act["at"] > self.at, "it comes before the last one")
        need(type(act["by"]) is str and is_number(act["seat"]), "who acts is malformed")
        need(type(act["events"]) is list and act["events"], "nothing happens")
        self.at = act["at"]
        self.acts.append(act)
        # What is rolled here hangs on the last door, so that no other may be due when the act begins.
        shut = self.asked is not None or {*self.finished} == {*self.sides}
        count = {room: len(entries) for room, entries in self.entries.items()}
        for event in act["events"]:
            exact(event, ("room", "no", "kind", "data"), "an event")
            need(event["room"] in (PUBLIC, side if own else PUBLIC), "something stands in a room that is not its own")
            need(type(event["kind"]) is str and type(event["data"]) is dict, "an event is malformed")
            check_plain(event["data"], 5)
            count[event["room"]] += 1
            need(
                type(event["no"]) is int and event["no"] == count[event["room"]], "an entry has another number", "chain"
            )
        self.parts["known"].checked += 1
        self._linked(act, own, count)
        self._actor(act)
        for event in act["events"]:
            self._event(act, event, own)
        self.replaceable.pop(act["seat"], None)  # who acts still plays
        self._draws(act, own, shut)

    def _linked(self, act: Act, own: bool, count: Mapping[str, int]) -> None:
        side, chain = act["side"], self.parts["chain"]
        need(
            type(act["public"]) is int and act["public"] == count[PUBLIC],
            "it counts the public entries otherwise",
            "chain",
        )
        if own:
            need(is_hex(act["nonce"]) and is_hex(act["room_link"]), "nonce or link are malformed")
            need(
                type(act["room"]) is int and act["room"] == count[side],
                "it counts its room's entries otherwise",
                "chain",
            )
            due = room_link(self.cid, act, self.room_head[side], self.head)
            need(due == act["room_link"], f"the link of the {side.capitalize()} room does not follow", "chain")
            self.room_head[side] = act["room_link"]
            chain.checked += 1
        if not shown_events(act, public=True):
            need(own and act["link"] == "" and act["anchors"] == {}, "it has a public link, and nothing public")
            return
        exact(act["anchors"], self.sides, "its anchors")
        for room, found in act["anchors"].items():
            need(is_hex(found), "an anchor is malformed")
            if room in self.here:
                key = self.file["anchor_keys"][room]
                due = anchor(key, act["public"], self.room_head[room], count[room])
                need(due == found, f"its anchor does not hold the room of {room.capitalize()} as it was", "chain")
        need(is_hex(act["link"]), "its link is malformed")
        need(link(self.head, body(act), act["public"]) == act["link"], "the public link does not follow", "chain")
        self.head = self.links[act["public"]] = act["link"]
        chain.checked += 1

    def _actor(self, act: Act) -> None:
        """Who acts had a seat, and this seat may do such things."""
        seat, part = self.seats.get(act["seat"]), "seats"
        house = [_house(event) for event in act["events"] if _house(event)]
        need(all(kind in HOUSE for kind in house), "there is an entry of the house that the house does not make")
        left = [event for event in act["events"] if not _is_note(event) and event["kind"] != "house.imported"]
        need(not self.over or not left, "the campaign had ended")
        self.parts[part].checked += 1
        by_house = [kind for kind in house if HOUSE[kind][0] == "house"]
        if act["seat"] == 0:
            need(act["by"] == act["side"] == "", "the house has neither side nor name", part)
            need(by_house == house and not _of_the_game(act), "the house may not do that", part)
            need(self.seats, "it was not founded", part)
            return
        need(not by_house, "only the house may do that", part)
        if not self.seats or house[:1] == ["seat_taken"]:
            data, first = act["events"][0]["data"], "seat_taken" if self.seats else "founded"
            need(len(act["events"]) == 1 and house == [first], "who sits down does that alone", part)
            sits = (data.get("seat"), data.get("name"), data.get("side"))
            need(sits == (act["seat"], act["by"], act["side"]), "somebody else sits down, or elsewhere", part)
            return
        need("founded" not in house and "seat_taken" not in house, "who sits down does that alone", part)
        need(
            seat and not seat.left and (seat.name, seat.side) == (act["by"], act["side"]), "nobody has this seat", part
        )
        if seat and seat.role != "commander":
            judges = {*self.file["kinds"]["umpire"]} if seat.role == "umpire" else set()
            allowed = {"umpire": OF_AN_UMPIRE, "adjutant": OF_AN_ADJUTANT}.get(seat.role, ("seat_left",))
            for event in act["events"]:
                may = _is_note(event) or (_house(event) in allowed if _house(event) else event["kind"] in judges)
                need(may and event["room"] == PUBLIC, f"this seat may not do {event['kind']!r}", part)

    def _event(self, act: Act, event: Mapping[str, Any], own: bool) -> None:
        kind, data, room, side = event["kind"], event["data"], event["room"], act["side"]
        if name := _house(event):
            _, forms, missing = HOUSE[name]
            exact(data, forms, kind, missing)
            for key, value in data.items():
                need(FITS[forms[key]](value), f"{key} of {kind} is malformed")
                need(forms[key] != "side" or value == side, f"{kind} speaks for another side", "seats")
                need(forms[key] != "side or none" or value in ("", *self.sides), f"{kind} names no side")
            need(room == PUBLIC or name == "recalled", f"{kind} is public")
            RULES[name](self, act, data, room)
        elif _is_note(event):
            need(room == PUBLIC, f"{kind} is public")
            need(not any(True for _ in results_of(data)), "a note shows dice", "rolls")
        else:
            words = self.file["kinds"]["public" if room == PUBLIC else "side"]
            need(kind in words if side else kind in self.file["kinds"]["umpire"], f"the game has no {kind!r} there")
            if room == PUBLIC and "seal" in data:
                self._seal(act, data["seal"], own)
        self.entries[room].append(RoomEntry(len(self.acts) - 1, kind))
        if room == PUBLIC and name not in ("rewind_proposed", "rewind_agreed"):
            self.asked = None

    def _seal(self, act: Act, found: object, own: bool) -> None:
        part = self.parts["seals"]
        need(is_hex(found), "a seal is malformed", "seals")
        part.checked += own
        if not own:
            part.wait("Seals of sides whose rooms are not in this file.")
        need(not own or found == seal(self.cid, act), "the seal does not fit what was sealed: it was changed", "seals")

    # dice -------------------------------------------------------------------------------------------------------------

    def _draws(self, act: Act, own: bool, shut: bool) -> None:
        results = [result for event in act["events"] for result in results_of(event["data"])]
        for result in results:
            check_result(result)
            self._row(result)
        thrown = [bare(result) for result in results if not result.get("own")]
        part = self.parts["rolls"]
        if thrown:
            doors = {"finished", "link", "door"} & {_house(event) for event in act["events"]}
            need(not shut and not doors, "dice were drawn that wait for the next door", "mixed")
        if len(thrown) < len(results):
            need(self.file["options"].get("dice") != "server", "dice were typed in, but the server rolls here", "rolls")
            part.wait("Dice that players threw themselves and typed in: nothing can check these.")
        if not own:
            if thrown:
                part.wait(f"Dice that the {act['side'].capitalize()} side rolled in public wait for its room.")
            return
        need(type(act["draws"]) is list, "its draws are malformed")
        got = []
        for draw in act["draws"]:
            exact(draw, ("key", "turn", "sides", "size", "got"), "a draw", ("sides", "size"))
            need(("sides" in draw) != ("size" in draw), "a draw has sides or a size")
            got.append({name: draw[name] for name in draw if name not in ("key", "turn")})
        need(
            _singly(got) == _singly(thrown),
            f"the rolls show {thrown or 'no dice'}, but {got or 'none'} was drawn",
            "rolls",
        )
        part.checked += len(thrown)
        for draw in act["draws"]:
            self._draw(act["side"], draw)

    def _draw(self, side: str, draw: Draw) -> None:
        need(type(draw["key"]) is str and NAME_OF_DRAW.fullmatch(draw["key"]), "a draw has no name", "dice")
        need(self.epoch > 0, "dice were drawn before the first door", "mixed")
        due = self.turns.get((side, draw["key"]), 0)
        need(type(draw["turn"]) is int and draw["turn"] == due, "a draw was left out or used again", "dice")
        self.turns[side, draw["key"]] = due + 1
        self.drew = True
        blind = self.file["blinds"].get(side)
        if blind is not None:
            need(digest("blind", blind) == self.chains[side].blind, "the blind is not the one promised", "dice")
        if self.key and blind is not None:
            shown = drawn(cup(self.key, blind, side), draw)
            need(shown == draw["got"], f"the dice are not those of the seed: {draw['got']}, not {shown}", "dice")
            self.parts["dice"].checked += len(shown)

    def _row(self, roll: Mapping[str, Any]) -> None:
        if not roll.get("table"):
            return
        need(roll["table"] in self.file["tables"], f"the table {roll['table']} is missing", "rows")
        self.rolled_on.add(roll["table"])
        thrown = sum(roll["dice"])
        total = thrown + sum(value for value, *_ in roll.get("mods", ()))
        due = row_hit(self.file["tables"][roll["table"]], total, thrown)
        said = f"a total of {total} on the table {roll['table']} is {json.dumps(due)}, not {json.dumps(roll['hit'])}"
        need(canonical(due) == canonical(roll["hit"]), said, "rows")
        self.parts["rows"].checked += 1

    # the end ----------------------------------------------------------------------------------------------------------

    def _end(self) -> None:
        need(self.acts, "it has no acts")
        need({*self.file["tables"]} == self.rolled_on, "it has tables that nothing in it rolled on", "rows")
        for side, blind in self.file["blinds"].items():
            right = side in self.chains and digest("blind", blind) in self._promised(side)
            need(right, f"the blind of {side} is not the one promised", "dice")
        after = ", although the campaign has ended" if self.over else ""
        chain, dice = self.parts["chain"], self.parts["dice"]
        for side in self.sides:
            if side not in self.here:
                chain.wait(f"What is behind the door of the {side.capitalize()} side is not in this file{after}.")
            elif self.drew and side not in self.file["blinds"]:
                dice.wait(f"The blind of the {side.capitalize()} side is not in this file{after}.")
        if self.file["seed"] is None:
            missing = "The seed is not in this file, although the campaign has ended."
            self.parts["seed"].wait(missing if self.over else "The seed is disclosed when the campaign has ended.")
        if not self.over:
            chain.wait("The campaign goes on: what was done in secret since the last public entry is not bound yet.")

    def _promised(self, side: str) -> set[str]:
        later = [self.coming[side][1].blind] if side in self.coming else []
        return {self.chains[side].blind, *later}

    def _heads(self, heads: Iterable[str]) -> None:
        part, last, best = self.parts["chain"], max(self.links, default=0), 0
        for head in heads:
            part.checked += 1
            number, digits = parse_head(head)
            if number is None:  # a head without its number is one of these, or none
                number = next((each for each, found in self.links.items() if digits and found.startswith(digits)), None)
            need(number is not None and digits, f"the head {head} is not in this journal: it was written anew", "chain")
            if number is not None and number > last:
                part.wait(f"The head {head} is of a later entry: this file is older, or its end was cut off.")
                continue
            right = self.links.get(number or 0, "").startswith(digits)
            need(right, f"the head {head} is not in this journal: what led up to it was written anew", "chain")
            best = max(best, number or 0)
        if best < last:
            part.wait(
                f"Your heads bind it up to public entry {best} of {last}: who has all keys can write the rest anew."
            )


def parse_head(text: str) -> tuple[int | None, str]:
    """The number of a head, None if it has none, and its digits; these are empty if it is no head."""
    number, colon, digits = text.strip().lower().rpartition(":")
    fits = SHORTEST_HEAD <= len(digits) <= 64 and not digits.strip("0123456789abcdef")
    if colon and not (number.isascii() and number.isdigit()):
        fits = False
    return (int(number) if colon and fits else None), digits if fits else ""


def _called(number: int, act: object) -> str:
    """An act in a sentence."""
    if type(act) is not dict or type(act.get("at")) is not str:
        return f"act {number}"
    by = f" by {act['by']}" if act.get("by") else ""
    return f"act {number} ({act['at'][:16].replace('T', ' ')}{by})"


def _house(event: Mapping[str, Any]) -> str:
    """The kind of an entry of the house that decides something; "" for a note, or an event of the game."""
    kind = event["kind"].removeprefix("house.")
    return "" if kind == event["kind"] or kind.startswith(NOTE) else kind


def _is_note(event: Mapping[str, Any]) -> bool:
    return bool(event["kind"].startswith("house." + NOTE))


def _of_the_game(act: Act) -> list[str]:
    """The kinds of an act's events of the game."""
    return [event["kind"] for event in act["events"] if not event["kind"].startswith("house.")]


def _singly(draws: Iterable[Draw]) -> list[tuple[object, object]]:
    """Each die after the number of its sides, as rolls may share what was drawn at one go; a hand of places is one."""
    found = list[tuple[object, object]]()
    for draw in draws:
        found += (
            [(draw["sides"], face) for face in draw["got"]]
            if "sides" in draw
            else [(f"of {draw['size']}", draw["got"])]
        )
    return found


# What each entry of the house asks for, and does --------------------------------------------------------------------


def _sit(check: Check, number: int, seat: SeatTaken) -> None:
    need(number == len(check.seats) + 1, "seats are numbered in order", "seats")
    check.seats[number] = seat


def _mixes(check: Check, data: Data, due: Iterable[str]) -> None:
    """What a side adds to the dice when it sits down: the chain of its links, once."""
    due, chains = {*due}, data.get("chains", {})
    need(due <= {*chains}, "a side does not give its part of the dice", "mixed")
    for side, chain in chains.items():
        need(side in due, f"a chain of the {side.capitalize()} side comes a second time, or too early", "mixed")
        check.chains[side] = Chain(chain["tip"], chain["links"], chain["blind"])
    check.parts["mixed"].checked += len(due)


def _founded(check: Check, act: Act, data: Data, room: str) -> None:
    need(data["how"] == check.file["how"], "it was founded to be played otherwise")
    together = check.file["how"] == "accounts"
    others = [] if together else [side for side in check.sides if side != data["side"]]
    _sit(check, data["seat"], SeatTaken("commander", data["side"], data["name"]))
    for side in others:  # at one device, or alone, the founder has the seats of all sides
        _sit(check, len(check.seats) + 1, SeatTaken("commander", side, data["name"]))
    _mixes(check, data, [data["side"], *others])


def _seat_offered(check: Check, act: Act, data: Data, room: str) -> None:
    role, side = data["role"], data["side"]
    need(data["offer"] == check.offered + 1, "offers are numbered in order", "seats")
    need(bool(side) == (role in OF_A_SIDE), "this role has a side, or has none", "seats")
    away = role == "commander" and not _led(check, side)
    if check.seats[act["seat"]].role == "umpire":
        need(away and side in check.vacant, "an umpire offers a seat only that he had replaced", "seats")
    need(side in ("", act["side"]) or away, "this seat is not his to offer", "seats")
    check.offered += 1
    check.offers[data["offer"]] = {"role": role, "side": side, "by": act["side"]}


def _led(check: Check, side: str) -> bool:
    return any((seat.role, seat.side) == ("commander", side) and not seat.left for seat in check.seats.values())


def _offer_withdrawn(check: Check, act: Act, data: Data, room: str) -> None:
    offer = check.offers.pop(data["offer"], None)
    need(offer and offer["by"] in ("", act["side"]), "there is no such offer of this side", "seats")


def _seat_taken(check: Check, act: Act, data: Data, room: str) -> None:
    offer, role, side = check.offers.pop(data["offer"], None), data["role"], data["side"]
    need(offer and (offer["role"], offer["side"]) == (role, side), "this seat was not offered", "seats")
    if offer and side not in ("", offer["by"]):
        need(not _led(check, side), "this side has a commander, who alone invites to it", "seats")
    _sit(check, data["seat"], SeatTaken(role, side, data["name"]))
    if role == "commander":
        check.vacant.discard(side)
    _mixes(check, data, [side] if role == "commander" and side not in check.chains else [])


def _seat_left(check: Check, act: Act, data: Data, room: str) -> None:
    seat, actor = check.seats.get(data["seat"]), check.seats[act["seat"]]
    check.replaceable.pop(data["seat"], None)
    need(seat and not seat.left, "nobody sits there", "seats")
    if seat:
        his = data["seat"] == act["seat"] or (actor.role == "commander" and seat.side == act["side"])
        need(his or (actor.role == "commander" and seat.side == ""), "this seat is not his to take", "seats")
        seat.left = True


def _only_commander(check: Check, number: int) -> SeatTaken:
    """The seat of a side's only commander."""
    seat = check.seats.get(number)
    need(seat and not seat.left and seat.role == "commander", "it is about nobody's seat", "seats")
    assert seat
    others = (each for each in check.seats.values() if each is not seat and not each.left and each.side == seat.side)
    need(all(each.role != "commander" for each in others), "this side has another commander, who decides that", "seats")
    return seat


def _replacement_agreed(check: Check, act: Act, data: Data, room: str) -> None:
    seat, agreed = _only_commander(check, data["seat"]), check.replaceable.setdefault(data["seat"], set())
    need(act["side"] not in (seat.side, *agreed), "another side has to agree", "seats")
    agreed.add(act["side"])


def _seat_replaced(check: Check, act: Act, data: Data, room: str) -> None:
    seat = _only_commander(check, data["seat"])
    others = {side for side in check.sides if side != seat.side and _led(check, side)}
    need(
        others and others <= check.replaceable.pop(data["seat"], set()), "the other side had not agreed to it", "seats"
    )
    seat.left = True
    check.vacant.add(seat.side)
    check.offers = {number: offer for number, offer in check.offers.items() if offer["by"] != seat.side}


def _umpire_admitted(check: Check, act: Act, data: Data, room: str) -> None:
    seat = check.seats.get(data["seat"])
    need(
        seat and seat.role == "umpire" and not seat.left and act["side"] not in seat.admitted, "no such umpire", "seats"
    )
    if seat:
        seat.admitted.add(act["side"])


def _umpire_dismissed(check: Check, act: Act, data: Data, room: str) -> None:
    seat = check.seats.get(data["seat"])
    need(seat and act["side"] in seat.admitted, "no such umpire", "seats")
    if seat:
        seat.admitted.remove(act["side"])


def _locked(check: Check, act: Act, data: Data, room: str) -> None:
    need(check.file["locked"], "this campaign has no locks")
    last = check.locks.get(act["side"], 0)  # the key was turned, or only the ways to it are others
    need(data["generation"] in (last, last + 1), "locks are numbered in order")
    check.locks[act["side"]] = data["generation"]


def _chain(check: Check, act: Act, data: Data, room: str) -> None:
    need(act["side"] in check.chains, "a side gives a new chain, and has none", "mixed")
    need(data["from"] == check.epoch + 2, "a new chain serves from the door after the next", "mixed")
    check.coming[act["side"]] = data["from"], Chain(data["tip"], data["links"], data["blind"])


def _finished(check: Check, act: Act, data: Data, room: str) -> None:
    need(data["door"] == check.epoch + 1, "it finished before another door", "mixed")
    need(data["stage"] in check.file["doors"], "there is no door to this stage", "mixed")
    need(act["side"] not in check.finished, "this side had finished", "mixed")
    need({*check.finished.values()} <= {data["stage"]}, "the sides stand before different doors", "mixed")
    check.finished[act["side"]] = data["stage"]


def _link(check: Check, act: Act, data: Data, room: str) -> None:
    side = act["side"]
    need(side in check.finished and side not in check.fresh and side in check.chains, "a link out of turn", "mixed")
    chain = check.chains[side]
    if check.file["doors"][check.finished[side]] == "all":
        need({*check.finished} == {*check.sides}, "a link came before all sides had finished", "mixed")
    need(chain.used + 1 == data["index"] <= chain.links, "links are used in order, each once", "mixed")
    right = chain_step(check.cid, side, data["index"] - 1, data["link"]) == chain.last
    need(right, "the link is not of this side's chain", "mixed")
    chain.used, chain.last = data["index"], data["link"]
    check.fresh.add(side)
    check.parts["mixed"].checked += 1


def _door(check: Check, act: Act, data: Data, room: str) -> None:
    need(data["epoch"] == check.epoch + 1, "doors are numbered in order", "mixed")
    need(check.fresh == {*check.sides}, "a door needs a new link of every side", "mixed")
    links = {side: [chain.used, chain.last] for side, chain in check.chains.items()}
    need(data["links"] == links, "the door has other links than were published", "mixed")
    check.epoch, check.fresh, check.finished, check.turns = data["epoch"], set(), {}, {}
    if check.file["seed"]:
        check.key = epoch_key(check.file["seed"], check.cid, check.epoch, data["links"])
    for side, (start, chain) in [*check.coming.items()]:
        if start == check.epoch + 1:
            check.chains[side] = chain
            del check.coming[side]


def _rewind_proposed(check: Check, act: Act, data: Data, room: str) -> None:
    check.rewinds += 1
    right = data["rewind"] == check.rewinds and 1 <= data["before"] <= len(check.entries[PUBLIC])
    need(right, "it proposes to go back to what is not there", "undone")
    check.asked = {**data, "side": act["side"], "agreed": {act["side"]}}


def _rewind_agreed(check: Check, act: Act, data: Data, room: str) -> None:
    _answered(check, act, data)
    if check.asked:
        check.asked["agreed"].add(act["side"])


def _rewind_refused(check: Check, act: Act, data: Data, room: str) -> None:
    _answered(check, act, data)
    need(check.asked and check.asked["side"] != act["side"], "it is the side's own proposal", "undone")


def _rewind_withdrawn(check: Check, act: Act, data: Data, room: str) -> None:
    _answered(check, act, data)
    need(check.asked and check.asked["side"] == act["side"], "it is another side's proposal", "undone")


def _answered(check: Check, act: Act, data: Data) -> None:
    waits = check.asked and check.asked["rewind"] == data["rewind"]
    need(waits, "it answers a rewind that is not proposed", "undone")


def _rewound(check: Check, act: Act, data: Data, room: str) -> None:
    """One public entry undoes, in every room, the events of the game of all acts that had counted `before` entries."""
    _answered(check, act, data)
    asked = check.asked or {}
    agreed = asked["before"] == data["before"] and {*check.sides} <= {*asked["agreed"], act["side"]}
    need(agreed, "it agrees to a rewind that the other side had not proposed", "undone")
    for entries in check.entries.values():
        for entry in entries:
            if check.acts[entry.act]["public"] >= data["before"] and not entry.kind.startswith("house."):
                entry.gone = True
    if {*check.finished} != {*check.sides}:  # what is done again has dice that nobody knows yet
        check.finished = dict.fromkeys(check.sides, REWIND)
    check.parts["undone"].checked += 1


def _recalled(check: Check, act: Act, data: Data, room: str) -> None:
    first, last = data["first"], data["last"]
    need(1 <= first <= last <= len(check.entries[room]), "it takes back what is not there", "undone")
    span = check.entries[room][first - 1 : last]
    stood = not any(entry.gone or entry.kind.startswith("house.") for entry in span)
    need(stood and len({entry.act for entry in span}) == 1, "what it takes back was not agreed to", "undone")
    old = check.acts[span[0].act]
    his = old["side"] == act["side"] and not old.get("draws")
    rolled = any(True for event in old["events"] for _ in results_of(event["data"]))
    need(his and not rolled, "what it takes back is another side's, or dice were cast in it", "undone")
    for entry in span:
        entry.gone = True
    if {*check.finished} != {*check.sides} and room == PUBLIC:
        check.finished.pop(act["side"], None)  # who does it again has not finished
    check.parts["undone"].checked += 1


def _imported(check: Check, act: Act, data: Data, room: str) -> None:
    """It went on elsewhere: other people sit there, and whoever brought the file knew what is in it."""
    for seat in check.seats.values():
        seat.left = True
    check.offers.clear()
    check.replaceable.clear()
    check.vacant -= {*data["commanders"]}  # whose commander was replaced waits for one there too
    need({*data["commanders"]} <= {*check.sides} and data["commanders"], "it names no commanders", "seats")
    for side, told in sorted(data["commanders"].items(), key=lambda each: each[1]["seat"]):
        _sit(check, told["seat"], SeatTaken("commander", side, told["name"]))
    if check.over:  # nothing is rolled there any more, and everybody may know seed and rooms by now
        need({*data} == {"commanders"}, "a part of the dice is given after the end", "mixed")
        return
    check.coming.clear()  # what the chains so far end with stayed where it was: all sides have new ones
    _mixes(check, data, check.sides)
    check.parts["seed"].wait("It was gone on with elsewhere: who brought it there knew the seed and all rooms.")


def _ended(check: Check, act: Act, data: Data, room: str) -> None:
    need(data["tables_root"] == check.file["tables_root"], "it ended with other tables", "rows")
    exact(data["rooms"], check.sides, "the list of rooms at the end")
    for side in check.here:
        last = {"entries": len(check.entries[side]), "head": check.room_head[side]}
        need(data["rooms"][side] == last, f"the room of {side} ends otherwise", "chain")
    check.over = True


RULES: Mapping[str, Callable[[Check, Act, Data, str], None]] = {name: globals()[f"_{name}"] for name in HOUSE}


# On the command line ------------------------------------------------------------------------------------------------


def read(text: str) -> File:
    """A campaign file; ValueError if it is none, or JSON in two senses."""

    def refused(number: str) -> object:
        raise ValueError(f"{number[:30]} is no whole number")

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len(found := dict(pairs)) < len(pairs):
            raise ValueError("a key stands twice in one place")
        return found

    file = json.loads(text, parse_float=refused, parse_constant=refused, object_pairs_hook=once)
    if not isinstance(file, dict) or file.get("format") != FORMAT:
        raise ValueError("it is no campaign file")
    if file.get("version") != FORM:
        raise ValueError(f"it has another form than {FORM}, which this script checks")
    return file


def receipts(path: Path) -> list[str]:
    """The heads in a file of receipts, as a browser keeps them: `seen` lists number, link and time."""
    return [f"{number}:{found}" for number, found, *_ in json.loads(path.read_text(encoding="utf-8"))["seen"]]


def main(arguments: list[str] | None = None) -> int:
    """Check the file named on the command line and say what came of it."""
    parser = argparse.ArgumentParser(description="Checks a campaign file of Refit Room.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--head", action="append", default=[], help="a head that was shown during the campaign")
    parser.add_argument("--receipts", type=Path, help="the heads that a browser has kept")
    given = parser.parse_args(arguments)
    try:
        heads = [*given.head, *(receipts(given.receipts) if given.receipts else ())]
        parts = check(read(given.file.read_text(encoding="utf-8-sig")), heads)
    except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
        print(f"{given.file} can't be checked: it is damaged, or something else ({error!r}).")
        return 1
    return verdict(parts)


def printable(text: str) -> str:
    """A text of the file as a terminal may have it: nothing in it moves the cursor or turns the order of letters, and
    letters that the terminal, or where this is written to, does not have are told by their numbers."""
    code = sys.stdout.encoding or "utf-8"
    told = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)
    return told.encode(code, "backslashreplace").decode(code)


def verdict(parts: Iterable[Part]) -> int:
    """Say what came of the check; 0, 1 or 2."""
    parts = list(parts)
    wrong, waits = any(part.faults for part in parts), any(part.waits for part in parts)
    for part in parts:
        said = "WRONG" if part.faults else "right" if part.checked or not part.waits else "later"
        lines = [f"{said}  {part.title} ({part.checked}).", *part.faults, *part.waits]
        print("\n       ".join(map(printable, lines)))
    if wrong:
        print("This is not the campaign as it was played.")
    else:
        print("Nothing is wrong in what can be checked." if waits else "All was checked, and nothing is wrong.")
    return 1 if wrong else 2 if waits else 0


if __name__ == "__main__":
    sys.exit(main())
