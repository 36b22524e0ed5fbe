"""Addresses of static files: right, and worked out once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.contrib.staticfiles.storage import StaticFilesStorage

from config.static_files import CollectedFiles, FilesOfTheSource

pytestmark = pytest.mark.once


def test_the_address_of_a_file_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, work_out = list[str](), StaticFilesStorage.url

    def noted(storage: StaticFilesStorage, name: str) -> str:
        asked.append(name)
        return work_out(storage, name)

    monkeypatch.setattr(StaticFilesStorage, "url", noted)
    files = FilesOfTheSource()
    assert {files.url("a.css") for _ in range(3)} == {"/static/a.css"}
    assert asked == ["a.css"]


def test_a_collected_file_has_what_is_in_it_in_its_name(tmp_path: Path) -> None:
    manifest = {"version": "1.1", "hash": "", "paths": {"a.css": "a.0123.css"}}
    (tmp_path / "staticfiles.json").write_text(json.dumps(manifest))
    files = CollectedFiles(location=tmp_path)
    assert [files.url("a.css"), files.url("a.css")] == ["/static/a.0123.css"] * 2
    with pytest.raises(ValueError, match="Missing staticfiles manifest entry"):
        files.url("b.css")
