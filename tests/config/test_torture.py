"""Web server, worker and database are killed while two people play; tests.torture says what must hold in the end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import pytest

ROOT = Path(__file__).resolve().parents[2]
KILLS = 8


def surroundings() -> dict[str, str]:
    """The environment for a run of its own: an embedded database, or one more on the server these tests run on."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    url = env.pop("DATABASE_URL")
    if quote(env["REFIT_TEST_VAR"], safe="") in url:
        return env
    return env | {"DATABASE_URL": f"{url}_torture_{os.getpid()}"}


@pytest.mark.whole("a run of its own with eight kills; tests/rosters/test_killed_worker.py has one")
@pytest.mark.live
@pytest.mark.slow
def test_nothing_is_lost_done_by_half_or_done_twice_whatever_is_killed() -> None:
    command = [sys.executable, "-m", "tests.torture", "--kills", str(KILLS)]
    done = subprocess.run(command, cwd=ROOT, env=surroundings(), capture_output=True, text=True, timeout=400)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "none lost, none double, every sheet made, no orphan" in done.stdout
