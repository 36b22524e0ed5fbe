"""What is typed on the battle pad: entered once however often one presses, and nothing typed since is lost."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import Browser, expect

from tests.maps.practice import practice_map
from tests.players import PlayedCampaign, founding, start_played, table
from tests.refit.test_pad_offline import LONG, Arrives, Device, arrives, on_pad, sent
from tests.rosters.conftest import supplied

__all__ = ["arrives", "founding", "supplied", "table"]
pytestmark = [
    pytest.mark.browser,
    pytest.mark.sampled(4, among="battle pad"),
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
ENTER = """(field, { times, then, composing }) => {
  for (let n = 0; n < times; n += 1) {
    const pressed = { key: "Enter", isComposing: composing, bubbles: true, cancelable: true };
    field.dispatchEvent(new KeyboardEvent("keydown", pressed));
  }
  if (!then) return;
  field.value += then;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}"""


def enters(phone: Device, *, times: int = 1, then: str = "", composing: bool = False) -> None:
    """Press Enter in the field of the note so often, and type on, before anything is on the disk."""
    phone.page.locator("#pad-note").evaluate(ENTER, {"times": times, "then": then, "composing": composing})


def test_a_note_is_entered_once_however_often_enter_is_pressed(arrives: Arrives, supplied: PlayedCampaign) -> None:
    phone = arrives("hans").opens()
    phone.page.locator("#pad-note").fill("They ran")
    enters(phone, times=3)
    phone.shows("They ran")
    sent(phone)
    assert on_pad(supplied) == ["note"]
    expect(phone.page.locator("#pad-note")).to_have_value("")


def test_what_is_typed_after_a_note_was_entered_stays(arrives: Arrives, supplied: PlayedCampaign) -> None:
    phone = arrives("hans").opens()
    phone.page.locator("#pad-note").fill("They ran")
    enters(phone, then="and they came back")
    phone.shows("1 on the pad")
    sent(phone)  # which stood there before it was entered, too
    assert phone.page.locator("#pad-note").input_value().endswith("and they came back")
    assert on_pad(supplied) == ["note"]


def test_enter_that_chooses_a_word_of_an_input_method_enters_nothing(
    arrives: Arrives, supplied: PlayedCampaign
) -> None:
    phone = arrives("hans").opens()
    phone.page.locator("#pad-note").fill("戦車")
    enters(phone, composing=True)
    phone.page.wait_for_timeout(300)
    assert phone.page.locator("#pad-note").input_value() == "戦車"
    assert on_pad(supplied) == []


def test_a_note_that_finds_no_room_stands_in_its_field(arrives: Arrives) -> None:
    phone = arrives("hans").opens()
    phone.page.evaluate(
        "() => { IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError'); }; }"
    )
    phone.page.locator("#pad-note").fill("They ran")
    enters(phone, then=", all of them")
    expect(phone.page.locator("[role=alert]")).to_be_visible(timeout=LONG)
    value = phone.page.locator("#pad-note").input_value()
    assert value.startswith("They ran")
    assert value.endswith("all of them")


@pytest.fixture
def mapped(
    browser: Browser, live_server: Any, settings: Any, monkeypatch: pytest.MonkeyPatch, db: None
) -> tuple[Device, PlayedCampaign]:
    """A phone with a pad that has a map."""
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)
    table = start_played(map=practice_map())
    table.play_until("hans", "play")
    return Device.of(browser, live_server.url, table, "hans").opens(), table


def test_one_thing_after_the_other_is_said_of_hexes_without_a_wait(mapped: tuple[Device, PlayedCampaign]) -> None:
    phone, table = mapped
    for what, hexes in (("Fire", "K20"), ("Taken", "K21"), ("Fire", "K22")):
        phone.page.locator("#pad-hexes").fill(hexes)
        phone.page.get_by_role("button", name=what, exact=True).click(timeout=4_000)
        phone.shows(f"{what}: {hexes}")
        expect(phone.page.locator("#pad-hexes")).to_have_value("")
    sent(phone)
    assert on_pad(table) == ["fire", "taken", "fire"]


def test_hexes_are_taken_once_however_often_one_presses(mapped: tuple[Device, PlayedCampaign]) -> None:
    phone, table = mapped
    phone.page.locator("#pad-hexes").fill("K20")
    phone.page.get_by_role("button", name="Fire", exact=True).evaluate("button => { button.click(); button.click(); }")
    phone.shows("Fire: K20")
    sent(phone)
    assert on_pad(table) == ["fire"]
