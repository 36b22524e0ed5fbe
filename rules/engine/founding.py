"""Read the options of a campaign at its founding; those the game does not have are refused.

One of them is the date at which a campaign begun on paper comes here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Protocol, Self, runtime_checkable

from pydantic import model_validator

from rules.contract import FoundingChoice, Refused, Ruling
from rules.engine.data_files import DataModel, Datum, TableError, load_data
from rules.engine.readings import GameReadings, under_todays_keys
from rules.text import excerpt, gettext, gettext_noop

LISTED = gettext_noop("Take one of those the start page lists.")


def one_of(field: str, value: object, choices: Collection[str]) -> str:
    """`value` if it is one of `choices`; raises Refused otherwise."""
    if not isinstance(value, str) or value not in choices:
        raise Refused(
            gettext("{value} is no {field} of this game.", value=excerpt(value), field=field),
            field=field,
            way_out=gettext(LISTED),
        )
    return value


class PrintedReading(DataModel):
    """One reading of a ruling."""

    key: str
    text: str


class PrintedRuling(Datum):
    """A [[ruling]] table of a data file."""

    key: str
    was: str = ""
    question: str
    default: str
    why: str = ""
    readings: tuple[PrintedReading, ...]

    @model_validator(mode="after")
    def _has_its_default(self) -> Self:
        if self.default not in {reading.key for reading in self.readings}:
            raise ValueError(f"the default {self.default} is none of the readings")
        return self

    def contract(self) -> Ruling:
        """The ruling as hosts know it."""
        readings = {reading.key: reading.text for reading in self.readings}
        return Ruling(self.key, self.question, self.cite, readings, self.default, self.why, self.was)


class Rulings(DataModel):
    """A data file that holds only rulings."""

    ruling: tuple[PrintedRuling, ...]


def read_rulings(path: Path, asked: type[GameReadings]) -> tuple[Ruling, ...]:
    """The rulings of a game, from the [[ruling]] tables of the file at `path`; a TableError if code asks for others."""
    rulings = tuple(row.contract() for row in load_data(path, Rulings).ruling)
    if faults := tuple(asked.faults(rulings)):
        raise TableError(f"{path.name}: {fault}" for fault in faults)
    return rulings


def rulings_key(options: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    """The chosen readings among a campaign's options, sorted and hashable: the key under which rule data is cached."""
    chosen = options.get("rulings")
    return tuple(sorted(chosen.items())) if isinstance(chosen, Mapping) else ()


def readings(rulings: Iterable[Ruling], chosen: object) -> dict[str, str]:
    """The reading of every ruling: the chosen one or the default. Raises Refused for one the game does not have."""
    by_key = {ruling.key: ruling for ruling in rulings}
    if not isinstance(chosen, Mapping):
        raise Refused(gettext("The rulings are a reading for each question."), field="rulings", way_out=gettext(LISTED))
    chosen = under_todays_keys(by_key.values(), chosen)
    for key, reading in chosen.items():
        if key not in by_key:
            text = gettext("There is no ruling {key} in this game.", key=repr(key))
            raise Refused(text, field=key, way_out=gettext(LISTED))
        if not isinstance(reading, str) or reading not in by_key[key].readings:
            question = gettext(by_key[key].question)
            text = gettext("{question} {reading} is no reading of it.", question=question, reading=excerpt(reading))
            raise Refused(text, field=key, rule=by_key[key].rule, way_out=gettext(LISTED))
    return {key: chosen.get(key, ruling.default) for key, ruling in by_key.items()}


# a later date -------------------------------------------------------------------------------------

START = "start"
"""The option that says at which date a campaign begins here; its value is "" for the first date."""
FROM_THE_FIRST = ""
LABEL = gettext_noop("Starts on")


@runtime_checkable
class HasLaterStart(Protocol):
    """A system whose campaigns can be taken over from paper at a later date."""

    def came_from_paper(self, options: Mapping[str, object]) -> str:
        """The name of the date at which a campaign with these options came here; "" if it was begun here."""


def start_choice(dates: Mapping[str, str]) -> FoundingChoice:
    """The question of the founding page; `dates` maps the keys of later dates to their names."""
    first = gettext("its first date; everything is played here")
    later = {
        key: gettext("{date}; what went before was played on paper", date=gettext(name)) for key, name in dates.items()
    }
    return FoundingChoice(START, gettext(LABEL), {FROM_THE_FIRST: first, **later})


def start_of(options: Mapping[str, object], dates: Mapping[str, int]) -> int:
    """The index of the date at which a campaign with these options begins here, 0 for its first.

    `dates` maps the keys of later dates to their indexes. Raises Refused for any other key.
    """
    chosen = options.get(START, FROM_THE_FIRST)
    key = one_of(START, chosen, (FROM_THE_FIRST, *dates))
    return dates[key] if key else 0
