"""A campaign whose rooms are locked, with its people at their browsers: founded and joined through the pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from campaigns.ledger import crypto
from campaigns.locks import keys
from campaigns.locks import words as spelled
from campaigns.models import Campaign
from tests.campaigns.conftest import OPTIONS, Players, auction, users  # noqa: F401 (fixtures)
from tests.players import log_in

FOUNDER, SHEET = "hans", "sheet"


@pytest.fixture(autouse=True)
def cheap_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words are stretched as little as can be."""
    monkeypatch.setattr(keys, "PASSES", 1)
    monkeypatch.setattr(keys, "MEMORY", 8)


@dataclass
class LockedTable:
    """Its people, the browser of each, and the words that each was given."""

    users: Mapping[str, User]
    public_id: str = ""
    browsers: dict[str, Client] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)

    @property
    def campaign(self) -> Campaign:
        return Campaign.objects.get(public_id=self.public_id)

    @property
    def url(self) -> str:
        return f"/campaigns/{self.public_id}/"

    def room(self, side: str) -> Any:
        return crypto.room_of(self.campaign, side)

    def new_browser(self, name: str) -> Client:
        """Somebody at another device, logged in there."""
        return log_in(Client(HTTP_HOST="localhost"), self.users[name])

    def browser(self, name: str) -> Client:
        """The device somebody has always used."""
        if name not in self.browsers:
            self.browsers[name] = self.new_browser(name)
        return self.browsers[name]

    def page(self, name: str, path: str = "") -> str:
        """What somebody sees at his device; he must not be led elsewhere."""
        answer = self.browser(name).get(self.url + path)
        assert answer.status_code == 200, (answer.status_code, answer.headers.get("Location"))
        return str(answer.content.decode())

    def invites(self, host: str, role: str, side: str) -> tuple[str, str]:
        """The link that a commander makes for a seat, and the words that come with it."""
        answer = self.browser(host).post(self.url + "people/", {"seat": f"{role}:{side}", "act": "go"})
        shown = unescape(answer.content.decode())
        link = re.search(r"/join/[\w-]{43}/", shown)
        assert link, shown
        words = re.search(r'class="seed num">([a-z ]+)<', shown)
        return link[0], words[1] if words else ""

    def unlocks(self, browser: Client, words: str, way: str = "My own", **more: str) -> Any:
        """Somebody types words on the page of the lock."""
        page = unescape(browser.get(self.url + "unlock/").content.decode())
        value = re.search(rf'value="([0-9a-f]{{16}})"[^>]*>\s*{way}', page)
        assert value, page
        return browser.post(self.url + "unlock/", {"way": value[1], "words": words, "act": "go", **more})


def drawn_on(page: str, name: str) -> str:
    """The words that a page offers to lock a room with."""
    found = re.search(rf'name="{name}" value="([a-z ]+)"', page)
    assert found, page
    assert spelled.parse_drawn_words(found[1])
    return found[1]


@pytest.fixture
def table(users: dict[str, User]) -> LockedTable:  # noqa: F811
    """A campaign of the fake game, founded by hans for the Germans; ivan commands the Russians."""
    return founded_and_joined(users)


def founded_and_joined(users: Mapping[str, User], **chosen: str) -> LockedTable:  # noqa: F811
    """The same, where both have `chosen` what else their forms ask."""
    table = LockedTable(users)
    form = {**_start_form(table), "locked": "on", **chosen}
    shown = table.browser("hans").post("/campaigns/new/?system=auction", form)
    assert shown.status_code == 200
    page = shown.content.decode()
    assert not Campaign.objects.exists(), "nothing is locked with words that nobody has seen"
    table.words |= {"hans": drawn_on(page, "drawn"), SHEET: drawn_on(page, "sheet")}
    lock = {"drawn": table.words["hans"], "sheet": table.words[SHEET], "with_sheet": "on", "own": ""}
    unread = table.browser("hans").post("/campaigns/new/?system=auction", {**form, **lock})
    assert unread.status_code == 422
    done = table.browser("hans").post("/campaigns/new/?system=auction", {**form, **lock, "written": "on"})
    assert done.status_code == 302, done.content.decode()
    table.public_id = Campaign.objects.get().public_id
    link, words = table.invites("hans", "commander", "russian")
    assert not words, "the other side's words are its own"
    page = table.browser("ivan").get(link).content.decode()
    table.words["ivan"] = drawn_on(page, "drawn")
    lock = {"drawn": table.words["ivan"], "sheet": drawn_on(page, "sheet"), "own": "", "written": "on"}
    done = table.browser("ivan").post(link, {"words": "knock on wood", "act": "go", **lock, **chosen})
    assert done.status_code == 302, done.content.decode()
    return table


def _start_form(table: LockedTable) -> dict[str, str]:
    """What the founder types, with the seed that was prepared for his form."""
    page = table.browser("hans").get("/campaigns/new/?system=auction").content.decode()
    prepared = re.search(r'name="prepared" value="([^"]+)"', page)
    assert prepared
    chosen = {key: value for key, value in OPTIONS.items() if isinstance(value, str)}
    return {
        "name": "Orsha", "side": "german", "how": "accounts", "words": "a black cat", "prepared": prepared[1],
        "ruling_ties": "none", "act": "go", **chosen,
    }  # fmt: skip


@pytest.fixture
def joins(table: LockedTable) -> Callable[..., None]:
    """Have somebody sit down by a link of a commander's, with the words for it."""

    def sit(host: str, guest: str, role: str, side: str) -> None:
        link, words = table.invites(host, role, side)
        table.words[guest] = words
        answer = table.browser(guest).post(link, {"room_words": words, "act": "go"})
        assert answer.status_code == 302, answer.content.decode()

    return sit


__all__ = ["LockedTable", "Players"]
