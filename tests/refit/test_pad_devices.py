"""Devices of a side at a battle pad: what is left on the disk after a log-out, and several of them in disorder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.urls import reverse
from playwright.sync_api import BrowserType, Page, Route, expect

from tests.players import PlayedCampaign, founding, table
from tests.refit.test_pad_offline import LONG, PHONE, Arrives, Device, arrives, on_pad, sent
from tests.rosters.conftest import supplied

__all__ = ["arrives", "founding", "supplied", "table"]
pytestmark = [
    pytest.mark.browser,
    pytest.mark.sampled(4, among="battle pad"),
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
SENT, UNSENT = "Kanarienvogel", "Zaunkoenig"


def stands_in(folder: Path, word: str) -> list[str]:
    """The files of a browser in which a word stands, in either of the ways in which browsers write text."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    written = [word.encode(), word.encode("utf-16-le")]
    return [path.name for path in files if any(each in path.read_bytes() for each in written)]


def test_nothing_that_was_entered_is_on_the_disk_after_a_log_out(
    browser_type: BrowserType, browser_type_launch_args: Any, live_server: Any, settings: Any,
    monkeypatch: pytest.MonkeyPatch, supplied: PlayedCampaign, tmp_path: Path,
) -> None:  # fmt: skip
    """The whole profile of a browser is looked through: caches of the network, of pages and of scripts as well."""
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)
    supplied.play_until("hans", "play")
    context = browser_type.launch_persistent_context(tmp_path, **browser_type_launch_args, **PHONE)
    phone = Device(context, context.pages[0], live_server.url, supplied)
    phone.logs_in("hans")
    phone.opens()
    note(phone, SENT)
    phone.taps("4-6-7")
    sent(phone)
    for path in ("refit", "forces", "journal"):
        phone.page.goto(f"{phone.root}/campaigns/{supplied.public_id}/{path}/")
    phone.opens()
    phone.offline()
    note(phone, UNSENT)
    phone.shows("No network: 1 not sent yet")
    phone.offline(False)
    phone.page.route("**/entries/", lambda route: route.abort())
    phone.page.goto(phone.root + reverse("account_logout"))
    phone.page.get_by_role("button", name="Log out").click()
    expect(phone.page.get_by_role("link", name="Log in").first).to_be_visible(timeout=LONG)
    phone.page.go_back()
    phone.page.go_back()
    assert not any(word in phone.page.content() for word in (SENT, UNSENT)), "the way back leads to no pad"
    phone.offline()
    phone.page.goto(phone.where)
    assert not any(word in phone.page.content() for word in (SENT, UNSENT)), "nor does the pad without a network"
    phone.offline(False)
    assert "key≫" not in phone.kept
    context.close()
    assert [stands_in(tmp_path, word) for word in (SENT, UNSENT)] == [[], []]
    assert stands_in(tmp_path, supplied.public_id), "the disk is looked at"

    context = browser_type.launch_persistent_context(tmp_path, **browser_type_launch_args, **PHONE)
    phone = Device(context, context.pages[0], live_server.url, supplied)
    phone.logs_in("hans")
    phone.opens()
    sent(phone)
    context.close()
    assert on_pad(supplied) == ["note", "eliminate", "note"], "and nothing of it was lost"


def note(phone: Device, text: str) -> None:
    phone.page.locator("#pad-note").fill(text)
    phone.page.get_by_role("button", name="Add").click()
    phone.shows(text)


def test_windows_and_devices_that_come_back_at_once_lose_and_double_nothing(
    arrives: Arrives, supplied: PlayedCampaign
) -> None:
    """Two windows of one phone and another phone enter and undo without a network; half of the answers get lost."""
    one, other = arrives("hans").opens(), arrives("otto").opens()
    window = Device(one.context, one.context.new_page(), one.root, one.table).opens()
    one.taps("4-6-7")
    sent(one)
    for each in (one, other):
        each.offline()
    other.taps("LMG", 2)
    one.taps("4-6-7", 2)
    note(window, "from the other window")
    window.page.get_by_role("button", name="Undo").first.click()
    one.taps("LMG")
    other.page.get_by_role("button", name="Undo").first.click()
    note(other, "from the other phone")
    seen = list[int]()
    for page in (one.page, window.page, other.page):
        page.route("**/entries/", lambda route: _half(route, seen))
    for each in (one, other):
        each.offline(False)
    for page in (one.page, window.page, other.page):
        said(page)
    assert len(seen) > 3
    for page in (one.page, window.page, other.page):
        page.unroute("**/entries/")
    for each in (one, other, window):
        each.reloads()
        sent(each)
    undone = on_pad(supplied).count("undo")
    assert sorted(each for each in on_pad(supplied) if each != "undo") == ["eliminate"] * 5 + ["note"]
    assert undone == 0, "an entry that was undone is gone with its undoing"
    assert one.number == other.number == window.number == 6


def _half(route: Route, seen: list[int]) -> None:
    """Every other sending is taken by the server, whose answer does not arrive."""
    if route.request.method != "POST":
        route.continue_()
        return
    seen.append(1)
    if len(seen) % 2:
        route.fetch()
        route.abort()
    else:
        route.continue_()


def said(page: Page) -> None:
    expect(page.locator("#pad-app")).to_contain_text("All sent.", timeout=2 * LONG)
