"""Two people in two browsers play a game on areas: the opening, an operation by tapping the map, a battle."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import expect

from campaigns import actions
from tests.journeys.people import Person

pytestmark = [
    pytest.mark.browser,
    pytest.mark.sampled(1, among="game on areas"),
    pytest.mark.live,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
Arrives = Callable[..., Person]
FOUGHT = ("window", "chits", "battle", "victim", "retreat")
MOST_STEPS = 300
STEP_IN_SIGHT = """() => {
  const line = document.querySelector(".news [aria-current]"), list = line.closest(".news").getBoundingClientRect();
  const found = line.getBoundingClientRect();
  return found.top >= list.top && found.bottom <= list.bottom + 1;
}"""
"""Whether the list of steps has come to the one that is shown."""


def met(arrives: Arrives, **options: str) -> tuple[Person, Person, str]:
    """Both sit at a game and look at it."""
    people = arrives("hans"), arrives("ivan")
    hans, ivan = (get_user_model().objects.get(username=person.name) for person in people)
    seat = actions.start_campaign(name="Steppe", system="rts", options=options, side="axis", by=hans)
    _, token = actions.invite(role="commander", side="soviet", by=seat)
    actions.take_seat(token=token, by=ivan)
    path = f"/campaigns/{seat.campaign.public_id}/"
    for person in people:
        person.goes(f"{path}refit/").sees("Draw your first hand")
    return *people, path


def comes_to(person: Person, step: str) -> None:
    """Wait until a page that nobody reloads asks for a step."""
    expect(person.page.locator(f"#task-form input[name=step][value={step}]")).to_be_attached()


def taps(person: Person, *areas: str) -> None:
    for area in areas:
        person.page.locator(f".area-view [data-area='{area}']").click()


def orders(person: Person) -> None:
    """Press the button below the map."""
    with person.page.expect_navigation():
        person.page.locator(".area-bar button").click()


def chooses(person: Person) -> None:
    """Take the first of what has to be chosen, and press."""
    for select in person.page.locator("#task-form select[aria-required=true]").all():
        if not select.input_value():
            select.select_option(index=1)
    person.acts("enter")


@pytest.mark.parametrize("fought", [False, pytest.param(True, marks=pytest.mark.whole("a battle takes half a minute"))])
def test_two_people_play_an_opening_and_a_battle(arrives: Arrives, fought: bool) -> None:
    hans, ivan, path = met(arrives)
    _open(hans, ivan)
    _attack(hans, ivan)
    if fought:
        _fight_it_out(hans, ivan)
        _look_at_it_again(hans, ivan, path)
    assert (hans.wrong, ivan.wrong) == ([], [])


def _open(hans: Person, ivan: Person) -> None:
    hans.looks_through().acts("roll")
    hans.sees("Your hand")
    expect(ivan.page.locator("#panels")).to_contain_text("The Axis side has drawn its first hand")
    ivan.acts("roll")
    comes_to(hans, "start")
    taps(hans, "Belitsa")
    expect(hans.page.locator("select[name=area]")).to_have_value("Belitsa")
    orders(hans)
    comes_to(hans, "operation")
    expect(ivan.page.locator("#task")).to_contain_text("Waiting for the Axis side")


def _attack(hans: Person, ivan: Person) -> None:
    hans.looks_through()
    there = hans.page.locator(".area-view .tap.may")
    taps(hans, "Oskol")
    expect(hans.page.locator(".area-bar output")).to_contain_text("Oskol")
    assert "Rossna" in there.evaluate_all("found => found.map((each) => each.dataset.area)")
    assert "Volgrad" not in hans.page.locator("select[name=to] option:enabled").all_inner_texts()
    # By keyboard: the arrows go from area to area, Enter is a tap.
    hans.page.locator(".area-view [data-area='Oskol']").focus()
    hans.page.keyboard.press("ArrowDown")
    at = hans.page.evaluate("document.activeElement.dataset.area")
    assert at not in ("", None, "Oskol")
    taps(hans, "Rossna")
    expect(hans.page.locator(".area-bar output")).to_contain_text("→ Rossna")
    assert hans.page.locator("select[name=do]").input_value() == "move"
    orders(hans)
    for person in (hans, ivan):
        expect(person.page.locator("#fight")).to_contain_text("Battle in Rossna")


def _fight_it_out(hans: Person, ivan: Person) -> None:
    """Each page comes to its step by itself, and none has to be reloaded; drawing asks for no press."""
    people, steps = (hans, ivan), set[str]()
    for _ in range(MOST_STEPS):
        asked = _asked(people)
        if (step := asked.step()) not in FOUGHT:
            break
        steps.add(step)
        if step == "chits":
            expect(asked.page.locator("#task-form input[value=chits]")).to_have_count(0)
            continue
        chooses(asked.looks_through())
    assert {"window", "battle"} <= steps
    for person in people:
        expect(person.page.locator("#fight")).to_have_count(0)


def _asked(people: tuple[Person, Person]) -> Person:
    """Wait until one of them is asked something, without a reload; returns who."""
    for _ in range(100):
        for person in people:
            if person.step():
                return person
        people[0].page.wait_for_timeout(100)
    raise AssertionError([person.heading for person in people])


def _look_at_it_again(hans: Person, ivan: Person, path: str) -> None:
    told = []
    for person in (hans, ivan):
        person.goes(f"{path}battles/").sees("Battle 1 of 1").sees("Step 1 of").looks_through()
        told.append(person.page.locator("#content").inner_text())
        person.presses("Next step").sees("Step 2 of")
        person.presses("To its end").sees("is won by")
        person.page.wait_for_function(STEP_IN_SIGHT)
        person.looks_through()
    assert told[0] == told[1], "both see the same, and nothing of a hand"
    hans.goes(path).sees("The last battle, step by step")
    hans.turns_to("Play").sees("Your hand")


def test_a_game_on_areas_is_played_without_scripts(arrives: Arrives) -> None:
    hans, ivan, path = met(lambda name, **more: arrives(name, scripts=name != "ivan", **more))
    hans.acts("roll")
    ivan.goes(f"{path}refit/").acts("roll").sees("Waiting for the Axis side")
    expect(hans.page.locator("input[name=step][value=start]")).to_be_attached()
    chooses(hans)
    comes_to(hans, "operation")
    chooses(hans)
    chooses(ivan.goes(f"{path}refit/").sees("Choose Card or Map"))
    chooses(hans.goes(f"{path}refit/"))
    ivan.goes(f"{path}refit/").sees("Show your choice")
    assert ivan.page.locator(".area-view svg").count() == 1
    assert not ivan.page.locator(".area-bar").is_visible()
    ivan.acts("done")
    assert (hans.wrong, ivan.wrong) == ([], [])
