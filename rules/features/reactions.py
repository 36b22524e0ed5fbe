"""How long a reaction may take, which steps sides may do at the same time, and events too frequent for the news."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from rules.contract import Order, P, S, State


@runtime_checkable
class LimitsReactions(Protocol[P, S]):
    """A system in which a side may go on without the answer of another, once the agreed time is over.

    The rules have no clock: the host asks how long the others must have had and refuses an order that comes too early.
    """

    def minutes_owed(self, state: State[P, S], order: Order, side: str) -> int:
        """How many minutes the asked side must have had before `side` may give `order`; 0 if the order takes no answer
        away from anybody. Needs the public room alone."""


@runtime_checkable
class HasStepsApart(Protocol):
    """A system with steps that don't depend on what another side does meanwhile, so that sides may press at once."""

    @property
    def apart(self) -> frozenset[str]:
        """The keys of those steps."""


@runtime_checkable
class AsksOften(Protocol):
    """A system that asks its sides so often that these events would crowd the news."""

    @property
    def unsaid(self) -> frozenset[str]:
        """Kinds of events to leave out of the news, though not of the journal: the page shows what they say anyway."""
