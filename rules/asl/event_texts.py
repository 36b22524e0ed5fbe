"""Events as text: a sentence, the game's rule number, and the reckonings behind the numbers.

A text is made from the event alone, so it stays true whatever the state is later. The sentences are data: those of all
refit phases in events.toml beside this file, those of a game in its data/events.toml.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import ClassVar, TypeVar

from pydantic import ConfigDict

from rules.asl import captures, gains
from rules.asl.corrections import describe_changes
from rules.asl.counters import FATES, an
from rules.asl.data_files.fortifications import Forts
from rules.asl.rule_data import DataFiles, StepText
from rules.contract import PUBLIC, Event, EventText
from rules.dice import Reckoning
from rules.engine.by_kind import ByKind
from rules.engine.corrections import UMPIRE
from rules.engine.data_files import load_data
from rules.engine.event_texts import roll_label
from rules.engine.reducers import Data
from rules.engine.stages import Course, SideContext
from rules.ground.altered import CHANGES
from rules.ground.painting import perimeter_text
from rules.text import gettext, ngettext

C = TypeVar("C", bound=SideContext)
SHARED = Path(__file__).with_name("events.toml")
WorkedOut = Mapping[str, Callable[[Data], Mapping[str, object]]]
LONGEST_LIST = 160
"""The greatest length of a list of hexes that a sentence names."""
IN_BRACES = re.compile(r"\{(\w+)")


@dataclass(frozen=True)
class Template:
    """The texts for one kind of event: a `sentence` with `{places}`, and `none` to use if one of them is empty.

    `when` has templates for special cases, by the place that must not be empty: the first that fits is used. `also` has
    further sentences, with keys of the same kind. The rule is that of the event, else `rule`, else the one that the
    game's `step` has for `part`. `headline` is a short form for lists of dates, if the event marks one; a headline in
    `when` takes precedence.
    """

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid")

    sentence: str
    none: str = ""
    step: str = ""
    part: str = ""
    rule: str = ""
    headline: str = ""
    also: Mapping[str, str] = field(default_factory=dict)
    when: Mapping[str, Template] = field(default_factory=dict)


class EventTexts:
    """Makes the texts of a game's events; `names` are those of its sides.

    `worked_out` has, by kind of event, a function for further places of its sentences that the event does not hold.
    """

    def __init__(self, data: DataFiles, names: Mapping[str, str], worked_out: WorkedOut) -> None:
        self.templates = {
            **load_data(SHARED, dict[str, Template]),
            **load_data(data.folder / "events.toml", dict[str, Template]),
        }
        of_corrections = {kind: partial(tell, names) for kind, tell in OF_CORRECTIONS.items()}
        self.worked_out: WorkedOut = {**WORKED_OUT, **of_corrections, **worked_out}
        self.step_texts, self.names = data.step_texts, names

    def describe(self, event: Event, course: Course[C]) -> EventText:
        """The text of `event`; raises KeyError for an unknown kind. `course` has the titles of stages."""
        data: Data = event.data
        first = self.templates[event.kind]
        step, places = self._step(event), self._places(event, course)
        template = _fitting(first, places)
        named = dict.fromkeys(IN_BRACES.findall(template.sentence), "") | places
        empty = template.none and any(named[name] == "" for name in IN_BRACES.findall(template.sentence))
        sentences = [template.none if empty else template.sentence]
        sentences += [more for name, more in template.also.items() if places.get(name)]
        rule = str(data.get("rule") or template.rule or first.rule or (step.rule_of(first.part) if step else ""))
        rolls = tuple((roll_label(str(roll["label"])), Reckoning.from_json(roll)) for roll in data.get("rolls", ()))
        return EventText(" ".join(gettext(each, **named) for each in sentences), rule, rolls)

    def headline(self, event: Event, course: Course[C]) -> str:
        """The headline of `event`; "" if its kind has none, or if one of its places is empty."""
        first = self.templates[event.kind]
        if not first.headline:
            return ""
        places = self._places(event, course)
        sentence = _fitting(first, places).headline or first.headline
        empty = any(places.get(name) == "" for name in IN_BRACES.findall(sentence))
        return "" if empty else gettext(sentence, **places)

    def _step(self, event: Event) -> StepText | None:
        """The texts of an event's step, None if it has no step."""
        return self.step_texts.get(self.templates[event.kind].step or str(event.data.get("step", "")))

    def _places(self, event: Event, course: Course[C]) -> dict[str, object]:
        """The values for the places of an event's sentences."""
        data: Data = event.data
        step = self._step(event)
        places: dict[str, object] = {"title": gettext(step.title) if step and step.title else ""}
        # The result of each roll, the result of the first alone, and names that need no roll.
        thrown = [
            gettext("{label}: {result}", label=roll_label(roll["label"]), result=gettext(str(roll["result"])))
            for roll in data.get("rolls", ())
        ]
        without = [gettext(name) for key in ("names", "said") for name in data.get(key, ()) if name]
        only = {"result": gettext(str(data["rolls"][0]["result"]))} if thrown else {}
        of_rolls = {
            **only,
            "rolls": listed(thrown),
            "with_rolls": listed([*thrown, *without]),
            "added": len(data.get("add", ())),
        }
        places |= {key: self._display(value) for key, value in data.items()} | of_rolls
        if "stage" in data:
            places["stage"] = gettext(course.stage(data["stage"]).title)
        if event.kind in self.worked_out:
            places |= self.worked_out[event.kind](data)
        return places

    def _display(self, value: object) -> object:
        """A value for a sentence: a side by its name, text in the reader's language, a list of texts joined."""
        if isinstance(value, str):
            return gettext(self.names.get(value, value)) if value else ""
        if isinstance(value, list | tuple) and all(isinstance(each, str) for each in value):
            return listed(gettext(each) for each in value if each)
        return value


def _fitting(first: Template, places: Mapping[str, object]) -> Template:
    """The first template in `when` that fits, else that of the kind."""
    return next((each for name, each in first.when.items() if places.get(name)), first)


def listed(names: Iterable[str]) -> str:
    """`names` joined by commas."""
    return ", ".join(names)


# what sentences name beside what the event holds -------------------------------------------------


def purchase_params(data: Data, modes: Mapping[str, str] | None = None) -> Mapping[str, object]:
    """Each group with its row of the chart and its price; `modes` has the ways in which a group may come, in words.

    A group is named by its id, which pages replace with its name. Only groups of a made-up record have no id.
    """
    ways = modes or {}
    labels = (
        " ".join(
            (
                group.get("id") or group["rg"],
                *([gettext(ways[group["way"]])] if group.get("way") in ways else ()),
                f"({group['rg']}, {group['paid']})" if group.get("id") else f"({group['paid']})",
            )
        )
        for group in data.get("buy", ())
    )
    number = len(data.get("buy", ()))
    groups = ngettext("{number} group", "{number} groups", number, number=number) if number else ""
    return {"bought": listed(labels), "groups": groups}


def works_bought(forts: Forts, data: Data) -> Mapping[str, object]:
    """What was bought with Fortification points, by the price list `forts`."""
    return {"bought": listed(f"{number} × {forts.name(key)}" for key, number in data["line"]["forts"].items())}


def fires(data: Data) -> Mapping[str, object]:
    """What fires left, and where it still burns."""
    burning = [gettext("it burns on in {places}", places=listed(data["blazes"]))] if data["blazes"] else []
    return {"fires": "; ".join([*map(gettext, data["terrain"]), *burning])}


WORKED_OUT = ByKind[Callable[[Data], Mapping[str, object]]](
    {
        "areas.told": lambda data: {"areas": listed(f"{area['name']} ({area['type']})" for area in data["areas"])},
        "perimeter.drawn": lambda data: {"loops": perimeter_text(data["loops"])},
        "capture.denied": lambda data: {"withdrawn": data["by"] == data["captor"]},
        "capture.ended": lambda data: {"end": gettext(captures.HOW_ENDED[data["how"]])},
        "correction.settled": lambda data: {
            data["verdict"] if data["judge"] != UMPIRE else f"umpire_{data['verdict']}": True,
            "gained": gains.in_words(data["classes"], data["gain"]) if "gain" in data else "",
        },
        "gain.proposed": lambda data: {"gained": gains.in_words(data["classes"], data["gain"])},
        "gain.written": lambda data: {"what": listed(map(gettext, data["values"][gains.WHAT]))},
        "leader.exchanged": lambda data: {"new": gettext(" and ").join(data["new"])},
        "leader.hardened": lambda data: {"new": an(data["new"])} if "old" in data else {},
        **dict.fromkeys(
            ("losses.stated", "losses.restated"),
            lambda data: {
                "counts": listed(
                    _figure(name, number, data["recorded"].get(name)) for name, number in data["figures"].items()
                )
            },
        ),
        "losses.recorded": lambda data: {"fate": gettext(FATES[data["fate"]])},
        "recon.disclosed": lambda data: {
            "shown": "; ".join(
                f"{place}: {listed(map(gettext, names)) or gettext('nothing')}"
                for place, names in dict(data["told"]).items()
            )
        },
        "recon.rolled": lambda data: {"number": data["line"]["recon"]},
        "works.passed": lambda data: {"works": listed(f"{name} ({place})" for name, place in data["works"])},
    }
)
"""Further places of the sentences that all refits share, by kind of event."""


@WORKED_OUT.on("counters.changed")
def _changed(data: Data) -> Mapping[str, object]:
    none = gettext("none")
    values = {
        gettext(key): (listed(map(gettext, value)) if isinstance(value, list | tuple) else value) or none
        for key, value in data.get("values", {}).items()
    }
    return {"values": "; ".join(f"{key} {value}" for key, value in values.items())}


def _proposed(names: Mapping[str, str], data: Data) -> Mapping[str, object]:
    values = "; ".join(describe_changes(data.get("values", {}), names, data.get("was")))
    return {"public": data["room"] == PUBLIC, "values": values[:1].upper() + values[1:]}


def _figure(name: str, stated: int, recorded: int | None) -> str:
    """A figure of the report; with that of the record if they differ."""
    figure = name.partition("_")[0].upper()
    if recorded is None or recorded == stated:
        return f"{stated} {figure}"
    return gettext("{stated} {figure} (its record says {recorded})", stated=stated, figure=figure, recorded=recorded)


@WORKED_OUT.on("lines.drawn")
def _drawn(data: Data) -> Mapping[str, object]:
    number = data.get("areas", 0)
    areas = ngettext(
        "The front lines are drawn; {number} Isolated Area of ours.",
        "The front lines are drawn; {number} Isolated Areas of ours.",
        number,
        number=number,
    )
    return {"areas": areas if number else ""}


@WORKED_OUT.on("setup.recorded")
def _set_up(data: Data) -> Mapping[str, object]:
    counters = ngettext(
        "Set up; {number} counter with a Location, {hidden} of them hidden.",
        "Set up; {number} counters with a Location, {hidden} of them hidden.",
        data["placed"],
        number=data["placed"],
        hidden=data["hidden"],
    )
    return {"counters": counters}


@WORKED_OUT.on("control.painted")
def _painted(data: Data) -> Mapping[str, object]:
    count = ngettext("{number} hex", "{number} hexes", data["number"], number=data["number"])
    hexes = data["hexes"] if len(data["hexes"]) <= LONGEST_LIST else ""
    return {"count": count, "nobody": not data["holder"], "where": hexes}


@WORKED_OUT.on("ground.altered")
def _altered(data: Data) -> Mapping[str, object]:
    labelled = ((gettext(CHANGES[change]), hexes) for change, hexes in data["hexes"].items())
    listed_hexes = (f"{what}: {hexes}" if len(hexes) <= LONGEST_LIST else what for what, hexes in labelled)
    return {"changes": "; ".join(listed_hexes)}


def won(names: Mapping[str, str], record: Data) -> Iterator[str]:
    """What a record from paper says of a scenario: who won it, and the CVP of both."""
    if record["winner"]:
        yield gettext("{side} victory", side=names[record["winner"]])
    for side, number in (record.get("report") or {}).get("cvp", {}).items():
        yield gettext("{side} CVP {number}", side=names[side], number=number)


OF_CORRECTIONS: Mapping[str, Callable[[Mapping[str, str], Data], Mapping[str, object]]] = {
    "correction.proposed": _proposed,
    "correction.written": lambda names, data: {"values": "; ".join(describe_changes(data["values"], names))},
}
"""The same for events whose figures name sides; the functions get the sides' names too."""
