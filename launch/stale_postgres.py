"""What a server that was killed leaves behind: a file with its process id, connections, or the server itself.

Called by whoever owns the data by lock, so a server that still runs on it has lost its owner.
"""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from launch.binaries import NoPostgres

GONE_WITHIN = 15.0


def stop_stale_server(data: Path) -> None:
    """Stop a server left running on `data`; remove its id file if no server has that id. Raises NoPostgres.

    PostgreSQL itself sees that no process has the id, but after a reboot or in a fresh container another one may have
    it, and then it refuses to start. It also refuses while a connection of a killed server is at a statement.
    """
    file = data / "postmaster.pid"
    try:
        pid = int(file.read_text().split("\n", 1)[0])
    except (FileNotFoundError, ValueError):
        return
    if not _is_server_of(pid, data):
        _end_connections(data)
        file.unlink(missing_ok=True)
        return
    for how in (signal.SIGINT, signal.SIGQUIT):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, how)
        until = time.monotonic() + GONE_WITHIN
        while _is_server_of(pid, data):
            if time.monotonic() > until:
                break
            time.sleep(0.1)
        else:
            return
    raise NoPostgres(f"a PostgreSQL server (process {pid}) runs on {data} and does not stop")


def _end_connections(data: Path) -> None:
    """End at once the processes that a killed server has left on `data`."""
    until = time.monotonic() + GONE_WITHIN
    while pids := list(_processes_on(data)):
        if time.monotonic() > until:
            raise NoPostgres(f"processes of a PostgreSQL server that is gone {pids} do not stop")
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGQUIT)
        time.sleep(0.05)


def _processes_on(data: Path) -> Iterator[int]:
    """Yield PostgreSQL's processes that have `data` as working directory; on other systems than Linux none."""
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (process / "cwd").readlink() == data.resolve() and "postgres" in _command_of(int(process.name)):
                yield int(process.name)


def _is_server_of(pid: int, data: Path) -> bool:
    command = _command_of(pid)
    return "postgres" in command and str(data) in command


def _command_of(pid: int) -> str:
    """Return the command line of a process, empty if it is gone. A bare Linux has no ps, other systems no /proc."""
    if Path("/proc/self/cmdline").exists():
        try:
            return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except (FileNotFoundError, ProcessLookupError):
            return ""
    process = subprocess.run(["ps", "-ww", "-o", "command=", "-p", str(pid)], capture_output=True, text=True)
    return process.stdout
