"""When an instance is made ready again, and what is said where its style sheets cannot be collected."""

from __future__ import annotations

from pathlib import Path

import pytest

from launch import prepare


@pytest.fixture
def var(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An instance that was started before."""
    monkeypatch.delenv("REFIT_STATIC", raising=False)
    (tmp_path / "static").mkdir()
    (tmp_path / prepare.MARK).write_text(prepare._fingerprint())
    assert not prepare.needed(tmp_path)
    return tmp_path


def test_style_sheets_that_are_gone_are_collected_again(var: Path) -> None:
    (var / "static").rmdir()
    assert prepare.needed(var)


def test_another_folder_for_style_sheets_is_filled_after_the_first_start_too(
    var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFIT_STATIC", str(var / "elsewhere"))
    (var / "elsewhere").mkdir()
    assert prepare.needed(var)


def test_a_folder_that_cannot_be_written_is_named_with_the_remedy(var: Path, settings: object) -> None:
    (var / "static").rmdir()
    (var / "static").write_text("a file in its place")
    settings.STATIC_ROOT = var / "static"  # type: ignore[attr-defined]
    with pytest.raises(SystemExit, match=r"static.*; set REFIT_STATIC to a folder that this user may write"):
        prepare.collect()
