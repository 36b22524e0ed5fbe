"""Events told to a reader, from what they hold alone; the sentences are data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules.contract import Event, EventText
from rules.engine.event_texts import event_text
from rules.engine.reducers import Data
from rules.systems.rts.chart import facts
from rules.systems.rts.printed import LABELS, NAMES, words
from rules.text import gettext, gettext_noop

OFF_THE_MAP = gettext_noop("off the map")


def _side(key: object) -> str:
    return NAMES[str(key)] if key else ""


def _list(names_held: str | Iterable[object]) -> str:
    """Names in a row, as an event has them: a list, or a text with commas between."""
    names = names_held.split(", ") if isinstance(names_held, str) else names_held
    return ", ".join(gettext(str(each)) for each in names)


_PLACES: Mapping[str, Callable[[Any], str]] = {
    "side": _side,
    "winner": _side,
    "choice": lambda key: gettext(LABELS.word[key]),
    "state": lambda key: gettext(LABELS.word[key]),
    "value": lambda key: gettext(LABELS.word[key]),
    "until": lambda key: gettext(LABELS.word[key]) if key else "",
    "effect": lambda key: gettext(facts().effect[key].text),
    "what": lambda key: gettext(LABELS.brings[key]),
    "chit": lambda name: gettext(name),
    **dict.fromkeys(("name", "units_names", "attackers_names", "defenders_names"), _list),
    **dict.fromkeys(("title", "titles", "chits", "aside"), _list),
    "path": lambda areas: " – ".join(area or gettext(OFF_THE_MAP) for area in areas),
    "parts": lambda parts: ", ".join(f"{gettext(LABELS.part[what])} {number:+d}" for what, number in parts),
}
"""How an entry is told that is not told as it stands."""


def describe(event: Event) -> EventText:
    """An event as a sentence with its rule and rolls."""
    data: Data = event.data
    places: dict[str, object] = {key: _PLACES[key](data[key]) for key in _PLACES.keys() & data.keys()}
    # Places of a sentence that are no entries of the event.
    if event.kind == "chits.wanted":
        places["numbers"] = ", ".join(f"{_side(side)} {number}" for side, number in data["wants"].items())
    elif event.kind == "area.taken":
        places["capture"] = "captured" in data
    elif event.kind == "area.set":
        places["bare"] = data.get("number") == 0
    return event_text(words()[event.kind], data, places)
