"""Names of things as pages, sheets and stories show them: lines of the roster, kinds of scenarios, chits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from rules.systems.votg.book import DATA, Book
from rules.systems.votg.state import COUNTERATTACK, Landing, Record
from rules.tables import read_toml


@cache
def shown() -> Mapping[str, Any]:
    """The words of data/shown.toml."""
    return read_toml(DATA / "shown.toml")


def kind_of(record: Record) -> str:
    """The kind of a line's scenario, "" as long as nobody knows it; by night if it is."""
    kind = str(shown()["kind"].get(record.kind, ""))
    return f"{kind} by night" if record.night else kind


def line_of(book: Book, record: Record) -> str:
    """What a line is called: its CG Day, and that it is the Counterattack of that day."""
    day = book.days[record.day].name
    return f"{day}, {shown()['kind'][COUNTERATTACK]}" if record.kind == COUNTERATTACK else day


def chit_of(chit: str) -> str:
    """A chit's name, "" where none was chosen."""
    return str(shown()["chit"].get(chit, ""))


def hexes_of(code: Mapping[str, Any]) -> str:
    """The hexes in which groups of an Entry Code may be on the map at once, "" for any."""
    on_map, bounds = code["on_map"], {"from_hex": "from {} on", "to_hex": "up to {}"}
    said = " ".join(text.format(on_map[key]) for key, text in bounds.items() if key in on_map)
    return f"hexes numbered {said}" if said else ""


def game_end(book: Book, *, initial: bool) -> str:
    """When a scenario ends: an Initial Scenario of fixed length after its last turn, any other by a dr (CG4)."""
    said, numbers = shown()["game_end"], book.reading(book.pack["game_end"], "numbers")
    if initial and book.game.turns:
        return str(said["fixed"]).format(turns=book.game.turns)
    told = [str(said["dr"]).format(turn=turn, number=number) for turn, number in numbers.items()]
    whole = str(book.pack["play"]["game_end_from_turn"]) in numbers
    return "; ".join(told if whole else [*told, str(said["map"])])


def strongpoint_of(book: Book, kind: str) -> str:
    """What a kind of Strongpoint is called."""
    return next(str(row["name"]) for row in book.pack["strongpoint"] if row["key"] == kind)


def landing_of(landing: Landing, names: Mapping[str, str]) -> str:
    """How it stands with a Ferry Landing."""
    words = shown()["landing"]
    if not landing.exists:
        return str(words["gone"])
    holder = names.get(landing.control, words["nobody"])
    return f"{holder}, {words['interdicted']}" if landing.interdicted else str(holder)


def known(lines: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Those of `lines` that have something to say."""
    return tuple((label, value) for label, value in lines if value)
