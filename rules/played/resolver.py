"""What one order brings about: events, each of which sees the changes of those before it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Generic, TypeVar

from rules.contract import PUBLIC, Event, P, S, State
from rules.dice import Modifier, Reckoning, Rng
from rules.engine.reducers import Reducers
from rules.engine.rolls import Draw
from rules.engine.stages import SideContext

C = TypeVar("C", bound=SideContext)


class OrderResolver(Generic[P, S, C]):
    """An order being carried out for one side, which sees the public room and its own.

    A game defines its `reducers`, and in `sealed` the kinds of public events with a seal of what was decided in secret.
    """

    reducers: ClassVar[Reducers]
    sealed: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, ctx: C, rng: Rng) -> None:
        self.ctx, self.rng = ctx, rng
        self.events: list[Event] = []

    @property
    def side(self) -> str:
        """Who acts."""
        return self.ctx.side

    @property
    def public(self) -> P:
        """The public room with the events so far."""
        room: P = self.ctx.public
        return room

    @property
    def mine(self) -> S:
        """The room of the side that acts, with the events so far."""
        room: S = self.ctx.mine
        return room

    def tell(self, kind: str, /, **data: object) -> None:
        """Add a public event and apply it."""
        self._happens(Event(kind, PUBLIC, data, seals=kind in self.sealed))

    def note(self, kind: str, /, **data: object) -> None:
        """Add an event in the room of the acting side and apply it."""
        self._happens(Event(kind, self.side, data))

    def die(self, name: str, sides: int, modifiers: Iterable[Modifier] = ()) -> Reckoning:
        """Roll a die with so many sides."""
        return Reckoning(self.rng.roll(name, 1, sides), tuple(modifiers), sides=sides)

    def draw(self, name: str, size: int, number: int) -> Draw:
        """Draw so many of `size`, without putting back."""
        return Draw(self.rng.draw(name, size, number), size)

    def _happens(self, event: Event) -> None:
        after = self.reducers.apply(State(self.public, {self.side: self.mine}), event)
        self.events.append(event)
        self.ctx = type(self.ctx)(after.public, after.sides[self.side])
