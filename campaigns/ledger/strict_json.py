"""A JSON parser stricter than the standard library's: it accepts only what a campaign file may contain."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop

DEEPEST = 30
"""The deepest nesting allowed: no campaign needs more, and JSON parsers have trouble with it."""
TOO_DEEP = gettext_noop("it is nested more than %(deepest)s times")
MOST_VALUES = 2_000_000
TOO_MANY = gettext_noop("it holds more than %(most)s values")
MOST_DIGITS = 30
NEWLINE = b"\n"


def parse(content: bytes) -> object:
    """The parsed value. Raises ValueError with the reason as part of a sentence in the reader's language."""
    try:
        text = content.decode("utf-8-sig")
        value = json.loads(
            text, parse_constant=_no_number, parse_float=_fraction, parse_int=_whole, object_pairs_hook=_once
        )
        _check_values(value)
    except UnicodeDecodeError as error:
        reason = gettext("line %(line)s has a letter that is not written in UTF-8") % {
            "line": content.count(NEWLINE, 0, error.start) + 1
        }
    except json.JSONDecodeError as error:
        reason = gettext("line %(line)s, letter %(letter)s: %(what)s") % {
            "line": error.lineno,
            "letter": error.colno,
            "what": error.msg[:1].lower() + error.msg[1:],
        }
    except RecursionError:
        reason = gettext(TOO_DEEP) % {"deepest": DEEPEST}
    else:
        return value
    raise ValueError(reason)


def _no_number(name: str) -> Any:
    raise ValueError(gettext("%(name)s is no number") % {"name": name})


def _fraction(text: str) -> object:
    """Refuse floats: the program writes none, and the database might spell one differently from how it was hashed."""
    raise ValueError(gettext("%(text)s stands where only whole numbers do") % {"text": text[:MOST_DIGITS]})


def _whole(text: str) -> int:
    return int(text) if len(text) <= MOST_DIGITS else _no_number(f"{text[:MOST_DIGITS]}…")


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object, refused if a key stands in it twice: others who check the file might read the other value."""
    content = dict(pairs)
    if len(content) < len(pairs):
        twice, _ = Counter(name for name, _ in pairs).most_common(1)[0]
        raise ValueError(gettext("%(name)s stands twice in one place") % {"name": ascii(twice[:MOST_DIGITS])})
    return content


def _check_values(value: object) -> None:
    """Refuse JSON that can't be stored: nested too deeply, too many values, NUL characters, surrogates."""
    level, values = [value], 0
    for _ in range(DEEPEST):
        values += len(level)
        if values > MOST_VALUES:
            raise ValueError(gettext(TOO_MANY) % {"most": MOST_VALUES})
        texts = [item for item in level if isinstance(item, str)]
        texts += [key for item in level if isinstance(item, Mapping) for key in item]
        for text in texts:
            if "\0" in text or (not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text)):
                raise ValueError(
                    gettext("%(text)s has a character that no text has") % {"text": ascii(text[:MOST_DIGITS])}
                )
        level = [
            part
            for item in level
            if isinstance(item, dict | list)
            for part in (item.values() if isinstance(item, dict) else item)
        ]
        if not level:
            return
    raise ValueError(gettext(TOO_DEEP) % {"deepest": DEEPEST})
