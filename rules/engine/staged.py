"""A game system made of stages: everything of the contract that follows from its course, reducers and rooms.

A game brings its course, the classes of its rooms, a context for a side, what follows an act, and what pages show.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

from pydantic import TypeAdapter

from rules.contract import (
    ALL,
    CONTINUE,
    PUBLIC,
    STEP,
    Event,
    EventText,
    FoundingChoice,
    GameView,
    Order,
    RailRow,
    Refused,
    Ruling,
    SideView,
    State,
    Step,
)
from rules.dice import Rng
from rules.engine import entries
from rules.engine.identity_cache import IdentityCache, room_cache
from rules.engine.reducers import Reducers
from rules.engine.stages import Course, SideContext, WaitingStep
from rules.features.standing import PublicView, RulingView
from rules.text import gettext


class StagedRoom(Protocol):
    """What a public room has to hold: the stage in hand, and the sides that are done with it."""

    @property
    def stage(self) -> str: ...

    @property
    def finished(self) -> tuple[str, ...]: ...


P = TypeVar("P", bound=StagedRoom)
S = TypeVar("S")
C = TypeVar("C", bound=SideContext)
PV = TypeVar("PV", bound=PublicView)
SV = TypeVar("SV", bound=SideView)

FreeOrder = Callable[[Any, Mapping[str, Any], Rng], list[Event]]
"""What an order brings about that waits for no step."""
AT_A_STEP: Mapping[str, frozenset[str] | None] = {
    "roll": frozenset({"dice"}),
    "done": frozenset({"note"}),
    "enter": None,
}
"""The kinds of orders that the tasks of the engine take, with their entries; None: those of the step's form."""


@dataclass(frozen=True)
class StagedView(Generic[PV, SV, C]):
    """What may be shown of the open rooms; a game adds its `facts` and, where stages are left out, its `cycle`."""

    public: PV
    sides: Mapping[str, SV]
    mine: SV | None
    course: Course[C]
    ctx: C | None

    @cached_property
    def current(self) -> WaitingStep[C] | None:
        """The step that waits for the reader's side, with its task."""
        return self.course.current(self.ctx) if self.ctx else None

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the stage in hand."""
        return self.course.steps(self.ctx) if self.ctx else ()

    @property
    def waits(self) -> str:
        """Who is waited for, as a sentence."""
        return self.course.waits(self.ctx) if self.ctx else ""

    @property
    def rail(self) -> tuple[RailRow, ...]:
        """The stages of the cycle in which the side is: other ones as one line each, the present one step by step."""
        if self.ctx is None:
            return ()
        rows, cycle = list[RailRow](), self.cycle(self.ctx)
        present = cycle.index(self.ctx.stage) if self.ctx.stage in cycle else len(cycle)
        for n, key in enumerate(cycle):
            if n == present:
                rows += (RailRow(step, key, True) for step in self.steps)
                continue
            stage, status = self.course.stage(key), "done" if n < present else "coming"
            rows.append(RailRow(Step(key, stage.steps[0].rule, gettext(stage.title), status), key, False))
        return tuple(rows)

    @property
    def figures(self) -> tuple[tuple[str, str], ...]:
        """What a side wants beside its work: label and value; what is not known yet is left out."""
        facts = self.facts(self.mine) if self.mine else ()
        return tuple((label, value) for label, value in facts if value)

    def facts(self, mine: SV) -> Iterable[tuple[str, str]]:
        """The figures of the reader's side."""
        return ()

    def cycle(self, ctx: C) -> Sequence[str]:
        """The stages from one scenario to the next, as they are from where the side is."""
        return [stage.key for stage in self.course.stages if stage.steps]


class StagedSystem(ABC, Generic[P, S, C]):
    """A game system with stages. `rooms` are the classes of the public room and of a side's."""

    key: str
    title: str
    edition: str
    sides: Mapping[str, str]
    rulings: tuple[Ruling, ...] = ()
    quiet = frozenset({"stage.finished"})
    last_stage = ""
    readings_in = "readings"
    """The field of the public room that has the reading of each ruling, if there is one."""

    course: Course[C]
    reducers: Reducers
    rooms: tuple[type[P], type[S]]
    views: Callable[..., GameView] = StagedView
    """What may be shown of the open rooms."""
    orders: Mapping[str, frozenset[str] | None] = AT_A_STEP
    """Every kind of order with the entries it takes beside its step and going on; None: those of the step's form."""
    free_orders: Mapping[str, FreeOrder] = {}
    """Orders that wait for no step."""
    judged: frozenset[str] = frozenset()
    """Kinds of public events that an umpire makes."""
    over = ""
    """The rule by which a campaign is over."""

    @property
    def choices(self) -> tuple[FoundingChoice, ...]:
        """See GameSystem."""
        return ()

    @property
    def anytime(self) -> frozenset[str]:
        """See GameSystem."""
        return frozenset(self.free_orders)

    @property
    def doors(self) -> Mapping[str, str]:
        """See GameSystem."""
        return {stage.key: ALL for stage in self.course.stages if stage.dice}

    @property
    def heard(self) -> frozenset[str]:
        """See GameSystem."""
        return self.reducers.heard

    @property
    def kinds(self) -> Mapping[str, frozenset[str]]:
        """See GameSystem."""
        return self.reducers.kinds(self.judged)

    def __init__(self) -> None:
        public, side = self.rooms
        self._adapters: tuple[TypeAdapter[P], TypeAdapter[S]] = (TypeAdapter(public), TypeAdapter(side))
        self._contexts: IdentityCache[C] = room_cache(8)

    @abstractmethod
    def setup(self, options: Mapping[str, object]) -> State[P, S]:
        """See GameSystem."""

    @abstractmethod
    def context(self, public: P, mine: S) -> C:
        """What the rules have before them when a side acts."""

    def context_of(self, state: State[P, S], side: str) -> C:
        """What `side` has before it: the same context for the same rooms, with what was worked out from it."""
        return self._contexts.get(self.context, state.public, state.sides[side])

    def after_act(self, ctx: C) -> list[Event]:
        """What follows when an act is done: stages finished and opened, the end. Here all of it is part of the act."""
        return []

    @abstractmethod
    def describe(self, event: Event) -> EventText:
        """See GameSystem."""

    def public(self, state: State[P, S]) -> PublicView:
        """See GameSystem. Here what follows from the course, and the rulings; a game adds seals, its result."""
        stage = self.course.stage(state.public.stage)
        return PublicView(
            stage=stage.key,
            stage_title=gettext(stage.title),
            phase=self.title,
            waiting=self.course.waiting(state.public),
            ended=not stage.steps,
            rulings=ruling_views(self.rulings, getattr(state.public, self.readings_in, {})),
        )

    def decide(self, state: State[P, S], order: Order, side: str, rng: Rng) -> tuple[Event, ...]:
        """See GameSystem."""
        if order.kind not in self.orders:
            raise Refused(
                gettext("There is no order {kind} in this game.", kind=entries.excerpt(order.kind)),
                way_out=gettext(entries.RELOAD),
            )
        names = self.orders[order.kind]
        if names is not None:
            entries.check_names(order.data, names | ({STEP} if order.kind in self.free_orders else {STEP, CONTINUE}))
        ctx = self.context_of(state, side)
        if not self.course.stage(ctx.stage).steps:
            raise Refused(
                gettext("The campaign is over."),
                rule=self.over,
                way_out=gettext("Everything is open to both sides now."),
            )
        free = self.free_orders.get(order.kind)
        events = free(ctx, order.data, rng) if free else self.course.execute(ctx, order, rng, self._after)
        after = self._after(ctx, events)
        return (*events, *(self.after_act(after) if self.course.stage(after.stage).steps else ()))

    def judge(self, state: State[P, S], order: Order) -> tuple[Event, ...]:
        """See GameSystem."""
        raise Refused(
            gettext("There is nothing to judge in this game."), way_out=gettext("The sides settle it between them.")
        )

    def apply(self, state: State[P, S], event: Event) -> State[P, S]:
        """See GameSystem."""
        return self.reducers.apply(state, event)

    def hear(self, room: S, side: str, event: Event) -> S:
        """See GameSystem."""
        heard: S = self.reducers.hear(room, side, event)
        return heard

    def current(self, state: State[P, S], side: str) -> WaitingStep[C] | None:
        """See GameSystem."""
        return self.course.current(self.context_of(state, side))

    def view(self, state: State[P, S], side: str | None) -> GameView:
        """See GameSystem."""
        ctx = self.context_of(state, side) if side else None
        rooms = {key: SideView(key, self.sides[key]) for key in state.sides}
        return self.views(self.public(state), rooms, rooms[side] if side else None, self.course, ctx)

    def dump(self, state: State[P, S], room: str) -> object:
        """See GameSystem."""
        public, side = self._adapters
        if room == PUBLIC:
            return public.dump_python(state.public, mode="json")
        return side.dump_python(state.sides[room], mode="json")

    def load(self, rooms: Mapping[str, object]) -> State[P, S]:
        """See GameSystem."""
        public, side = self._adapters
        sides = {key: side.validate_python(room) for key, room in rooms.items() if key != PUBLIC}
        return State(public.validate_python(self._with_new_rulings(rooms[PUBLIC])), sides)

    def _with_new_rulings(self, public: object) -> object:
        """A stored public room with the default of each ruling that was named after the campaign was founded."""
        if not isinstance(public, Mapping) or self.readings_in not in public:
            return public
        defaults = {ruling.key: ruling.default for ruling in self.rulings}
        return {**public, self.readings_in: defaults | public[self.readings_in]}

    def _after(self, ctx: C, events: Iterable[Event]) -> C:
        """The context once `events` have happened."""
        state: State[P, S] = State(ctx.public, {ctx.side: ctx.mine})
        for event in events:
            state = self.apply(state, event)
        return self.context_of(state, ctx.side)


def ruling_views(rulings: Iterable[Ruling], chosen: Mapping[str, str]) -> tuple[RulingView, ...]:
    """The rulings with the reading each campaign has `chosen`; () for a room that has none."""
    return tuple(RulingView(ruling, chosen[ruling.key]) for ruling in rulings if chosen)
