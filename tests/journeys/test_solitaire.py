"""One player in a browser as wide as a phone: a solitaire mission from its founding to its story."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from tests.journeys.people import Person

pytestmark = [
    pytest.mark.browser,
    pytest.mark.sampled(1, among="mission for one"),
    pytest.mark.live,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
PHONE = ViewportSize(width=390, height=844)
SAID = {
    "FRIENDLY SAN": "4", "ENEMY AC#": "2", "ENEMY RE#s": "3", "FRIENDLY RE#s": "2", "VPO of": "2",
    "Leader": "9-1", "EC for the month": "Moist", "Activation": "a single HS", "Fortification": "none",
}  # fmt: skip
"""What is answered to a question, by how its label begins."""
LAST = 30
"""Game Turns within which the mission ends, or something is wrong."""


def founded(arrives: Callable[..., Person]) -> Person:
    """Somebody has founded mission S2 and looks at its dice."""
    anna = arrives("anna")
    anna.page.set_viewport_size(PHONE)
    anna.presses("Start a campaign").presses("Orsha: solitaire missions")
    anna.page.get_by_label("S2: The Cross Roads").check()
    return anna.presses("Start the campaign").sees("The Cross Roads").presses("Go on").acts("roll")


def entry(anna: Person, words: str) -> Locator:
    """The entry of the task whose label begins so."""
    fields = anna.page.locator("#task-form .field").filter(has=anna.page.locator(f"label:text-matches('^{words}')"))
    return fields.locator("input").first


def says(anna: Person) -> None:
    """Answer what is asked; nothing is proposed of what the print lacks."""
    for box in anna.page.locator("#task-form .field input:visible").all():
        words = anna.page.locator(f"label[for='{box.get_attribute('id')}']").inner_text()
        box.fill(next(said for begins, said in SAID.items() if words.startswith(begins)))


def looks(anna: Person) -> None:
    """Look the page through; nothing of it stands beyond the edge of the phone."""
    anna.looks_through().page.set_viewport_size(PHONE)
    assert anna.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], anna.page.url


def test_S2_from_its_founding_to_its_story(arrives: Callable[..., Person]) -> None:
    anna = founded(arrives)
    says(anna)
    looks(anna)
    anna.acts("enter").sees("A button for each table")
    looks(anna)
    anna.acts("activation_s2").sees("on A1")
    says(anna)
    anna.acts("enter").sees("a single HS")
    entry(anna, "VPO that you hold").fill("3")
    anna.acts("enter").sees("3 of 6 yours")
    for _ in range(LAST):
        if anna.step() == "desk":
            anna.acts("turn")
    looks(anna)
    entry(anna, "Victory Points of your").fill("9")
    entry(anna, "Victory Points of the ENEMY").fill("5")
    anna.acts("enter").sees("You win: FRIENDLY 9 VP, ENEMY 5 VP.")
    looks(anna)
    anna.turns_to("Sheets").presses("Story").sees("You win: FRIENDLY 9 VP, ENEMY 5 VP.")
    looks(anna)
    assert anna.wrong == []


def test_S2_12_32_a_number_outside_the_print_is_refused_with_its_rule_and_stays(arrives: Callable[..., Person]) -> None:
    anna = founded(arrives)
    says(anna)
    number = entry(anna, "FRIENDLY SAN")
    for typed, stepped in (("99", "6"), ("two", "2"), ("2.5", "3"), ("-1", "2")):
        number.fill(typed)
        anna.acts("enter").sees("Not done.")
        for words in ("FRIENDLY SAN", "12.32 (S2)", "Enter a number from 2 to 6"):
            expect(anna.page.locator(".refusal")).to_contain_text(words)
        expect(number).to_have_value(typed)
        expect(entry(anna, "ENEMY AC#")).to_have_value("2")
        number.press("ArrowUp")
        expect(number).to_have_value(stepped)
    anna.acts("enter").sees("A button for each table")
    assert anna.wrong == []
