"""A day on which a side does only what it must, in one press; for games that have such days."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from rules.contract import Field, Order, P, S, State, StepInfo


@dataclass(frozen=True)
class IdleStep:
    """A step of an idle day: what the press does in it, and its `status`: done, here or coming."""

    step: StepInfo
    does: str
    status: str


@dataclass(frozen=True)
class IdleDay:
    """An idle day: its steps in printed order; `fields` are entries for the day as a whole.

    `agreed` says whether the side has sealed that it does nothing else on this day; the other side does not know.
    `asks` is the step that waits for an answer the press can't give, if there is one.
    """

    title: str
    steps: tuple[IdleStep, ...]
    fields: tuple[Field, ...]
    asks: StepInfo | None
    agreed: bool = False


@runtime_checkable
class HasIdleDay(Protocol[P, S]):
    """A system with days on which a side may do nothing. By the order "idle" a side declares the day in hand to be one
    or, with `agreed` false, takes that back; this happens in its own room, so nobody else knows."""

    def idle_day(self, state: State[P, S], side: str) -> IdleDay | None:
        """The idle day as it stands for `side`; None if the day in hand can't be one."""

    def idle_agreed(self, state: State[P, S], side: str) -> bool:
        """Whether `side` has sealed that it does nothing else on the day in hand; needs only its own room."""

    def idle_order(self, state: State[P, S], side: str, entries: Mapping[str, object]) -> Order | None:
        """The order that does nothing at the step waiting for `side`; None if its commander has to give one."""
