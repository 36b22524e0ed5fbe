"""Battles of Roads to Stalingrad between 200 people: what a page costs, and how soon the other side sees a step.

`python -m bench.battles` lays out the page of a battle beside a bare page with as many queries and bytes. Then 100
games stand in a battle on the real web server, each of whose players has a live stream open, and one side of each game
does what is asked of it every few seconds of a minute. Measured is the time from its press to the end of the answer
with the other side's page, which is asked for as soon as the stream tells of the change. Whoever presses does so on the
page that he has open. Our side of it costs the machine little, and what it costs is told.
"""

import os
import random
import statistics
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import TYPE_CHECKING

from bench.club import CAMPAIGNS, MINUTE, PROCESSES, Heard, Listener, listening
from bench.pages import browser, compared, prepared, weights
from bench.streams import instance, web_server
from bench.wire import NO_HEADERS, NotServed, Wire, part_on_load, task_forms

if TYPE_CHECKING:
    from refit.demos.player import Player

PACE = 12.0
"""Seconds from one step of a battle to the next."""
LIMIT_RATIO, LIMIT_FOLLOW = 1.5, 300.0
ATTACK = {
    "start": {"area": "Belitsa"},
    "operation": {"do": "move", "to": "Rossna", "unit-GP2": "on"},
}
PART = {"HX-Request": "true"}
"""What an open page that follows asks with."""
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
class Fighter(Listener):
    """Somebody at his browser, with the page that he has open."""

    wire: Wire
    page: bytes = b""

    def looks(self, headers: Mapping[str, str] = NO_HEADERS) -> None:
        """Ask for the page of the game."""
        self.page = self.wire.get(self.path, headers)
        self._gives_his_part()

    def presses(self, data: Mapping[str, str]) -> None:
        """Send a form; what it leads to is the page from then on."""
        self.page = self.wire.post(self.path, data)
        self._gives_his_part()

    def _gives_his_part(self) -> None:
        if (part := part_on_load(self.page)) is not None:
            self.wire.post(part.action, part.fields)


@dataclass
class Battles(Heard):
    """Each step: who saw it follow, when it was pressed, how long his page took in milliseconds.

    `cost` is the processor time of our side in seconds, without the start.
    """

    steps: list[tuple[Fighter, float, float]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    cost: float = 0.0

    def goes_on(self, couple: tuple[Fighter, Fighter]) -> None:
        """Whoever is asked in a battle does what his page proposes; the other side's page follows."""
        from refit.steps import CONFIRMED

        for member, other in (couple, couple[::-1]):
            forms = [form for form in task_forms(member.page) if form.fields["step"] in FOUGHT]
            press = next((press for form in forms for press in PRESSES if press in form.buttons), None)
            if press is None:
                continue
            try:
                began = time.perf_counter()
                member.presses({**forms[0].filled, "act": press + CONFIRMED})
                asked = time.perf_counter()
                other.looks(PART)
                self.steps.append((other, began, (time.perf_counter() - asked) * 1000))
            except (NotServed, OSError, HTTPException) as error:
                self.wrong.append(f"{member.path}: {error!r}")
            return

    def seen_after(self, member: Fighter, began: float, page: float) -> float:
        """The milliseconds from a press until the other side had its page."""
        heard = [moment for moment in self.heard.get(member.session, []) if moment > began]
        return (min(heard) - began) * 1000 + page if heard else float("inf")


def evening(games: "list[tuple[Player, Player]]", port: int) -> Battles:
    """A minute of battles."""
    couples, chance, found = list[tuple[Fighter, Fighter]](), random.Random(1), Battles()
    for players in games:
        both = []
        for player in players:
            cookies = {name: each.value for name, each in browser(player).cookies.items()}
            both.append(Fighter(player.seat.campaign.public_id, cookies["sessionid"], Wire(port, cookies)))
        for fighter in both:
            fighter.looks()
        couples.append((both[0], both[1]))
    starts = [chance.uniform(0, PACE) for _ in couples]
    turns = [
        (at + n * PACE, couple) for at, couple in zip(starts, couples, strict=True) for n in range(int(MINUTE / PACE))
    ]
    with listening(port, [member for couple in couples for member in couple], found):
        began, cost = time.perf_counter(), time.process_time()
        with ThreadPoolExecutor(max_workers=32) as crowd:
            for at, couple in sorted(turns, key=lambda turn: turn[0]):
                time.sleep(max(began + at - time.perf_counter(), 0))
                crowd.submit(found.goes_on, couple)
        found.cost = time.process_time() - cost
        time.sleep(1)
    return found


def main() -> None:
    """Measure and print; fails if a page costs more or a step is seen later than it may be."""
    os.environ.setdefault("WEB_PROCESSES", PROCESSES)
    with instance():
        prepared()
        games = [game(f"game {n}") for n in range(CAMPAIGNS)]
        asked = games[0][0]
        client, page = browser(asked), f"/campaigns/{asked.seat.campaign.public_id}/refit/step/window/"
        queries, size, ours, theirs = compared(client, page)
        first, following = weights(client, page)
        with web_server() as (_, port):
            found = evening(games, port)
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
    print(f"  our side of it cost {found.cost * 1000 / len(seen):.1f} ms of processor a step")
    print(f"  {len(found.wrong)} not served {found.wrong[:3]}")
    if found.wrong or len(seen) < CAMPAIGNS:
        raise SystemExit("somebody was not served")
    if ours / theirs > LIMIT_RATIO or slow > LIMIT_FOLLOW:
        raise SystemExit("a page or a step of a battle is slower than it may be")


if __name__ == "__main__":
    main()
