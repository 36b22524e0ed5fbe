"""What steps leave for later ones: every model has keys of its own, and recorded events are told by them in full."""

import json
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from pydantic import ValidationError

from rules.asl.pending import Pending, StepPending
from rules.asl.steps.aftermath.drawn_lines import DrawnLines, IsolatedArea
from rules.asl.steps.aftermath.hardening import LeaderRoll, MmcRoll
from tests.replays.recordings import REFITS, RecordingSet


def models(shelf: RecordingSet) -> list[type[StepPending]]:
    """The models of a game and of the steps it shares."""
    return [
        each
        for each in StepPending.__subclasses__()
        if shelf.system.key in each.__module__ or ".asl." in each.__module__
    ]


def recorded(shelf: RecordingSet) -> Iterator[dict[str, Any]]:
    for path in shelf.files:
        for act in json.loads(path.read_text(encoding="utf-8"))["acts"]:
            yield from (event["data"]["pending"] for event in act["events"] if "pending" in event["data"])


@pytest.mark.parametrize("shelf", REFITS, ids=lambda shelf: shelf.system.key)
def test_every_step_has_keys_of_its_own(shelf: RecordingSet):
    assert len(models(shelf)) > 10
    assert [(one, other) for one, other in combinations(models(shelf), 2) if one.keys() & other.keys()] == []


@pytest.mark.parametrize("shelf", REFITS, ids=lambda shelf: shelf.system.key)
def test_what_was_recorded_is_read_in_full_and_written_as_it_was(shelf: RecordingSet):
    found = [whole for whole in recorded(shelf) if whole]
    assert len(found) > 20
    for whole in found:
        left = [each for kind in models(shelf) if (each := Pending(whole).get(kind))]
        assert Pending().put(*left).whole == whole


AREA = IsolatedArea(name="K20", type="C", ids=(1, 2), held=True)


def test_each_step_reads_what_it_wrote_beside_what_others_left():
    pending = Pending().put(MmcRoll(mmc=2), DrawnLines(wanted=1, areas=(AREA,), flames=3))
    again = Pending(json.loads(json.dumps(pending.whole)))
    assert again.get(MmcRoll) == MmcRoll(mmc=2)
    assert again.get(DrawnLines) == DrawnLines(wanted=1, areas=(AREA,), flames=3)
    assert again.get(LeaderRoll) is None
    assert again.without(DrawnLines).whole == {"mmc": 2}
    assert again.put(DrawnLines(wanted=0, areas=())).whole == {"mmc": 2, "wanted": 0, "areas": []}
    assert Pending().put(LeaderRoll(leader="9-1", or_=("8-1",))).whole == {"leader": "9-1", "or": ["8-1"]}


@pytest.mark.parametrize(
    "wrong",
    [{"areas": [], "wanted": "many"}, {"wanted": 1}, {"wanted": 1, "areas": [{**AREA.model_dump(), "helt": True}]}],
)
def test_what_no_step_could_have_left_is_an_error(wrong: dict[str, Any]):
    with pytest.raises(ValidationError):
        Pending(wrong).get(DrawnLines)
