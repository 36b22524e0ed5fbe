"""What sealing, the chain and encryption add to an act and to a page, beside the same without them.

`python -m bench.proof` founds two campaigns for the same two people. One is kept as ever; for the other what is stored
is plain JSON, nothing is sealed and no link is made. The same act and the same page are done in turn in both, and only
the ratio of the processor's time for them counts.
"""

import contextlib
import itertools
import json
import statistics
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any
from unittest import mock

from bench.pages import browser, players, prepared
from bench.streams import instance

if TYPE_CHECKING:
    from refit.demos.player import Player

ROUNDS = 200
LIMIT_ACT, LIMIT_PAGE = 1.15, 1.10
WHERE = ("23AM", "battle")


@contextlib.contextmanager
def in_the_open() -> Iterator[None]:
    """Nothing is encrypted, sealed or linked meanwhile."""

    def kept(key: bytes, value: Any, label: str) -> bytes:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()

    def read(key: bytes, stored: bytes | memoryview, label: str) -> Any:
        return json.loads(bytes(stored))

    with (
        mock.patch("campaigns.ledger.crypto.seal", kept),
        mock.patch("campaigns.ledger.crypto.open_sealed", read),
        mock.patch("campaigns.ledger.crypto.wrap", lambda secret, label: secret),
        mock.patch("campaigns.ledger.crypto.unwrap", lambda wrapped, label: bytes(wrapped)),
        mock.patch("campaigns.ledger.journal.sealed", lambda act: act),
        mock.patch("campaigns.ledger.journal.linked", lambda act, heads: act),
    ):
        yield


def begun() -> "Player":
    """A German commander in the middle of his first battle."""
    from refit.demos.player import play

    both = players()
    play(both, lambda public: (public.date, public.stage) == WHERE)
    return both[0]


def busy(do: Callable[[], Any]) -> float:
    """The milliseconds this process is busy."""
    began = time.process_time()
    do()
    return (time.process_time() - began) * 1000


def compared(kept: Callable[[], Any], plain: Callable[[], Any]) -> tuple[float, float]:
    """The median milliseconds of what is kept as ever, and of the same in the open, done in turn."""
    pairs = []
    for _ in range(ROUNDS):
        ours = busy(kept)
        with in_the_open():
            pairs.append((ours, busy(plain)))
    ours, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
    return ours, theirs


def told(name: str, ours: float, theirs: float, limit: float) -> bool:
    """Print a comparison; whether it is within its limit."""
    print(f"{name}: {ours:.1f} ms, in the open {theirs:.1f} ms: {ours / theirs:.2f} times that (limit {limit})")
    return ours / theirs <= limit


def main() -> None:
    """Measure and print; fails if an act or a page costs more than it may."""
    with instance():
        prepared()
        kept = begun()
        with in_the_open():
            plain = begun()

        def act(player: "Player") -> Callable[[], Any]:
            piles = (pile for section in player.view().mine.sections for pile in section.piles)
            alone, notes = next(pile.key for pile in piles if pile.count == 1), itertools.cycle("ab")
            return lambda: player.orders("change", pile=alone, count=1, note=next(notes))

        def page(player: "Player") -> Callable[[], Any]:
            client, url = browser(player), f"/campaigns/{player.seat.campaign.public_id}/refit/step/play/"
            return lambda: client.get(url)

        looked = told("a page", *compared(page(kept), page(plain)), LIMIT_PAGE)
        done = told("an act", *compared(act(kept), act(plain)), LIMIT_ACT)
    if not (looked and done):
        raise SystemExit("what shows that all was honest costs more than it may")


if __name__ == "__main__":
    main()
