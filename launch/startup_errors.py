"""Tells in a sentence, not in a trace, that a program can't go on because of a setting or the database."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError


@contextmanager
def exit_on_bad_settings() -> Iterator[None]:
    """End the program with the sentence of a setting that is missing or wrong, or of a database that lets nobody in."""
    try:
        yield
    except ImproperlyConfigured as error:
        raise SystemExit(f"Refit Room did not start: {error}") from None
    except OperationalError as error:
        raise SystemExit(
            f"Refit Room stopped: {str(error).strip()}\nSee whether the database runs, and whether DATABASE_URL and its"
            " password are its own: a club has that in secrets/database_owner (for migrate) and database_application."
        ) from None
