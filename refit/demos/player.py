"""Plays a campaign through the one door for writing: for the demo, and for tests that need a past.

A player answers whatever step waits: dice from the server, checklists done, the entries a
task proposes; what a script names for a step is entered instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils import translation

from campaigns import access, actions
from campaigns.ledger import journal
from campaigns.models import Seat
from rules import registry
from rules.contract import Order

Script = Mapping[str, Mapping[str, Any]]
PLAIN = {"roll": "roll", "check": "done", "form": "enter", "purchase": "seal", "fortify": "buy", "placing": "enter"}
LONGEST = 2000


@dataclass
class Player:
    """Commands a side. `script` maps "<date> <step>" (or a step alone) to entries for it."""

    seat: Seat
    script: Script = field(default_factory=dict)

    def view(self) -> Any:
        """The game as this player's seat sees it now."""
        self.seat = access.seat_or_404(self.seat.user, self.seat.campaign.public_id)
        state = journal.load_state(self.seat.campaign, access.rooms_of(self.seat))
        return registry.get(self.seat.campaign.system).view(state, self.seat.side)

    def orders(self, kind: str, /, **data: Any) -> None:
        """Give an order as the page in front of the player would."""
        self.view()
        self._gives(kind, data)

    def _gives(self, kind: str, data: Mapping[str, Any]) -> None:
        """Give an order upon what was looked at just now."""
        seen = journal.entry_count(self.seat.campaign, access.rooms_of(self.seat))
        actions.submit_order(order=Order(kind, dict(data)), by=self.seat, seen=seen)

    def moves(self) -> bool:
        """Answer the step that waits; False if none does."""
        return self.answers(self.view())

    def answers(self, view: Any) -> bool:
        """Answer the step that waits in `view`, which was taken just now; False if none does."""
        current = view.current
        if current is None:
            return False
        key, kind = current.spec.key, current.task.kind
        entries = dict(self._scripted(key)) if self.script else {}
        if kind == "report":
            return self._reports(current.task, entries)
        if kind == "form":
            entries = _entered(current.task, entries)
        self._gives(PLAIN[kind], {"step": key, **entries})
        return True

    def _scripted(self, key: str) -> Mapping[str, Any]:
        """What the script has for a step on this date; dates stand in it as they are before they are looked up."""
        with translation.override(None):
            date = self.view().public.date
        return self.script.get(f"{date} {key}", self.script.get(key, {}))

    def _reports(self, task: Any, entries: dict[str, Any]) -> bool:
        if task.proposal is None:
            self._gives("propose", {"step": "victory", **_entered(task.form, entries)})
        elif not task.mine:
            self._gives("confirm", {"step": "victory", "number": task.proposal.number})
        else:
            return False
        return True


ANY_HEX = "A10"
"""What a text that can't be left empty takes when nobody cares what it is."""


def _entered(form: Any, said: Mapping[str, Any]) -> dict[str, Any]:
    """What the form proposes, and in its place what was said of those fields that are there, as far as they take it."""
    return {field.name: _entry(field, said.get(field.name)) for field in form.fields}


def _entry(field: Any, said: Any) -> Any:
    if said is None or (field.kind == "select" and said not in dict(field.options)):
        return field.value or _blank(field)
    return said


def _blank(field: Any) -> Any:
    return ANY_HEX if field.kind == "text" and field.pattern and not re.fullmatch(field.pattern, "") else field.value


def play(players: tuple[Player, Player], until: Callable[[Any], bool]) -> None:
    """Let both sides answer in turn until the public view fits, or nothing waits any more."""
    for _ in range(LONGEST):
        moved = False
        for player in players:
            view = player.view()
            if until(view.public):
                return
            moved |= player.answers(view)
        if not moved:
            return
    raise RuntimeError("The campaign does not get anywhere.")
