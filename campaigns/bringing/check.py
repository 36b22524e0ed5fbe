"""Checks an imported file in a process of its own (campaigns.bringing.child), with limits on memory and processor time.

It is killed after its time, and ends when the worker that started it does.
"""

from __future__ import annotations

import subprocess
import sys
from datetime import datetime

from django.conf import settings

from campaigns.bringing import actions

MEMORY = 1024 * 1024 * 1024
"""Bytes of address space, of which the program itself takes about a quarter."""
PROCESSOR = 60
"""Seconds."""


def check(pk: int, at: datetime, *, memory: int = MEMORY, processor: int = PROCESSOR) -> None:
    """Check a claimed file within limits; afterwards it is done or refused."""
    # The child reads end of file on its input when this process ends, even if it is killed.
    command = [sys.executable, "-m", "campaigns.bringing.child", str(pk), at.isoformat(), str(memory), str(processor)]
    child = subprocess.Popen(command, cwd=settings.BASE_DIR, stdin=subprocess.PIPE)
    try:
        ended = child.wait(actions.LONGEST_CHECK.total_seconds())
    except subprocess.TimeoutExpired:
        ended = -1
    finally:
        child.kill()
        child.communicate()
    actions.break_off(pk, at, actions.BROKEN if ended > 0 else actions.TOO_DEAR)
