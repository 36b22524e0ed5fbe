"""Translation of the rules' messages. The rules know no web framework: the host provides the catalogues.

A message is translated when it is shown (`gettext("{number} left", number=3)`), never at import and never in what goes
into an event: journals are the same in every language. `gettext_noop` marks messages that are translated later.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from gettext import NullTranslations

LONGEST_EXCERPT = 40

_catalog: Callable[[], NullTranslations] = cache(NullTranslations)


def set_catalog(of_reader: Callable[[], NullTranslations]) -> Callable[[], NullTranslations]:
    """Set the function that gives the reader's catalogue, for all threads; returns the one it replaces."""
    global _catalog
    before, _catalog = _catalog, of_reader
    return before


@cache
def _looked_up(catalog: NullTranslations, message: str) -> str:
    # Cached: a page shows some hundred messages, and a catalogue may try several fallbacks for each that it lacks.
    return catalog.gettext(message) if message else ""


def gettext(message: str, /, **places: object) -> str:
    """The message in the reader's language with its `{places}` filled; without `places` braces are plain text."""
    translated = _looked_up(_catalog(), message)
    return translated.format_map(places) if places else translated


def ngettext(singular: str, plural: str, number: int, /, **places: object) -> str:
    """The plural form for `number` in the reader's language, with its `{places}` filled."""
    translated = _catalog().ngettext(singular, plural, number)
    return translated.format_map(places) if places else translated


def gettext_noop(message: str) -> str:
    """The message unchanged: marks it for translators; the code that shows it translates it."""
    return message


def decimal(number: Fraction) -> str:
    """A number rounded to one decimal, with the decimal separator of the reader's language."""
    whole, tenths = divmod(round(number * 10), 10)
    return gettext("{whole}.{tenths}", whole=whole, tenths=tenths)


def excerpt(value: object) -> str:
    """`value` as a refusal quotes it: short, whatever it is."""
    if isinstance(value, str | bool | float) or value is None:
        text = repr(value)
    elif isinstance(value, int):
        text = repr(value) if abs(value) < 10**12 else gettext("so large a number")
    else:
        text = gettext("this")
    return text if len(text) <= LONGEST_EXCERPT else text[:LONGEST_EXCERPT] + "…"


def unwritable(letter: str) -> bool:
    """Whether it is a control character or a surrogate, which neither pages nor databases keep."""
    return (letter < " " and letter not in "\n\r\t") or "\ud800" <= letter <= "\udfff"
