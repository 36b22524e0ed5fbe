"""The check that goes on from where it was says what one from the start says, and no change of the past gets by it."""

from __future__ import annotations

import json
import tracemalloc
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse

from campaigns import actions
from campaigns.dice.actions import look_in
from campaigns.ledger import archive, crypto, doors, journal, verify_campaign
from campaigns.ledger.acts import Act
from campaigns.models import Campaign, JournalEntry
from campaigns.verify import kept
from campaigns.verify.models import KeptCheck
from rules.contract import PUBLIC
from tests.campaigns.conftest import OPTIONS, Players, seated
from tests.campaigns.test_chain import tamper
from tests.campaigns.test_rewind import answers, proposes, public
from tests.locks.conftest import LockedTable, cheap_words, table

__all__ = ["cheap_words", "table"]

READERS = [{PUBLIC}, {PUBLIC, "german"}, {PUBLIC, "russian"}, {PUBLIC, "german", "russian"}]
ALL = READERS[-1]


@pytest.fixture
def short(users: Any, monkeypatch: pytest.MonkeyPatch) -> Players:
    """A campaign in which each side's chain of links ends soon, so that its next one serves from the second door on."""
    monkeypatch.setattr(doors, "LINKS", doors.FEW + 1)
    return taken(users, "Short")


def taken(users: Any, name: str) -> Players:
    """A new campaign with both commanders."""
    seat = actions.start_campaign(name=name, system="auction", options=OPTIONS, side="german", by=users["hans"])
    cast = Players(users, seat.campaign.public_id)
    seated(cast, "hans", "ivan", "commander", "russian")
    return cast


def said(campaign: Campaign, keys: set[str], *heads: str) -> list[dict[str, Any]]:
    return [asdict(part) for part in kept.Look(campaign, keys).check(heads).parts]


def from_the_start(campaign: Campaign, keys: set[str], *heads: str) -> list[dict[str, Any]]:
    file = archive.export_campaign(campaign, keys, with_seed=campaign.ended)
    return [asdict(part) for part in verify_campaign.check(file, heads)]


def faults(campaign: Campaign, keys: set[str]) -> list[str]:
    return [fault for part in kept.Look(campaign, keys).check([]).parts for fault in part.faults]


def steps(cast: Players) -> list[Callable[[], None]]:
    """Acts of all kinds: dice, secrets, a recall, a rewind that is agreed to, a door of the dice, the end."""
    return [
        lambda: cast.gives("hans", "Bid", thing="a tank", gold=4),
        lambda: cast.gives("ivan", "Scout"),
        lambda: cast.gives("hans", "Roll", dice=3),
        lambda: cast.gives("ivan", "Bid", thing="a gun", gold=1),
        lambda: cast.gives("hans", "Announce", text="hello"),
        lambda: proposes(cast, "hans", public(cast)),
        lambda: answers(cast, "ivan"),
        lambda: look_in(by=cast.seat("hans")),
        lambda: cast.gives("ivan", "Roll", dice=2),
        lambda: cast.gives("hans", "Seal"),
        lambda: cast.gives("ivan", "Finish"),
    ]


@pytest.mark.sampled(1)
@pytest.mark.django_db
@pytest.mark.parametrize("form", ["cast", "short"])
def test_after_each_act_it_says_what_a_check_from_the_start_says(form: str, request: pytest.FixtureRequest) -> None:
    cast: Players = request.getfixturevalue(form)
    for step in steps(cast):
        step()
        for keys in READERS:
            campaign = cast.campaign
            head = next(str(room.head) for room in campaign.rooms.all() if room.key == PUBLIC)
            assert said(campaign, keys) == from_the_start(campaign, keys)
            assert said(campaign, keys, head[:32]) == from_the_start(campaign, keys, head[:32])
            links = {link: number for number, link in kept.Look(campaign, keys).check([]).links}
            file = archive.export_campaign(campaign, keys)
            assert links == {act["link"]: number for number, act in enumerate(file["acts"], 1) if act["link"]}
    assert cast.campaign.ended
    kinds = Counter(JournalEntry.objects.values_list("kind", flat=True))
    assert kinds[doors.DOOR] == 2
    assert bool(kinds[doors.CHAIN]) == (form == "short")
    assert KeptCheck.objects.count() == len(READERS)


@pytest.mark.django_db
def test_what_was_checked_is_not_read_again(cast: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    for step in steps(cast)[:5]:
        step()
    first = said(cast.campaign, ALL)
    opened = list[str]()
    open_in = crypto.open_in
    monkeypatch.setattr(crypto, "open_in", lambda *given: opened.append(given[-1]) or open_in(*given))
    assert kept.Look(cast.campaign, ALL).unchecked == 0
    assert said(cast.campaign, ALL) == first
    assert opened == []
    cast.gives("hans", "Scout")
    opened.clear()
    assert kept.Look(cast.campaign, ALL).unchecked == 1
    said(cast.campaign, ALL)
    assert len(opened) == 2, "the entry, and what proves it"


ALTERED = {
    "a sentence": "UPDATE campaigns_journalentry SET body = '{\"text\": \"forged\"}' WHERE kind = 'auction.announced'",
    "a name": "UPDATE campaigns_journalentry SET actor = 'somebody' WHERE kind = 'auction.announced'",
    "a secret": "UPDATE campaigns_journalentry SET sealed = sealed || '\\x00'::bytea WHERE room = 'german'",
    "its proof": "UPDATE campaigns_journalentry SET proof = NULL WHERE room = 'german'",
    "an entry that is gone": "DELETE FROM campaigns_journalentry WHERE kind = 'auction.announced'",
}


@pytest.mark.parametrize("what", ALTERED)
def test_a_change_of_what_was_checked_before_is_found(cast: Players, what: str, logged_in: Callable[..., Any]) -> None:
    for step in steps(cast)[:5]:
        step()
    client, url = logged_in(cast.users["hans"]), reverse("campaign-verify", args=[cast.public_id])
    assert b"Nothing is wrong" in client.get(url).content
    tamper(ALTERED[what])
    assert b"Nothing is wrong" not in client.get(url).content


def test_an_end_that_was_cut_off_is_found_by_the_head_that_was_checked(cast: Players) -> None:
    for step in steps(cast)[:5]:
        step()
    assert faults(cast.campaign, {PUBLIC}) == []
    tamper("DELETE FROM campaigns_journalentry WHERE kind = 'auction.announced'")
    assert verify_campaign.faults(archive.export_campaign(cast.campaign, {PUBLIC})) == [], "by itself it holds"
    assert "was cut off" in "".join(faults(cast.campaign, {PUBLIC}))
    assert "was cut off" in "".join(faults(cast.campaign, {PUBLIC})), "and it is not forgotten"


def test_what_is_kept_opens_nowhere_else_and_not_when_it_was_altered(cast: Players) -> None:
    for keys in READERS:
        said(cast.campaign, keys)
    public_one, with_german = (KeptCheck.objects.get(rooms=rooms) for rooms in ("public", "public,german"))
    KeptCheck.objects.filter(pk=with_german.pk).update(body=public_one.body)
    assert kept.Look(cast.campaign, READERS[1]).unchecked > 0
    altered = bytes(public_one.body)[:-1] + bytes([public_one.body[-1] ^ 1])
    KeptCheck.objects.filter(pk=public_one.pk).update(body=altered)
    assert kept.Look(cast.campaign, {PUBLIC}).unchecked > 0
    assert said(cast.campaign, {PUBLIC}) == from_the_start(cast.campaign, {PUBLIC})
    assert kept.Look(cast.campaign, {PUBLIC}).unchecked == 0


def test_one_of_yesterday_speaks_of_fewer_rows_and_the_rest_is_checked(cast: Players) -> None:
    said(cast.campaign, ALL)
    yesterday = bytes(KeptCheck.objects.get().body)
    for step in steps(cast)[:5]:
        step()
    said(cast.campaign, ALL)
    KeptCheck.objects.update(body=yesterday)
    assert kept.Look(cast.campaign, ALL).unchecked > 0
    assert said(cast.campaign, ALL) == from_the_start(cast.campaign, ALL)


def test_another_program_checks_from_the_start(cast: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    said(cast.campaign, ALL)
    monkeypatch.setattr(kept, "_script", lambda: "another")
    assert kept.Look(cast.campaign, ALL).unchecked == JournalEntry.objects.count()


def test_a_check_with_something_wrong_is_not_kept(cast: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    tamper("UPDATE campaigns_journalentry SET actor = 'somebody' WHERE kind = 'house.founded'")
    assert faults(cast.campaign, ALL)
    assert not KeptCheck.objects.exists()


def test_what_is_kept_of_a_locked_room_lies_under_its_words(table: LockedTable) -> None:
    assert "Nothing is wrong" in table.page("hans", "verify/")
    row = KeptCheck.objects.get(rooms="public,german")
    inside = crypto.unwrap(row.body, f"{table.public_id} public,german check")
    with pytest.raises(crypto.RoomLocked):
        crypto.key_of(table.campaign, table.room("german"))
    assert verify_campaign.PARTS["chain"].encode() not in inside
    assert b"parts" not in inside


@pytest.mark.slow
def test_a_long_file_takes_no_more_memory_than_its_text(cast: Players) -> None:
    steps(cast)[0]()
    seat = cast.seat("hans")
    event = journal.entries(seat.campaign, {"german"})[-1].event
    with transaction.atomic():
        campaign = Campaign.objects.select_for_update().get(pk=seat.campaign_id)
        start = campaign.written_at or campaign.founded_at
        acts = [
            Act((event,), start + timedelta(milliseconds=number + 1), "hans", "german", seat=seat.number)
            for number in range(2000)
        ]
        journal.append(campaign, acts, journal.load_state(campaign, {"german"}))
    whole = sum(map(len, archive.pieces(cast.campaign, ALL)))
    assert whole > 500_000
    tracemalloc.start()
    try:
        for _ in archive.pieces(cast.campaign, ALL):
            pass
        assert tracemalloc.get_traced_memory()[1] < whole
    finally:
        tracemalloc.stop()
    text = "".join(archive.pieces(cast.campaign, ALL))
    assert json.loads(text) == archive.export_campaign(cast.campaign, ALL)
