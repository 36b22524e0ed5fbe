"""Recorded campaigns come to what they came to when they were played, in all their rooms and in each alone."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.kernel import PUBLIC, Event, State, replay
from tests.replays.record import FOLDER, outcome
from tests.rules.play import SIDES, SYSTEM

RECORDINGS = sorted(path for path in FOLDER.glob("*.json") if not path.name.endswith(".outcome.json"))


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def events(file: dict[str, Any], rooms: set[str]) -> list[Event]:
    found = (event for act in file["acts"] for event in act["events"] if event["room"] in rooms)
    return [Event(event["kind"], event["room"], event["data"]) for event in found]


def replayed(file: dict[str, Any], *rooms: str) -> State:
    """The state after a file's acts as somebody has it who may enter `rooms`."""
    start = SYSTEM.setup(file["options"]).only(rooms)
    return replay(SYSTEM, start, events(file, {PUBLIC, *rooms}))


def test_there_are_recordings():
    assert len(RECORDINGS) >= 2


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_a_recorded_campaign_comes_to_what_it_came_to(path):
    file = read(path)
    assert file["edition"] == SYSTEM.edition
    came_to = json.loads(json.dumps(outcome(replayed(file, *SIDES))))
    assert came_to == read(path.with_suffix(".outcome.json"))


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_a_recorded_campaign_replays_for_each_side_alone(path):
    file = read(path)
    whole = replayed(file, *SIDES)
    for side in SIDES:
        assert replayed(file, side) == whole.only([side])
    assert replayed(file) == whole.only([])


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_every_event_of_a_recorded_campaign_can_still_be_told(path):
    for event in events(read(path), {PUBLIC, *SIDES}):
        assert SYSTEM.tell(event).sentence
