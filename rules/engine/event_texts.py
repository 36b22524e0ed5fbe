"""How events are told: sentences in a data file, with the entries that a sentence needs besides what changes a room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

from rules.contract import EventText
from rules.dice import Reckoning
from rules.engine.data_files import DataModel, Names, load_data
from rules.engine.reducers import Data, Entries
from rules.text import gettext

EntryType = Literal["text", "number", "truth", "list", "object"]
TYPES: Mapping[EntryType, Any] = {
    "text": str,
    "number": int,
    "truth": bool,
    "list": Sequence[Any],
    "object": Mapping[str, Any],
}


class Words(DataModel):
    """How events of a kind are told.

    `when` has other sentences by the entry they need, the first that fits; `also` has further ones, told after it, by
    the entry that each needs. `rolls` is what the rolls are called, in turn, `counted` what kind of roll they are in
    figures, `whose` the sides they are made for, in turn; "{side}" is what the event says. `told` names the entries
    that only a reader is told of, with their types; `maybe` those that may be missing.
    """

    rule: str
    sentence: str
    when: Mapping[str, str] = {}
    also: Mapping[str, str] = {}
    rolls: Names = ()
    counted: str = ""
    whose: Names = ()
    told: Mapping[str, EntryType] = {}
    maybe: Mapping[str, EntryType] = {}


@cache
def load_words(path: Path) -> Mapping[str, Words]:
    """The content of an events.toml, by kind of event."""
    return load_data(path, dict[str, Words])


def carried(words: Mapping[str, Words]) -> Mapping[str, tuple[Entries, Entries]]:
    """By kind the entries that are told alone, those that must be there and others, as `by_name` takes them."""
    return {kind: (_types(each.told), _types(each.maybe)) for kind, each in words.items()}


def _types(entries: Mapping[str, EntryType]) -> Entries:
    return {name: TYPES[kind] for name, kind in entries.items()}


def told(words: Words, data: Data, places: Mapping[str, object], *, rule: str = "", label: str = "") -> EventText:
    """An event as a sentence with its `rule` and rolls; `places` are its entries as they are told.

    `label` is what its rolls are called where the words say nothing.
    """
    filled = {**data, **places}
    first = next((text for entry, text in words.when.items() if filled.get(entry)), words.sentence)
    told_too = [text for entry, text in words.also.items() if filled.get(entry)]
    sentences = (gettext(text, **filled) for text in (first, *told_too) if text)
    names = [gettext(name) for name in words.rolls] or [label]
    rolls = ((names[n % len(names)], Reckoning.from_json(each)) for n, each in enumerate(data.get("rolls", ())))
    whose = tuple(each.format_map({"side": "", **data}) for each in words.whose)
    return EventText(" ".join(sentences), rule or words.rule, tuple(rolls), gettext(words.counted), whose)
