"""What somebody takes along holds the words of the rooms he may enter and of no other, and is left nowhere behind."""

from __future__ import annotations

import io
import tempfile
import zipfile
from pathlib import Path

import pytest
from django.core.cache import cache

from tests.leaks.planted_words import WORDS, found_in
from tests.leaks.planting import MAY_ENTER, Garden
from tests.leaks.test_pages import moments


@pytest.mark.parametrize("name", [name for name in MAY_ENTER if name])
def test_it_holds_the_words_and_moments_of_ones_own_rooms_alone(
    garden: Garden, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.clear()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    answer = garden.browser(name).post("/accounts/data/", {"part": 1})
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        content = b"\n".join([*map(packed.read, packed.namelist()), *(each.encode() for each in packed.namelist())])
    for side in WORDS[garden.campaign.system]:
        when = {moment for moment in moments(garden, side) if moment in content}
        assert bool(found_in(content, side)) is (side in MAY_ENTER[name])
        assert bool(when) is (side in MAY_ENTER[name])
    others = [f'"{user.email}"'.encode() for user in garden.users.values() if user.username != name]
    assert not [address for address in others if address in content]
    assert list(tmp_path.rglob("*")) == []
