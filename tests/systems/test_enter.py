"""Enter in a field sends a form without its button: that keeps what was typed, and commits nothing, at any step.

A phone's Go is the same. The forms are those of every step at which each game of the registry waits for a side, and
of what may be opened beside it. What a browser sends is in test_enter_in_browser.
"""

from __future__ import annotations

import pytest

from campaigns.models import Draft, JournalEntry
from tests.html_client import unrecorded
from tests.leaks.crawler import read_once
from tests.systems.every_position import PARTS, laid, part_of
from tests.systems.games import Scripts
from tests.systems.people import seated

WITHOUT_A_BUTTON: tuple[dict[str, str], ...] = ({}, {"act": ""}, {"act": "draft"})
"""What a browser or a script may send: no button, one without a value, the first of the form."""


@pytest.mark.slow
@pytest.mark.sampled(5)
@pytest.mark.parametrize("part", PARTS)
@read_once()
@unrecorded()
def test_a_step_sent_without_its_button_keeps_a_draft_and_commits_nothing(
    scripts: Scripts, db: None, key: str, part: int
) -> None:
    table = seated(key)
    for (_, step, side), state in part_of(scripts, part):
        with laid(state):
            page = table.page(side, "refit-step", step)
            before = JournalEntry.objects.count()
            assert page.form.fields["step"] == step
            assert next(iter(page.form.buttons)) == "draft", "Enter presses the first button"
            for sent in WITHOUT_A_BUTTON:
                kept = page.client.post(page.form.action, {**page.form.fields, **sent})
                assert (kept.status_code, kept["Location"]) == (302, page.where), "the step still waits"
                assert Draft.objects.filter(room=side, step=step, act=None).exists()
                Draft.objects.all().delete()
            assert JournalEntry.objects.count() == before
