"""The version of the program: one fact, told wherever somebody who reports a fault looks."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

ROOT = Path(__file__).parents[2]
FOOT = f"<span>Refit Room {settings.VERSION}</span>"


@pytest.mark.django_db
def test_every_page_ends_with_the_version_for_strangers_too(client: Client) -> None:
    for path in ("/", "/accounts/login/", "/no-such-page/"):
        assert FOOT in client.get(path, follow=True).content.decode()


@pytest.mark.django_db
def test_so_does_the_page_that_is_drawn_when_something_is_broken(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: object, **__: object) -> None:
        raise ValueError("broken")

    monkeypatch.setattr("allauth.account.views.LoginView.dispatch", breaks)
    client.raise_request_exception = False
    answer = client.get("/accounts/login/")
    assert answer.status_code == 500
    assert FOOT in answer.content.decode()


def test_the_changelog_begins_with_this_version_or_what_comes_after_it() -> None:
    headings = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(), re.M)
    released = [each for each in headings if each != "Unreleased"]
    assert headings in (released, ["Unreleased", *released])
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ - \d{4}-\d{2}-\d{2}", each) for each in released)
    assert released[0].partition(" - ")[0] == settings.VERSION


def test_the_notes_of_a_release_are_what_the_changelog_says_of_this_version_and_no_other() -> None:
    notes = str(ROOT / ".ci" / "release-notes")
    said = subprocess.run([notes, f"v{settings.VERSION}"], capture_output=True, text=True, check=True).stdout.strip()
    assert said
    parts = re.split(r"^## .*$", (ROOT / "CHANGELOG.md").read_text(), flags=re.M)
    assert said in [part.strip() for part in parts]
    refused = subprocess.run([notes, "v0.0.1"], capture_output=True, text=True)
    assert refused.returncode
    assert settings.VERSION in refused.stderr
