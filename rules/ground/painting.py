"""Control as the sides paint it: lists of hexes as they are typed, and what becomes of the map by each side's word.

What a side paints is its public word, and the last word on a hex stands. Where the other side has said something else
of the same hex since both last agreed, the hex is disputed until one of them paints it as the other did.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TypedDict

from rules.contract import Event, Refused
from rules.engine.reducers import PublicKind
from rules.engine.replace import replace
from rules.ground.campaign_map import Ground
from rules.ground.hexes import Hex, HexGrid, hex_of
from rules.text import gettext, ngettext

MOST_TYPED = 20_000
"""Characters of a list of hexes; a whole map in runs has less."""
MOST_OVER = 4
"""A list may name all hexes of the map so many times over; more would only cost time."""
MOST_NAMED = 6
"""So many hexes that are not on the map are named in a refusal."""
NOBODY = ""
ORDER, HOLDER, HEXES = "paint", "holder", "hexes"
"""The kind of order that paints Control, and its entries: who holds the hexes, and which they are."""
_RANGE = re.compile(r"\s*[-–]\s*")
_APART = re.compile(r"[\s,;]+")


class Painted(TypedDict):
    """What a side says of who holds some hexes: their list, and how many they are."""

    side: str
    holder: str
    hexes: str
    number: int


PAINTED = PublicKind("control.painted", Painted)


def paint(side: str, sides: Collection[str], ground: Ground | None, data: Mapping[str, object]) -> Event:
    """The event of a side's painting; Refused without a map, or where holder or hexes make no sense."""
    holder, typed = data.get(HOLDER), data.get(HEXES)
    if ground is None:
        raise Refused(
            gettext("This campaign is played without a map."), way_out=gettext("Mark Control on your own board.")
        )
    if holder not in (*sides, NOBODY):
        raise Refused(
            gettext("Say who holds these hexes."), field=HOLDER, way_out=gettext("Choose a side, or that nobody does.")
        )
    hexes = read(typed if isinstance(typed, str) else "", ground.sheet.grid)
    return PAINTED(side=side, holder=str(holder), hexes=hexes_text(hexes), number=len(hexes))


def apply_painting(ground: Ground, data: Painted) -> Ground:
    """The map after such an event."""
    control, words = dict(ground.control), {name: dict(holders) for name, holders in ground.words.items()}
    for place in read(data["hexes"], ground.sheet.grid):
        name = str(place)
        control[name] = data["holder"]
        words.setdefault(name, {})[data["side"]] = data["holder"]
    return replace(ground, control={name: side for name, side in control.items() if side}, words=words)


def settle_control(ground: Ground) -> Ground:
    """The map once both have agreed to a report: disputed hexes stay disputed, the others are settled."""
    return replace(ground, words={name: holders for name, holders in ground.words.items() if name in ground.disputed})


def keep_start(ground: Ground) -> Ground:
    """The map when a scenario begins: what each side holds then is kept, to tell later what was taken."""
    sides = sorted(set(ground.control.values()))
    return replace(ground, start={side: hexes_text(ground.held(side)) for side in sides})


def with_control(ground: Ground, control: Mapping[str, str]) -> Ground:
    """The map once the Perimeters of both sides say who has which hexes: nothing of it is disputed any more."""
    return replace(ground, control=holders(control, ground.sheet.grid), words={})


def settled_as_painted(ground: Ground) -> Ground:
    """The map once both have agreed to it as it is painted: nothing of it is disputed any more."""
    return replace(ground, words={})


def holders(lists: Mapping[str, str], grid: HexGrid) -> dict[str, str]:
    """By the name of a hex the side that has it in its list."""
    return {str(place): side for side, text in lists.items() if text for place in read(text, grid)}


def read(text: str, grid: HexGrid) -> tuple[Hex, ...]:
    """The hexes of a list such as `K20-K24, L18`, each once, in the order of the map.

    Two names with a dash are all hexes between them: a stretch of a column, or a box. Refuses names that are no hexes
    of the map, and an empty list.
    """
    if len(text) > MOST_TYPED:
        raise Refused(
            gettext("The list is too long: {number} characters, {most} at most.", number=len(text), most=MOST_TYPED),
            field=HEXES,
            way_out=gettext("Write boxes such as A1-H20, or paint in two goes."),
        )
    unknown, boxes = list[str](), list[list[Hex]]()
    for word in filter(None, _APART.split(_RANGE.sub("-", " ".join(text.split())))):
        names = word.split("-")
        ends = [place for name in names if "/" not in name and (place := grid.hex(name))]
        if len(ends) < len(names) or len(ends) > 2:
            unknown.append(word[:20])
        else:
            boxes.append(ends)
    if unknown:
        first, last = grid.hexes[0], grid.hexes[-1]
        few = ", ".join([*unknown[:MOST_NAMED], *(["…"] if len(unknown) > MOST_NAMED else [])])
        raise Refused(
            ngettext("Not on the map: {names}.", "Not on the map: {names}.", len(unknown), names=few),
            field=HEXES,
            way_out=gettext("Write hexes from {first} to {last}, as K20-K24, L18.", first=first, last=last),
        )
    if not boxes:
        raise Refused(
            gettext("No hex was named."),
            field=HEXES,
            way_out=gettext("Take hexes on the map, or write them as K20-K24, L18."),
        )
    if sum(map(_size, boxes)) > MOST_OVER * len(grid):
        raise Refused(
            gettext("The list names the same hexes over and over."),
            field=HEXES,
            way_out=gettext("Write each stretch of hexes once."),
        )
    return tuple(sorted({place for ends in boxes for place in _between(ends, grid)}))


def hexes_text(hexes: Iterable[Hex]) -> str:
    """Hexes as a short list that `read` reads: stretches of columns, alike ones side by side as a box."""
    boxes, ends = list[tuple[Hex, Hex]](), dict[tuple[int, int, int], int]()
    for first, last in _stretches(hexes):
        before = ends.pop((first.column - 1, first.number, last.number), None)
        if before is None:
            boxes.append((first, last))
        else:
            boxes[before] = (boxes[before][0], last)
        ends[first.column, first.number, last.number] = len(boxes) - 1 if before is None else before
    return ", ".join(str(start) if start == end else f"{start}-{end}" for start, end in boxes)


def perimeter_text(rows: Iterable[Sequence[str]]) -> str:
    """A Perimeter in a sentence: the hexes of its front, as a list with stretches."""
    places = {place for row in rows for name in row if (place := hex_of(name))}
    return hexes_text(places)


def _stretches(hexes: Iterable[Hex]) -> Iterator[tuple[Hex, Hex]]:
    """The first and the last of hexes that lie one below the other."""
    rows = enumerate(sorted(hexes))
    for _, stretch in groupby(rows, lambda row: (row[1].column, row[1].down - 2 * row[0])):
        run = [place for _, place in stretch]
        yield run[0], run[-1]


def _size(ends: list[Hex]) -> int:
    """How many hexes a box has at most."""
    columns, numbers = [each.column for each in ends], [each.number for each in ends]
    return (max(columns) - min(columns) + 1) * (max(numbers) - min(numbers) + 1)


def _between(ends: list[Hex], grid: HexGrid) -> Iterator[Hex]:
    """The hexes of the map in the box that has these corners."""
    columns, numbers = sorted(each.column for each in ends), sorted(each.number for each in ends)
    for column in range(columns[0], columns[-1] + 1):
        for number in range(numbers[0], numbers[-1] + 1):
            yield from (place for half in (0, 1) if (place := Hex(column, 2 * number + half)) in grid)
