"""Events told to a reader, from what they hold alone; the sentences are data."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rules.contract import Event, EventText
from rules.dice import Reckoning
from rules.engine.data_files import DataModel, load_data
from rules.engine.reducers import Data
from rules.systems.orsha_missions.printed import DATA, MissionPart, pair, parts, printed
from rules.text import gettext, gettext_noop


class Words(DataModel):
    """How events of a kind are told; `when` has other sentences by the entry they need."""

    rule: str
    sentence: str
    when: Mapping[str, str] = {}


@cache
def _words() -> Mapping[str, Words]:
    return load_data(DATA / "events.toml", dict[str, Words])


def _value(part: MissionPart, value: str | int | None) -> str:
    """What a part came to: words of ours are looked up, what was typed stands as it is."""
    if part.ask == "yes":
        return gettext("Yes") if value else gettext("No")
    if value is None:
        return "–"
    return gettext(value) if isinstance(value, str) and (part.table or part.options) else str(value)


_NUMBERS = {
    "enemy_san": gettext_noop("ENEMY SAN"),
    "friendly_san": gettext_noop("FRIENDLY SAN"),
    "enemy_ac": gettext_noop("ENEMY AC#"),
    "enemy_re": gettext_noop("ENEMY RE#s"),
    "friendly_re": gettext_noop("FRIENDLY RE#s"),
    "vpo": gettext_noop("VPO"),
    "held": gettext_noop("VPO held"),
    "railroad": gettext_noop("RR locations"),
    "road": gettext_noop("road path"),
    "guns": gettext_noop("Guns and AFV"),
    "wrecks": gettext_noop("wrecks rolled for"),
    "friendly_points": gettext_noop("FRIENDLY VP"),
    "enemy_points": gettext_noop("ENEMY VP"),
}


def _number(key: str, number: int) -> str:
    if key in ("railroad", "road"):
        return gettext("yes") if number else gettext("no")
    return pair(number) if key.endswith("_re") else str(number)


def describe(event: Event) -> EventText:
    """An event as a sentence with its rule and rolls."""
    data: Data = event.data
    words = _words()[event.kind]
    places: dict[str, object] = {**data, "side": str(data.get("side", "")).upper()}
    rule = words.rule
    if "part" in data:
        part = parts()[data["part"]]
        places, rule = {**places, "part": gettext(part.label)}, part.rule
    if "event" in data:
        found = printed().event[data["event"]]
        places, rule = {**places, "event": gettext(data["event"]), "text": gettext(found.text)}, found.rule
    if "value" in data:
        places["value"] = places["result"] = _value(part, data["value"])
    if "numbers" in data:
        places["numbers"] = ", ".join(
            f"{gettext(_NUMBERS[key])} {_number(key, n)}" for key, n in data["numbers"].items()
        )
    told = next((text for entry, text in words.when.items() if data.get(entry)), words.sentence)
    label = str(places.get("part", ""))
    rolls = tuple((label, Reckoning.from_json(body)) for body in data.get("rolls", ()))
    return EventText(gettext(told, **places), rule, rolls)
