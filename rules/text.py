"""The words of the rules in the reader's language. The rules know no web framework: the host says where they stand.

A message is looked up when it is told (`gettext("{number} left", number=3)`), so never at import and never for what
goes into an event: journals are the same in every language, and `gettext_noop` marks what is looked up later.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from gettext import NullTranslations

LONGEST_EXCERPT = 40

_catalog: Callable[[], NullTranslations] = cache(NullTranslations)


def set_catalog(of_reader: Callable[[], NullTranslations]) -> Callable[[], NullTranslations]:
    """Look every message up in the catalogue of the reader from now on, in all threads; returns what gave it before."""
    global _catalog
    before, _catalog = _catalog, of_reader
    return before


@cache
def _looked_up(catalog: NullTranslations, message: str) -> str:
    # A page says some hundred of them, and a catalogue may ask one after the other for each that it lacks.
    return catalog.gettext(message) if message else ""


def gettext(message: str, /, **places: object) -> str:
    """The message in the reader's language, its `{places}` filled; without any, braces are text."""
    translated = _looked_up(_catalog(), message)
    return translated.format_map(places) if places else translated


def ngettext(singular: str, plural: str, number: int, /, **places: object) -> str:
    """The form of a message that goes with `number`, in the reader's language, its `{places}` filled."""
    translated = _catalog().ngettext(singular, plural, number)
    return translated.format_map(places) if places else translated


def gettext_noop(message: str) -> str:
    """The message as it is: marked for translators here, looked up by whoever tells it."""
    return message


def decimal(number: Fraction) -> str:
    """A number with one decimal, which stands behind what the reader's language puts there."""
    whole, tenths = divmod(round(number * 10), 10)
    return gettext("{whole}.{tenths}", whole=whole, tenths=tenths)


def excerpt(value: object) -> str:
    """`value` as a refusal quotes it: short, whatever it was."""
    if isinstance(value, str | bool | float) or value is None:
        text = repr(value)
    elif isinstance(value, int):
        text = repr(value) if abs(value) < 10**12 else gettext("so large a number")
    else:
        text = gettext("this")
    return text if len(text) <= LONGEST_EXCERPT else text[:LONGEST_EXCERPT] + "…"


def unwritable(letter: str) -> bool:
    """Control characters and halves of characters, which neither a page nor a database keeps."""
    return (letter < " " and letter not in "\n\r\t") or "\ud800" <= letter <= "\udfff"
