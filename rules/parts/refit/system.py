"""What every game with a refit phase answers to the kernel in the same way; a game adds its course, book and views."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter

from rules.kernel import PUBLIC, Event, Luck, Order, Reducers, Refused, State, Step
from rules.parts import entries
from rules.parts.refit import byhand
from rules.parts.refit.corrections import Account
from rules.parts.refit.desk import Desk
from rules.parts.stages import ON, STEP, Course

D = TypeVar("D", bound=Desk)
ENDED = "ended"

ORDERS: Mapping[str, frozenset[str] | None] = {
    "roll": frozenset({"dice"}),
    "done": frozenset({"note"}),
    "seal": frozenset({"rows"}),
    "confirm": frozenset({"number"}),
    "enter": None,
    "buy": None,
    "propose": None,
    "lose": frozenset({"fate", "piles", "together", "worth"}),
    "mark": frozenset({"piles", "together"}),
    "change": frozenset({"pile", "count", "name", "marks", "place", "note", "worth"}),
    "add": frozenset({"kind", "name", "count", "worth"}),
    "correct": None,
    "settle": frozenset({"number", "verdict"}),
    "concede": frozenset(),
}
"""Every kind of order with the entries it takes beside its step and going on; None: those of the step's form."""

Free = Callable[[Any, Mapping[str, Any], Luck], list[Event]]
"""An order that waits for no step."""


class RefitSystem(ABC, Generic[D]):
    """A game system with stages, rooms and orders by hand.

    `rooms` are the classes of the public room and of a side's, `over` is the rule by which a campaign is over.
    """

    quiet = frozenset({"stage.finished"})

    course: Course[D]
    reducers: Reducers
    account: Account
    rooms: tuple[type, type]
    over: str

    def __init__(self) -> None:
        self._free: Mapping[str, Free] = {
            "lose": byhand.lose,
            "mark": byhand.mark,
            "change": byhand.change,
            "add": byhand.add,
            "correct": self.account.correct,
            "settle": self.account.settle,
            "concede": lambda desk, data, luck: [self.conceded(desk)],
        }
        public, side = self.rooms
        self._adapters: tuple[TypeAdapter[Any], TypeAdapter[Any]] = (TypeAdapter(public), TypeAdapter(side))

    @abstractmethod
    def desk(self, public: Any, mine: Any) -> D:
        """A side's desk."""

    @abstractmethod
    def after_act(self, desk: D) -> list[Event]:
        """What follows when an act is done."""

    @abstractmethod
    def conceded(self, desk: D) -> Event:
        """The end of the campaign by a side that gives it up."""

    @abstractmethod
    def book_of(self, public: Any) -> Any:
        """The game's book as a campaign has it."""

    def decide(self, state: State, order: Order, side: str, luck: Luck) -> tuple[Event, ...]:
        """See GameSystem."""
        self._check_kind(order)
        desk = self.desk(state.public, state.sides[side])
        if desk.stage == ENDED:
            raise Refused("The campaign is over.", rule=self.over, way_out="Everything is open to both sides now.")
        free = self._free.get(order.kind)
        events = free(desk, order.data, luck) if free else self.course.carry(desk, order, luck, self._after)
        after = self._after(desk, events)
        return (*events, *(self.after_act(after) if after.stage != ENDED else ()))

    def judge(self, state: State, order: Order) -> tuple[Event, ...]:
        """See GameSystem."""
        return self.account.judge(state.public, self.book_of(state.public), order)

    def apply(self, state: State, event: Event) -> State:
        """See GameSystem."""
        return self.reducers.apply(state, event)

    def steps(self, state: State, side: str) -> tuple[Step, ...]:
        """See GameSystem."""
        return self.course.steps(self.desk(state.public, state.sides[side]))

    def dump(self, state: State, room: str) -> Any:
        """See GameSystem."""
        public, side = self._adapters
        if room == PUBLIC:
            return public.dump_python(state.public, mode="json")
        return side.dump_python(state.sides[room], mode="json")

    def load(self, rooms: Mapping[str, Any]) -> State:
        """See GameSystem."""
        public, side = self._adapters
        sides = {key: side.validate_python(room) for key, room in rooms.items() if key != PUBLIC}
        return State(public.validate_python(rooms[PUBLIC]), sides)

    def _after(self, desk: D, events: Iterable[Event]) -> D:
        """The desk once `events` have happened."""
        state = State(desk.public, {desk.side: desk.mine})
        for event in events:
            state = self.apply(state, event)
        return self.desk(state.public, state.sides[desk.side])

    def _check_kind(self, order: Order) -> None:
        if order.kind not in ORDERS:
            raise Refused(f"There is no order {entries.shown(order.kind)} in this game.", way_out=entries.RELOAD)
        names = ORDERS[order.kind]
        if names is not None:
            entries.known(order.data, names | ({STEP} if order.kind in self._free else {STEP, ON}))
