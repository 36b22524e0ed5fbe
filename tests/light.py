"""A pytest plugin, loaded before all others: a run of nothing but tests of the rules starts without the rest.

The rules know no Django, no database, no browser and no server, and a test of them should not wait for those to load.
Any other run gets the plugins of the whole suite. Either compiles a module once, whatever the surroundings say: a run
starts many processes, and each would compile all of the program.
"""

import faulthandler
import gc
import os
import re
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

RULES = Path(__file__).parent / "rules"
NEED_PLUGINS = ("-n", "--numprocesses", "-p", "-c", "--config-file", "--rootdir", "--browsers")
"""Options that another plugin reads, or that change what a path means."""
LEAVES_A_PLUGIN_OUT = re.compile(r"(?:^| )-p ?no:\S+")


def only_rules(arguments: Sequence[str]) -> bool:
    """Whether these arguments of pytest name paths, all of them of tests of the rules; False where it is doubtful."""
    loading = LEAVES_A_PLUGIN_OUT.sub("", " ".join(arguments)).split(" ")
    if any(argument.startswith(NEED_PLUGINS) for argument in loading):
        return False
    named = [Path(argument.split("::")[0]).resolve() for argument in arguments if not argument.startswith("-")]
    found = [path for path in named if path.exists()]
    return bool(found) and all(path.is_relative_to(RULES) for path in found)


@cache
def _of_the_rules(path: Path) -> bool:
    return path.is_relative_to(RULES)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of the rules may talk to nobody, and have the same to say on any database."""
    for item in items:
        if _of_the_rules(item.path):
            item.add_marker(pytest.mark.disable_socket)
            item.add_marker(pytest.mark.once)


sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # for the processes that are started from here


ENDS_WITHIN = 300.0
"""Seconds a run may take to end once its last test is over: to stop its servers, and to drop its database."""


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """Say where a run hangs that does not end, and end it: a test's time is limited, but not what it left running.

    A worker of xdist waits for the others here, and is ended by the process that started it.
    """
    if LIGHT:
        gc.freeze()  # to look for garbage in the end would take longer than all the tests of most files
    if not hasattr(config, "workerinput"):
        faulthandler.dump_traceback_later(ENDS_WITHIN, exit=True, file=sys.__stderr__ or sys.stderr)


def pytest_collection_finish() -> None:
    """Look seldom for garbage, and never in what stays: modules, tests, and what is remembered from test to test."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


LIGHT = only_rules(sys.argv[1:])
if LIGHT:
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    pytest_plugins: tuple[str, ...] = ("pytest_socket", "pytest_timeout", "tests.tiers")

    def pytest_addoption(parser: pytest.Parser) -> None:
        """Declare the setting of pytest-django, which is not there to do it."""
        parser.addini("DJANGO_SETTINGS_MODULE", "not used without Django")

    def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
        """Stop if pytest understands the paths otherwise than we did, for then tests would lack what they need."""
        paths = early_config.known_args_namespace.file_or_dir
        if not paths or not only_rules(paths):
            raise pytest.UsageError("Name the tests of the rules first, then the options of pytest.")
else:
    pytest_plugins = ("tests.tiers", "tests.database", "tests.rounds", "tests.browsers", "tests.servers")
