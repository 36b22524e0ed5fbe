"""Two browsers, two people, one server."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from tests.journeys.people import NO_STAND_IN, Person, logged_in, registered


@pytest.fixture
def arrives(browser: Browser, web_process: str) -> Callable[..., Person]:
    """Somebody opens a browser of his own, logged in, or `registers`; every page he comes to is looked through."""

    looked_at = set[str]()

    def go(name: str, start: str = "", *, scripts: bool = True, registers: bool = False) -> Person:
        context = browser.new_context(java_script_enabled=scripts)
        context.add_init_script(NO_STAND_IN)
        person = Person(name, context.new_page(), web_process, scripts, looked_at)
        return (registered if registers else logged_in)(person, start)

    return go
