"""What every game with a refit phase has beside its stages: orders by hand, corrections, an order of battle."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from rules.asl import battle_toll, captures, manual_changes, unit_acts
from rules.asl.chronicle import Chronicle
from rules.asl.context import BATTLE, PAPER, PAPER_FORCES, RefitContext
from rules.asl.corrections import ReportCorrections
from rules.asl.event_texts import EventTexts
from rules.asl.orders import ORDERS, PAD
from rules.asl.pad import entries as pad
from rules.asl.payloads import STAGE_FINISHED
from rules.asl.reinforcements.names import group_names
from rules.asl.reinforcements.reveal import reveal
from rules.asl.rule_data import DataFiles, RuleData
from rules.asl.state import Public, Report, SideRoom
from rules.asl.steps.aftermath.map_lines import control_after_lines
from rules.asl.steps.aftermath.public_lines import REFIT, public_lines
from rules.asl.steps.from_paper import taken_over
from rules.asl.steps.report import ReportStep
from rules.asl.steps.setup.positions import positions
from rules.asl.vasl import filling, review
from rules.asl.vasl.names import VaslFile
from rules.asl.vasl.rows import posted_report
from rules.asl.vasl.setup import set_up
from rules.asl.vasl.text import posted_text
from rules.asl.view import GroupView, PublicView, SideView, View, purchase_rows
from rules.contract import Event, EventText, FoundingChoice, Order, State
from rules.dice import Rng
from rules.engine import free_roll
from rules.engine.charts import ChartSchema
from rules.engine.corrections import Corrections
from rules.engine.founding import START
from rules.engine.replace import replace
from rules.engine.rolls import DICE
from rules.engine.staged import StagedSystem
from rules.engine.stages import Course, Messages
from rules.engine.tasks import FormTask
from rules.features.battle_pad import BattlePad, PadEntry
from rules.features.curves import Curve
from rules.features.documents import Sheet
from rules.features.forces import Forces, GroupName, ManualChanges
from rules.features.purchases import PurchaseRow
from rules.features.reinforcements import Reveal
from rules.features.saved_games import SavedAnswers, SavedGame, SavedPlaces, WantedCounter
from rules.ground import altering, painting, proposing
from rules.ground.campaign_map import FrontLines, Ground
from rules.ground.map_schema import MAP
from rules.ground.map_side import MapSide
from rules.ground.positions import Placement
from rules.text import gettext

P = TypeVar("P", bound=Public)
S = TypeVar("S", bound=SideRoom)
C = TypeVar("C", bound=RefitContext)
PV = TypeVar("PV", bound=PublicView[Public, RuleData])
SV = TypeVar("SV", bound=SideView[SideRoom, GroupView])
R = TypeVar("R", bound=Report)
ENDED = "ended"

SHARED_STAGES: Mapping[str, Callable[[RefitContext], bool]] = {
    BATTLE: lambda ctx: ctx.public.today.report is not None,
    PAPER: lambda ctx: taken_over(ctx.public),
}
"""Stages that no side ends, each with the condition on the public room under which it is over."""


class RefitSystem(Chronicle, StagedSystem[P, S, C], Generic[P, S, C, PV, SV, R]):
    """A game system with a refit phase between its scenarios."""

    orders = ORDERS
    quiet = frozenset(
        {
            "stage.finished",
            "capture.recorded",
            "capture.claimed",
            "capture.used",
            "control.painted",
            "ground.altered",
            "losses.restated",
        }
    )
    readings_in = "rulings"
    report_corrections: ReportCorrections[P, R]
    maps: ChartSchema
    event_texts: EventTexts
    files: DataFiles
    views: type[View[PV, SV, C]]
    default_rules: RuleData
    """The rule data with every ruling at its default."""
    report: ReportStep[C, R]
    """The step in which both sides agree on what came of a scenario."""
    shared_stages: Mapping[str, Callable[[C], bool]] = SHARED_STAGES
    """The stages of the game that no side ends; see SHARED_STAGES."""
    sealed = frozenset({"purchase", PAPER_FORCES})
    """Stages whose end carries a seal of what was decided in them."""
    judged = frozenset({"correction.settled"})

    def __init__(self) -> None:
        super().__init__()
        pack = self.default_rules.pack
        self.title = pack.title
        self.edition = str(pack.edition)
        self.sides: Mapping[str, str] = Messages(pack.names)
        self.rulings = self.files.rulings
        self.free_orders = {
            "lose": manual_changes.lose,
            "mark": battle_toll.mark,
            battle_toll.TALLY: battle_toll.tally,
            PAD: lambda ctx, data, rng: pad.record(ctx, data, rng, self._after),
            "change": manual_changes.change,
            "add": manual_changes.add,
            **{key: unit_acts.order_of(key) for key in unit_acts.ACTS},
            "claim": captures.claim,
            "grant": captures.grant,
            "deny": captures.deny,
            "use": captures.use,
            "release": captures.release,
            "correct": self._correct,
            "settle": self.report_corrections.answer,
            "concede": lambda ctx, data, rng: [self.conceded(ctx)],
            painting.ORDER: lambda ctx, data, rng: [painting.paint(ctx.side, self.sides, ctx.public.ground, data)],
            altering.ORDER: lambda ctx, data, rng: [altering.alter(ctx.side, ctx.public.ground, data)],
            "throw": lambda ctx, data, rng: [free_roll.throw(ctx.side, ctx.mode, data, rng)],
        }

    def _correct(self, ctx: C, data: Mapping[str, object], rng: Rng) -> list[Event]:
        """A correction of the record, or a map to play on from now on."""
        if data.get("about") == MAP:
            return proposing.propose(ctx.public.corrections, ctx.public.ground, self.maps, ctx.side, data)
        return self.report_corrections.correct(ctx, data, rng)

    @property
    def choices(self) -> tuple[FoundingChoice, ...]:
        """See GameSystem."""
        dice = {key: gettext(text) for key, text in DICE.options.items()}
        return (*self.own_choices(), FoundingChoice(DICE.key, gettext(DICE.label), dice))

    @abstractmethod
    def own_choices(self) -> Iterable[FoundingChoice]:
        """What the founding page asks beside the rulings and whose dice are rolled."""

    @abstractmethod
    def after_stage(self, ctx: C) -> Event:
        """What comes when the stage in hand is over: the next one opens, or the campaign ends."""

    def after_act(self, ctx: C) -> list[Event]:
        """See StagedSystem."""
        if is_over := self.shared_stages.get(ctx.stage):
            if is_over(ctx):
                return [self._next(ctx)]
            return self.report.restated(ctx) if ctx.stage == BATTLE else []
        lost = captures.lost_since(ctx)
        if not self.course.closes(ctx):
            return lost
        finished = replace(STAGE_FINISHED(side=ctx.side, stage=ctx.stage), seals=ctx.stage in self.sealed)
        return [*lost, finished, self._next(ctx)] if self.course.opens_next(ctx) else [*lost, finished]

    def control_after_lines(self, ctx: C) -> Mapping[str, str] | None:
        """The hexes each side Controls once both sides have told their Perimeters and areas; None before that."""
        return control_after_lines(ctx.at_map, ctx.public)

    def _next(self, ctx: C) -> Event:
        event, control = self.after_stage(ctx), self.control_after_lines(ctx) if ctx.stage == REFIT else None
        return replace(event, data={**event.data, "control": control}) if control else event

    @abstractmethod
    def conceded(self, ctx: C) -> Event:
        """The end of the campaign by a side that gives it up."""

    @abstractmethod
    def rules_of(self, public: P) -> RuleData:
        """The game's rule data as a campaign has it."""

    def describe(self, event: Event) -> EventText:
        """See GameSystem."""
        return self.event_texts.describe(event, self.course)

    def headline(self, event: Event) -> str:
        """See rules.features.chronicle.TellsDays."""
        return self.event_texts.headline(event, self.course)

    @abstractmethod
    def public_view(self, course: Course[C], public: P) -> PV:
        """The public room as it is shown."""

    @abstractmethod
    def side_view(self, public: PV, room: S) -> SV:
        """A side's room as it is shown beside the `public_view`."""

    def public(self, state: State[P, S]) -> PV:
        """See GameSystem."""
        return self.public_view(self.course, state.public)

    def view(self, state: State[P, S], side: str | None) -> View[PV, SV, C]:
        """See GameSystem."""
        public = self.public(state)
        rooms = {key: self.side_view(public, room) for key, room in state.sides.items()}
        ctx = self.context_of(state, side) if side else None
        return self.views(public, rooms, rooms[side] if side else None, self.course, ctx)

    @abstractmethod
    def sheets_of(self, public: PV, mine: SV | None) -> Iterable[Sheet]:
        """The sheets of the reader's side, or for an onlooker those everybody may have, in the order of a list."""

    def sheets(self, state: State[P, S], side: str | None) -> Mapping[str, Sheet]:
        """See rules.features.documents.HasSheets."""
        view = self.view(state, side)
        return {sheet.key: sheet for sheet in self.sheets_of(view.public, view.mine)}

    def judge(self, state: State[P, S], order: Order) -> tuple[Event, ...]:
        """See GameSystem."""
        return self.report_corrections.judge(state.public, self.rules_of(state.public), order)

    @property
    @abstractmethod
    def later_dates(self) -> Mapping[str, str]:
        """The dates on which a campaign can come here from paper: key and name."""

    def came_from_paper(self, options: Mapping[str, object]) -> str:
        """See rules.engine.founding.HasLaterStart."""
        return gettext(self.later_dates.get(str(options.get(START, "")), ""))

    @property
    def free_roll(self) -> FormTask:
        """See rules.engine.free_roll.HasFreeRolls."""
        return free_roll.form()

    @property
    def manual_changes(self) -> ManualChanges:
        """See rules.features.forces.HasForces."""
        return replace(manual_changes.by_hand(self.default_rules), acts=tuple(unit_acts.ACTS))

    def forces(self, state: State[P, S], side: str) -> Forces:
        """See rules.features.forces.HasForces."""
        return self.view(state, side).sides[side].forces

    def group_names(self, state: State[P, S], side: str) -> Mapping[str, GroupName]:
        """See rules.features.forces.HasForces."""
        return group_names(self.rules_of(state.public), state.sides[side])

    def reveal(
        self, state: State[P, S], side: str, rolls: Iterable[Mapping[str, object]] | None = None, date: str = ""
    ) -> Reveal | None:
        """See rules.features.reinforcements.HasReinforcements."""
        mine = self.view(state, side).sides[side]
        outcomes = mine.room.outcomes if rolls is None else rolls
        return reveal(mine, outcomes, self.rules_of(state.public).tables, date)

    @property
    def nations(self) -> Mapping[str, str]:
        """See rules.features.saved_games.HasSavedGames."""
        return self._vasl.nations

    @property
    def boards(self) -> Mapping[str, Mapping[str, float]]:
        """See rules.features.saved_games.HasSavedGames."""
        return {name: board.model_dump() for name, board in self._vasl.board.items()}

    @property
    def _vasl(self) -> VaslFile:
        return self.files.read("vasl", VaslFile)

    def saved_names(self, state: State[P, S], side: str, assigned: Mapping[str, str]) -> Sequence[str]:
        """See rules.features.saved_games.HasSavedGames."""
        return review.own_names(self.context_of(state, side), self._vasl, assigned).keys

    def saved_text(self, state: State[P, S], side: str, text: str, assigned: Mapping[str, str]) -> str:
        """See rules.features.saved_games.HasSavedGames."""
        return posted_text(text, review.whose(self.context_of(state, side), self._vasl, assigned))

    def saved_game(self, state: State[P, S], side: str, posted: str, assigned: Mapping[str, str]) -> SavedGame:
        """See rules.features.saved_games.HasSavedGames."""
        return self._reviewed(state, side, posted, assigned).saved_game()

    def saved_order(self, state: State[P, S], side: str, posted: str, answers: SavedAnswers) -> Order:
        """See rules.features.saved_games.HasSavedGames."""
        return self._reviewed(state, side, posted, answers.names).order(answers)

    def saved_places(
        self,
        state: State[P, S],
        side: str,
        posted: str,
        assigned: Mapping[str, str],
        typed: Mapping[str, Mapping[str, str]],
    ) -> SavedPlaces:
        """See rules.features.saved_games.HasSavedGames."""
        return filling.of_steps(self.course, self._reviewed(state, side, posted, assigned), typed)

    def saved_end(self, state: State[P, S], side: str, posted: str, assigned: Mapping[str, str]) -> SavedPlaces:
        """See rules.features.saved_games.HasSavedGames."""
        return filling.of_the_end(self.course, self._reviewed(state, side, posted, assigned))

    def set_up(self, state: State[P, S], side: str) -> Sequence[WantedCounter]:
        """See rules.features.saved_games.HasSavedGames."""
        return set_up(self.context_of(state, side), self._vasl)

    def _reviewed(self, state: State[P, S], side: str, posted: str, assigned: Mapping[str, str]) -> review.Review:
        return review.Review.of(self.context_of(state, side), self._vasl, posted_report(posted), assigned)

    def pad_scenario(self, state: State[P, S], side: str) -> int | None:
        """See rules.features.battle_pad.HasBattlePad."""
        return state.public.date if state.public.stage == BATTLE else None

    def battle_pad(self, state: State[P, S], side: str, entries: Sequence[PadEntry]) -> BattlePad | None:
        """See rules.features.battle_pad.HasBattlePad."""
        played = self.pad_scenario(state, side) is not None
        return pad.Laid(self.context_of(state, side), entries).pad() if played else None

    def pad_order(self, state: State[P, S], side: str, entries: Sequence[PadEntry]) -> Order:
        """See rules.features.battle_pad.HasBattlePad."""
        return pad.Laid(self.context_of(state, side), entries).order()

    def pad_words(self, entry: PadEntry) -> str:
        """See rules.features.battle_pad.HasBattlePad."""
        text = ": ".join(pad.words_of(entry))
        return f"{entry.times} × {text}" if entry.times > 1 else text

    def claims(self, state: State[P, S], side: str) -> int:
        """See rules.features.forces.HasForces."""
        return sum(one.claimed and one.owner == side for one in state.public.captures)

    def curves(self, state: State[P, S]) -> Sequence[Curve]:
        """See rules.features.curves.HasCurves."""
        return self.view(state, None).curves

    @abstractmethod
    def purchase_sheet(self, public: PV, mine: SV) -> Sheet:
        """The RG Purchase Record of a side."""

    def purchase_dates(self, state: State[P, S]) -> int:
        """See rules.features.purchases.HasPurchases."""
        return len(state.public.dates)

    def purchases(self, state: State[P, S], side: str) -> Sequence[PurchaseRow]:
        """See rules.features.purchases.HasPurchases."""
        return purchase_rows(self.rules_of(state.public), state.sides[side])

    def purchase_record(self, state: State[P, S], side: str, rows: Sequence[PurchaseRow]) -> Sheet:
        """See rules.features.purchases.HasPurchases."""
        view = self.view(state, side)
        mine = view.sides[side]
        groups = tuple(replace(each, purchase=purchase) for each, purchase in zip(mine.groups, rows, strict=False))
        return self.purchase_sheet(view.public, replace(mine, groups=groups))

    def ground(self, state: State[P, S]) -> Ground | None:
        """See rules.ground.campaign_map.HasMap."""
        return state.public.ground

    @abstractmethod
    def at_map(self, public: P, side: str) -> MapSide | None:
        """What both sides know of the map, from the point of view of `side`; None in a campaign without a map."""

    def front_lines(self, state: State[P, S]) -> FrontLines:
        """See rules.ground.campaign_map.HasMap."""
        at = self.at_map(state.public, next(iter(self.sides)))
        return public_lines(at, state.public) if at else FrontLines()

    def map_curves(self, state: State[P, S], grounds: Sequence[Ground | None]) -> Sequence[Curve]:
        """See rules.ground.campaign_map.HasMap."""
        return self.view(state, None).map_curves(grounds)

    def positions(self, state: State[P, S], side: str) -> Sequence[Placement]:
        """See rules.ground.campaign_map.HasMap."""
        ctx = self.context_of(state, side)
        return positions(ctx.rules, ctx.mine)

    def corrections(self, state: State[P, S], side: str | None) -> Corrections:
        """See rules.engine.corrections.HasCorrections."""
        ctx = self.context_of(state, side) if side else None
        return self.report_corrections.view(state.public, state.sides.values(), ctx, self.rules_of(state.public))
