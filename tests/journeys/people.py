"""People at their browsers: what they press, and a look at each page for whoever can't see it as they do."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import ConsoleMessage, Error, Locator, Page, expect

from tests.journeys.accessibility import said_in_passing
from tests.players import log_in

PASSWORD = "an orchard behind the mill"
TEXTS = {"map edge hex": "A10", "Pre-Registered hex": "N20", "Wind": "No wind"}
"""What is typed into an empty text, by a word of its label."""
TASK = """() => {
    const form = document.querySelector("#task-form");
    const value = (name) => form?.querySelector(`[name=${name}]`)?.value ?? "";
    return [value("step"), form && "byItself" in form.dataset ? value("seen") : ""];
}"""
"""The step on a page, and what it was built from where it presses by itself."""
PRESSES = ("roll", "done", "enter", "buy", "seal")
LONGEST = 60
NO_STAND_IN = "window.setInterval = () => 0"
"""What stands in for a stream that does not come through would hide that it doesn't."""


@dataclass
class Person:
    """Somebody with a browser, who has `pressed` so many buttons and links by name.

    `looked_at` keeps which kinds of pages were looked through.
    """

    name: str
    page: Page
    site: str
    scripts: bool = True
    looked_at: set[str] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)
    pressed: int = 0

    def __post_init__(self) -> None:
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))

    def _note(self, message: ConsoleMessage) -> None:
        if message.type != "error" or "422" in message.text:
            return
        # The stream of a window whose seat was given up answers as to a stranger; the page then asks who sits.
        address = message.location["url"]
        if not ("404" in message.text and "/live/" in address):
            self.wrong.append(f"{message.text} {address}")

    def goes(self, path: str) -> Person:
        """Open an address of the site, or any."""
        self.page.goto(path if path.startswith("http") else self.site + path)
        return self

    def turns_to(self, name: str) -> Person:
        """Follow a link of the page's head, which a phone shows behind a button."""
        if (menu := self.page.locator("header .menu-button")).is_visible():
            menu.click()
        with self.page.expect_navigation():
            self.page.locator("header nav").get_by_role("link", name=name, exact=True).click()
        return self

    def presses(self, name: str | re.Pattern[str]) -> Person:
        """Press a button or follow a link by what it says, and wait for the page it leads to."""
        part = self.page.locator("#content")
        self.pressed += 1
        with self.page.expect_navigation():
            part.get_by_role("button", name=name).or_(part.get_by_role("link", name=name)).first.click()
        return self

    def acts(self, value: str) -> Person:
        """Press the button of the task that sends `value`, and that of its gate if it has one."""
        self.knocks(value)
        return self.confirms() if self.page.locator("#gate-form").count() else self

    def knocks(self, value: str) -> Person:
        """Press the button of the task that sends `value`; if there is a gate before its act, that is the page."""
        self.pressed += 1
        with self.page.expect_navigation():
            self.page.locator(f"#task-form button[value={value}]:not([aria-hidden])").click()
        return self

    def confirms(self) -> Person:
        """Press the button of the gate."""
        self.pressed += 1
        with self.page.expect_navigation():
            self.page.locator("#gate-form button[value$='-confirmed']").click()
        return self

    def sees(self, text: str) -> Person:
        """Wait for words on the page."""
        expect(self.page.locator("body")).to_contain_text(text)
        return self

    @property
    def heading(self) -> str:
        return self.page.locator("h1").first.inner_text()

    def step(self) -> str:
        """The step whose form is on the page; "" while the side waits."""
        return self._task()[0]

    def _task(self) -> tuple[str, str]:
        """The step on the page, and the count it was built from if the page presses for its reader; "" for none.

        Both are read in one look, for such a page may go on at any moment.
        """
        for _ in range(LONGEST):
            self.page.wait_for_load_state("domcontentloaded")
            with suppress(Error):  # the page went on while it was looked at
                step, seen = self.page.evaluate(TASK)
                return step, seen
        raise AssertionError(f"{self.name}'s page never stands still")

    def looks_through(self) -> Person:
        """Look through what is on the page now, once for each kind of page.

        It is for what comes about under scripts and hands; test_every_page looks at the pages as they are answered.
        Where scripts are off axe can't run either; its promises would never come true.
        """
        kind = re.sub(r"/[\w-]{12,}/|\d+", "/*/", self.page.url.removeprefix(self.site)) + self.step()
        if kind in self.looked_at or not self.scripts:
            return self
        self.looked_at.add(kind)
        said = said_in_passing(self.page, kind)
        assert not said, "\n".join(said)
        return self

    def answers(self, entries: Mapping[str, str] | None = None) -> bool:
        """Answer the step that waits with what its page proposes; False if none does."""
        step, seen = self._task()
        if step:
            self._answer(seen, entries or {})
        return bool(step)

    def _answer(self, seen: str, entries: Mapping[str, str]) -> None:
        """Answer the step on the page; one that the page presses for its reader is waited for."""
        if self.scripts and seen:
            expect(self.page.locator(f"#seen[value='{seen}']")).to_have_count(0)
            return
        form = self.page.locator("#task-form")
        # Each side's open page brings its part in the dice by itself, and the page that waited for it hears of it.
        expect(self.page.locator("#dice .notice")).to_have_count(0)
        for box in form.locator("input[type=text][name]:not([data-low])").all():
            if (text := self._text_for(box)) and not box.input_value():
                box.fill(text)
        for name, value in entries.items():
            form.locator(f"[name='{name}']").fill(value)
        act = next(act for act in PRESSES if form.locator(f"button[value={act}]").count())
        self.acts(act)

    def _text_for(self, box: Locator) -> str:
        label = self.page.locator(f"label[for='{box.get_attribute('id')}']").inner_text()
        return next((text for word, text in TEXTS.items() if word in label), "")

    def answers_until(self, *steps: str) -> Person:
        """Answer step by step until one of `steps` waits, or nothing does.

        What is answered is what was looked at: a page that waits may bring one of `steps` at any moment.
        """
        for _ in range(LONGEST):
            step, seen = self._task()
            if not step or step in steps:
                return self
            self._answer(seen, {})
        raise AssertionError(f"{self.name} never came to {steps}, but is at {self.step()}")


def logged_in(person: Person, start: str) -> Person:
    """Come logged in, by a cookie, to the front page or to a link."""
    key = log_in(Client(), User.objects.create_user(person.name, f"{person.name}@example.org")).session.session_key
    person.page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": str(key), "url": person.site}])
    return person.goes(start or "/")


def registered(person: Person, start: str) -> Person:
    """Register through the pages, from the front page or from a link."""
    person.goes(start or "/")
    person.presses("Register")
    person.page.get_by_label("User name", exact=False).fill(person.name)
    person.page.get_by_label("Email", exact=False).fill(f"{person.name}@example.org")
    person.page.locator("input[name=password1]").fill(PASSWORD)
    person.page.locator("input[name=password2]").fill(PASSWORD)
    person.presses("Register")
    return person
