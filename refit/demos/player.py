"""Plays a campaign through the actions: for the demo, and for tests that need a past.

A player answers whatever step waits: dice from the server, checklists done, the entries a
task proposes; what a script names for a step is entered instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils import translation

from campaigns import access, actions
from campaigns.dice import actions as dice
from campaigns.dice import parts
from campaigns.ledger import journal
from campaigns.models import Campaign, Seat
from refit.demos.scripts import Script as Script
from rules import registry
from rules.contract import Order
from rules.ground.fields import HexField

PLAIN = {
    **{"roll": "roll", "check": "done", "toll": "done", "form": "enter", "hexes": "enter", "perimeter": "enter"},
    **{"purchase": "seal", "fortify": "buy", "placing": "enter"},
}
FORMS = ("form", "hexes", "perimeter")
"""Kinds of tasks whose entries are their form's fields."""
LONGEST = 2000
MOST_LOOKS = 2
"""How often each side looks in at a door: to finish, and to give its part in the dice."""


@dataclass
class Player:
    """Commands a side. `script` maps "<date> <step>" (or a step alone) to entries for it."""

    seat: Seat
    script: Script = field(default_factory=dict)

    def view(self) -> Any:
        """The game as this player's seat sees it now."""
        self.seat = access.seat_or_404(self.seat.user, self.seat.campaign.public_id)
        if (self.seat.campaign.doors or {}).get("finished"):
            everybody_looks_in(self.seat)
        state = journal.load_state(self.seat.campaign, access.rooms_of(self.seat))
        return registry.get(self.seat.campaign.system).view(state, self.seat.side)

    def orders(self, kind: str, /, **data: Any) -> None:
        """Give an order as the page in front of the player would."""
        self.view()
        self._gives(kind, data)

    def _gives(self, kind: str, data: Mapping[str, object]) -> None:
        """Give an order on the state that was just looked at."""
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
        key, task = current.spec.key, current.task
        entries: Mapping[str, object] = {}
        if self.script:
            with translation.override(None):  # dates stand in it as they are before they are looked up
                date = registry.get(self.seat.campaign.system).public(journal.load_state(self.seat.campaign, ())).date
            entries = self.script.get(f"{date} {key}", self.script.get(key, {}))
        if task.kind == "paper":
            return self._says_what_stands(key, task, entries)
        if task.kind != "report":
            entered = _entered(task, entries) if task.kind in FORMS else entries
            self._gives(PLAIN[task.kind], {"step": key, **entered})
        elif task.proposal is None or (task.missing and not task.mine):
            values = {"why": COUNTED, **entries}
            self._gives("propose", {"step": "victory", **_entered(task.form, values)})
        elif not task.mine:
            self._gives("confirm", {"step": "victory", "number": task.proposal.number, "agreed": True})
        else:
            return False
        return True

    def _says_what_stands(self, key: str, task: Any, entries: Mapping[str, object]) -> bool:
        """Say what stands on paper, or agree to what the other side says; False if that is waited for."""
        if not task.number:
            self._gives("propose", {"step": key, **_entered(task.form, entries)})
        elif not task.mine:
            self._gives("confirm", {"step": key, "number": task.number})
        return not task.mine


def everybody_looks_in(seat: Seat) -> None:
    """Have a commander of each side whose room can be opened look in, until nobody's part in the dice is owed."""
    for _ in range(MOST_LOOKS):
        owing = list(_owing(seat.campaign))
        for each in owing:
            dice.look_in(by=access.seat_or_404(each.user, seat.campaign.public_id))
        if not owing:
            return
        seat.campaign = access.seat_or_404(seat.user, seat.campaign.public_id).campaign


def _owing(campaign: Campaign) -> Iterator[Seat]:
    """A commander of each side whose part in the dice is owed."""
    public = registry.get(campaign.system).public(journal.load_state(campaign, ()))
    for seat in {seat.side: seat for seat in access.seats_at(campaign) if seat.side}.values():
        seat.campaign = campaign
        if parts.owes(seat, public):
            yield seat


SAID = {"turn": 6}
"""What is said where a page proposes no number; else the lowest."""
COUNTED = "As we counted at the table."
"""Why a report differs from what the record says."""
ANY_HEX = "A10"
"""Entered in a text field that can't be empty, where any hex will do."""


def _entered(form: Any, values: Mapping[str, object]) -> dict[str, object]:
    """The form's own proposals, overridden by `values` where a field accepts them."""
    entered = {}
    for one in form.fields:
        value = values.get(one.name)
        if value is None or (one.kind == "select" and value not in dict(one.options)):
            may_be_blank = one.kind != "text" or not one.pattern or re.fullmatch(one.pattern, "")
            hexes = one.along if isinstance(one, HexField) else ()
            value = one.value if one.value or may_be_blank else next(iter(hexes), ANY_HEX)
            if one.required and one.kind == "number" and value == "":
                value = SAID.get(one.name, one.low)
            elif one.required and not value and one.kind != "number":
                value = next(key for key, _ in one.options if key)
        entered[one.name] = value
    return entered


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
