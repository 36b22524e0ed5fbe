"""Locked rooms where somebody closes a campaign, takes his data along or is gone, with the words and without."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone

from campaigns import access
from campaigns.closing import actions
from campaigns.closing.models import What
from campaigns.ledger import archive, crypto, verify_campaign
from campaigns.locks import actions as locks
from campaigns.locks import words as spelled
from campaigns.locks.models import Slot, UnlockedDevice
from campaigns.models import Campaign, Seat
from campaigns.seats import leaving, replacing
from config.own_account import deletion
from tests.closings import let_notices_run_out
from tests.locks.conftest import LockedTable, drawn_on
from tests.locks.test_locked_rooms import at_device, gives


def taken(table: LockedTable, browser: Client) -> tuple[list[str], str]:
    """The rooms in somebody's file, and what he is told of it."""
    cache.clear()
    with zipfile.ZipFile(io.BytesIO(browser.post("/accounts/data/", {"part": 1}).content)) as packed:
        file = json.loads(packed.read(f"campaigns/{table.public_id}.json"))
        return file["rooms"], packed.read("README.txt").decode()


def closes(table: LockedTable, browser: Client, act: str, what: str) -> None:
    """Somebody presses a button of the page about the end, at a device where nothing is open."""
    pressed = {"what": what, "act": act, "reason": "The words are lost", "consent": "on"}
    assert browser.post(table.url + "closing/", pressed).status_code == 302


def test_data_along_holds_ones_room_where_it_is_open_and_says_so_where_it_is_not(table: LockedTable) -> None:
    rooms, told = taken(table, table.browser("hans"))
    assert rooms == ["public", "german"]
    assert "Not whole" not in told
    rooms, told = taken(table, table.new_browser("hans"))
    assert rooms == ["public"]
    assert "Not whole" in told


def test_who_has_lost_the_words_can_still_archive_end_and_remove(table: LockedTable) -> None:
    hans, ivan = (table.new_browser(name) for name in ("hans", "ivan"))
    assert hans.get(table.url + "closing/").status_code == 200
    assert hans.post(table.url + "archive/", {"act": "archive"})["Location"] == "/"
    closes(table, hans, "propose", "end")
    closes(table, ivan, "agree", "end")
    assert Campaign.objects.get().abandoned
    assert all(crypto.is_locked(table.room(side)) for side in ("german", "russian"))
    closes(table, hans, "propose", "removal")
    closes(table, ivan, "agree", "removal")
    let_notices_run_out()
    actions.carry_out_due()
    assert not Campaign.objects.exists()
    assert not Slot.objects.exists()


def test_who_deletes_his_account_where_his_room_is_open_leaves_it(table: LockedTable) -> None:
    deletion.delete_account(at_device(table, "hans").user)
    assert not Seat.objects.filter(side="german").exists()
    assert not UnlockedDevice.objects.filter(user__username__startswith="former").exists()
    assert not access.has_commander(Campaign.objects.get(), "german")


def test_where_his_room_is_locked_his_seat_stays_empty(table: LockedTable) -> None:
    deletion.delete_account(table.users["hans"])
    seat = Seat.objects.get(side="german")
    assert (seat.user.username, seat.user.is_active) == ("former player 1", False)


def gone(table: LockedTable) -> str:
    """Ivan's side has no commander any more; the link that Hans has made for one."""
    seat = Seat.objects.get(user=table.users["ivan"])
    leaving.end(at_device(table, "ivan").campaign, seat, leaving.LEFT, at_device(table, "ivan"))
    link, words = table.invites("hans", "commander", "russian")
    assert not words, "the other side has none to give"
    return link


def test_who_follows_needs_the_sheet_and_locks_the_room_with_words_of_his_own(table: LockedTable) -> None:
    gives(table, "ivan", "Bid", thing="a planted gun", gold=1)
    sheet = spelled.drawn_words()
    with transaction.atomic():
        locks.renew_sheet(at_device(table, "ivan"), sheet)
    link = gone(table)
    page = table.browser("stranger").get(link).content.decode()
    assert "Without them the room is lost" in page
    assert "Those of the recovery sheet" in page
    way = re.search(r'name="way" value="([0-9a-f]{16})"', page)
    assert way
    own, fresh = drawn_on(page, "drawn"), drawn_on(page, "sheet")
    lock = {"drawn": own, "sheet": fresh, "with_sheet": "on", "own": "", "written": "on"}
    typed = {"way": way[1], "act": "go", **lock}
    for words in ("", spelled.drawn_words(), table.words["ivan"]):
        assert table.browser("stranger").post(link, {**typed, "room_words": words}).status_code == 422
    assert not Seat.objects.filter(side="russian").exists()
    assert table.browser("stranger").post(link, {**typed, "room_words": sheet}).status_code == 302
    assert "a planted gun" in table.page("stranger", "journal/"), "the past of his side is his now"
    gives(table, "stranger", "Bid", thing="a later gun", gold=1)
    assert table.unlocks(table.new_browser("stranger"), own).status_code == 302
    elsewhere = table.new_browser("stranger")
    assert "not the words" in table.unlocks(elsewhere, sheet, "Those of the recovery sheet").content.decode()
    assert table.unlocks(elsewhere, fresh, "Those of the recovery sheet").status_code == 302
    assert Slot.objects.filter(room__key="russian").count() == 2, "his who left is dropped"
    file = archive.export_campaign(at_device(table, "stranger").campaign, {"public", "russian"}, with_seed=False)
    assert verify_campaign.faults(file) == []
    assert "not as your side has told" not in table.page("stranger", "words/")


def test_an_umpire_whom_the_side_let_in_hands_his_words_on(table: LockedTable, joins: Callable[..., None]) -> None:
    joins("ivan", "umpire", "umpire", "")
    seat = Seat.objects.get(user=table.users["umpire"])
    let_in = table.browser("ivan").post(f"{table.url}people/admit/{seat.pk}/", {"act": "go"}).content.decode()
    words = let_in.partition('class="seed num">')[2].partition("<")[0]
    link = gone(table)
    page = table.browser("stranger").get(link).content.decode()
    way = re.search(r'name="way" value="([0-9a-f]{16})"[^>]*>\s*Those of the umpire umpire', page)
    assert way
    lock = {"drawn": drawn_on(page, "drawn"), "sheet": drawn_on(page, "sheet"), "own": "", "written": "on"}
    taken = table.browser("stranger").post(link, {"way": way[1], "room_words": words, "act": "go", **lock})
    assert taken.status_code == 302
    gives(table, "stranger", "Bid", thing="a later gun", gold=1)
    assert table.unlocks(table.new_browser("umpire"), words, "Mine, for the room").status_code == 302


def test_where_nobody_has_words_the_room_is_lost_and_that_is_said(table: LockedTable) -> None:
    Slot.objects.filter(room__key="russian").exclude(kind="member").delete()
    link = gone(table)
    page = table.browser("stranger").get(link)
    assert "the room is lost" in page.content.decode()
    lock = {"drawn": spelled.drawn_words(), "sheet": spelled.drawn_words(), "own": "", "written": "on"}
    tried = table.browser("stranger").post(link, {"room_words": table.words["ivan"], "act": "go", **lock})
    assert tried.status_code == 422
    assert crypto.is_locked(table.room("russian"))
    hans = at_device(table, "hans")
    actions.propose(what=What.END, reason="The room is lost", by=hans)
    assert table.campaign.abandoned


def test_a_commander_who_has_lost_his_words_still_says_that_he_plays(
    table: LockedTable, joins: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    joins("hans", "umpire", "umpire", "")
    replacing.announce(side="russian", reason="gone", by=at_device(table, "umpire"), campaign=table.campaign)
    elsewhere, url = table.new_browser("ivan"), table.url + "replacement/"
    assert "Whoever follows him needs the words" in elsewhere.get(url).content.decode()
    assert elsewhere.post(url, {"seat": "2", "act": "withdraw"}).status_code == 302
    assert "keeps his place" in table.page("hans", "journal/")
    replacing.announce(side="russian", reason="gone", by=at_device(table, "umpire"), campaign=table.campaign)
    replacing.agree(seat=2, by=at_device(table, "hans"))
    now = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: now() + timedelta(days=15))
    replacing.carry_out_due()
    assert not Seat.objects.filter(side="russian").exists()
    assert not Slot.objects.filter(seat__user__username="ivan").exists()
    assert not UnlockedDevice.objects.filter(user__username="ivan").exists()
