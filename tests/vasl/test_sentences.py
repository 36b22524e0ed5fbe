"""What is said of a file of VASL comes when it is needed, in the reader's language, for every fault a script knows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from refit.vasl.sentences import sentences
from tests.players import log_in

SCRIPTS = settings.BASE_DIR / "static" / "js"
IMPORTED = re.compile(r"""\bfrom "\./(\w+\.js)\"""")
CODE = re.compile(r"""\b(?:Unreadable|say|sentence)\("(\w+)"|\bwrong: "(\w+)\"""")
ON_THE_PAGE = {"reading", "read"}


def imported(script: Path) -> set[Path]:
    """A script of static/js/vasl and all that it imports."""
    found, left = set[Path](), {script}
    while left:
        found |= left
        left = {found_in.parent / name for found_in in left for name in IMPORTED.findall(found_in.read_text())} - found
    return found


def test_every_fault_of_a_save_has_a_sentence() -> None:
    scripts = {SCRIPTS / "vasl.js", *imported(SCRIPTS / "vasl" / "worker.js")}
    found = {one or other for path in scripts for one, other in CODE.findall(path.read_text())}
    assert found - ON_THE_PAGE == set(sentences())


@pytest.mark.django_db
def test_they_are_said_in_the_readers_language() -> None:
    address, hans = reverse("vasl-sentences"), log_in(Client(), User.objects.create(username="hans"))
    assert hans.get(address).json()["text"] == "This is a text; it stands below."
    told = hans.get(address, headers={"accept-language": "de"}).json()
    assert told["text"] == "Das ist ein Text; er steht unten."
    assert Client().get(address).status_code == 302, "who has not logged in has no file to read"
