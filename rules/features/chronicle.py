"""What a game says of its events for a journal by date: where a date begins, what tells it, what is routine."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from rules.contract import Event


@runtime_checkable
class TellsDays(Protocol):
    """A system whose course goes by dates."""

    def day_of(self, event: Event) -> str:
        """The date to which the event and those after it belong; "" if it says nothing of that."""

    def headline(self, event: Event) -> str:
        """The event in few words for a list of dates, in the reader's language; "" for most events."""

    def is_routine(self, event: Event) -> bool:
        """Whether it only says that the course went on."""

    def is_purchase(self, event: Event) -> bool:
        """Whether the event is about purchases and what they brought."""
