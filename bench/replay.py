"""How long it takes to fold 1,000 acts of a campaign over its founding, and what that costs in memory.

`python -m bench.replay` replays the recorded campaign of the tests as often as 1,000 acts take; no database is needed.
"""

import json
import sys
import time
import tracemalloc
from pathlib import Path
from typing import Any

from rules import registry
from rules.contract import Event, State

RECORDING = Path(__file__).resolve().parent.parent / "tests" / "replays" / "oto2" / "scripted.json"
ACTS, ROUNDS, LIMIT = 1000, 5, 0.5


def acts(file: dict[str, Any]) -> list[list[Event]]:
    """The acts of a campaign file as events."""
    return [[Event(each["kind"], each["room"], each["data"]) for each in act["events"]] for act in file["acts"]]


def replayed(file: dict[str, Any], found: list[list[Event]]) -> State:
    """The state after `ACTS` acts; where the campaign ends it is founded again."""
    system = registry.get(file["system"])
    state = system.setup(file["options"])
    for number in range(ACTS):
        if number and number % len(found) == 0:
            state = system.setup(file["options"])
        for event in found[number % len(found)]:
            state = system.apply(state, event)
    return state


def main() -> None:
    """Measure, print and fail if the limit is passed."""
    file = json.loads(RECORDING.read_text(encoding="utf-8"))
    found = acts(file)
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        replayed(file, found)
        times.append(time.perf_counter() - start)
    tracemalloc.start()
    replayed(file, found)
    peak = tracemalloc.get_traced_memory()[1]
    events = sum(len(found[number % len(found)]) for number in range(ACTS))
    print(f"{ACTS} acts ({events} events): {min(times):.3f} s at best, {max(times):.3f} s at worst; limit {LIMIT} s")
    print(f"memory at its peak: {peak / 1024:.0f} kB")
    if min(times) > LIMIT:
        sys.exit(f"replay took {min(times):.3f} s")


if __name__ == "__main__":
    main()
