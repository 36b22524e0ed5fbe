"""Two people of a side at one step, in each way that a step of any game asks: who saves later is told, sees both
versions, and overwrites nothing.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

import pytest

from campaigns import drafts
from campaigns.models import JournalEntry
from rules.contract import AnyState
from tests.html_client import Form, unrecorded
from tests.leaks.crawler import read_once
from tests.systems.every_position import PARTS, laid, positions
from tests.systems.games import Scripts
from tests.systems.people import KEEPS, seated

OF_THE_PAGE = {"csrfmiddlewaretoken", "step", "seen", "revision", "window", "act", "save"}
THEIRS, MINE = "1", "2"


@pytest.mark.slow
@pytest.mark.sampled(5)
@pytest.mark.parametrize("part", PARTS)
@read_once()
@unrecorded()
def test_who_saves_a_step_later_sees_both_versions_and_overwrites_nothing(
    scripts: Scripts, db: None, key: str, part: int
) -> None:
    table, ways = seated(key), list(differently_asked(scripts))
    for step, side, state in ways[part :: len(PARTS)]:
        with laid(state):
            mine, theirs = (table.page(name, "refit-step", step) for name in (side, f"adjutant-{side}"))
            before = JournalEntry.objects.count()
            if not (name := _entry(mine.form)):
                continue
            kept = theirs.press(KEEPS, {name: THEIRS})
            assert kept.where == theirs.where, f"{step}: the first to save is told nothing"
            told = mine.press(KEEPS, {name: MINE})
            assert told.where.endswith("/versions/"), f"{step}, {name}: {mine.form.fields}"
            assert "There are 2 versions of this draft" in told.text
            assert f"by adjutant-{side}" in told.text
            draft = drafts.saved(table.seat(side), step)
            assert draft
            assert [each.data[name] for each in draft.versions] == [THEIRS, MINE], step
            assert JournalEntry.objects.count() == before


def differently_asked(scripts: Scripts) -> Iterator[tuple[str, str, AnyState]]:
    """Step, side and state, for each way in which a step asks."""
    asked = set[Hashable]()
    for (_, step, side), state in positions(scripts).items():
        waits = scripts.system.current(state.only({side}), side)
        assert waits
        way = waits.task.kind, frozenset(field.kind for field in waits.task.fields)
        if way not in asked:
            asked.add(way)
            yield step, side, state


def _entry(form: Form) -> str:
    """An entry of a form that its reader fills in, in which any number may be kept; "" if it has none."""
    typed = (name for name in form.fields if name not in OF_THE_PAGE and name not in form.choices)
    return next(typed, "")
