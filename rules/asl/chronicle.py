"""With which events a date of a refit campaign begins, and which only say that its course went on."""

from __future__ import annotations

from rules.contract import Event

ROUTINE = ("step.done", "stage.opened")
PURCHASES = ("purchases.", "strength.", "weapons.", "leaders.", "armor_leaders.", "fortifications.", "support.")


class Chronicle:
    """The part of rules.features.chronicle.TellsDays that is decided by the kind of an event."""

    def day_of(self, event: Event) -> str:
        return str(event.data.get("key", "")) if event.kind == "stage.opened" else ""

    def is_routine(self, event: Event) -> bool:
        return event.kind == "stage.finished" or (event.kind in ROUTINE and not event.data.get("note"))

    def is_purchase(self, event: Event) -> bool:
        return event.kind.startswith(PURCHASES) or (
            event.kind == "stage.finished" and event.data.get("stage") == "purchase"
        )
