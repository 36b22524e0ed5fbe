"""Every address of the app against everyone who may knock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from campaigns import access, actions, urls
from rules.contract import PUBLIC, Refused
from tests.campaigns.conftest import NAMES, Players

SEATED = set(NAMES) - {"stranger"}
COMMANDERS = {"hans", "ivan"}
PAGES = [
    "campaign",
    "campaign-journal",
    "campaign-figures",
    "campaign-rulings",
    "campaign-verify",
    "campaign-compare",
    "campaign-people",
    "campaign-file",
    "campaign-beat",
    "campaign-links",
    "campaign-honest",
]
SHARED = {"campaign-device"}  # tests/campaigns/test_one_device.py
LOCKED = {"room-unlock", "room-words"}  # tests/locks
OPENED = {"campaign-books"}  # tests/leaks/test_opened_rooms.py
DICE = {"campaign-dice"}  # tests/refit/test_dice_doors.py
POSTS = {"invitation-withdraw": [1], "campaign-people": []}
FREE = {"campaign-list", "campaign-start", "finished-figures", "how", "invitation", "verify_campaign.py"}


def test_the_table_below_names_every_address() -> None:
    assert {pattern.name for pattern in urls.urlpatterns} == {*PAGES, *POSTS, *FREE, *SHARED, *OPENED, *DICE, *LOCKED}


@pytest.mark.parametrize("address", PAGES)
@pytest.mark.parametrize("name", NAMES)
def test_only_those_with_a_seat_enter(cast: Players, logged_in: Callable[..., Any], address: str, name: str) -> None:
    response = logged_in(cast.users[name]).get(reverse(address, args=[cast.public_id]))
    assert response.status_code == (200 if name in SEATED else 404)
    if response.status_code == 200:
        assert response["Cache-Control"] == "no-store"
        assert "HX-Request" in response["Vary"]


@pytest.mark.parametrize("address", POSTS)
@pytest.mark.parametrize("name", NAMES)
def test_only_commanders_get_an_answer_to_a_post(
    cast: Players, logged_in: Callable[..., Any], address: str, name: str
) -> None:
    response = logged_in(cast.users[name]).post(reverse(address, args=[cast.public_id, *POSTS[address]]))
    assert response.status_code == (422 if name in COMMANDERS else 404)


@pytest.mark.parametrize("address", PAGES)
def test_a_forbidden_campaign_answers_like_one_that_does_not_exist(
    cast: Players, logged_in: Callable[..., Any], address: str
) -> None:
    client = logged_in(cast.users["stranger"])
    answers = [
        client.get(reverse(address, args=[key])) for key in (cast.public_id, "AAAAAAAAAAAA", "nonsense", "\0" * 12)
    ]
    assert {answer.status_code for answer in answers} == {404}
    strip = [answer.content.replace(_csrf(answer), b"") for answer in answers]
    assert len(set(strip)) == 1


@pytest.mark.parametrize("address", PAGES)
def test_who_is_not_logged_in_is_asked_to_for_any_id(client: Any, cast: Players, address: str) -> None:
    for key in (cast.public_id, "AAAAAAAAAAAA"):
        response = client.get(reverse(address, args=[key]))
        assert response.status_code == 302
        assert response["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize(
    ("name", "rooms"),
    [
        ("hans", {PUBLIC, "german"}),
        ("adjutant_hans", {PUBLIC, "german"}),
        ("ivan", {PUBLIC, "russian"}),
        ("umpire", {PUBLIC, "german", "russian"}),
        ("spectator", {PUBLIC}),
    ],
)
def test_a_seat_opens_its_own_rooms(cast: Players, name: str, rooms: set[str]) -> None:
    assert access.rooms_of(cast.seat(name)) == rooms
    assert access.live_rooms(cast.users[name], cast.public_id) == rooms


def test_a_stream_answers_strangers_and_unknown_campaigns_alike(cast: Players) -> None:
    assert access.live_rooms(cast.users["stranger"], cast.public_id) is None
    assert access.live_rooms(cast.users["hans"], "AAAAAAAAAAAA") is None
    assert access.live_rooms(AnonymousUser(), cast.public_id) is None


def test_an_umpire_enters_a_sides_room_only_when_that_side_lets_him_in(founded: Players) -> None:
    from tests.campaigns.conftest import seated

    seated(founded, "hans", "ivan", "commander", "russian")
    seated(founded, "hans", "umpire", "umpire", "")
    assert access.rooms_of(founded.seat("umpire")) == {PUBLIC}, "not even of the side that invited him"
    seated(founded, "hans", "adjutant_hans", "adjutant", "german")
    for name in ("umpire", "adjutant_hans"):
        with pytest.raises(Refused):
            actions.admit_umpire(seat_id=founded.seat("umpire").pk, by=founded.seat(name))
    assert founded.seat("umpire").admitted == []
    actions.admit_umpire(seat_id=founded.seat("umpire").pk, by=founded.seat("ivan"))
    assert access.rooms_of(founded.seat("umpire")) == {PUBLIC, "russian"}


def test_only_commanders_of_a_running_campaign_commit(cast: Players) -> None:
    assert {name for name in SEATED if access.may_commit(cast.seat(name))} == COMMANDERS
    cast.gives("hans", "Finish")
    assert not access.may_commit(cast.seat("hans"))


def _csrf(response: Any) -> bytes:
    found = response.content.split(b'X-CSRFToken": "')
    return found[1].split(b'"')[0] if len(found) > 1 else b"-"
