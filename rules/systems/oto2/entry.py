"""Where each side enters the map (6), in words for the scenario card and the set-up sheets."""

from __future__ import annotations

import re
from typing import Any

from rules.systems.oto2.book import book
from rules.systems.oto2.state import GERMAN


def entry_area(side: str, north: str, *, initial: bool) -> str:
    """A side's entry area; `north` is the westernmost north edge hex that the Russians control, if it is known."""
    words: dict[str, Any] = book().setup["entry"]
    if initial:
        return str(words["first"][side])
    distance, front = int(words["distance"]), int(words["front"])
    if side != GERMAN or not north:
        return str(words["later"][side]).format(distance=distance, front=front)
    number = int(re.findall("[0-9]+", north)[0]) - distance
    return str(words["known" if number > 0 else "gone"][side]).format(number=number, north=north)
