"""Every way in which a page asks the server, tried after its login has lapsed: what comes is never a white page.

The pages are answered to somebody who is logged in, the presses on them to the same browser without its login. No step
has to wait for that, so a page of each is kept as it was come to. What is the same but for ids is pressed once.
"""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Callable, Iterator
from contextvars import copy_context
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Route, expect

from tests.config.test_accounts import GOOD, log_in
from tests.journeys.page_server import static_file
from tests.leaks.crawler import addresses
from tests.maps.practice import practice_map
from tests.players import PlayedCampaign, start_played

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db]
SITE = "http://refit.test"
STEPS = {"purchase": "totals", "fortify": "totals", "placing": "placed", "toll": "toll", "perimeter": "proposal"}
"""Those whose entries are reckoned while they are typed, and what shows it."""
ASKS = "form[method=post], [hx-get], [hx-post]"
KINDS = """(asks) => [...document.querySelectorAll(asks)].map((part) => {
    const parts = [part, ...part.querySelectorAll("[hx-post], [hx-get]")];
    const tags = parts.map((each) => each.cloneNode(false).outerHTML);
    const plain = tags.map((each) => each.replaceAll(/[\\w-]{12,}(?=\\/)|\\d+|(?:class|action)="[^"]*"/g, "*"));
    return [part.getAttribute("action") ?? "", ...plain].join(" ");
})"""
PRESS = """([asks, number]) => {
    const part = document.querySelectorAll(asks)[number];
    for (let fold = part.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    const [trigger] = (part.getAttribute("hx-trigger") ?? "").split(/[ ,]/);
    if (part.matches("a")) part.click();
    else if (trigger === "refit:change") document.body.dispatchEvent(new CustomEvent(trigger));
    else if (trigger === "toggle") part.dispatchEvent(new Event(trigger));
    else if (trigger === "change") {
        const plus = [...part.querySelectorAll(".stepper button:last-child:enabled")][0];
        if (plus) plus.click();
        else part.querySelector("input, select, textarea").dispatchEvent(new Event(trigger, { bubbles: true }));
    }
    else if (part.matches("form")) {
        const button = [...part.elements].filter((each) => each.type === "submit").at(-1);
        part.noValidate = true;
        part.requestSubmit(button);
    }
    else throw new Error(`nobody knows how to press ${part.outerHTML.slice(0, 200)}`);
}"""
NOT_ASKED = ("load", "none")
"""Asked by the page itself while it is loaded, when its login has not lapsed yet, or by nothing."""
LED = re.compile("^(Log in|You are no longer logged in)$")


@pytest.mark.whole(
    "half a minute of browser; what any answer to htmx has to say is held by config/test_lapsed_login.py"
)
def test_no_press_after_the_login_lapsed_shows_a_white_page(browser: Browser) -> None:
    table = start_played(map=practice_map())
    pressed = _press_all(browser, table, dict(_pages(table)))
    for step, part in STEPS.items():
        assert any(f'hx-target="#{part}"' in kind for kind in pressed), step


def test_no_press_at_the_purchase_after_the_login_lapsed_shows_a_white_page(browser: Browser) -> None:
    table = start_played()
    address = reverse("refit-step", args=[table.public_id, "purchase"])
    table.play_until("hans", "purchase")
    pressed = _press_all(browser, table, {address: table.browser("hans").get(address).content})
    assert any('hx-target="#totals"' in kind for kind in pressed)


def _press_all(browser: Browser, table: PlayedCampaign, pages: dict[str, bytes]) -> set[str]:
    """Press whatever asks the server on the pages, each kind once, without a login; the log-in has to come."""
    hans, visitor = table.users["hans"], Client()
    hans.set_password(GOOD)
    hans.save()
    assert log_in(visitor, "hans", GOOD)
    Session.objects.all().delete()
    page, here = browser.new_context().new_page(), copy_context()
    # Playwright calls in a context of its own, in which Django would connect to the database anew.
    page.route(
        "**/*", lambda route: _answer(route, pages, lambda *sent, **more: here.run(visitor.generic, *sent, **more))
    )
    pressed = set[str]()
    for address in pages:
        page.goto(SITE + address)
        for number, kind in enumerate(page.evaluate(KINDS, ASKS)):
            if kind in pressed or any(f'hx-trigger="{each}' in kind for each in NOT_ASKED):
                continue
            pressed.add(kind)
            page.goto(SITE + address)
            page.evaluate(PRESS, [ASKS, number])
            expect(page.locator("h1").first, f"{address}: {kind}").to_have_text(LED)
    return pressed


def _pages(table: PlayedCampaign) -> Iterator[tuple[str, bytes]]:
    """The pages of the campaign by their addresses, and those of the STEPS on the way through a date."""
    client, left = table.browser("hans"), set(STEPS)
    while left:
        view = table.view("hans")
        if view.current:
            address = reverse("refit-step", args=[table.public_id, view.current.spec.key])
            html = client.get(address).content
            if here := {step for step in left if f'hx-target="#{STEPS[step]}"'.encode() in html}:
                left -= here
                yield address, html
        assert table.player("hans").answers(view) or table.player("ivan").moves(), f"nobody comes to {left}"
    for each in addresses():
        for address in each.urls(table.public_id):
            answer = client.get(address)
            if answer.status_code == 200 and not answer.streaming and b"<!doctype html" in answer.content[:20]:
                yield address, answer.content


def _answer(route: Route, pages: dict[str, bytes], ask: Callable[..., Any]) -> None:
    """Answer a request of the browser: a page as it was, files, and anything else as to whose login has lapsed."""
    asked = route.request
    address = urlsplit(asked.url)._replace(scheme="", netloc="").geturl()
    if file := static_file(address):
        route.fulfill(body=file, content_type=mimetypes.guess_type(address.split("?")[0])[0] or "")
    elif asked.method == "GET" and asked.is_navigation_request() and address in pages:
        route.fulfill(body=pages[address], content_type="text/html; charset=utf-8")
    else:
        headers = {name: value for name, value in asked.headers.items() if name.startswith("hx-")}
        body, kind = asked.post_data_buffer or b"", asked.headers.get("content-type", "")
        answer = ask(asked.method, address, body, kind, headers=headers)
        while answer.status_code in (301, 302):  # which a browser follows, with the same headers
            answer = ask("GET", answer["Location"], headers=headers)
        route.fulfill(status=answer.status_code, body=answer.content, headers=dict(answer.headers))
