"""What events carry is typed: recorded ones fit, and a misspelt or missing entry is found."""

import json
from typing import Any, get_type_hints

import pytest
from pydantic import ValidationError
from typing_extensions import is_typeddict

from rules import registry
from rules.asl.system import RefitSystem
from rules.contract import PUBLIC, Event
from tests.replays.recordings import RECORDING_SETS, RecordingSet
from tests.rules.payloads import check_payload
from tests.rules.test_replays import of_the_game

SYSTEMS = list(registry.all_systems().values())
REFITS = [system for system in SYSTEMS if isinstance(system, RefitSystem)]


@pytest.mark.parametrize("recordings", RECORDING_SETS, ids=lambda recordings: recordings.system.key)
def test_every_recorded_event_fits_what_its_reducer_reads(recordings: RecordingSet):
    kinds = set()
    for path in recordings.files:
        for act in json.loads(path.read_text(encoding="utf-8"))["acts"]:
            for event in of_the_game(act):
                check_payload(recordings.system, event)
                kinds.add(event.kind)
    told = {*recordings.system.reducers.public, *recordings.system.reducers.side}
    assert len(kinds) > 40 or kinds == told, "of a game that tells of less, everything is recorded"


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_every_reducer_says_what_it_reads(system: Any):
    reducers = {**system.reducers.public, **system.reducers.side}
    untyped = {kind for kind, each in reducers.items() if not is_typeddict(get_type_hints(each)["data"])}
    assert not untyped
    for kind, echo in system.reducers.echo.items():
        own = get_type_hints(reducers[kind])["data"]
        assert issubclass_of(own, get_type_hints(echo)["data"])


def issubclass_of(payload: Any, other: Any) -> bool:
    """Whether a payload has all entries of another; typed dicts know no classes at run time."""
    return get_type_hints(other).items() <= get_type_hints(payload).items()


@pytest.mark.parametrize("system", REFITS, ids=lambda system: system.key)
@pytest.mark.parametrize(
    ("kind", "room", "data"),
    [
        ("step.done", "german", {"stepp": "muster"}),
        ("step.done", "german", {"step": 3}),
        ("wind.set", PUBLIC, {"windd": "Gusts"}),
        ("wind.set", PUBLIC, {}),
        ("stage.opened", PUBLIC, {"stage": "battle", "title": "The scenario"}),
        ("stage.opened", PUBLIC, {"stage": "battle", "title": "The scenario", "key": "24AM", "dat": 1}),
        ("san.rolled", "german", {"lines": {"san": 3}}),
        ("san.rolled", "german", {"pendings": {}}),
        ("correction.proposed", PUBLIC, {"number": 1, "by": "german", "room": PUBLIC, "reasons": "a slip"}),
        ("correction.settled", PUBLIC, {"number": 1, "by": "german", "room": PUBLIC, "verdict": "agreed"}),
        ("correction.written", "german", {"number": "1", "values": {}}),
    ],
)
def test_a_misspelt_missing_or_wrong_entry_is_found(system: Any, kind: str, room: str, data: dict[str, Any]):
    with pytest.raises((AssertionError, ValidationError)):
        check_payload(system, Event(kind, room, data))


@pytest.mark.parametrize("system", REFITS, ids=lambda system: system.key)
@pytest.mark.parametrize("data", [{"line": {"sann": 3}}, {"ledger": {"spend": 1}}, {"groups": {"g": {"stren": ""}}}])
def test_a_misspelt_field_of_what_is_changed_is_refused_when_it_is_folded(system: Any, data: dict[str, Any]):
    state = system.setup({})
    side = state.sides["german"]
    if "groups" in data:
        data = {"groups": {side.groups[0].id: data["groups"]["g"]}} if side.groups else {"line": {"sann": 3}}
    with pytest.raises(TypeError):
        system.apply(state, Event("san.rolled", "german", data))
