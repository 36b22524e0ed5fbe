"""Events as text: sentences from a data file, with the entries that only a sentence needs and no reducer reads."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

from rules.contract import EventText
from rules.dice import Reckoning
from rules.engine.data_files import DataModel, Names, load_data
from rules.engine.reducers import Data, Entries
from rules.text import gettext, gettext_noop

EntryType = Literal["text", "number", "truth", "list", "object"]
TYPES: Mapping[EntryType, object] = {
    "text": str,
    "number": int,
    "truth": bool,
    "list": Sequence[object],
    "object": Mapping[str, object],
}

LABELS = (
    gettext_noop("{weapon} for {group}, {number} or less"),
    gettext_noop("{weapon} for {group}"),
    gettext_noop("{counter}, who is {effect}"),
    gettext_noop("{counter}, main armament"),
    gettext_noop("{counter}, MG {number}"),
    gettext_noop("{group}, roll {number}"),
    gettext_noop("{platoon}, away"),
    gettext_noop("{number}. {fortification} at {place}"),
    gettext_noop("{number}. {fortification}"),
    gettext_noop("{counters} from {place}"),
    gettext_noop("{vehicle} of {group}"),
    gettext_noop("{counter} (no. {number})"),
    gettext_noop("{what} {number}"),
)
"""The forms in which steps label a roll for one of many, the most specific first."""


class Words(DataModel):
    """The texts for one kind of event, as in its events.toml.

    `sentence` is the usual one. `when` has others, keyed by an entry of the event: the first whose entry is set
    replaces it. `also` has sentences to append, keyed likewise. `rolls` are the labels of the event's rolls in order,
    `counted` the kind under which statistics count them, `whose` the sides they are made for, in order; "{side}" stands
    for the event's own side. `told` has the entries that no reducer reads and only the sentence needs, with their
    types; `maybe` has those of them that may be missing.
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
    """By kind of event, the required and the optional entries that only its sentence needs, as `by_name` takes them."""
    return {kind: (_types(each.told), _types(each.maybe)) for kind, each in words.items()}


def _types(entries: Mapping[str, EntryType]) -> Entries:
    return {name: TYPES[kind] for name, kind in entries.items()}


def event_text(words: Words, data: Data, places: Mapping[str, object], *, rule: str = "", label: str = "") -> EventText:
    """An event as a sentence with its rule and rolls; `places` replaces entries of `data` by texts.

    `rule` goes before that of `words`; `label` is what rolls are called if `words` has no labels.
    """
    filled = {**data, **places}
    first = next((text for entry, text in words.when.items() if filled.get(entry)), words.sentence)
    told_too = [text for entry, text in words.also.items() if filled.get(entry)]
    sentences = (gettext(text, **filled) for text in (first, *told_too) if text)
    names = [gettext(name) for name in words.rolls] or [label]
    rolls = ((names[n % len(names)], Reckoning.from_json(each)) for n, each in enumerate(data.get("rolls", ())))
    whose = tuple(each.format_map({"side": "", **data}) for each in words.whose)
    return EventText(" ".join(sentences), rule or words.rule, tuple(rolls), gettext(words.counted), whose)


def translate_filled(message: str, text: str, look_up: Callable[[str], str] = gettext) -> str | None:
    """Translate `text`, which is `message` with its `{places}` filled; None if it does not have that form.

    The text at each place is translated with `look_up`. `{number}` matches a single word, without spaces.
    """
    match = _places(message).fullmatch(text)
    return gettext(message, **{name: look_up(part) for name, part in match.groupdict().items()}) if match else None


def roll_label(label: str) -> str:
    """The label of a roll in the reader's language: translated as a whole, or by the first of `LABELS` that fits."""
    if (translated := gettext(label)) != label:
        return translated
    return next(filter(None, (translate_filled(form, label, roll_label) for form in LABELS)), label)


@cache
def _places(message: str) -> re.Pattern[str]:
    """A pattern that matches `message` with its places filled, with a group for each place."""
    place = re.sub(r"\\\{(?!number\\)(\w+)\\\}", r"(?P<\1>.+?)", re.escape(message))
    return re.compile(place.replace(re.escape("{number}"), r"(?P<number>\w+)"))
