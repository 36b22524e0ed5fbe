"""The battle pad of a device whose network comes and goes: nothing entered is lost, nothing is there twice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from campaigns.models import PlayMode, Seat
from refit.pad import shell
from refit.pad.pages import SideAtPad
from tests.journeys.accessibility import said_in_passing
from tests.maps.practice import practice_map
from tests.players import PlayedCampaign, founding, start_played, table
from tests.rosters.conftest import supplied
from tests.seats import is_played, sits_too

__all__ = ["founding", "supplied", "table"]
pytestmark = [
    pytest.mark.browser,
    pytest.mark.sampled(4, among="battle pad"),
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
LONG = 30_000
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@dataclass
class Device:
    """A phone with a browser of its own."""

    context: BrowserContext
    page: Page
    root: str
    table: PlayedCampaign

    @classmethod
    def of(cls, browser: Browser, root: str, table: PlayedCampaign, name: str) -> Device:
        context = browser.new_context(**PHONE)
        device = cls(context, context.new_page(), root, table)
        device.logs_in(name)
        return device

    def logs_in(self, name: str) -> None:
        cookie = django_settings.SESSION_COOKIE_NAME
        key = self.table.browser(name).cookies[cookie].value
        self.context.add_cookies([{"name": cookie, "value": key, "url": self.root}])

    @property
    def where(self) -> str:
        return self.root + reverse("pad", args=[self.table.public_id])

    def opens(self) -> Device:
        """The pad, once its script has taken over and its worker can open it without a network."""
        self.page.goto(self.where)
        self.ready()
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        return self

    def ready(self) -> None:
        expect(self.page.locator("#pad-app[data-ready]")).to_be_attached(timeout=LONG)

    def reloads(self) -> None:
        self.page.reload()
        self.ready()

    def offline(self, off: bool = True) -> None:
        self.context.set_offline(off)

    def chooses(self, mode: str) -> None:
        self.page.locator(".modes label", has=self.page.get_by_text(mode, exact=True)).click()

    def taps(self, name: str, times: int = 1, mode: str = "Lost") -> None:
        self.chooses(mode)
        for _ in range(times):
            before = self.number
            tile = self.page.locator(".tiles button", has=self.page.get_by_text(name, exact=True)).first
            tile.click()
            expect(self.page.locator(".entered summary")).to_contain_text(f"{before + 1} ", timeout=LONG)

    @property
    def number(self) -> int:
        """How many entries it shows."""
        summary = self.page.locator(".entered summary")
        return int(summary.inner_text().split()[0]) if summary.count() else 0

    def shows(self, text: str) -> None:
        expect(self.page.locator("#pad-app")).to_contain_text(text, timeout=LONG)

    @property
    def kept(self) -> str:
        """All that the browser keeps of the site which is text, or can be made text."""
        return str(self.page.evaluate(KEPT))


KEPT = """async () => {
  const done = (asked) => new Promise((found) => { asked.onsuccess = () => found(asked.result); });
  const text = (value) => {
    if (value instanceof ArrayBuffer) return new TextDecoder('latin1').decode(value);
    if (value instanceof CryptoKey) return `≪${value.extractable ? 'open' : 'closed'} key≫`;
    if (value instanceof Uint8Array || typeof value !== 'object') return String(value);
    return Object.values(value).map(text).join(' ');
  };
  const found = [JSON.stringify({...localStorage}), JSON.stringify({...sessionStorage})];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) found.push(await (await cache.match(request)).text());
  }
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      found.push(...(await done(database.transaction(store).objectStore(store).getAll())).map(text));
    }
    database.close();
  }
  return found.join('\\n');
}"""
Arrives = Callable[[str], Device]


@pytest.fixture
def arrives(
    browser: Browser, live_server: Any, settings: Any, monkeypatch: pytest.MonkeyPatch, supplied: PlayedCampaign
) -> Arrives:
    """Somebody of the first scenario comes with a phone of his own."""
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)
    supplied.play_until("hans", "play")
    return lambda name: Device.of(browser, live_server.url, supplied, name)


def on_pad(table: PlayedCampaign, name: str = "hans") -> list[str]:
    """What the server has on the pad of somebody's side, in its order."""
    kept = SideAtPad.of(table.seat(name)).side_pad()
    assert kept is not None
    return [each.what for each in kept.entries]


def sent(device: Device) -> None:
    device.shows("All sent.")


def test_what_is_entered_without_a_network_is_sent_once_when_it_is_back(
    arrives: Arrives, supplied: PlayedCampaign
) -> None:
    phone = arrives("hans").opens()
    phone.taps("4-6-7")
    sent(phone)
    phone.offline()
    phone.taps("4-6-7", 2)
    phone.taps("4-6-7", 1, "Reduced")
    phone.shows("No network: 3 not sent yet")
    phone.reloads()
    assert phone.number == 4, "the device opens the pad by itself"
    phone.taps("LMG", 1, "Malfunctioned")
    phone.page.locator(".entered summary").click()
    assert said_in_passing(phone.page, "the pad without a network") == []
    assert on_pad(supplied) == ["eliminate"]
    phone.offline(False)
    sent(phone)
    assert on_pad(supplied) == ["eliminate"] * 3 + ["reduce", "malfunctioned"]
    phone.reloads()
    assert phone.number == 5


def test_several_at_once_and_the_second_act_of_a_tile_without_a_network(
    arrives: Arrives, supplied: PlayedCampaign
) -> None:
    phone = arrives("hans").opens()
    begun = SideAtPad.of(supplied.seat("hans")).page().data
    assert begun is not None
    number = next(n for key, n in begun["counts"].items() if begun["book"][key]["name"] == "4-6-7")
    squads = phone.page.locator(".tiles li", has=phone.page.get_by_text("4-6-7", exact=True)).first
    phone.taps("4-6-7")
    sent(phone)
    phone.offline()
    phone.page.get_by_role("button", name="5", exact=True).click()  # of what is sent already
    phone.shows("5 × 4-6-7: Lost")
    expect(squads.locator("b")).to_have_text(str(number - 5))
    squads.get_by_role("button", name="Reduced").click()
    phone.page.get_by_role("button", name="2", exact=True).click()
    phone.shows("2 × 4-6-7: Reduced")
    expect(squads.locator("b")).to_have_text(str(number - 7))
    expect(phone.page.locator(".own-losses")).to_contain_text("7")
    phone.page.get_by_role("button", name="3", exact=True).click()
    expect(squads.locator("b")).to_have_text(str(number - 8))
    phone.reloads()
    phone.shows("3 × 4-6-7: Reduced")
    assert said_in_passing(phone.page, "numbers without a network") == []
    phone.page.locator(".last .ghost").click()
    expect(squads.locator("b")).to_have_text(str(number - 5))
    phone.offline(False)
    sent(phone)
    kept = SideAtPad.of(supplied.seat("hans")).side_pad()
    assert kept is not None
    assert [(each.what, each.times) for each in kept.entries] == [("eliminate", 5)]
    phone.reloads()
    expect(squads.locator("b")).to_have_text(str(number - 5))


def test_an_answer_that_is_lost_costs_a_second_sending_and_no_second_entry(
    arrives: Arrives, supplied: PlayedCampaign
) -> None:
    phone = arrives("hans").opens()
    lost = list[int]()

    def swallow(route: Route) -> None:
        if route.request.method == "POST" and len(lost) < 2:
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    phone.page.route("**/entries/", swallow)
    phone.taps("4-6-7", 3)
    sent(phone)
    assert lost == [200, 200], "the server had taken them"
    assert on_pad(supplied) == ["eliminate"] * 3


def test_two_devices_of_a_side_lose_and_double_nothing(arrives: Arrives, supplied: PlayedCampaign) -> None:
    one, other = arrives("hans").opens(), arrives("otto").opens()
    one.offline()
    one.taps("4-6-7", 3)
    other.taps("4-6-7", 2)
    sent(other)
    one.page.close()  # killed in between
    one.page = one.context.new_page()
    one.page.goto(one.where)
    one.ready()
    one.shows("No network: 3 not sent yet")
    one.offline(False)
    sent(one)
    assert on_pad(supplied) == ["eliminate"] * 5
    other.reloads()
    assert (one.number, other.number) == (5, 5)


def test_an_entry_that_another_device_made_before_is_kept_with_a_sentence(
    arrives: Arrives, supplied: PlayedCampaign
) -> None:
    one, other = arrives("hans").opens(), arrives("otto").opens()
    pad = SideAtPad.of(supplied.seat("hans")).page().pad
    assert pad is not None
    piles = [(n, pad.tiles[key]) for key, n in pad.counts.items() if n]
    names = [pile.name for _, pile in piles]
    few, name = min((n, pile.name) for n, pile in piles if not pile.conditions and names.count(pile.name) == 1)
    one.offline()
    one.taps(name)
    other.taps(name, few)
    sent(other)
    one.offline(False)
    sent(one)
    one.shows("none is left of which this could be so")
    assert on_pad(supplied) == ["eliminate"] * (few + 1)
    one.page.get_by_role("button", name="Undo").first.click()
    expect(one.page.locator(".last.wrong")).to_have_count(0, timeout=LONG)
    sent(one)
    assert on_pad(supplied) == ["eliminate"] * few


def test_what_was_entered_for_a_scenario_that_is_over_stays_on_the_device(
    arrives: Arrives, supplied: PlayedCampaign
) -> None:
    phone = arrives("hans").opens()
    phone.offline()
    phone.taps("4-6-7", 2)
    supplied.play_to("purchase", "23PM")
    phone.offline(False)
    phone.shows("No scenario is being played.")
    phone.reloads()
    assert phone.page.locator(".refused .ghost").count() == 2
    phone.page.locator(".refused .ghost").first.click()
    expect(phone.page.locator(".refused .ghost")).to_have_count(1)


def test_a_log_out_leaves_noise_and_whoever_is_next_sees_and_sends_nothing(
    arrives: Arrives, supplied: PlayedCampaign
) -> None:
    phone = arrives("hans").opens()
    phone.offline()
    phone.taps("4-6-7", 2)
    phone.page.locator("#pad-note").fill("Kanarienvogel")
    phone.page.get_by_role("button", name="Add").click()
    phone.shows("3 not sent yet")
    assert "Kanarienvogel" not in phone.kept
    assert "4-6-7" not in phone.kept
    assert "≪closed key≫" in phone.kept
    phone.context.clear_cookies()
    phone.offline(False)
    phone.shows("This device does not know you any more.")
    assert "key≫" not in phone.kept
    phone.logs_in("ivan")
    phone.page.goto(phone.root)
    phone.opens()
    assert phone.number == 0
    sent(phone)
    assert (on_pad(supplied), on_pad(supplied, "ivan")) == ([], [])
    phone.logs_in("hans")
    phone.page.goto(phone.root)
    phone.opens()
    sent(phone)
    assert on_pad(supplied) == ["eliminate", "eliminate", "note"]
    assert phone.number == 3


def test_hexes_are_tapped_on_the_map_and_what_is_so_in_them_is_kept_without_a_network(
    browser: Browser, live_server: Any, settings: Any, monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)
    table = start_played(map=practice_map())
    table.play_until("hans", "play")
    phone = Device.of(browser, live_server.url, table, "hans").opens()
    phone.offline()
    phone.page.get_by_role("button", name="Tap hexes").click()
    phone.page.locator("[data-map]").click()
    field = phone.page.locator("#pad-hexes")
    expect(field).not_to_have_value("")
    tapped = field.input_value()
    phone.page.get_by_role("button", name="Fire", exact=True).click()
    phone.shows(f"Fire: {tapped}")
    expect(field).to_have_value("")
    phone.reloads()
    assert 'class="terrain"' not in phone.kept, "the map is kept under lock too"
    phone.page.get_by_role("button", name="Tap hexes").click()
    phone.page.locator("[data-map]").click()
    expect(field).to_have_value(tapped)
    phone.page.locator("#pad-hexes").fill("K20-K22")
    phone.page.get_by_role("button", name="Taken", exact=True).click()
    phone.shows("Taken: K20-K22")
    phone.offline(False)
    sent(phone)
    assert on_pad(table) == ["fire", "taken"]


def test_a_counter_is_placed_by_a_tap_on_the_map_without_a_network(
    browser: Browser, live_server: Any, settings: Any, monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)
    table = start_played(map=practice_map())
    table.play_until("hans", "play")
    phone = Device.of(browser, live_server.url, table, "hans").opens()
    phone.offline()
    phone.reloads()
    phone.chooses("Placed")
    phone.shows("write where first")
    phone.page.get_by_role("button", name="Tap hexes").click()
    phone.page.locator("[data-map]").click()
    tapped = phone.page.locator("#pad-place").input_value()
    assert tapped
    phone.taps("4-6-7", 2, "Placed")
    phone.page.locator("#pad-place").fill("ZZ9")
    phone.taps("LMG", 1, "Placed")
    phone.shows(f"4-6-7: Placed {tapped}")
    phone.offline(False)
    sent(phone)
    phone.shows("is not on the map")
    phone.page.get_by_role("button", name="Undo").first.click()
    expect(phone.page.locator(".last.wrong")).to_have_count(0, timeout=LONG)
    sent(phone)
    assert on_pad(table) == ["place", "place"]
    phone.page.get_by_role("button", name="Record, and go to the report").click()
    expect(phone.page.locator("#recorded")).to_contain_text("Recorded.", timeout=LONG)
    assert [c.place for c in table.view("hans").mine.counters if c.place] == [tapped, tapped]


def test_a_pad_that_is_drawn_again_leaves_the_focus_where_it_is(arrives: Arrives) -> None:
    phone = arrives("hans").opens()
    phone.taps("4-6-7", 2)
    sent(phone)
    for control in (
        phone.page.get_by_role("button", name="Undo: ").last,
        phone.page.get_by_role("button", name="Lock this pad"),
        phone.page.locator(".entered summary"),
    ):
        control.focus()
        phone.offline()
        phone.shows("No network")
        expect(control).to_be_focused()
        phone.offline(False)
        sent(phone)
        expect(control).to_be_focused()


def test_a_device_that_is_full_says_so_and_loses_no_counter_from_sight(
    arrives: Arrives, supplied: PlayedCampaign
) -> None:
    phone = arrives("hans").opens()
    phone.taps("4-6-7")
    sent(phone)
    phone.page.evaluate(
        """() => {
  window.kept = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => { throw new DOMException("", "QuotaExceededError"); };
}"""
    )
    phone.page.locator(".tiles button", has_text="4-6-7").first.click()
    phone.shows("This device could not keep the entry.")
    assert phone.number == 1
    assert phone.page.locator(".tiles button").count() > 3
    phone.page.evaluate("() => { IDBObjectStore.prototype.put = window.kept; }")
    phone.taps("4-6-7")
    expect(phone.page.get_by_text("This device could not keep the entry.")).to_have_count(0)
    sent(phone)
    assert on_pad(supplied) == ["eliminate"] * 2


def test_a_new_version_of_the_pad_takes_over_and_what_waits_outlives_it(
    arrives: Arrives, supplied: PlayedCampaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = arrives("hans").opens()
    phone.offline()
    phone.taps("4-6-7", 2)
    before = phone.page.evaluate("caches.keys()")
    monkeypatch.setattr(shell, "FILES", (*shell.FILES, "js/form.js"))
    phone.offline(False)
    phone.page.route("**/entries/", lambda route: route.abort())
    phone.page.goto(phone.where)
    phone.page.evaluate("navigator.serviceWorker.ready.then((found) => found.update())")
    phone.page.wait_for_function(
        "async (old) => { const now = await caches.keys(); return now.length === 1 && now[0] !== old; }", arg=before[0]
    )
    phone.page.unroute("**/entries/")
    phone.offline()
    phone.page.reload()
    phone.ready()
    assert phone.number == 2
    phone.offline(False)
    sent(phone)
    assert on_pad(supplied) == ["eliminate"] * 2


@pytest.mark.whole("a hundred taps")
def test_a_day_without_a_network_is_sent_in_its_order(arrives: Arrives, supplied: PlayedCampaign) -> None:
    phone = arrives("hans").opens()
    phone.offline()
    notes = [f"note {n}" for n in range(120)]
    for each in notes:
        phone.page.locator("#pad-note").fill(each)
        phone.page.locator("#pad-note").press("Enter")
        phone.shows(each)
    phone.shows("No network: 120 not sent yet")
    phone.context.clear_cookies()  # the login lapsed meanwhile
    phone.offline(False)
    phone.shows("This device does not know you any more.")
    phone.logs_in("hans")
    phone.opens()
    sent(phone)
    kept = SideAtPad.of(supplied.seat("hans")).side_pad()
    assert kept is not None
    assert [each.on for each in kept.entries] == notes


def test_the_pad_is_recorded_and_taken_to_the_report(arrives: Arrives, supplied: PlayedCampaign) -> None:
    phone = arrives("hans").opens()
    phone.taps("4-6-7", 2)
    phone.offline()
    phone.shows("No network")
    expect(phone.page.get_by_role("button", name="Record, and go to the report")).to_be_disabled()
    phone.offline(False)
    sent(phone)
    phone.page.get_by_role("button", name="Record, and go to the report").click()
    expect(phone.page.locator("#recorded")).to_contain_text("Recorded.", timeout=LONG)
    assert on_pad(supplied) == []


def test_a_log_out_in_another_window_is_heard_before_the_first_answer(
    arrives: Arrives, supplied: PlayedCampaign
) -> None:
    """On a network that is half dead the first answer takes long; when it comes, it brings nothing back."""
    phone = arrives("hans").opens()
    phone.taps("4-6-7")
    sent(phone)
    held: list[Route] = []
    phone.page.route("**/entries/", lambda route: held.append(route))
    with phone.page.expect_request("**/entries/"):
        phone.page.reload()
    other = phone.context.new_page()
    other.goto(phone.root)
    other.evaluate("localStorage.removeItem('pad.reader')")
    phone.shows("Locked: nothing of this pad")
    for route in held:
        route.continue_()
    phone.page.unroute("**/entries/")
    phone.page.wait_for_timeout(1_000)
    assert "key≫" not in phone.kept
    phone.shows("Locked: nothing of this pad")


def test_a_tap_on_a_device_of_both_sides_says_that_it_needs_a_network(
    arrives: Arrives, supplied: PlayedCampaign
) -> None:
    """Nothing of one side may stay there for the other: the form of the page is all there is."""
    phone = arrives("hans")
    Seat.objects.filter(campaign=supplied.campaign, user=supplied.users["ivan"]).delete()
    sits_too(supplied.campaign, supplied.users["hans"], "russian")
    is_played(supplied.campaign, PlayMode.HOTSEAT)
    client = supplied.browser("hans")
    client.post(reverse("campaign-device", args=[supplied.public_id]), {"side": "german"})
    cookie = django_settings.SESSION_COOKIE_NAME
    phone.context.add_cookies([{"name": cookie, "value": client.cookies[cookie].value, "url": phone.root}])
    phone.page.goto(phone.where)
    phone.page.locator(".tiles button").first.click()
    expect(phone.page.locator(".last")).to_contain_text("Lost", timeout=LONG)
    expect(phone.page.locator(".entered summary")).to_contain_text("1 ", timeout=LONG)
    phone.offline()
    phone.page.locator(".tiles button").first.click()
    expect(phone.page.locator("#messages")).to_contain_text("the server could not be reached", timeout=LONG)
    expect(phone.page.locator("#messages")).to_be_in_viewport()
    expect(phone.page.locator("#pad")).to_be_visible()
    phone.offline(False)
    phone.page.locator(".tiles button").first.click()
    expect(phone.page.locator(".entered summary")).to_contain_text("2 ", timeout=LONG)
