"""Choosing a file of VASL, and another one, and then typing: what the page says is what it would send."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.players import founding, table
from tests.rosters.conftest import supplied
from tests.vasl.test_browser import Opens, bare, opens, reads
from tests.vasl.writer import secrets

__all__ = ["founding", "opens", "supplied", "table"]
pytestmark = [
    pytest.mark.browser,
    pytest.mark.sampled(6, among="what VASL writes"),
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
NO_FILE = """() => {
  const data = new DataTransfer();
  data.setData("text/plain", "a word that was dragged");
  const dropped = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
  document.querySelector("[data-vasl]").dispatchEvent(dropped);
}"""
UNREADABLE = """() => {
  Blob.prototype.arrayBuffer = Blob.prototype.text = () => Promise.reject(new DOMException("", "NotReadableError"));
}"""
SLOW = """() => {
  for (const name of ["arrayBuffer", "text"]) {
    const own = Blob.prototype[name];
    Blob.prototype[name] = async function () {
      await new Promise((done) => { window.goOn = done; });
      return own.call(this);
    };
  }
}"""


def says(page: Page) -> str:
    return page.locator("[data-vasl] output").inner_text()


def test_a_text_of_a_windows_computer_keeps_its_letters(opens: Opens) -> None:
    page = opens("hans")
    assert reads(page, "K1: Geschütz, Škoda".encode("cp1252"), "map.txt") == "text"
    assert page.locator("#text").input_value() == "K1: Geschütz, Škoda"
    assert reads(page, "K2: Geschütz 😀".encode("utf-8-sig"), "map.txt") == "text"
    assert page.locator("#text").input_value() == "K2: Geschütz 😀"


def test_a_drop_without_a_file_leaves_what_was_read(opens: Opens) -> None:
    page = opens("hans")
    assert reads(page, secrets().file()) == "read"
    before = bare(page)
    page.evaluate(NO_FILE)
    assert bare(page) == before != ""


def test_what_is_said_of_a_file_goes_when_a_text_is_typed(opens: Opens) -> None:
    page = opens("hans")
    assert reads(page, secrets().file()) == "read"
    page.locator("#text").press_sequentially("K1")
    assert bare(page) == ""
    assert says(page) == ""


def test_a_text_that_can_not_be_read_any_more_is_told(opens: Opens) -> None:
    page = opens("hans")
    page.evaluate(UNREADABLE)
    assert reads(page, b"K1: 4-6-7 1sq", "map.txt") == "unread"
    assert "Choose it again" in says(page)


def test_a_text_that_comes_late_takes_the_place_of_no_other_file(opens: Opens) -> None:
    page = opens("hans")
    page.evaluate(SLOW)
    page.locator("#vasl-file").set_input_files({"name": "a.txt", "mimeType": "text/plain", "buffer": b"K1: 4-6-7 1sq"})
    expect(page.locator("[data-vasl] output")).to_have_attribute("data-state", "reading")
    assert reads(page, secrets().file()) == "read"
    page.evaluate("async () => { goOn(); await new Promise((done) => setTimeout(done, 300)); }")
    assert "counters read" in says(page)
    assert page.locator("#text").input_value() == ""
    assert bare(page) != ""


def test_a_save_that_was_written_anew_since_is_told_as_such(opens: Opens, tmp_path: Path) -> None:
    page = opens("hans")
    path = tmp_path / "game.vsav"
    path.write_bytes(secrets().file())
    page.locator("#vasl-file").set_input_files(path)
    output = page.locator("[data-vasl] output")
    expect(output).to_have_attribute("data-state", "read", timeout=30_000)
    path.write_bytes(secrets("8-0").file() + b"more")
    page.locator("#vasl-shared").check()
    expect(output).to_have_attribute("data-state", "unread", timeout=30_000)
    expect(output).to_contain_text("Choose it again")


def test_a_save_that_came_in_part_is_called_damaged(opens: Opens) -> None:
    page, whole = opens("hans"), secrets().file()
    for length in (len(whole) // 2, len(whole) - 30, len(whole) - 1):
        assert reads(page, whole[:length]) == "broken", length
    assert "ends too early" in says(page)
    assert reads(page, whole + bytes(100_000)) == "broken"
    assert reads(page, b"PK is no archive") == "zip"
