"""What is left in folders by sheets that are set: no file with a planted word."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path
from typing import Any

import pytest

from tests.leaks.planted_words import found_in
from tests.leaks.planting import planted
from tests.positions import played


@pytest.mark.slow
@pytest.mark.django_db
def test_no_file_is_left_behind_with_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    """Not by a sheet that is set, nor in the folder of the instance."""
    for name in ("TMPDIR", "TEMP", "TMP"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with django_capture_on_commit_callbacks(execute=True), played():
        planted()
    of_instance = Path(os.environ["REFIT_VAR"])
    files = [path for folder in (tmp_path, of_instance) for path in folder.rglob("*") if _readable(path)]
    found = {path.name for path in files if found_in(path.read_bytes())}
    assert found == set()
    assert not [path for path in tmp_path.rglob("*") if re.search(r"\.(pdf|json|typ|upload)", path.name)]


def _readable(path: Path) -> bool:
    """Files of ours: what the database keeps is looked-into as tables, and its write-ahead log holds the same."""
    return path.is_file() and "pg" not in path.parts and os.access(path, os.R_OK)
