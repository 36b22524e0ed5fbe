"""A passkey and an app in a real browser, whose device is Chromium's own stand-in for one."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.config.test_second_factor import code_of
from tests.journeys.people import PASSWORD, Person

pytestmark = [
    pytest.mark.browser,
    pytest.mark.sampled(1, among="second factor"),
    pytest.mark.live,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]


@pytest.fixture
def web_process(web_process: str) -> str:
    """The same server under the only name for which a browser allows passkeys without https."""
    return web_process.replace("127.0.0.1", "localhost")


def device(page: Page) -> tuple[Any, str]:
    """Plug in a device that knows its owner's finger; returns how to speak with it and its id."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    about = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    about |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    return session, session.send("WebAuthn.addVirtualAuthenticator", {"options": about})["authenticatorId"]


def says_who(person: Person) -> None:
    """Give the password once more, if it is asked for."""
    if "reauthenticate" in person.page.url:
        person.page.locator("input[name=password]").fill(PASSWORD)
        person.presses("Go on")


def second_factor(person: Person) -> None:
    """Come to the page of the second factor the way a person does."""
    person.turns_to(person.name)
    person.page.locator("dt:text('Second factor') + dd a").click()
    person.sees("the password alone lets nobody in")


def logs_out(person: Person) -> None:
    person.goes("/accounts/logout/").presses("Log out")


def test_a_passkey_is_added_logs_in_alone_and_is_taken_away(arrives: Callable[..., Person]) -> None:
    anna = arrives("anna", registers=True)
    session, key = device(anna.page)
    second_factor(anna)
    anna.presses("Add a passkey")
    says_who(anna)
    anna.sees("Your device will ask").looks_through()
    anna.page.get_by_label("Log in with it alone").check()
    anna.presses("Add it").sees("Each lets you in once").looks_through()
    assert len(session.send("WebAuthn.getCredentials", {"authenticatorId": key})["credentials"]) == 1

    logs_out(anna)
    anna.goes("/accounts/login/")
    anna.presses("Log in with a passkey")
    anna.page.locator("header nav").get_by_role("link", name="anna", exact=True).wait_for()

    second_factor(anna)
    anna.looks_through().presses("Look after the passkeys").sees("logs in alone").looks_through()
    anna.presses(re.compile("Remove"))
    says_who(anna)
    anna.presses("Remove it").sees("None yet")
    assert anna.wrong == []


def test_a_passkey_stands_beside_the_password_and_a_device_that_says_no_is_told(arrives: Callable[..., Person]) -> None:
    anna = arrives("anna", registers=True)
    session, key = device(anna.page)
    second_factor(anna)
    anna.presses("Add a passkey")
    says_who(anna)
    anna.presses("Add it").sees("Each lets you in once")
    logs_out(anna)

    anna.goes("/accounts/login/")
    anna.page.get_by_label("User name or email").fill("anna")
    anna.page.locator("input[name=password]").fill(PASSWORD)
    anna.page.locator("form:has(input[name=password]) button").click()
    anna.sees("The password was right").looks_through()
    session.send("WebAuthn.setUserVerified", {"authenticatorId": key, "isUserVerified": False})
    session.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": key})
    _, other = device(anna.page)
    anna.page.get_by_role("button", name="Use a passkey").click()
    expect(anna.page.locator("[data-passkey-said]")).to_be_visible()
    assert other
    anna.presses("Start again")
    expect(anna.page).to_have_url(re.compile("/accounts/login/"))
    assert anna.wrong == []


def test_an_app_is_set_up_and_asked_for(arrives: Callable[..., Person]) -> None:
    anna = arrives("anna", registers=True)
    second_factor(anna)
    anna.presses("Set up an app")
    says_who(anna)
    anna.looks_through()
    drawn = anna.page.locator("img.qr")
    assert drawn.evaluate("img => img.complete && img.naturalWidth > 50"), "the policy lets the drawing be shown"
    secret = anna.page.locator("code.seed").inner_text()
    anna.page.get_by_label("Code of the app").fill(code_of(secret))
    anna.presses("Use this app").sees("Each lets you in once").looks_through()
    code = anna.page.locator(".codes code").first.inner_text()
    logs_out(anna)
    anna.goes("/accounts/login/")
    anna.page.get_by_label("User name or email").fill("anna")
    anna.page.locator("input[name=password]").fill(PASSWORD)
    anna.page.locator("form:has(input[name=password]) button").click()
    anna.sees("The password was right")
    anna.page.get_by_label("Code").fill("000000")
    anna.presses("Log in").sees("Incorrect code").looks_through()
    anna.page.get_by_label("Code").fill(code)
    anna.presses("Log in")
    anna.page.locator("header nav").get_by_role("link", name="anna", exact=True).wait_for()
    assert anna.wrong == []


def test_logging_out_everywhere_else_ends_the_other_browser(arrives: Callable[..., Person], browser: Any) -> None:
    anna = arrives("anna", registers=True)
    other = Person("anna", browser.new_context().new_page(), anna.site)
    other.goes("/accounts/login/")
    other.page.get_by_label("User name or email").fill("anna")
    other.page.locator("input[name=password]").fill(PASSWORD)
    other.page.locator("form:has(input[name=password]) button").click()
    other.page.locator("header nav").get_by_role("link", name="anna", exact=True).wait_for()
    anna.turns_to("anna")
    anna.page.locator("dt:text-is('Log-ins') + dd a").click()
    anna.sees("this one").looks_through().presses("Log out everywhere else").sees("Nowhere else")
    other.goes("/accounts/email/")
    expect(other.page).to_have_url(re.compile("/accounts/login/"))
