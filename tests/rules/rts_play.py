"""Whole games of Roads to Stalingrad for recordings: the random player of the tests with a driver's cup."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from rules.asl.system import RefitSystem
from rules.systems.rts.chart import practice_copy
from rules.systems.rts.system import SYSTEM
from tests.rules.driver import LONGEST, Driver
from tests.rules.rts_player import Game as Random


def chart(*, deck: int = 0) -> dict[str, Any]:
    """The practice chart as a campaign carries it, with decks of so many lines of cards only."""
    copy: dict[str, Any] = practice_copy().as_json()
    if deck:
        of_side = [[row for row in copy["sheets"]["cards"] if row["side"] == side] for side in SYSTEM.sides]
        copy["sheets"]["cards"] = [{**row, "copies": 1} for rows in of_side for row in rows[-deck:]]
    return copy


class Game(Driver):
    """Both sides take any legal act, but for what `lasts` says: `conceded` by a side once it is that far on."""

    system: ClassVar[RefitSystem] = SYSTEM  # type: ignore[assignment]
    line: ClassVar[tuple[str, ...]] = ()

    def __init__(self, seed: int = 1, *, conceded: tuple[str, int] = ("", 0), **options: Any) -> None:
        super().__init__(seed=seed, **options)
        self.players = Random(seed, options.get("reactions", "battle"))
        self.conceded = conceded

    def answer(self, side: str) -> bool:
        """Take any legal act for a side that may act."""
        if side not in self.public.acting:
            return False
        self.players.state = self.state
        order = self.players.order(side)
        self.order(side, order.kind, **order.data)
        return True

    def finish(self) -> Self:
        """Play on to the end."""
        side, sequence = self.conceded
        for _ in range(LONGEST):
            if self.ended:
                return self
            if side and self.public.sequence >= sequence:
                self.order(side, "concede")
            else:
                self.answer(self.players.chance.choice(self.public.acting))
        raise AssertionError("the game does not end")

    @property
    def ended(self) -> bool:
        return bool(self.public.reason)
