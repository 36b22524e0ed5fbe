"""For a journal grouped by date: at which event a date begins, its headline, and which events are routine."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from rules.contract import Event


@runtime_checkable
class TellsDays(Protocol):
    """A system whose campaigns go from date to date."""

    def day_of(self, event: Event) -> str:
        """The date that begins with this event and holds those after it; "" if no date begins here."""

    def headline(self, event: Event) -> str:
        """The event in a few words for a list of dates, in the reader's language; "" for most events."""

    def is_routine(self, event: Event) -> bool:
        """Whether the event only says that the campaign went on."""

    def is_purchase(self, event: Event) -> bool:
        """Whether the event is about purchases and what they brought."""
