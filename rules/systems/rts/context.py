"""What one player has before him when he acts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from rules.engine.identity_cache import IdentityCache, room_cache
from rules.engine.stages import SideContext
from rules.systems.rts.board import Board
from rules.systems.rts.chart import theater
from rules.systems.rts.printed import numbers_under
from rules.systems.rts.state import PublicRoom, SecretRoom

_BOARDS: IdentityCache[Board] = room_cache(8)


def board_of(public: PublicRoom) -> Board:
    """The map of a public room, with the owner's chart and the printed numbers as its campaign reads them."""
    return _BOARDS.get(_board, public)


def _board(public: PublicRoom) -> Board:
    return Board(theater(public.chart), numbers_under(public.readings), public)


@dataclass(frozen=True)
class Context(SideContext):
    """What one player has before him: the public room and his own, never the other's."""

    public: PublicRoom
    mine: SecretRoom

    @cached_property
    def board(self) -> Board:
        """What can be asked of the map as it is now."""
        return board_of(self.public)
