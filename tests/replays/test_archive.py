"""The recorded campaigns are whole campaign files: they can be read, checked and gone on with."""

import json

import pytest

from campaigns import archive
from tests.replays.record import SYSTEM, outcome
from tests.rules.test_replays import RECORDINGS, read


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_the_reader_of_campaign_files_takes_a_recording_with_its_dice_and_seals(path):
    file = archive.read(path.read_bytes())
    system, state = archive.replay(file)
    assert system is SYSTEM
    assert json.loads(json.dumps(outcome(state))) == read(path.with_suffix(".outcome.json"))
    assert len(archive.whole_acts(file, system)) == len(file.acts)
