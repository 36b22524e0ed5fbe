"""Limits that a TOML file has to meet before tomllib reads it.

The time of tomllib grows with the square of the number of parts of a dotted key: one key of 100 kB takes a minute; a
number takes it a hundred bytes of memory for each digit. So the file is scanned once before, in linear time, and the
scan stops at the first thing that is too much.
"""

from __future__ import annotations

import re

from rules.text import gettext

DEEPEST = 4
"""The deepest nesting of brackets; a heading `[[sheet]]` has two."""
MOST_DOTS = 4
LONG_NUMBER = re.compile(r"[0-9A-Fa-f_]{100}")
"""More digits, of hexadecimal numbers too, than a number of any chart has."""
MARK = re.compile(
    r'"""|\'\'\''
    r'|"(?:[^"\\\n]++|\\[\s\S])*+"?'  # an unclosed one matches to the end of its line, where every parser stops
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+"
    r"|[\[\]{}=.,\n]"
)


class TooMuch(Exception):
    """Raised for a file that exceeds the limits: in which line, by what, and what to do."""

    def __init__(self, line: int, message: str, way_out: str) -> None:
        super().__init__(message)
        self.line, self.message, self.way_out = line, message, way_out


def check(text: str, most: int) -> None:
    """Raise TooMuch if `text` has deep brackets, long keys, numbers or strings, or more than `most` tokens."""
    if long := LONG_NUMBER.search(text):
        raise TooMuch(
            text.count("\n", 0, long.start()) + 1,
            gettext("there is a number of a hundred digits and more."),
            gettext("Give one that is shorter, or a text in quotes."),
        )
    line, depth, dots = 1, 0, 0
    for count, match in enumerate(MARK.finditer(text)):
        mark = match[0]
        depth = max(0, depth + (mark in ("[", "{")) - (mark in ("]", "}")))
        dots = dots + 1 if mark == "." else dots if mark[0] in "\"'" else 0
        line += mark.count("\n")
        if mark in ('"""', "'''"):
            raise TooMuch(
                line, gettext("a text goes over several lines."), gettext("Write it on one, in single quotes.")
            )
        if depth > DEEPEST:
            raise TooMuch(line, gettext("there are brackets within brackets."), gettext("Give a number or a text."))
        if dots > MOST_DOTS:
            raise TooMuch(line, gettext("a name has too many dots."), gettext("Write one name before the =, no dots."))
        if count > most:
            raise TooMuch(line, gettext("the file is longer than any chart."), gettext("Take lines out."))
