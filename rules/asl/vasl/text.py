"""Reads VASL's "Save map contents as plain text file": a line for each stack, `K20: 4-6-7 1sq, LMG, DM`, top first.

The text names no side, and has "?" for what its writer may not see.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from rules.asl.vasl.names import Names, kind_of, marker
from rules.asl.vasl.rows import MEN, MOST_BYTES, MOST_ROWS, MOST_WORDS, UNITS, VaslReport, VaslRow
from rules.contract import Refused
from rules.text import gettext

_LINE = re.compile(r"(.{1,80}?): (.+)")
_HEX = re.compile(r"(-?([A-Z])\2{0,3}-?[0-9]{1,2})$")
_LEVEL = re.compile(
    r"(?:building|fort bldg|steeple) (?:level ([0-9])|(ground) level|(roof) level|(cellar))", re.IGNORECASE
)
_WORK = re.compile(r"(?:\dS )?(foxhole|trench|a-t ditch)|.*\b(pillbox|bunker)\b", re.IGNORECASE)
_GROUP = re.compile(r"\(([A-Z]{1,2}[0-9]{1,2}/[0-9]{1,3})\)")
_OWN_HAND = re.compile(r"\((?:\?|HIP|Invisible)\)", re.IGNORECASE)
"""The suffix of a counter that the writer of the text has concealed or hidden himself."""
_HIDDEN = re.compile(r"\((?:HIP|Invisible)\)", re.IGNORECASE)
_TYPED = re.compile(r" ?\([^()]*\)$")
"""A label that a player typed, as VASL appends it to a name; names of men have no brackets."""
_BRACKET, _COMMA = re.compile(r"[()]"), re.compile(r",\s+")
LONGEST_WORD = 300
"""The most characters of a counter that are read; VASL's own names are shorter."""
GROUND = ("terrain", "wreck", "control")


@dataclass(frozen=True)
class Whose:
    """The names of the reader's own side and of the others, which decide whose a stack of the text is."""

    own: Names
    others: Sequence[Names]


def read_text(text: str, whose: Whose) -> VaslReport:
    """The report of VASL's text of the map; raises Refused if it has no stack, or too many counters."""
    stacks, number = list[list[VaslRow]](), 0
    if len(text) > MOST_BYTES:
        raise _no_text(
            gettext(
                "This text of the map is longer than that of any scenario: {number} characters, {most} at most.",
                number=len(text),
                most=MOST_BYTES,
            )
        )
    for line in text.splitlines():
        if number <= MOST_ROWS and (stack := _stack(line)):
            stacks.append(stack)
            number += len(stack)
    if not stacks:
        raise _no_text(gettext("This is not VASL's text of the map: no line says what lies in a hex."))
    if number > MOST_ROWS:
        raise _no_text(gettext("This text has more counters than a scenario."))
    own, enemy, ground = list[VaslRow](), list[VaslRow](), list[VaslRow]()
    for stack in stacks:
        # A stack belongs to the reader's side by its counters that only one side has.
        votes = [_vote(row, whose) for row in stack if row.kind in UNITS or row.kind == "other"]
        men = [_vote(row, whose) for row in stack if row.kind in MEN]
        mine = sum(men or votes) >= 0
        for row in stack:
            if row.kind in GROUND:
                ground.append(row)
            elif row.kind != "marker":
                # A row whose name decides nothing belongs to the side of its stack.
                goes_to_own = mine if row.kind == "concealment" or not (vote := _vote(row, whose)) else vote > 0
                (own if goes_to_own else enemy).append(row)
    return VaslReport(own=tuple(own), enemy=tuple(enemy), ground=tuple(ground))


def posted_text(text: str, whose: Whose) -> str:
    """The report of VASL's text as a browser posts it, which names nothing that is as usual: a row takes no more than
    it has to. Raises Refused as `read_text` does."""
    posted = read_text(text, whose).model_dump_json(exclude_defaults=True)
    if len(posted) > MOST_BYTES:
        raise _no_text(gettext("This text has more counters than a scenario."))
    return posted


def _no_text(message: str) -> Refused:
    way_out = gettext(
        "In VASL press the right mouse button on the map, choose “Save map contents as plain text file”, and "
        "paste all of that file. A line of it looks like this: K20: 4-6-7 1sq, LMG"
    )
    return Refused(message, field="text", way_out=way_out)


def _stack(line: str) -> list[VaslRow]:
    """The counters of a line, the lowest first, with their markers and where in the hex they are; at most one more than
    MOST_ROWS."""
    match = _LINE.match(line.strip())
    if not match:
        return []
    place = _HEX.search(match[1].strip())
    lost = "casualt" in match[1].lower()
    words = [*islice((word for word in _words(match[2]) if word.strip()), MOST_ROWS + 1)][::-1]
    # The rows of a stack get their level, entrenchment and markers from its other counters.
    rows = [_row(word[:LONGEST_WORD], place[1] if place else "", lost=lost) for word in words]
    levels, level = list[str](), ""
    for row in rows:
        if match := _LEVEL.match(row.name):
            level = "" if match[2] else next(filter(None, (match[1], match[3], match[4]))).lower()
        levels.append("" if match else level)
    stacked, work, over = list[VaslRow](), "", set[str]()
    for row, own_level in zip(reversed(rows), reversed(levels), strict=True):
        marked = sorted(word for word in over if word != "DM" or "broken" in row.conditions)
        stacked.append(row.model_copy(update={
            "level": own_level or work, "marked": tuple(marked[:MOST_WORDS]) if row.kind in UNITS else ()
        }))  # fmt: skip
        if match := _WORK.match(row.name):
            work = (match[1] or match[2]).lower()
        if row.kind == "marker" and (word := marker(row.name)):
            over.add(word)
    return stacked[::-1]


def _words(stack: str) -> Iterator[str]:
    """The words of a stack between commas; a comma in brackets does not separate. Takes linear time."""
    begins, brackets = 0, _BRACKET.finditer(stack)
    bracket = next(brackets, None)
    for comma in _COMMA.finditer(stack):
        while bracket and bracket.start() < comma.end():
            bracket = next(brackets, None)
        if bracket is None or bracket[0] != ")":
            yield stack[begins : comma.start()]
            begins = comma.end()
    yield stack[begins:]


def _row(word: str, place: str, *, lost: bool) -> VaslRow:
    group = _GROUP.search(word)
    plain = "".join(letter for letter in _OWN_HAND.sub("", word) if letter.isprintable())
    kind, name, conditions = kind_of(_GROUP.sub("", plain))
    if kind in MEN:
        name = _TYPED.sub("", name)
    label = group[1] if group else ""
    hidden = bool(_HIDDEN.search(word))
    return VaslRow(kind=kind, name=name[:80], hex=place, conditions=conditions, lost=lost, hidden=hidden, group=label)


def _vote(row: VaslRow, whose: Whose) -> int:
    mine = bool(whose.own.read(row.name))
    return mine - any(each.read(row.name) for each in whose.others)


def unknown_boards(report: VaslReport, boards: Iterable[str]) -> Iterator[str]:
    """The boards of a save that the game is not played on; none if the game names no boards."""
    played = {name.lower() for name in boards}
    return (name for name in report.boards if played and name.lower() not in played)
