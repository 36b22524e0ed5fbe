"""Two browsers, two people, one server."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from tests.journeys.people import Person, registered


@pytest.fixture
def arrives(browser: Browser, web_process: str) -> Callable[..., Person]:
    """Somebody opens a browser of his own and registers; every page he comes to is looked through."""

    looked_at = set[str]()

    def go(name: str, start: str = "", *, scripts: bool = True) -> Person:
        context = browser.new_context(java_script_enabled=scripts)
        # What stands in for a stream that does not come through would hide that it doesn't.
        context.add_init_script("window.setInterval = () => 0")
        return registered(Person(name, context.new_page(), web_process, scripts, looked_at), start)

    return go
