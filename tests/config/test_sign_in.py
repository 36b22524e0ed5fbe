"""Logging in through a real provider of OpenID Connect: newcomers, known accounts, and a provider that lies."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import requests
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialLogin
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.urls import reverse

from config.administration.account_settings import providers
from config.administration.registration import new_club_link
from config.own_account import data, deletion
from config.sign_in import Adapter
from tests.config import oidc_provider
from tests.config.test_accounts import GOOD, log_in
from tests.config.test_second_factor import set_up_app, stop_clock_of_codes
from tests.servers import ROOT, free_port

pytestmark = [pytest.mark.django_db, pytest.mark.live]
CALLBACK = "http://testserver/accounts/oidc/club/login/callback/"
LOGIN = "/accounts/oidc/club/login/"
ANNA = {"sub": "4711", "preferred_username": "anna", "email": "anna@example.org", "email_verified": True}


@pytest.fixture(scope="module")
def provider(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The address of a provider that runs, and the folder in which it is told who comes."""
    folder, port = tmp_path_factory.mktemp("provider"), free_port()
    (folder / "who.json").write_text(json.dumps(ANNA))
    command = [sys.executable, "-m", oidc_provider.__name__, str(port), str(folder), CALLBACK]
    child = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)
    try:
        yield f"http://127.0.0.1:{port}/o", folder
    finally:
        child.kill()
        child.wait()


@pytest.fixture
def comes(provider: tuple[str, Path], settings: Any) -> Callable[..., Any]:
    """Lets somebody come through the provider in a browser, who says of him what it likes; returns our last answer."""
    url, folder = provider
    settings.OIDC_PROVIDERS = providers(url, oidc_provider.CLIENT, oidc_provider.SECRET, "The Club")
    until = time.monotonic() + 60
    while True:
        try:
            requests.get(f"{url}/.well-known/openid-configuration", timeout=5).raise_for_status()
            break
        except requests.RequestException:
            assert time.monotonic() < until, "the provider does not answer"
            time.sleep(0.1)
    cache.clear()

    def way_back(client: Client, to: str = LOGIN, **said: Any) -> str:
        (folder / "who.json").write_text(json.dumps({**ANNA, **said}))
        led = client.post(to)
        assert led.status_code == 302, led.content.decode()[-2000:]
        assert urlsplit(led["Location"]).netloc == urlsplit(url).netloc
        back = requests.get(led["Location"], allow_redirects=False, timeout=20).headers["Location"]
        assert back.startswith(CALLBACK)
        return f"{urlsplit(back).path}?{urlsplit(back).query}"

    def come(client: Client, to: str = LOGIN, **said: Any) -> Any:
        return client.get(way_back(client, to, **said))

    come.way_back = way_back  # type: ignore[attr-defined]
    return come


def register(client: Client, name: str, address: str = "", **more: str) -> Any:
    return client.post(reverse("socialaccount_signup"), {"username": name, "email": address, **more})


def test_a_newcomer_chooses_his_name_and_comes_in_without_a_password(comes: Any, client: Client) -> None:
    assert comes(client).url == reverse("socialaccount_signup")
    page = client.get(reverse("socialaccount_signup")).content.decode()
    assert 'value="anna"' in page
    assert "The Club says who you are" in page
    register(client, "annika", "anna@example.org")
    made = User.objects.get(username="annika")
    assert not made.has_usable_password()
    assert client.session["_auth_user_id"] == str(made.pk)
    again = Client()
    comes(again)
    assert again.session["_auth_user_id"] == str(made.pk)


def test_an_address_the_provider_calls_confirmed_is_not(comes: Any, client: Client) -> None:
    comes(client)
    register(client, "anna", "anna@example.org")
    assert [each.verified for each in EmailAddress.objects.filter(user__username="anna")] == [False]


def test_a_provider_that_lies_about_an_address_gets_into_no_account(comes: Any, client: Client) -> None:
    victim = User.objects.create_user("otto", "otto@example.org", GOOD)
    EmailAddress.objects.create(user=victim, email="otto@example.org", verified=True, primary=True)
    comes(client, email="otto@example.org", preferred_username="otto")
    assert "_auth_user_id" not in client.session
    register(client, "otto", "otto@example.org")
    assert "_auth_user_id" not in client.session or client.session["_auth_user_id"] != str(victim.pk)
    assert not SocialAccount.objects.filter(user=victim).exists()


def test_the_provider_is_the_one_of_the_settings_whatever_a_row_says(comes: Any, client: Client) -> None:
    SocialApp.objects.create(provider="openid_connect", provider_id="evil", client_id="x", settings={"server_url": "x"})
    assert client.post("/accounts/oidc/evil/login/").status_code == 404
    assert comes(client).status_code == 302


@pytest.mark.parametrize("name", ["", "a" * 10_000, "x\0y", "former player 1"])
def test_a_name_that_cannot_be_is_refused_with_a_sentence(comes: Any, client: Client, name: str) -> None:
    comes(client, preferred_username=name or None)
    answer = register(client, name, "anna@example.org")
    assert answer.status_code == 200
    assert answer.context["form"].errors
    assert not User.objects.filter(email="anna@example.org").exists()


@pytest.mark.slow
def test_closed_registration_is_closed_to_the_providers_people_too(comes: Any, client: Client, settings: Any) -> None:
    settings.REGISTRATION = "closed"
    assert "takes no new accounts" in comes(client).content.decode()
    assert not User.objects.exists()


def test_an_invitation_outlasts_the_way_to_the_provider(comes: Any, client: Client, settings: Any) -> None:
    settings.REGISTRATION = "invited"
    assert "by invitation" in comes(client).content.decode()
    invited = Client()
    assert comes(invited, f"{LOGIN}?next={new_club_link()}").url == reverse("socialaccount_signup")
    register(invited, "anna", "anna@example.org")
    assert User.objects.filter(username="anna").exists()


def test_who_has_an_account_links_it_himself_and_unlinks_it_again(comes: Any, client: Client) -> None:
    hans = User.objects.create_user("hans", password=GOOD)
    assert log_in(client, "hans", GOOD)
    comes(client, f"{LOGIN}?process=connect")
    linked = SocialAccount.objects.get(user=hans)
    assert [each["from"] for each in data.account(hans)["linked_log_ins"]] == ["club"]
    through = Client()
    comes(through)
    assert through.session["_auth_user_id"] == str(hans.pk)
    page = client.get(reverse("socialaccount_connections"))
    assert "The Club" in page.content.decode()
    client.post(reverse("socialaccount_connections"), {"account": linked.pk})
    assert not SocialAccount.objects.exists()


def test_the_last_way_in_cannot_be_unlinked(comes: Any, client: Client) -> None:
    comes(client)
    register(client, "anna", "anna@example.org")
    linked = SocialAccount.objects.get()
    answer = client.post(reverse("socialaccount_connections"), {"account": linked.pk})
    assert answer.status_code == 200
    assert SocialAccount.objects.exists()


def test_a_second_factor_is_asked_for_after_the_provider(
    comes: Any, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_clock_of_codes(monkeypatch)
    hans = User.objects.create_user("hans", "hans@example.org", GOOD)
    log_in(client, "hans", GOOD)
    client.post(reverse("account_reauthenticate"), {"password": GOOD})
    comes(client, f"{LOGIN}?process=connect")
    set_up_app(client)
    assert Authenticator.objects.filter(user=hans).exists()
    through = Client()
    assert comes(through).url == reverse("mfa_authenticate")
    assert "_auth_user_id" not in through.session


def test_a_deleted_account_is_linked_no_more(comes: Any, client: Client) -> None:
    comes(client)
    register(client, "anna", "anna@example.org")
    deletion.delete_account(User.objects.get(username="anna"))
    assert not SocialAccount.objects.exists()
    assert comes(Client()).url == reverse("socialaccount_signup")


def test_a_provider_that_is_away_is_told_with_a_sentence(client: Client) -> None:
    answer = client.post(LOGIN)  # that of the tests' settings, which is not there
    assert answer.status_code == 502
    assert "This log-in failed" in answer.content.decode()


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b"7", b'{"authorization_endpoint": 3}', b"<html>", b"\xff\xfe"])
def test_an_answer_that_is_none_is_told_with_a_sentence(
    client: Client, monkeypatch: pytest.MonkeyPatch, body: bytes
) -> None:
    answer = requests.Response()
    answer.status_code, answer._content = 200, body
    monkeypatch.setattr(requests.Session, "request", lambda *given, **more: answer)
    assert client.post(LOGIN).status_code == 502


@pytest.mark.parametrize("said", [{}, {"userinfo": {}}, {"userinfo": {"sub": "1"}, "id_token": {"sub": "2"}}])
def test_who_is_two_people_or_nobody_is_let_in_as_neither(said: dict[str, Any], rf: RequestFactory) -> None:
    came = SocialLogin(account=SocialAccount(extra_data=said))
    with pytest.raises((ImmediateHttpResponse, LookupError)):
        Adapter().pre_social_login(rf.get("/"), came)


@pytest.mark.parametrize("query", ["", "?error=access_denied", "?code=x&state=y", "?code=x", f"?state={'z' * 5000}"])
def test_nonsense_at_the_callback_lets_nobody_in(comes: Any, client: Client, query: str) -> None:
    answer = client.get(f"/accounts/oidc/club/login/callback/{query}")
    assert answer.status_code == 502
    assert "This log-in failed" in answer.content.decode()
    assert "_auth_user_id" not in client.session


def test_the_log_in_page_leads_to_the_provider_and_comes_back(client: Client) -> None:
    page = client.get("/accounts/login/?next=/charts/").content.decode()
    assert 'action="/accounts/oidc/club/login/?next=%2Fcharts%2F"' in page
    assert "Log in with 127.0.0.1" in page


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example",
        "https:evil.example",
        "javascript:1",
        "/\t/evil.example",
    ],
)
def test_the_way_through_the_provider_leads_to_no_other_site(comes: Any, client: Client, elsewhere: str) -> None:
    comes(client)
    register(client, "anna", "anna@example.org")
    again = Client()
    answer = comes(again, f"{LOGIN}?{urlencode({'next': elsewhere})}")
    assert answer.url == "/"
    assert "_auth_user_id" in again.session


def test_a_log_in_or_a_link_is_begun_by_a_press_on_a_page_of_ours(client: Client) -> None:
    User.objects.create_user("hans", password=GOOD)
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(User.objects.get(), backend="allauth.account.auth_backends.AuthenticationBackend")
    for address in (LOGIN, f"{LOGIN}?process=connect"):
        assert strict.get(address).status_code == 200, "an address leads nowhere by itself"
        assert strict.post(address).status_code == 403


def test_somebody_elses_way_back_logs_nobody_in_and_links_nothing(comes: Any) -> None:
    """What the provider gave to one browser is worth nothing in another's, nor a second time."""
    hans = User.objects.create_user("hans", password=GOOD)
    thief, victim, stranger = Client(), Client(), Client()
    assert log_in(victim, "hans", GOOD)
    for to in (LOGIN, f"{LOGIN}?process=connect"):
        back = comes.way_back(thief, to)
        for other in (victim, stranger):
            assert other.get(back).status_code == 502
    assert victim.session["_auth_user_id"] == str(hans.pk)
    assert "_auth_user_id" not in stranger.session
    assert not SocialAccount.objects.exists()
    back = comes.way_back(thief)
    assert thief.get(back).status_code == 302
    assert thief.get(back).status_code == 502, "it was used"


@pytest.mark.parametrize(
    "said",
    [
        {"sub": "s" * 5_000},
        {"sub": "s\u0000"},
        {"preferred_username": {"a": "b"}},
        {"preferred_username": ["x"] * 1_000},
        {"given_name": "x" * 100_000, "family_name": ["x"], "name": {"a": 1}},
        {"email": ["x"]},
        {"email": "x" * 50_000 + "@example.org"},
        {"email": {"a": "b"}, "email_verified": "perhaps"},
        {"picture": "javascript:1", "website": 7, "locale": "../../etc"},
    ],
)
def test_whatever_the_provider_says_of_somebody_breaks_no_page(
    comes: Any, client: Client, said: dict[str, Any]
) -> None:
    assert comes(client, **said).status_code in {200, 302, 502}
    if (answer := client.get(reverse("socialaccount_signup"))).status_code == 200:
        assert len(answer.content) < 200_000
        assert register(client, "anna").status_code in {200, 302}
        assert client.get(reverse("socialaccount_connections")).status_code in {200, 302}
        assert comes(Client(), **said).status_code in {200, 302, 502}


@pytest.mark.parametrize("planted", [[], 5, "x", {"userinfo": 5}, {"userinfo": {"email": [1]}, "id_token": None}])
@pytest.mark.parametrize("at", ["club", "elsewhere", "../x"])
def test_a_planted_link_breaks_no_page(client: Client, planted: object, at: str) -> None:
    hans = User.objects.create_user("hans", password=GOOD)
    assert log_in(client, "hans", GOOD)
    SocialAccount.objects.create(user=hans, provider=at, uid="1", extra_data=planted)
    assert client.get(reverse("socialaccount_connections")).status_code == 200
    assert client.post(reverse("my-data"), {"password": GOOD}).status_code < 500
    gone = {"account": SocialAccount.objects.get().pk}
    assert client.post(reverse("socialaccount_connections"), gone).status_code == 302
    assert not SocialAccount.objects.exists()


def test_nobody_unlinks_what_is_somebody_elses(comes: Any, client: Client) -> None:
    comes(client)
    register(client, "anna", "anna@example.org")
    User.objects.create_user("hans", password=GOOD)
    other = Client()
    assert log_in(other, "hans", GOOD)
    linked = SocialAccount.objects.get()
    page = other.get(reverse("socialaccount_connections")).content.decode()
    assert "4711" not in page
    other.post(reverse("socialaccount_connections"), {"account": linked.pk})
    assert SocialAccount.objects.filter(pk=linked.pk).exists()


def test_no_log_and_no_page_holds_what_the_provider_gave(
    comes: Any, client: Client, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    back = comes.way_back(client)
    given = parse_qs(urlsplit(back).query)
    assert "code" in given
    for browser in (Client(), client, client):
        page = browser.get(back).content.decode()
        told = "".join((page, caplog.text, *capfd.readouterr()))
        assert oidc_provider.SECRET not in told
        for name in ("code", "state"):
            assert given[name][0] not in told, name
