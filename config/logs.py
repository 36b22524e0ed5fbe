"""How the program logs: one line an event, JSON for a club, readable text otherwise.

Nothing here prints a request's body or the variables of a trace; a message names ids, never what a side did. Links that
grant something to whoever reads them (of an invitation, a new password, an address to confirm) and mail addresses are
removed from every line, whoever wrote it.

Only our own modules ever log at DEBUG. Libraries print there what they work on: Django's templates the whole context of
a page, the drivers what they send.
"""

import logging
import re
import sys
from typing import Any

import structlog
from django.db import Error as DatabaseError
from django.template import VariableDoesNotExist
from psycopg import Error as DriverError


def without_what_was_at_hand(logger: Any, name: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """Remove from a trace what its exceptions quote: a processor of structlog.

    A template that misses a variable quotes the whole context, cookies included; the database quotes the row it
    refused. Django's security warnings get no trace: else a stranger could push everything else out of the log.
    """
    if str(event.get("logger", "")).startswith("django.security."):
        event.pop("exc_info", None)
    info = event.get("exc_info")
    if info and not isinstance(info, tuple | BaseException):  # `log.exception` says only that one is being handled
        info = sys.exc_info()
    exception = info[1] if isinstance(info, tuple) else info
    while isinstance(exception, BaseException):
        if isinstance(exception, VariableDoesNotExist):
            exception.params = (*exception.params[:1], "…")
        elif isinstance(exception, DatabaseError | DriverError):
            exception.args = tuple(str(each).partition("\n")[0] for each in exception.args)
        exception = exception.__cause__ or exception.__context__
    return event


SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.stdlib.PositionalArgumentsFormatter(),
    without_what_was_at_hand,
    structlog.processors.format_exc_info,  # text of the trace only: the richer formatters add local variables
]

OURS = ("campaigns", "config", "launch", "refit", "rosters", "rules")
SLASH = r"(?:/|%2[Ff])"
LINKS = re.compile(
    rf"({SLASH}(?:join|club|calendar|accounts{SLASH}confirm-email|accounts{SLASH}password{SLASH}reset{SLASH}key){SLASH})"
    r"[^/\s\"'<>?&%]+"
)
"""Addresses that grant something; the group ends before the part that does."""
MAIL = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
"""Searched for from the beginning of a word only: from each letter of a long path it would take seconds."""
INPUT = re.compile(r"(input_value=).{0,1000}?(?=, input_type=)", re.DOTALL)
"""What pydantic quotes of a value that it refused, a few letters; it may come from a side's room."""
LOGIN = re.compile(r"(://)[^/\s@]+@")
"""Name and password in the address of a database, a broker or a mail server."""


LONGEST_LINE = 20_000
"""Characters kept of a line, half from its beginning and half from its end; the longest trace has fewer."""


def scrub(text: str) -> str:
    """Remove the links, names, passwords, mail addresses and input that no reader of a log may have."""
    return MAIL.sub("…@…", LOGIN.sub(r"\1…@", LINKS.sub(r"\1…", INPUT.sub(r"\1…", text))))


class ScrubbedFormatter(structlog.stdlib.ProcessorFormatter):
    """Formats a line with its trace, and scrubs the result."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, shortened if a stranger's request has made it very long."""
        line = scrub(super().format(record))
        half = LONGEST_LINE // 2
        return line if len(line) <= LONGEST_LINE else f"{line[:half]} … {line[-half:]}"


def configuration(*, level: str, as_json: bool) -> dict[str, Any]:
    """Return Django's LOGGING setting, and bind structlog to the same handlers."""
    others = "INFO" if level == "DEBUG" else level
    drawn = structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer(colors=False)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": ScrubbedFormatter,
                "foreign_pre_chain": SHARED,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, drawn],
            }
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": others},
        "loggers": {
            **{name: {"level": level} for name in OURS},
            # Django's own handlers would mail or print the request; ours is enough.
            "django": {"handlers": [], "level": others, "propagate": True},
            "django.server": {"handlers": [], "level": others, "propagate": True},
            "django.db.backends": {"level": "WARNING"},  # the statements carry the data
            "axes": {"level": "ERROR"},  # it names what was typed as a name, which may be a password
            "celery": {"level": "WARNING"},  # else each job is two lines
            "uvicorn": {"level": "WARNING"},
            # Where alerts go lets whoever knows it write there.
            "apprise": {"handlers": [], "level": "CRITICAL", "propagate": False},
            "requests_hardened": {"level": "ERROR"},
            "urllib3": {"level": "ERROR"},
            "fido2": {"level": "WARNING"},  # else it names the key of whoever logs in
        },
    }
