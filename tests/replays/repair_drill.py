"""A campaign in which much breaks and much is mended: both sides go through all of 7.513 and 7.514."""

from __future__ import annotations

from typing import Any

from rules.asl.counters import piles
from tests.rules.play import SIDES, Game

HULLS = (
    ("stunned",), ("immobilized",), ("malfunctioned",), ("under recall for ammunition",), ("abandoned",),
    ("coaxial MG disabled",), ("under recall",), ("bow MG malfunctioned", "low ammunition"),
)  # fmt: skip
ARMS = (("malfunctioned",), ("captured from the enemy",), ("malfunctioned", "captured from the enemy"))
TRIED = {"what1": "entrenchment", "where1": "near", "number1": 3, "what2": "wire", "where2": "front", "hex2": "K20"}


class RepairDrill(Game):
    """A game whose players use what the steps of repair and removal offer."""

    def answer(self, side: str) -> bool:
        current = self.current(side)
        known = {"reman": self._man, "exchange": self._man, "ftdc": self._charges, "removal": self._remove}
        if current is None or current.spec.key not in known:
            return super().answer(side)
        self.order(side, "enter", **known[current.spec.key](current.task))
        return True

    def _man(self, task: Any) -> dict[str, Any]:
        """The first of what can be chosen, for the first of the vehicles."""
        return {task.fields[0].name: task.fields[0].options[1][0]}

    def _charges(self, task: Any) -> dict[str, Any]:
        return {task.fields[0].name: 9}

    def _remove(self, task: Any) -> dict[str, Any]:
        return TRIED

    def damage(self, side: str) -> None:
        """Trouble of every kind, as far as there are counters for it."""
        hulls = [pile for pile in piles(self.room(side).on_hand) if pile.like.kind in ("tank", "vehicle")]
        self._mark(side, [pile.key for pile in hulls for _ in pile.ids][: len(HULLS)], HULLS)
        arms = [pile for pile in piles(self.room(side).on_hand) if pile.like.kind == "weapon"]
        self._mark(side, [pile.key for pile in arms][: len(ARMS)], ARMS)
        spent = [pile.key for pile in piles(self.room(side).on_hand) if pile.like.name in ("FT", "DC")]
        if spent:
            self.order(side, "lose", piles={str(spent[0]): 1}, fate="used")

    def _mark(self, side: str, keys: list[int], troubles: tuple[tuple[str, ...], ...]) -> None:
        """Conditions for one counter of each pile named; a pile's key moves on as its first counter is marked."""
        for place, marks in enumerate(troubles[: len(keys)]):
            name = next(c.name for c in self.room(side).counters if c.id == keys[place])
            whole = (p for p in piles(self.room(side).on_hand) if p.like.name == name and not p.like.marks)
            if pile := next(whole, None):
                self.order(side, "change", pile=pile.key, count=1, marks=list(marks))

    def play_out(self) -> RepairDrill:
        """All four dates, with damage in each of the first three battles."""
        for date in range(3):
            self.until("play", date=date)
            for side in SIDES:
                self.damage(side)
        self.finish()
        return self
