"""What one player has before him when he acts."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine.stages import SideContext
from rules.systems.rts.board import Board
from rules.systems.rts.chart import theater
from rules.systems.rts.printed import GameNumbers, numbers_under
from rules.systems.rts.state import PublicRoom, SecretRoom
from rules.systems.rts.theater import Theater


def board_of(public: PublicRoom) -> Board:
    """The map of a public room, with the owner's chart and the printed numbers as its campaign reads them."""
    return Board(theater(public.chart), numbers_under(tuple(sorted(public.readings.items()))), public)


@dataclass(frozen=True)
class Context(SideContext):
    """What one player has before him: the public room and his own, never the other's."""

    public: PublicRoom
    mine: SecretRoom

    @property
    def theater(self) -> Theater:
        """The map, units and cards."""
        return self.board.theater

    @property
    def numbers(self) -> GameNumbers:
        """The printed numbers as this campaign reads them."""
        return self.board.numbers

    @property
    def board(self) -> Board:
        """What can be asked of the map as it is now."""
        if Board not in self.known:
            self.known[Board] = board_of(self.public)
        board: Board = self.known[Board]
        return board
