"""The audit of dependencies: what it finds in a copy of the advisories, and that it says so when there is none."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from config import audit

PINNED = {"django": "5.2.19", "celery": "5.5.0", "new-thing": "1.0"}


def advisory(name: str, *, key: str = "PYSEC-1", **affected: Any) -> dict[str, Any]:
    """An advisory as the open database writes it."""
    return {"id": key, "affected": [{"package": {"ecosystem": "PyPI", "name": name}, **affected}]}


def within(*events: dict[str, str]) -> dict[str, Any]:
    return {"ranges": [{"type": "ECOSYSTEM", "events": list(events)}]}


@pytest.mark.parametrize(
    ("known", "hit"),
    [
        (advisory("Django", versions=["5.2.18", "5.2.19"]), True),
        (advisory("Django", versions=["5.2.18"]), False),
        (advisory("django", **within({"introduced": "0"}, {"fixed": "5.2.20"})), True),
        (advisory("django", **within({"introduced": "0"}, {"fixed": "5.2.19"})), False),
        (advisory("django", **within({"introduced": "5.3"})), False),
        (advisory("django", **within({"introduced": "0"}, {"fixed": "4.2"}, {"introduced": "5.2"})), True),
        (advisory("django", **within({"introduced": "0"}, {"last_affected": "5.2.19"})), True),
        (advisory("django", **within({"introduced": "0"}, {"last_affected": "5.2.18"})), False),
        (advisory("New_Thing", versions=["1.0"]), True),
        (advisory("elsewhere", versions=["1.0"]), False),
        (advisory("django", versions=["5.2.19"]) | {"withdrawn": "2026-01-01T00:00:00Z"}, False),
    ],
)
def test_a_pinned_version_is_found_exactly_where_the_advisory_says(known: dict[str, Any], hit: bool) -> None:
    assert bool(audit.found(PINNED, iter([known]))) is hit


def test_a_package_of_another_ecosystem_by_the_same_name_is_left_alone() -> None:
    known = advisory("celery", versions=["5.5.0"])
    known["affected"][0]["package"]["ecosystem"] = "npm"
    assert audit.found(PINNED, iter([known])) == []


def copy(folder: Path, *known: dict[str, Any]) -> Path:
    """A copy of the advisories as a zip."""
    path = folder / "advisories.zip"
    with zipfile.ZipFile(path, "w") as packed:
        for number, each in enumerate(known):
            packed.writestr(f"{number}.json", json.dumps(each))
    return path


def test_a_weakness_fails_and_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = advisory("django", **within({"introduced": "0"}))
    monkeypatch.setenv("REFIT_ADVISORIES", str(copy(tmp_path, known)))
    with pytest.raises(SystemExit, match=r"django 5\.2.*PYSEC-1"):
        audit.main()


def test_nothing_known_is_said_with_how_much_was_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REFIT_ADVISORIES", str(copy(tmp_path, advisory("elsewhere", versions=["1"]))))
    audit.main()
    assert "pinned packages, no known weakness" in capsys.readouterr().out


def test_without_a_copy_it_says_that_it_was_skipped_and_does_not_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REFIT_ADVISORIES", str(tmp_path / "none.zip"))
    audit.main()
    assert "SKIPPED" in capsys.readouterr().out


def test_a_damaged_copy_is_an_error_and_no_clean_bill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "advisories.zip").write_bytes(b"half a fi")
    monkeypatch.setenv("REFIT_ADVISORIES", str(tmp_path / "advisories.zip"))
    with pytest.raises(SystemExit, match="can't be read"):
        audit.main()
