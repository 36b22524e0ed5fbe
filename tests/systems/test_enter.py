"""Enter in a field sends a form without its button: that keeps what was typed, and commits nothing, at any step."""

from __future__ import annotations

import pytest

from campaigns.ledger import journal
from campaigns.models import Draft
from rules.contract import PUBLIC
from tests.systems.games import KEYS
from tests.systems.people import Table, seated

LONGEST = 12
"""Acts after which the same kinds of steps come again."""

WITHOUT_A_BUTTON: tuple[dict[str, str], ...] = ({}, {"act": ""}, {"act": "draft"})
"""What a browser or a script may send: no button, one without a value, the first of the form."""


def entries(table: Table) -> int:
    return journal.entry_count(table.campaign, frozenset({PUBLIC, *table.system.sides}))


@pytest.mark.parametrize("key", KEYS)
def test_enter_at_a_step_keeps_a_draft_and_commits_nothing(copied: None, db: None, key: str) -> None:
    table = seated(key)
    for _ in range(LONGEST):
        for side in table.system.sides:
            page = table.page(side)
            if 'id="task-form"' not in page.html:
                continue
            before, step = entries(table), page.form.fields["step"]
            for sent in WITHOUT_A_BUTTON:
                kept = page.send({**page.form.fields, **sent})
                assert kept.status == 200
                assert "draft of your side" in kept.text
                assert kept.form.fields["step"] == step, "the step still waits"
            assert entries(table) == before
            assert Draft.objects.filter(room=side, step=step, act=None).exists()
            table.presses(side)
        if table.campaign.ended:
            break
