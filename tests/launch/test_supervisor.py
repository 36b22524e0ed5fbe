"""The supervisor: one command up, one command down, and nothing left whatever happens to it."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from django.conf import settings

from launch import paths, prepare, readable_copy, supervisor
from launch.binaries import server_user
from tests.servers import free_port

pytestmark = [
    pytest.mark.live,
    pytest.mark.slow,
    pytest.mark.once,
    pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="finds the processes through /proc"),
]
ROOT = Path(__file__).resolve().parents[2]


class Instance:
    """One running instance in a folder of its own; every process of it carries that folder in its environment."""

    def __init__(self, var: Path) -> None:
        self.var = var
        self.root, self.python = ROOT, sys.executable
        self.demo = False
        self.url = f"http://127.0.0.1:{free_port()}"
        self.said = var / "said"
        self.first_said = ""
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, *arguments: str) -> None:
        """Start, and wait for the address to be told."""
        env = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REFIT_BROKER_URL")}
        env |= {"REFIT_VAR": str(self.var), "REFIT_URL": self.url, "DJANGO_SETTINGS_MODULE": "config.settings"}
        env |= {"REFIT_DEMO": str(self.demo)}
        with self.said.open("wb") as said:
            command = [self.python, "-m", "launch.supervisor", *arguments]
            self.process = subprocess.Popen(command, cwd=self.root, env=env, stdout=said, stderr=said)
        told = wait_until(lambda: self.url in self.said.read_text() or self.process.poll() is not None, 600)  # type: ignore[union-attr]
        assert told, self.state()
        assert self.process.poll() is None, self.said.read_text()
        self.first_said = self.first_said or self.said.read_text()

    def runs(self) -> bool:
        """Say whether the supervisor runs."""
        return self.process is not None and self.process.poll() is None

    def end(self, how: int) -> None:
        """Send the supervisor a signal and wait for its end."""
        assert self.process
        self.process.send_signal(how)
        self.process.wait(30)

    def processes(self, word: str = "") -> list[int]:
        """Return the processes of this instance whose command holds the word."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                about = (folder / "environ").read_bytes() + (folder / "cmdline").read_bytes()
                command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue
            if str(self.var).encode() in about and word in command:
                found.append(int(folder.name))
        return found

    def state(self) -> str:
        """What runs of it, and what it has said: for the message of a test that fails."""
        commands = [each.replace("\0", " ") for each in self.read("cmdline")]
        return "\n".join([self.said.read_text(), *commands, str(self.process and self.process.poll())])

    def runs_without_root(self) -> bool:
        """Say whether no process of the instance is root's."""
        return not any("\nUid:\t0\t" in each for each in self.read("status"))

    def read(self, name: str) -> Iterator[str]:
        """Yield a file of /proc for each process of the instance, but for those that have ended meanwhile."""
        for pid in self.processes():
            with contextlib.suppress(OSError):
                yield Path(f"/proc/{pid}/{name}").read_text()

    def answers(self) -> bool:
        """Say whether the web server answers."""
        try:
            urllib.request.urlopen(f"{self.url}/healthz", timeout=2).close()
        except OSError:
            return False
        return True

    def works(self) -> bool:
        """Say whether the web server answers, and worker, pool and scheduler are there."""
        return self.answers() and len(self.processes("config.celery")) > 2


def wait_until(true: Callable[[], bool], seconds: float) -> bool:
    """Wait until something is true; say whether it became so."""
    until = time.monotonic() + seconds
    while not true():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


@contextlib.contextmanager
def thrown_away() -> Iterator[Instance]:
    """An instance that is thrown away, with whatever it left running."""
    var = Path(tempfile.mkdtemp(prefix="refit-run-"))
    var.chmod(0o711)
    made = Instance(var)
    try:
        yield made
    finally:
        if made.process:
            made.process.kill()
            made.process.wait()
        for pid in made.processes():
            with contextlib.suppress(ProcessLookupError):  # it may end between being found and being killed
                os.kill(pid, signal.SIGKILL)
        for folder in (*folders(var), *copies(var), *copies(made.var)):
            folder.unlink() if folder.is_symlink() else shutil.rmtree(folder, ignore_errors=True)


def folders(var: Path) -> tuple[Path, ...]:
    """Where an instance has its files; the last is empty while its database does not run."""
    found = paths.data_paths(var, server_user())
    return var, found.home, found.socket


def copies(var: Path) -> Iterator[Path]:
    """What root's program was copied to for an instance."""
    return paths.FOR_ROOT.glob(f"{readable_copy.mark(var)}-*")


@pytest.fixture(scope="module")
def started() -> Iterator[Instance]:
    """One instance for all questions of this module: what it said at its first start stands in `first_said`."""
    with thrown_away() as made:
        made.start()
        yield made


@pytest.fixture
def instance(started: Instance) -> Instance:
    """The same, running: a test may have ended it."""
    if not started.runs():
        started.start()
    assert wait_until(started.works, 120), started.state()
    return started


def kill_alone(instance: Instance, word: str) -> None:
    """Kill a child, not its group, and see that what it left behind ends, and that it is started again."""
    before = {*instance.processes(word)}
    os.kill(min(before), signal.SIGKILL)
    gone = wait_until(lambda: not before & {*instance.processes(word)}, 60)
    assert gone, f"{word} left something of its own behind: {instance.state()}"
    assert wait_until(lambda: bool(instance.processes(word)), 120), f"{word}: {instance.state()}"
    assert wait_until(instance.works, 120), f"{word}: {instance.state()}"


def test_it_starts_everything_starts_again_what_dies_and_leaves_nothing_when_it_is_killed(instance: Instance) -> None:
    assert "preparing the database" in instance.first_said
    assert instance.runs_without_root()
    kill_alone(instance, "config.celery")
    instance.end(signal.SIGKILL)
    assert wait_until(lambda: not instance.processes(), 60), instance.state()


@pytest.mark.whole("starts twice more")
def test_told_to_stop_it_leaves_nothing_and_prepares_nothing_when_it_starts_again(instance: Instance) -> None:
    (instance.var / prepare.LOGINS).write_text("german / password\n")
    for how in (signal.SIGINT, signal.SIGTERM):
        instance.end(how)
        assert instance.processes() == []
        instance.start()
        assert "preparing the database" not in instance.said.read_text()
        assert "german / password" in instance.said.read_text()


@pytest.mark.whole("copies program and Python, makes a database and plays the demo in it")
def test_its_first_start_from_a_closed_home_plays_the_demo_and_nothing_runs_as_root() -> None:
    """Its tables are made by what runs there."""
    with thrown_away() as fresh, tempfile.TemporaryDirectory(prefix="refit-home-") as closed:  # mode 700
        home = Path(closed)
        for part in readable_copy.PARTS:
            copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
            copy(ROOT / part, home / part)
        (home / ".venv").symlink_to(sys.prefix)
        fresh.root, fresh.python = home, str(home / ".venv" / "bin" / "python")
        fresh.demo = True
        fresh.var = home / "var"
        fresh.var.mkdir(mode=0o711)
        try:
            fresh.start()
            assert "german / " in fresh.said.read_text()
            fresh.var = fresh.var.resolve()
            assert fresh.var.parent == (paths.FOR_ROOT if os.geteuid() == 0 else home)
            assert wait_until(fresh.works, 120), fresh.state()
            assert fresh.runs_without_root()
            fresh.end(signal.SIGINT)
            assert fresh.processes() == []
        finally:
            shutil.rmtree((home / "var").resolve(), ignore_errors=True)


@pytest.mark.whole("starts once more")
def test_killed_outright_after_its_worker_it_leaves_no_process_behind(instance: Instance) -> None:
    os.kill(min(instance.processes("config.celery")), signal.SIGKILL)  # it alone, not its group
    instance.end(signal.SIGKILL)
    assert wait_until(lambda: not instance.processes(), 60), instance.state()


@pytest.mark.whole("starts web server and database again; the worker's turn is above")
@pytest.mark.parametrize("word", ["config.web", "postgres -D"])
def test_a_child_that_dies_is_started_again(instance: Instance, word: str) -> None:
    kill_alone(instance, word)


def test_a_second_supervisor_is_refused(instance: Instance) -> None:
    second = Instance(instance.var)
    second.said = instance.var / "said-second"
    with pytest.raises(AssertionError, match="is already running"):
        second.start()
    assert "Traceback" not in second.said.read_text()
    assert instance.answers()
    runs_in = [os.readlink(f"/proc/{pid}/cwd") for pid in instance.processes("config.web")]
    assert all(Path(folder).exists() for folder in runs_in), "of root's program there is one copy"


@pytest.mark.whole("waits until the database is tried again")
def test_a_database_that_could_not_be_started_again_is_tried_until_it_can(instance: Instance) -> None:
    needed = paths.data_paths(instance.var, server_user()).home / "data" / "global" / "pg_control"
    away = needed.rename(needed.with_name("elsewhere"))
    os.kill(min(instance.processes("postgres -D")), signal.SIGKILL)
    assert wait_until(lambda: "is tried again" in instance.said.read_text(), 60)
    assert not instance.answers()
    away.rename(needed)
    assert wait_until(instance.answers, 60)


@pytest.mark.allow_hosts(["127.0.0.1", "0.0.0.0"])
def test_a_web_server_that_listens_everywhere_is_asked_by_a_name_it_answers_to(tmp_path: Path) -> None:
    class Pages(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            known = self.headers["Host"].partition(":")[0] in settings.ALLOWED_HOSTS
            self.send_response(200 if known else 400)
            self.end_headers()

        def log_message(self, *words: object) -> None:
            """Keep quiet."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Pages) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        bind = f"0.0.0.0:{server.server_port}"
        waiting = supervisor.Supervisor(url=f"http://{bind}", bind=bind, var=tmp_path, with_database=False)
        threading.Timer(5, waiting._over.set).start()  # told to stop, it waits no longer
        try:
            assert waiting._wait_until_ready()
        finally:
            waiting.watchdog.close()
            server.shutdown()
