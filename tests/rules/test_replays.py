"""Recorded campaigns come to what they came to when they were played, in all their rooms and in each alone."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.contract import PUBLIC, Event, State
from rules.engine.reducers import replay
from tests.replays.recordings import RECORDING_SETS, RecordingSet, differences

RECORDINGS = [
    pytest.param(shelf, path, id=f"{shelf.system.key}-{path.stem}") for shelf in RECORDING_SETS for path in shelf.files
]


@cache
def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def events(path: Path, rooms: set[str]) -> list[Event]:
    return [event for act in read(path)["acts"] for event in of_the_game(act) if event.room in rooms]


def of_the_game(act: dict[str, Any]) -> list[Event]:
    """The events of an act that are not the host's own."""
    found = (event for event in act["events"] if not event["kind"].startswith("house."))
    return [Event(event["kind"], event["room"], event["data"]) for event in found]


def replayed(shelf: RecordingSet, path: Path, *rooms: str) -> State:
    """The state after a file's acts as somebody has it who may enter `rooms`."""
    start = shelf.system.setup(read(path)["options"]).only(rooms)
    return replay(shelf.system, start, events(path, {PUBLIC, *rooms}))


@cache
def whole(path: Path) -> State:
    """The state of all rooms after a file's acts, folded once for all tests."""
    shelf = next(each for each in RECORDING_SETS if path in each.files)
    return replayed(shelf, path, *shelf.system.sides)


@pytest.mark.parametrize("shelf", RECORDING_SETS, ids=lambda shelf: shelf.system.key)
def test_there_are_recordings(shelf: RecordingSet):
    assert len(shelf.files) >= 4


@pytest.mark.parametrize(("shelf", "path"), RECORDINGS)
def test_a_recorded_campaign_comes_to_what_it_came_to(shelf: RecordingSet, path: Path):
    assert read(path)["edition"] == shelf.system.edition
    came_to = json.loads(json.dumps(shelf.outcome(whole(path))))
    assert [*differences(read(path.with_suffix(".outcome.json")), came_to)] == []


def test_a_figure_that_is_other_gone_or_more_is_a_difference_and_an_empty_new_one_is_none():
    recorded = {"vp": 3, "dates": [{"winner": "german", "report": {"hexes": 5}}], "units": {"Squad": 2}}
    same = {**recorded, "scenario": "", "dates": [{"winner": "german", "told": [], "report": {"hexes": 5, "name": ""}}]}
    assert [*differences(recorded, same)] == []
    other = {"vp": True, "dates": [{"winner": "", "report": {"hexes": 6}}], "units": {"Squad": 2, "Leader": 1}}
    assert [*differences(recorded, other)] == [
        "dates[0].report.hexes: 6, was 5",
        "dates[0].winner: '', was 'german'",
        "units.Leader is new: 1",
        "vp: True, was 3",
    ]
    assert [*differences(recorded, {**recorded, "dates": []})] == [f"dates: [], was {recorded['dates']!r}"]
    assert [*differences(recorded, {"vp": 3, "dates": recorded["dates"]})] == ["units is gone, was {'Squad': 2}"]


@pytest.mark.parametrize(("shelf", "path"), RECORDINGS)
def test_a_recorded_campaign_replays_for_each_side_alone(shelf: RecordingSet, path: Path):
    for side in shelf.system.sides:
        assert replayed(shelf, path, side) == whole(path).only([side])
    assert replayed(shelf, path) == whole(path).only([])


@pytest.mark.parametrize(("shelf", "path"), RECORDINGS)
def test_every_event_of_a_recorded_campaign_can_still_be_told(shelf: RecordingSet, path: Path):
    for event in events(path, {PUBLIC, *shelf.system.sides}):
        assert shelf.system.describe(event).sentence


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("shelf", "path"), RECORDINGS)
def test_a_side_that_hears_of_public_events_when_it_next_acts_has_the_same_room_as_one_that_hears_at_once(
    shelf: RecordingSet, path: Path
):
    """What an act needs is the public room and the actor's own: nobody else's room is opened for it."""
    system, start = shelf.system, shelf.system.setup(read(path)["options"])
    at_once, public = start, start.only(())
    rooms, unheard, late = dict(start.sides), {side: list[Event]() for side in start.sides}, list[Event]()

    def enter(side: str) -> State:
        late.extend(unheard[side])
        for event in unheard[side]:
            rooms[side] = system.hear(rooms[side], side, event)
        unheard[side].clear()
        return State(public.public, {side: rooms[side]})

    for act in read(path)["acts"]:
        side = act["side"]
        lazily = enter(side) if side else public
        assert lazily == at_once.only(lazily.sides)
        for event in of_the_game(act):
            at_once, lazily = system.apply(at_once, event), system.apply(lazily, event)
            for other in unheard.keys() - {side} if event.kind in system.heard else ():
                unheard[other].append(event)
        public = lazily.only(())
        rooms |= lazily.sides
    assert late or not system.heard
    assert {side: enter(side).sides[side] for side in rooms} == at_once.sides
