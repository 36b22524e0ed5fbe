"""How fast Roads to Stalingrad is played by the rules alone, and 1,000 of its acts folded again.

`python -m bench.rts` lets players who take any legal act play whole games, as the tests do, without a database.
"""

import sys
import time
from collections.abc import Sequence

from rules.contract import Event, State
from rules.systems.rts.state import PublicRoom, SecretRoom
from rules.systems.rts.system import SYSTEM
from tests.rules.rts_player import Game

GAMES, ACTS, ROUNDS = 12, 1000, 5
GAMES_A_SECOND, LIMIT = 3, 0.25


class RecordedGame(Game):
    """A game that keeps what happened, act by act."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.recorded: list[Sequence[Event]] = []

    def happens(self, events: Sequence[Event]) -> None:
        self.recorded.append(events)
        super().happens(events)


def folded(recorded: Sequence[Sequence[Event]]) -> State[PublicRoom, SecretRoom]:
    """The state after `ACTS` acts; where the game ends it is founded again."""
    state = SYSTEM.setup({})
    for number in range(ACTS):
        if number and number % len(recorded) == 0:
            state = SYSTEM.setup({})
        for event in recorded[number % len(recorded)]:
            state = SYSTEM.apply(state, event)
    return state


def main() -> None:
    """Measure, print, and fail if a limit is passed."""
    recorded = RecordedGame(0)
    recorded.play()
    acts, start = 0, time.process_time()
    for seed in range(1, GAMES + 1):
        game = Game(seed)
        while game.public.acting:
            game.act()
        acts += game.acts
    speed = GAMES / (time.process_time() - start)
    print(f"{GAMES} games of {acts / GAMES:.0f} acts: {speed:.2f} games a second; limit {GAMES_A_SECOND}")
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        folded(recorded.recorded)
        times.append(time.process_time() - start)
    print(f"{ACTS} acts: {min(times):.3f} s at best, {max(times):.3f} s at worst; limit {LIMIT} s")
    if speed < GAMES_A_SECOND or min(times) > LIMIT:
        sys.exit("too slow")


if __name__ == "__main__":
    main()
