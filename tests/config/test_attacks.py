"""What a stranger or a writer of SQL could try beside the forms: methods, headers, planted rows. No page breaks."""

from __future__ import annotations

import gzip
import logging
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import NoReverseMatch, get_resolver, reverse
from django.urls.converters import IntConverter
from django.utils import timezone

from campaigns.club.models import Organiser
from campaigns.models import Trial
from campaigns.preferences.models import Preferences
from campaigns.trials import actions as trials
from config.logs import LONGEST_LINE, ScrubbedFormatter
from tests.config.test_accounts import GOOD
from tests.html_client import unrecorded
from tests.leaks.crawler import addresses, patterns, read_once
from tests.players import PlayedCampaign, log_in, start_played

pytestmark = pytest.mark.django_db
FORGED = {
    "X-Forwarded-For": "198.51.100.{n}",
    "X-Real-Ip": "198.51.100.{n}",
    "Forwarded": "for=198.51.100.{n}",
    "Client-Ip": "198.51.100.{n}",
    "X-Forwarded-Host": "elsewhere{n}.example",
}
METHODS = ("head", "options", "put", "patch", "delete", "trace")


@pytest.fixture
def table() -> PlayedCampaign:
    return start_played()


def tell_sql(statement: str, *values: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def rows() -> list[tuple[object, ...]]:
    """What stands in the journal and of seats."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT (SELECT count(*) FROM campaigns_journalentry), (SELECT count(*) FROM campaigns_seat)")
        return list(cursor.fetchall())


@pytest.mark.sampled(2)
@pytest.mark.parametrize("method", METHODS)
@read_once()
@unrecorded()
def test_no_method_but_get_and_post_does_or_breaks_anything(table: PlayedCampaign, method: str) -> None:
    own = [url for each in addresses() for url in each.urls(table.public_id)]
    plain = [reverse(name) for name in ("campaign-list", "my-data", "account_login", "chart-list", "gauges", "healthz")]
    before = rows()
    for client in (table.browser("hans"), table.browser("stranger")):
        for address in {*own, *plain}:
            assert getattr(client, method)(address).status_code < 500, address
    assert rows() == before


@read_once()
@unrecorded()
def test_a_head_of_a_page_tells_a_stranger_what_a_get_does(table: PlayedCampaign) -> None:
    for who in ("stranger", "ivan"):
        client = table.browser(who)
        for each in addresses():
            for address in list(each.urls(table.public_id))[:1]:
                got, asked = client.get(address), client.head(address)
                assert asked.status_code in {got.status_code, 405}, address
                assert not asked.content


def test_forged_addresses_and_hosts_count_as_one_place_and_lead_nowhere() -> None:
    cache.clear()
    statuses = []
    for n in range(21):
        forged = {name: value.format(n=n) for name, value in FORGED.items()}
        answer = Client(headers=forged).post("/accounts/login/", {"login": f"somebody{n}", "password": "x"})
        assert b"elsewhere" not in answer.content
        statuses.append("Too many" in answer.content.decode())
    assert (statuses[0], statuses[-1]) == (False, True), "twenty a minute from one place"


def test_a_packed_body_is_not_unpacked(client: Client) -> None:
    bomb = gzip.compress(b"login=" + b"a" * 50_000_000)
    answer = client.post(
        "/accounts/login/", bomb, content_type="application/x-www-form-urlencoded", headers={"Content-Encoding": "gzip"}
    )
    assert answer.status_code < 500
    assert len(answer.content) < 100_000


def test_a_session_that_was_there_before_is_not_the_one_of_the_log_in(settings: Any) -> None:
    """Neither of an account nor of a trial: who planted the cookie in a browser knows nothing behind it."""
    User.objects.create_user("hans", password="a good password")
    for enter in (
        lambda browser: browser.post("/accounts/login/", {"login": "hans", "password": "a good password"}),
        lambda browser: browser.post(reverse("trial", args=["oto2"])),
    ):
        cache.clear()
        browser = Client()
        browser.cookies["sessionid"] = "a" * 32
        assert enter(browser).status_code == 302
        assert browser.cookies["sessionid"].value != "a" * 32
        thief = Client()
        thief.cookies["sessionid"] = "a" * 32
        assert thief.get(reverse("campaign-start")).status_code == 302


@pytest.mark.parametrize(
    ("language", "zone"),
    [("../../etc", "../../../etc/passwd"), ("xx", "Europe/Nowhere"), ("de\n", "/etc/localtime"), ("<b>", "<b>")],
)
def test_planted_preferences_break_no_page(table: PlayedCampaign, language: str, zone: str) -> None:
    client = table.browser("hans")
    addresses = [reverse(name, args=[table.public_id]) for name in ("campaign", "campaign-journal")]
    addresses += [reverse("campaign-list"), reverse("campaign-start")]
    Preferences.objects.create(user=table.users["hans"], language=language, time_zone=zone)
    assert [client.get(address).status_code for address in addresses] == [200] * len(addresses)


@pytest.mark.parametrize("data", ["", "x", "e30:x:y", "gASVAAAAAAAAAAA=", "[" * 10_000])
def test_a_planted_session_is_nobodys(data: str) -> None:
    user = User.objects.create_user("hans")
    client = log_in(Client(), user)
    assert client.get(reverse("campaign-start")).status_code == 200
    tell_sql("UPDATE django_session SET session_data = %s", data)
    assert client.get(reverse("campaign-start")).status_code == 302


def test_a_planted_trial_has_no_account_deleted_that_is_none_of_a_guest() -> None:
    hans = User.objects.create_user("hans", password="a good password")
    Trial.objects.create(user=hans, campaign=None, begun_at=timezone.now())
    trials.remove_guests_of_removed()
    assert User.objects.filter(pk=hans.pk).exists()


@pytest.mark.parametrize("given", ["Bearer ", "Bearer ü", "Bearer " + "x" * 60_000, "Basic eA==", "Bearer\tx"])
def test_no_nonsense_opens_the_gauges(client: Client, settings: Any, given: str) -> None:
    settings.GAUGES_TOKEN = "t" * 32
    for told in (given, given.encode("utf-8").decode("latin-1")):
        assert client.get("/gauges", headers={"Authorization": told}).status_code == 404
    assert client.get("/gauges", {"token": settings.GAUGES_TOKEN}).status_code == 404


@read_once()
@unrecorded()
def test_an_edition_that_somebody_planted_tells_nobody_more(table: PlayedCampaign) -> None:
    """Who sits there is told that it can't be shown, and everybody else what he is told of one that is not there."""
    tell_sql("UPDATE campaigns_campaign SET edition = 'older'")
    stranger, hans = table.browser("stranger"), table.browser("hans")
    for each in addresses():
        for address in list(each.urls(table.public_id))[:1]:
            assert stranger.get(address).status_code in {404, 405}, address
            assert hans.get(address).status_code in {200, 302, 404, 405, 410}, address


@read_once()
@unrecorded()
def test_no_address_with_a_zero_character_breaks_anything(table: PlayedCampaign) -> None:
    """No table takes one, and whoever asks for it gets what he gets for what is not there."""
    browsers = [table.browser("hans"), Client()]
    Organiser.objects.create(user=table.users["hans"])
    for name, parts in _parts_of_addresses():
        for part in (each for each, value in parts.items() if value != 1):
            address = reverse(name, kwargs={**parts, part: "HERE"}).replace("HERE", "a%00b")
            for browser, method in product(browsers, ("get", "post")):
                assert getattr(browser, method)(address).status_code in {302, 404, 405}, address


def _parts_of_addresses() -> Iterator[tuple[str, dict[str, int | str]]]:
    """The name of each address, with something for each of its parts."""
    for pattern in patterns(get_resolver()):
        kinds = pattern.pattern.converters
        if pattern.name and kinds:
            with suppress(NoReverseMatch):  # of the administration, in a space of names of its own
                parts = {each: 1 if isinstance(kind, IntConverter) else "german" for each, kind in kinds.items()}
                reverse(pattern.name, kwargs=parts)
                yield pattern.name, parts


def test_a_login_that_lapsed_at_an_address_with_a_zero_character_is_one_as_any_other(table: PlayedCampaign) -> None:
    User.objects.filter(username="hans").update(password=make_password("a good password"))
    browser = Client()
    browser.post("/accounts/login/", {"login": "hans", "password": "a good password"})
    del browser.cookies["sessionid"]
    assert browser.post("/campaigns/a%00b/", {"act": "go"}).status_code == 422


def test_a_form_in_parts_is_no_list_of_entries(table: PlayedCampaign) -> None:
    answer = table.browser("hans").post(reverse("pad-entries", args=[table.public_id]), {"entries": "x", "mark": "x"})
    assert answer.status_code == 400


@pytest.mark.parametrize("unit", ["a", "1-", "a.", "input_value=", "://", "a@", "/join/", "%2Fjoin%2F"])
def test_no_path_of_a_stranger_keeps_the_log_busy(unit: str) -> None:
    """What is not found is logged, and each line is scrubbed; a path may be as long as the head of a request: 64 kB."""
    line = logging.LogRecord("django.request", logging.WARNING, "", 0, unit * (65_536 // len(unit)), (), None)
    began = time.process_time()
    told = ScrubbedFormatter(processors=[lambda logger, name, event: event["event"]]).format(line)
    assert time.process_time() - began < 0.5
    assert len(told) <= LONGEST_LINE + 3


def test_a_session_key_that_no_table_takes_is_none() -> None:
    answer = Client().get("/accounts/login/", headers={"Cookie": 'sessionid="guessed\\000"'})
    assert answer.status_code == 200


ELSEWHERE = (
    "//elsewhere.example",
    "/\\elsewhere.example",
    "https:///elsewhere.example",
    "//testserver@elsewhere.example",
    "http://localhost:8080/",
    "//127.0.0.1/",
    "https://[::1]/",
    "//[",
    "//[elsewhere]/",
    "/\x00/elsewhere",
)


@pytest.mark.sampled(len(ELSEWHERE))
@pytest.mark.parametrize("name", ["account_login", "account_signup", "account_logout", "account_reauthenticate"])
@pytest.mark.parametrize("onward", ELSEWHERE)
def test_no_way_back_leads_elsewhere_or_breaks_a_page(name: str, onward: str, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1", "[::1]"]
    User.objects.create_user("anna", password=GOOD)
    typed = {"login": "anna", "password": GOOD, "password1": GOOD, "password2": GOOD, "username": "berta"}
    for form, query in (({**typed, "next": onward}, ""), (typed | {"username": "carla"}, urlencode({"next": onward}))):
        client = Client()
        if name in ("account_logout", "account_reauthenticate"):
            client.post("/accounts/login/", {"login": "anna", "password": GOOD})
        answer = client.post(reverse(name), form, QUERY_STRING=query)
        assert answer.status_code in (200, 302)
        assert not answer.get("Location", "") or urlsplit(answer["Location"])[:2] == ("", "")
