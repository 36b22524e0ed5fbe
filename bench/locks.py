"""What a locked room adds to a page: the same page in turn where its room is locked, and where it is not.

`python -m bench.locks` plays two campaigns of the same people to their first purchase and locks a room of one. The
words are given once on the page for them, and timed apart. Only the processor's time of this process counts, and only
its ratio: each round asks for locked, open, open, locked and compares their sums, so that a machine that becomes slower
or warmer takes as much from both. The figure is the median of all rounds, with how sure it is.
"""

import gc
import re
import statistics
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from bench.pages import browser, players, prepared, queries_of
from bench.proof import busy
from bench.streams import instance

if TYPE_CHECKING:
    from django.test import Client

    from refit.demos.player import Player

ROUNDS, WARM = 300, 20
LIMIT = 1.10


def begun() -> "Player":
    """A German commander before his first purchase."""
    from refit.demos.player import play

    both = players()
    play(both, lambda public: public.stage == "purchase")
    return both[0]


def locked(player: "Player") -> str:
    """Lock the room of a commander's side; the words that open it."""
    from django.db import transaction

    from campaigns.guards import lock_campaign
    from campaigns.locks import actions, words

    drawn = words.drawn_words()
    with transaction.atomic():
        campaign = lock_campaign(player.seat)
        campaign.locked = True
        campaign.save(update_fields=["locked"])
        actions.lock_room(player.seat, actions.ChosenWords(drawn))
        actions.tell(player.seat)
    return drawn


def unlocked(player: "Player", words: str) -> tuple["Client", float]:
    """A browser that opens the room, and the milliseconds that the words took."""
    client, url = browser(player), f"/campaigns/{player.seat.campaign.public_id}/unlock/"
    way = re.search(r'name="way" value="([0-9a-f]+)"', client.get(url).content.decode())
    assert way
    began = time.perf_counter()
    assert client.post(url, {"way": way[1], "words": words}).status_code == 302
    return client, (time.perf_counter() - began) * 1000


def compared(shut: Callable[[], object], plain: Callable[[], object]) -> list[tuple[float, float]]:
    """The milliseconds of two locked and two open pages of each round, without the collector of garbage."""
    rounds = []
    for n in range(WARM + ROUNDS):
        gc.collect()
        gc.disable()
        first, *theirs, last = (busy(each) for each in (shut, plain, plain, shut))
        gc.enable()
        if n >= WARM:
            rounds.append((first + last, sum(theirs)))
    return rounds


def median_of_ratios(rounds: list[tuple[float, float]]) -> tuple[float, float]:
    """The median ratio of the rounds, and twice its standard error as their spread gives it (1.253 MAD / 0.6745)."""
    ratios = [ours / theirs for ours, theirs in rounds]
    middle = statistics.median(ratios)
    spread = statistics.median(abs(each - middle) for each in ratios) / 0.6745
    return middle, 2 * 1.253 * spread / len(ratios) ** 0.5


def main() -> None:
    """Measure and print; fails if the locked page costs more than it may."""
    with instance():
        prepared()
        plain, shut = begun(), begun()
        client, words_took = unlocked(shut, locked(shut))
        other = browser(plain)
        urls = [f"/campaigns/{player.seat.campaign.public_id}/refit/step/purchase/" for player in (shut, plain)]
        more = queries_of(client, urls[0]) - queries_of(other, urls[1])
        rounds = compared(lambda: client.get(urls[0]), lambda: other.get(urls[1]))
    ours, theirs = (statistics.median(column) / 2 for column in zip(*rounds, strict=True))
    ratio, sure = median_of_ratios(rounds)
    print(f"a page of a locked room: {ours:.1f} ms, of an open one {theirs:.1f} ms, {more} queries more:")
    print(f"  {ratio:.3f} times that, within {sure:.3f} (limit {LIMIT}); the words took {words_took:.0f} ms, once")
    if ratio - sure > LIMIT:
        raise SystemExit("a lock costs more than it may")


if __name__ == "__main__":
    main()
