"""A form that is posted after the login has lapsed: nothing is done, and its entries come back to who typed them."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign, Draft, Invitation, PlayMode
from tests.config.test_accounts import GOOD, log_in
from tests.players import PlayedCampaign, start_played

pytestmark = pytest.mark.django_db
PLANTED = "a planted gun"


@pytest.fixture
def table() -> PlayedCampaign:
    cache.clear()
    table = start_played()
    for user in table.users.values():
        user.set_password(GOOD)
        user.save()
    return table


@pytest.fixture
def visitor(table: PlayedCampaign) -> Client:
    """A browser whose user has logged in and whose login has lapsed since."""
    client = Client()
    assert log_in(client, "hans", GOOD)
    Session.objects.all().delete()
    return client


def people(table: PlayedCampaign) -> str:
    return reverse("campaign-people", args=[table.public_id])


def posted(visitor: Client, address: str, **more: Any) -> Any:
    return visitor.post(address, {"seat": "adjutant:german", "note": [PLANTED, "<b>&"], "act": "go"}, **more)


def hidden(page: str) -> QueryDict:
    """The hidden entries of a page's last form."""
    found = QueryDict(mutable=True)
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page.rpartition("<form")[2]):
        found.appendlist(name, unescape(value))
    found.pop("csrfmiddlewaretoken", None)
    return found


def brings_back(visitor: Client, page: Any) -> Any:
    entries = hidden(page.content.decode())
    return visitor.post(reverse("kept-entries"), entries.urlencode(), "application/x-www-form-urlencoded")


def test_what_was_typed_comes_back_after_the_login_and_can_be_sent_again(
    table: PlayedCampaign, visitor: Client
) -> None:
    before = Invitation.objects.count()
    lapsed = posted(visitor, people(table))
    assert lapsed.status_code == 422
    assert "Nothing was done" in lapsed.content.decode()
    assert PLANTED not in lapsed.content.decode(), "whoever sits at the device now reads nothing"
    assert lapsed["Cache-Control"] == "no-store"
    slip = brings_back(visitor, lapsed)
    assert slip.status_code == 422
    assert hidden(slip.content.decode()) == hidden(lapsed.content.decode()), "without a login it stays where it is"
    assert log_in(visitor, "hans", GOOD)
    back = brings_back(visitor, slip).content.decode()
    assert f'action="{people(table)}"' in back
    assert hidden(back).getlist("note") == [PLANTED, "<b>&"]
    assert Invitation.objects.count() == before
    again = QueryDict(hidden(back).urlencode() + "&act=go")
    assert visitor.post(people(table), again.urlencode(), "application/x-www-form-urlencoded").status_code == 200
    assert Invitation.objects.count() == before + 1


def test_what_was_to_be_said_at_the_table_is_still_said_there(table: PlayedCampaign, visitor: Client) -> None:
    address = reverse("talk", args=[table.public_id]) + "?room=table"
    lapsed = visitor.post(address, {"text": PLANTED, "act": "say"})
    assert log_in(visitor, "hans", GOOD)
    assert f'action="{address}"' in brings_back(visitor, lapsed).content.decode()


def test_another_user_of_the_device_gets_none_of_it(table: PlayedCampaign, visitor: Client) -> None:
    lapsed = posted(visitor, people(table))
    assert log_in(visitor, "ivan", GOOD)
    other = brings_back(visitor, lapsed)
    assert other.status_code == 422
    assert "Somebody else is logged in" in other.content.decode()
    assert PLANTED not in other.content.decode()


def test_how_much_was_typed_does_not_show(table: PlayedCampaign, visitor: Client) -> None:
    sizes = {
        len(hidden(visitor.post(people(table), {"note": text, "act": "go"}).content.decode())["kept"])
        for text in ("", "x" * 300)
    }
    assert len(sizes) == 1


def test_nothing_of_it_is_kept_on_the_server(table: PlayedCampaign, visitor: Client) -> None:
    before = Session.objects.count(), Draft.objects.count()
    posted(visitor, people(table))
    assert (Session.objects.count(), Draft.objects.count()) == before


def test_a_part_of_a_page_becomes_the_whole_page(table: PlayedCampaign, visitor: Client) -> None:
    answer = posted(visitor, people(table), headers={"HX-Request": "true"})
    whole = answer["HX-Retarget"], answer["HX-Reswap"], answer["HX-Reselect"]
    assert whole == ("body", "innerHTML", "unset"), "else the form would pick a part out of it that is not there"


def test_a_part_that_is_led_to_the_login_takes_the_whole_page_along_and_comes_back_to_it(
    table: PlayedCampaign, visitor: Client
) -> None:
    shown = reverse("campaign", args=[table.public_id]) + "?date=1"
    asks = {"HX-Request": "true", "HX-Current-URL": f"https://testserver{shown}"}
    answer = visitor.get(reverse("campaign-rulings", args=[table.public_id]), headers=asks)
    assert (answer.status_code, "Location" in answer) == (200, False)
    address, _, query = answer["HX-Redirect"].partition("?")
    assert (address, QueryDict(query)["next"]) == ("/accounts/login/", shown)


def test_a_stranger_and_what_was_made_elsewhere_get_nothing(table: PlayedCampaign, visitor: Client) -> None:
    assert posted(Client(), people(table)).status_code == 302, "nobody was ever logged in there"
    for kept in ("", "x", "AAAA", "é"):
        assert visitor.post(reverse("kept-entries"), {"kept": kept}).status_code == 302


def test_forms_of_an_account_hold_passwords_and_are_not_kept(table: PlayedCampaign, visitor: Client) -> None:
    assert visitor.post("/accounts/delete/", {"password": PLANTED}).status_code == 302


def test_what_is_typed_at_one_device_is_not_kept_for_both_of_its_sides_share_the_account(
    table: PlayedCampaign, visitor: Client
) -> None:
    Campaign.objects.update(play_mode=PlayMode.HOTSEAT)
    assert posted(visitor, people(table)).status_code == 302


def test_a_later_owner_of_the_name_gets_none_of_it(table: PlayedCampaign, visitor: Client) -> None:
    lapsed = posted(visitor, people(table))
    User.objects.filter(username="hans").update(username="former player 1")
    User.objects.create_user("hans", password=GOOD)
    assert log_in(visitor, "hans", GOOD)
    assert PLANTED not in brings_back(visitor, lapsed).content.decode()


def test_words_and_pins_are_not_kept(table: PlayedCampaign, visitor: Client) -> None:
    """Whatever opens a room or a seat is typed again; the rest of such a form comes back."""
    own = reverse("room-words", args=[table.public_id])
    typed = {
        reverse("room-unlock", args=[table.public_id]): {"way": "kept", "words": PLANTED},
        own: {"own-drawn": PLANTED, "own-present": PLANTED, "own-written": "on", "way": "kept"},
        reverse("campaign-start"): {"name": "kept", **dict.fromkeys(("drawn", "sheet", "own", "pin_x"), PLANTED)},
    }
    for address, form in typed.items():
        lapsed = visitor.post(address, form)
        assert log_in(visitor, "hans", GOOD)
        back = brings_back(visitor, lapsed)
        Session.objects.all().delete()
        assert set(hidden(back.content.decode()).values()) == {"kept"}, address
        assert back["Cache-Control"] == "no-store"


def test_another_site_gets_none_of_it_and_does_nothing_with_it(table: PlayedCampaign, visitor: Client) -> None:
    """The page takes forms without a token: what comes from elsewhere comes without the session, and shows nothing."""
    lapsed = posted(visitor, people(table))
    assert log_in(visitor, "hans", GOOD)
    kept = str(hidden(lapsed.content.decode())["kept"])
    before = Invitation.objects.count()
    elsewhere = visitor.post(reverse("kept-entries"), {"kept": kept}, headers={"Sec-Fetch-Site": "cross-site"})
    assert PLANTED not in elsewhere.content.decode()
    assert visitor.get(reverse("kept-entries"), {"kept": kept}).status_code == 405
    assert Invitation.objects.count() == before
    assert "frame-ancestors 'none'" in lapsed["Content-Security-Policy"]


def test_a_new_password_and_a_log_out_leave_it_to_its_account_alone(table: PlayedCampaign, visitor: Client) -> None:
    lapsed = posted(visitor, people(table))
    hans = User.objects.get(username="hans")
    hans.set_password(GOOD[::-1])
    hans.save()
    assert PLANTED not in brings_back(visitor, lapsed).content.decode()
    assert log_in(visitor, "hans", GOOD[::-1])
    assert PLANTED in brings_back(visitor, lapsed).content.decode()
    visitor.post("/accounts/logout/")
    assert PLANTED not in brings_back(visitor, lapsed).content.decode()


def test_a_page_of_an_earlier_login_is_refused(table: PlayedCampaign) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.get("/accounts/login/")
    before = strict.cookies["csrftoken"].value
    typed = {"login": "hans", "password": GOOD, "csrfmiddlewaretoken": before}
    assert strict.post("/accounts/login/", typed).status_code == 302
    Session.objects.all().delete()
    old = strict.post(people(table), {"note": PLANTED, "act": "go", "csrfmiddlewaretoken": before})
    assert old.status_code == 403
