"""Who may register: everybody, whoever was invited, or nobody; and what the pages say of it."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns import actions
from config.administration import registration
from tests.html_client import open_page
from tests.players import PlayedCampaign, founding, table

__all__ = ["founding", "table"]

pytestmark = pytest.mark.django_db

GOOD = "a good long password"
FORM = {"username": "anna", "email": "", "password1": GOOD, "password2": GOOD}


def registers(back: str = "") -> bool:
    """Fill in the form on the way back to an address; say whether there is an account afterwards."""
    client, where = Client(), f"{reverse('account_signup')}?next={back}"
    shown = client.get(where).content.decode()
    client.post(where, {**FORM, "next": back})
    made: bool = get_user_model().objects.filter(username="anna").exists()
    assert made == ('name="password1"' in shown), "the form is shown exactly to whom it is good for something"
    return made


@pytest.fixture
def link(table: PlayedCampaign) -> str:
    """The path of a campaign's open link."""
    _, token = actions.invite(role="spectator", side="", by=table.seat("hans"))
    return reverse("invitation", args=[token])


@pytest.mark.parametrize(("setting", "may"), [("open", True), ("invited", False), ("closed", False)])
def test_who_comes_by_himself_registers_where_it_is_open(settings: Any, setting: str, may: bool) -> None:
    settings.REGISTRATION = setting
    assert registers() == may
    assert (reverse("account_signup") in Client().get("/").content.decode()) == may


@pytest.mark.parametrize(("setting", "may"), [("open", True), ("invited", True), ("closed", False)])
def test_who_follows_an_invitation_registers_where_anybody_may(
    settings: Any, link: str, setting: str, may: bool
) -> None:
    settings.REGISTRATION = setting
    assert (f"{reverse('account_signup')}?next={link}" in Client().get(link).content.decode()) == may
    assert registers(link) == may


def test_an_invitation_that_was_used_lets_nobody_register(settings: Any, link: str, table: PlayedCampaign) -> None:
    settings.REGISTRATION = "invited"
    table.browser("stranger").post(link, {"act": "go"})
    assert not registers(link)


@pytest.mark.parametrize(
    "back", ["/", "/join/made-up/", "/club/1uXyz:made-up/", "//[", "https://elsewhere.example/club/"]
)
def test_no_other_way_back_is_an_invitation(settings: Any, back: str) -> None:
    settings.REGISTRATION = "invited"
    assert not registers(back)


def test_the_clubs_link_lets_its_members_register_and_leads_on(settings: Any) -> None:
    settings.REGISTRATION = "invited"
    said = StringIO()
    call_command("club_link", stdout=said)
    link = said.getvalue().splitlines()[0].removeprefix(settings.REFIT_URL)
    assert "You are invited" in Client().get(link).content.decode()
    client = Client()
    answer = client.post(reverse("account_signup"), {**FORM, "next": link}, follow=True)
    assert answer.redirect_chain[-1][0] == "/"
    settings.REGISTRATION = "closed"
    assert not registration.may_register(Client().get(link).wsgi_request)


def test_the_clubs_link_holds_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    link = registration.new_club_link()
    assert registration.is_invitation(link)
    late = (timezone.now() + registration.CLUB_LINK_LASTS + timedelta(minutes=1)).timestamp()
    monkeypatch.setattr("django.core.signing.time.time", lambda: late)
    assert not registration.is_invitation(link)
    assert Client().get(link).status_code == 404


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [("invited", "Open the link you were sent again"), ("closed", "takes no new accounts at the moment")],
)
def test_a_closed_registration_says_why(settings: Any, setting: str, sentence: str) -> None:
    settings.REGISTRATION = setting
    assert sentence in Client().get(reverse("account_signup")).content.decode()


def test_where_no_mail_leaves_nobody_is_promised_a_letter(settings: Any) -> None:
    assert "Send the link" in Client().get(reverse("account_reset_password")).content.decode()
    settings.SENDS_MAIL = False
    page = Client().get(reverse("account_reset_password")).content.decode()
    assert "This server sends no mail" in page
    assert "Send the link" not in page


@pytest.mark.parametrize(("entry", "typed"), [("username", ""), ("email", "nonsense"), ("password2", "")])
def test_a_wrong_entry_is_told_beside_its_field_and_the_rest_is_kept(entry: str, typed: str) -> None:
    page = open_page(Client(), reverse("account_signup"))
    assert "novalidate" in page.html.split('name="username"')[0], "the browser says nothing of its own"
    refused = page.press("", {**FORM, entry: typed})
    assert f'aria-describedby="id_{entry}' in refused.html
    assert 'aria-invalid="true"' in refused.html
    assert refused.form.fields["username"] == {**FORM, entry: typed}["username"]
    assert not get_user_model().objects.exists()


@pytest.mark.parametrize("name", ["account_signup", "account_login"])
def test_no_field_says_its_label_a_second_time(name: str) -> None:
    page = Client().get(reverse(name)).content.decode()
    assert 'name="password' in page
    assert "placeholder" not in page
