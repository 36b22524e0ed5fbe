"""Messages in the reader's language, each looked up once in a language.

A page says some hundred of them, and Django asks one catalogue after another for each that English does not translate.
"""

from __future__ import annotations

from functools import cache
from gettext import NullTranslations

from django.utils import translation
from django.utils.translation.trans_real import catalog


def looked_up(message: str) -> str:
    """What stands in the catalogue of the reader's language for a message; itself if nothing does."""
    return _in_language(catalog(), message) if message else ""


class Translator:
    """Looks up the messages of the rules; see `rules.text.Translator`."""

    def gettext(self, message: str, /) -> str:
        """The message in the reader's language."""
        return looked_up(message)

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        """The form of a message that goes with `number`, in the reader's language."""
        return translation.ngettext(singular, plural, number)


@cache
def _in_language(language: NullTranslations, message: str) -> str:
    return language.gettext(message)
