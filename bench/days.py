"""What the pages of a long campaign cost on its last day, beside its first: fourteen days of CG IV, played through.

`python -m bench.days` founds two campaigns for the same two people and leaves one at its first scenario while the other
comes to its last. Each page is asked for in turn of both, and only the ratio of the processor's time for them counts.
"""

import statistics
import time
from typing import TYPE_CHECKING

from bench.pages import browser, prepared, queries_of
from bench.streams import instance

if TYPE_CHECKING:
    from django.test import Client

    from refit.demos.player import Player, Script

SYSTEM, OPTIONS = "votg", {"game": "IV"}
FIRST, LAST = "14 Sept", "27 Sept"
PAGES = ("", "refit/step/play/", "forces/", "journal/", "sheets/")
STAGE = "battle"
ROUNDS = 60
LIMIT_RATIO = 1.2
ATTACKS = ("15 Sept", "17 Sept", "19 Sept", "21 Sept", "23 Sept", "25 Sept", "27 Sept")
"""The days on which both sides attack; the others are idle."""


def script(rows: dict[str, dict[str, int]]) -> "Script":
    """What a side does beside what its pages propose: it buys `rows` at every purchase it may."""
    attacks = {f"{day} initiative": {"chit": "attack"} for day in ATTACKS}
    return {"victory": {"winner": "german"}, f"{FIRST} purchase": {"rows": rows}, **attacks}


def commanders() -> "list[tuple[Player, Player]]":
    """Both commanders at two campaigns: one that stays where it begins, one that goes on."""
    from django.contrib.auth import get_user_model

    from campaigns import actions
    from refit.demos.player import Player

    german, russian = (get_user_model().objects.create_user(name, password=name) for name in ("german", "russian"))
    found = []
    for name in ("Begun", "Played"):
        first = actions.start_campaign(name=name, system=SYSTEM, options=OPTIONS, side="german", by=german)
        _, token = actions.invite(role="commander", side="russian", by=first)
        second = actions.take_seat(token=token, by=russian)
        found.append((Player(first, script({"A1": {"n": 1}})), Player(second, script({"I2": {"n": 1}}))))
    return found


def busy(client: "Client", url: str) -> float:
    """The milliseconds this process is busy with a page."""
    began = time.process_time()
    client.get(url)
    return (time.process_time() - began) * 1000


def main() -> None:
    """Measure and print; fails if a page takes more queries late than early, or much longer."""
    with instance():
        prepared()
        from refit.demos.player import play

        first_day, last_day = commanders()
        for date, players in ((FIRST, first_day), (LAST, last_day)):
            play(players, lambda public, date=date: (public.date, public.stage) == (date, STAGE))  # type: ignore[misc]
        client, slow = browser(first_day[0]), []
        bases = [f"/campaigns/{each.seat.campaign.public_id}/" for each, _ in (first_day, last_day)]
        for page in PAGES:
            early, late = (base + page for base in bases)
            queries = queries_of(client, early), queries_of(client, late)
            pairs = [(busy(client, early), busy(client, late)) for _ in range(ROUNDS)]
            first, last = (statistics.median(column) for column in zip(*pairs, strict=True))
            named = page.strip("/") or "campaign"
            print(f"{named}: {queries[0]} and {queries[1]} queries, {first:.1f} and {last:.1f} ms: {last / first:.2f}")
            slow += [named] if last / first > LIMIT_RATIO or queries[0] != queries[1] else []
    if slow:
        raise SystemExit(f"dearer on the last day (limit {LIMIT_RATIO}): {', '.join(slow)}")


if __name__ == "__main__":
    main()
