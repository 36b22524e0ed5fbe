"""A device that no longer opens a room when a form comes from it: nothing is done, and nothing typed is lost."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from campaigns.ledger import crypto
from campaigns.locks.models import UnlockedDevice
from campaigns.models import Campaign, Draft, Invitation, JournalEntry
from tests.locks.conftest import LockedTable


def hidden(page: str) -> dict[str, str]:
    """The hidden entries of a page's last form."""
    form = page.rpartition("<form")[2]
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form)
    return {name: unescape(value) for name, value in found if name != "csrfmiddlewaretoken"}


def unlocks(table: LockedTable, name: str, page: str, words: str = "") -> Any:
    """Somebody types his words into the page of the lock that he was shown."""
    way = re.search(r'name="way" value="([0-9a-f]{16})"', page)
    assert way
    typed = {"way": way[1], "words": words or table.words[name], "stay": "on"}
    return table.browser(name).post(table.url + "unlock/", {**hidden(page), **typed})


def test_what_was_typed_comes_back_once_the_room_is_open_and_nothing_was_done_before(table: LockedTable) -> None:
    browser = table.browser("hans")
    UnlockedDevice.objects.all().delete()
    typed = {"seat": "adjutant:german", "note": ["<b>one", "two & three"], "act": "go"}
    answer = browser.post(table.url + "people/", typed)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "nothing was done" in page
    assert hidden(page)["next"] == table.url + "people/"
    assert not Invitation.objects.filter(side="german").exists()
    slip = unlocks(table, "hans", page, table.words["ivan"])
    assert slip.status_code == 422
    assert hidden(slip.content.decode()) == hidden(page), "a slip loses nothing either"

    opened = unlocks(table, "hans", slip.content.decode()).content.decode()
    assert f'<form method="post" action="{table.url}people/"' in opened
    assert [unescape(each) for each in re.findall(r'name="note" value="([^"]*)"', opened)] == ["<b>one", "two & three"]
    assert "csrfmiddlewaretoken=" not in hidden(page)["kept"]
    again = browser.post(table.url + "people/", hidden(opened))
    assert again.status_code == 422, "without the button it is looked at first"
    assert not Invitation.objects.filter(side="german").exists()
    assert browser.post(table.url + "people/", {**hidden(opened), "act": "go"}).status_code == 200
    assert Invitation.objects.filter(side="german").exists()


def test_what_was_to_be_said_at_the_table_is_still_said_there(table: LockedTable) -> None:
    UnlockedDevice.objects.all().delete()
    address = f"{table.url}talk/?room=table"
    page = table.browser("hans").post(address, {"text": "hello", "act": "say"}).content.decode()
    assert f'action="{address}"' in unlocks(table, "hans", page).content.decode()


def test_none_of_it_is_kept_on_the_server(table: LockedTable) -> None:
    UnlockedDevice.objects.all().delete()
    before = Campaign.objects.values().get(), JournalEntry.objects.count()
    word = "a planted gun"
    table.browser("hans").post(table.url + "people/", {"seat": word, "act": "go"})
    assert (Campaign.objects.values().get(), JournalEntry.objects.count()) == before
    assert not Draft.objects.exists()
    assert word not in str(dict(table.browser("hans").session))


def test_a_part_of_a_page_that_is_sent_by_a_script_becomes_the_whole_page_of_the_lock(table: LockedTable) -> None:
    UnlockedDevice.objects.all().delete()
    answer = table.browser("hans").post(table.url + "people/", {"seat": "x"}, headers={"HX-Request": "true"})
    assert (answer["HX-Retarget"], answer["HX-Reswap"], answer["HX-Reselect"]) == ("body", "innerHTML", "unset")
    assert "HX-Redirect" not in answer
    assert "adjutant" not in answer.content.decode()


def test_a_form_of_one_button_can_be_sent_again(table: LockedTable) -> None:
    table.invites("hans", "adjutant", "german")
    UnlockedDevice.objects.all().delete()
    url = f"{table.url}people/withdraw/{Invitation.objects.get(used_at=None).pk}/"
    page = table.browser("hans").post(url).content.decode()
    opened = unlocks(table, "hans", page).content.decode()
    assert "Send them again" in opened
    assert f'action="{url}"' in opened


def test_nothing_is_sent_on_to_another_site(table: LockedTable) -> None:
    page = table.browser("hans").get(table.url).content.decode()
    assert page
    opened = table.browser("hans").post(table.url + "unlock/", {"next": "https://example.org/", "kept": "a=1"})
    assert f'action="{table.url}"' in opened.content.decode()
    assert "example.org" not in opened.content.decode()
    assert crypto.is_locked(table.room("german"))


def test_who_is_not_logged_in_any_more_is_asked_for_that_first(table: LockedTable) -> None:
    browser = table.browser("hans")
    browser.logout()
    assert browser.post(table.url + "people/", {"seat": "x"})["Location"].startswith("/accounts/login/")


def test_words_that_were_typed_do_not_come_back(table: LockedTable) -> None:
    UnlockedDevice.objects.all().delete()
    form = {"own-drawn": "a planted word", "own-present": table.words["hans"], "own-written": "on", "act": "go"}
    page = table.browser("hans").post(table.url + "words/", form).content.decode()
    assert hidden(page)["kept"] == "act=go"
    assert table.words["hans"] not in unescape(page)
