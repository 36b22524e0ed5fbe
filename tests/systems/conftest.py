"""Every game: those of the registry, and the template as somebody has copied it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules import registry
from rules.contract import Game
from tests.systems import games
from tests.systems.games import KEYS, TEMPLATE, Scripts, copy_template, found_by_the_registry


@pytest.fixture(scope="package", autouse=True)
def copied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The template was copied into a folder that the registry looks through; nothing else was touched."""
    folder = tmp_path_factory.mktemp("systems")
    if TEMPLATE not in registry.all_systems():  # a copy may be there that kept its name
        copy_template(folder, TEMPLATE)
    with found_by_the_registry(folder):
        yield


@pytest.fixture(params=KEYS)
def key(request: pytest.FixtureRequest) -> str:
    """Each game by its key."""
    return str(request.param)


@pytest.fixture
def system(key: str) -> Game:
    """Each game."""
    return registry.get(key)


@pytest.fixture
def scripts(key: str) -> Scripts:
    """What each game brings to these tests."""
    return games.scripts(key)
