"""Two commanders who share a device and an account, and one who plays both sides."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns import access, actions
from campaigns.ledger import journal
from campaigns.models import Campaign, PlayMode, Seat
from rules.contract import PUBLIC, Order, Refused
from tests.campaigns.conftest import OPTIONS, Players, seated
from tests.campaigns.test_gates import PAGES
from tests.campaigns.test_pages import FOUNDING, founds

PIN = "birch 16"


@pytest.fixture
def shared(users: dict[str, Any]) -> Callable[..., Players]:
    """A campaign of which hans has both seats."""

    def found(how: str = PlayMode.HOTSEAT, **pins: str) -> Players:
        seat = actions.start_campaign(
            name="Orsha", system="auction", options=OPTIONS, side="german", by=users["hans"], play_mode=how, pins=pins
        )
        return Players(users, seat.campaign.public_id)

    return found


def device(cast: Players) -> str:
    return reverse("campaign-device", args=[cast.public_id])


def hall(client: Any, cast: Players) -> Any:
    return client.get(reverse("campaign", args=[cast.public_id]))


def sat(cast: Players, side: str) -> Seat:
    """The seat of a side as a request from its device would find it."""
    access.attach(cast.users["hans"], {cast.public_id: side})
    return cast.seat("hans")


def test_founding_for_one_device_gives_both_seats_and_leads_to_the_hand_over(
    users: dict[str, Any], logged_in: Callable[..., Any]
) -> None:
    client = logged_in(users["hans"])
    response = founds(client, {**FOUNDING, "how": "hotseat", "pin_german": PIN}, follow=True)
    campaign = Campaign.objects.get()
    assert {seat.side for seat in campaign.seats.all()} == {"german", "russian"}
    assert response.redirect_chain[-1][0] == reverse("campaign-device", args=[campaign.public_id])
    assert PIN not in str([vars(seat) for seat in campaign.seats.all()])
    told = journal.entries(campaign, {PUBLIC})[0].event
    assert told.data["how"] == "hotseat"


def test_a_pin_that_nobody_would_be_asked_for_is_refused(users: dict[str, Any], logged_in: Callable[..., Any]) -> None:
    for how in ("", "accounts", "solo"):
        response = founds(logged_in(users["hans"]), {**FOUNDING, "how": how, "pin_russian": PIN})
        assert response.status_code == 422
        assert response.context["form"].errors["pin_russian"]
    assert not Campaign.objects.exists()


@pytest.mark.parametrize("address", PAGES)
def test_while_nobody_sits_every_page_leads_to_the_hand_over(
    shared: Callable[..., Players], logged_in: Callable[..., Any], address: str
) -> None:
    cast = shared()
    client, path = logged_in(cast.users["hans"]), reverse(address, args=[cast.public_id])
    answers = [client.get(path), client.get(path, headers={"HX-Request": "true"})]
    assert answers[0]["Location"] == answers[1]["HX-Redirect"] == device(cast)
    assert {answer["Cache-Control"] for answer in answers} == {"no-store"}
    assert answers[1].content == b""
    assert access.live_rooms(cast.users["hans"], cast.public_id) is None


def test_the_device_goes_from_hand_to_hand(shared: Callable[..., Players], logged_in: Callable[..., Any]) -> None:
    cast = shared()
    client = logged_in(cast.users["hans"])
    screen = client.get(device(cast)).content.decode()
    assert "I am the German commander" in screen
    assert 'hx-history="false"' in screen
    assert client.post(device(cast), {"side": "german"})["Location"] == cast.campaign.get_absolute_url()
    assert hall(client, cast).context["page"].view.own.gold == 10
    assert "data-shared" in hall(client, cast).content.decode()
    up = client.post(device(cast))
    assert up["Location"] == device(cast)
    assert up["Clear-Site-Data"] == '"cache"'
    assert hall(client, cast).status_code == 302
    client.post(device(cast), {"side": "russian"})
    assert hall(client, cast).context["page"].frame.side_name == "Russian"


def test_the_hand_over_names_who_is_waited_for_alone(
    shared: Callable[..., Players], logged_in: Callable[..., Any]
) -> None:
    cast = shared()
    client = logged_in(cast.users["hans"])
    assert b"Hand the device over" in client.get(device(cast)).content
    german = sat(cast, "german")
    seen = journal.entry_count(german.campaign, access.rooms_of(german))
    actions.submit_order(order=Order("Seal", {}), by=german, seen=seen)
    assert b"Give the device to the Russian commander" in client.get(device(cast)).content
    assert mail.outbox == []


def test_a_seat_opens_the_room_of_the_side_that_sits(shared: Callable[..., Players]) -> None:
    cast = shared()
    for side in ("german", "russian"):
        assert access.rooms_of(sat(cast, side)) == {PUBLIC, side}
        assert access.live_rooms(cast.users["hans"], cast.public_id) == {PUBLIC, side}


def test_a_pin_keeps_the_other_commander_out_and_its_owner_hears_of_wrong_ones(
    shared: Callable[..., Players], logged_in: Callable[..., Any]
) -> None:
    cast = shared(russian=PIN)
    client = logged_in(cast.users["hans"])
    for wrong in ({}, {"pin": ""}, {"pin": "oak"}):
        response = client.post(device(cast), {"side": "russian", **wrong})
        assert response.status_code == 422
        assert b"not the PIN" in response.content
        assert hall(client, cast).status_code == 302
    page = client.post(device(cast), {"side": "russian", "pin": PIN}, follow=True).content.decode()
    assert "since you last sat here: 3" in page


def test_after_five_wrong_pins_not_even_the_right_one_opens_for_a_while(shared: Callable[..., Players]) -> None:
    seat = sat(shared(german=PIN), "german")
    for _ in range(actions.MOST_MISSES):
        with pytest.raises(Refused, match="not the PIN"):
            actions.check_pin(seat=seat, pin="oak")
    with pytest.raises(Refused, match="Too many"):
        actions.check_pin(seat=seat, pin=PIN)
    Seat.objects.filter(pk=seat.pk).update(pin_missed_at=timezone.now() - actions.REST - timedelta(seconds=1))
    assert actions.check_pin(seat=seat, pin=PIN) == actions.MOST_MISSES


def test_a_count_of_wrong_pins_that_somebody_planted_breaks_nothing(shared: Callable[..., Players]) -> None:
    seat = sat(shared(german=PIN), "german")
    Seat.objects.filter(pk=seat.pk).update(pin_misses=32_767, pin_missed_at=None)
    with pytest.raises(Refused, match="not the PIN"):
        actions.check_pin(seat=seat, pin="oak")


def test_a_page_left_open_sends_nothing_for_the_side_that_sits_now(shared: Callable[..., Players]) -> None:
    cast = shared()
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.users["hans"], backend="allauth.account.auth_backends.AuthenticationBackend")

    def token(path: str) -> str:
        return str(client.get(path).context["csrf_token"])

    people = reverse("campaign-people", args=[cast.public_id])
    client.post(device(cast), {"side": "german", "csrfmiddlewaretoken": token(device(cast))})
    left_open, session = token(people), client.session.session_key
    client.post(device(cast), {"csrfmiddlewaretoken": left_open})
    client.post(device(cast), {"side": "russian", "csrfmiddlewaretoken": token(device(cast))})
    link = {"seat": "adjutant:russian", "act": "go", "csrfmiddlewaretoken": left_open}
    assert client.post(people, link).status_code == 403
    assert client.session.session_key != session
    assert client.post(people, {**link, "csrfmiddlewaretoken": token(people)}).status_code == 200


def test_my_campaigns_say_nothing_of_a_side_while_nobody_sits(
    shared: Callable[..., Players], logged_in: Callable[..., Any]
) -> None:
    cast = shared()
    client = logged_in(cast.users["hans"])
    page = client.get("/").content.decode()
    assert page.count(cast.campaign.get_absolute_url()) == 1
    assert "one device" in page
    assert "your side" not in page
    client.post(device(cast), {"side": "russian"})
    assert "Waits on your side" in client.get("/").content.decode()


@pytest.mark.parametrize("name", ["ivan", "spectator", "stranger"])
def test_others_have_nothing_to_hand_over(
    shared: Callable[..., Players], logged_in: Callable[..., Any], name: str
) -> None:
    cast = shared()
    hans = cast.users["hans"]
    sat(cast, "german")
    seated(cast, "hans", "ivan", "adjutant", "german")
    seated(cast, "hans", "spectator", "spectator", "")
    access.attach(hans, {})
    client = logged_in(cast.users[name])
    assert client.get(device(cast)).status_code == client.post(device(cast)).status_code == 404
    if name != "stranger":
        assert b"Hand over" not in hall(client, cast).content


def test_a_usual_campaign_has_no_hand_over(cast: Players, logged_in: Callable[..., Any]) -> None:
    client = logged_in(cast.users["hans"])
    assert client.get(device(cast)).status_code == 404
    assert b"Hand over" not in hall(client, cast).content


def test_a_solo_player_changes_sides_by_a_button_and_the_campaign_says_so(
    shared: Callable[..., Players], logged_in: Callable[..., Any]
) -> None:
    cast = shared(PlayMode.SOLO)
    client = logged_in(cast.users["hans"])
    page = hall(client, cast)
    assert page.context["page"].frame.side_name == "German"
    assert b"To the Russian side" in page.content
    assert b"<span>solo</span>" in page.content
    page = client.post(device(cast), {"side": "russian"}, follow=True)
    assert page.context["page"].frame.side_name == "Russian"
    assert b"It is played solo" in page.content
    assert cast.campaign.called == "Orsha (solo)"


def test_when_the_campaign_has_ended_nobody_is_asked_who_he_is(
    shared: Callable[..., Players], logged_in: Callable[..., Any]
) -> None:
    cast = shared()
    german = sat(cast, "german")
    seen = journal.entry_count(german.campaign, access.rooms_of(german))
    actions.submit_order(order=Order("Finish", {}), by=german, seen=seen)
    page = hall(logged_in(cast.users["hans"]), cast)
    assert page.status_code == 200
    assert b"Hand over" not in page.content


def test_a_window_that_asks_with_the_key_before_ends_nobody_s_session(
    shared: Callable[..., Players], logged_in: Callable[..., Any]
) -> None:
    """Two windows ask at once; the answer to the one with the old key may arrive behind the one with the new."""
    cast = shared()
    client = logged_in(cast.users["hans"])
    before = client.cookies["sessionid"].value
    client.post(device(cast), {"side": "german"})
    assert client.cookies["sessionid"].value != before
    late = Client()
    late.cookies["sessionid"] = before
    answer = hall(late, cast)
    assert answer.status_code == 302
    assert "sessionid" not in answer.cookies, "the browser keeps the key it got in between"
    assert "Cookie" in answer["Vary"]
    assert client.post("/accounts/logout/").cookies["sessionid"].value == "", "who logs out has no session left"


@pytest.mark.parametrize("name", ["campaign-verify", "campaign-honest"])
def test_who_sits_at_one_device_is_led_to_no_other_player_to_compare_with(
    shared: Callable[..., Players], logged_in: Callable[..., Any], name: str
) -> None:
    cast = shared()
    client = logged_in(cast.users["hans"])
    client.post(device(cast), {"side": "german"})
    page = client.get(reverse(name, args=[cast.public_id]))
    assert page.status_code == 200
    assert "Compare with the other player" not in page.content.decode()
