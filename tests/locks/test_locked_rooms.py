"""Locked rooms as their people meet them: words once on each device, calm pages without, an end that opens."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from urllib.parse import urlencode

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from campaigns import access, actions
from campaigns.ledger import crypto, journal, reconcile
from campaigns.ledger.crypto import RoomLocked
from campaigns.locks import actions as locks
from campaigns.locks import cookies, keys
from campaigns.locks.models import Slot, UnlockedDevice
from campaigns.models import Invitation, JournalEntry, Seat
from campaigns.rewind import actions as rewind
from rules.contract import Order, Refused
from tests.locks.conftest import SHEET, LockedTable
from tests.players import state_of

BID = {"thing": "a planted tank", "gold": 4}


def at_device(table: LockedTable, name: str) -> Seat:
    """Somebody's seat as a request from his browser finds it."""
    from django.test import RequestFactory

    browser, user = table.browser(name), table.users[name]
    request = RequestFactory().get("/", HTTP_HOST="localhost")
    request.COOKIES = {key: morsel.value for key, morsel in browser.cookies.items()}
    request.session = browser.session
    fresh = type(user).objects.get(pk=user.pk)
    cookies.attach(request, fresh)
    return access.seat_or_404(fresh, table.public_id)


def gives(table: LockedTable, name: str, kind: str, **data: object) -> None:
    """Somebody gives an order at his device."""
    seat = at_device(table, name)
    seen = journal.entry_count(seat.campaign, access.rooms_of(seat))
    actions.submit_order(order=Order(kind, data), by=seat, seen=seen)


def test_who_has_given_the_words_plays_on_and_sees_his_room(table: LockedTable) -> None:
    gives(table, "hans", "Bid", **BID)
    assert "a planted tank" in table.page("hans", "journal/")
    assert "a planted tank" not in table.page("ivan", "journal/")
    assert all(crypto.is_locked(table.room(side)) for side in ("german", "russian"))


def test_no_room_opens_without_its_device_and_every_gate_leads_to_the_words(table: LockedTable) -> None:
    elsewhere = table.new_browser("hans")
    for path in ("", "journal/", "people/", "file/", "figures/", "verify/"):
        answer = elsewhere.get(table.url + path)
        assert (answer.status_code, answer["Location"].partition("?")[0]) == (302, table.url + "unlock/"), path
    found = elsewhere.get(table.url + "journal/?q=weather")
    assert found["Location"].endswith("unlock/?" + urlencode({"next": table.url + "journal/?q=weather"}))
    listed = elsewhere.get("/")
    assert listed.status_code == 200
    assert f"{table.url}unlock/" in listed.content.decode()
    with pytest.raises(RoomLocked):
        access.seat_or_404(table.users["hans"], table.public_id)
    pressed = elsewhere.post(table.url + "people/", {"seat": "adjutant:german", "act": "go"})
    assert (pressed.status_code, "This room is locked" in pressed.content.decode()) == (422, True)
    assert not JournalEntry.objects.filter(kind="house.seat_offered", body__role="adjutant").exists()


def test_words_open_the_room_on_another_device_and_so_does_the_recovery_sheet(table: LockedTable) -> None:
    mine, borrowed = table.new_browser("hans"), table.new_browser("hans")
    answer = table.unlocks(mine, table.words["hans"].upper().replace(" ", "-"), next=table.url + "journal/")
    assert (answer.status_code, answer["Location"]) == (302, table.url + "journal/")
    assert mine.get(table.url).status_code == 200
    assert table.unlocks(borrowed, table.words[SHEET], "Those of the recovery sheet").status_code == 302
    assert borrowed.get(table.url).status_code == 200


def test_a_slip_is_told_before_anything_costly_and_wrong_words_are_counted(
    table: LockedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, slot = table.new_browser("hans"), Slot.objects.get(seat__user__username="hans")
    slipped = table.words["hans"][:-1] + ("b" if table.words["hans"][-1] != "b" else "d")
    answer = table.unlocks(browser, slipped)
    assert answer.status_code == 422
    assert "mistyped" in answer.content.decode()
    slot.refresh_from_db()
    assert slot.misses == 0
    for _ in range(5):
        assert "not the words" in table.unlocks(browser, table.words["ivan"]).content.decode()
    assert "Too many wrong words" in table.unlocks(browser, table.words["hans"]).content.decode()
    Slot.objects.update(missed_at=timezone.now() - timedelta(minutes=6))
    assert table.unlocks(browser, table.words["hans"]).status_code == 302
    slot.refresh_from_db()
    assert slot.misses == 0


def test_a_member_sits_down_with_the_words_he_was_sent(table: LockedTable, joins: Callable[..., None]) -> None:
    link, words = table.invites("hans", "adjutant", "german")
    wrong = table.browser("adjutant_hans").post(link, {"room_words": table.words["ivan"], "act": "go"})
    assert wrong.status_code == 422
    assert not Seat.objects.filter(user=table.users["adjutant_hans"]).exists()
    joined = table.browser("adjutant_hans").post(link, {"room_words": words, "act": "go"})
    assert joined.status_code == 302
    gives(table, "hans", "Bid", **BID)
    assert "a planted tank" in table.page("adjutant_hans", "journal/")
    assert JournalEntry.objects.filter(kind="house.locked", side="german").count() == 2


def test_a_link_that_is_withdrawn_takes_its_way_in_along_and_turns_the_key(table: LockedTable) -> None:
    gives(table, "hans", "Bid", **BID)
    table.invites("hans", "adjutant", "german")
    slot = Slot.objects.get(invitation__isnull=False)
    turned = len(table.room("german").older)
    url = f"{table.url}people/withdraw/{slot.invitation_id}/"
    assert table.browser("hans").post(url).status_code == 302
    assert not Slot.objects.filter(pk=slot.pk).exists()
    assert len(table.room("german").older) == turned + 1
    assert "a planted tank" in table.page("hans", "journal/"), "what was written under keys before it still opens"


def test_a_link_and_its_way_in_are_made_and_withdrawn_together_or_not_at_all(
    table: LockedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(seat: Seat) -> None:
        raise Refused("The lock is stuck.")

    with monkeypatch.context() as stuck:
        stuck.setattr(locks, "tell", fails)
        sent = {"seat": "adjutant:german", "act": "go"}
        assert table.browser("hans").post(f"{table.url}people/", sent).status_code == 422
    assert not Invitation.objects.filter(role="adjutant").exists()
    table.invites("hans", "adjutant", "german")
    offer = Invitation.objects.get(role="adjutant")
    monkeypatch.setattr(locks, "tell", fails)
    assert table.browser("hans").post(f"{table.url}people/withdraw/{offer.pk}/").status_code == 422
    assert Invitation.objects.filter(pk=offer.pk, withdrawn_at=None).exists()


def test_an_umpire_is_let_in_with_words_for_that_room_alone(table: LockedTable, joins: Callable[..., None]) -> None:
    joins("hans", "umpire", "umpire", "")
    assert table.words["umpire"] == ""
    gives(table, "hans", "Bid", **BID)
    seat = Seat.objects.get(user=table.users["umpire"])
    shown = table.browser("hans").post(f"{table.url}people/admit/{seat.pk}/", {"act": "go"}).content.decode()
    words = shown.partition('class="seed num">')[2].partition("<")[0]
    assert "a planted tank" not in table.page("umpire", "journal/")
    table.unlocks(table.browser("umpire"), words, "Mine, for the room of the German side")
    assert "a planted tank" in table.page("umpire", "journal/")


def test_without_words_there_is_no_link_and_no_umpire_is_let_in(
    table: LockedTable, joins: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    joins("hans", "umpire", "umpire", "")
    seat = Seat.objects.get(user=table.users["umpire"])
    links, entries = Invitation.objects.count(), JournalEntry.objects.count()

    def busy(words: str, salt: bytes) -> bytes:
        raise Refused("Too many rooms are being unlocked.", way_out="Press again.")

    monkeypatch.setattr(keys, "stretched", busy)
    for path, sent in ((f"people/admit/{seat.pk}/", {}), ("people/", {"seat": "adjutant:german"})):
        answer = table.browser("hans").post(table.url + path, {**sent, "act": "go"})
        assert answer.status_code == 422
        assert "Too many rooms are being unlocked." in answer.content.decode()
    seat.refresh_from_db()
    assert seat.admitted == []
    assert (Invitation.objects.count(), JournalEntry.objects.count()) == (links, entries)


def test_an_umpire_who_is_sent_out_has_no_way_in_any_more(table: LockedTable, joins: Callable[..., None]) -> None:
    joins("hans", "umpire", "umpire", "")
    seat = Seat.objects.get(user=table.users["umpire"])
    let_in = table.browser("hans").post(f"{table.url}people/admit/{seat.pk}/", {"act": "go"}).content.decode()
    words = let_in.partition('class="seed num">')[2].partition("<")[0]
    gives(table, "hans", "Bid", **BID)
    table.unlocks(table.browser("umpire"), words, "Mine, for the room of the German side")
    assert "a planted tank" in table.page("umpire", "journal/")
    table.browser("hans").post(f"{table.url}people/dismiss/{seat.pk}/", {"act": "go"})
    assert not UnlockedDevice.objects.filter(user=table.users["umpire"]).exists()
    assert not Slot.objects.filter(seat=seat).exists()
    assert "a planted tank" not in table.page("umpire", "journal/")


def test_who_has_left_reads_nothing_that_is_written_since(table: LockedTable, joins: Callable[..., None]) -> None:
    joins("hans", "adjutant_hans", "adjutant", "german")
    slot = Slot.objects.get(seat__user__username="adjutant_hans")
    kept, generation = bytes(slot.sealed), len(table.room("german").older)
    Seat.objects.filter(user=table.users["adjutant_hans"]).delete()
    gives(table, "hans", "Bid", **BID)
    assert not Slot.objects.filter(pk=slot.pk).exists()
    assert len(table.room("german").older) == generation + 1
    assert not any(bytes(each.sealed) == kept for each in Slot.objects.all())
    assert "a planted tank" in table.page("hans", "journal/")


def test_log_out_and_a_new_password_forget_the_device(table: LockedTable) -> None:
    assert UnlockedDevice.objects.filter(user=table.users["hans"]).exists()
    table.browser("hans").post("/accounts/logout/")
    assert not UnlockedDevice.objects.filter(user=table.users["hans"]).exists()
    browser = table.browser("ivan")
    table.users["ivan"].set_password("first long enough")
    session = browser.session
    session.cycle_key()
    assert not UnlockedDevice.objects.filter(user=table.users["ivan"]).exists()


def test_a_device_is_forgotten_after_thirty_days(table: LockedTable) -> None:
    UnlockedDevice.objects.update(until=timezone.now() - timedelta(minutes=1))
    assert table.browser("hans").get(table.url).status_code == 302


def test_words_are_typed_over_https_or_at_the_machine_itself_alone(table: LockedTable, client: Client) -> None:
    plain = Client(HTTP_HOST="testserver")
    from tests.players import log_in

    log_in(plain, table.users["hans"])
    assert 'name="locked"' not in plain.get("/campaigns/new/?system=auction").content.decode()
    page = plain.get(table.url + "unlock/").content.decode()
    assert "https alone" in page
    assert 'name="words"' not in page


def test_the_end_opens_every_room_of_whoever_is_there_and_of_those_who_left_their_key(table: LockedTable) -> None:
    gives(table, "ivan", "Bid", thing="a planted gun", gold=1)
    gives(table, "ivan", "Seal")
    assert table.room("russian").deposit, "the Russians have nothing left to decide"
    gives(table, "hans", "Bid", **BID)
    gives(table, "hans", "Finish")
    assert table.campaign.ended
    assert not any(crypto.is_locked(table.room(side)) for side in ("german", "russian"))
    anywhere = table.new_browser("ivan")
    told = anywhere.get(table.url + "journal/").content.decode()
    assert "a planted gun" in told
    assert "a planted tank" in told
    assert reconcile.differences(table.campaign) == []


def test_a_room_whose_side_had_not_finished_opens_when_it_next_comes(table: LockedTable) -> None:
    gives(table, "ivan", "Bid", thing="a planted gun", gold=1)
    gives(table, "hans", "Finish")
    assert crypto.is_locked(table.room("russian"))
    assert "a planted gun" not in table.page("hans", "journal/")
    assert "Everything." not in table.page("hans", "people/")
    assert "a planted gun" in table.page("ivan", "journal/")
    assert not crypto.is_locked(table.room("russian"))
    assert "a planted gun" in table.page("hans", "journal/")
    assert "Everything." in table.page("hans", "people/")


def test_both_sides_go_back_and_neither_enters_the_others_room(table: LockedTable) -> None:
    gives(table, "ivan", "Announce", text="hello")
    gives(table, "ivan", "Bid", thing="a planted gun", gold=1)
    before = table.room("public").entries
    seat = at_device(table, "hans")
    seen = journal.entry_count(seat.campaign, access.rooms_of(seat))
    rewind.propose_rewind(before=before, reason="a slip", by=seat, seen=seen)
    kept = bytes(table.room("german").state)
    seat = at_device(table, "ivan")
    seen = journal.entry_count(seat.campaign, access.rooms_of(seat))
    rewind.answer_rewind(number=1, agreed=True, by=seat, seen=seen)
    assert bytes(table.room("german").state) == kept
    for name, side in (("hans", "german"), ("ivan", "russian")):
        seat = at_device(table, name)
        room = state_of(seat.campaign, {side}).sides[side]
        assert (room.notices_heard, room.gold) == (0, 10)
        assert journal.rebuild(seat.campaign, {side}).sides[side] == room


def test_the_hosts_own_work_goes_on_without_the_rooms(
    table: LockedTable, settings: object, capsys: pytest.CaptureFixture[str]
) -> None:
    gives(table, "hans", "Bid", **BID)
    call_command("reconcile")
    told = capsys.readouterr().out
    assert "as its journal says" in told
    assert "german is locked: not checked" in told
    settings.REFIT_KEYS = [crypto.new_key(), *settings.REFIT_KEYS]  # type: ignore[attr-defined]
    call_command("rotate_keys")
    settings.REFIT_KEYS = settings.REFIT_KEYS[:1]  # type: ignore[attr-defined]
    assert "a planted tank" in table.page("hans", "journal/")
    assert table.unlocks(table.new_browser("hans"), table.words["hans"]).status_code == 302


def test_one_device_and_solo_are_not_locked(table: LockedTable) -> None:
    from campaigns.locks.actions import ChosenWords
    from rules.contract import Refused
    from tests.campaigns.conftest import OPTIONS

    for how in ("hotseat", "solo"):
        with pytest.raises(Refused, match="accounts of their own"):
            actions.start_campaign(
                name="X", system="auction", options=OPTIONS, side="german", by=table.users["hans"], play_mode=how,
                room_words=ChosenWords(table.words["hans"]),
            )  # fmt: skip
