"""Records whole campaigns as campaign files with all rooms and the seed, and what they came to.

`python -m tests.replays.record` writes them anew, `… record votg` those of one game. That is right after a change of
the rules that a new edition goes with, and wrong to make a failing replay pass. Those of an older program stay.
"""

from __future__ import annotations

import os
import sys

import django


def main(games: list[str]) -> None:
    """Write every recording of these games, or of all, and its outcome."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from tests.replays.shelves import SHELVES  # files are written as the program writes them, which has its models

    for shelf in SHELVES:
        if shelf.system.key in games or not games:
            shelf.write()


if __name__ == "__main__":
    main(sys.argv[1:])
