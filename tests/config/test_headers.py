"""What every kind of answer says about itself: page, part, redirect, refusal, error, file, stream."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from campaigns import pages
from campaigns.ledger import crypto
from config.asgi import Application
from config.headers import EVERYWHERE
from rosters.models import SheetJob
from tests.config.test_live import Page, cookie, played, rooms
from tests.html_client import ClientAnswer
from tests.players import BACKEND, PlayedCampaign, founding, table

__all__ = ["cookie", "founding", "rooms", "table"]

SECURE = {"SECURE_SSL_REDIRECT": True, "SECURE_HSTS_SECONDS": 2592000}
SECURE |= {"SESSION_COOKIE_SECURE": True, "CSRF_COOKIE_SECURE": True}
HSTS = "max-age=2592000"


@pytest.fixture
def https(settings: Any) -> None:
    """The settings of an instance that is reached by https."""
    for name, value in SECURE.items():
        setattr(settings, name, value)


def asked(method: str, path: str, **more: Any) -> Callable[[PlayedCampaign], ClientAnswer]:
    """An address of a campaign (with {id}), asked for by the German commander over https."""

    def ask(table: PlayedCampaign) -> ClientAnswer:
        client = table.browser(more.pop("name", "hans"))
        client.raise_request_exception = False
        return getattr(client, method)(path.format(id=table.public_id), secure=True, **more)

    return ask


def _a_bare_browser(table: PlayedCampaign) -> ClientAnswer:
    return Client(enforce_csrf_checks=True).post("/accounts/login/", {"login": "x"}, secure=True)


def _administration(table: PlayedCampaign) -> ClientAnswer:
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("host"), backend=BACKEND)
    return client.get("/admin/", secure=True)


ANSWERS: dict[str, tuple[int, Callable[[PlayedCampaign], ClientAnswer]]] = {
    "front page": (200, asked("get", "/", name="")),
    "log-in": (200, asked("get", "/accounts/login/", name="")),
    "page": (200, asked("get", "/campaigns/{id}/")),
    "part of a page": (200, asked("get", "/campaigns/{id}/refit/", headers={"hx-request": "true"}, follow=True)),
    "redirect": (302, asked("get", "/campaigns/{id}/", name="")),
    "nothing there": (404, asked("get", "/nowhere/")),
    "nothing for him": (404, asked("get", "/campaigns/{id}/", name="stranger")),
    "wrong method": (405, asked("post", "/campaigns/{id}/")),
    "forged form": (403, _a_bare_browser),
    "refused form": (422, asked("post", "/campaigns/new/")),
    "wrong host": (400, asked("get", "/", headers={"host": "elsewhere.example"})),
    "locked out": (429, lambda table: _locked_out()),
    "health": (200, asked("get", "/healthz")),
    "beat": (200, asked("get", "/campaigns/{id}/beat/")),
    "campaign file": (200, asked("get", "/campaigns/{id}/file/")),
    "style": (200, asked("get", "/static/css/refit.css")),
    "script": (200, asked("get", "/static/js/live.js")),
    "drawing": (200, asked("get", "/static/img/seal.svg")),
    "no such static file": (404, asked("get", "/static/none.js")),
    "administration": (200, _administration),
}


def _locked_out() -> ClientAnswer:
    client = Client()
    return [client.post("/accounts/password/reset/", {"email": "a@example.org"}, secure=True) for _ in range(7)][-1]


def wrong_with(headers: Any) -> list[str]:
    """What is missing in the headers of an answer over https."""
    policy = headers.get("Content-Security-Policy", "")
    found = [name for name, value in EVERYWHERE.items() if headers.get(name) != value]
    found += [
        part for part in ("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'") if part not in policy
    ]
    found += [part for part in ("unsafe", "*", "http:", "blob:") if part in policy]
    return found + ([] if headers.get("Strict-Transport-Security", "").startswith(HSTS) else ["HSTS"])


def test_no_address_of_ours_is_told_to_another_site() -> None:
    assert EVERYWHERE["Referrer-Policy"] in ("same-origin", "no-referrer"), "an invitation stands in its address"


@pytest.mark.parametrize("kind", ANSWERS)
def test_every_kind_of_answer_carries_the_strict_headers(table: PlayedCampaign, https: None, kind: str) -> None:
    status, ask = ANSWERS[kind]
    answer = ask(table)
    answer.close()  # else the file behind a static answer stays open
    assert answer.status_code == status
    assert wrong_with(answer.headers) == []


def test_so_does_a_sheet_as_pdf(table: PlayedCampaign, https: None, django_capture_on_commit_callbacks: Any) -> None:
    client, parts = table.browser("hans"), [table.public_id, "german", "roster"]
    with django_capture_on_commit_callbacks(execute=True):
        client.post(reverse("sheet-pdf", args=parts), secure=True)
    answer = client.get(reverse("sheet-file", args=[*parts, SheetJob.objects.get().number]), secure=True)
    assert answer["Content-Type"] == "application/pdf"
    assert wrong_with(answer.headers) == []


def test_so_does_the_page_of_an_error(table: PlayedCampaign, https: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "campaign_page", lambda seat: 1 / 0)
    answer = asked("get", "/campaigns/{id}/")(table)
    assert answer.status_code == 500
    assert wrong_with(answer.headers) == []


def test_so_does_the_page_of_a_lost_key(table: PlayedCampaign, https: None, settings: Any) -> None:
    settings.REFIT_KEYS = [crypto.new_key()]
    answer = asked("get", "/campaigns/{id}/")(table)
    assert answer.status_code == 503
    assert wrong_with(answer.headers) == []


def test_so_does_the_way_from_http_to_https(table: PlayedCampaign, https: None) -> None:
    answer = Client().get("/")
    assert (answer.status_code, answer["Location"]) == (301, "https://testserver/")
    assert [each for each in wrong_with(answer.headers) if each != "HSTS"] == []


class Heard(Page):
    """A page that keeps the headers it was sent, under the names they are known by."""

    def __init__(self, *about: Any) -> None:
        self.headers: dict[str, str] = {}
        super().__init__(*about)

    async def _send(self, message: Any) -> None:
        known = {name.lower(): name for name in (*EVERYWHERE, "Content-Security-Policy", "Strict-Transport-Security")}
        sent = {name.decode(): value.decode() for name, value in message.get("headers", [])}
        self.headers |= {known.get(name, name): value for name, value in sent.items()}
        await super()._send(message)


@pytest.mark.django_db(transaction=True)
def test_so_do_live_streams_and_their_refusals(https: None, cookie: str, rooms: Any) -> None:
    async def story(application: Application) -> None:
        stream, refusal = Heard(application, cookie), Heard(application, "")
        assert await stream.hears(b"retry:")
        assert await refusal.hears(b"not found")
        await stream.leaves()
        assert [page.status for page in (stream, refusal)] == [200, 404]
        assert [wrong_with(page.headers) for page in (stream, refusal)] == [[], []]

    played(story)


def test_cookies_stay_on_this_site_and_out_of_reach_of_scripts(db: None, https: None) -> None:
    get_user_model().objects.create_user("anna", password="a good long password")
    client = Client()
    client.get("/accounts/login/", secure=True)
    client.post("/accounts/login/", {"login": "anna", "password": "a good long password"}, secure=True)
    assert set(client.cookies) >= {"sessionid", "csrftoken"}
    for name, morsel in client.cookies.items():
        assert morsel["samesite"] == "Lax", name
        assert morsel["secure"], name
        assert morsel["path"] == "/", name
    assert client.cookies["sessionid"]["httponly"]
