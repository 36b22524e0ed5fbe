"""The words that open a locked room: drawn ones that can be said aloud in any language, or a passphrase of one's own.

A drawn word is 16 random bits as five letters, consonants and vowels in turn. Five words make 80 bits; the sixth is a
check, so that a slip of the pen is told from wrong words before anything costly is done.
"""

from __future__ import annotations

import hashlib
import secrets
import unicodedata

from django.utils.translation import gettext

from rules.contract import Refused

CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aiou"
SECRET_WORDS = 5
SHORTEST_OWN, LONGEST = 20, 200


def drawn_words() -> str:
    """Six new words, of which the last is the check of the others."""
    words = [_word(secrets.randbits(16)) for _ in range(SECRET_WORDS)]
    return " ".join([*words, _check_word(words)])


def parse_drawn_words(typed: str) -> str | None:
    """Drawn words, normalized, however they were typed; None unless the check word fits."""
    words = _plain(typed).casefold().replace("-", " ").split()
    held = len(words) == SECRET_WORDS + 1 and _check_word(words[:-1]) == words[-1]
    return " ".join(words) if held else None


def own_passphrase(typed: str) -> str:
    """A passphrase of one's own, normalized; Refused if it is too short or too long."""
    words = " ".join(_plain(typed).split())
    if not SHORTEST_OWN <= len(words) <= LONGEST:
        raise Refused(
            gettext("A passphrase of your own has %(least)s to %(most)s characters; this has %(number)s.")
            % {"least": SHORTEST_OWN, "most": LONGEST, "number": len(words)},
            field="own",
            way_out=gettext("Make it longer, or leave it blank and take the words that were drawn."),
        )
    return words


def read(typed: str) -> str:
    """The words typed to open a room, normalized; Refused if they can't be anybody's."""
    if read_words := parse_drawn_words(typed):
        return read_words
    words = " ".join(_plain(typed).split())
    if SHORTEST_OWN <= len(words) <= LONGEST and len(words.replace("-", " ").split()) != SECRET_WORDS + 1:
        return words
    raise Refused(
        gettext("One of the six words is mistyped, or one is missing."),
        field="words",
        way_out=gettext("Look at them again letter by letter; capitals and hyphens do not matter."),
    )


def _word(number: int) -> str:
    return (
        CONSONANTS[number >> 12]
        + VOWELS[number >> 10 & 3]
        + CONSONANTS[number >> 6 & 15]
        + VOWELS[number >> 4 & 3]
        + CONSONANTS[number & 15]
    )


def _check_word(words: list[str]) -> str:
    digest = hashlib.sha256(("refit-words " + " ".join(words)).encode()).digest()
    return _word(int.from_bytes(digest[:2], "big"))


def _plain(typed: str) -> str:
    return unicodedata.normalize("NFKC", typed)
