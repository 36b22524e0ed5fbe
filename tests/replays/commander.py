"""A campaign of Valor of the Guards in which both sides use what they have, and lose it."""

from __future__ import annotations

from typing import Any

from rules.asl.counters import Pile, piles
from rules.contract import Refused
from tests.replays.greedy_buyer import GreedyBuyer
from tests.rules.driver import BUTTONS
from tests.rules.votg_play import GERMAN, RUSSIAN, Game

KEPT = 2
"""CPP that nobody spends on groups, so that he can look around."""
HULLS = (("immobilized",), ("malfunctioned",), ("stunned",))
HEXES = {GERMAN: ("K20", "L18/1", "M19"), RUSSIAN: ("W20", "X18/1", "Y19")}
LOOKED_AT = {GERMAN: HEXES[RUSSIAN][:2], RUSSIAN: HEXES[GERMAN][:2]}
DRAWN_FROM, POCKET = 2, "V33"
PERIMETERS = {GERMAN: f"A10, N10, N30, A30; {POCKET}", RUSSIAN: "U5, HH5, HH40, U40"}
"""From line DRAWN_FROM on both sides write them down; the Germans' second loop is a Pocket."""


class Commander(GreedyBuyer, Game):
    """Each line its sides want other groups first; they fortify, set up, look around, fight and take losses."""

    def answer(self, side: str) -> bool:
        current = self.current(side)
        if current is None:
            return False
        known = getattr(self, f"_{current.spec.key}", None)
        data = known(side, current.task) if known else None
        if data is None:
            return super().answer(side)
        while True:
            try:
                self.order(side, BUTTONS[current.task.kind], **data)
            except Refused as refused:
                if refused.field not in data:
                    raise
                del data[refused.field]  # the dice have put this counter elsewhere
            else:
                return True

    def ranked(self, offers: Any) -> list[Any]:
        wanted = super().ranked(offers)
        turn = 5 * self.public.date % len(wanted)
        return wanted[turn:] + wanted[:turn]

    def fits(self, quote: Any) -> bool:
        return super().fits(quote) and quote.left >= KEPT

    def _recon(self, side: str, task: Any) -> dict[str, Any]:
        return {"paid": task.fields[0].options[-1][0]}

    def _fortify(self, side: str, task: Any) -> dict[str, Any]:
        """Some of each kind, for as long as the points last."""
        bought: dict[str, int] = {}
        for item in reversed(task.items):
            wished = {**bought, item.key: min(item.may, 3)}
            if not task.priced(wished).problems:
                bought = wished
        return bought

    def _setup(self, side: str, task: Any) -> dict[str, Any]:
        """A hex for the first of what may stand somewhere."""
        return {field.name: place for field, place in zip(task.form.fields, HEXES[side], strict=False)}

    def _inspection(self, side: str, task: Any) -> dict[str, Any] | None:
        named = self.public.today.named.get(side, ())
        wanted = LOOKED_AT[side]
        return {"location": wanted[len(named)]} if task.fields and len(named) < len(wanted) else None

    def _perimeter(self, side: str, task: Any) -> dict[str, Any] | None:
        """The lines; in some refits Germans are cut off in the Pocket, and in all it burns somewhere."""
        if self.public.date < DRAWN_FROM:
            return None
        cut_off = side == GERMAN and self.public.date % 4 == 0 and bool(self._ready(side, "squad"))
        proposed = {field.name: field.value for field in task.fields}
        return proposed | {"line_1": PERIMETERS[side], "burning": True, "areas": int(cut_off)}

    def _areas(self, side: str, task: Any) -> dict[str, Any]:
        """A squad in a Pocket."""
        squad = self._ready(side, "squad")[0]
        return {"place": POCKET, "type": "C", "sort": "pocket", f"n_{squad.key}": 1}

    def _escape(self, side: str, task: Any) -> dict[str, Any]:
        """Nobody tries."""
        return {}

    def _blazes(self, side: str, task: Any) -> dict[str, Any]:
        """What burnt since the last refit, and a Flame somewhere else; one side says it for both."""
        line = self.public.date
        return {"open": f"P{line}", "flames": f"Q{line}"} if side == RUSSIAN else {}

    def _play(self, side: str, task: Any) -> None:
        """A battle: squads fall, a leader is wounded, an enemy weapon is taken, vehicles are hit."""
        squads = sorted(self._ready(side, "squad"), key=lambda pile: -pile.count)
        for pile in squads[:2]:
            self.order(side, "lose", piles={str(pile.key): min(3, pile.count)})
        for leader in self._ready(side, "leader")[:1]:
            self.order(side, "change", pile=leader.key, count=1, marks=["wounded"])
        for hull, marks in zip(self._ready(side, "tank"), HULLS, strict=False):
            whole = next((pile for pile in self._ready(side, "tank") if pile.like.name == hull.like.name), None)
            if whole:
                self.order(side, "change", pile=whole.key, count=1, marks=list(marks))
        self.gains(side, "add", kind="weapon", name="LMG")

    def _ready(self, side: str, kind: str) -> list[Pile]:
        """What of a class is with the side and in good order."""
        return [p for p in piles(self.room(side).counters) if p.like.kind == kind and p.like.fate == "ready"
                and not p.like.marks]  # fmt: skip
