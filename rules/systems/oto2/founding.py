"""The campaign at its founding: options checked, and the forces both sides are given (7.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import State
from rules.parts import counters as pieces
from rules.parts.choices import DICE
from rules.parts.counters import READY
from rules.parts.refit.founding import one_of, readings
from rules.systems.oto2.book import Book, book, rulings
from rules.systems.oto2.course import FIRST_STAGE
from rules.systems.oto2.state import RUSSIAN, SIDES, DateRecord, Group, Ledger, Line, Public, Side

DATA_ABOUT_DATA = {"cite", "status"}


def setup(options: Mapping[str, Any]) -> State:
    """The state on 23AM, before the first purchase. Refuses options that are none of this game's."""
    chosen = readings(rulings(), options.get("rulings", {}))
    seen = book(tuple(sorted(chosen.items())))
    balance = one_of("balance", options.get("balance", "none"), seen.pack["balance"].keys() - DATA_ABOUT_DATA)
    dice = one_of("dice", options.get("dice", "server"), DICE.options)
    start = seen.pack["start"]["scenario"]
    public = Public(
        balance=balance,
        dice=dice,
        rulings=chosen,
        stage=FIRST_STAGE,
        dates=(DateRecord(weather=start["weather"], ec=start["ec"]),),
    )
    return State(public, {side: _side(seen, side) for side in SIDES})


def _side(seen: Book, side: str) -> Side:
    start = seen.pack["start"][side]
    line = Line(Ledger(start=int(start["cpp"])), int(start["elr"]), int(start["san"]))
    items = [item for item in seen.initial["item"] if item["side"] == side]
    rows = [_row(seen, side, item) for item in items for _ in range(_count(seen, item))]
    counters = pieces.add((), ({**row, "id": n} for n, row in enumerate(rows, start=1)))
    return Side(key=side, lines=(line,), groups=_given(seen, side), counters=counters)


def _row(seen: Book, side: str, item: Mapping[str, Any]) -> dict[str, Any]:
    """A counter each side is given; its number comes later."""
    kind, name = _kind(seen, side, item), _name(item)
    return pieces.row(0, kind, name, seen.worth(kind, name), fate=_fate(side, kind), **seen.note(kind))


def _given(seen: Book, side: str) -> tuple[Group, ...]:
    return tuple(
        Group(f"{seen.dates[0].key}-{row['id']}-given{n + 1}", row["id"], 0, 0, given=True, off=side == RUSSIAN)
        for row in seen.initial["group"]
        if row["side"] == side
        for n in range(int(row["count"]))
    )


def _kind(seen: Book, side: str, item: Mapping[str, Any]) -> str:
    unit = seen.unit(side, item["name"])
    return unit.kind if unit else str(item["class"])


def _fate(side: str, kind: str) -> str:
    """Russian vehicles enter from off board (7.4); everything else is at hand."""
    return "due" if side == RUSSIAN and kind in ("tank", "vehicle") else READY


def _name(item: Mapping[str, Any]) -> str:
    mines = f" {item['ap_mines']}AP {item['at_mines']}AT" if "ap_mines" in item else ""
    return f"{item['name']}{mines}"


def _count(seen: Book, item: Mapping[str, Any]) -> int:
    return int(seen.reading(item, "count"))
