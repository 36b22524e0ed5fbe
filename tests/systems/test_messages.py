"""What a game has looked up: every message is in what translators are given, and none gets into an event."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from gettext import NullTranslations
from pathlib import Path

import pytest

from campaigns.management.commands.makemessages import LETTERS, messages_of_rules
from rules import text
from rules.features.documents import HasSheets, HasTables, Sheet
from tests.systems import games
from tests.systems.player import Play
from tests.test_catalogues import CODES, translated

ROOT = Path(__file__).parents[2] / "rules"
LOOK_UPS = ("gettext", "ngettext", "gettext_noop")
OPENS = "⟦"


class Recorder(NullTranslations):
    """Puts a mark on whatever is looked up, and remembers it."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: set[str] = set()

    def gettext(self, message: str) -> str:
        self.messages.add(message)
        return OPENS + message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.messages |= {msgid1, msgid2}
        return OPENS + (msgid1 if n == 1 else msgid2)


@pytest.fixture
def play(key: str) -> Play:
    """A campaign of the game to its end; a fixture, so that it is played before anything is recorded."""
    return games.scripts(key).whole


@pytest.fixture
def recorder() -> Iterator[Recorder]:
    found = Recorder()
    before = text.set_catalog(lambda: found)
    yield found
    text.set_catalog(before)


@cache
def messages_of_code() -> frozenset[str]:
    """The messages that stand in a look-up, as xgettext finds them."""
    calls = (
        node
        for path in ROOT.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in LOOK_UPS
    )
    return frozenset(
        arg.value for call in calls for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
    )


def strings(data: object) -> Iterator[str]:
    """The strings in JSON values."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        yield from (each for part in data.values() for each in strings(part))
    elif isinstance(data, list | tuple):
        yield from (each for part in data for each in strings(part))


@pytest.mark.parametrize("key", games.KEYS)
def test_what_is_looked_up_is_there_for_translators_and_in_no_event(key: str, recorder: Recorder) -> None:
    """What stands in events may be put together of names and numbers, and is looked up as it is."""
    scripts = games.scripts(key)
    play = scripts.start(**scripts.short).finish()
    assert isinstance(scripts.system, HasTables)
    scripts.system.tables(dict(scripts.short))
    assert play.ended
    assert OPENS not in str([event.data for event in play.events])
    stored = {each for event in play.events for each in strings(event.data)}
    missing = recorder.messages - messages_of_code() - messages_of_rules().keys() - stored - {""}
    missing = {text for text in missing if LETTERS.search(text)}
    assert not missing, "\n".join(sorted(missing))


@pytest.mark.parametrize("key", games.KEYS)
def test_the_stage_that_lists_and_mails_name_is_a_message_as_it_is(key: str, play: Play) -> None:
    """It is kept in the language of nobody, and looked up by whoever shows it (campaigns.ledger.journal.summary_of)."""
    states = (play.state, *play.positions.values())
    titles = {play.system.public(state.only(())).stage_title for state in states}
    assert len(titles) > 1
    assert titles <= messages_of_code() | messages_of_rules().keys()


def printed(sheet: Sheet) -> Iterator[str]:
    """The texts of a sheet, each name of a list by itself."""
    yield from (sheet.title, sheet.subtitle, sheet.date, sheet.side, *sheet.notes)
    for table in sheet.tables:
        yield from (table.title, table.empty, *(column.title for column in table.columns))
        for block in table.blocks:
            yield block.title
            cells = (cell for row in block.rows for cell in row if isinstance(cell, str))
            yield from (name for cell in cells for name in cell.split(", "))


@pytest.mark.parametrize("key", games.KEYS)
def test_no_message_stands_on_a_sheet_as_it_was_written(key: str, play: Play, recorder: Recorder) -> None:
    """Names of units and cards, roles of sides: what translators are given is looked up where it is printed."""
    system = play.system
    assert isinstance(system, HasSheets), "no sheets"
    rooms = (None, *system.sides)
    for state in (play.state, *play.positions.values()):
        sheets = [sheet for side in rooms for sheet in system.sheets(state, side).values()]
        found = {text for sheet in sheets for text in printed(sheet)} & messages_of_rules().keys()
        assert {text for text in found if any(translated(code, text) != text for code in CODES)} == set()
