"""Attacks on locked rooms by a host who is at rest: he has the database, all master keys and the pages, and no member
of the side is there. Nothing of what it did in secret comes out, whatever he tries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from campaigns import tasks
from campaigns.drafts import _label as draft_label
from campaigns.ledger import caches, crypto, doors, entry_rows, journal, verify_campaign
from campaigns.ledger.crypto import CryptoError, RoomLocked
from campaigns.locks import cookies, devices, keys, ways_in
from campaigns.locks import words as spelled
from campaigns.locks.models import Slot, UnlockedDevice
from campaigns.models import Campaign, Draft, JournalEntry, RGPurchase, Seat
from campaigns.talk import actions as talk
from campaigns.talk import messages
from campaigns.talk.models import ChatMessage
from campaigns.teams import actions as teams
from campaigns.teams.team import team_of
from rules.contract import PUBLIC
from tests import positions
from tests.campaigns.conftest import auction, users  # noqa: F401 (fixtures)
from tests.locks.conftest import LockedTable, cheap_words, joins, table  # noqa: F401 (fixtures)
from tests.locks.test_locked_rooms import at_device, gives

WORD = "a planted tank"
PATHS = ("", "journal/", "people/", "figures/", "file/", "verify/", "beat/", "talk/", "team/")


@pytest.fixture
def planted(table: LockedTable) -> LockedTable:  # noqa: F811
    """The Germans have bid for something that nobody else may learn of, have a draft of more, and talk of it."""
    from campaigns import actions

    gives(table, "hans", "Bid", thing=WORD, gold=4)
    actions.save_draft(step="bids", data={"thing": WORD}, by=at_device(table, "hans"))
    talk.say(text=f"{WORD} it is", room="german", by=at_device(table, "hans"))
    mine = at_device(table, "hans")
    parts = {mine.number or 0: f"bids for {WORD}"}
    teams.hand_out(parts=parts, assigned={}, by=mine, revision=team_of(mine).revision)
    for path in ("journal/", "talk/", "team/"):
        assert WORD in table.page("hans", path), path
    return table


def sees_nothing(browser: Client, table: LockedTable) -> None:  # noqa: F811
    """Whoever this is, no page tells him the word; what he gets is another page than the member's, and no error."""
    for path in PATHS:
        answer = browser.get(table.url + path)
        assert answer.status_code in (302, 404), path
        assert WORD not in answer.content.decode()
        assert WORD not in browser.get(table.url + path, follow=True).content.decode()


def test_b1_a_password_set_by_the_host_opens_the_account_and_not_the_room(planted: LockedTable) -> None:
    user = User.objects.get(username="hans")
    user.set_password("what the host likes")
    user.save()
    browser = Client(HTTP_HOST="localhost")
    answer = browser.post("/accounts/login/", {"login": "hans", "password": "what the host likes"})
    assert answer.status_code == 302, answer.content.decode()
    sees_nothing(browser, planted)
    assert planted.browser("hans").get(planted.url).status_code == 302, "the member himself types his words again"


def test_b2_a_stolen_session_cookie_opens_nothing_without_that_of_the_device(planted: LockedTable) -> None:
    thief = Client(HTTP_HOST="localhost")
    thief.cookies[settings.SESSION_COOKIE_NAME] = planted.browser("hans").cookies[settings.SESSION_COOKIE_NAME].value
    assert thief.get("/").wsgi_request.user.get_username() == "hans"
    sees_nothing(thief, planted)


def test_b2_a_session_copied_under_a_key_of_ones_own_opens_nothing(planted: LockedTable) -> None:
    """Not even with the row of the device copied along: half of what opens it is in the member's cookie alone."""
    mine = planted.browser("hans").session.session_key
    copy = Session.objects.get(session_key=mine)
    store = import_module(settings.SESSION_ENGINE).SessionStore
    copy.session_key = store().session_key or "k" * 32
    copy.save(force_insert=True)
    row = UnlockedDevice.objects.get(user=planted.users["hans"])
    UnlockedDevice.objects.filter(pk=row.pk).update(session=devices.mark_of(copy.session_key))
    thief = Client(HTTP_HOST="localhost")
    thief.cookies[settings.SESSION_COOKIE_NAME] = copy.session_key
    thief.cookies[cookies.COOKIE] = planted.browser("ivan").cookies[cookies.COOKIE].value
    sees_nothing(thief, planted)


def test_b3_a_planted_seat_opens_nothing(planted: LockedTable) -> None:
    mole = planted.users["stranger"]
    Seat.objects.create(campaign=planted.campaign, user=mole, side="german", role="adjutant", number=9, salt="0" * 64)
    browser = planted.new_browser("stranger")
    sees_nothing(browser, planted)
    Seat.objects.filter(user=mole).delete()
    Seat.objects.filter(user=planted.users["hans"]).update(user=mole)
    sees_nothing(browser, planted)


def test_b3_a_campaign_that_is_said_to_have_no_locks_keeps_them(planted: LockedTable) -> None:
    Campaign.objects.update(locked=False)
    sees_nothing(planted.new_browser("hans"), planted)
    assert WORD in planted.page("hans", "journal/")
    link, words = planted.invites("hans", "adjutant", "german")
    assert words
    assert 'name="room_words"' in planted.browser("adjutant_hans").get(link).content.decode()


def test_b3_a_planted_way_in_and_a_lock_that_was_replaced_open_nothing(planted: LockedTable) -> None:
    """The host makes a slot with words of his own for the member's seat, then seals a key of his own to every slot."""
    room, campaign = planted.room("german"), planted.campaign
    real, evil = Slot.objects.get(seat__user__username="hans"), spelled.drawn_words()
    campaign.unlocked_keys["german"] = (crypto.new_key(),)  # the host knows no other
    ways_in.make(campaign, room, "member", evil, seat=real.seat)
    browser = planted.new_browser("hans")
    page = browser.get(planted.url + "unlock/").content.decode()
    assert real.name in page
    for slot in Slot.objects.filter(seat=real.seat).exclude(pk=real.pk):
        answer = browser.post(planted.url + "unlock/", {"way": slot.name, "words": evil, "act": "go"})
        assert answer.status_code == 422
        assert "altered or replaced" in answer.content.decode()
    before, state = JournalEntry.objects.count(), bytes(room.state)
    for slot in Slot.objects.filter(room=room.pk):
        ways_in._hand_key(campaign, room, slot)
        slot.save()
    sees_nothing(browser, planted)
    assert planted.browser("hans").get(planted.url).status_code == 302, "a member's device writes nothing under it"
    answer = planted.unlocks(browser, planted.words["hans"])
    assert answer.status_code == 422
    assert (JournalEntry.objects.count(), bytes(planted.room("german").state)) == (before, state)


def in_reach(table: LockedTable) -> Iterator[bytes]:  # noqa: F811
    """Every key that rows and master keys give: what is wrapped under these, with the labels of the program itself."""
    campaign = table.campaign
    yield from settings.REFIT_KEYS
    yield crypto.seed_of(campaign)
    for room in campaign.rooms.all():
        if not crypto.is_locked(room):
            yield crypto.key_of(campaign, room)
    for slot in Slot.objects.select_related("room"):
        inner = crypto.unwrap(slot.private, ways_in._label(campaign, slot.room, slot))
        yield from (inner[:32], inner[12:44], bytes(slot.public), bytes(slot.tag), keys.stretched("", bytes(slot.salt)))
    for row in UnlockedDevice.objects.select_related("slot"):
        inner = crypto.unwrap(row.sealed, f"device {row.session} {row.user_id} {row.slot.name}")
        yield from (inner[:32], inner[12:44])
    for mark in Session.objects.values_list("session_key", flat=True):
        yield keys.derived(mark.encode().ljust(32)[:32], "cookie")


def of_the_team(campaign: Campaign) -> Iterator[tuple[bytes, str]]:
    """What the sides say among themselves, and who of them does what."""
    for said in ChatMessage.objects.filter(campaign=campaign):
        yield bytes(said.sealed or b""), messages._label(campaign, said.room, said.number)
    for room in campaign.rooms.exclude(key="public"):
        yield bytes(room.team or b""), crypto._team_label(campaign, room.key)


def secrets_of(table: LockedTable) -> Iterator[tuple[bytes, str]]:  # noqa: F811
    """Everything that is stored of the locked rooms, with the labels under which it opens."""
    campaign = table.campaign
    for room in campaign.rooms.exclude(key="public"):
        yield bytes(room.state), crypto._state_label(campaign, room.key)
        yield bytes(room.dice or b""), crypto._dice_label(campaign, room.key)
        for number, older in enumerate(room.older):
            yield bytes.fromhex(older), crypto._older_label(campaign, room, number)
        for slot in Slot.objects.filter(room=room.pk):
            label = ways_in._label(campaign, room, slot)
            yield crypto.unwrap(slot.private, label), label
            yield bytes(slot.sealed)[32:], ways_in._sealed_label(campaign, room)
        for row in RGPurchase.objects.filter(side=room.pk):
            assert row.body is not None
            yield bytes(row.body), caches._label(campaign, room, row.date)
    for entry in JournalEntry.objects.filter(campaign=campaign):
        for sealed, part in ((entry.sealed, "body"), (entry.proof, "proof")):
            if sealed is not None:
                yield bytes(sealed), entry_rows._label(entry, part)
    yield from of_the_team(campaign)
    for draft in Draft.objects.filter(campaign=campaign):
        yield bytes(draft.body), draft_label(campaign, draft.room, draft.step)
    for device in UnlockedDevice.objects.select_related("slot"):
        place = f"device {device.session} {device.user_id} {device.slot.name}"
        yield crypto.unwrap(device.sealed, place), place


def test_b4_all_rows_and_all_master_keys_open_nothing(planted: LockedTable) -> None:
    tried = 0
    for stored, label in secrets_of(planted):
        for key in in_reach(planted):
            with pytest.raises(CryptoError):
                crypto.decrypt(key, stored, label)
            tried += 1
    assert tried > 200
    real = at_device(planted, "hans")
    opened = 0
    for stored, label in secrets_of(planted):
        for key in crypto.keys_of(real.campaign, crypto.room_of(real.campaign, "german")):
            try:
                crypto.decrypt(key, stored, label)
                opened += 1
            except CryptoError:
                continue
    assert opened >= 7, "these are the labels under which the member's own key opens what is stored"


def test_b4_no_dice_of_a_locked_room_follow_from_all_rows_and_all_master_keys(planted: LockedTable) -> None:
    """The seed, every link and the names of the draws are his; the blind of the side is not, and all hangs on it."""
    for _ in range(5):
        gives(planted, "hans", "Scout")
    member = at_device(planted, "hans")
    rolled = [draw for act in journal.acts(member.campaign, {PUBLIC, "german"}) for draw in act.proof.draws]
    campaign = planted.campaign
    stand = doors.load(campaign)
    assert stand
    cid = verify_campaign.founding(campaign.founding or {})
    behind = {side: list(each) for side, each in stand.behind.items()}
    key = verify_campaign.epoch_key(crypto.seed_of(campaign).hex(), cid, stand.epoch, behind)

    def reckoned(blind: str) -> list[list[int]]:
        cup = verify_campaign.cup(key, blind, "german")
        asked = ({"key": draw.key, "turn": draw.turn, **draw.in_file()} for draw in rolled)
        return [verify_campaign.drawn(cup, draw) for draw in asked]

    real = doors.secrets_of(member.campaign, crypto.room_of(member.campaign, "german")).blind
    got = [list(draw.got) for draw in rolled]
    assert reckoned(real) == got
    with pytest.raises(RoomLocked):
        doors.secrets_of(campaign, crypto.room_of(campaign, "german"))
    dump = "".join(row for rows in positions.rows().values() for row in rows.values())
    assert real not in dump
    guesses = {*re.findall("[0-9a-f]{64}", dump), *(reach[:32].hex().ljust(64, "0") for reach in in_reach(planted))}
    assert len(guesses) > 20
    assert not [guess for guess in guesses if reckoned(guess) == got]


def test_b4_the_word_stands_nowhere_in_a_dump_nor_in_what_the_host_can_open_of_it(planted: LockedTable) -> None:
    dump = "".join(row for rows in positions.rows().values() for row in rows.values())
    with connection.cursor() as cursor:
        cursor.execute("SELECT string_agg(session_data, ' ') FROM django_session")
        dump += str(cursor.fetchone()[0])
    for spelling in (WORD, WORD.encode().hex(), planted.words["hans"], planted.words["hans"].encode().hex()):
        assert spelling not in dump
    for campaign in Campaign.objects.all():
        for key in ("german", "russian"):
            with pytest.raises(CryptoError):
                journal.load_state(campaign, {key})


def test_b6_while_no_member_is_there_nothing_that_the_host_runs_shows_or_spoils_anything(
    planted: LockedTable, capsys: pytest.CaptureFixture[str], admin_client: Client
) -> None:
    before = (JournalEntry.objects.count(), bytes(planted.room("german").state))
    call_command("reconcile", "--fix")
    with pytest.raises(CommandError, match="locked"):
        call_command("export_campaign", planted.public_id, "--all")
    call_command("export_campaign", planted.public_id)
    tasks.send_notifications_task(planted.campaign.pk)
    told = "".join(capsys.readouterr())
    for address in ("/admin/", "/admin/campaigns/campaign/"):
        told += admin_client.get(address, headers={"host": "localhost"}, follow=True).content.decode()
    told += planted.page("ivan", "journal/") + planted.page("ivan", "people/") + planted.page("ivan")
    assert WORD not in told
    assert (JournalEntry.objects.count(), bytes(planted.room("german").state)) == before
