"""A Perimeter as it is written down: Perimeter markers in turn, hex grains between them, closed loops."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rules.contract import Refused
from rules.ground.hexes import Hex, grains, hex_of
from rules.text import gettext

MOST_MARKERS = 200
Markers = tuple[str, ...]
"""The Perimeter markers of a loop, by their hexes."""


class MarkerRules(NamedTuple):
    """The rules of a game that say where a marker lies, what leads to the next, and that loops are closed."""

    marker: str
    grain: str
    loop: str


class Loop(NamedTuple):
    """A loop that was written down: the entry of a form in which it begins, and its markers."""

    entry: str
    markers: Markers


def _read(text: str, field: str, rules: MarkerRules) -> Markers:
    """The markers of one loop: hexes with commas between. Refuses what is no hex, and too many of them."""
    names = text.replace(",", " ").split()
    for name in names:
        if hex_of(name) is None or "/" in name:
            message = gettext("{name}: this is no hex.", name=name[:20])
            ground = gettext("Markers lie on the ground: write the hexes as K20 or KK17, with commas between.")
            raise Refused(message, rule=rules.marker, field=field, way_out=ground)
    if len(names) > MOST_MARKERS:
        message = gettext("More than {most} Perimeter markers.", most=MOST_MARKERS)
        fewer = gettext("Leave out those in the midst of a hex grain.")
        raise Refused(message, rule=rules.loop, field=field, way_out=fewer)
    return tuple(str(hex_of(name)) for name in names)


def ring(hexes: list[Hex]) -> list[Hex]:
    """All hexes of a loop of markers."""
    if len(hexes) == 1:
        return hexes
    return [each for start, end in _pairs(hexes) for each in grains(start, end)[0]]


def _pairs(hexes: list[Hex]) -> Iterable[tuple[Hex, Hex]]:
    """Each marker with the next, the last with the first; a single one has none."""
    return zip(hexes, [*hexes[1:], hexes[0]], strict=True) if len(hexes) > 1 else ()


def loops_text(loops: Iterable[Sequence[str]]) -> str:
    """The text that says `loops`, as it is written in a line."""
    return "; ".join(", ".join(loop) for loop in loops)


def in_lines(loops: Iterable[Markers], longest: int, least: int) -> list[str]:
    """The text of `loops` in lines of a form, `least` of them; one that ends with a comma goes on in the next."""
    lines = [""]
    for loop in loops:
        for n, name in enumerate(loop):
            word = name + (", " if n < len(loop) - 1 else "; ")
            if len(lines[-1]) + len(word) > longest:
                lines.append("")
            lines[-1] += word
    lines = [text.strip().removesuffix(";") for text in lines]
    return lines + [""] * max(1, least - len(lines))


def from_lines(lines: Mapping[str, str], rules: MarkerRules) -> list[Loop]:
    """The loops of such lines, by entry; one that is not closed or that crosses itself is refused at its own entry."""
    written = list[tuple[str, str]]()
    for name, typed in lines.items():
        for n, text in enumerate(typed.split(";")):
            if n == 0 and written and written[-1][1].endswith(","):
                begun, before = written.pop()
                written.append((begun, f"{before} {text}".strip()))
            else:
                written.append((name, text.strip()))
    loops = [Loop(name, markers) for name, text in written if (markers := _read(text, name, rules))]
    for loop in loops:
        # A loop leads from each marker along a hex grain to the next, back to the first, and through no hex twice.
        hexes = [found for name in loop.markers if (found := hex_of(name))]
        for start, end in _pairs(hexes):
            ways, ends = grains(start, end), {"start": start, "end": end}
            if len(ways) != 1:
                two = gettext("From {start} to {end}: two hex grains lead there.", **ends)
                none = gettext("From {start} to {end}: no hex grain leads there.", **ends)
                between = gettext("Write a hex between {start} and {end} that the line runs through.", **ends)
                raise Refused(two if ways else none, rule=rules.grain, field=loop.entry, way_out=between)
        whole = ring(hexes)
        twice = next((each for n, each in enumerate(whole) if each in whole[:n]), None)
        if twice is not None:
            message = gettext("The loop from {first} enters {hex} twice.", first=loop.markers[0], hex=twice)
            turn = gettext(
                "Write its markers in turn, as one comes by them going round once; begin another loop behind a ;."
            )
            raise Refused(message, rule=rules.loop, field=loop.entry, way_out=turn)
    return loops
