"""Several web processes and workers on ports of their own behind one proxy, with one PostgreSQL and one Redis.

`python -m bench.growing.several` runs all of it here: three web servers, two workers, a proxy that gives each
connection to the next server that answers, and a broker of its own (valkey-server or redis-server). It looks whether a
live stream at any server hears of an act at another one, whether wrong passwords are counted over all of them, and
whether what is uploaded at one is checked by a worker and shown by the others, and a sheet likewise. Then all servers
and workers are stopped and started in turn while people play through the proxy: each act is to be in the journal, once.
"""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from bench.club import Member
from bench.streams import instance, make_tables, opened

if TYPE_CHECKING:
    from tests.http_client import HttpClient

WEBS, WORKERS, COUPLES = 3, 2, 8
PATIENCE = 300.0
"""Seconds for whatever is waited for, on a machine that does other work too."""
QUIET = 2.0
"""Seconds for which streams are drained before an act."""
HEARD_WITHIN = 30.0
"""Seconds within which each stream is told of a change, on such a machine."""
CHANGE = b"event: change"
SIDES = ("german", "russian")
PASSWORD = "a good long password"
SOON = 1.5
"""Seconds between the beginnings of two who play while programs are restarted."""
MISSES = 6
"""Wrong passwords until a name is locked for one place: more than any of the servers hears alone."""
CELERY = ("celery", "-q", "-A", "config.celery")
WORKER = (*CELERY, "worker", "--concurrency", "1", "--loglevel", "WARNING", "--without-gossip", "--without-mingle")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Program:
    """A process of the instance that can be stopped and started again."""

    arguments: tuple[str, ...]
    env: dict[str, str] = field(default_factory=dict)
    child: "subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        self.child = subprocess.Popen([sys.executable, "-m", *self.arguments], env={**os.environ, **self.env})

    def stop(self) -> None:
        """As a host's supervisor or Docker does it."""
        if self.child and self.child.poll() is None:
            self.child.send_signal(signal.SIGTERM)
            try:
                self.child.wait(40)
            except subprocess.TimeoutExpired:
                self.child.kill()
                self.child.wait()


class Proxy(threading.Thread):
    """Gives each connection to the next server that takes it; knows nothing of what goes over it."""

    def __init__(self, ports: list[int]) -> None:
        super().__init__(daemon=True)
        self.ports, self.turn = ports, 0
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=200)
        self.port = int(self.listener.getsockname()[1])
        self.given = dict.fromkeys(ports, 0)

    def run(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=self._serve, args=(self.listener.accept()[0],), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        for _ in range(2 * len(self.ports)):
            self.turn += 1
            port = self.ports[self.turn % len(self.ports)]
            try:
                server = socket.create_connection(("127.0.0.1", port), timeout=5)
            except OSError:
                time.sleep(0.1)
                continue
            self.given[port] += 1
            server.settimeout(None)
            threading.Thread(target=_pump, args=(client, server), daemon=True).start()
            _pump(server, client)
            return
        client.close()


def _pump(one: socket.socket, other: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while piece := one.recv(65536):
            other.sendall(piece)
    for each in (one, other):
        with contextlib.suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
        each.close()


@contextlib.contextmanager
def broker() -> Iterator[str]:
    """A broker of our own; its address."""
    program = shutil.which("valkey-server") or shutil.which("redis-server")
    if program is None:
        raise SystemExit("there is no Valkey or Redis here")
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="refit-broker-") as folder:
        told = [
            program,
            "--port",
            str(port),
            "--bind",
            "127.0.0.1",
            "--dir",
            folder,
            "--save",
            "",
            "--appendonly",
            "yes",
        ]
        running = subprocess.Popen(told, stdout=subprocess.DEVNULL)
        try:
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            running.terminate()
            running.wait()


def awaited(what: str, so: Callable[[], bool], *, within: float = PATIENCE) -> float:
    """Wait until something is so; the seconds it took."""
    began = time.monotonic()
    while not so():
        if time.monotonic() - began > within:
            raise SystemExit(f"{what}: not within {within:.0f} s")
        time.sleep(0.1)
    return time.monotonic() - began


def answers(port: int) -> bool:
    import urllib.request

    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=30).close()
    except OSError:
        return False
    return True


def couples(port: int) -> list[tuple[Member, Member]]:
    """The two commanders of each campaign, logged in, whose browsers go through the proxy."""
    from django.contrib.auth import get_user_model

    from bench.pages import browser
    from campaigns import actions
    from refit.demos.player import Player
    from tests.http_client import HttpClient

    found = []
    for number in range(COUPLES):
        users = [get_user_model().objects.create_user(f"{side}{number}", None, PASSWORD) for side in SIDES]
        first = actions.start_campaign(name="Several", system="oto2", options={}, side="german", by=users[0])
        _, token = actions.invite(role="commander", side="russian", by=first)
        both = []
        for seat in (first, actions.take_seat(token=token, by=users[1])):
            wire, session = HttpClient(f"http://127.0.0.1:{port}"), browser(Player(seat)).cookies["sessionid"].value
            wire.carries("sessionid", session)
            both.append(Member(first.campaign.public_id, session, wire))
        found.append((both[0], both[1]))
    return found


def at(port: int, member: Member) -> "HttpClient":
    """The same browser, that goes to one of the servers past the proxy."""
    from tests.http_client import HttpClient

    wire = HttpClient(f"http://127.0.0.1:{port}")
    wire.carries("sessionid", member.session)
    return wire


def seals(member: Member) -> int:
    """Press until the purchase is sealed, whatever breaks in between; how often the press got no answer."""
    from refit.steps import CONFIRMED
    from tests.html_client import open_page
    from tests.http_client import NoAnswer

    lost, until = 0, time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            page = open_page(member.wire, member.path)
            form = next((form for form in page.forms if "seal" in form.buttons), None)
            if form is None:
                return lost
            member.wire.post(member.path, {**form.fields, "n:I1": "1", "act": f"seal{CONFIRMED}"})
        except (NoAnswer, OSError):
            lost += 1
            time.sleep(0.2)
    raise SystemExit(f"{member.path}: never sealed")


def streams_hear(webs: list[int], couple: tuple[Member, Member]) -> None:
    """A stream at each server hears of an act at the first one."""
    streams = [opened(port, couple[0].public_id, couple[0].session, count=1)[0] for port in webs]
    drain(streams)
    seals(Member(couple[0].public_id, couple[0].session, at(webs[0], couple[0])))
    later = all_told(streams) * 1000
    print(f"streams at {len(streams)} servers heard of an act at one of them, {later:.0f} ms after its page at most")
    for stream in streams:
        stream.close()


def drain(streams: list[socket.socket]) -> None:
    """Throw away what the streams say before anybody acts, as a server may when it begins to listen."""
    until = time.monotonic() + QUIET
    while time.monotonic() < until:
        for stream in streams:
            with contextlib.suppress(BlockingIOError):
                stream.recv(65536)
        time.sleep(0.05)


def all_told(streams: list[socket.socket], *, within: float = HEARD_WITHIN) -> float:
    """Wait until each stream has been told of a change; the seconds it took."""
    heard = [b""] * len(streams)

    def each_told() -> bool:
        for number, stream in enumerate(streams):
            with contextlib.suppress(BlockingIOError):
                heard[number] += stream.recv(65536)
        return all(CHANGE in each for each in heard)

    return awaited("streams are told of an act at another server", each_told, within=within)


def limits_hold(webs: list[int]) -> None:
    """Wrong passwords are counted over all servers, and the right one is refused behind them everywhere."""
    from tests.http_client import HttpClient

    for number in range(MISSES):
        HttpClient(f"http://127.0.0.1:{webs[number % len(webs)]}").logs_in("german0", "wrong")
    for port in webs:
        page = HttpClient(f"http://127.0.0.1:{port}").logs_in("german0", PASSWORD)
        if "Log out" in page.html:
            raise SystemExit(f"the server at {port} did not hear of wrong passwords at the others")
    print(f"after {MISSES} wrong passwords at {len(webs)} servers in turn none of them takes the right one")


def work_goes_across(webs: list[int], member: Member) -> None:
    """A sheet that is asked for at one server is set by a worker and fetched at another; a file likewise."""
    import re

    from django.core.files.base import ContentFile
    from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

    from campaigns.bringing.models import OPEN, BroughtFile
    from rosters.models import SheetJob
    from tests.html_client import open_page

    asker = at(webs[0], member)
    listed = open_page(asker, f"/campaigns/{member.public_id}/sheets/")
    sheet = next(iter(re.findall(r'href="([^"]*/sheets/german/[^"/]+/)"', listed.html)))
    page = open_page(asker, sheet)
    order = next(form for form in page.forms if form.action.endswith("/pdf/"))
    began = time.monotonic()
    asker.post(order.action, order.fields)
    awaited("a sheet", lambda: SheetJob.objects.filter(body__isnull=False).exists())
    number = SheetJob.objects.latest("pk").number
    for port in webs[1:]:
        if not at(port, member).get(f"{order.action}{number}/").content.startswith(b"%PDF"):
            raise SystemExit("a sheet is not to be had at another server")
    print(
        f"a sheet asked for at one server was fetched at {len(webs) - 1} others, {time.monotonic() - began:.1f} s later"
    )
    page = open_page(asker, "/campaigns/bring/")
    fields = next(form.fields for form in page.forms if "side" in form.fields)
    body = encode_multipart(
        BOUNDARY, {**fields, "side": "german", "act": "go", "file": ContentFile(b"{}", "file.json")}
    )
    began = time.monotonic()
    asker.sends("/campaigns/bring/", body, MULTIPART_CONTENT)
    awaited("a file", lambda: BroughtFile.objects.exclude(status__in=OPEN).exists())
    where = f"/campaigns/bring/{BroughtFile.objects.get().public_id}/"
    if {at(port, member).get(where).status_code for port in webs} != {200}:
        raise SystemExit("what was said of a file is not to be read at another server")
    print(f"a file sent to one server was checked by a worker, and all tell so, {time.monotonic() - began:.1f} s later")


def finished(people: list[tuple[Member, Member]]) -> dict[str, int]:
    """How often a side has finished a stage, by campaign."""
    from campaigns.models import JournalEntry

    ids = [couple[0].public_id for couple in people]
    told = JournalEntry.objects.filter(kind="stage.finished", room="public")
    return {each: told.filter(campaign__public_id=each).count() for each in ids}


def rolled(webs: list[Program], workers: list[Program], ports: list[int], people: list[tuple[Member, Member]]) -> None:
    """Stop and start each server and each worker in turn while both sides of all campaigns play."""
    from campaigns.ledger import reconcile
    from campaigns.models import Campaign

    members = [member for couple in people for member in couple]
    before = finished(people)
    with ThreadPoolExecutor(max_workers=len(members)) as crowd:
        waits = [crowd.submit(_presses_soon, member, n * SOON) for n, member in enumerate(members)]
        for program, port in zip(webs, ports, strict=True):
            program.stop()
            program.start()
            awaited("a server", partial(answers, port))
        for program in workers:
            program.stop()
            program.start()
        lost = sum(each.result() for each in waits)
    for public_id, number in finished(people).items():
        wrong = reconcile.breaks(Campaign.objects.get(public_id=public_id))
        if number - before[public_id] != len(SIDES) or wrong:
            raise SystemExit(f"{public_id}: {number - before[public_id]} purchases sealed, {wrong}")
    restarted = f"{len(webs)} servers and {len(workers)} workers were restarted"
    print(f"{len(members)} acts while {restarted}: all in the journal, once; {lost} presses were made again")


def _presses_soon(member: Member, wait: float) -> int:
    time.sleep(wait)
    return seals(member)


def main() -> None:
    """Run all of it and print; fails if anything is lost or not shared."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    with broker() as url, instance() as var:
        os.environ.update(REFIT_BROKER_URL=url, LOGIN_FAILURES=str(MISSES), REFIT_URL="http://127.0.0.1")
        make_tables()
        import django

        django.setup()
        from django.core.management import call_command

        call_command("collectstatic", verbosity=0, interactive=False)
        ports = [free_port() for _ in range(WEBS)]
        webs = [Program(("config.web",), {"REFIT_BIND": f"127.0.0.1:{port}", "WEB_PROCESSES": "1"}) for port in ports]
        workers = [Program(WORKER) for _ in range(WORKERS)]
        beat = Program((*CELERY, "beat", "--schedule", str(var / "beat"), "--loglevel", "WARNING", "--pidfile="))
        programs = [*webs, *workers, beat]
        try:
            for each in programs:
                each.start()
            for port in ports:
                awaited("a server", partial(answers, port))
            print(f"{WEBS} servers, {WORKERS} workers", flush=True)
            proxy = Proxy(ports)
            proxy.start()
            people = couples(proxy.port)
            streams_hear(ports, people[0])
            work_goes_across(ports, people[0][0])
            limits_hold(ports)
            rolled(webs, workers, ports, people[1:])
            print(f"connections that the proxy gave to each server: {list(proxy.given.values())}")
        finally:
            for each in programs:
                each.stop()


if __name__ == "__main__":
    main()
