"""Control as the sides paint it: lists of hexes as they are typed, and the map after each painting.

A painting is the public word of a side, and the latest one for a hex counts. If both sides have painted different
holders for a hex since they last agreed, it is disputed until one of them paints it as the other did.
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
"""The most characters of a list of hexes; a whole map in stretches has fewer."""
MOST_OVER = 4
"""How many times over a list may name all hexes of the map; more would only cost time."""
MOST_NAMED = 6
"""How many hexes off the map a refusal names at most."""
NOBODY = ""
ORDER, HOLDER, HEXES = "paint", "holder", "hexes"
"""The kind of order that paints Control, and its entries for the holder and the hexes."""
_RANGE = re.compile(r"\s*[-–]\s*")
_APART = re.compile(r"[\s,;]+")


class Painted(TypedDict):
    """What a side says about who holds some hexes: their list, and how many they are."""

    side: str
    holder: str
    hexes: str
    number: int


PAINTED = PublicKind("control.painted", Painted)


def paint(side: str, sides: Collection[str], ground: Ground | None, data: Mapping[str, object]) -> Event:
    """The event of a side's painting; raises Refused without a map, or if the holder or the hexes are wrong."""
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
    """The map after a painting."""
    control, words = dict(ground.control), {name: dict(holders) for name, holders in ground.words.items()}
    for place in read(data["hexes"], ground.sheet.grid):
        name = str(place)
        control[name] = data["holder"]
        words.setdefault(name, {})[data["side"]] = data["holder"]
    return replace(ground, control={name: side for name, side in control.items() if side}, words=words)


def settle_control(ground: Ground) -> Ground:
    """The map once both sides have agreed to a report: hexes that are not disputed are settled."""
    return replace(ground, words={name: holders for name, holders in ground.words.items() if name in ground.disputed})


def keep_start(ground: Ground) -> Ground:
    """The map when a scenario begins: it keeps what each side holds now, to tell later what was taken."""
    sides = sorted(set(ground.control.values()))
    return replace(ground, start={side: hexes_text(ground.held(side)) for side in sides})


def with_control(ground: Ground, control: Mapping[str, str]) -> Ground:
    """The map with the Control that follows from both Perimeters; no hex is disputed any more."""
    return replace(ground, control=holders(control, ground.sheet.grid), words={})


def settled_as_painted(ground: Ground) -> Ground:
    """The map once both sides have agreed to it as painted; no hex is disputed any more."""
    return replace(ground, words={})


def holders(lists: Mapping[str, str], grid: HexGrid) -> dict[str, str]:
    """The side that has each hex in its list, by the name of the hex."""
    return {str(place): side for side, text in lists.items() if text for place in read(text, grid)}


def read(text: str, grid: HexGrid) -> tuple[Hex, ...]:
    """The hexes of a list such as `K20-K24, L18`, each once, in the order of the map.

    Two names with a dash between them are a stretch of a column, or a box with these corners. Raises Refused for names
    off the map, and for a list that is empty, too long, or names the same hexes over and over.
    """
    check_length(text)
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


def check_length(text: str) -> None:
    """Raise Refused for a list of hexes that is too long to be read."""
    if len(text) > MOST_TYPED:
        raise Refused(
            gettext("The list is too long: {number} characters, {most} at most.", number=len(text), most=MOST_TYPED),
            field=HEXES,
            way_out=gettext("Write boxes such as A1-H20, or paint in two goes."),
        )


def hexes_text(hexes: Iterable[Hex]) -> str:
    """Hexes as a short list that `read` takes: stretches of columns, equal ones in adjacent columns joined to boxes."""
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
    """All hexes in these rows of names as a short list, for a sentence about a Perimeter."""
    places = {place for row in rows for name in row if (place := hex_of(name))}
    return hexes_text(places)


def _stretches(hexes: Iterable[Hex]) -> Iterator[tuple[Hex, Hex]]:
    """The first and last hex of each stretch of hexes one below the other."""
    rows = enumerate(sorted(hexes))
    for _, stretch in groupby(rows, lambda row: (row[1].column, row[1].down - 2 * row[0])):
        run = [place for _, place in stretch]
        yield run[0], run[-1]


def _size(ends: list[Hex]) -> int:
    """The most hexes that a box can have."""
    columns, numbers = [each.column for each in ends], [each.number for each in ends]
    return (max(columns) - min(columns) + 1) * (max(numbers) - min(numbers) + 1)


def _between(ends: list[Hex], grid: HexGrid) -> Iterator[Hex]:
    """The hexes of the map in the box with these corners."""
    columns, numbers = sorted(each.column for each in ends), sorted(each.number for each in ends)
    for column in range(columns[0], columns[-1] + 1):
        for number in range(numbers[0], numbers[-1] + 1):
            yield from (place for half in (0, 1) if (place := Hex(column, 2 * number + half)) in grid)
