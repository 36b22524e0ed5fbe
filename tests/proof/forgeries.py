"""Every small forgery of a campaign file: made in the file itself, looked at, and put back.

`bench.forgeries` tries all of them, a test a sample. What may be withheld without being wrong is declared by the script
with exit 2: the seed, a blind, and the newest acts, if a head of a later entry was kept.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from typing import Any

from campaigns.ledger.verify_campaign import HEX64, OWN_KEYS
from rules.contract import PUBLIC

File = dict[str, Any]
Forgery = tuple[str, Callable[[], None], Callable[[], None]]
"""What kind it is, how it is done, and how it is put back."""


def leaves(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every box of a file with each key or place in it that holds no box."""
    for name, part in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(part, dict | list):
            yield from leaves(part)
        else:
            yield value, name


def boxes(value: Any) -> Iterator[Any]:
    """Every object and list of a file."""
    if isinstance(value, dict | list):
        yield value
        for part in value.values() if isinstance(value, dict) else value:
            yield from boxes(part)


def others(value: Any) -> list[Any]:
    """What may stand in the place of a value: near it, of other kinds, and what readers take for the same."""
    if value is None:
        return [0, "", False]
    if isinstance(value, bool):
        return [not value, int(value), None]
    if isinstance(value, int):
        return [value + 1, value - 1, str(value), float(value), True if value == 1 else -value - 1, None]
    found = [value + "x", value[:-1], None, 0, [value]]
    if HEX64.fullmatch(value):
        found += [value + "00", value.upper(), f" {value}", ("1" if value[0] == "0" else "0") + value[1:], ""]
    return [other for other in found if other != value]


def put(kind: str, box: Any, name: Any, value: Any) -> Forgery:
    """Another value in a place."""
    old = box[name]

    def do() -> None:
        box[name] = value

    def undo() -> None:
        box[name] = old

    return kind, do, undo


def without(kind: str, box: Any, name: Any) -> Forgery:
    """A place taken out."""
    if isinstance(box, list):
        item = box[name]
        return kind, lambda: box.__delitem__(name), lambda: box.insert(name, item)
    before = dict(box)

    def undo() -> None:
        box.clear()
        box.update(before)

    return kind, lambda: box.__delitem__(name), undo


def arranged(kind: str, box: list[Any], arranged: list[Any]) -> Forgery:
    """A list with other items, or the same in another order."""
    before = list(box)

    def do() -> None:
        box[:] = arranged

    def undo() -> None:
        box[:] = before

    return kind, do, undo


def every(file: File) -> Iterator[Forgery]:
    """All of them. Each has to be put back before the next is asked for."""
    for box, name in list(leaves(file)):
        for other in others(box[name]):
            yield put("a field changed", box, name, other)
    for box in list(boxes(file)):
        if isinstance(box, dict):
            for name in list(box):
                yield without("a field removed", box, name)
            yield "a field added", partial(box.update, odd=1), partial(box.pop, "odd")
            continue
        for place in range(len(box)):
            yield without("an item removed", box, place)
            yield arranged("an item doubled", box, [*box[:place], deepcopy(box[place]), *box[place:]])
            if place and box[place] != box[place - 1]:
                swapped = [*box[: place - 1], box[place], box[place - 1], *box[place + 1 :]]
                yield arranged("two items swapped", box, swapped)
    yield from _relabelled(file)
    yield from _moved(file)
    yield from _inserted(file)


def _relabelled(file: File) -> Iterator[Forgery]:
    rooms = [PUBLIC, *file["sides"], "ghost", ""]
    for act in file["acts"]:
        yield from (put("side relabelled", act, "side", side) for side in rooms if side != act["side"])
        less = {name: value for name, value in act.items() if name not in OWN_KEYS}
        if less != act and act["side"]:
            yield from _as(file, act, "side taken away", {**less, "side": ""})
            yield from _as(file, act, "links taken away", {**act, "link": "", "anchors": {}, "room_link": ""})
        yield from (put("seat relabelled", act, "seat", seat) for seat in range(5) if seat != act["seat"])
        for event in act["events"]:
            yield from (put("room relabelled", event, "room", room) for room in rooms if room != event["room"])
    if len(file["sides"]) > 1:
        yield _all_swapped(file)


def _all_swapped(file: File) -> Forgery:
    first, second = file["sides"][:2]
    swap = {first: second, second: first}
    events = [event for act in file["acts"] for event in act["events"]]

    def swap_rooms() -> None:
        for event in events:
            event["room"] = swap.get(event["room"], event["room"])

    return "all rooms swapped", swap_rooms, swap_rooms


def _as(file: File, act: Any, kind: str, other: Any) -> Iterator[Forgery]:
    yield put(kind, file["acts"], next(n for n, each in enumerate(file["acts"]) if each is act), other)


def _moved(file: File) -> Iterator[Forgery]:
    acts = file["acts"]
    for place, act in enumerate(list(acts)):
        for where in range(len(acts)):
            if where != place:
                rest = [each for each in acts if each is not act]
                if abs(where - place) > 1:
                    yield arranged("an act moved", acts, [*rest[:where], act, *rest[where:]])
                for number in range(len(act["events"])):
                    event = act["events"][number]
                    yield _to(act["events"], number, acts[where]["events"], event)


def _to(here: list[Any], number: int, there: list[Any], event: Any) -> Forgery:
    def do() -> None:
        there.append(here.pop(number))

    def undo() -> None:
        there.pop()
        here.insert(number, event)

    return "an event moved", do, undo


def _inserted(file: File) -> Iterator[Forgery]:
    """New acts at every place: without a side, of a ghost, without links, with links that were not chained."""
    acts = file["acts"]
    for place in range(len(acts) + 1):
        stamp = acts[place - 1]["at"][:20] + "999999+00:00" if place else acts[0]["at"]
        for side in ("", "ghost", *file["sides"]):
            for room in (PUBLIC, *file["sides"]):
                event = {"room": room, "no": 1, "kind": "counters.added", "data": {"name": "TIGER I"}}
                act = {"by": "", "seat": 0, "side": side, "at": stamp, "public": 1, "anchors": {}, "link": ""}
                bare = {**act, "events": [event]}
                yield arranged("an act inserted, unlinked", acts, [*acts[:place], bare, *acts[place:]])
                own = {"room": 1, "draws": [], "nonce": "ab" * 32, "room_link": "cd" * 32}
                named = {**bare, "by": "anna", "seat": 1, **(own if side in file["sides"] else {})}
                yield arranged("an act inserted, with a nonce", acts, [*acts[:place], named, *acts[place:]])


def sample(file: File, count: int, seed: int) -> Iterator[Forgery]:
    """A sample of `count` forgeries, the same for the same `seed`."""
    luck = random.Random(seed)
    total = sum(1 for _ in every(file))
    chosen = set(luck.sample(range(total), count))
    return (forgery for number, forgery in enumerate(every(file)) if number in chosen)
