"""Two browsers, two people, one server."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.journeys.people import Person, registered


@pytest.fixture
def arrives(browser: Browser, web_process: str) -> Callable[..., Person]:
    """Somebody opens a browser of his own and registers; every page he comes to is looked through."""

    def go(name: str, start: str = "", **options: Any) -> Person:
        context = browser.new_context(**options)
        context.set_default_timeout(5000)
        return registered(Person(name, context.new_page(), web_process), start)

    return go
