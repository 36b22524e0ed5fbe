"""Records whole campaigns as campaign files with all rooms and the seed, and what they came to.

`python -m tests.replays.record` writes them anew, `… record votg` those of one game. That is right after a change of
the rules that a new edition goes with, and wrong to make a failing replay pass.
"""

from __future__ import annotations

import sys

from tests.replays import oto2_played, votg_played

SHELVES = (oto2_played.SHELF, votg_played.SHELF)


def main(games: list[str]) -> None:
    """Write every recording of these games, or of all, and its outcome."""
    for shelf in SHELVES:
        if shelf.system.key in games or not games:
            shelf.write()


if __name__ == "__main__":
    main(sys.argv[1:])
