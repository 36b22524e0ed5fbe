"""A day on which a side does nothing but what it must, in one press; for games that have such days."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from rules.contract import Field, Order, P, S, State, StepInfo


@dataclass(frozen=True)
class IdleStep:
    """A step of such a day: what the press does in it, and its `status`: done, here or coming."""

    step: StepInfo
    does: str
    status: str


@dataclass(frozen=True)
class IdleDay:
    """All steps in the book's order; `fields` are what may be said of the day as a whole.

    `agreed` says whether the side has sealed that it does nothing else on it; the other side does not know that. `asks`
    is the step that waits for an answer which no press can give in its place, if one does.
    """

    title: str
    steps: tuple[IdleStep, ...]
    fields: tuple[Field, ...]
    asks: StepInfo | None
    agreed: bool = False


@runtime_checkable
class HasIdleDay(Protocol[P, S]):
    """A system with days on which a side may do nothing. It takes the order "idle", by which a side says so of the day
    in hand or, with `agreed` false, takes it back: in its own room, for nobody else to know."""

    def idle_day(self, state: State[P, S], side: str) -> IdleDay | None:
        """Such a day as it stands for `side`; None if there is none now."""

    def idle_agreed(self, state: State[P, S], side: str) -> bool:
        """Whether the side has sealed that it does nothing else on the day in hand; only its own room is asked."""

    def idle_order(self, state: State[P, S], side: str, entries: Mapping[str, object]) -> Order | None:
        """The order that does nothing at the step which waits for `side`; None if one has to be given by hand."""
