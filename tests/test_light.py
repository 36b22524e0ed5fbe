"""A run of the tests of the rules alone starts without Django; any other run starts with all that it needs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.light import only_rules

ROOT = Path(__file__).resolve().parent.parent
HEAVY = ("django", "playwright", "celery", "psycopg", "xdist")


@pytest.mark.slow
def test_one_test_of_the_rules_loads_nothing_of_the_web():
    asked = ["-q", "-p", "no:cacheprovider", "tests/rules/test_ground_hexes.py"]
    command = [sys.executable, "-X", "importtime", "-m", "pytest", *asked]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "_pytest.main" in loaded
    assert not loaded & set(HEAVY)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("tests/rules", True),
        ("-q tests/rules/test_ground_hexes.py::test_x[a::b] -k hex", True),
        ("tests/rules tests/test_docs.py", False),
        ("-q", False),
        ("-k rules", False),
        ("-n 2 tests/rules", False),
        ("-n2 tests/rules", False),
        ("-p xdist tests/rules", False),
        ("-pxdist tests/rules", False),
        ("-q -p no:cacheprovider tests/rules", True),
        ("-pno:cacheprovider tests/rules", True),
        ("-p no:cacheprovider -p xdist tests/rules", False),
        ("tests/rules --tier fast --seed 7", True),
        ("tests/rules --tier=fast", True),
        ("tests", False),
    ],
)
def test_only_paths_of_the_rules_are_taken_for_such_a_run(
    monkeypatch: pytest.MonkeyPatch, arguments: str, expected: bool
):
    monkeypatch.chdir(ROOT)
    assert only_rules(arguments.split()) is expected


def test_a_path_that_is_the_value_of_an_option_does_not_make_a_run_without_what_its_tests_need():
    command = [sys.executable, "-m", "pytest", "-q", "--co", "--deselect", "tests/rules/test_ground_hexes.py"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "Name the tests of the rules" in done.stderr


LEFT_BEHIND = """
import threading
from tests import light
light.ENDS_WITHIN = 0.5
def test_it(): threading.Thread(target=threading.Event().wait, args=(60,)).start()
"""


def test_a_run_that_does_not_end_says_where_it_hangs_and_ends(tmp_path: Path):
    (tmp_path / "test_hangs.py").write_text(LEFT_BEHIND)
    options = ["-q", "-p", "no:cacheprovider", "-p", "tests.light", "-c", "/dev/null"]
    command = [sys.executable, "-m", "pytest", *options, str(tmp_path)]
    env = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=45)
    assert done.returncode == 1
    assert "1 passed" in done.stdout
    assert "wait" in done.stderr
