"""A player of Valor of the Guards who does anything the rules allow."""

from __future__ import annotations

from typing import Any, ClassVar

from rules.asl.manual_changes import LOST, marks
from rules.contract import Refused
from tests.rules.random_player import Random
from tests.rules.votg_play import Game

WILD_AT = ("play", "rally", "perimeter", "new_day", "wounded")
"""Steps before which counters get into all kinds of trouble."""
TRIES = 60
SELDOM = ("line_1", "line_2", "line_3", "line_4", "sort", "level", "edge")
"""What only fits together with other entries."""


class Wild(Random, Game):
    """Valor of the Guards at random."""

    wishes = ("onboard", "reserve", "dug_in", "dummies")
    places: ClassVar[tuple[str, ...]] = ("", "K20", "L3/1")
    """Where counters get into trouble."""

    def act(self, side: str) -> bool:
        current = self.current(side)
        if current is not None and current.spec.key in WILD_AT:
            self.befall(side)
        return super().act(side)

    def answer(self, side: str) -> bool:
        """What the page proposes; where that has to be said first, anything that is taken."""
        try:
            return super().answer(side)
        except Refused:
            task = self.current(side).task
            return any(self.on_form(side, task) for _ in range(TRIES))

    def befall(self, side: str) -> None:
        """Conditions and losses for some counters, as they might come at the table."""
        conditions = [mark for mark in marks(self.context(side).rules) if mark != "hidden"]
        for _ in range(3):
            place, state = (
                self.chance.choice(self.places),
                self.chance.sample(conditions, self.chance.choice((1, 1, 2, 3))),
            )
            self.one(side, "change", place=place, marks=state)
        self.one(side, "lose", fate=self.chance.choice(LOST))

    def one(self, side: str, order: str, **data: Any) -> None:
        """An order about one of the counters a side has ready, if it has any."""
        ready = [pile for pile in self.room(side).piles if pile.like.fate == "ready"]
        if ready:
            pile = self.chance.choice(ready)
            now = pile.like.place, {*pile.like.marks} & {*marks(self.context(side).rules)}
            if order == "change" and now == (data["place"], {*data["marks"]}):
                return  # a change to what is so is refused
            key = pile.key
            self.order(side, order, **data, **({"piles": {key: 1}} if order == "lose" else {"pile": key}))

    def value(self, field: Any) -> Any:
        """Something this field takes; a campaign is seldom won before its last day."""
        if field.name == "hexes" and self.chance.random() < 0.5:
            return self.chance.randint(0, 250)
        if field.name == "champion" and self.chance.random() < 0.9:
            return ""
        if field.name in SELDOM and self.chance.random() < 0.7:
            return field.value
        return super().value(field)
