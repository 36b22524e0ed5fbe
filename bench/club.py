"""A club's evening: 200 people with their pages open, each of whom acts once a minute.

`python -m bench.club` founds 100 campaigns, runs the real web server on an embedded database of its own, opens a live
stream for each person, and has everyone seal his purchases at some moment of one minute: look at the page, press, look
at what came of it; and the other side's page follows, as it does in a browser. Measured is how long a page takes beside
one that nobody else waits for, and how soon after an act's answer the streams of its campaign have heard of it.
"""

import os
import random
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from selectors import EVENT_READ, DefaultSelector
from typing import TYPE_CHECKING, Any

from bench.figures import Figure, report
from bench.pages import browser, prepared
from bench.streams import instance, opened, web_server

if TYPE_CHECKING:
    from tests.http_client import HttpClient

CAMPAIGNS, MINUTE, ALONE = 100, 60.0, 40
LONGEST = 5.0
"""Seconds within which a stream hears of an act, if at all."""
PROCESSES = "2"
"""As a club's web server has them."""
LIMIT_RATIO, LIMIT_FOLLOW = 3.0, 300.0
SIDES = ("german", "russian")
EVENT = b"event: change"
NO_HEADERS: Mapping[str, str] = {}


@dataclass
class Listener:
    """Somebody whose page is open: his campaign and the session of his browser."""

    public_id: str
    session: str

    @property
    def path(self) -> str:
        return f"/campaigns/{self.public_id}/refit/"


@dataclass
class Member(Listener):
    """Somebody at his browser."""

    wire: "HttpClient"


@dataclass
class Heard:
    """When the stream of each session heard of something (time.perf_counter)."""

    heard: dict[str, list[float]] = field(default_factory=dict)


@dataclass
class Evening(Heard):
    """What is measured: milliseconds of pages, when acts were answered, when streams heard of them, what went wrong."""

    pages: list[float] = field(default_factory=list)
    acted: list[tuple[Member, float]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def looks(self, member: Member, headers: Mapping[str, str] = NO_HEADERS) -> Any:
        """Ask for the page of the refit."""
        from tests.html_client import open_page

        began = time.perf_counter()
        page = open_page(member.wire, member.path, **headers)
        self.pages.append((time.perf_counter() - began) * 1000)
        if page.status != 200:
            self.wrong.append(f"{member.path}: {page.status}")
        return page

    def acts(self, member: Member, other: Member) -> None:
        """Look, seal a purchase, see what came of it; the other side's page follows."""
        from refit.steps import CONFIRMED
        from tests.html_client import opened as page_of

        page = self.looks(member)
        form = next(form for form in page.forms if "seal" in form.buttons)
        answer = member.wire.post(member.path, {**form.fields, "n:I1": "1", "act": f"seal{CONFIRMED}"})
        at = member.wire.redirects.at  # the page that follows is not waited for
        self.acted += [(member, at), (other, at)]
        if page_of(member.wire, answer, member.path).status != 200:
            self.wrong.append(f"{member.path}: sealing {answer.status_code}")
        self.looks(other)

    def follows(self, member: Member, at: float) -> float:
        """The milliseconds from an act's answer until this member's stream heard of it; 0 if that was before it."""
        apart = [moment - at for moment in self.heard.get(member.session, []) if abs(moment - at) < LONGEST]
        return max(min(apart, key=abs) * 1000, 0.0) if apart else float("inf")


def listens(port: int, people: list[tuple[str, str]], line: Connection) -> None:
    """In a process of its own, which nobody keeps waiting: note when the stream of each session hears of something."""
    heard: dict[str, list[float]] = {}
    selector = DefaultSelector()
    for public_id, session in people:
        selector.register(opened(port, public_id, session, count=1)[0], EVENT_READ, session)
    line.send("all open")
    while not line.poll():
        for key, _ in selector.select(0.1):
            stream: Any = key.fileobj
            with suppress(BlockingIOError):
                if EVENT in stream.recv(65536):
                    heard.setdefault(key.data, []).append(time.perf_counter())
    line.send(heard)


@contextmanager
def listening(port: int, people: Sequence[Listener], evening: Heard) -> Iterator[None]:
    """Have somebody listen, and keep what he heard."""
    ours, his = get_context("spawn").Pipe()
    args = (port, [(each.public_id, each.session) for each in people], his)
    listener = get_context("spawn").Process(target=listens, args=args)
    listener.start()
    ours.recv()
    yield
    ours.send("over")
    evening.heard = ours.recv()
    listener.join()


def members(root: str) -> list[tuple[Member, Member]]:
    """The two commanders of each campaign, logged in."""
    from django.contrib.auth import get_user_model

    from campaigns import actions
    from refit.demos.player import Player
    from tests.http_client import HttpClient

    people = [get_user_model()(username=f"{side}{n}") for n in range(CAMPAIGNS) for side in SIDES]
    users = get_user_model().objects.bulk_create(people)
    found = []
    for german, russian in zip(users[::2], users[1::2], strict=True):
        first = actions.start_campaign(name="Evening", system="oto2", options={}, side="german", by=german)
        _, token = actions.invite(role="commander", side="russian", by=first)
        seats = first, actions.take_seat(token=token, by=russian)
        both = []
        for seat in seats:
            session = browser(Player(seat)).cookies["sessionid"].value
            wire = HttpClient(root)
            wire.carries("sessionid", session)
            both.append(Member(first.campaign.public_id, session, wire))
        found.append((both[0], both[1]))
    return found


def spent(port: int, couples: list[tuple[Member, Member]]) -> tuple[float, Evening]:
    """Milliseconds of a page nobody else waits for, and the evening."""
    alone, evening = Evening(), Evening()
    for _ in range(ALONE):
        alone.looks(couples[0][0])
    chance = random.Random(1)
    turns = [(chance.uniform(0, MINUTE / 2), couple) for couple in couples]
    turns += [(chance.uniform(MINUTE / 2, MINUTE), couple[::-1]) for couple in couples]
    with listening(port, [member for couple in couples for member in couple], evening):
        began = time.perf_counter()
        with ThreadPoolExecutor(max_workers=32) as crowd:
            for at, (member, other) in sorted(turns, key=lambda turn: turn[0]):
                time.sleep(max(began + at - time.perf_counter(), 0))
                crowd.submit(evening.acts, member, other)
        time.sleep(1)
    return statistics.median(alone.pages), evening


def main() -> None:
    """Measure and print; fails if a page or a stream is slower than it may be, or anything went wrong."""
    os.environ.setdefault("WEB_PROCESSES", PROCESSES)
    with instance():
        prepared()
        with web_server() as (_, port):
            couples = members(f"http://127.0.0.1:{port}")
            alone, evening = spent(port, couples)
    slow = statistics.quantiles(evening.pages, n=20)[-1]
    follow = max(evening.follows(member, at) for member, at in evening.acted)
    print(f"{len(evening.acted) // 2} acts and {len(evening.pages)} pages of {2 * CAMPAIGNS} people in a minute:")
    print(
        f"a page took {slow:.1f} ms (p95), {alone:.1f} ms (p50) where nobody else waited", *evening.wrong[:3], sep="\n"
    )
    report(
        Figure("a page (p95), times one that nobody else waits for (p50)", slow / alone, LIMIT_RATIO),
        Figure("both streams of a campaign follow an act's answer within", follow, LIMIT_FOLLOW, "ms"),
        Figure("acts and pages not served", len(evening.wrong) + 4 * CAMPAIGNS - len(evening.acted), 0),
    )


if __name__ == "__main__":
    main()
