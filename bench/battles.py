"""Battles of Roads to Stalingrad between 200 people: what a page costs, and how soon the other side sees a step.

`python -m bench.battles` lays out the page of a battle beside a bare page with as many queries and bytes. Then 100
games stand in a battle on the real web server, each of whose players has a live stream open, and one side of each game
does what is asked of it every few seconds of a minute. Measured is the time from its press to the end of the answer
with the other side's page, which is asked for as soon as the stream tells of the change.
"""

import os
import random
import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bench.club import CAMPAIGNS, MINUTE, PROCESSES, Evening, Member, listening
from bench.pages import browser, compared, prepared, weights
from bench.streams import instance, web_server

if TYPE_CHECKING:
    from refit.demos.player import Player

PACE = 12.0
"""Seconds from one step of a battle to the next."""
LIMIT_RATIO, LIMIT_FOLLOW = 1.5, 300.0
ATTACK = {
    "start": {"area": "Belitsa"},
    "operation": {"do": "move", "to": "Rossna", "unit-GP2": "on"},
}
PRESSES = ("enter", "roll", "done")
FOUGHT = ("window", "chits", "battle", "victim", "retreat")


def game(name: str) -> "tuple[Player, Player]":
    """Both players of a game that stands before the first battle."""
    from django.contrib.auth import get_user_model

    from campaigns import actions
    from refit.demos.player import Player

    one, other = (get_user_model().objects.create(username=f"{side} of {name}") for side in ("axis", "soviet"))
    seat = actions.start_campaign(name=name, system="rts", options={}, side="axis", by=one)
    _, token = actions.invite(role="commander", side="soviet", by=seat)
    players = Player(seat, ATTACK), Player(actions.take_seat(token=token, by=other))
    while players[0].view().public.stage != "window":
        assert any(player.moves() for player in players)
    return players


@dataclass
class Battles(Evening):
    """The evening, with each step: who saw it follow, when it was pressed, how long his page took in milliseconds."""

    steps: list[tuple[Member, float, float]] = field(default_factory=list)

    def goes_on(self, couple: tuple[Member, Member]) -> None:
        """Whoever is asked in a battle does what his page proposes; the other side's page follows."""
        from refit.steps import CONFIRMED

        for member, other in (couple, couple[::-1]):
            forms = [form for form in self.looks(member).forms if form.fields.get("step") in FOUGHT]
            press = next((press for form in forms for press in PRESSES if press in form.buttons), None)
            if press is None:
                continue
            began = time.perf_counter()
            answer = member.wire.post(member.path, {**forms[0].fields, "act": press + CONFIRMED})
            if answer.status_code != 200:
                self.wrong.append(f"{member.path}: {answer.status_code}")
            self.looks(other)
            self.steps.append((other, began, self.pages[-1]))
            return

    def seen_after(self, member: Member, began: float, page: float) -> float:
        """The milliseconds from a press until the other side had its page."""
        heard = [moment for moment in self.heard.get(member.session, []) if moment > began]
        return (min(heard) - began) * 1000 + page if heard else float("inf")


def evening(root: str, games: "list[tuple[Player, Player]]", port: int) -> Battles:
    """A minute of battles."""
    from tests.http_client import HttpClient

    couples, chance, found = list[tuple[Member, Member]](), random.Random(1), Battles()
    for players in games:
        both = []
        for player in players:
            wire, session = HttpClient(root), browser(player).cookies["sessionid"].value
            wire.carries("sessionid", session)
            both.append(Member(player.seat.campaign.public_id, wire, session))
        couples.append((both[0], both[1]))
    starts = [chance.uniform(0, PACE) for _ in couples]
    turns = [
        (at + n * PACE, couple) for at, couple in zip(starts, couples, strict=True) for n in range(int(MINUTE / PACE))
    ]
    with listening(port, [member for couple in couples for member in couple], found):
        began = time.perf_counter()
        with ThreadPoolExecutor(max_workers=32) as crowd:
            for at, couple in sorted(turns, key=lambda turn: turn[0]):
                time.sleep(max(began + at - time.perf_counter(), 0))
                crowd.submit(found.goes_on, couple)
        time.sleep(1)
    return found


def main() -> None:
    """Measure and print; fails if a page costs more or a step is seen later than it may be."""
    os.environ.setdefault("WEB_PROCESSES", PROCESSES)
    with instance():
        prepared()
        games = [game(f"game {n}") for n in range(CAMPAIGNS)]
        asked = games[0][0]
        client, page = browser(asked), f"/campaigns/{asked.seat.campaign.public_id}/refit/window/"
        queries, size, ours, theirs = compared(client, page)
        first, following = weights(client, page)
        with web_server() as (_, port):
            found = evening(f"http://127.0.0.1:{port}", games, port)
    seen = [found.seen_after(*step) for step in found.steps]
    slow = statistics.quantiles(seen, n=20)[-1]
    print(f"page of a battle: {queries} queries, {size / 1024:.1f} KB, {ours:.1f} ms;")
    print(f"  a bare page of as much {theirs:.1f} ms: {ours / theirs:.2f} times that (limit {LIMIT_RATIO})")
    print(f"  first visit {first:.1f} KB compressed, next page {following:.1f} KB")
    median = statistics.median(seen)
    print(
        f"{len(seen)} steps of battles between {2 * CAMPAIGNS} people in a minute, the other side's page after a press:"
    )
    print(f"  {median:.0f} ms (p50), {slow:.0f} ms (p95, limit {LIMIT_FOLLOW:.0f})")
    print(f"  {len(found.wrong)} not served {found.wrong[:3]}")
    if found.wrong or len(seen) < CAMPAIGNS:
        raise SystemExit("somebody was not served")
    if ours / theirs > LIMIT_RATIO or slow > LIMIT_FOLLOW:
        raise SystemExit("a page or a step of a battle is slower than it may be")


if __name__ == "__main__":
    main()
