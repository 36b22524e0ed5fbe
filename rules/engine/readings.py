"""How a campaign reads the doubts of its game's print: as fields for code, so that a wrong one fails the type check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, Self, get_args, get_type_hints

from rules.contract import Ruling


@dataclass(frozen=True, kw_only=True)
class GameReadings:
    """The readings that code asks for. A game adds a field for each question, named as the ruling's key.

    Its type is a Literal of exactly the readings in data/rulings.toml. A field with a default is no ruling of this
    game: its print settles what another game of the family leaves open. Questions that only data ask have no field.
    """

    @classmethod
    def of(cls, chosen: Mapping[str, str]) -> Self:
        """The readings of a campaign that has `chosen` one for each ruling."""
        known: Mapping[str, Any] = {each.name: chosen[each.name] for each in fields(cls) if each.name in chosen}
        return cls(**known)

    @classmethod
    def faults(cls, rulings: Iterable[Ruling]) -> Iterator[str]:
        """What code and these rulings do not agree on."""
        listed, hints = {ruling.key: sorted(ruling.readings) for ruling in rulings}, get_type_hints(cls)
        for each in fields(cls):
            asked, there = sorted(get_args(hints[each.name])), listed.get(each.name)
            if each.default is not MISSING:
                if there:
                    yield f"{each.name} is a ruling, but {cls.__module__} says that the print settles it"
            elif not there:
                yield f"there is no ruling {each.name}, which {cls.__module__} asks for"
            elif asked != there:
                yield f"{each.name} is {', '.join(there)}, but {cls.__module__} asks for {', '.join(asked)}"


def under_todays_keys(rulings: Iterable[Ruling], chosen: Mapping[str, str]) -> dict[str, str]:
    """The `chosen` readings of a stored campaign; rulings of which the key was another then are under that of today."""
    now = {ruling.was: ruling.key for ruling in rulings if ruling.was}
    return {now.get(key, key): reading for key, reading in chosen.items()}
