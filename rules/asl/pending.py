"""What is pending: what a step leaves for a later one of the same stage, in a model for each step that does.

A side's room and its events keep all that is pending as one JSON object. Every model knows its own keys of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict


class PendingPart(BaseModel):
    """A value within what is pending, with fields of its own."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class StepPending(PendingPart):
    """What one step leaves; its fields are keys of the whole, and what is at its default is not written down.

    A field whose key is a word of Python has a "_" behind it.
    """

    model_config = ConfigDict(alias_generator=lambda name: name.rstrip("_"), validate_by_name=True)

    @classmethod
    @cache
    def keys(cls) -> frozenset[str]:
        """The keys it has in the whole."""
        return frozenset(part.alias or name for name, part in cls.model_fields.items())

    def as_json(self) -> dict[str, Any]:
        """Its keys as an event carries them."""
        return self.model_dump(mode="json", by_alias=True, exclude_defaults=True)


L = TypeVar("L", bound=StepPending)


@dataclass(frozen=True)
class Pending:
    """All that is pending at a time."""

    whole: Mapping[str, Any] = field(default_factory=dict)

    def get(self, kind: type[L]) -> L | None:
        """What the step with this model left, if it left anything."""
        own = {key: self.whole[key] for key in kind.keys() & self.whole.keys()}
        return kind.model_validate(own) if own else None

    def put(self, *parts: StepPending) -> Pending:
        """The same with these beside what others left."""
        pending = self
        for each in parts:
            pending = Pending({**pending.without(type(each)).whole, **each.as_json()})
        return pending

    def without(self, *kinds: type[StepPending]) -> Pending:
        """The same without what the steps with these models left."""
        dropped = frozenset[str]().union(*(kind.keys() for kind in kinds))
        return Pending({key: value for key, value in self.whole.items() if key not in dropped})


NOTHING = Pending()
"""Nothing is pending."""
