"""What sides do at the same time: how long a reaction may take, and steps that each side does for itself."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from rules.contract import Order, P, S, State


@runtime_checkable
class LimitsReactions(Protocol[P, S]):
    """A system in which a side may go on for one that is asked, once the time both agreed on is over.

    The rules have no clock: the host asks how long the others must have had, and refuses an order that comes before.
    """

    def minutes_owed(self, state: State[P, S], order: Order, side: str) -> int:
        """How many minutes the side that is asked must have had before `side` gives this order; 0 if it takes nothing
        from anybody. The public room alone is asked."""


@runtime_checkable
class HasStepsApart(Protocol):
    """A system with steps in which nothing that another side does matters, so that both may press at once."""

    @property
    def apart(self) -> frozenset[str]:
        """The keys of those steps."""


@runtime_checkable
class AsksOften(Protocol):
    """A system that asks its sides so often that it would be most of the news."""

    @property
    def unsaid(self) -> frozenset[str]:
        """Kinds of events that stand in the journal, but not among the news: what they say is on the page anyway."""
