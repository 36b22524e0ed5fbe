"""Tells in a sentence, not in a trace, that a program can't start because of a setting."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import ImproperlyConfigured


@contextmanager
def exit_on_bad_settings() -> Iterator[None]:
    """End the program with the sentence of a setting that is missing or wrong."""
    try:
        yield
    except ImproperlyConfigured as error:
        raise SystemExit(f"Refit Room did not start: {error}") from None
