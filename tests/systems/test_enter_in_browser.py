"""What a browser sends when Enter is pressed in any field of any form of any game: never what commits something.

A phone's Go does as Enter does. The forms are found, not listed: on the page of every step of every game of the
registry, and on every other page of a campaign. Of fields that are made alike, in forms that are made alike, on pages
of a kind, one is tried: what Enter does hangs on the form's buttons and what scripts do with it, not on what a field is
called or how often it comes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.journeys.page_server import PageServer, page_server
from tests.journeys.test_every_page import KEEPS, NO_COMMIT
from tests.leaks.crawler import addresses, read_once
from tests.systems.every_position import laid, positions
from tests.systems.games import Scripts
from tests.systems.people import Table, seated
from tests.tiers import drawn_part, is_fast

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.sampled(2)]
ALL, NEAR = 40, 5
"""At one of so many positions all pages of the campaign are looked at, or its NEIGHBOURS; the step's own at each."""
NEIGHBOURS = {"forces", "refit-corrections", "refit-idle", "free-rolls"}
FORM = re.compile(r"<form\b[^>]*>.*?</form>", re.S)
PART = re.compile(r"<(form|input|select|button|textarea)\b([^>]*)>")
ATTRIBUTE = re.compile(r'\b([a-z][\w-]*)(?:="([^"]*)")?')
WORD = re.compile(r"[a-z-]+")
MATTERS = re.compile(r"type|method|formmethod|formaction|formnovalidate|hx-\w+|data-[\w-]+")
"""Attributes that say what a press does, and values of theirs that are no address or number of one page."""
BY_ITSELF = " data-by-itself"
"""The mark of a form that the page presses after a moment: no key does, so it is off while keys are tried."""
FIELDS = "input:not([type=hidden], [type=submit], [type=button], [type=file]), select"
LISTEN = """(fields) => {
  window.sent = [];
  window.addEventListener("submit", (event) => {
    const form = event.target, button = event.submitter;
    const posts = form.method === "post" || form.hasAttribute("hx-post") || button?.formMethod === "post";
    if (posts) window.sent.push([button?.name === "act" ? button.value : "", form.action, button?.innerText ?? ""]);
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  document.querySelectorAll("details").forEach((each) => { each.open = true });
  window.fields = [...document.querySelectorAll(fields)].filter((each) => each.form && each.offsetParent);
  return window.fields.map((each) => [each.form.outerHTML, each.outerHTML]);
}"""
"""Before the page's own scripts hear of it, and so that none of them holds the form back the second time."""
FOCUS = """(number) => {
  const field = window.fields[number];
  field.focus();
  return document.activeElement === field;
}"""


Made = tuple[str, str, frozenset[str]]


@read_once()
def test_enter_in_any_field_of_any_form_commits_nothing(scripts: Scripts, db: None, key: str, browser: Browser) -> None:
    wrong, forms, fields = list[str](), set[Made](), set[tuple[Made, Made]]()
    with page_server() as server:
        page = browser.new_context().new_page()
        for kind, name, html in _pages(seated(key), scripts):
            new = {_made(kind, form) for form in FORM.findall(html)} - forms
            forms |= new
            if new:
                server.show(html.replace(BY_ITSELF, "").encode())
                wrong += [f"{name}: {each}" for each in _sent_by_enter(page, kind, server, fields)]
        page.context.close()
    assert not wrong, "\n".join(dict.fromkeys(wrong))
    assert fields or is_fast(), "no field was found"  # a part of the positions may ask by buttons alone


def _pages(table: Table, scripts: Scripts) -> Iterator[tuple[str, str, str]]:
    """Every page with forms that a commander has at every position of the game: its kind, which it is, itself."""
    alone = [each.name for each in addresses() if not each.parts]
    every = [*enumerate(positions(scripts).items())]
    for number, ((chosen, step, side), state) in drawn_part(every, f"Enter in {scripts.system.key}"):
        client = table.browsers[side]
        with laid(state):
            for name in alone if number % ALL == 0 else sorted(NEIGHBOURS) if number % NEAR == 0 else ():
                answer = client.get(table.at(name), follow=True)
                if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
                    yield name, f"{name} beside {step} {side} {chosen}", answer.content.decode()
            waits = scripts.system.current(state.only({side}), side)
            assert waits
            yield waits.task.kind, f"{step} {side} {chosen}", table.page(side, "refit-step", step).html


def _made(kind: str, form: str) -> Made:
    """How a form of a page of this kind is made: the button that Enter presses, and which parts there are."""
    parts = [(tag, _matters(more)) for tag, more in PART.findall(form)]
    buttons = [made for tag, made in parts if tag == "button" and "type=button" not in made]
    return kind, buttons[0] if buttons else "", frozenset(f"{tag} {made}" for tag, made in parts)


def _matters(attributes: str) -> str:
    """What of an element's attributes decides what a press does, with the act that a button sends."""
    found = dict(ATTRIBUTE.findall(attributes))
    acts = {"name", "value"} if found.get("name") == "act" else set[str]()
    kept = ((name, value) for name, value in sorted(found.items()) if name in acts or MATTERS.fullmatch(name))
    return " ".join(f"{name}={value}" if WORD.fullmatch(value) else name for name, value in kept)


def _sent_by_enter(page: Page, kind: str, server: PageServer, fields: set[tuple[Made, Made]]) -> list[str]:
    """What Enter sends, less what keeps what was typed, in each field of a page that is unlike those of `fields`."""
    page.goto(f"{server.site}/", wait_until="load")
    for number, (form, field) in enumerate(page.evaluate(LISTEN, FIELDS)):
        made = _made(kind, form), _made(kind, field)
        if made not in fields and page.evaluate(FOCUS, number):
            page.keyboard.press("Enter")
            fields.add(made)
    wrong = [
        f"{act!r} ({said}) to {url}"
        for act, url, said in page.evaluate("() => window.sent")
        if act not in ("draft", "again", "") and not NO_COMMIT.search(url)
    ]
    posted = [f"{body} to {path}" for body, path in server.posted]
    return wrong + [each for each in posted if not re.search(KEEPS, each) and not NO_COMMIT.search(each)]
