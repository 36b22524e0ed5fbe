"""Finds the game systems: the module `system` of every folder under rules/systems that does not start with "_"."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from rules import systems
from rules.contract import Game


@cache
def all_systems() -> dict[str, Game]:
    """Every system by key, those with more sides first; a module without SYSTEM or a key used twice is an error."""
    by_key: dict[str, Game] = {}
    for module in pkgutil.iter_modules(systems.__path__):
        if module.name.startswith("_"):
            continue
        system: Game = importlib.import_module(f"{systems.__name__}.{module.name}.system").SYSTEM
        if system.key in by_key:
            raise ValueError(f"two game systems call themselves {system.key!r}")
        by_key[system.key] = system
    return dict(sorted(by_key.items(), key=lambda each: -len(each[1].sides)))


class OtherEdition(LookupError):
    """Raised for a campaign founded under another edition of its game than the installed one; the message has both."""


@cache
def of_edition(key: str, edition: str) -> Game:
    """The system with this `key` and `edition`; raises OtherEdition if it has another, KeyError if there is none."""
    system = get(key)
    if system.edition != edition:
        raise OtherEdition(f"{system.title}: founded under edition {edition}, and edition {system.edition} is here.")
    return system


@cache
def get(key: str) -> Game:
    """The system with this `key`; raises KeyError if there is none."""
    return all_systems()[key]
