"""What the draws of an event are called; for games whose steps say what they roll only as they go."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from rules.contract import Event


@runtime_checkable
class NamesDraws(Protocol):
    """A system that tells by an event what was drawn for it."""

    def draws_of(self, event: Event) -> tuple[str, ...]:
        """The names of the draws that an event holds, in their order and without the step; () for one that has none."""
