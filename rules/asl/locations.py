"""Locations as commanders write them: "4 K20, 2 K21/1 hidden, L18 pillbox".

A line of text says where the counters of a pile stand. It is read strictly: a part that does not fit is refused, and
nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rules.contract import Field, Refused
from rules.engine import entries
from rules.text import gettext, gettext_noop

HEX = r"[A-Za-z]{1,2}[0-9]{1,2}(/[0-9])?"
HEX_HINT = gettext_noop("write a hex as N32, with a level as N32/1")
HIDDEN, COVERED, TOWED = gettext_noop("hidden"), gettext_noop("in fortification"), gettext_noop("in tow")
PLACING = (HIDDEN, COVERED, TOWED)
"""The conditions that a line of Locations sets and removes; others stay as they are."""
PILLBOX = "pillbox"
WORDS = {"hidden": HIDDEN, "cover": COVERED, "tow": TOWED}
WAY_OUT = gettext_noop(
    "Write a number and a hex, with commas between: 4 K20, 2 K21/1 hidden, L18 pillbox. "
    "Words: hidden, cover (building or trench), pillbox, tow."
)

_PLACE = re.compile(
    r"(?P<column>[A-Z]{1,2})(?P<number>[0-9]{1,2})(?:/(?P<level>[0-9]))?(?P<box>\s+pillbox)?", re.ASCII | re.I
)
_PART = re.compile(
    r"(?:(?P<number>[0-9]{1,3})\s+)?(?P<place>[A-Za-z]{1,2}[0-9]{1,2}(?:/[0-9])?)(?P<words>.*)", re.ASCII
)
_WORD = re.compile(r"moved\s+[0-9]{1,2}|[^\s]+", re.ASCII)


@dataclass(frozen=True)
class Spot:
    """`number` counters at `place` with the conditions `marks`; `moved` so many hexes, None if that is not said."""

    number: int
    place: str
    marks: tuple[str, ...] = ()
    moved: int | None = None


def place_of(text: str) -> str | None:
    """A Location as it is kept ("K20", "K20/1", "K20 pillbox"), or None if `text` is none.

    One Location has one name: K05 is K5, and level 0 is the hex.
    """
    match = _PLACE.fullmatch(text.strip())
    if match is None:
        return None
    level = match["level"] if match["level"] not in (None, "0") else ""
    hex_ = f"{match['column'].upper()}{int(match['number'])}"
    return hex_ + (f"/{level}" if level else "") + (f" {PILLBOX}" if match["box"] else "")


def read(text: str, name: str, field: str, rule: str) -> tuple[Spot, ...]:
    """The spots of a line about the pile `name`; raises Refused with the first part that does not fit."""
    parts = [part.strip() for part in text.replace(";", ",").replace("\n", ",").split(",")]
    return tuple(_part(part, name, field, rule) for part in parts if part)


def places_listed(text: str, field: Field) -> list[str]:
    """The Locations in an entry of a form, separated by commas, each once; raises Refused for what is none."""
    named: dict[str, None] = {}
    for word in filter(None, map(str.strip, text.replace(";", ",").split(","))):
        if (place := place_of(word)) is None:
            message = gettext("{entry}: this is no Location.", entry=word[:20])
            hexes = gettext("Write hexes with commas between, such as K20, L18/1.")
            raise Refused(message, rule=field.rule, field=field.name, way_out=hexes)
        named[place] = None
    return list(named)


def _part(part: str, name: str, field: str, rule: str) -> Spot:
    match, params = _PART.fullmatch(part), {"counter": name, "part": entries.excerpt(part)}
    if match is None or (match["words"] and not match["words"][0].isspace()):
        raise _no(gettext("{counter}: {part} is no Location.", **params), field, rule)
    number, place, marks, moved = int(match["number"] or 1), place_of(match["place"]) or "", set[str](), None
    if not number:
        raise _no(gettext("{counter}: {part} puts no counter anywhere.", **params), field, rule)
    for word in _WORD.findall(match["words"]):
        if word == PILLBOX:
            place, marks = f"{place.removesuffix(f' {PILLBOX}')} {PILLBOX}", {*marks, COVERED}
        elif word.startswith("moved "):
            moved = int(word.removeprefix("moved "))
        elif word in WORDS:
            marks.add(WORDS[word])
        else:
            unknown = {"counter": name, "word": entries.excerpt(word)}
            raise _no(gettext("{counter}: {word} is not a word known beside a Location.", **unknown), field, rule)
    return Spot(number, place, tuple(mark for mark in PLACING if mark in marks), moved)


def _no(message: str, field: str, rule: str) -> Refused:
    return Refused(message, rule=rule, field=field, way_out=gettext(WAY_OUT))


def spots_text(spots: Iterable[Spot]) -> str:
    """`spots` as a line that `read` takes, without how far they moved."""
    parts = []
    for spot in spots:
        boxed = spot.place.endswith(PILLBOX)
        words = [word for word, mark in WORDS.items() if mark in spot.marks and not (boxed and mark == COVERED)]
        parts.append(" ".join([*([str(spot.number)] if spot.number > 1 else []), spot.place, *words]))
    return ", ".join(parts)
