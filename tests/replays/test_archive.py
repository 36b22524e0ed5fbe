"""The recorded campaigns are whole campaign files: they can be read, checked and gone on with."""

import json
from pathlib import Path

import pytest

from campaigns.ledger import archive
from tests.replays.recordings import RecordingSet, differences
from tests.rules.test_replays import RECORDINGS, read


@pytest.mark.parametrize(("shelf", "path"), RECORDINGS)
def test_the_reader_of_campaign_files_takes_a_recording_with_its_dice_and_seals(
    shelf: RecordingSet, path: Path
) -> None:
    file = archive.read(path.read_bytes())
    system, state = archive.replay(file)
    assert system is shelf.system
    assert [*differences(read(path.with_suffix(".outcome.json")), json.loads(json.dumps(shelf.outcome(state))))] == []
    assert len(archive.whole_acts(file, system)) == len(file.acts)
