"""Static files, whose addresses are worked out once in a process: a page names a dozen of them."""

from __future__ import annotations

from typing import Any

from django.contrib.staticfiles.storage import StaticFilesStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage


class _KnownUrls(StaticFilesStorage):
    """Remembers the address of each file it was asked for."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._known: dict[str | None, str] = {}

    def url(self, name: str | None) -> str:
        """The address of a file."""
        if name not in self._known:
            self._known[name] = super().url(name)
        return self._known[name]


class CollectedFiles(_KnownUrls, CompressedManifestStaticFilesStorage):
    """Files as they were collected, with what is in them in their names: neither changes while a process runs.

    What our scripts import from each other is named so too: a part that a browser kept never meets one of another
    version. Scripts of others import what is not there, so they are left alone.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/vasl/*.js", CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]),
        ("js/pad/*.js", CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]),
    )


class FilesOfTheSource(_KnownUrls):
    """Files where they stand in the source, under their own names."""
