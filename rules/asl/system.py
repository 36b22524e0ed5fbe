"""What every game with a refit phase has beside its stages: orders by hand, corrections, an order of battle."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic, TypeVar

from rules.asl import manual_changes, unit_acts
from rules.asl.context import RefitContext
from rules.asl.corrections import Account
from rules.asl.event_texts import EventTexts
from rules.asl.payloads import STAGE_FINISHED
from rules.asl.rule_data import DataFiles, RuleData
from rules.asl.state import Public, SideRoom
from rules.asl.view import PublicView, SideView, View, purchase_lines
from rules.contract import Event, EventText, FoundingChoice, Order, State
from rules.engine import free_roll
from rules.engine.corrections import Corrections
from rules.engine.curves import Curve
from rules.engine.documents import Sheet
from rules.engine.forces import Forces, ManualChanges
from rules.engine.purchases import PurchaseLine
from rules.engine.rolls import DICE
from rules.engine.staged import AT_A_STEP, StagedSystem
from rules.engine.stages import Course, Messages
from rules.engine.tasks import FormTask
from rules.text import gettext

P = TypeVar("P", bound=Public)
S = TypeVar("S", bound=SideRoom)
C = TypeVar("C", bound=RefitContext)
ENDED = "ended"

FREE_ORDERS: Mapping[str, frozenset[str] | None] = {
    "lose": frozenset({"fate", "piles", "together", "worth", "reason"}),
    "mark": frozenset({"piles", "together"}),
    "change": frozenset({"pile", "count", "name", "marks", "place", "note", "worth", "reason"}),
    "add": frozenset({"kind", "name", "count", "worth", "reason"}),
    **dict.fromkeys(unit_acts.ACTS, unit_acts.ENTRIES),
    "correct": None,
    "settle": frozenset({"number", "verdict"}),
    "concede": frozenset(),
    "throw": frozenset({"purpose", "number", "shown"}),
}
ORDERS: Mapping[str, frozenset[str] | None] = {
    **AT_A_STEP,
    "seal": frozenset({"rows"}),
    "confirm": frozenset({"number", "agreed"}),
    "buy": None,
    "propose": None,
    **FREE_ORDERS,
}
"""Every kind of order with the entries it takes beside its step and going on; None: those of the step's form."""


class RefitSystem(StagedSystem[P, S, C], Generic[P, S, C]):
    """A game system with a refit phase between its scenarios."""

    orders = ORDERS
    account: Account
    event_texts: EventTexts
    files: DataFiles
    views: type[View[Any, Any, C]]
    default_rules: RuleData
    """The rule data with every ruling at its default."""
    told: Mapping[str, Callable[[Any], bool]]
    """Stages that are over as soon as something is known to everybody, by the public room; no side ends them."""
    sealed = frozenset({"purchase"})
    """Stages whose end carries a seal of what was decided in them."""

    def __init__(self) -> None:
        super().__init__()
        pack = self.default_rules.pack
        self.title = pack.title
        self.edition = str(pack.edition)
        self.sides: Mapping[str, str] = Messages(pack.names)
        self.rulings = self.files.rulings
        self.free_orders = {
            "lose": manual_changes.lose,
            "mark": manual_changes.mark,
            "change": manual_changes.change,
            "add": manual_changes.add,
            **{key: unit_acts.order_of(key) for key in unit_acts.ACTS},
            "correct": self.account.correct,
            "settle": self.account.settle,
            "concede": lambda ctx, data, rng: [self.conceded(ctx)],
            "throw": lambda ctx, data, rng: [free_roll.throw(ctx.side, ctx.mode, data, rng)],
        }

    @property
    def choices(self) -> tuple[FoundingChoice, ...]:
        """See GameSystem."""
        dice = {key: gettext(text) for key, text in DICE.options.items()}
        return (*self.asked(), FoundingChoice(DICE.key, gettext(DICE.label), dice))

    @abstractmethod
    def asked(self) -> Iterable[FoundingChoice]:
        """What the founding page asks beside the rulings and whose dice are rolled."""

    @abstractmethod
    def follow(self, ctx: C) -> Event:
        """What comes when the stage in hand is over: the next one opens, or the campaign ends."""

    def after_act(self, ctx: C) -> list[Event]:
        """See StagedSystem."""
        if told := self.told.get(ctx.stage):
            return [self.follow(ctx)] if told(ctx.public) else []
        if not self.course.closes(ctx):
            return []
        finished = STAGE_FINISHED(side=ctx.side, stage=ctx.stage)
        events = [replace(finished, seals=ctx.stage in self.sealed)]
        return [*events, self.follow(ctx)] if self.course.opens_next(ctx) else events

    @abstractmethod
    def conceded(self, ctx: C) -> Event:
        """The end of the campaign by a side that gives it up."""

    @abstractmethod
    def rules_of(self, public: P) -> RuleData:
        """The game's rule data as a campaign has it."""

    def describe(self, event: Event) -> EventText:
        """See GameSystem."""
        return self.event_texts.describe(event, self.course)

    @abstractmethod
    def public_view(self, course: Course[C], public: P) -> PublicView[P, Any]:
        """The public room as it is shown."""

    @abstractmethod
    def side_view(self, public: Any, room: S) -> SideView[S, Any]:
        """A side's room as it is shown beside the `public_view`."""

    def public(self, state: State[P, S]) -> PublicView[P, Any]:
        """See GameSystem."""
        return self.public_view(self.course, state.public)

    def view(self, state: State[P, S], side: str | None) -> View[Any, Any, C]:
        """See GameSystem."""
        public = self.public(state)
        rooms = {key: self.side_view(public, room) for key, room in state.sides.items()}
        ctx = self.context_of(state, side) if side else None
        return self.views(public, rooms, rooms[side] if side else None, self.course, ctx)

    @abstractmethod
    def made(self, seen: Any) -> Iterable[Sheet]:
        """The sheets of the reader's side, or for an onlooker those everybody may have, in the order of a list."""

    def sheets(self, state: State[P, S], side: str | None) -> Mapping[str, Sheet]:
        """See GameSystem."""
        return {sheet.key: sheet for sheet in self.made(self.view(state, side))}

    def judge(self, state: State[P, S], order: Order) -> tuple[Event, ...]:
        """See GameSystem."""
        return self.account.judge(state.public, self.rules_of(state.public), order)

    @property
    def free_roll(self) -> FormTask:
        """See rules.engine.free_roll.HasFreeRolls."""
        return free_roll.form()

    @property
    def manual_changes(self) -> ManualChanges:
        """See rules.engine.forces.HasForces."""
        return replace(manual_changes.by_hand(self.default_rules), acts=tuple(unit_acts.ACTS))

    def forces(self, state: State[P, S], side: str) -> Forces:
        """See rules.engine.forces.HasForces."""
        shown: SideView[S, Any] = self.view(state, side).sides[side]
        return shown.forces

    def curves(self, state: State[P, S]) -> Sequence[Curve]:
        """See rules.engine.curves.HasCurves."""
        return self.view(state, None).curves

    @abstractmethod
    def record(self, seen: Any, mine: Any) -> Sheet:
        """The RG Purchase Record of a side, from what a game's View and SideView hold."""

    def purchase_dates(self, state: State[P, S]) -> int:
        """See rules.engine.purchases.HasPurchases."""
        return len(state.public.dates)

    def purchases(self, state: State[P, S], side: str) -> Sequence[PurchaseLine]:
        """See rules.engine.purchases.HasPurchases."""
        return purchase_lines(self.rules_of(state.public), state.sides[side])

    def purchase_record(self, state: State[P, S], side: str, lines: Sequence[PurchaseLine]) -> Sheet:
        """See rules.engine.purchases.HasPurchases."""
        seen = self.view(state, side)
        mine = seen.sides[side]
        groups = tuple(replace(shown, line=line) for shown, line in zip(mine.groups, lines, strict=False))
        return self.record(seen, replace(mine, groups=groups))

    def corrections(self, state: State[P, S], side: str | None) -> Corrections:
        """See rules.engine.corrections.HasCorrections."""
        ctx = self.context_of(state, side) if side else None
        return self.account.view(state, ctx, self.rules_of(state.public))
