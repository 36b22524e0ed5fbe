"""How long a side that is asked for a reaction may take, in games where the others can go on without it then."""

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
