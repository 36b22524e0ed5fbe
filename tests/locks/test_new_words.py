"""Words that are changed and sheets that are made anew: what the old ones still open, and who is told."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client

from campaigns.ledger import archive, crypto, verify_campaign
from campaigns.ledger.crypto import CryptoError
from campaigns.locks import keys, ways_in
from campaigns.locks import words as spelled
from campaigns.locks.models import Slot, SlotKind, UnlockedDevice
from campaigns.models import JournalEntry, Room
from rules.contract import PUBLIC
from tests.locks.conftest import SHEET, LockedTable
from tests.locks.test_locked_rooms import BID, at_device, gives


def new_words(table: LockedTable, name: str, which: str = "own", **typed: str) -> tuple[str, Any]:
    """Somebody presses the button of the page of the words; the words it offered, and the answer."""
    drawn = re.search(rf'name="{which}-drawn" value="([a-z ]+)"', table.page(name, "words/"))
    assert drawn
    entries = {"drawn": drawn[1], "present": table.words[name], "written": "on", **typed}
    sent = {f"{which}-{key}": value for key, value in entries.items()}
    return drawn[1], table.browser(name).post(table.url + "words/", {**sent, "act": "change"})


def test_new_words_open_the_room_and_the_old_ones_nothing_on_no_device(table: LockedTable) -> None:
    gives(table, "hans", "Bid", **BID)
    other = table.new_browser("hans")
    table.unlocks(other, table.words["hans"])
    fresh, answer = new_words(table, "hans")
    assert answer.status_code == 302
    assert "a planted tank" in table.page("hans", "journal/"), "this device goes on"
    assert other.get(table.url).status_code == 302, "the other one asks"
    assert "not the words" in table.unlocks(other, table.words["hans"]).content.decode()
    assert table.unlocks(other, fresh).status_code == 302
    assert "a planted tank" in other.get(table.url + "journal/").content.decode()
    assert table.unlocks(table.new_browser("hans"), table.words[SHEET], "Those of the recovery").status_code == 302


def test_with_an_old_backup_the_old_words_open_what_was_written_by_then_and_nothing_since(
    table: LockedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    gives(table, "hans", "Bid", **BID)
    slot = Slot.objects.select_related("room").get(seat__user__username="hans")
    campaign, room = table.campaign, table.room("german")
    assert new_words(table, "hans")[1].status_code == 302
    gives(table, "hans", "Bid", thing="a later tank", gold=1)
    monkeypatch.setattr(ways_in, "_count_miss", lambda slot: None)  # nobody counts at home
    # the rows of the backup, the old words, and all master keys
    opened = ways_in.open_slot(campaign, room, slot, table.words["hans"])
    ways_in.enter(campaign, room, opened)
    assert crypto.stored_state(campaign, room)
    now = Room.objects.get(pk=room.pk)
    assert not crypto.opens_state(campaign, now, crypto.key_of(campaign, room))
    label = f"{campaign.public_id} german sealed {len(now.older)}"
    for each in Slot.objects.filter(room__key="german"):
        with pytest.raises(CryptoError):
            keys.unseal(opened.private, bytes(each.sealed), label)


def test_the_old_words_are_asked_for_and_a_slip_changes_nothing(table: LockedTable) -> None:
    before = [*Slot.objects.order_by("pk").values("pk", "public", "misses")]
    for typed, said in (
        ({"present": table.words["ivan"]}, "not the words"),
        ({"present": ""}, "Type the words"),
        ({"written": ""}, "Write them down first"),
        ({"present": "no words"}, "mistyped"),
    ):
        drawn, answer = new_words(table, "hans", **typed)
        assert (answer.status_code, said in unescape(answer.content.decode())) == (422, True)
        assert drawn in answer.content.decode(), "the words that he may have written down already"
    Slot.objects.update(misses=0)
    assert [*Slot.objects.order_by("pk").values("pk", "public", "misses")] == before
    assert JournalEntry.objects.filter(kind="house.locked", side="german").count() == 1


def test_enter_in_a_field_changes_nothing(table: LockedTable) -> None:
    page = table.page("hans", "words/")
    drawn = re.search(r'name="own-drawn" value="([a-z ]+)"', page)
    assert drawn
    sent = {"own-drawn": drawn[1], "own-present": table.words["hans"], "own-written": "on", "act": ""}
    assert table.browser("hans").post(table.url + "words/", sent).status_code == 422
    assert JournalEntry.objects.filter(kind="house.locked", side="german").count() == 1


def test_a_commander_makes_the_recovery_sheet_anew(table: LockedTable) -> None:
    fresh, answer = new_words(table, "hans", "sheet")
    assert answer.status_code == 302
    assert Slot.objects.filter(kind=SlotKind.RECOVERY, room__key="german").count() == 1
    borrowed = table.new_browser("hans")
    assert "not the words" in table.unlocks(borrowed, table.words[SHEET], "Those of the recovery").content.decode()
    assert table.unlocks(borrowed, fresh, "Those of the recovery").status_code == 302
    assert new_words(table, "ivan", "sheet")[1].status_code == 302, "a side that had none gets one"
    assert Slot.objects.filter(kind=SlotKind.RECOVERY, room__key="russian").count() == 1


def test_an_adjutant_changes_his_own_words_and_makes_no_sheet(table: LockedTable, joins: Callable[..., None]) -> None:
    joins("hans", "adjutant_hans", "adjutant", "german")
    assert "recovery sheet</h2>" not in table.page("adjutant_hans", "words/")
    fresh, answer = new_words(table, "adjutant_hans")
    assert answer.status_code == 302
    assert table.unlocks(table.new_browser("adjutant_hans"), fresh).status_code == 302
    posted = {"sheet-drawn": spelled.drawn_words(), "sheet-present": fresh, "sheet-written": "on", "act": "change"}
    before = set(Slot.objects.values_list("pk", flat=True))
    assert table.browser("adjutant_hans").post(table.url + "words/", posted).status_code == 422
    assert set(Slot.objects.values_list("pk", flat=True)) == before
    assert "a planted tank" not in table.page("hans", "journal/")


def test_all_sides_read_of_it_and_the_check_knows_it(table: LockedTable, joins: Callable[..., None]) -> None:
    joins("hans", "adjutant_hans", "adjutant", "german")
    new_words(table, "adjutant_hans")
    new_words(table, "hans", "sheet")
    assert "locked its room anew (lock no. 4)" in table.page("ivan", "journal/")
    for name in ("hans", "ivan"):
        seat = at_device(table, name)
        file = archive.export_campaign(seat.campaign, {PUBLIC, seat.side}, with_seed=False)
        assert verify_campaign.faults(file) == []


def test_a_way_in_that_nobody_of_the_side_made_is_seen_on_its_page(table: LockedTable) -> None:
    shown = table.page("hans", "words/")
    own = Slot.objects.get(seat__user__username="hans")
    digits = keys.fingerprint(bytes(own.public))
    assert " ".join(digits[at : at + 4] for at in range(0, 16, 4)) in shown
    assert "not as your side has told" not in shown
    planted = Slot.objects.get(seat__user__username="hans")
    planted.pk, planted.name, planted.public, planted.seat = None, "0" * 16, keys.new_pair()[1], None
    planted.save()
    assert "not as your side has told" in table.page("hans", "words/")
    planted.delete()
    Slot.objects.filter(kind=SlotKind.RECOVERY, room__key="german").delete()
    assert "a way in that is gone" in table.page("hans", "words/")


def test_no_new_key_is_handed_to_a_way_in_that_nobody_of_the_side_made(table: LockedTable) -> None:
    planted = Slot.objects.get(seat__user__username="hans")
    planted.pk, planted.name, planted.public = None, "0" * 16, keys.new_pair()[1]
    planted.save()
    assert new_words(table, "hans", "sheet")[1].status_code == 302
    assert not Slot.objects.filter(pk=planted.pk).exists()
    assert Slot.objects.filter(seat__user__username="hans").exists(), "their own stays"


def test_nobody_else_has_the_page(table: LockedTable, joins: Callable[..., None], client: Client) -> None:
    joins("hans", "umpire", "umpire", "")
    assert table.browser("umpire").get(table.url + "words/").status_code == 404
    assert table.new_browser("stranger").get(table.url + "words/").status_code == 404
    assert client.get(table.url + "words/").status_code == 302


def test_a_key_that_was_left_for_the_end_is_left_anew_when_the_key_turns(table: LockedTable) -> None:
    gives(table, "ivan", "Bid", thing="a planted gun", gold=1)
    gives(table, "ivan", "Seal")
    assert new_words(table, "ivan")[1].status_code == 302
    UnlockedDevice.objects.filter(user__username="ivan").delete()
    gives(table, "hans", "Finish")
    assert table.campaign.ended
    assert "a planted gun" in table.page("hans", "journal/")
