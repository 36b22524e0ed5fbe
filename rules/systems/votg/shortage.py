"""German supply runs short between two dates (VotG19): what that changes is shown, and never written down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.parts.counters import Counter
from rules.parts.refit.state import Group
from rules.systems.votg.book import Book
from rules.systems.votg.state import GERMAN


def ammunition(book: Book, side: str, day: str, group: Group) -> str:
    """A module's ammunition on a CG Day: Scarce in the shortage whatever was rolled, "" if it has none."""
    rules = _shortage(book, side, day)
    names = tuple(name for name, _ in book.groups[side][group.rg].units)
    scarce = rules is not None and group.ammo and any(name.startswith(tuple(rules["oba"])) for name in names)
    return str(rules["ammunition"]) if rules and scarce else group.ammo


def runs_short(book: Book, side: str, day: str, counter: Counter) -> bool:
    """Whether a weapon has Ammunition Shortage on a CG Day. A vehicle's armament does not show in its name."""
    rules = _shortage(book, side, day)
    return rules is not None and counter.name.startswith(tuple(rules["weapons"]))


def _shortage(book: Book, side: str, day: str) -> Mapping[str, Any] | None:
    """The rules of the shortage if it strikes this side on that CG Day."""
    rules: Mapping[str, Any] = book.pack["german_shortage"]
    return rules if side == GERMAN and int(rules["first"]) <= int(day) <= int(rules["last"]) else None
