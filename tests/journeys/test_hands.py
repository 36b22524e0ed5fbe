"""What hands do at a page while it follows them: the keyboard, a slow press, a phone held beside the map."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from campaigns import actions
from campaigns.models import PlayMode
from tests.journeys.people import NO_STAND_IN, Person
from tests.players import log_in

pytestmark = [
    pytest.mark.browser,
    pytest.mark.sampled(2, among="hands"),
    pytest.mark.live,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
PHONE = 390, 844
SLOWLY = 900
"""Milliseconds in which a draft goes to the server and its parts come back."""


@pytest.fixture
def buyer(browser: Browser, web_process: str) -> Person:
    """Somebody who plays alone, at the purchase of the first date."""
    hans = User.objects.create_user("hans")
    actions.start_campaign(
        name="Orsha alone", system="oto2", options={}, side="german", by=hans, play_mode=PlayMode.SOLO
    )
    context = browser.new_context()
    context.add_init_script(NO_STAND_IN)
    session = log_in(Client(), hans).cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": web_process}])
    alone = Person("hans", context.new_page(), web_process).goes("/")
    alone.presses("Orsha alone").presses("Go on")
    unfold(alone.page)
    return alone


def unfold(page: Page) -> None:
    """Open the chart of every family of groups."""
    page.locator("details.family").evaluate_all("all => all.forEach(each => each.open = true)")


def test_who_tabs_from_the_basket_to_the_seal_stands_there_when_its_words_have_changed(buyer: Person) -> None:
    seal = buyer.page.locator("#seal")
    buyer.page.locator(".basket input[name^='n:']").last.focus()
    buyer.page.keyboard.press("ArrowUp")
    buyer.page.keyboard.press("Tab")
    expect(seal).to_have_text("Seal 1 purchase, 2 CPP")
    expect(seal).to_be_focused()


def test_a_slow_press_on_the_seal_counts_though_the_basket_came_back_meanwhile(buyer: Person) -> None:
    seal = buyer.page.locator("#seal")
    buyer.page.locator(".basket input[name^='n:']").last.focus()
    buyer.page.keyboard.press("ArrowUp")
    seal.hover()
    buyer.page.mouse.down()
    buyer.page.wait_for_timeout(SLOWLY)
    with buyer.page.expect_navigation():
        buyer.page.mouse.up()
    buyer.sees("You buy 1 group").confirms().sees("Waiting for the Russian side")


def test_the_rows_of_the_basket_show_at_once_what_is_in_it(buyer: Person) -> None:
    row = buyer.page.locator(".basket .offers > li").filter(has=buyer.page.get_by_role("button", name="one more")).first
    row.get_by_role("button", name="one more").click()
    expect(row).to_have_class("in")
    row.get_by_role("button", name="one less").click()
    expect(row).not_to_have_class("in")


def test_on_a_phone_the_head_shows_the_page_one_is_at(buyer: Person) -> None:
    width, height = PHONE
    buyer.page.set_viewport_size({"width": width, "height": height})
    handing_over = buyer.page.get_by_role("button", name="To the Russian side")
    for name in ("People", "Refit"):
        buyer.turns_to(name)
        expect(handing_over).to_be_in_viewport(ratio=1)
        buyer.page.get_by_role("button", name="Menu").click()
        expect(buyer.page.locator("#menu [aria-current=page]")).to_be_in_viewport(ratio=1)
        buyer.page.keyboard.press("Escape")


def test_pins_are_asked_for_only_where_two_share_a_device(arrives: Callable[..., Person]) -> None:
    founder = arrives("hans").presses("Start a campaign")
    pin = founder.page.get_by_label("PIN of the German commander")
    expect(pin).to_be_hidden()
    founder.page.get_by_label("Two people at one device").check()
    expect(pin).to_be_visible()


def test_of_two_tabs_on_one_basket_the_later_is_told_and_nothing_is_overwritten(buyer: Person) -> None:
    first = buyer.page
    second = first.context.new_page()
    second.goto(first.url)
    unfold(second)
    rows = ".basket input[name^='n:']"
    first.locator(rows).first.focus()
    first.keyboard.press("ArrowUp")
    expect(first.locator("#seal")).to_contain_text("Seal 1 purchase")
    expect(first.locator("#versions")).to_be_empty()
    first.keyboard.press("ArrowUp")  # one tab that saves twice is no other version
    expect(first.locator("#seal")).to_contain_text("Seal 2 purchases")
    expect(first.locator("#versions")).to_be_empty()
    second.locator(rows).last.focus()
    second.keyboard.press("ArrowUp")
    expect(second.locator("#versions")).to_contain_text("What stands on this page is kept beside it.")
    other = Person("hans", second, buyer.site)
    other.presses("See both and choose").sees("There are 2 versions of this draft").looks_through()
    second.locator("tbody tr").last.get_by_role("radio").last.check()
    other.presses("Keep what is marked").sees("One version is kept")
    expect(second.locator(rows).first).to_have_value("2")
    expect(second.locator(rows).last).to_have_value("1")
    assert (buyer.wrong, other.wrong) == ([], [])


def test_what_is_pressed_while_a_draft_is_under_way_does_not_clash_with_it(buyer: Person) -> None:
    buyer.page.locator(".basket input[name^='n:']").first.focus()
    for _ in range(2):
        buyer.page.keyboard.press("ArrowUp")
    buyer.knocks("seal").sees("You buy 2 groups")


def test_what_was_sealed_alone_is_undone_where_it_was_recorded(buyer: Person) -> None:
    buyer.acts("seal").sees("Go on as the Russian side").sees("Recorded.").looks_through()
    buyer.presses("Undo").sees("Taken back.").sees("Buy reinforcements")
    assert "/refit/" in buyer.page.url
    assert buyer.wrong == []
