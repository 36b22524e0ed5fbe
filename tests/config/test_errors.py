"""What an error leaves in reports and logs: where it happened, never what anybody typed or bought."""

import logging
import sys
from unittest.mock import Mock

import pytest
from django.db import IntegrityError, InterfaceError, OperationalError
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.views.debug import ExceptionReporter
from structlog.processors import format_exc_info

from config.middleware import Sessions

CANARY = "-".join(["Canary", "Battalion", "7"])  # in pieces: a report shows lines of source


def fail(request: HttpRequest) -> None:
    """Fail with a secret in a local variable."""
    purchase = CANARY
    raise ValueError(f"bad length {len(purchase)}")


@pytest.fixture
def request_with_a_secret() -> HttpRequest:
    """A posted form and a cookie that nobody else may see."""
    factory = RequestFactory()
    factory.cookies["sessionid"] = CANARY
    return factory.post("/", {"group": CANARY})


def test_an_error_report_holds_the_trace_and_no_secret(request_with_a_secret: HttpRequest) -> None:
    try:
        fail(request_with_a_secret)
    except ValueError as error:
        reporter = ExceptionReporter(request_with_a_secret, type(error), error, error.__traceback__)
        written = reporter.get_traceback_text() + reporter.get_traceback_html()
    assert "bad length 18" in written
    assert CANARY not in written


def test_a_logged_error_holds_the_trace_and_no_secret(request_with_a_secret: HttpRequest, settings: object) -> None:
    formatter = _formatter()
    try:
        fail(request_with_a_secret)
    except ValueError as error:
        record = logging.LogRecord(
            "django.request",
            logging.ERROR,
            __file__,
            1,
            "Error at %s",
            ("/",),
            (type(error), error, error.__traceback__),
        )
        record.request = request_with_a_secret
    written = formatter.format(record)
    assert "bad length 18" in written
    assert "fail(request_with_a_secret)" in written
    assert CANARY not in written


@pytest.mark.parametrize("exc_info", [True, "the exception", "as logging has it"])
def test_a_trace_leaves_out_the_row_that_the_database_refused(exc_info: object) -> None:
    from config import logs

    try:
        raise IntegrityError(f"duplicate key\nDETAIL: Key (name)=({CANARY}) already exists.")
    except IntegrityError as error:
        given = {"the exception": error, "as logging has it": sys.exc_info()}
        event = {"event": "failed", "exc_info": given.get(str(exc_info), exc_info)}
        written = str(format_exc_info(None, "error", logs.without_what_was_at_hand(None, "error", event)))
    assert "IntegrityError: duplicate key" in written
    assert CANARY not in written


@pytest.mark.parametrize("as_json", [True, False])
def test_both_ways_of_logging_can_draw_a_line(as_json: bool) -> None:
    record = logging.LogRecord("refit", logging.INFO, __file__, 1, "sheet %s ready", (7,), None)
    assert "sheet 7 ready" in _formatter(as_json).format(record)


@pytest.mark.parametrize(
    ("wrong", "status", "words"),
    [
        (OperationalError("server closed the connection"), 503, "The database does not answer"),
        (InterfaceError("connection already closed"), 503, "The database does not answer"),
        (ValueError("a fault of ours"), 500, "Something broke"),
    ],
)
def test_a_database_that_is_away_is_told_apart_from_a_fault_of_ours(
    monkeypatch: pytest.MonkeyPatch, wrong: Exception, status: int, words: str
) -> None:
    monkeypatch.setattr(Sessions, "process_request", Mock(side_effect=wrong))
    answer = Client(raise_request_exception=False).get("/accounts/login/")
    assert (answer.status_code, words in answer.content.decode()) == (status, True)
    assert ("Retry-After" in answer) == (status == 503)
    assert str(wrong) not in answer.content.decode()


def _formatter(as_json: bool = False) -> logging.Formatter:
    from config import logs

    made = dict(logs.configuration(level="INFO", as_json=as_json)["formatters"]["line"])
    return made.pop("()")(**made)
