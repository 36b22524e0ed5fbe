"""The options of a campaign, read at its founding: what is none of the game's is refused.

Among them the date with which it comes here, for a campaign that was begun on paper.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Protocol, runtime_checkable

from rules.contract import FoundingChoice, Refused, Ruling
from rules.engine.data_files import DataModel, Datum, load_data
from rules.text import excerpt, gettext, gettext_noop

LISTED = gettext_noop("Take one of those the start page lists.")


def one_of(field: str, value: object, choices: Collection[str]) -> str:
    """`value` if it is one of `choices`, else Refused."""
    if not isinstance(value, str) or value not in choices:
        raise Refused(
            gettext("{value} is no {field} of this game.", value=excerpt(value), field=field),
            field=field,
            way_out=gettext(LISTED),
        )
    return value


class PrintedReading(DataModel):
    """A reading of a doubt."""

    key: str
    text: str


class PrintedRuling(Datum):
    """A [[ruling]] of a file."""

    key: str
    question: str
    default: str
    why: str = ""
    readings: tuple[PrintedReading, ...]

    def contract(self) -> Ruling:
        """The ruling as the host has it."""
        readings = {reading.key: reading.text for reading in self.readings}
        return Ruling(self.key, self.question, self.cite, readings, self.default, self.why)


class Rulings(DataModel):
    """A file with nothing but rulings."""

    ruling: tuple[PrintedRuling, ...]


def read_rulings(path: Path) -> tuple[Ruling, ...]:
    """The doubts of the print, from the [[ruling]] tables of a file: questions, readings, defaults."""
    return tuple(row.contract() for row in load_data(path, Rulings).ruling)


def rulings_key(options: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    """The readings among the options of a campaign, in the order in which rule data is kept by them."""
    chosen = options.get("rulings")
    return tuple(sorted(chosen.items())) if isinstance(chosen, Mapping) else ()


def readings(rulings: Iterable[Ruling], chosen: object) -> dict[str, str]:
    """Every ruling with its reading: the one given, or the default. Refused if one is none of the game's."""
    by_key = {ruling.key: ruling for ruling in rulings}
    if not isinstance(chosen, Mapping):
        raise Refused(gettext("The rulings are a reading for each question."), field="rulings", way_out=gettext(LISTED))
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
"""The option of a founding that says on which date the campaign comes here; "" for its first."""
FROM_THE_FIRST = ""
LABEL = gettext_noop("Starts on")


@runtime_checkable
class HasLaterStart(Protocol):
    """A system whose campaigns can be taken over from paper on a later date."""

    def came_from_paper(self, options: Mapping[str, object]) -> str:
        """What the date is called on which a campaign with these options came here; "" if it was begun here."""


def start_choice(dates: Mapping[str, str]) -> FoundingChoice:
    """The question of the founding page, with the later `dates` by key."""
    first = gettext("its first date; everything is played here")
    later = {
        key: gettext("{date}; what went before was played on paper", date=gettext(name)) for key, name in dates.items()
    }
    return FoundingChoice(START, gettext(LABEL), {FROM_THE_FIRST: first, **later})


def start_of(options: Mapping[str, object], dates: Mapping[str, int]) -> int:
    """Which date a campaign with these options begins with here, 0 for its first; `dates` has the place of later ones.

    Refused if it is none of them.
    """
    chosen = options.get(START, FROM_THE_FIRST)
    key = one_of(START, chosen, (FROM_THE_FIRST, *dates))
    return dates[key] if key else 0
