"""How the program logs: one line an event, JSON for a club, readable text otherwise.

Nothing here prints a request's body or the variables of a trace; a message names ids, never what a side did.
"""

from typing import Any

import structlog

SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.stdlib.PositionalArgumentsFormatter(),
    structlog.processors.format_exc_info,  # text of the trace only: the richer formatters add local variables
]


def configuration(*, level: str, as_json: bool) -> dict[str, Any]:
    """Return Django's LOGGING setting, and bind structlog to the same handlers."""
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
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, drawn],
            }
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            # Django's own handlers would mail or print the request; ours is enough.
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": level, "propagate": True},
            "django.db.backends": {"level": "WARNING"},  # the statements carry the data
            "axes": {"level": "WARNING"},  # else every log-in is four lines
            "uvicorn": {"level": "WARNING"},
            "fido2": {"level": "WARNING"},  # else it names the key of whoever logs in
        },
    }
