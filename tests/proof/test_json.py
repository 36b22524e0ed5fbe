"""What is hashed and sealed is spelled by pydantic_core as `view_json` spells it, to the byte."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pydantic_core import to_jsonable_python

from campaigns.ledger import archive
from campaigns.management.view_json import view_json

RECORDED = sorted(
    path for path in (Path(__file__).parent.parent / "replays").rglob("*.json") if "outcome" not in path.name
)


def test_there_is_something_to_look_at() -> None:
    assert len(RECORDED) >= 10


@pytest.mark.sampled(8)
@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_events_and_states_of_a_recorded_campaign_are_spelled_alike(path: Path) -> None:
    file = archive.read(path.read_bytes())
    system, state = archive.replay(file)
    events = [event.data for act in file.acts for event in act.events]
    for value in (*events, file.options, *(system.dump(state, room) for room in file.rooms)):
        assert json.dumps(to_jsonable_python(value)) == json.dumps(view_json(value))
