"""A small process that outlives the supervisor by a few seconds and ends what it has left running.

It reads the process ids of the supervisor's children from its standard input. When that ends without the word that all
is done, the supervisor was killed: the children get SIGINT, then SIGKILL. Works on every Unix; on Linux the kernel has
usually told them before (launch.subprocesses), and this finds only those that did not stop.
"""

import contextlib
import os
import signal
import subprocess
import sys
import time

DONE = "done"
GRACE = 6.0


class Watchdog:
    """The supervisor's end: say who is a child now, and at the end that nobody is left."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "launch.watchdog"]
        # A session of its own keeps it clear of Ctrl-C and of whoever kills the supervisor's group.
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, text=True, start_new_session=True)

    def watch(self, pid: int) -> None:
        """End this process and its group too, if we are killed."""
        self._say(f"+{pid}")

    def forget(self, pid: int) -> None:
        """Leave this process id alone: it has ended, and may soon be somebody else's."""
        self._say(f"-{pid}")

    def close(self) -> None:
        """All children have ended: end as well."""
        self._say(DONE)
        self._process.communicate()

    def _say(self, word: str) -> None:
        if self._process.stdin:
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.write(word + "\n")
                self._process.stdin.flush()


def main() -> None:
    """Listen until the supervisor is gone, then sweep."""
    for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_IGN)
    children: list[int] = []
    for line in sys.stdin:
        word = line.strip()
        if word == DONE:
            return
        if word.startswith("+"):
            children.append(int(word[1:]))
        elif int(word[1:]) in children:
            children.remove(int(word[1:]))
    # The youngest is asked first: the database was started before those that use it.
    for pid in reversed(children):
        _tell(pid, signal.SIGINT)
    until = time.monotonic() + GRACE
    while any(_tell(pid, 0) for pid in children) and time.monotonic() < until:
        time.sleep(0.1)
    for pid in children:
        _tell(pid, signal.SIGKILL)


def _tell(pid: int, how: int) -> bool:
    """Send a signal to the group the child leads; False if nobody of it is left."""
    try:
        os.killpg(pid, how)
    except ProcessLookupError:
        return False
    except PermissionError:  # macOS says so of a group of zombies
        return False
    return True


if __name__ == "__main__":
    main()
