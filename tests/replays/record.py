"""Records whole campaigns as campaign files with all rooms and the seed, and what they came to.

`python -m tests.replays.record` writes them anew, `… record votg` those of one game. That is right after a change of
the rules that a new edition goes with, and wrong to make a failing replay pass.
"""

from __future__ import annotations

import importlib
import json
import os
import sys

import django

from tests.replays.recordings import RECORDING_SETS, RecordingSet


def main(games: list[str]) -> None:
    """Play every recording of these games, or of all, anew, and write it down with its outcome."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()  # files are written as the program writes them, which has its models
    for recordings in RECORDING_SETS:
        if recordings.system.key in games or not games:
            _write(recordings)


def _write(recordings: RecordingSet) -> None:
    recordings.folder.mkdir(exist_ok=True)
    played = importlib.import_module(f"tests.replays.{recordings.system.key}_played").played()
    for key, recorder in played.items():
        texts = {
            f"{key}.json": json.dumps(recorder.file(), ensure_ascii=False),
            f"{key}.outcome.json": json.dumps(recordings.outcome(recorder.game.state), ensure_ascii=False, indent=1),
        }
        for name, text in texts.items():
            (recordings.folder / name).write_text(text + "\n", encoding="utf-8")
        print(f"{key}: {len(recorder.acts)} acts")


if __name__ == "__main__":
    main(sys.argv[1:])
