"""Database or broker away while two people play: nothing half done, a sentence for an answer, it goes on by itself."""

from __future__ import annotations

import contextlib
import select
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from campaigns.alerts import delivery
from campaigns.alerts.models import Alert
from campaigns.ledger.journal import announce
from campaigns.models import JournalEntry, Notification
from campaigns.tasks import send_overdue_notifications_task
from config.errors import AGAIN_AFTER
from rosters import actions
from rosters.models import JobStatus, SheetJob
from rosters.tasks import restart_stuck_sheets_task
from rules.contract import PUBLIC
from tests import servers
from tests.config.club_broker import club_broker
from tests.html_client import Form, open_page
from tests.http_client import HttpClient
from tests.players import PlayedCampaign, start_played

pytestmark = [pytest.mark.live, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
PATIENCE = 30.0


def waits_for(reached: Callable[[], Any]) -> Any:
    """What `reached` returns, as soon as it is anything."""
    until = time.monotonic() + PATIENCE
    while not (result := reached()):
        assert time.monotonic() < until, "it never comes"
        time.sleep(0.1)
    return result


class DatabaseProxy(threading.Thread):
    """Stands between a program and the database: open it lets everything through, shut it cuts everybody off.

    `silent` it takes who comes and says nothing, nor to who is inside, as a machine does that has stopped.
    """

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.way = "open"
        self.links = list[socket.socket]()
        self.unanswered = list[socket.socket]()
        """Who came while it was silent: nobody else would close them."""
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]

    @property
    def url(self) -> str:
        """The database's address as those see it who come through."""
        known = connection.settings_dict
        password = f":{urllib.parse.quote(known['PASSWORD'], safe='')}" if known["PASSWORD"] else ""
        return f"postgresql://{known['USER']}{password}@127.0.0.1:{self.port}/{known['NAME']}"

    def run(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                link, _ = self.server.accept()
                self.links.append(link)
                if self.way == "shut":
                    link.close()
                elif self.way == "open":
                    threading.Thread(target=self._carry, args=(link,), daemon=True).start()
                else:
                    self.unanswered.append(link)

    def turn(self, way: str) -> None:
        """Open it, shut it, or fall silent."""
        self.way = way
        for link in self.links if way == "shut" else ():
            with contextlib.suppress(OSError):
                link.shutdown(socket.SHUT_RDWR)

    def closes(self) -> None:
        self.turn("shut")
        with contextlib.suppress(OSError):
            self.server.shutdown(socket.SHUT_RDWR)  # else the thread would wait for the next one for ever
        self.join(PATIENCE)
        for each in (self.server, *self.unanswered):
            each.close()

    def _carry(self, link: socket.socket) -> None:
        behind = _to_database()
        self.links.append(behind)
        with link, behind, contextlib.suppress(OSError):
            while True:
                while self.way == "silent":
                    time.sleep(0.05)
                for ready in select.select([link, behind], [], [])[0]:
                    piece = ready.recv(65536)
                    if not piece:
                        return
                    (behind if ready is link else link).sendall(piece)


def _to_database() -> socket.socket:
    known = connection.settings_dict
    host, port = known["HOST"], known["PORT"] or 5432
    if not host.startswith("/"):
        return socket.create_connection((host, int(port)))
    link = socket.socket(socket.AF_UNIX)
    link.connect(f"{host}/.s.PGSQL.{port}")
    return link


@pytest.fixture
def proxy() -> Iterator[DatabaseProxy]:
    made = DatabaseProxy()
    made.start()
    yield made
    made.closes()


@pytest.fixture(scope="module")
def behind_a_proxy(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[DatabaseProxy, str]]:
    """A proxy and the address of a web server behind it: one outlasts the outages of all tests."""
    made = DatabaseProxy()
    made.start()
    with django_db_blocker.unblock(), servers.web(DATABASE_URL=made.url) as site:
        yield made, site
    made.closes()


@pytest.fixture
def door(behind_a_proxy: tuple[DatabaseProxy, str]) -> Iterator[DatabaseProxy]:
    """The proxy, open at first and in the end."""
    made, site = behind_a_proxy
    yield made
    made.turn("open")
    waits_for(lambda: servers.answers(site))


@pytest.fixture
def site(behind_a_proxy: tuple[DatabaseProxy, str]) -> str:
    """The web server behind it."""
    return behind_a_proxy[1]


def test_a_proxy_that_is_shut_leaves_nothing_open(proxy: DatabaseProxy) -> None:
    proxy.turn("silent")
    with socket.create_connection(("127.0.0.1", proxy.port), timeout=PATIENCE):
        waits_for(lambda: proxy.links)
    proxy.closes()
    assert not proxy.is_alive()
    assert [each.fileno() for each in (proxy.server, *proxy.links)] == [-1, -1]


def browser(site: str, table: PlayedCampaign, name: str) -> HttpClient:
    made = HttpClient(site)
    made.carries("sessionid", str(table.browser(name).session.session_key))
    return made


def asked(site: str, path: str, who: HttpClient, form: dict[str, str] | None = None) -> tuple[int, Any, str]:
    """Status, headers and text of one answer, whatever it is."""
    cookie = "; ".join(f"{each.name}={each.value}" for each in who.cookies)
    data = urllib.parse.urlencode(form).encode() if form else None
    request = urllib.request.Request(site + path, data, {"Cookie": cookie, "Referer": site})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read().decode()


def press_of(who: HttpClient, table: PlayedCampaign) -> tuple[str, dict[str, str]]:
    """Where the step that waits is sent, and what is sent when it is sealed."""
    page = open_page(who, f"/campaigns/{table.public_id}/refit/")
    form: Form = page.form
    return form.action or page.where, {**form.fields, "act": "seal-confirmed"}


def acts() -> list[int]:
    """How many acts there are of each side beyond taking its seats."""
    entries = JournalEntry.objects.exclude(kind__startswith="house.")
    return [entries.filter(side=side).values("act").distinct().count() for side in ("german", "russian")]


@pytest.mark.parametrize(
    "way", ["shut", pytest.param("silent", marks=pytest.mark.whole("each request waits for the driver's patience"))]
)
def test_while_the_database_is_away_both_are_told_to_wait_and_afterwards_both_acts_are_done_once(
    door: DatabaseProxy, site: str, way: str
) -> None:
    table = start_played()
    both = [browser(site, table, name) for name in ("hans", "ivan")]
    presses = [(who, *press_of(who, table)) for who in both]
    live = f"/live/{table.public_id}/"
    if way == "silent":
        door.turn("shut")  # who was inside is out, and who knocks waits
    door.turn(way)
    for who, path, form in presses:
        status, headers, text = asked(site, path, who, form)
        assert (status, headers["Retry-After"]) == (503, str(AGAIN_AFTER))
        assert "The database does not answer" in text
    status, headers, _ = asked(site, live, both[0])
    assert (status, headers["Retry-After"]) == (503, str(AGAIN_AFTER))
    assert not servers.answers(site)
    assert acts() == [0, 0]
    door.turn("open")
    waits_for(lambda: servers.answers(site))
    (first, path, form), (second, *_) = presses
    assert asked(site, path, first, form)[0] == 200
    path, form = press_of(second, table)  # his page was stale with the other's act, which he is told
    assert asked(site, path, second, form)[0] == 200
    assert acts() == [1, 1], "each side's is done, and once"


def test_who_waits_for_a_database_that_stopped_in_the_middle_is_told_once_it_is_gone(
    door: DatabaseProxy, site: str
) -> None:
    table = start_played()
    with ThreadPoolExecutor(1) as someone:
        who = browser(site, table, "hans")
        path, form = press_of(who, table)
        door.turn("silent")
        waiting = someone.submit(asked, site, path, who, form)
        with pytest.raises(TimeoutError):
            waiting.result(1)
        door.turn("shut")
        assert waiting.result(PATIENCE)[0] == 503
        assert acts() == [0, 0]
        door.turn("open")
        waits_for(lambda: servers.answers(site))
        assert asked(site, path, who, form)[0] == 200
        assert acts() == [1, 0]


def test_an_absence_of_the_database_ends_a_stream_and_the_next_one_hears_of_changes(
    door: DatabaseProxy, site: str
) -> None:
    table = start_played()
    cookie = f"sessionid={table.browser('hans').session.session_key}"
    request = urllib.request.Request(f"{site}/live/{table.public_id}/", headers={"Cookie": cookie})
    with urllib.request.urlopen(request, timeout=PATIENCE) as stream:
        assert b"retry" in stream.readline()
        door.turn("shut")
        assert not servers.answers(site)
        assert b"event: change" not in stream.read()
    door.turn("open")
    waits_for(lambda: servers.answers(site))
    with urllib.request.urlopen(request, timeout=PATIENCE) as stream:
        assert b"retry" in stream.readline()
        announce(table.campaign, PUBLIC)
        assert b"event: change" in (stream.readline(), stream.readline())[1]


@pytest.fixture
def broker(tmp_path: Path) -> tuple[str, list[str]]:
    """The address of a club's broker with its password, which is away until the command beside it is run."""
    found = club_broker(tmp_path)
    if found is None:
        pytest.skip("there is no Valkey or Redis here; the queue in the database is away when the database is")
    return found.url(), found.command


@pytest.mark.whole("starts a broker, a web server, a worker and two programs that send it jobs")
def test_while_the_broker_is_away_acts_go_on_and_sheets_and_letters_come_when_it_is_back(
    broker: tuple[str, list[str]],
) -> None:
    table = start_played()
    url, command = broker
    with servers.web(REFIT_BROKER_URL=url) as site:
        for name in ("hans", "ivan"):
            who = browser(site, table, name)
            path, form = press_of(who, table)
            assert asked(site, path, who, form)[0] == 200
        assert acts() == [1, 1]
        who = browser(site, table, "hans")
        orders = open_page(who, f"/campaigns/{table.public_id}/sheets/german/roster/").forms
        order = next(form for form in orders if form.action.endswith("/pdf/"))
        assert asked(site, order.action, who, order.fields)[0] == 200
    assert SheetJob.objects.get().status == JobStatus.QUEUED
    SheetJob.objects.update(queued_at=timezone.now() - actions.REQUEUE_AFTER)
    owed = Notification.objects.exclude(due_at=None)
    assert owed.update(due_at=timezone.now() - delivery.OVERDUE_AFTER) > 0
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        try:
            with servers.process(*servers.WORKER, *servers.QUIET, REFIT_BROKER_URL=url):
                for task in (restart_stuck_sheets_task, send_overdue_notifications_task):
                    every_minute = ["celery", "-A", "config.celery", "call", task.name]
                    with servers.process(*every_minute, REFIT_BROKER_URL=url) as beat:
                        assert beat.wait(PATIENCE) == 0
                waits_for(lambda: SheetJob.objects.filter(status=JobStatus.DONE).exists() and not owed.exists())
                waits_for(lambda: not Alert.objects.exclude(due_at=None).exists())
        finally:
            server.kill()
