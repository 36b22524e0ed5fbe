"""Two people in two browsers, from registering to the sealed purchases of 23PM."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import APIResponse, Route, expect

from campaigns import actions
from campaigns.ledger.journal import announce
from campaigns.models import Campaign
from rules.contract import PUBLIC
from tests.browsers import PATIENCE
from tests.journeys.people import Person

pytestmark = [
    pytest.mark.browser,
    pytest.mark.sampled(2, among="two browsers", pinned=("without_scripts",)),
    pytest.mark.live,
    pytest.mark.twice,  # two people's days from one end to the other, on a server too
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
Arrives = Callable[..., Person]
ASKING_EACH_TIME = "window.setInterval = (ask, pause) => setTimeout(() => { ask(); setInterval(ask, pause); }, pause)"
"""Brings back what `arrives` takes away: the beat that stands in for a stream."""


def left_over(person: Person) -> str:
    """What is left, by the account above the task."""
    return person.page.locator("#totals dd").last.inner_text()


def takes(person: Person, group: str, number: int) -> None:
    """Press the stepper of a group so many times."""
    more = person.page.get_by_role("button", name=re.compile(rf"one more: Number of {group} "))
    for _ in range(number):
        more.click()


def met(arrives: Arrives) -> tuple[Person, Person]:
    """Both sit at a campaign and look at it."""
    people = arrives("hans"), arrives("ivan")
    hans, ivan = (User.objects.get(username=person.name) for person in people)
    seat = actions.start_campaign(name="Orsha", system="oto2", options={}, side="german", by=hans)
    _, token = actions.invite(role="commander", side="russian", by=seat)
    actions.take_seat(token=token, by=ivan)
    for person in people:
        person.goes(f"/campaigns/{seat.campaign.public_id}/")
    return people


def met_by_pages(arrives: Arrives) -> tuple[Person, Person]:
    """The same by nothing but pages, from registering to the link by which the other one comes."""
    hans = arrives("hans", registers=True)
    hans.presses("Start a campaign")
    hans.page.get_by_text("More", exact=True).click()
    hans.page.get_by_label("Name of the campaign").fill("Orsha by two browsers")
    hans.presses("Start the campaign").sees("Invite by link")
    hans.page.get_by_label("A link for").select_option(label="Russian commander")
    hans.presses("Make a link").sees("Your link")
    link = hans.looks_through().page.get_by_label("Link", exact=True).input_value()
    ivan = arrives("ivan", start=link, registers=True)
    ivan.sees("You are invited").presses("Take your place")
    return hans, ivan


def both_answer_until(people: tuple[Person, Person], stage: str) -> None:
    """Both answer what waits, in turn, until the step `stage` waits for both."""
    for _ in range(20):
        for person in people:
            if not person.step():
                person.goes(person.page.url)
            person.answers_until(stage)
        if all(person.step() == stage for person in people):
            return
    raise AssertionError(f"{stage} never came: {[person.step() or person.heading for person in people]}")


@pytest.mark.whole("a date by two people and their pages takes most of a minute")
def test_two_people_play_23am_and_refit_to_23pm(arrives: Arrives) -> None:
    hans, ivan = met_by_pages(arrives)
    _purchase_in_secret(hans, ivan)
    both_answer_until((hans, ivan), "play")
    _lose_something(hans)
    both_answer_until((hans, ivan), "victory")
    _report_and_confirm(hans, ivan)
    both_answer_until((hans, ivan), "purchase")
    hans.sees("23PM")
    _seal_both(hans, ivan)
    _see_the_rest(hans)
    _see_the_rest(ivan)
    assert (hans.wrong, ivan.wrong) == ([], [])


def _purchase_in_secret(hans: Person, ivan: Person) -> None:
    for person in (hans, ivan):
        person.turns_to("Refit").sees("Buy reinforcements").looks_through()
    takes(hans, "I1", 2)
    expect(hans.page.locator("#sealing")).to_contain_text("Seal 2 purchases")
    expect(hans.page.locator("#totals dd").last).not_to_have_text("66")
    left = left_over(hans)
    hans.goes(hans.page.url)
    assert left_over(hans) == left, "the draft was kept"
    _seal_both(hans, ivan)


def _seal_both(hans: Person, ivan: Person) -> None:
    takes(ivan, "I2", 1)
    expect(ivan.page.locator("#sealing")).to_contain_text("Seal 1 purchase")
    before = ivan.page.locator("#panels").inner_text()
    hans.acts("seal")
    hans.sees("Waiting for the Russian side").looks_through()
    # The other page hears of it, and keeps what is being typed.
    expect(ivan.page.locator("#panels")).not_to_have_text(before)
    expect(ivan.page.locator("#panels")).to_contain_text("sealed")
    ivan.acts("seal")
    # And the page that waited goes on by itself.
    expect(hans.page.locator("#task-form")).to_be_visible()


def _lose_something(person: Person) -> None:
    person.turns_to("Forces")
    lost = person.page.locator(".losses input[name^='n:']").first
    lost.fill("1")
    person.presses(re.compile("^Record")).sees("Recorded.").looks_through()
    person.presses("Undo").sees("Taken back.")
    assert "/forces/" in person.page.url
    lost.fill("1")
    person.presses(re.compile("^Record")).sees("Recorded.")
    person.turns_to("Refit")


def _report_and_confirm(hans: Person, ivan: Person) -> None:
    hans.page.locator("#f-turn").fill("7")
    hans.page.locator("#f-lvp").fill("5000")
    hans.page.locator("#task-form").evaluate("form => { form.noValidate = true }")
    hans.acts("propose")
    hans.sees("Not done.").looks_through()
    assert hans.page.locator("#f-turn").input_value() == "7", "nothing typed was lost"
    hans.page.locator("#f-lvp").fill("3")
    hans.acts("propose")
    hans.sees("Your report, for the other side").looks_through()
    ivan.goes(ivan.page.url).sees("The other side's report").sees("not stated yet").looks_through()
    ivan.page.locator("#f-cvp_russian").fill("4")
    ivan.acts("propose")
    hans.goes(hans.page.url).sees("4 stated, 0 by its record").looks_through()
    hans.page.locator("#f-agreed").check()
    hans.acts("confirm")
    hans.sees("Front lines")
    ivan.goes(ivan.page.url)


def _see_the_rest(person: Person) -> None:
    for name in ("Forces", "Sheets", "Journal", "People"):
        person.turns_to(name)
    for sheet in ("roster", "record", "organizer", "setup"):
        person.turns_to("Sheets").page.locator(f"#content a[href$='/{sheet}/']").first.click()
        person.sees("All sheets")
    person.goes("/")


def test_what_happens_while_a_page_asks_for_what_happened_before_is_seen_too(arrives: Arrives) -> None:
    hans, ivan = met(arrives)
    for person in (hans, ivan):
        person.turns_to("Refit").sees("Buy reinforcements")
    hans.acts("seal")
    hans.sees("Waiting for the Russian side")
    under_way = list[tuple[Route, APIResponse]]()
    hans.page.route("**/refit/", lambda route: under_way.append((route, route.fetch())), times=1)
    campaign = Campaign.objects.get()
    for _ in range(PATIENCE // 100):
        if under_way:
            break
        announce(campaign, PUBLIC)
        hans.page.wait_for_timeout(100)
    ivan.acts("seal")
    route, answer = under_way[0]
    route.fulfill(response=answer)
    expect(hans.page.locator("#task-form")).to_be_visible()


BY_ITSELF = "**/by-itself*.js"
"""What presses for the reader; without it a page stays until somebody does."""


def waits_for_the_other_sides_part(arrives: Arrives) -> tuple[Person, Person]:
    """The first sealed last and is at the next step; the other has no page open that would bring his part.

    Nothing is pressed by itself, or the page would wait for the next part before anybody saw that this one came.
    """
    hans, ivan = met(arrives)
    hans.page.route(BY_ITSELF, lambda route: route.fulfill(body="", content_type="text/javascript"))
    # Nobody tells his page that he has sealed: what it would ask then could bring his part after all.
    ivan.page.route("**/live/**", lambda route: route.fulfill(status=204))
    for person in (ivan, hans):
        person.turns_to("Refit").sees("Buy reinforcements")
    ivan.acts("seal")
    ivan.page.goto("about:blank")
    hans.acts("seal")
    hans.page.mouse.move(0, 0)
    expect(hans.page.locator("#dice")).to_contain_text("wait for the part of the Russian side")
    return hans, ivan


@pytest.mark.parametrize("how", ["focus", "hover"])
def test_the_other_sides_part_is_seen_while_a_panel_is_in_use_and_the_panel_follows_once_left(
    arrives: Arrives, how: str
) -> None:
    hans, ivan = waits_for_the_other_sides_part(arrives)
    control = hans.page.locator("#panels a").last
    hans.page.keyboard.press("Tab")
    control.focus() if how == "focus" else control.hover()
    hans.page.locator("#panels").evaluate("panel => { panel.dataset.before = 'yes' }")
    ivan.goes(f"/campaigns/{Campaign.objects.get().public_id}/refit/")
    expect(hans.page.locator("#dice .notice")).to_have_count(0)
    expect(hans.page.locator("#changed")).to_be_visible()
    assert hans.page.locator("#panels").get_attribute("data-before") == "yes"
    if how == "focus":
        expect(control).to_be_focused()
        hans.page.keyboard.press("Tab")
        control.blur()
    hans.page.mouse.move(0, 0)
    expect(hans.page.locator("#panels")).not_to_have_attribute("data-before", "yes")
    expect(hans.page.locator("#changed")).to_be_hidden()
    hans.page.unroute(BY_ITSELF)
    hans.page.reload()
    expect(hans.page.locator("#task-form:not([data-by-itself])")).to_be_visible()
    assert (hans.wrong, ivan.wrong) == ([], [])


def test_without_a_stream_the_other_sides_part_is_heard_of_too(arrives: Arrives) -> None:
    hans, ivan = waits_for_the_other_sides_part(arrives)
    hans.page.route("**/live/**", lambda route: route.abort())
    hans.page.add_init_script(ASKING_EACH_TIME)
    hans.goes(hans.page.url)
    ivan.goes(f"/campaigns/{Campaign.objects.get().public_id}/refit/")
    expect(hans.page.locator("#dice .notice")).to_have_count(0)


def test_a_purchase_is_made_and_sealed_without_scripts(arrives: Arrives) -> None:
    hans = arrives("hans", scripts=False, registers=True)
    hans.presses("Start a campaign")
    hans.page.get_by_text("More", exact=True).click()
    hans.page.get_by_label("Name of the campaign").fill("On paper")
    hans.presses("Start the campaign").turns_to("Refit")
    hans.page.get_by_label(re.compile("^Number of I1 ")).fill("2")
    hans.acts("draft")
    hans.sees("Seal 2 purchases")
    hans.acts("seal")
    hans.sees("Waiting for the Russian side").presses("Take back what I did last").presses("Take this back")
    hans.sees("Buy reinforcements")
