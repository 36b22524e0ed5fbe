"""Every page of every game under a language of brackets: what stands outside of brackets was not translated.

The language exists here alone. It answers every look-up with the message itself, accents on it and brackets around
it, so that a text without brackets on a page came past gettext.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from typing import Any

import pytest
from django.conf import LazySettings
from django.utils.translation import gettext, ngettext, pgettext, trans_real

from rules import text
from tests.journeys import test_every_page as every_page
from tests.players import start_played
from tests.test_translations import READ_ALOUD
from tests.untranslated_rules import without_sentences

CATALOGUES: Any = trans_real
"""Its stubs leave out what is private."""
LANGUAGE = "xx"
OPENS, CLOSES = "⟦", "⟧"
ACCENTS = str.maketrans("aeiouAEIOU", "áéíóúÁÉÍÓÚ")
VALUES = re.compile(r"(%\(\w+\)[sd]|%\w|\{[^}]*\}|<[^>]*>|&#?\w+;)")
LETTERS = re.compile(r"[^\W\d_]{2,}")
SPELLED = "[bdfghjklmnprstvz][aiou][bdfghjklmnprstvz][aiou][bdfghjklmnprstvz]"
"""A word of those that open a locked room."""
ADDRESSES = re.compile(
    r"[\w.]+@[\w.]+|https?:\S+|\b(?:[0-9a-f]{4}|[0-9a-f]{6,})\b|\b[A-Z2-7]{32}\b|\bwhsec_[\w+/=]+|\brefit-room-\w+\.json\b"
    rf"|{SPELLED}(?: {SPELLED}){{5}}"
)
NAMES = re.compile(
    r"\b(?:hans|ivan|otto|umpire|spectator|stranger|adjutant_\w+|Orsha|Stalingrad|One table|Ours|First key|a slip"
    r"|The die was cocked|1sq|Wundergeraet|Nobody has the time|Nobody has heard of him"
    r"|Refit Room|CSV|PDF|TOML|xlsx|UTC|python|verify_(?:older_)?campaign\.py|--head)\b"
)
"""What people chose or a program needs: names, reasons, formats, a command."""


def bracketed(message: str) -> str:
    """The message with accents, in brackets; what is put in and tags stay as they are."""
    if not message.strip():
        return message
    parts = VALUES.split(message)
    return OPENS + "".join(part if n % 2 else part.translate(ACCENTS) for n, part in enumerate(parts)) + CLOSES


CUT = re.compile(
    r'<span data-cut>[^<]*</span>|<text x="24" y="43"[^>]*>[^<]*</text>'
    r'|<option value="[A-Z][a-z]+/[^"]*">[^<]*</option>'
)
"""Beginnings of sentences and of names on counters: they stand whole beside it, or on a page it leads to. And time
zones, which go by the names of places."""


class Brackets(trans_real.DjangoTranslation):
    """A catalogue that has everything."""

    def __init__(self) -> None:
        super().__init__("en-gb")

    def gettext(self, message: str) -> str:
        return bracketed(message.rpartition(trans_real.CONTEXT_SEPARATOR)[2])

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def to_language(self) -> str:
        return LANGUAGE


@pytest.fixture
def pseudo_language(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Has every request answered in the language of brackets."""
    brackets = Brackets()
    settings.LANGUAGES = [(LANGUAGE, bracketed("Brackets"))]  # named in itself, as all are
    settings.LANGUAGE_CODE = LANGUAGE
    monkeypatch.setattr(trans_real, "translation_catalog_exists", cache(lambda code: code == LANGUAGE))
    monkeypatch.setitem(CATALOGUES._translations, LANGUAGE, brackets)
    monkeypatch.setattr(trans_real, "_default", brackets)
    trans_real.reset_cache(setting="LANGUAGES")
    before = getattr(CATALOGUES._active, "value", None)
    CATALOGUES._active.value = brackets
    yield
    CATALOGUES._active.value = before
    if before is None:
        del CATALOGUES._active.value
    trans_real.reset_cache(setting="LANGUAGES")


class Bare(HTMLParser):
    """Collects what stands outside of brackets, in texts across all tags and in attributes one by one."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.depth = self.quiet = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.quiet += tag in ("script", "style")
        for name, value in attrs:
            if name in READ_ALOUD and value:
                bare, _ = outside(value, 0)
                self.found.append(bare)

    def handle_endtag(self, tag: str) -> None:
        self.quiet -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        bare, self.depth = outside(data, self.depth)
        self.found += [] if self.quiet else [bare]


def outside(text: str, depth: int) -> tuple[str, int]:
    """What of a text stands outside of all brackets, and how many are open behind it."""
    bare = ""
    for letter in text:
        depth += (letter == OPENS) - (letter == CLOSES)
        bare += letter if not depth and letter != CLOSES else " " if letter == CLOSES else ""
    return bare, depth


def bare_texts(html: str) -> list[str]:
    """The texts of a page outside of brackets, less addresses."""
    parser = Bare()
    parser.feed(CUT.sub("", html))
    parser.close()
    assert parser.depth == 0
    plain = (" ".join(ADDRESSES.sub(" ", each).split()) for each in parser.found)
    return [each for each in plain if LETTERS.search(each)]


def unexplained(html: str) -> set[str]:
    """The texts of a page that neither went through gettext nor are a game's or a person's."""
    return {each for each in bare_texts(html) if not _is_explained(each)}


@cache
def _is_explained(bare: str) -> bool:
    """Whether a text is put together of names and what a game says; either may hold a word of the other."""
    left = NAMES.sub(" ", without_sentences(bare)), without_sentences(NAMES.sub(" ", bare))
    return not all(LETTERS.search(each) for each in left)


def pages_of(key: str) -> every_page.Pages:
    """Every page of a game, as far as a campaign leads to it."""
    if key == "oto2":
        return every_page._collected(
            start_played(), every_page._steps, every_page._addresses, every_page._states, every_page._alerts,
            every_page._factors, every_page._errors,
        )  # fmt: skip
    table = start_played(system=key, name="Stalingrad")
    table.scripts.update(every_page.GUARDS)
    return every_page._collected(table, every_page._guards_steps, every_page._guards_pages)


@pytest.mark.slow
@pytest.mark.sampled(1)  # in each game the guards over templates and code see what is looked up by nothing
@pytest.mark.django_db
@pytest.mark.usefixtures("pseudo_language")
@pytest.mark.parametrize(("key", "least"), [("oto2", 101), ("votg", 20)])
def test_every_page_is_translated_but_for_what_the_game_says(key: str, least: int) -> None:
    pages = pages_of(key)
    assert len(pages.html) >= least
    found = {text: name for name, html in pages.html.items() for text in unexplained(html.decode())}
    assert not found, "\n".join(f"{name}: {text}" for text, name in sorted(found.items()))


@pytest.mark.usefixtures("pseudo_language")
def test_the_language_answers_in_brackets() -> None:
    assert gettext("Nothing was done.") == "⟦Nóthíng wás dóné.⟧"
    assert gettext("%(name)s <b>made</b> it") % {"name": "Hans"} == "⟦Hans <b>mádé</b> ít⟧"
    assert ngettext("%(n)s line", "%(n)s lines", 2) % {"n": 2} == "⟦2 línés⟧"
    assert pgettext("dice", "own") == "⟦ówn⟧"
    assert text.gettext("Nothing to do.") == "⟦Nóthíng tó dó.⟧"


@pytest.mark.parametrize(
    "planted",
    [
        "<p>⟦Dóné.⟧ Nothing was done before</p>",
        '<nav aria-label="Pages hereabouts"></nav>',
        "<p>⟦<b>Yóur⟧</b> forgotten sentence</p>",
        "<title>Forgotten titles · Refit Room</title>",
    ],
)
def test_a_text_outside_of_brackets_is_found(planted: str) -> None:
    assert unexplained(planted)


def test_what_is_in_brackets_or_comes_of_a_game_is_no_finding() -> None:
    assert not unexplained(
        "<p>⟦Yóu <b>and</b> hans⟧ <code>0123456789abcdef</code></p><title>⟦Dóné⟧ · Refit Room</title>"
    )
    assert bare_texts("<p>⟦Nów: ⟧Axis bid</p>") == ["Axis bid"]
