"""Finds the game systems: every folder under rules/systems that does not start with "_"."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from rules import systems
from rules.kernel import GameSystem


@cache
def all_systems() -> dict[str, GameSystem]:
    """Every system by key; a folder without a SYSTEM, or a key used twice, is an error."""
    found: dict[str, GameSystem] = {}
    for module in pkgutil.iter_modules(systems.__path__):
        if module.name.startswith("_"):
            continue
        system: GameSystem = importlib.import_module(f"{systems.__name__}.{module.name}").SYSTEM
        if system.key in found:
            raise ValueError(f"two game systems call themselves {system.key!r}")
        found[system.key] = system
    return found


def get(key: str) -> GameSystem:
    """The system called `key`; KeyError if there is none."""
    return all_systems()[key]
