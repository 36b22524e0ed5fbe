"""What a TOML file may be made of before the library's reader sees it.

That reader's time grows with the square of a dotted key's parts: one key of 100 kB keeps it busy for a minute. So the
file is first looked through once, in time that grows with its length alone, and not to its end if it holds too much.
"""

from __future__ import annotations

import re

from rules.text import gettext

DEEPEST = 4
"""Brackets within brackets; a heading `[[sheet]]` has two."""
MOST_DOTS = 4
MARK = re.compile(
    r'"""|\'\'\''
    r'|"(?:[^"\\\n]++|\\[\s\S])*+"?'  # one that does not end takes its line along; no reader goes on behind it
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+"
    r"|[\[\]{}=.,\n]"
)


class TooMuch(Exception):
    """The file holds what no chart does: in which line, what, and what to do."""

    def __init__(self, line: int, message: str, way_out: str) -> None:
        super().__init__(message)
        self.line, self.message, self.way_out = line, message, way_out


def check(text: str, most: int) -> None:
    """TooMuch unless `text` has shallow brackets, short keys, and at most `most` marks: texts, signs, ends of lines."""
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
