"""The process that checks one imported file: `python -m campaigns.bringing.child KEY STARTED MEMORY PROCESSOR`.

It limits itself before it reads the file. It reads its input only to notice that the worker is gone, and ends with it.
"""

import os
import resource
import signal
import sys
import threading
from datetime import datetime

import django


def _end_with_worker() -> None:
    sys.stdin.buffer.read()
    os._exit(1)


def main() -> None:
    """Check the file; the system ends this process if it takes more than its limits."""
    key, started, memory, processor = sys.argv[1:]
    threading.Thread(target=_end_with_worker, daemon=True).start()
    if sys.platform == "linux":  # no other system counts memory this way
        resource.setrlimit(resource.RLIMIT_AS, (int(memory), int(memory)))
    resource.setrlimit(resource.RLIMIT_CPU, (int(processor), int(processor)))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # what it holds is not left on the disk
    django.setup()
    from campaigns.bringing import going_on

    try:
        going_on.go_on(int(key), datetime.fromisoformat(started))
    except MemoryError:
        os.kill(os.getpid(), signal.SIGKILL)  # as where the system itself ends a process that takes too much


if __name__ == "__main__":
    main()
