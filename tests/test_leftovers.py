"""A run of the tests that is killed leaves neither processes nor folders."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import leftovers

RUN = """
import os, signal, subprocess, tempfile, time
from pathlib import Path
from tests import leftovers

signal.signal(signal.SIGINT, signal.default_int_handler)  # what starts the tests may have it ignored
var = Path(tempfile.mkdtemp())
leftovers.watch(var)
(leftovers.temporary(var) / "kept").touch()
subprocess.Popen(["sleep", "600"], env={"REFIT_TEST_VAR": str(var)}, start_new_session=True)
print(var, flush=True)
time.sleep(600)
"""


@pytest.mark.once
@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="finds the processes through /proc")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_whatever_a_run_has_started_ends_with_it_when_it_is_killed(how: signal.Signals) -> None:
    command = [sys.executable, "-c", RUN]
    with subprocess.Popen(command, cwd=leftovers.ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as run:
        assert run.stdout
        var = Path(run.stdout.readline().decode().strip())
        assert [*leftovers.processes(var)]
        run.send_signal(how)
    until = time.monotonic() + 60
    while [*leftovers.processes(var), *var.parent.glob(f"{var.name}*")]:
        assert time.monotonic() < until, "it is still there"
        time.sleep(0.05)
