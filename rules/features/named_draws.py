"""Names of the draws of an event, for games whose steps decide what to roll only while they run."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from rules.contract import Event


@runtime_checkable
class NamesDraws(Protocol):
    """A system that can tell from an event what was drawn for it."""

    def draws_of(self, event: Event) -> tuple[str, ...]:
        """The names of the draws that an event holds, in order and without the step's name; () if it holds none."""
