"""The words of the rules in the reader's language. The rules know no web framework: the host says who translates.

A message is looked up when it is told (`gettext("{number} left", number=3)`), so never at import and never for what
goes into an event: journals are the same in every language, and `gettext_noop` marks what is looked up later.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol


class Translator(Protocol):
    """What looks messages up; Django's `translation` module is one, Python's `gettext` another."""

    def gettext(self, message: str, /) -> str:
        """The message in the reader's language."""

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        """The form of a message that goes with `number`, in the reader's language."""


class Untranslated:
    """The messages as they are written here, in English."""

    def gettext(self, message: str, /) -> str:
        """The message itself."""
        return message

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        """The form of English."""
        return singular if number == 1 else plural


_translator: Translator = Untranslated()


def set_translator(translator: Translator) -> Translator:
    """Have `translator` look up every message from now on, in all threads; return the one before."""
    global _translator
    before, _translator = _translator, translator
    return before


def gettext(message: str, /, **places: object) -> str:
    """The message in the reader's language, its `{places}` filled; without any, braces are text."""
    found = _translator.gettext(message)
    return found.format_map(places) if places else found


def ngettext(singular: str, plural: str, number: int, /, **places: object) -> str:
    """The form of a message that goes with `number`, in the reader's language, its `{places}` filled."""
    found = _translator.ngettext(singular, plural, number)
    return found.format_map(places) if places else found


def gettext_noop(message: str) -> str:
    """The message as it is: marked for translators here, looked up by whoever tells it."""
    return message


class Messages(Mapping[str, str]):
    """Messages by key, each looked up when it is asked for."""

    def __init__(self, messages: Mapping[str, str]) -> None:
        self._messages = messages

    def __getitem__(self, key: str) -> str:
        return gettext(self._messages[key])

    def __iter__(self) -> Iterator[str]:
        return iter(self._messages)

    def __len__(self) -> int:
        return len(self._messages)
