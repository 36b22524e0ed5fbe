"""A Perimeter as players write it down: closed loops of Perimeter markers in order, with hex grains between."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rules.contract import Refused
from rules.ground.hexes import Hex, Lower, grains, hex_of
from rules.text import gettext

MOST_MARKERS = 200
Markers = tuple[str, ...]
"""The Perimeter markers of a loop in order, by the names of their hexes."""


class MarkerRules(NamedTuple):
    """A game's rule numbers on where a marker may lie, on the grain to the next one, and on closed loops."""

    marker: str
    grain: str
    loop: str


class Loop(NamedTuple):
    """A loop as written: the entry of the form in which it begins, and its markers."""

    entry: str
    markers: Markers


def _read(text: str, field: str, rules: MarkerRules) -> Markers:
    """The markers of a loop, hexes separated by commas; raises Refused for what is no hex, and for too many."""
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
    """All hexes of a loop of markers, with those of the grains between them."""
    if len(hexes) == 1:
        return hexes
    return [each for start, end in _pairs(hexes) for each in grains(start, end)[0]]


def _pairs(hexes: list[Hex]) -> Iterable[tuple[Hex, Hex]]:
    """Each marker with the next one, the last with the first; none for a single marker."""
    return zip(hexes, [*hexes[1:], hexes[0]], strict=True) if len(hexes) > 1 else ()


def loops_text(loops: Iterable[Sequence[str]]) -> str:
    """`loops` as text in one line."""
    return "; ".join(", ".join(loop) for loop in loops)


def in_lines(loops: Iterable[Markers], longest: int, least: int) -> list[str]:
    """`loops` as text for the lines of a form, at least `least` and one blank; after a comma a loop goes on below."""
    lines = [""]
    for loop in loops:
        for n, name in enumerate(loop):
            word = name + (", " if n < len(loop) - 1 else "; ")
            if len(lines[-1]) + len(word) > longest:
                lines.append("")
            lines[-1] += word
    lines = [text.strip().removesuffix(";") for text in lines]
    return lines + [""] * max(1, least - len(lines))


def from_lines(lines: Mapping[str, str], rules: MarkerRules, lower: Lower) -> list[Loop]:
    """The loops of such lines; raises Refused, at its entry, for one that is not closed or enters a hex twice."""
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
        # A loop leads from each marker along one hex grain to the next, back to the first, and enters no hex twice.
        hexes = [found for name in loop.markers if (found := hex_of(name, lower))]
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
