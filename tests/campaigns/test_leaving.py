"""Seats are taken back and given up, umpires sent out: at once, told to all, and never a side without commander."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.http import Http404
from django.urls import reverse

from campaigns import access, actions
from campaigns.ledger import journal
from campaigns.models import Invitation, Notification, Seat
from campaigns.seats import leaving
from config.live import Hub, Stream
from config.stream_auth import StreamAuth, StreamPermit
from rules.contract import PUBLIC, Refused
from tests.campaigns.conftest import Players, seated

GO = {"act": "go"}
"""The button of a page that asks."""


def told(table: Players) -> list[tuple[str, str]]:
    """What the journal tells everybody of seats: kind, and of whom."""
    entries = journal.entries(table.campaign, {PUBLIC})
    return [(entry.event.kind.removeprefix("house."), entry.who) for entry in entries]


def page(client: Any, name: str, *args: Any) -> str:
    return str(client.get(reverse(name, args=args)).content.decode())


def test_a_commander_takes_back_an_adjutants_seat_and_it_ends_at_once(
    cast: Players, logged_in: Callable[..., Any]
) -> None:
    seat = cast.seat("adjutant_hans")
    Notification.objects.create(seat=seat, kind="turn")
    client = logged_in(cast.users["hans"])
    path = reverse("seat-remove", args=[cast.public_id, seat.pk])
    assert path in page(client, "campaign-people", cast.public_id)
    assert "loses the place at once" in client.get(path).content.decode()
    assert client.post(path).status_code == 422, "nor does a form without its button"
    assert access.live_rooms(cast.users["adjutant_hans"], cast.public_id), "looking does nothing"
    assert client.post(path, GO)["Location"] == reverse("campaign-people", args=[cast.public_id])
    with pytest.raises(Http404):
        cast.seat("adjutant_hans")
    assert access.live_rooms(cast.users["adjutant_hans"], cast.public_id) is None
    assert not Notification.objects.exists()
    assert told(cast)[-1] == ("seat_left", "adjutant_hans")
    client = logged_in(cast.users["ivan"])
    assert "adjutant_hans was removed from the campaign." in page(client, "campaign-journal", cast.public_id)
    assert "No longer here" in page(client, "campaign-people", cast.public_id)
    call_command("reconcile")
    assert seated(cast, "hans", "adjutant_hans", "adjutant", "german").number == 7, "he can be invited again"


@pytest.mark.parametrize(
    ("by", "whom"),
    [("hans", "ivan"), ("hans", "adjutant_ivan"), ("hans", "hans"), ("hans", "spectator"), ("ivan", "umpire")],
)
def test_nobody_takes_back_what_is_not_his_sides(cast: Players, by: str, whom: str) -> None:
    with pytest.raises(Refused, match="not your side's"):
        leaving.remove(seat_id=cast.seat(whom).pk, by=cast.seat(by))


@pytest.mark.parametrize("name", ["adjutant_hans", "umpire", "spectator", "stranger"])
def test_only_commanders_take_back_let_in_and_send_out(cast: Players, logged_in: Callable[..., Any], name: str) -> None:
    client = logged_in(cast.users[name])
    for each in ("seat-remove", "umpire-admit", "umpire-dismiss"):
        path = reverse(each, args=[cast.public_id, cast.seat("umpire").pk])
        assert (client.get(path).status_code, client.post(path).status_code) == (404, 404)


def test_a_side_ends_the_seats_of_those_it_invited(cast: Players) -> None:
    leaving.remove(seat_id=cast.seat("umpire").pk, by=cast.seat("hans"))
    leaving.remove(seat_id=cast.seat("spectator").pk, by=cast.seat("ivan"))
    for name in ("umpire", "spectator"):
        assert access.live_rooms(cast.users[name], cast.public_id) is None


def test_an_umpire_who_is_sent_out_sees_the_room_no_more_and_keeps_his_seat(
    cast: Players, logged_in: Callable[..., Any]
) -> None:
    cast.gives("hans", "Bid", thing="a secret tank", gold=3)
    client = logged_in(cast.users["umpire"])
    assert "a secret tank" in page(client, "campaign-journal", cast.public_id)
    leaving.dismiss_umpire(seat_id=cast.seat("umpire").pk, by=cast.seat("hans"))
    assert access.rooms_of(cast.seat("umpire")) == {PUBLIC, "russian"}
    assert "a secret tank" not in page(client, "campaign-journal", cast.public_id)
    assert told(cast)[-1] == ("umpire_dismissed", "umpire")
    assert "closed its room to the umpire umpire again" in page(client, "campaign-journal", cast.public_id)
    with pytest.raises(Refused, match="not let this umpire in"):
        leaving.dismiss_umpire(seat_id=cast.seat("umpire").pk, by=cast.seat("hans"))
    call_command("reconcile")


def test_the_last_commander_stays_until_he_has_named_another(cast: Players, logged_in: Callable[..., Any]) -> None:
    client, path = logged_in(cast.users["hans"]), reverse("seat-leave", args=[cast.public_id])
    assert "only commander of your side" in client.post(path, GO).content.decode()
    assert cast.seat("hans").role == "commander"
    seated(cast, "hans", "stranger", "commander", "german")
    assert client.post(path, GO)["Location"] == reverse("campaign-list")
    assert access.live_rooms(cast.users["hans"], cast.public_id) is None
    cast.gives("stranger", "Announce", text="I command now")
    with pytest.raises(Refused, match="only commander"):
        leaving.leave(by=cast.seat("stranger"))


def test_of_two_commanders_one_can_take_back_the_others_seat_and_his_links_with_it(cast: Players) -> None:
    seated(cast, "hans", "stranger", "commander", "german")
    _, his = actions.invite(role="adjutant", side="german", by=cast.seat("stranger"))
    _, mine = actions.invite(role="spectator", side="", by=cast.seat("hans"))
    leaving.remove(seat_id=cast.seat("stranger").pk, by=cast.seat("hans"))
    with pytest.raises(Http404):
        access.invitation_or_404(his)
    assert access.invitation_or_404(mine)
    assert [kind for kind, _ in told(cast)[-2:]] == ["offer_withdrawn", "seat_left"]
    assert Invitation.objects.filter(used_at=None).count() == 1


@pytest.mark.parametrize("name", ["adjutant_ivan", "umpire", "spectator"])
def test_everybody_else_leaves_when_he_likes(cast: Players, logged_in: Callable[..., Any], name: str) -> None:
    client, path = logged_in(cast.users[name]), reverse("seat-leave", args=[cast.public_id])
    assert path in page(client, "campaign-people", cast.public_id)
    client.post(path, GO)
    assert client.get(reverse("campaign", args=[cast.public_id])).status_code == 404
    assert told(cast)[-1] == ("seat_left", name)
    assert not Seat.objects.filter(user=cast.users[name]).exists()
    call_command("reconcile")


def test_who_shares_a_device_or_plays_alone_cannot_leave_a_side_empty(users: dict[str, Any]) -> None:
    both = actions.start_campaign(
        name="One", system="auction", options={}, side="german", by=users["hans"], play_mode="solo"
    )
    with pytest.raises(Refused, match="only commander"):
        leaving.leave(by=both)


def test_an_open_stream_ends_with_the_seat_and_hears_less_after_an_umpire_is_sent_out() -> None:
    class Auth(StreamAuth):
        """Somebody who has lost his seat, and one who may hear of one room less."""

        def __init__(self) -> None:
            pass

        async def renew(self, old: StreamPermit) -> StreamPermit | None:
            return None if old.session_key == "gone" else StreamPermit(old.session_key, "A", frozenset({PUBLIC}))

    async def look() -> tuple[list[bytes], list[bytes], frozenset[str]]:
        hub = Hub(Auth())
        hub._listener = asyncio.create_task(asyncio.sleep(60))
        hub._hears.set()
        streams = [Stream(StreamPermit(key, "A", frozenset({PUBLIC, "german"}))) for key in ("gone", "umpire")]
        gone, umpire = (hub.messages(stream) for stream in streams)
        for each in (gone, umpire):
            await anext(each)
        hub.wake(f"A {journal.SEATS}")
        heard = [each async for each in gone], [await anext(umpire)]
        hub.close()
        return *heard, streams[1].permit.rooms

    gone, umpire, rooms = asyncio.run(look())
    assert gone == []
    assert umpire == [b": ping\n\n"]
    assert rooms == {PUBLIC}


def test_an_inviter_is_told_what_an_umpire_will_see_before_he_invites_and_before_he_lets_him_in(
    founded: Players, logged_in: Callable[..., Any]
) -> None:
    client = logged_in(founded.users["hans"])
    assert "sees only what all may know until a commander" in page(client, "campaign-people", founded.public_id)
    umpire = seated(founded, "hans", "umpire", "umpire", "")
    asked = page(client, "umpire-admit", founded.public_id, umpire.pk)
    assert "reads everything that the German side keeps secret, from the start" in asked
    assert umpire.admitted == []
    assert "What all may know; no side has let him in." in page(client, "campaign-people", founded.public_id)


def test_the_umpire_has_a_page_of_what_he_may_read_and_nobody_else_has(
    founded: Players, logged_in: Callable[..., Any]
) -> None:
    seated(founded, "hans", "ivan", "commander", "russian")
    umpire = seated(founded, "hans", "umpire", "umpire", "")
    actions.admit_umpire(seat_id=umpire.pk, by=founded.seat("ivan"))
    client = logged_in(founded.users["umpire"])
    shown = page(client, "umpire", founded.public_id)
    assert "Everything that the Russian side keeps secret" in shown
    assert "Nothing secret of the German side" in shown
    assert reverse("umpire", args=[founded.public_id]) in page(client, "campaign", founded.public_id)
    client = logged_in(founded.users["hans"])
    assert client.get(reverse("umpire", args=[founded.public_id])).status_code == 404
