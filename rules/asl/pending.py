"""What is pending: values that a step leaves for later steps of the same stage, with a model for each such step.

A side's room and its events hold all that is pending as one JSON object, of which each model has its own keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TypeVar

from pydantic import BaseModel, ConfigDict


class PendingPart(BaseModel):
    """A value with fields of its own inside what is pending."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class StepPending(PendingPart):
    """What one step leaves; its fields are keys of the whole, left out at their defaults.

    A field whose key is a keyword of Python has a "_" appended.
    """

    model_config = ConfigDict(alias_generator=lambda name: name.rstrip("_"), validate_by_name=True)

    @classmethod
    @cache
    def keys(cls) -> frozenset[str]:
        """Its keys in the whole."""
        return frozenset(part.alias or name for name, part in cls.model_fields.items())

    def as_json(self) -> dict[str, object]:
        """Its keys as an event carries them."""
        return self.model_dump(mode="json", by_alias=True, exclude_defaults=True)


L = TypeVar("L", bound=StepPending)


@dataclass(frozen=True)
class Pending:
    """All that is pending in a stage."""

    whole: Mapping[str, object] = field(default_factory=dict)

    def get(self, kind: type[L]) -> L | None:
        """What the step with this model left, None if nothing."""
        own = {key: self.whole[key] for key in kind.keys() & self.whole.keys()}
        return kind.model_validate(own) if own else None

    def put(self, *parts: StepPending) -> Pending:
        """The same with `parts` in place of what their steps left before."""
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
