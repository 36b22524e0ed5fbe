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
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from django.conf import settings

from launch import paths, readable_copy, supervisor
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
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, *arguments: str) -> None:
        """Start, and wait for the address to be told."""
        env = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "BROKER_URL")}
        env |= {"REFIT_VAR": str(self.var), "REFIT_URL": self.url, "DJANGO_SETTINGS_MODULE": "config.settings"}
        env |= {"REFIT_DEMO": str(self.demo)}
        with self.said.open("wb") as said:
            command = [self.python, "-m", "launch.supervisor", *arguments]
            self.process = subprocess.Popen(command, cwd=self.root, env=env, stdout=said, stderr=said)
        told = wait_until(lambda: self.url in self.said.read_text() or self.process.poll() is not None, 600)  # type: ignore[union-attr]
        assert told, self.state()
        assert self.process.poll() is None, self.said.read_text()

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


def lay_down_compiled(old: Path, new: Path, mark: str) -> None:
    """Have the instance in `new` find what the one in `old` has compiled: Python keeps it by the path of the source.

    Started by root an instance compiles all of Django in its own folder, and that takes longer than all else it does.
    """
    if (old / "pycache").exists():  # not where the program may write beside its sources
        subprocess.run(["cp", "-a", f"{old}/pycache", new], check=True)
        for of_old in (new / "pycache").joinpath(*paths.FOR_ROOT.parts[1:]).glob(f"{readable_copy.mark(old)}-*"):
            of_old.rename(of_old.with_name(of_old.name.replace(readable_copy.mark(old), mark)))


@dataclass(frozen=True)
class FirstRun:
    """An instance that was started once, with the demo, and stopped; what was seen of it meanwhile."""

    instance: Instance
    said: str
    answered: bool
    had_worker: bool
    was_without_root: bool
    left: list[int]


@pytest.fixture(scope="module")
def first_run() -> Iterator[FirstRun]:
    """The one whose database all others are copies of: preparing one takes seconds."""
    with thrown_away() as made:
        made.demo = True
        made.start()
        seen = made.said.read_text(), made.answers(), bool(made.processes("config.celery")), made.runs_without_root()
        made.end(signal.SIGINT)
        yield FirstRun(made, *seen, left=made.processes())


@pytest.fixture
def instance(first_run: FirstRun) -> Iterator[Instance]:
    """An instance whose database was prepared before."""
    with thrown_away() as made:
        for old, new in list(zip(folders(first_run.instance.var), folders(made.var), strict=True))[:2]:
            subprocess.run(["cp", "-a", f"{old}/.", new], check=True)
        (made.var / "pg.json").unlink()  # names the folders of the one it was copied from
        shutil.rmtree(made.var / "pycache", ignore_errors=True)
        lay_down_compiled(first_run.instance.var, made.var, readable_copy.mark(made.var))
        for packages in copies(first_run.instance.var):
            if packages.name.endswith("-packages"):  # the same for all: some ten thousand files
                name = f"{readable_copy.mark(made.var)}-packages"
                packages.with_name(name).symlink_to(packages)
        yield made


def test_it_starts_everything_and_prepares_it_once(first_run: FirstRun) -> None:
    assert "preparing the database" in first_run.said
    assert "german / " in first_run.said
    assert first_run.answered
    assert first_run.had_worker
    assert first_run.was_without_root
    assert first_run.left == []
    again = first_run.instance
    again.start()
    assert "preparing the database" not in again.said.read_text()
    assert "german / " in again.said.read_text()
    again.end(signal.SIGTERM)
    assert again.processes() == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can read his own home")
def test_started_by_root_from_his_own_home_nothing_runs_as_root(first_run: FirstRun) -> None:
    """It was never started before: its tables are made by what runs there."""
    with thrown_away() as fresh, tempfile.TemporaryDirectory(prefix="refit-home-") as closed:  # mode 700
        home = Path(closed)
        for part in readable_copy.PARTS:
            copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
            copy(ROOT / part, home / part)
        (home / ".venv").symlink_to(sys.prefix)
        fresh.root, fresh.python = home, str(home / ".venv" / "bin" / "python")
        fresh.var = home / "var"
        fresh.var.mkdir(mode=0o711)
        moved = paths.FOR_ROOT / f"{readable_copy.mark(fresh.var)}-var"
        lay_down_compiled(first_run.instance.var, fresh.var, readable_copy.mark(moved))
        try:
            fresh.start()
            fresh.var = fresh.var.resolve()
            assert fresh.var.parent == paths.FOR_ROOT
            assert fresh.answers()
            assert len(fresh.processes()) > 4
            assert fresh.runs_without_root()
            fresh.end(signal.SIGINT)
            assert fresh.processes() == []
        finally:
            shutil.rmtree((home / "var").resolve(), ignore_errors=True)


def test_killed_outright_it_leaves_no_process_behind(instance: Instance) -> None:
    instance.start()
    assert len(instance.processes()) > 4
    instance.end(signal.SIGKILL)
    assert wait_until(lambda: not instance.processes(), 60)
    instance.start()
    assert instance.answers()
    assert wait_until(lambda: len(instance.processes("config.celery")) > 2, 30), "worker, pool and scheduler"
    os.kill(min(instance.processes("config.celery")), signal.SIGKILL)  # it alone, not its group
    instance.end(signal.SIGKILL)
    assert wait_until(lambda: not instance.processes(), 60)


def test_a_child_that_dies_is_started_again_and_a_second_supervisor_is_refused(instance: Instance) -> None:
    instance.start()
    assert wait_until(lambda: len(instance.processes("config.celery")) > 2, 30), "worker, pool and scheduler"
    for word in ("config.web", "config.celery", "postgres -D"):
        before = {*instance.processes(word)}
        os.kill(min(before), signal.SIGKILL)  # it alone, not its group
        gone = wait_until(lambda word=word, before=before: not before & {*instance.processes(word)}, 60)  # type: ignore[misc]
        assert gone, f"{word} left something of its own behind: {instance.state()}"
        again = wait_until(lambda word=word: bool(instance.processes(word)), 120)  # type: ignore[misc]
        assert again, f"{word}: {instance.state()}"
        assert wait_until(instance.answers, 60), f"{word}: {instance.state()}"
    assert wait_until(lambda: len(instance.processes("config.celery")) > 2, 60), instance.state()
    second = Instance(instance.var)
    second.said = instance.var / "said-second"
    with pytest.raises(AssertionError, match="is already running"):
        second.start()
    assert "Traceback" not in second.said.read_text()
    assert instance.answers()


def test_a_database_that_could_not_be_started_again_is_tried_until_it_can(instance: Instance) -> None:
    instance.start()
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
