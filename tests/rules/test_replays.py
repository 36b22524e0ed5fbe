"""Recorded campaigns come to what they came to when they were played, in all their rooms and in each alone."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.kernel import PUBLIC, Event, State, replay
from tests.replays.recorder import Shelf
from tests.replays.shelves import SHELVES

NEW = [pytest.param(shelf, path, id=f"{shelf.system.key}-{path.stem}") for shelf in SHELVES for path in shelf.files]
OLDER = [
    pytest.param(shelf, path, id=f"{shelf.system.key}-older-{path.stem}") for shelf in SHELVES for path in shelf.older
]
RECORDINGS = NEW + OLDER


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def events(file: dict[str, Any], rooms: set[str]) -> list[Event]:
    found = (event for act in file["acts"] for event in act["events"] if event["room"] in rooms)
    return [Event(event["kind"], event["room"], event["data"]) for event in found]


def replayed(shelf: Shelf, file: dict[str, Any], *rooms: str) -> State:
    """The state after a file's acts as somebody has it who may enter `rooms`."""
    start = shelf.system.setup(file["options"]).only(rooms)
    return replay(shelf.system, start, events(file, {PUBLIC, *rooms}))


@pytest.mark.parametrize("shelf", SHELVES, ids=lambda shelf: shelf.system.key)
def test_there_are_recordings(shelf: Shelf):
    assert len(shelf.files) >= 4
    assert shelf.older


@pytest.mark.parametrize(("shelf", "path"), RECORDINGS)
def test_a_recorded_campaign_comes_to_what_it_came_to(shelf: Shelf, path: Path):
    file = read(path)
    assert file["edition"] == shelf.system.edition
    came_to = json.loads(json.dumps(shelf.outcome(replayed(shelf, file, *shelf.system.sides))))
    assert came_to == read(path.with_suffix(".outcome.json"))


@pytest.mark.parametrize(("shelf", "path"), RECORDINGS)
def test_a_recorded_campaign_replays_for_each_side_alone(shelf: Shelf, path: Path):
    file = read(path)
    whole = replayed(shelf, file, *shelf.system.sides)
    for side in shelf.system.sides:
        assert replayed(shelf, file, side) == whole.only([side])
    assert replayed(shelf, file) == whole.only([])


@pytest.mark.parametrize(("shelf", "path"), RECORDINGS)
def test_every_event_of_a_recorded_campaign_can_still_be_told(shelf: Shelf, path: Path):
    for event in events(read(path), {PUBLIC, *shelf.system.sides}):
        assert shelf.system.tell(event).sentence
