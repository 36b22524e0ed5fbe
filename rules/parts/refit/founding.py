"""The options of a campaign, read at its founding: what is none of the game's is refused."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from rules.kernel import Refused, Ruling
from rules.parts.entries import shown

LISTED = "Take one of those the founding page lists."


def one_of(field: str, value: Any, choices: Collection[str]) -> str:
    """`value` if it is one of `choices`, else Refused."""
    if not isinstance(value, str) or value not in choices:
        raise Refused(f"{shown(value)} is no {field} of this game.", field=field, way_out=LISTED)
    return value


def readings(rulings: Iterable[Ruling], given: Any) -> dict[str, str]:
    """Every ruling with its reading: the one given, or the default. Refused if one is none of the game's."""
    known = {ruling.key: ruling for ruling in rulings}
    if not isinstance(given, Mapping):
        raise Refused("The rulings are a reading for each question.", field="rulings", way_out=LISTED)
    for key, reading in given.items():
        if key not in known:
            raise Refused(f"There is no ruling {key!r} in this game.", field=key, way_out=LISTED)
        if not isinstance(reading, str) or reading not in known[key].readings:
            text = f"{known[key].question} {shown(reading)} is no reading of it."
            raise Refused(text, field=key, rule=known[key].rule, way_out=LISTED)
    return {key: given.get(key, ruling.default) for key, ruling in known.items()}
