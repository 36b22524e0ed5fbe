"""Locations as commanders write them: "4 K20, 2 K21/1 hidden, L18 pillbox".

One line of text says where the counters of a pile stand. It is read strictly: what does not
fit is refused with the part concerned, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules.kernel import Refused
from rules.parts import entries

HEX = r"[A-Za-z]{1,2}[0-9]{1,2}(/[0-9])?"
HEX_HINT = "write a hex as N32, with a level as N32/1"
HIDDEN, COVERED, TOWED = "hidden", "in fortification", "in tow"
PLACING = (HIDDEN, COVERED, TOWED)
"""The conditions that a line of Locations gives and takes; those of other steps it leaves alone."""
PILLBOX = "pillbox"
WORDS = {"hidden": HIDDEN, "cover": COVERED, "tow": TOWED}
WAY_OUT = (
    "Write a number and a hex, with commas between: 4 K20, 2 K21/1 hidden, L18 pillbox. "
    "Words: hidden, cover (building or trench), pillbox, tow, moved 3."
)

_PLACE = re.compile(r"(?P<hex>[A-Za-z]{1,2}[0-9]{1,2})(?:/(?P<level>[0-9]))?(?P<box>\s+pillbox)?", re.ASCII | re.I)
_PART = re.compile(
    r"(?:(?P<number>[0-9]{1,3})\s+)?(?P<place>[A-Za-z]{1,2}[0-9]{1,2}(?:/[0-9])?)(?P<words>.*)", re.ASCII
)
_WORD = re.compile(r"moved\s+[0-9]{1,2}|[^\s]+", re.ASCII)


@dataclass(frozen=True)
class Spot:
    """`number` counters at `place` in the conditions `marks`; `moved` hexes from where they were, if it was said."""

    number: int
    place: str
    marks: tuple[str, ...] = ()
    moved: int | None = None


def place_of(text: str) -> str | None:
    """A Location as it is kept ("K20", "K20/1", "K20 pillbox"), or None if `text` is none; level 0 is the hex."""
    found = _PLACE.fullmatch(text.strip())
    if found is None:
        return None
    level = found["level"] if found["level"] not in (None, "0") else ""
    return found["hex"].upper() + (f"/{level}" if level else "") + (f" {PILLBOX}" if found["box"] else "")


def read(text: str, name: str, field: str, rule: str) -> tuple[Spot, ...]:
    """The spots of a line about the pile `name`; refuses the first part that does not fit, with the reason."""
    parts = [part.strip() for part in text.replace(";", ",").replace("\n", ",").split(",")]
    return tuple(_part(part, name, field, rule) for part in parts if part)


def _part(part: str, name: str, field: str, rule: str) -> Spot:
    found = _PART.fullmatch(part)
    if found is None:
        raise _no(f"{name}: {entries.shown(part)} is no Location", field, rule)
    number = int(found["number"] or 1)
    if not number:
        raise _no(f"{name}: {entries.shown(part)} puts no counter anywhere", field, rule)
    spot = Spot(number, place_of(found["place"]) or "")
    rest = found["words"]
    if rest and not rest[0].isspace():
        raise _no(f"{name}: {entries.shown(part)} is no Location", field, rule)
    for word in _WORD.findall(rest):
        spot = _with(spot, word, name, field, rule)
    return replace(spot, marks=tuple(mark for mark in PLACING if mark in spot.marks))


def _with(spot: Spot, word: str, name: str, field: str, rule: str) -> Spot:
    """The spot with one more word said of it."""
    if word == PILLBOX:
        return replace(spot, place=f"{spot.place.removesuffix(f' {PILLBOX}')} {PILLBOX}", marks=(*spot.marks, COVERED))
    if word.startswith("moved "):
        return replace(spot, moved=int(word.removeprefix("moved ")))
    if word not in WORDS:
        raise _no(f"{name}: {entries.shown(word)} is not a word known beside a Location", field, rule)
    return replace(spot, marks=(*spot.marks, WORDS[word]))


def _no(message: str, field: str, rule: str) -> Refused:
    return Refused(f"{message}.", rule=rule, field=field, way_out=WAY_OUT)


def written(spots: Iterable[Spot]) -> str:
    """The line that says `spots`: what `read` reads."""
    return ", ".join(_written(spot) for spot in spots)


def _written(spot: Spot) -> str:
    boxed = spot.place.endswith(PILLBOX)
    words = [word for word, mark in WORDS.items() if mark in spot.marks and not (boxed and mark == COVERED)]
    return " ".join([*([str(spot.number)] if spot.number > 1 else []), spot.place, *words])
