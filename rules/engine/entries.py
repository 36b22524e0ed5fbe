"""Read the entries of an order one by one; a value of the wrong type is refused, never guessed.

An order may come from a page, a campaign file or a script, so an entry may be any JSON value. Each reader returns a
value of its type or raises Refused.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from rules.contract import Field, Refused
from rules.text import LONGEST_EXCERPT as LONGEST_EXCERPT
from rules.text import excerpt as excerpt
from rules.text import gettext, gettext_noop, unwritable

NUMBER = re.compile(r"\s*[+-]?[0-9]{1,9}\s*", re.ASCII)
LONGEST = 200
TICKS = {"on": True, "true": True, "1": True, "": False, "false": False, "0": False}
RELOAD = gettext_noop("Reload the page and enter it there.")


def check_names(data: Mapping[str, object], names: Collection[str]) -> None:
    """Raise Refused if `data` has an entry that is not one of `names`."""
    for name in data:
        if name not in names:
            raise Refused(
                gettext("There is no entry called {entry} here.", entry=excerpt(name)),
                field=str(name),
                way_out=gettext(RELOAD),
            )


def table(value: object, field: str) -> dict[str, object]:
    """An entry that itself holds entries, by name."""
    if not isinstance(value, Mapping):
        raise Refused(
            gettext("{entry} is no list of entries.", entry=excerpt(value)), field=field, way_out=gettext(RELOAD)
        )
    return {str(key): item for key, item in value.items()}


def whole(value: object, label: str, *, low: int, high: int, field: str, rule: str = "") -> int:
    """A whole number from `low` to `high`, given as a number or as text; an empty entry is 0."""
    if value is None or value == "":
        number = 0
    elif isinstance(value, int) and not isinstance(value, bool):
        number = value
    elif isinstance(value, str) and (not value.strip() or NUMBER.fullmatch(value)):
        number = int(value.strip() or 0)
    else:
        wanted = gettext("Enter a number from {low} to {high}, in figures.", low=low, high=high)
        raise Refused(
            gettext("{label}: {entry} is not a whole number.", label=label, entry=excerpt(value)),
            field=field,
            rule=rule,
            way_out=wanted,
        )
    if not low <= number <= high:
        wanted = gettext("Enter a number from {low} to {high}.", low=low, high=high)
        raise Refused(
            gettext(
                "{label}: {entry} is not between {low} and {high}.",
                label=label,
                entry=excerpt(number),
                low=low,
                high=high,
            ),
            field=field,
            rule=rule,
            way_out=wanted,
        )
    return number


def text(value: object, label: str, *, most: int, field: str, rule: str = "") -> str:
    """A text of at most `most` characters, stripped of outer blanks; an integer is taken as its digits."""
    if isinstance(value, bool | float) or not isinstance(value, str | int):
        raise Refused(
            gettext("{label}: {entry} is not a text.", label=label, entry=excerpt(value)),
            field=field,
            rule=rule,
            way_out=gettext("Write it in words."),
        )
    stripped = value.strip() if isinstance(value, str) else excerpt(value)
    if len(stripped) > most:
        shorter = gettext("Shorten it by {number} or more.", number=len(stripped) - most)
        raise Refused(
            gettext("{label}: {most} characters at most.", label=label, most=most),
            field=field,
            rule=rule,
            way_out=shorter,
        )
    if any(unwritable(letter) for letter in stripped):
        plainly = gettext("Type it anew with plain letters, figures and marks.")
        unfit = gettext("{label}: there is a character in it that can't be written down.", label=label)
        raise Refused(unfit, field=field, rule=rule, way_out=plainly)
    return stripped


def read_field(field: Field, value: object) -> Any:
    """`value` as the type of `field`; raises Refused with the reason if it does not fit."""
    if field.required and field.kind == "number" and (value is None or not str(value).strip()):
        raise Refused(
            gettext("{label}: nothing is entered.", label=field.label),
            field=field.name,
            rule=field.rule,
            way_out=gettext("Enter a number from {low} to {high}.", low=field.low, high=field.high),
        )
    if field.kind == "number":
        return whole(value, field.label, low=field.low, high=field.high, field=field.name, rule=field.rule)
    if field.kind == "check":
        if isinstance(value, bool) or value is None:
            return bool(value)
        if isinstance(value, str) and value in TICKS:
            return TICKS[value]
        either = gettext("Set the tick for yes, leave it out for no.")
        message = gettext("{label}: say yes or no.", label=field.label)
        raise Refused(message, field=field.name, rule=field.rule, way_out=either)
    entered = text(value, field.label, most=field.longest, field=field.name, rule=field.rule)
    if field.kind == "select" and (entered not in dict(field.options) or (field.required and not entered)):
        listed = gettext("Open the list beside it and take what fits.")
        raise Refused(
            gettext("{label}: choose one of those listed.", label=field.label),
            field=field.name,
            rule=field.rule,
            way_out=listed,
        )
    if field.kind == "text" and field.pattern and not re.fullmatch(field.pattern, entered):
        anew = gettext("Write it so and press again; the other entries are kept.")
        message = f"{field.label}: {field.hint or gettext('this does not fit')}."
        raise Refused(message, field=field.name, rule=field.rule, way_out=anew)
    return entered
