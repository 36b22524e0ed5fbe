"""A game's view as JSON, for the command line.

pydantic_core.to_jsonable_python, which serves everything that is hashed and sealed, would write private fields too, and
a view keeps in them what is no JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass


def view_json(value: object) -> object:
    """Dataclasses and mappings as dicts, sequences and sets as lists, the rest as JSON has it or as text.

    A dataclass keeps its private fields to itself.
    """
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: view_json(getattr(value, field.name))
            for field in fields(value)
            if not field.name.startswith("_")
        }
    if isinstance(value, Mapping):
        return {str(key): view_json(item) for key, item in value.items()}
    if isinstance(value, set | frozenset):
        return sorted((view_json(item) for item in value), key=str)
    if isinstance(value, list | tuple):
        return [view_json(item) for item in value]
    return str(value)
