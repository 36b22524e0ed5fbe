"""Invitations by link: who may make which, what they confer, and when they are worth nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.http import Http404
from django.urls import reverse

from campaigns import actions
from campaigns.ledger import journal
from campaigns.models import Invitation, Seat
from rules.contract import PUBLIC, Refused
from tests.campaigns.conftest import Players, seated


def test_opening_a_link_confers_nothing_and_pressing_the_button_does(
    founded: Players, logged_in: Callable[..., Any]
) -> None:
    _, token = actions.invite(role="commander", side="russian", by=founded.seat("hans"))
    client = logged_in(founded.users["ivan"])
    assert b"Russian commander" in client.get(reverse("invitation", args=[token])).content
    assert not Seat.objects.filter(user=founded.users["ivan"]).exists()
    response = client.post(reverse("invitation", args=[token]), {"words": "a red barn", "act": "go"})
    assert response["Location"] == founded.campaign.get_absolute_url()
    assert founded.seat("ivan").side == "russian"


def test_a_link_leads_back_after_registering(founded: Players, client: Any) -> None:
    _, token = actions.invite(role="commander", side="russian", by=founded.seat("hans"))
    path = reverse("invitation", args=[token])
    assert f"/accounts/signup/?next={path}" in client.get(path).content.decode()
    account = {
        "username": "nadja",
        "email": "nadja@example.org",
        "password1": "wet-birch-9",
        "password2": "wet-birch-9",
    }
    assert client.post(f"/accounts/signup/?next={path}", account)["Location"] == path
    assert client.post(path, {"words": "a red barn", "act": "go"}).status_code == 302
    assert Seat.objects.get(user__username="nadja").role == "commander"


def test_a_used_link_is_worth_nothing(cast: Players, client: Any) -> None:
    _, token = actions.invite(role="spectator", side="", by=cast.seat("hans"))
    actions.take_seat(token=token, by=cast.users["stranger"])
    assert client.get(reverse("invitation", args=[token])).status_code == 404
    with pytest.raises(Http404):
        actions.take_seat(token=token, by=cast.users["hans"])


def test_a_withdrawn_link_is_worth_nothing(cast: Players, client: Any) -> None:
    offer, token = actions.invite(role="spectator", side="", by=cast.seat("hans"))
    actions.withdraw_invitation(invitation_id=offer.pk, by=cast.seat("hans"))
    assert client.get(reverse("invitation", args=[token])).status_code == 404
    with pytest.raises(Refused, match="no longer open"):
        actions.withdraw_invitation(invitation_id=offer.pk, by=cast.seat("hans"))


def test_a_side_does_not_withdraw_the_links_of_the_other(cast: Players) -> None:
    offer, _ = actions.invite(role="spectator", side="", by=cast.seat("hans"))
    with pytest.raises(Refused):
        actions.withdraw_invitation(invitation_id=offer.pk, by=cast.seat("ivan"))


def test_an_invented_link_is_worth_nothing(client: Any, db: None) -> None:
    for token in ("A" * 43, "short", "ö" * 43):
        assert client.get(reverse("invitation", args=[token])).status_code == 404


def test_a_link_kept_back_for_the_other_side_lapses_when_it_has_its_commander(founded: Players) -> None:
    _, kept = actions.invite(role="commander", side="russian", by=founded.seat("hans"))
    seated(founded, "hans", "ivan", "commander", "russian")
    with pytest.raises(Http404):
        actions.take_seat(token=kept, by=founded.users["stranger"])


def test_only_the_first_commander_of_the_other_side_comes_by_my_link(cast: Players) -> None:
    with pytest.raises(Refused, match="has a commander"):
        actions.invite(role="commander", side="russian", by=cast.seat("hans"))
    with pytest.raises(Refused, match="own side"):
        actions.invite(role="adjutant", side="russian", by=cast.seat("hans"))


def test_12_13_and_7_14_a_side_may_have_several_commanders(cast: Players) -> None:
    assert seated(cast, "ivan", "stranger", "commander", "russian").role == "commander"


@pytest.mark.parametrize("name", ["adjutant_hans", "umpire", "spectator"])
def test_only_commanders_invite(cast: Players, name: str) -> None:
    with pytest.raises(Refused):
        actions.invite(role="spectator", side="", by=cast.seat(name))


def test_a_person_has_one_seat(cast: Players) -> None:
    _, token = actions.invite(role="spectator", side="", by=cast.seat("hans"))
    with pytest.raises(Refused, match="already have a place"):
        actions.take_seat(token=token, by=cast.users["ivan"])


def test_both_sides_read_of_a_link_for_an_umpire(founded: Players) -> None:
    actions.invite(role="umpire", side="", by=founded.seat("hans"))
    assert "house.seat_offered" in {entry.event.kind for entry in journal.entries(founded.campaign, {PUBLIC})}


def test_the_token_is_shown_once_and_kept_nowhere(founded: Players, logged_in: Callable[..., Any]) -> None:
    client = logged_in(founded.users["hans"])
    path = reverse("campaign-people", args=[founded.public_id])
    shown = client.post(path, {"seat": "commander:russian", "act": "go"}).content.decode()
    token = shown.split("/join/")[1].split("/")[0]
    offer = Invitation.objects.get()
    assert token not in str(vars(offer))
    assert token not in client.get(path).content.decode()
    assert actions.take_seat(token=token, by=founded.users["ivan"]).side == "russian"


def test_a_founder_is_told_whom_to_invite_until_he_has_made_a_link(
    founded: Players, logged_in: Callable[..., Any]
) -> None:
    client, path = logged_in(founded.users["hans"]), reverse("campaign-people", args=[founded.public_id])
    wanted = "There is no Russian commander yet"
    assert wanted in client.get(path).content.decode()
    assert wanted in client.post(path, {"seat": "spectator:", "act": "go"}).content.decode()
    made = client.post(path, {"seat": "commander:russian", "act": "go"}).content.decode()
    assert wanted not in made
    assert "Place: <b>Russian commander</b>" in made
    seated(founded, "hans", "ivan", "commander", "russian")
    assert wanted not in client.get(path).content.decode()


def test_a_link_is_withdrawn_and_an_umpire_let_in_by_button(founded: Players, logged_in: Callable[..., Any]) -> None:
    seated(founded, "hans", "ivan", "commander", "russian")
    seated(founded, "hans", "umpire", "umpire", "")
    offer, _ = actions.invite(role="spectator", side="", by=founded.seat("ivan"))
    client = logged_in(founded.users["ivan"])
    page = client.get(reverse("campaign-people", args=[founded.public_id])).content.decode()
    for path in (
        reverse("invitation-withdraw", args=[founded.public_id, offer.pk]),
        reverse("umpire-admit", args=[founded.public_id, founded.seat("umpire").pk]),
    ):
        assert path in page
        assert client.post(path, {"words": "a red barn", "act": "go"}).status_code == 302
    assert founded.seat("umpire").admitted == ["russian"]
