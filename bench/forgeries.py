"""Every small forgery of a recorded campaign of each game, with the last head kept.

`python -m bench.forgeries [EACH [ACTS]]` prints how many there are, how many the script finds, how many it declares
(exit 2) and how many pass. Every so many are tried, spread over the whole file: every hundredth unless told. ACTS says
how many acts the campaigns have at most, the last of which is their end; and each game is tried as a whole.

What comes before the first altered act is checked once: the script's own check goes on from there, as it does at a
second look at a page. Every hundredth forgery is checked from the start as well, and has to come to the same.
"""

from __future__ import annotations

import marshal
import os
import pickle
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

import django

from bench.figures import Figure, report

COMPARED = 100
"""Every so many forgeries are checked from the start, too."""


def spelled(value: Any) -> bytes:
    """The same for the same value of the same types only: 1, 1.0 and True differ, and so does the order of keys."""
    return marshal.dumps(value, 2)


class Prefixes:
    """What the script's check knows before each act of a file, so that a forgery of a later one needs no more."""

    def __init__(self, file: Mapping[str, Any], heads: Sequence[str]) -> None:
        from campaigns.ledger.verify_campaign import Check

        class GoesOn(Check):
            """The check of a file from an act on."""

            def __init__(self, file: Mapping[str, Any], stood: bytes, acts: Sequence[Mapping[str, Any]]) -> None:
                super().__init__({**file, "acts": file["acts"][len(acts) :]})
                self._stood, self._before = stood, acts

            def _header(self) -> None:
                vars(self).update(pickle.loads(self._stood), acts=[*self._before])

        self.file, self.heads, self._goes_on = file, heads, GoesOn
        self._rest, self._acts = self._spelled_rest(), [spelled(act) for act in file["acts"]]
        check = Check(file)
        check._header()
        self._stood = [self._dumped(check)]
        for act in file["acts"]:
            check._act(act)
            self._stood.append(self._dumped(check))

    def _spelled_rest(self) -> bytes:
        return spelled({name: value for name, value in self.file.items() if name != "acts"})

    @staticmethod
    def _dumped(check: Any) -> bytes:
        return pickle.dumps({name: value for name, value in vars(check).items() if name not in ("file", "acts")}, -1)

    def check(self) -> Sequence[Any]:
        """The parts of the check of the file as it stands now."""
        from campaigns.ledger.verify_campaign import check

        acts = self.file.get("acts")
        if self._spelled_rest() != self._rest or not isinstance(acts, list):
            return check(self.file, self.heads)
        pairs = enumerate(zip(acts, self._acts, strict=False))
        same = next((at for at, (act, was) in pairs if spelled(act) != was), min(len(acts), len(self._acts)))
        return self._goes_on(self.file, self._stood[same], acts[:same]).run(self.heads)


def told(parts: Sequence[Any]) -> tuple[list[str], list[str]]:
    """Faults and what could not be checked."""
    return [each for part in parts for each in part.faults], [each for part in parts for each in part.waits]


def forged(name: str, file: dict[str, Any], each: int) -> int:
    """Try every so many forgeries of one campaign; how many pass."""
    from campaigns.ledger.verify_campaign import check
    from tests.proof import forgeries
    from tests.proof.closed import heads_of

    last, came_to = heads_of(file)[-1:], Counter[str]()
    prefixes, began = Prefixes(file, last), time.perf_counter()
    assert not told(check(file, last))[0]
    for number, (kind, do, undo) in enumerate(islice(forgeries.every(file), 0, None, each)):
        do()
        faults, waits = told(prefixes.check())
        if number % COMPARED == 0:
            assert told(check(file, last)) == (faults, waits), f"{kind} comes to something else from the start"
        came_to["found" if faults else "declared" if waits else "passed"] += 1
        if not faults:
            print(f"{name}: {kind}: {waits or 'PASSES'}", flush=True)
        undo()
    total, took = came_to.total(), time.perf_counter() - began
    print(
        f"{name}: {came_to['passed']} of {total} pass, {dict(came_to)}, {len(file['acts'])} acts, {took:.0f} s",
        flush=True,
    )
    return came_to["passed"]


def main(each: int = 100, acts: int = 10_000) -> None:
    """Try them; fails if one passes."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from tests.proof.closed import closed
    from tests.proof.recorded import GAMES, played

    passed = 0
    for game in GAMES:
        passed += forged(f"{game}, its beginning", closed(game, acts), each)
        passed += forged(f"{game}, whole", played(game), each)
    report(Figure("forgeries that pass", passed, 0))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
