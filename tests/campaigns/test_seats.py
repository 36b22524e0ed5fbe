"""Seats follow from the journal: rows that it does not know open nothing, whoever wrote them into the database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.http import Http404
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from campaigns import access, actions
from campaigns.ledger import journal, seat_list, seats_anew
from campaigns.ledger.crypto import CryptoError, new_key
from campaigns.ledger.seat_list import SeatList
from campaigns.models import Campaign, Invitation, JournalEntry, PlayMode, Room, Seat
from rules.contract import PUBLIC
from tests.campaigns.conftest import OPTIONS, Players, seated
from tests.campaigns.test_chain import tamper
from tests.html_client import unrecorded
from tests.leaks.crawler import read_once

STRANGER = """
INSERT INTO campaigns_seat (campaign_id, user_id, side, role, admitted, pin, pin_misses, number, salt, created)
SELECT campaign.id, who.id, '{side}', '{role}', '{admitted}', '', 0, {number}, '', now()
FROM campaigns_campaign AS campaign, auth_user AS who WHERE who.username = 'stranger'
"""
HIS = "user_id = (SELECT id FROM auth_user WHERE username = 'stranger')"
PLANTED = {
    "an adjutant": ("stranger", STRANGER.format(side="german", role="adjutant", admitted="[]", number=9)),
    "a commander": ("stranger", STRANGER.format(side="german", role="commander", admitted="[]", number=7)),
    "an umpire": ("stranger", STRANGER.format(side="", role="umpire", admitted='["german"]', number=8)),
    "an admission": (
        "umpire",
        """UPDATE campaigns_seat SET admitted = '["russian", "german"]' WHERE role = 'umpire'""",
    ),
    "another role": (
        "spectator",
        "UPDATE campaigns_seat SET role = 'adjutant', side = 'german' WHERE role = 'spectator'",
    ),
    "another side": (
        "adjutant_ivan",
        "UPDATE campaigns_seat SET side = 'german' WHERE role = 'adjutant' AND side = 'russian'",
    ),
    "another person": ("stranger", f"UPDATE campaigns_seat SET {HIS} WHERE role = 'commander' AND side = 'german'"),
    "another number": (
        "stranger",
        f"UPDATE campaigns_seat SET {HIS} WHERE number = 1; "  # with everything that a true row has
        "UPDATE campaigns_seat SET salt = repeat('0', 64) WHERE number = 1",
    ),
}
"""By what was planted: who is to gain by it, and the statement."""


def sql(statement: str) -> None:
    """What somebody does who can write into the database, but has no key."""
    with connection.cursor() as cursor:
        cursor.execute(statement)
        assert cursor.rowcount


def addresses() -> Iterator[str]:
    """All addresses of a campaign that need no more than its id: pages, parts of them, files, sheets, figures."""

    def patterns(resolver: URLResolver) -> Iterator[URLPattern]:
        for each in resolver.url_patterns:
            yield from patterns(each) if isinstance(each, URLResolver) else [each]

    for pattern in patterns(get_resolver()):
        if set(pattern.pattern.converters) == {"public_id"}:
            assert pattern.name
            yield pattern.name


@pytest.mark.sampled(3)
@pytest.mark.parametrize("planted", PLANTED)
@read_once()
@unrecorded()
def test_a_planted_row_opens_nothing(founded: Players, logged_in: Callable[..., Any], planted: str) -> None:
    seated(founded, "hans", "ivan", "commander", "russian")
    seated(founded, "ivan", "adjutant_ivan", "adjutant", "russian")
    seated(founded, "hans", "umpire", "umpire", "")
    seated(founded, "ivan", "spectator", "spectator", "")
    actions.admit_umpire(seat_id=founded.seat("umpire").pk, by=founded.seat("ivan"))
    name, statement = PLANTED[planted]
    sql(statement)
    client, names = logged_in(founded.users[name]), list(addresses())
    assert len(names) > 20
    for each in names:
        path = reverse(each, args=[founded.public_id])
        assert {client.get(path).status_code, client.post(path).status_code} <= {404, 405}, each
    assert access.live_rooms(founded.users[name], founded.public_id) is None
    assert founded.public_id not in client.get("/").content.decode()
    assert founded.users[name] not in [seat.user for seat in access.seats_at(founded.campaign)]
    with pytest.raises(CommandError):
        call_command("reconcile")


@pytest.mark.parametrize("over", ["ended", "abandoned"])
def test_an_end_that_the_journal_does_not_know_opens_no_room(
    founded: Players, logged_in: Callable[..., Any], over: str
) -> None:
    seated(founded, "hans", "ivan", "commander", "russian")
    before = access.live_rooms(founded.users["ivan"], founded.public_id)
    client, path = logged_in(founded.users["ivan"]), reverse("campaign-file", args=[founded.public_id])
    sql(f"UPDATE campaigns_campaign SET status = '{over}', ended_at = now()")
    assert access.live_rooms(founded.users["ivan"], founded.public_id) is None
    assert client.get(path).status_code == 503
    with pytest.raises(CommandError):
        call_command("reconcile")
    call_command("reconcile", "--fix")
    assert founded.campaign.running
    assert access.live_rooms(founded.users["ivan"], founded.public_id) == before == {PUBLIC, "russian"}
    assert client.get(path).status_code == 200


@pytest.mark.parametrize("how", ["solo", "hotseat"])
@pytest.mark.slow
def test_a_way_of_playing_that_the_journal_does_not_know_gives_nobody_both_sides(
    cast: Players, logged_in: Callable[..., Any], how: str
) -> None:
    """One person alone at a table agrees for all sides, so with SQL somebody would claim to be alone."""
    sql(STRANGER.format(side="russian", role="commander", admitted="[]", number=9).replace("'stranger'", "'hans'"))
    sql(f"UPDATE campaigns_campaign SET play_mode = '{how}'")
    entries, client = JournalEntry.objects.count(), logged_in(cast.users["hans"])
    for each in addresses():
        path = reverse(each, args=[cast.public_id])
        assert {client.get(path).status_code, client.post(path).status_code} <= {404, 405, 503}, each
    assert access.live_rooms(cast.users["hans"], cast.public_id) is None
    assert JournalEntry.objects.count() == entries
    with pytest.raises(CommandError):
        call_command("reconcile")
    call_command("reconcile", "--fix")
    assert cast.campaign.play_mode == PlayMode.ACCOUNTS
    assert access.live_rooms(cast.users["hans"], cast.public_id) == {PUBLIC, "german"}
    assert Seat.objects.filter(user=cast.users["hans"]).count() == 1


def test_one_device_is_not_made_solo_to_pass_by_the_hand_over(
    users: dict[str, Any], logged_in: Callable[..., Any]
) -> None:
    seat = actions.start_campaign(
        name="One", system="auction", options=OPTIONS, side="german", by=users["hans"], play_mode="hotseat",
        pins={"german": "1111", "russian": "2222"},
    )  # fmt: skip
    path = reverse("campaign", args=[seat.campaign.public_id])
    sql("UPDATE campaigns_campaign SET play_mode = 'solo'")
    assert logged_in(users["hans"]).get(path).status_code == 503
    call_command("reconcile", "--fix")
    assert Campaign.objects.get().play_mode == PlayMode.HOTSEAT
    assert logged_in(users["hans"]).get(path).status_code == 302, "to the hand-over"


PROPOSED = '{"number": 1, "before": 1, "what": "x", "reason": "y", "side": "russian", "name": "ivan"}'


@pytest.mark.parametrize(
    "planted",
    [
        "doors = jsonb_set(doors, '{epoch}', '7')",
        f"summary = jsonb_set(summary, '{{rewind}}', '{PROPOSED}')",
    ],
    ids=["doors", "a rewind"],
)
def test_what_else_the_row_says_and_the_journal_does_not_stops_the_campaign(
    cast: Players, logged_in: Callable[..., Any], planted: str
) -> None:
    cast.gives("hans", "Announce", text="one")
    cast.gives("hans", "Scout")
    entries, path = JournalEntry.objects.count(), cast.campaign.get_absolute_url()
    sql(f"UPDATE campaigns_campaign SET {planted}")
    client = logged_in(cast.users["hans"])
    answer = client.post(path + "refit/rewind/answer/", {"number": 1, "act": "agree"})
    assert client.get(path).status_code == answer.status_code == 503
    assert access.live_rooms(cast.users["hans"], cast.public_id) is None
    assert JournalEntry.objects.count() == entries
    with pytest.raises(CommandError):
        call_command("reconcile")
    call_command("reconcile", "--fix")
    assert client.get(path).status_code == 200


def test_a_planted_row_is_not_in_the_way_of_who_is_invited(founded: Players) -> None:
    for number, side in ((2, "russian"), (3, "german")):
        sql(STRANGER.format(side=side, role="commander", admitted="[]", number=number))
    assert not access.has_commander(founded.campaign, "russian")
    assert seated(founded, "hans", "stranger", "commander", "russian").number == 2
    assert Seat.objects.count() == 2


def test_a_planted_link_confers_nothing(founded: Players, client: Any) -> None:
    token, mine = "A" * 43, access.token_hash("A" * 43)
    offer, true = actions.invite(role="spectator", side="", by=founded.seat("hans"))
    for change in ({"role": "commander", "side": "german"}, {"token_hash": mine}, {"number": 2}):
        Invitation.objects.filter(pk=offer.pk).update(**change)
        for each in (token, true):
            assert client.get(reverse("invitation", args=[each])).status_code == 404
        Invitation.objects.filter(pk=offer.pk).update(
            role="spectator", side="", token_hash=access.token_hash(true), number=1
        )
    Invitation.objects.create(
        campaign=founded.campaign,
        side="german",
        role="adjutant",
        number=7,
        token_hash=mine,
        created_by=founded.seat("hans"),
    )
    with pytest.raises(Http404):
        actions.take_seat(token=token, by=founded.users["stranger"])
    assert client.get(reverse("invitation", args=[true])).status_code == 200


def test_a_list_that_was_altered_is_made_anew_and_one_of_yesterday_too(founded: Players) -> None:
    yesterday = founded.campaign.seat_list
    seated(founded, "hans", "ivan", "commander", "russian")
    truth = seat_list.load(founded.campaign)
    assert truth
    assert [seat.invited_by for seat in truth.seats] == ["", "hans"]
    empty = {"seats": [], "offers": [], "offered": 0}
    today = founded.campaign.seat_list
    assert today
    for planted in (yesterday, {**today, "list": empty}, {}):
        Campaign.objects.update(seat_list=planted)
        assert seat_list.load(founded.campaign) is None
        assert founded.seat("ivan").side == "russian"
        assert seat_list.load(founded.campaign) == truth


def test_what_was_added_to_the_journal_without_a_key_seats_nobody(
    founded: Players, logged_in: Callable[..., Any]
) -> None:
    seated(founded, "hans", "ivan", "commander", "russian")
    campaign = founded.campaign
    tamper(
        "INSERT INTO campaigns_journalentry (campaign_id, sequence, act, room, number, kind, body, link, anchors,"
        " actor, side, at, public, seat) SELECT campaign_id, 900, gen_random_uuid(), 'public', %s, kind,"
        " body || '{\"seat\": 3, \"name\": \"stranger\"}', repeat('a', 64), anchors, 'stranger', side, now(), 1, 3"
        " FROM campaigns_journalentry WHERE kind = 'house.seat_taken'",
        Room.objects.get(key=PUBLIC).entries + 1,
    )
    Room.objects.filter(key=PUBLIC).update(entries=Room.objects.get(key=PUBLIC).entries + 1, head="a" * 64)
    sql(STRANGER.format(side="russian", role="commander", admitted="[]", number=3))
    with pytest.raises(CryptoError, match="does not hold"):
        seats_anew.listed(founded.campaign)
    page = logged_in(founded.users["stranger"]).get(campaign.get_absolute_url())
    assert page.status_code == 503, "nobody can tell who sits there; the host's log says why"
    assert access.live_rooms(founded.users["stranger"], founded.public_id) is None


def test_who_brought_a_file_sits_there_and_nobody_who_sat_there_before(cast: Players, tmp_path: Any) -> None:
    path = tmp_path / "whole.json"
    call_command("export_campaign", cast.public_id, "--all", "-o", str(path))
    call_command("import_campaign", str(path), "--commander", "russian=stranger")
    brought = Campaign.objects.latest("pk")
    known = seat_list.load(brought)
    assert known == seat_list.after(SeatList(), journal.acts(brought, {PUBLIC}), brought)
    assert [(seat.number, seat.name, seat.side) for seat in known.taken()] == [(7, "stranger", "russian")]
    assert known.offers == ()
    assert seated(Players(cast.users, brought.public_id), "stranger", "ivan", "commander", "german").number == 8


def test_reconcile_tells_of_rows_that_are_wrong_and_mends_them(cast: Players, capsys: Any) -> None:
    call_command("reconcile")
    sql(PLANTED["another role"][1])
    sql(PLANTED["an adjutant"][1])
    with pytest.raises(CommandError):
        call_command("reconcile")
    said = capsys.readouterr().out
    assert "a seat of spectator is not what the journal says" in said
    assert "a seat of stranger is not what the journal says" in said
    call_command("reconcile", "--fix")
    call_command("reconcile")
    assert access.rooms_of(cast.seat("spectator")) == {PUBLIC}
    assert not Seat.objects.filter(user=cast.users["stranger"]).exists()


def test_the_list_is_known_again_when_the_master_key_was_turned(cast: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    keys, new = list(settings.REFIT_KEYS), new_key()
    monkeypatch.setattr(settings, "REFIT_KEYS", [new, *keys])
    assert seat_list.load(cast.campaign)
    call_command("rotate_keys")
    monkeypatch.setattr(settings, "REFIT_KEYS", [new])
    assert seat_list.load(cast.campaign)
