"""The games that the tests of this folder are about: all that the registry finds, and a copy of the template.

What a game brings of its own stands in a module of this folder that bears its key, in a class Scripts.
"""

from __future__ import annotations

import importlib
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar, Protocol

import pytest

from campaigns.templatetags import drawn
from rules import registry, systems
from rules.contract import Event, FoundingChoice, Game, State, Task
from rules.systems import _template
from rules.systems._template.system import SYSTEM as CROSSROADS
from tests.systems.player import Play

TEMPLATE = CROSSROADS.key
KEYS = tuple(dict.fromkeys((*registry.all_systems(), TEMPLATE)))
Outcomes = Mapping[Callable[..., object], Mapping[str, object] | None]
"""None: the words a player is shown differ, whatever they are."""


class Told(Protocol):
    """A campaign that was played to its end."""

    @property
    def options(self) -> Mapping[str, object]: ...

    @property
    def state(self) -> State[Any, Any]: ...

    @property
    def events(self) -> list[Event]: ...


class Scripts:
    """What a game brings to the tests of all games. Each part has a default, which serves any game."""

    spoken: ClassVar[frozenset[str]] = frozenset()
    """Kinds of public events that say by rule what was secret before."""
    rulings: ClassVar[Outcomes] = {}
    """What each reading of a ruling leads to, by the function of the ruling's name that finds it out."""
    secret_words: ClassVar[tuple[str, ...]] = ()
    """What may stand in the public room after the end alone."""

    keeps_secrets: ClassVar[bool] = True
    """Whether anything happens in a side's room: not in a game with one side where all lies open."""

    short: ClassVar[Mapping[str, object]] = {}
    """Options of a campaign that is soon over."""

    def __init__(self, system: Game) -> None:
        self.system = system

    def others(self, choice: FoundingChoice) -> list[str]:
        """The options of a choice at the founding, but for its default, with which a campaign is looked at too."""
        return list(choice.options)[1:]

    def hidden(self, task: Task) -> Mapping[str, str]:
        """What the page of a task sends beside its fields, and what in them alone goes together."""
        return {}

    def start(self, **options: object) -> Play:
        """A campaign at its founding."""
        return Play(self.system, options, hidden=self.hidden)

    @cached_property
    def whole(self) -> Play:
        """A campaign that was played to its end at random."""
        return self.start(**self.short).finish()

    def compared(self, side: str) -> Iterator[Told]:
        """Campaigns that differ in nothing but what `side` decides and rolls in secret."""
        pytest.fail(f"{where_scripts_are(self.system.key)} has no `compared`: see docs/developers.md", False)


def where_scripts_are(key: str) -> str:
    """The file in which a game brings its own."""
    return f"tests/systems/{key}.py"


def listed(key: str) -> Game:
    """The game of this key, also before the copy of the template is there."""
    if key in registry.all_systems():
        return registry.get(key)
    template: Any = CROSSROADS
    found: Game = template
    return found


def scripts(key: str) -> Scripts:
    """What the game of this key brings, or the defaults."""
    name = f"tests.systems.{key}"
    made = importlib.import_module(name).Scripts if find_spec(name) else Scripts
    system: Any = registry.get(key)
    return _known(made, system)


@cache
def _known(made: type[Scripts], system: Any) -> Scripts:
    return made(system)


def copy_template(folder: Path, name: str) -> None:
    """Copy the template as docs/developers.md says: the folder, its imports and its key renamed."""
    copy = shutil.copytree(Path(_template.__file__).parent, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in copy.glob("*.py"):
        path.write_text(re.sub(r"rules\.systems\._template\b", f"rules.systems.{name}", path.read_text()))
    pack = copy / "data" / "pack.toml"
    pack.write_text(re.sub(r'^key = "\w+"', f'key = "{name}"', pack.read_text(), flags=re.M))


@contextmanager
def found_by_the_registry(folder: Path) -> Iterator[None]:
    """The systems in `folder` are found as if they stood under rules/systems."""
    before = set(sys.modules)
    systems.__path__.append(str(folder))
    _forget()
    try:
        yield
    finally:
        systems.__path__.remove(str(folder))
        for name in set(sys.modules) - before:
            if str(getattr(sys.modules[name], "__file__", "")).startswith(str(folder)):
                del sys.modules[name]
        _forget()


def _forget() -> None:
    registry.all_systems.cache_clear()
    registry.get.cache_clear()
    registry.of_edition.cache_clear()
    drawn.side_number.cache_clear()
