"""A pytest plugin: browser tests drive the system's Chromium; without one they are skipped, and the end says so."""

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
"""What the system's Chromium is called; the first has no windows, and so less to do."""
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
MARK = "pytest.mark.browser"
REASON = "no Chromium on this machine"
PATIENCE = 30_000
"""Milliseconds a page may take on a busy machine: as long as Playwright waits for a press to be answered."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Two runs beside one another, one of browsers and one of the rest, keep all processors busy."""
    parser.addoption("--browsers", choices=("only", "without"), help="run only, or all but, tests that drive a browser")


def drives(path: Path) -> bool:
    """Whether a file of tests marks any as one that drives a browser."""
    return MARK in path.read_text(encoding="utf-8")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A run of browsers alone doesn't load the other files, which would take it longer than to start a browser."""
    alone = config.getoption("browsers") == "only" and collection_path.match("test_*.py")
    return True if alone and not drives(collection_path) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what was not asked for; skip what needs a browser if there is none, and put it last if there is one."""
    if (wanted := config.getoption("browsers")) is not None:
        hidden = {item.path.name for item in items if item.get_closest_marker("browser") and not drives(item.path)}
        if hidden:
            raise pytest.UsageError(f"a run of browsers alone would miss what has its mark from elsewhere: {hidden}")
        asked = [item for item in items if (item.get_closest_marker("browser") is not None) == (wanted == "only")]
        config.hook.pytest_deselected(items=list(set(items) - set(asked)))
        items[:] = asked
    driving = [item for item in items if item.get_closest_marker("browser")]
    # Playwright's event loop runs in its thread until the end, and no other loop can run there after it.
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
    if CHROMIUM is None:
        for item in driving:
            item.add_marker(pytest.mark.skip(reason=REASON))
    elif driving:
        # For the same reason Django would refuse the database.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item: pytest.Function) -> None:
    """Close what a test has opened before anything else of it ends: no page is left to ask a server for something."""
    browser: Any = item.funcargs.get("browser")
    for context in browser.contexts if browser else ():
        context.close()


def pytest_configure(config: pytest.Config) -> None:
    """Register our way of launching after Playwright's own, which it replaces: the later fixture wins."""
    config.pluginmanager.register(Launch(), "installed-chromium")
    expect.set_options(timeout=PATIENCE)


class Launch:
    """Launches the Chromium of the system instead of a downloaded one."""

    @pytest.fixture(scope="session")
    def browser_type_launch_args(self, browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
        """Name the program; its sandbox does not work for root."""
        root = ["--no-sandbox"] if os.geteuid() == 0 else []
        return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": root}


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name the tests that did not run for want of a browser."""
    left_out = [report.nodeid for report in terminalreporter.stats.get("skipped", []) if REASON in str(report.longrepr)]
    if left_out:
        terminalreporter.section(f"{len(left_out)} BROWSER TESTS DID NOT RUN: {REASON}", sep="!", red=True, bold=True)
        for nodeid in left_out:
            terminalreporter.write_line(f"  {nodeid}", red=True)
        terminalreporter.write_line(
            "  On Debian: apt install chromium-headless-shell; elsewhere set CHROMIUM to its path"
        )
