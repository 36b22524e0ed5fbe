"""The planted words, looked for in what the program writes into its logs while they are planted."""

from __future__ import annotations

import json
import logging
import logging.config
from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any

import pytest
import structlog
from celery import signals
from django.conf import settings
from django.core import mail
from django.db import IntegrityError, transaction
from django.template import VariableDoesNotExist, engines
from django.test import Client
from django.urls import reverse
from pydantic import TypeAdapter, ValidationError

from campaigns import actions
from campaigns.models import Campaign
from config.logs import OURS, ScrubbedFormatter, configuration
from refit import flow
from tests.html_client import open_page
from tests.leaks.planted_words import WORD, found_in
from tests.leaks.planting import planted
from tests.leaks.test_storage import dump
from tests.players import PlayedCampaign, founding, table
from tests.positions import played

__all__ = ["founding", "table"]


@pytest.mark.slow
@pytest.mark.django_db
def test_logs_hold_no_word_even_at_their_most_talkative(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    with played():
        table = planted()
    hans = table.browser("hans")
    page = f"/campaigns/{table.public_id}/refit/"
    fields = open_page(hans, page).form.fields
    refused = hans.post(page, {**fields, "act": "seal", f"n:{WORD}": "1"})
    assert refused.status_code == 422
    _break_down(hans, page, {**fields, "act": "seal", f"n:{WORD}": WORD}, monkeypatch)
    out, err = capfd.readouterr()
    assert "Traceback" in caplog.text + out + err, "the broken page was logged"
    assert not found_in((caplog.text + out + err).encode())
    assert not found_in("\n".join(str(message.message()) for message in mail.outbox).encode())


SECRET_PATHS = (
    "/join/{}/", "/club/{}/", "/accounts/confirm-email/{}/", "/accounts/password/reset/key/1a-{}/",
    "/accounts/signup/?next=/join/{}/", "/accounts/login/?next=%2Fjoin%2F{}%2F", "https://refit.example/club/{}",
    "/calendar/{}/refit-room.ics",
)  # fmt: skip
LOGGERS = ("django.request", "django.security.csrf", "uvicorn.error", "celery.worker", "asyncio", "campaigns", "axes")
TOKEN = "c0nfers-a-seat_or-an-account-by-being-read"


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Iterator[StringIO]:
    """What our own handler writes; the test's captures hold lines before they are scrubbed."""
    ours = next(each for each in logging.getLogger().handlers if isinstance(each.formatter, ScrubbedFormatter))
    written = StringIO()
    before = ours.setStream(written)  # type: ignore[attr-defined]
    yield written
    ours.setStream(before)  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", LOGGERS)
def test_no_logger_writes_a_link_that_confers_something_or_an_address(log: StringIO, name: str) -> None:
    for path in SECRET_PATHS:
        logging.getLogger(name).error("Unprocessable Entity: %s", path.format(TOKEN))
        try:
            raise LookupError(f"nobody at {path.format(TOKEN)} for anna@example.org")
        except LookupError:
            logging.getLogger(name).exception("broken", extra={"request": path})
    structlog.get_logger(name).error("sent", to="anna@example.org", by="smtp://refit:pass-word@mail.example.org:25")
    assert log.getvalue().count("Unprocessable Entity: ") == len(SECRET_PATHS)
    assert "…" in log.getvalue()
    for secret in (TOKEN, "anna", "pass-word"):
        assert secret not in log.getvalue()


@pytest.mark.django_db
def test_requests_that_fail_on_a_link_leave_it_out_of_the_log(log: StringIO, table: PlayedCampaign) -> None:
    _, token = actions.invite(role="adjutant", side="german", by=table.seat("hans"))
    link = reverse("invitation", args=[token])
    assert table.browser("ivan").post(link, {"act": "go"}).status_code == 422
    strict = Client(enforce_csrf_checks=True, headers={"referer": f"https://elsewhere.example{link}"})
    assert strict.post(link, {"act": "go"}, secure=True).status_code == 403
    assert log.getvalue().count("/join/…") > 2
    assert token not in log.getvalue()


@pytest.fixture
def told_everything() -> Iterator[None]:
    """LOG_LEVEL=DEBUG."""
    logging.config.dictConfig(configuration(level="DEBUG", as_json=False))
    yield
    logging.config.dictConfig(settings.LOGGING)


def test_libraries_are_not_heard_of_what_they_work_on(told_everything: None) -> None:
    for name in ("django.template", "django.db.backends", "kombu.common", "pgmq.queue", "psycopg", "a_library"):
        assert not logging.getLogger(name).isEnabledFor(logging.DEBUG), name
    for name in OURS:
        assert logging.getLogger(f"{name}.module").isEnabledFor(logging.DEBUG), name


@pytest.mark.django_db
def test_no_cookie_and_no_page_is_in_the_log_when_a_template_misses_something(
    told_everything: None, log: StringIO, table: PlayedCampaign
) -> None:
    """Whether it goes on, which is told at DEBUG, or breaks off."""
    hans = table.browser("hans")
    page = hans.get(f"/campaigns/{table.public_id}/")
    request = page.wsgi_request
    assert request.COOKIES["sessionid"]
    with pytest.raises(VariableDoesNotExist) as broken:
        engines["django"].from_string("{{ request.path|default:request.COOKIES.missing }}").render({}, request)
    assert request.COOKIES["sessionid"] in str(broken.value)
    engines["django"].from_string("{{ request.COOKIES.missing }}").render({}, request)
    logging.getLogger("django.request").error("broken", exc_info=broken.value)
    structlog.get_logger("campaigns").error("broken too", exc_info=broken.value)
    assert log.getvalue().count("VariableDoesNotExist") >= 2
    assert request.COOKIES["sessionid"] not in log.getvalue()


def test_nonsense_fills_the_log_with_no_traces(log: StringIO) -> None:
    for name in ("django.security.TooManyFieldsSent", "django.request"):
        try:
            raise ValueError("nonsense")
        except ValueError:
            logging.getLogger(name).exception("refused")
    assert log.getvalue().count("refused") == 2
    assert log.getvalue().count("Traceback") == 1


@pytest.mark.django_db
def test_no_trace_quotes_a_value_or_a_row(log: StringIO) -> None:
    """What is read from a room, and does not fit, is quoted by pydantic; a row that is refused by the database."""
    tries: dict[str, Callable[[], object]] = {
        "ValidationError": lambda: TypeAdapter(dict[str, int]).validate_json(json.dumps({"n": WORD + "\n" + WORD})),
        "IntegrityError": lambda: Campaign.objects.create(name=WORD, system=WORD),
    }
    for name, tried in tries.items():
        with pytest.raises((ValidationError, IntegrityError), match=WORD) as broken, transaction.atomic():
            tried()
        logging.getLogger("django.request").error("broken", exc_info=broken.value)
        assert name in log.getvalue()
    assert WORD not in log.getvalue()


@pytest.mark.django_db
def test_what_is_kept_of_a_log_in_that_failed_holds_no_link(table: PlayedCampaign) -> None:
    _, token = actions.invite(role="adjutant", side="german", by=table.seat("hans"))
    back = reverse("invitation", args=[token])
    Client().post(f"{reverse('account_login')}?next={back}", {"login": "hans", "password": "x", "next": back})
    kept = dump()
    assert kept["public.axes_accessattempt"]
    assert not [name for name, content in kept.items() if token.encode() in content]


def test_celery_leaves_logging_to_us() -> None:
    assert signals.setup_logging.has_listeners()
    assert not [handler for name in ("celery", "celery.task", "kombu") for handler in logging.getLogger(name).handlers]


def _break_down(client: Client, url: str, entries: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A page breaks down in the middle of the side's own state."""

    def broken(*args: Any, **kwargs: Any) -> Any:
        room = kwargs or args
        raise KeyError(f"no such key among {len(room)}")

    client.raise_request_exception = False
    monkeypatch.setattr(flow, "page", broken)
    answer = client.post(url, entries)
    assert answer.status_code == 500
    assert not found_in(answer.content)
