"""A campaign of Valor of the Guards in which both sides use what they have, and lose it."""

from __future__ import annotations

from typing import Any

from rules.parts.counters import Pile, piles
from tests.replays.spender import Spender
from tests.rules.driver import BUTTONS
from tests.rules.votg_play import Game

KEPT = 2
"""CPP that nobody spends on groups, so that he can look around."""
HULLS = (("immobilized",), ("malfunctioned",), ("stunned",))
LOOKED_AT = ("K20", "L18/1")
HEXES = ("K20", "L18/1", "M19")


class Commander(Spender, Game):
    """Each line its sides want other groups first; they fortify, set up, look around, fight and take losses."""

    def answer(self, side: str) -> bool:
        here = self.here(side)
        if here is None:
            return False
        known = getattr(self, f"_{here.spec.key}", None)
        data = known(side, here.task) if known else None
        if data is None:
            return super().answer(side)
        self.order(side, BUTTONS[here.task.kind], **data)
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
        return {field.name: place for field, place in zip(task.form.fields, HEXES, strict=False)}

    def _inspection(self, side: str, task: Any) -> dict[str, Any] | None:
        named = self.public.today.named.get(side, ())
        return {"location": LOOKED_AT[len(named)]} if task.fields and len(named) < len(LOOKED_AT) else None

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
        self.order(side, "add", kind="weapon", name="LMG")

    def _ready(self, side: str, kind: str) -> list[Pile]:
        """What of a class is with the side and in good order."""
        return [p for p in piles(self.room(side).counters) if p.like.kind == kind and p.like.fate == "ready"
                and not p.like.marks]  # fmt: skip
