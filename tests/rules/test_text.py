"""The words of the rules: English by themselves, and whatever the host's translator answers."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator
from fractions import Fraction
from gettext import NullTranslations

import pytest

from rules import text
from rules.contract import Refused
from rules.engine import entries, rolls
from rules.engine.corrections import form
from rules.tables import Need
from tests.rules import driver
from tests.rules.play import Game


class Brackets(NullTranslations):
    """Puts what it is asked for into brackets, and keeps it."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def gettext(self, message: str) -> str:
        self.asked.append(message)
        return f"⟦{message}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.fixture
def brackets() -> Iterator[Brackets]:
    """Has the rules answered in brackets."""
    mine = Brackets()
    before = text.set_catalog(lambda: mine)
    yield mine
    text.set_catalog(before)


@pytest.fixture
def english() -> Iterator[None]:
    """Has the rules answered by nobody, as without a host."""
    before = text.set_catalog(NullTranslations)
    yield
    text.set_catalog(before)


@pytest.mark.usefixtures("english")
def test_a_number_has_one_decimal_and_the_reader_s_mark() -> None:
    assert [text.decimal(Fraction(*each)) for each in ((7, 2), (1, 3), (29, 10), (3, 1))] == [
        "3.5",
        "0.3",
        "2.9",
        "3.0",
    ]


@pytest.mark.usefixtures("english")
def test_without_a_host_a_message_is_itself() -> None:
    assert text.gettext("Nothing to do.") == text.gettext_noop("Nothing to do.") == "Nothing to do."
    assert [text.ngettext("a die", "dice", n) for n in (0, 1, 2)] == ["dice", "a die", "dice"]


def test_the_catalogue_is_asked_when_something_is_told(brackets: Brackets) -> None:
    assert text.gettext("Nothing to do.") == "⟦Nothing to do.⟧"
    assert text.ngettext("a die", "dice", 1) == "⟦a die⟧"
    assert text.gettext_noop("Nothing to do.") == "Nothing to do."
    assert brackets.asked == ["Nothing to do.", "a die"]


def test_a_refusal_is_told_in_the_readers_language_with_its_numbers(brackets: Brackets) -> None:
    with pytest.raises(Refused) as no:
        entries.whole("7", "Turn", low=1, high=6, field="turn")
    assert no.value.message == "⟦Turn: 7 is not between 1 and 6.⟧"
    assert no.value.way_out == "⟦Enter a number from 1 to 6.⟧"
    assert brackets.asked[0] == "Enter a number from {low} to {high}."


@pytest.mark.usefixtures("brackets")
def test_what_is_marked_at_import_is_looked_up_when_it_is_told() -> None:
    with pytest.raises(Refused) as no:
        rolls.roll([], rng=driver.cup_of(), typed={"wind": [1]}, mode="own")
    assert no.value.way_out == f"⟦{rolls.NOT_MADE}⟧"
    assert form("⟦Propose⟧", ()).fields[0].label == "⟦What is wrong, and why⟧"


@pytest.mark.usefixtures("brackets")
def test_a_plural_goes_by_its_number() -> None:
    for dice, said in ((1, "1 die needed"), (2, "2 dice needed")):
        with pytest.raises(Refused) as no:
            rolls.roll([Need("wind", "Wind", dice)], rng=driver.cup_of(), typed={"wind": [1, 1, 1]}, mode="own")
        assert said in no.value.message


def test_a_campaign_leaves_the_same_journal_in_every_language() -> None:
    before = text.set_catalog(NullTranslations)
    try:
        english = Game().finish().events
        mine = Brackets()
        text.set_catalog(lambda: mine)
        driver._setup.cache_clear()  # another founding, from which nothing has been worked out yet
        bracketed = Game().finish().events
    finally:
        text.set_catalog(before)
    assert english
    assert bracketed == english


def test_the_module_of_the_words_imports_no_framework() -> None:
    source = pathlib.Path(text.__file__).read_text()
    assert [line for line in source.splitlines() if line.startswith(("import ", "from "))] == [
        "from __future__ import annotations",
        "from collections.abc import Callable",
        "from fractions import Fraction",
        "from functools import cache",
        "from gettext import NullTranslations",
    ]
