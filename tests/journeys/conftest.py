"""Two browsers, two people, one server."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.journeys.people import NO_STAND_IN, Person, logged_in, registered


@pytest.fixture
def arrives(browser: Browser, web_process: str) -> Iterator[Callable[..., Person]]:
    """Somebody opens a browser of their own, logged in, or `registers`; every page they come to is looked through.

    All are closed before the database is emptied: a page would still save what was typed.
    """
    looked_at, opened = set[str](), list[BrowserContext]()

    def go(name: str, start: str = "", *, scripts: bool = True, registers: bool = False) -> Person:
        context = browser.new_context(java_script_enabled=scripts)
        opened.append(context)
        context.add_init_script(NO_STAND_IN)
        person = Person(name, context.new_page(), web_process, scripts, looked_at)
        return (registered if registers else logged_in)(person, start)

    yield go
    for context in opened:
        context.close()
