"""Child processes that never outlive us, however we end."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

PR_SET_PDEATHSIG = 1
STOPPED_WITHIN = 3.5  # a little more than the web server gives its requests
STEADY_AFTER = 30.0  # a child that ran this long has not failed at its start
LONGEST_PAUSE = 30.0


def die_with_parent(how: signal.Signals) -> Callable[[], None] | None:
    """Return what a child runs before its program so that Linux sends it `how` when we die; None on other systems.

    Everything is looked up before the fork: between fork and exec little more than a system call is safe.
    """
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    parent = os.getpid()

    def ask() -> None:
        prctl(PR_SET_PDEATHSIG, int(how), 0, 0, 0)
        if os.getppid() != parent:  # we died in between, so nobody will send it
            os._exit(1)

    return ask


@dataclass
class Child:
    """A program kept running: its command, the file descriptors it inherits, and how often it failed of late."""

    name: str
    command: list[str]
    process: subprocess.Popen[bytes] | None = None
    failures: int = 0
    started: float = 0.0
    start_at: float = 0.0
    env: dict[str, str] = field(default_factory=dict)
    hands: tuple[int, ...] = ()

    def start(self) -> int:
        """Start the program in a group of its own, so that Ctrl-C reaches us alone."""
        self.process = subprocess.Popen(
            self.command,
            env={**os.environ, **self.env},
            pass_fds=self.hands,
            start_new_session=True,
            preexec_fn=die_with_parent(signal.SIGTERM),
        )
        self.started = time.monotonic()
        return self.process.pid

    def ended(self) -> "subprocess.Popen[bytes] | None":
        """Return the process if it has ended by itself; each time it fails early, it is due again later.

        What is left of its process group is killed.
        """
        process = self.process
        if process is None or process.poll() is None:
            return None
        with contextlib.suppress(ProcessLookupError, PermissionError):  # macOS says the latter of a group of zombies
            os.killpg(process.pid, signal.SIGKILL)
        now = time.monotonic()
        self.process = None
        self.failures = 0 if now - self.started > STEADY_AFTER else self.failures + 1
        self.start_at = now + min(2.0**self.failures - 1, LONGEST_PAUSE)
        return process

    def due(self) -> bool:
        """Return whether it is not running and is to be started now."""
        return self.process is None and time.monotonic() >= self.start_at

    def ask_to_stop(self) -> None:
        """Send SIGTERM: it finishes what it is doing and takes nothing new."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)

    def see_stopped(self) -> None:
        """Wait for its end, and kill its group if that takes too long; a job that was cut off is delivered again."""
        if self.process is None:
            return
        try:
            self.process.wait(STOPPED_WITHIN)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
