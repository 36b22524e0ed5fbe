"""Roads to Stalingrad as its host knows it."""

from __future__ import annotations

import json
from collections.abc import Mapping

from rules.areas.area_map import AreaMap
from rules.contract import Event, EventText, FoundingChoice, Order, State
from rules.dice import Rng
from rules.engine.charts import restore
from rules.engine.founding import one_of, readings
from rules.engine.staged import AT_A_STEP, FreeOrder, StagedSystem
from rules.features.documents import Library, Sheet
from rules.played.reactions import NO_LIMIT, REACTION_MINUTES, Window
from rules.systems.rts import event_texts
from rules.systems.rts.chart import chart_schema, practice_copy, theater
from rules.systems.rts.context import Context, board_of
from rules.systems.rts.course import COURSE
from rules.systems.rts.frames import Choose, Start
from rules.systems.rts.library import library
from rules.systems.rts.printed import AXIS, LABELS, OTHER, SIDES, Readings, numbers, rulings
from rules.systems.rts.reducers import REDUCERS
from rules.systems.rts.resolver import Resolver, draws_of
from rules.systems.rts.sheets import sheets
from rules.systems.rts.state import HANDS, Points, PublicRoom, SecretRoom, UnitState
from rules.systems.rts.victory import CONCEDED, end, score_of
from rules.systems.rts.view import TablePublic, TableView, area_map
from rules.text import gettext, gettext_noop

REACTIONS = FoundingChoice("reactions", gettext_noop("Reactions"), LABELS.reactions)
REACTION_TIME = FoundingChoice("reaction_time", gettext_noop("Time for a reaction"), LABELS.reaction_time)


class RoadsToStalingrad(StagedSystem[PublicRoom, SecretRoom, Context]):
    """The game system `rts`."""

    key, title, edition = numbers().key, numbers().title, numbers().edition
    sides = COURSE.names
    rulings = rulings()
    charts = chart_schema()
    quiet = frozenset({"choice.sealed"})
    course, reducers, rooms, views = COURSE, REDUCERS, (PublicRoom, SecretRoom), TableView
    orders = {**AT_A_STEP, "concede": frozenset[str]()}
    over = "4.2.4"
    apart = frozenset({HANDS, "choose"})
    unsaid = frozenset({"window.opened"})
    battle = ("battle.begun", "battle.ended")
    counted_at = frozenset({"sequence.begun", "game.ended"})

    def __init__(self) -> None:
        super().__init__()
        self.free_orders: Mapping[str, FreeOrder] = {"concede": self._concede}

    @property
    def choices(self) -> tuple[FoundingChoice, ...]:
        """How often the other side is asked for a reaction, and how long it has (2.3.4)."""
        return (REACTIONS, REACTION_TIME)

    def draws_of(self, event: Event) -> tuple[str, ...]:
        """See NamesDraws."""
        return draws_of(event)

    def minutes_owed(self, state: State[PublicRoom, SecretRoom], order: Order, side: str) -> int:
        """See LimitsReactions."""
        room = state.public
        waits = isinstance(room.top, Window) and room.top.side != side and order.kind == "done"
        return REACTION_MINUTES[room.reaction_time] if waits else 0

    def setup(self, options: Mapping[str, object]) -> State[PublicRoom, SecretRoom]:
        """The counters as they are printed on the map (C17); the Axis begins with an operation (C12)."""
        chosen = readings(self.rulings, options.get("rulings", {}))
        reactions = one_of("reactions", options.get("reactions", "battle"), REACTIONS.options)
        chart = restore(self.charts, options["chart"]) if options.get("chart") else practice_copy()
        text = json.dumps(chart.as_json(), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        played = theater(text)
        public = PublicRoom(
            readings=Readings.of(chosen),
            chart=text,
            reactions=reactions,
            reaction_time=one_of("reaction_time", options.get("reaction_time", NO_LIMIT), REACTION_TIME.options),
            units={key: UnitState(unit.start, "" if unit.start else "pool") for key, unit in played.units.items()},
            control={key: area.control for key, area in played.areas.items()},
            points={key: Points(side, number) for key, (side, number) in played.resources.items()},
            decks={side: len(played.deck(side)) for side in SIDES},
            frames=(Choose(), Start(AXIS)),
            initiative=AXIS,
        )
        return State(public, {side: SecretRoom(side, played.deck(side)) for side in SIDES})

    def context(self, public: PublicRoom, mine: SecretRoom) -> Context:
        return Context(public, mine)

    def public(self, state: State[PublicRoom, SecretRoom]) -> TablePublic:
        """The course's own, with the map as it stands, the rulings and how it ended."""
        room, staged = state.public, super().public(state)
        winner = self.sides.get(room.winner, "")
        played = theater(room.chart)
        score = ", ".join(f"{self.sides[side]} {room.score.get(side, 0)}" for side in SIDES)
        result = f"{gettext(LABELS.reason[room.reason])} {score}." if room.reason else ""
        return TablePublic(
            stage=staged.stage,
            stage_title=staged.stage_title,
            phase=staged.stage_title,
            waiting=room.acting,
            ended=staged.ended,
            result=result,
            winner=winner,
            seals=room.seals,
            practice=played.practice,
            rulings=staged.rulings,
            room=room,
            names=tuple(self.sides.items()),
        )

    def area_map(self, state: State[PublicRoom, SecretRoom]) -> AreaMap:
        """The map as it lies on the table."""
        return area_map(state.public, self.sides)

    def points(self, state: State[PublicRoom, SecretRoom]) -> Mapping[str, int]:
        """Victory Points (4.3, C16)."""
        return score_of(board_of(state.public))

    def sheets(self, state: State[PublicRoom, SecretRoom], side: str | None) -> Mapping[str, Sheet]:
        """The situation for everybody, the hand for its side."""
        return sheets(state, side, self.sides)

    def tables(self, options: Mapping[str, object]) -> Library:
        """Battle Chits, costs, and the chances of a check."""
        return library(Readings.of(readings(self.rulings, options.get("rulings", {}))))

    def describe(self, event: Event) -> EventText:
        """See GameSystem. Cards that only their side sees are told by what stands on them."""
        return event_texts.describe(event)

    def _concede(self, ctx: Context, data: Mapping[str, object], rng: Rng) -> list[Event]:
        act = Resolver(ctx, rng)
        end(act, CONCEDED, OTHER[ctx.side])
        return act.events


SYSTEM = RoadsToStalingrad()
