"""The base class of game systems made of stages: implements what follows from a course, reducers and rooms.

A game adds its course, the classes of its rooms, the context of a side, what follows an act, and what pages show.
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
from rules.engine.readings import GameReadings, under_todays_keys
from rules.engine.reducers import Reducers
from rules.engine.stages import Course, SideContext, WaitingStep
from rules.features.standing import PublicView, RulingView
from rules.text import gettext


class StagedRoom(Protocol):
    """What a public room has to have: the key of the stage in hand, and the sides that are done with it."""

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
"""Gives the events of an order that can be given at any time."""
AT_A_STEP: Mapping[str, frozenset[str] | None] = {
    "roll": frozenset({"dice"}),
    "done": frozenset({"note"}),
    "enter": None,
}
"""The kinds of orders that the engine's tasks take, with the names of their entries; None: those of the step's form."""


@dataclass(frozen=True)
class StagedView(Generic[PV, SV, C]):
    """A GameView over a course; a game overrides `facts` and, if it leaves out stages, `cycle`."""

    public: PV
    sides: Mapping[str, SV]
    mine: SV | None
    course: Course[C]
    ctx: C | None

    @cached_property
    def current(self) -> WaitingStep[C] | None:
        """See rules.contract.GameView."""
        return self.course.current(self.ctx) if self.ctx else None

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the stage in hand."""
        return self.course.steps(self.ctx) if self.ctx else ()

    @property
    def waits(self) -> str:
        """See rules.contract.GameView."""
        return self.course.waits(self.ctx) if self.ctx else ""

    @property
    def rail(self) -> tuple[RailRow, ...]:
        """The stages of the current cycle: the present one step by step, each other as a single line."""
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
        """See rules.contract.GameView; facts without a value yet are left out."""
        facts = self.facts(self.mine) if self.mine else ()
        return tuple((label, value) for label, value in facts if value)

    def facts(self, mine: SV) -> Iterable[tuple[str, str]]:
        """The figures of the reader's side."""
        return ()

    def cycle(self, ctx: C) -> Sequence[str]:
        """The keys of the stages from one scenario to the next, as seen from where the side is."""
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
    """The field of the public room with the reading of each ruling, if it has one."""

    course: Course[C]
    reducers: Reducers
    rooms: tuple[type[P], type[S]]
    views: Callable[..., GameView] = StagedView
    """The class of its views."""
    orders: Mapping[str, frozenset[str] | None] = AT_A_STEP
    """Every kind of order with its entries, apart from STEP and CONTINUE; None: those of the step's form."""
    free_orders: Mapping[str, FreeOrder] = {}
    """Orders that can be given whatever step waits."""
    judged: frozenset[str] = frozenset()
    """Kinds of public events that an umpire makes."""
    over = ""
    """The rule by which a campaign ends, for the refusal of orders after that."""

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
        """The context of a side, made from the public room and its own."""

    def context_of(self, state: State[P, S], side: str) -> C:
        """The context of `side`; the same rooms give the same, cached one, with what was computed from it."""
        return self._contexts.get(self.context, state.public, state.sides[side])

    def after_act(self, ctx: C) -> list[Event]:
        """Further events of an act, given the context after its own: stages finished and opened, the end."""
        return []

    @abstractmethod
    def describe(self, event: Event) -> EventText:
        """See GameSystem."""

    def public(self, state: State[P, S]) -> PublicView:
        """See GameSystem. Fills in what follows from the course, and the rulings; a game adds seals and its result."""
        stage = self.course.stage(state.public.stage)
        chosen = getattr(state.public, self.readings_in, {})
        return PublicView(
            stage=stage.key,
            stage_title=gettext(stage.title),
            phase=self.title,
            waiting=self.course.waiting(state.public),
            ended=not stage.steps,
            rulings=ruling_views(self.rulings, vars(chosen) if isinstance(chosen, GameReadings) else chosen),
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
        """A stored public room with rulings as they are today: those that are new at their default."""
        if not isinstance(public, Mapping) or self.readings_in not in public:
            return public
        defaults = {ruling.key: ruling.default for ruling in self.rulings}
        return {**public, self.readings_in: defaults | under_todays_keys(self.rulings, public[self.readings_in])}

    def _after(self, ctx: C, events: Iterable[Event]) -> C:
        """The context after `events`."""
        state: State[P, S] = State(ctx.public, {ctx.side: ctx.mine})
        for event in events:
            state = self.apply(state, event)
        return self.context_of(state, ctx.side)


def ruling_views(rulings: Iterable[Ruling], chosen: Mapping[str, str]) -> tuple[RulingView, ...]:
    """The rulings with the readings that a campaign has `chosen`; () if it has none."""
    return tuple(RulingView(ruling, chosen[ruling.key]) for ruling in rulings if chosen)
