"""Kills web server, worker and database at random moments while two people play; in the end everything is whole.

`python -m tests.torture --kills 200` does it on an embedded database of its own; DATABASE_URL and REFIT_BROKER_URL name
others. A killed program is started again at once, as the supervisor or a container would. Every press is answered for:
the act of a press that was answered is in the journal, the act of one that was not is there whole or not at all, and
pressing again never makes two of it. The seed makes the moments repeatable, as far as the machine does.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from launch.postgres import Server

PAUSE = 3.0
"""Seconds between two kills at most, and a tenth of it at least; with more of them more is pressed in between."""
PATIENCE = 60.0
SHEET_TRIES = 5
"""How often a sheet that was left behind is sent for, each time with that patience."""
PASSWORD = "eleven-barrels-of-powder"
SIDES = {"hans": "german", "ivan": "russian"}
ACTS = ("confirm", "seal", "buy", "enter", "roll", "done", "propose")
ENTRIES: dict[str, dict[str, str]] = {
    "victory": {"turn": "8", "lvp": "5", "cvp_russian": "66", "evp": "6", "why": "Counted on the map"},
    "purchase": {"n:I1": "1"},
}
HEX = "K20"
STALE = "so nothing was done"
WITHDRAWN = "Correct my report"
SHEETS = ("roster", "record")
PAPER = re.compile(r"/pdf/(\d+/)?$")
"""Where the buttons lead that have a PDF made, or made again."""
EVERYWHERE = ("public", *SIDES.values())
Result = TypeVar("Result")


def again(ask: Callable[[], Result]) -> Result:
    """What `ask` returns, as soon as nothing it needs is dead."""
    from django.db import Error, connection

    from tests.http_client import NoAnswer

    until = time.monotonic() + PATIENCE
    while True:
        try:
            return ask()
        except (NoAnswer, Error) as gone:
            connection.close()
            if time.monotonic() > until:
                raise AssertionError("nothing answers any more") from gone
            time.sleep(0.1)


# What is killed, and started again ------------------------------------------------------------------------------------


@dataclass
class Program:
    """A program in a process group of its own, which is started again as often as it is killed."""

    name: str
    command: list[str]
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", *self.command],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,  # who is cut off complains at length
            start_new_session=True,
        )

    def kill(self) -> None:
        """End it without a word; what it had started and left in its group is swept up, as the supervisor does."""
        assert self.process
        self.process.kill()
        self.process.wait()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def dies(self) -> None:
        self.kill()
        self.start()

    def is_kept_up(self) -> None:
        """Start it again if it has ended by itself, as config.limits.deadlines ends one in which nothing moves."""
        assert self.process
        if self.process.poll() is not None:
            self.dies()


class Killer(threading.Thread):
    """Kills one of the programs or the database again and again, `kills` times, and keeps the programs up."""

    def __init__(
        self, programs: list[Program], database: Callable[[], None], kills: int, chance: random.Random, pause: float
    ) -> None:
        super().__init__(name="killer", daemon=True)
        self.programs, self.kills, self.chance, self.pause = programs, kills, chance, pause
        self.victims = {each.name: each.dies for each in programs} | {"database": database}
        self.done = Counter[str]()
        self.wrong: BaseException | None = None
        self.calm = threading.Lock()
        """While somebody else holds it, nothing is killed."""
        self.satisfied, self._over = threading.Event(), threading.Event()

    def run(self) -> None:
        try:
            while self.done.total() < self.kills and not self._over.wait(self._rest()):
                name = self.chance.choice(sorted(self.victims))
                with self.calm:
                    self.victims[name]()
                self.done[name] += 1
                self._keep_up()
        except BaseException as error:
            self.wrong = error
        self.satisfied.set()
        while not self._over.wait(self.pause):  # what a thread has started may end with the thread
            self._keep_up()

    def _rest(self) -> float:
        return self.chance.uniform(self.pause / 10, self.pause)

    def _keep_up(self) -> None:
        for program in self.programs:
            program.is_kept_up()

    def ends(self) -> None:
        """Kill no more."""
        self._over.set()
        self.join()


@contextlib.contextmanager
def database(var: Path) -> Iterator[Callable[[], None]]:
    """A database, and what kills it: all of an embedded server, of a server that others use its connections to us."""
    if "DATABASE_URL" in os.environ:
        with _borrowed(os.environ["DATABASE_URL"]) as ends_connections:
            yield ends_connections
        return
    from tests.database import database_url

    server = Server(var)
    server.start()
    os.environ["DATABASE_URL"] = database_url(var)
    lock = threading.Lock()

    def kill() -> None:
        with lock:
            assert server.process
            with contextlib.suppress(ProcessLookupError):
                os.killpg(server.process.pid, signal.SIGKILL)
            server.process.wait()
            server.start()

    try:
        yield kill
    finally:
        with lock:
            server.stop()


@contextlib.contextmanager
def _borrowed(url: str) -> Iterator[Callable[[], None]]:
    """A database on a server others use, made for this run: only its connections are killed."""
    import psycopg
    from psycopg import sql

    at, _, name = url.rpartition("/")
    with psycopg.connect(f"{at}/postgres", autocommit=True) as boss:
        boss.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield lambda: _ends_connections(boss, name)
        finally:
            boss.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def _ends_connections(boss: Any, name: str) -> None:
    boss.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])


# Who plays ------------------------------------------------------------------------------------------------------------


@dataclass
class TorturedPlayer:
    """Somebody at his browser, who presses what waits and presses again where no answer came."""

    name: str
    browser: Any
    public_id: str
    presses: int = 0
    unanswered: int = 0

    def moves(self) -> bool:
        """Answer the step that waits; False if none does. Whatever dies meanwhile, it is done exactly once."""
        from tests.html_client import open_page

        page = again(lambda: open_page(self.browser, f"/campaigns/{self.public_id}/refit/"))
        form = next((form for form in page.forms if "step" in form.fields), None)
        if form is None or WITHDRAWN in page.html:
            return False
        act = next(act for act in ACTS if act in form.buttons)
        data = {**form.fields, **self._wanted(form), "act": f"{act}-confirmed"}
        before = self.acts()
        self._presses(form.action or page.where, data)
        assert self.acts() == before + 1, (self.name, form.fields["step"], "the act was lost or done twice")
        self.presses += 1
        return True

    def _presses(self, action: str, data: dict[str, str]) -> None:
        """Send a form until there is an answer: done, or refused because it had been done without one."""
        from tests.html_client import opened
        from tests.http_client import NoAnswer

        for attempt in range(1000):
            try:
                answer = opened(self.browser, self.browser.post(action, data), action)
            except NoAnswer:
                self.unanswered += 1
                time.sleep(0.1)
                continue
            told_so = answer.status == 422 and STALE in answer.text
            assert answer.status == 200 or (attempt and told_so), (data, answer.status, answer.text[:800])
            return
        raise AssertionError("the press never got an answer")

    def _wanted(self, form: Any) -> dict[str, str]:
        """What is entered beside what the page proposes."""
        step = form.fields["step"]
        blank = {name: HEX for name, value in form.fields.items() if not value} if step == "hexes" else {}
        return blank | {name: value for name, value in ENTRIES.get(step, {}).items() if name in form.fields}

    def orders_sheets(self) -> None:
        """Ask for the PDFs that are neither there nor being made, and again for those given up, as the page offers.

        An order that got no answer is made again.
        """
        from tests.html_client import open_page

        for key in SHEETS:
            path = f"/campaigns/{self.public_id}/sheets/{SIDES[self.name]}/{key}/"
            page = again(partial(open_page, self.browser, path))
            for order in (form for form in page.forms if PAPER.search(form.action)):
                assert again(partial(self.browser.post, order.action, order.fields)).status_code == 200

    def acts(self) -> int:
        """How many acts of this side the journal holds, without those that bring its part in the dice."""
        from campaigns.ledger.doors import UNSEEN
        from campaigns.models import JournalEntry

        mine = JournalEntry.objects.filter(campaign__public_id=self.public_id, side=SIDES[self.name])
        return again(lambda: mine.exclude(kind__in=UNSEEN).values("act").distinct().count())


def commanders(root: str) -> list[TorturedPlayer]:
    """Both sides of a new campaign, logged in."""
    from campaigns import actions
    from tests.http_client import HttpClient

    users = {name: _account(name) for name in SIDES}
    first = actions.start_campaign(name="Torture", system="oto2", options={}, side="german", by=users["hans"])
    _, token = actions.invite(role="commander", side="russian", by=first)
    actions.take_seat(token=token, by=users["ivan"])
    made = [TorturedPlayer(name, HttpClient(root), first.campaign.public_id) for name in SIDES]
    for each in made:
        again(partial(each.browser.logs_in, each.name, PASSWORD))
    return made


def _account(name: str) -> Any:
    from django.contrib.auth import get_user_model

    user, _ = get_user_model().objects.get_or_create(username=name)
    user.set_password(PASSWORD)
    user.save()
    return user


# The whole ------------------------------------------------------------------------------------------------------------


def play(root: str, killer: Killer) -> list[TorturedPlayer]:
    """Play campaigns until everything was killed often enough; returns who played."""
    played = list[TorturedPlayer]()
    try:
        while not played or not killer.satisfied.is_set():
            with killer.calm:
                both = again(lambda: commanders(root))
            played += both
            while not killer.satisfied.is_set() and sum(each.moves() for each in both):
                if killer.chance.random() < 0.1:
                    both[0].orders_sheets()
    finally:
        assert killer.wrong is None, killer.wrong  # the reason, if nothing answers any more
    return played


def look_through(played: list[TorturedPlayer]) -> None:
    """Nothing half done, nothing lost, no die twice; and every sheet is there or soon will be."""
    from django.core.management import call_command
    from django.db.models import F

    from campaigns.ledger import archive
    from campaigns.models import Campaign
    from rosters import actions
    from rosters.models import JobStatus, SheetJob
    from rosters.tasks import restart_stuck_sheets_task

    for campaign in Campaign.objects.all():
        call_command("reconcile", campaign.public_id)
        file = archive.file_of(archive.export_campaign(campaign, EVERYWHERE, with_seed=True))
        archive.whole_acts(file, archive.replay(file)[0])
    unfinished = SheetJob.objects.exclude(status=JobStatus.DONE)
    for _ in range(SHEET_TRIES):
        # Of a job whose worker was killed each time the page says so, and its reader tries again.
        for each in played:
            each.orders_sheets()
        # A minute later, for the database; by its own values, for a worker may be taking one up just now.
        unfinished.exclude(status=JobStatus.FAILED).update(
            started_at=F("started_at") - actions.STUCK, queued_at=F("queued_at") - actions.REQUEUE_AFTER
        )
        restart_stuck_sheets_task()
        until = time.monotonic() + PATIENCE  # nobody takes a job from the worker that lives
        while unfinished.exists() and time.monotonic() < until:
            time.sleep(1)
    assert not unfinished.exists(), list(unfinished.values("status", "error", "attempts"))


def of_the_instance(var: Path) -> list[int]:
    """The processes, but this one, that were told of the instance's folder. On Linux; elsewhere none is found."""
    found = list[int]()
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            told = (process / "environ").read_bytes() + (process / "cmdline").read_bytes()
            if os.fsencode(var) in told and int(process.name) != os.getpid():
                found.append(int(process.name))
    return found


def no_orphans(var: Path) -> None:
    """Nothing is left of the instance, once it is stopped, of all that was ever started by what was killed."""
    until = time.monotonic() + PATIENCE
    while (left := of_the_instance(var)) and time.monotonic() < until:
        time.sleep(0.2)
    assert not left, left


def torture(kills: int, seed: int, pause: float = PAUSE) -> None:
    """Do it all, and print what was killed and what was played."""
    from tests.servers import QUIET, WORKER, answers, free_port

    var = Path(tempfile.mkdtemp(prefix="refit-torture-"))
    var.chmod(0o711)
    (var / "static").mkdir()
    bind = f"127.0.0.1:{free_port()}"
    root = f"http://{bind}"
    os.environ |= {"REFIT_VAR": str(var), "REFIT_TEST_VAR": str(var), "REFIT_BIND": bind, "REFIT_URL": root}
    os.environ |= {"DJANGO_SETTINGS_MODULE": "tests.settings", "REFIT_TEST_JOBS": "sent", "LOG_LEVEL": "ERROR"}
    try:
        with database(var) as kill_database:
            import django

            django.setup()
            from django.core.management import call_command

            call_command("migrate", verbosity=0)
            web, worker = Program("web", ["config.web"]), Program("worker", [*WORKER, *QUIET])
            killer = Killer([web, worker], kill_database, kills, random.Random(seed), pause)
            try:
                web.start()
                worker.start()
                while not answers(root):
                    time.sleep(0.1)
                killer.start()
                played = play(root, killer)
                look_through(played)
            finally:
                killer.ends()
                web.kill()
                worker.kill()
        no_orphans(var)
    finally:
        shutil.rmtree(var, ignore_errors=True)
    presses, unanswered = sum(each.presses for each in played), sum(each.unanswered for each in played)
    print(f"killed {dict(killer.done)} in {presses} presses of {len(played) // 2} campaigns")
    print(f"{unanswered} times over a press; none lost, none double, every sheet made, no orphan")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Kill everything again and again, and see that nothing is lost.")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pause", type=float, default=PAUSE, help="seconds between two kills at most")
    wanted = parser.parse_args()
    torture(wanted.kills, wanted.seed, wanted.pause)


if __name__ == "__main__":
    main()
