"""Which events of a refit campaign tell a date, and which only say that its course went on."""

from __future__ import annotations

from rules.contract import Event

HEADLINES = ("paper.agreed", "scenario.ended", "day.ended", "purchases.made", "campaign.ended", "campaign.conceded")
ROUTINE = ("step.done", "stage.opened")
PURCHASES = ("purchases.", "strength.", "weapons.", "leaders.", "armor_leaders.", "fortifications.", "support.")


class Chronicle:
    """See rules.engine.reveal.chronicle.TellsDays."""

    def day_of(self, event: Event) -> str:
        return str(event.data.get("key", "")) if event.kind == "stage.opened" else ""

    def is_headline(self, event: Event) -> bool:
        return event.kind in HEADLINES

    def is_routine(self, event: Event) -> bool:
        return event.kind == "stage.finished" or (event.kind in ROUTINE and not event.data.get("note"))

    def is_purchase(self, event: Event) -> bool:
        return event.kind.startswith(PURCHASES) or (
            event.kind == "stage.finished" and event.data.get("stage") == "purchase"
        )
