"""Ends what a run of the tests has started, also when the run itself is killed.

A small process outlives the run: once nobody holds the other end of its standard input, every process that carries the
run's folder in its environment, its command line or as its working directory is ended, and the folder goes, with what
is temporary, and with all that was put elsewhere for root's sake. Where there is no /proc, only the folders go.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from launch.paths import FOR_ROOT
from launch.readable_copy import mark

GONE_WITHIN = 10.0
ROOT = Path(__file__).parents[1]


def watch(var: Path) -> subprocess.Popen[bytes]:
    """Start it for the run whose files are in `var`; its standard input closes when the run ends, however it ends."""
    command = [sys.executable, "-m", "tests.leftovers", str(var)]
    # A session of its own keeps it clear of Ctrl-C and of whoever kills the run's group.
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, start_new_session=True)


def temporary(var: Path) -> Path:
    """Make the run's folder for what is temporary; whoever its programs run as may write there."""
    made = var.with_name(f"{var.name}-tmp")
    made.mkdir()
    made.chmod(0o1777)
    return made


def end(watching: subprocess.Popen[bytes]) -> None:
    """Have it sweep now, and wait until it has."""
    watching.communicate()


def processes(var: Path) -> Iterator[tuple[int, bool]]:
    """Yield the processes of the run in `var`, and of each whether it is PostgreSQL's."""
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            command = (folder / "cmdline").read_bytes()
            about = command + (folder / "environ").read_bytes() + os.fsencode((folder / "cwd").readlink())
            if os.fsencode(var) in about and int(folder.name) != os.getpid():
                yield int(folder.name), b"postgres" in command


def sweep(var: Path) -> None:
    """End what runs, and take away what lies there."""
    until = time.monotonic() + GONE_WITHIN
    while found := list(processes(var)):
        late = time.monotonic() > until
        for pid, is_database in found:
            # Only if it ends by itself, PostgreSQL gives back what it has of the system's shared memory.
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGQUIT if is_database and not late else signal.SIGKILL)
        if time.monotonic() > until + GONE_WITHIN:
            break
        time.sleep(0.05)
    instances = [each for folder in var.parent.glob(f"{var.name}*") for each in (folder, *folder.glob("*"))]
    for folder in (*(copy for each in instances for copy in FOR_ROOT.glob(f"{mark(each)}*")), *instances):
        if folder.is_dir() and not folder.is_symlink():
            shutil.rmtree(folder, ignore_errors=True)
        else:
            folder.unlink(missing_ok=True)


if __name__ == "__main__":
    for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_IGN)
    sys.stdin.buffer.read()
    sweep(Path(sys.argv[1]))
