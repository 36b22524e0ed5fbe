"""The chain over the journal: it holds, it says where it breaks, and its head tells nothing of a secret act."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import connection
from django.urls import reverse

from campaigns.ledger import archive, journal
from campaigns.ledger.verify_campaign import check
from campaigns.models import Campaign, JournalEntry, Room
from rules.contract import PUBLIC
from tests.campaigns.conftest import Players

BOTH = {PUBLIC, "german", "russian"}


@pytest.fixture
def played(cast: Players) -> Players:
    cast.gives("hans", "Bid", thing="a tank", gold=4)
    cast.gives("ivan", "Scout")
    cast.gives("hans", "Roll", dice=2)
    cast.gives("ivan", "Announce", text="Привет")
    cast.gives("hans", "Scout")
    cast.gives("hans", "Seal")
    return cast


def faults(campaign: Campaign, keys: set[str], *heads: str) -> list[str]:
    file = archive.export_campaign(campaign, keys, with_seed=keys == BOTH)
    return [fault for part in check(file, heads) for fault in part.faults]


def tamper(statement: str, *values: Any) -> None:
    """What somebody does who has the database in his hands."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")  # no trigger fires
        cursor.execute(statement, values)
        assert cursor.rowcount
        cursor.execute("SET LOCAL session_replication_role = origin")


@pytest.mark.parametrize("keys", [{PUBLIC}, {PUBLIC, "german"}, {PUBLIC, "russian"}, BOTH], ids=len)
def test_the_file_of_every_reader_holds(played: Players, keys: set[str]) -> None:
    head = journal.chain_head(played.campaign)
    assert head
    assert faults(played.campaign, keys, head.link, head.short) == []


def test_the_head_is_that_of_the_last_public_entry_and_every_earlier_one_stays_in_the_chain(played: Players) -> None:
    heads = []
    for kind, data in (("Announce", {"text": "one"}), ("Bid", {"thing": "a gun", "gold": 1}), ("Roll", {})):
        played.gives("ivan", kind, **data)
        heads.append(journal.chain_head(played.campaign))
    assert heads[0] == heads[1] != heads[2]
    last = JournalEntry.objects.filter(room=PUBLIC).latest("number")
    assert heads[2] == journal.ChainHead(last.number, last.link)
    assert faults(played.campaign, BOTH, *(head.link for head in heads if head)) == []


@pytest.mark.parametrize("act", [("Bid", {"thing": "a tank", "gold": 1}), ("Scout", {})])
def test_a_secret_act_moves_the_head_of_its_own_room_alone(cast: Players, act: tuple[str, dict[str, Any]]) -> None:
    def heads() -> dict[str, str]:
        return {room.key: room.head for room in Room.objects.all()}

    before = heads()
    cast.gives("hans", act[0], **act[1])
    after = heads()
    assert {key for key in after if after[key] != before[key]} == {"german"}


def test_what_is_public_of_an_act_says_nothing_of_what_was_done_in_secret_before(cast: Players) -> None:
    """Of two acts alike in public the anchors differ anyway: they can't be told from chance."""
    cast.gives("ivan", "Announce", text="hello")
    cast.gives("ivan", "Announce", text="hello")
    first, second = JournalEntry.objects.filter(room=PUBLIC).order_by("-number")[:2]
    assert first.anchors
    assert second.anchors
    assert first.anchors.keys() == second.anchors.keys() == {"german", "russian"}
    assert all(first.anchors[side] != second.anchors[side] for side in first.anchors)
    file = archive.export_campaign(cast.campaign, {PUBLIC, "german"})
    theirs = [act for act in file["acts"] if act["side"] == "russian"]
    assert theirs
    assert all("nonce" not in act and "room_link" not in act and act["link"] and act["anchors"] for act in theirs)


def test_every_act_of_a_side_has_a_nonce_of_its_own(played: Players) -> None:
    acts = [act for act in journal.acts(played.campaign, BOTH) if act.side]
    assert len({act.proof.nonce for act in acts}) == len(acts) > 9


def test_what_an_umpire_decides_is_in_the_chain_and_has_no_room(played: Players) -> None:
    from campaigns import access, actions
    from rules.contract import Order

    seat = played.seat("umpire")
    seen = journal.entry_count(seat.campaign, access.rooms_of(seat))
    actions.judge(order=Order("Judge", {"text": "agreed"}), by=seat, seen=seen)
    last = list(journal.acts(played.campaign, {PUBLIC}))[-1]
    assert (last.side, {*last.anchors}, len(last.link)) == ("", {"german", "russian"}, 64)
    assert faults(played.campaign, BOTH) == []


ALTERED = {
    "another sentence": ('UPDATE campaigns_journalentry SET body = \'{"text": "forged"}\' WHERE kind = %s', 0),
    "another name": ("UPDATE campaigns_journalentry SET actor = 'somebody' WHERE kind = %s", 0),
    "another time": ("UPDATE campaigns_journalentry SET at = at - interval '1 day' WHERE kind = %s", 0),
    "another anchor": ("UPDATE campaigns_journalentry SET anchors = '[]' WHERE kind = %s", 0),
}


@pytest.mark.parametrize("what", ALTERED)
def test_reconcile_says_where_the_chain_breaks(played: Players, what: str, capsys: Any) -> None:
    call_command("reconcile")
    acts = list(journal.acts(played.campaign, BOTH))
    where = next(n for n, act in enumerate(acts, 1) if act.events[0].kind == "auction.announced")
    tamper(ALTERED[what][0], "auction.announced")
    with pytest.raises(CommandError, match="1 journals do not hold"):
        call_command("reconcile", "--fix")
    assert f"In act {where} (" in capsys.readouterr().err


def test_reconcile_finds_an_act_that_is_gone(played: Players, capsys: Any) -> None:
    tamper("DELETE FROM campaigns_journalentry WHERE kind = %s", "auction.rolled")
    with pytest.raises(CommandError, match="do not hold"):
        call_command("reconcile", "--fix")
    assert "has another number" in capsys.readouterr().err


def test_reconcile_writes_a_head_anew(played: Players, capsys: Any) -> None:
    truth = {room.key: room.head for room in Room.objects.all()}
    Room.objects.update(head="0" * 64)
    call_command("reconcile", "--fix")
    assert "the head of room german is wrong" in capsys.readouterr().out
    assert {room.key: room.head for room in Room.objects.all()} == truth


def test_a_campaign_gone_on_with_elsewhere_keeps_its_chain(played: Players, tmp_path: Path) -> None:
    head = journal.chain_head(played.campaign)
    path = tmp_path / "whole.json"
    call_command("export_campaign", played.public_id, "--all", "-o", str(path))
    call_command("import_campaign", str(path), "--commander", "german=ivan", "russian=stranger")
    new = Campaign.objects.latest("pk")
    Players(played.users, new.public_id).gives("ivan", "Announce", text="here I am")
    assert head
    assert faults(new, BOTH, head.link) == []


def test_the_head_stands_on_the_pages_and_in_the_mail(
    cast: Players, logged_in: Callable[..., Any], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        cast.gives("hans", "Seal")
    head = journal.chain_head(cast.campaign)
    assert head
    assert f"public entry {head.number}: {head.link}" in mail.outbox[0].body
    client = logged_in(cast.users["spectator"])
    for page in ("campaign-honest", "campaign-verify"):
        assert head.link in client.get(reverse(page, args=[cast.public_id])).content.decode().replace("<wbr>", "")
