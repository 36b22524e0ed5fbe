"""Two browsers, two people, one server."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser

from tests.journeys.people import NO_STAND_IN, Person, registered
from tests.players import log_in


@pytest.fixture
def arrives(browser: Browser, web_process: str) -> Callable[..., Person]:
    """Somebody opens a browser of his own, logged in, or `registers`; every page he comes to is looked through."""

    looked_at = set[str]()

    def go(name: str, start: str = "", *, scripts: bool = True, registers: bool = False) -> Person:
        context = browser.new_context(java_script_enabled=scripts)
        context.add_init_script(NO_STAND_IN)
        person = Person(name, context.new_page(), web_process, scripts, looked_at)
        if registers:
            return registered(person, start)
        key = log_in(Client(), User.objects.create_user(name, f"{name}@example.org")).session.session_key
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": str(key), "url": web_process}])
        return person.goes(start or "/")

    return go
