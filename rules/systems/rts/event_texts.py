"""Events told to a reader, from what they hold alone; the sentences are data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from rules.contract import Event, EventText
from rules.dice import Reckoning
from rules.engine.data_files import DataModel, load_data
from rules.engine.reducers import Data
from rules.systems.rts.chart import facts
from rules.systems.rts.frames import BRINGS
from rules.systems.rts.printed import DATA, numbers
from rules.text import gettext, gettext_noop

PARTS = {
    "value": gettext_noop("printed"),
    "isolated": gettext_noop("Isolated"),
    "card": gettext_noop("card"),
    "major": gettext_noop("major river"),
    "minor": gettext_noop("minor river"),
    "strait": gettext_noop("strait"),
    "mountain": gettext_noop("mountain"),
    "order225": gettext_noop("Order 225"),
}
WORDS = {
    "card": gettext_noop("Card"),
    "map": gettext_noop("Map"),
    "depleted": gettext_noop("Depleted"),
    "disorganized": gettext_noop("Disorganized"),
    "cv": gettext_noop("Cohesion"),
    "tv": gettext_noop("Tactical Value"),
    "battle": gettext_noop("battle"),
    "operation": gettext_noop("operation"),
    "game": gettext_noop("game"),
}
OFF_THE_MAP = gettext_noop("off the map")
"""How the rolls of an event are called, by its kind."""
ROLLS = {
    "check.rolled": (gettext_noop("Cohesion check"),),
    "rolloff.rolled": (gettext_noop("Axis"), gettext_noop("Soviet")),
    "sequence.begun": (gettext_noop("Axis"), gettext_noop("Soviet")),
}


class Words(DataModel):
    """How events of a kind are told; `when` has other sentences by the entry they need."""

    rule: str
    sentence: str
    when: Mapping[str, str] = {}


@cache
def _words() -> Mapping[str, Words]:
    return load_data(DATA / "events.toml", dict[str, Words])


def _side(key: object) -> str:
    return gettext(getattr(numbers().sides, str(key))) if key else ""


def _list(found: Any) -> str:
    return ", ".join(gettext(str(each)) for each in found)


_PLACES: Mapping[str, Callable[[Any], str]] = {
    "side": _side,
    "winner": _side,
    "choice": lambda key: gettext(WORDS[key]),
    "state": lambda key: gettext(WORDS[key]),
    "value": lambda key: gettext(WORDS[key]),
    "until": lambda key: gettext(WORDS[key]) if key else "",
    "effect": lambda key: gettext(facts().effect[key].text),
    "what": lambda key: gettext(BRINGS[key]),
    "chit": lambda name: gettext(name),
    "chits": _list,
    "aside": _list,
    "path": lambda areas: " – ".join(area or gettext(OFF_THE_MAP) for area in areas),
    "parts": lambda parts: ", ".join(f"{gettext(PARTS[what])} {number:+d}" for what, number in parts),
}
"""How an entry is told that is not told as it stands."""


def describe(event: Event) -> EventText:
    """An event as a sentence with its rule and rolls."""
    data: Data = event.data
    words = _words()[event.kind]
    places: dict[str, object] = {**data, **{key: _PLACES[key](data[key]) for key in _PLACES.keys() & data.keys()}}
    places |= _worked_out(event.kind, data)
    sentence = next((text for key, text in words.when.items() if places.get(key)), words.sentence)
    names = ROLLS.get(event.kind, ())
    rolls = tuple(
        (gettext(names[n % len(names)]), Reckoning.from_json(each)) for n, each in enumerate(data.get("rolls", ()))
    )
    return EventText(gettext(sentence, **places), words.rule, rolls)


def _worked_out(kind: str, data: Data) -> Mapping[str, object]:
    """Places of a sentence that are no entries of the event."""
    if kind == "chits.wanted":
        return {"numbers": ", ".join(f"{_side(side)} {number}" for side, number in data["wants"].items())}
    if kind == "area.taken":
        return {"capture": "captured" in data}
    return {}
