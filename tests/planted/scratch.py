"""A copy of the sources in which faults are planted and looked for, with one database server for all its runs."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from launch.postgres import Server
from launch.subprocesses import die_with_parent
from tests.database import database_url
from tests.planted.catalogue import Fault

LONGEST = 900.0
"""Seconds after which the tests of a fault are given up: a fault that hangs them is found."""
PASSED, FAILED, NOTHING = 0, 1, 5
"""What pytest returns: all passed; one failed; none was drawn."""
BROKEN = (2, 3)
"""What it returns if the tests could not be collected."""


@dataclass(frozen=True)
class Verdict:
    """Whether the tests find a fault, and by which test first, or what else came of them."""

    found: bool
    by: str
    seconds: float


class Scratch:
    """A copy with the same environment. Use it as a context manager: nothing of it is left afterwards."""

    def __init__(self, sources: Path) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="refit-planted-"))
        self.copy, self.var = self.folder / "sources", self.folder / "var"
        self._sources = sources
        self._server: Server | None = None
        self._process: subprocess.Popen[str] | None = None
        self._has_database = False

    def __enter__(self) -> Scratch:
        self.folder.chmod(0o711)  # the database server may run as another user, and has to get through
        self.var.mkdir(mode=0o711)
        try:
            self._copy_files()
            server = self._server = Server(self.var)
            server.start()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()
        if self._server:
            self._server.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def end(self) -> None:
        """End a run that another thread waits for."""
        if process := self._process:
            _end(process)

    def _copy_files(self) -> None:
        """Copy what git knows; tests ask git for the files of the program."""
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=self._sources, capture_output=True, check=True)
        for name in listed.stdout.decode().strip("\0").split("\0"):
            target = self.copy / name
            target.parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileNotFoundError):  # deleted, and not committed yet
                shutil.copy2(self._sources / name, target, follow_symlinks=False)
        (self.copy / ".venv").symlink_to((self._sources / ".venv").resolve())
        subprocess.run(["git", "init", "-q"], cwd=self.copy, check=True)
        subprocess.run(["git", "add", "-A"], cwd=self.copy, check=True)

    @contextmanager
    def planted(self, fault: Fault) -> Iterator[None]:
        """Plant a fault for a while. The file's time is put back too, so what was compiled of it is used again."""
        file = self.copy / fault.file
        times = file.stat()
        before = fault.plant(self.copy)
        try:
            yield
        finally:
            file.write_text(before, encoding="utf-8")
            os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))

    def run(self, tests: Sequence[str], draw: Sequence[str]) -> Verdict:
        """Run these tests up to the first that fails; the options of `draw` say which cases.

        The database is made once, and anew after a run that did not end in order.
        """
        known = [each for each in tests if (self.copy / each.split("::")[0]).exists()]
        if not known:
            return Verdict(False, "none of its tests is there", 0.0)
        # The tests of the rules alone load no plugin that knows of databases (tests/light.py).
        light = all(each.startswith("tests/rules/") for each in known)
        database = [] if light else ["--reuse-db" if self._has_database else "--create-db"]
        command = [str(self.copy / ".venv/bin/python"), "-m", "pytest", *known, *draw, *database]
        begun = time.monotonic()
        code, said = self._pytest([*command, "-x", "-q", "--tb=no", "-rfE", "-p", "no:cacheprovider"])
        if not light:
            self._has_database = code in (PASSED, FAILED, NOTHING)
        return Verdict(code in (FAILED, *BROKEN, None), told(code, said), time.monotonic() - begun)

    def _pytest(self, command: Sequence[str]) -> tuple[int | None, str]:
        """The exit code, None if it had to be ended, and the output. Whatever it has started ends with it."""
        environment = {**os.environ, "DATABASE_URL": database_url(self.var)}
        for name in ("REFIT_TEST_VAR", "REFIT_VAR", "REFIT_TEST_SEED", "SEED"):
            environment.pop(name, None)
        process = self._process = subprocess.Popen(
            command,
            cwd=self.copy,
            env=environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=die_with_parent(signal.SIGINT),
        )
        try:
            said, _ = process.communicate(timeout=LONGEST)
            return process.returncode, said
        except subprocess.TimeoutExpired:
            return None, ""
        finally:
            _end(process)
            self._process = None


def told(code: int | None, said: str) -> str:
    """The first test that failed, or what else became of the run."""
    if code == PASSED:
        return ""
    if code == NOTHING:
        return "no test drawn"
    if code is None:
        return "the tests hang"
    if first := re.search(r"^(?:FAILED|ERROR) ([^\s\[]+(?:\[.*?\])?)(?= - |$)", said, re.MULTILINE):
        return first[1] + (" (not collected)" if code in BROKEN else "")
    return f"pytest returned {code}: {' '.join(said.split())[-200:]}"


def _end(process: subprocess.Popen[str]) -> None:
    """End a process, in order if it does that, and whatever is left of its session."""
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(20)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
