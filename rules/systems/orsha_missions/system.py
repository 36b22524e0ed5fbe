"""The solitaire missions as their host knows them: a game of one side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.contract import Event, EventText, FoundingChoice, SideView, State
from rules.dice import Rng
from rules.engine.documents import Library, Sheet
from rules.engine.founding import one_of, readings
from rules.engine.rolls import DICE
from rules.engine.staged import AT_A_STEP, FreeOrder, StagedSystem, ruling_views
from rules.systems.orsha_missions import event_texts
from rules.systems.orsha_missions.acts import MissionAct
from rules.systems.orsha_missions.course import COURSE
from rules.systems.orsha_missions.library import library, units_of
from rules.systems.orsha_missions.printed import ENEMY, FRIENDLY, printed, rulings
from rules.systems.orsha_missions.reducers import REDUCERS
from rules.systems.orsha_missions.sheets import sheets
from rules.systems.orsha_missions.state import Context, PublicRoom, SecretRoom, UnitLine, first_todo
from rules.systems.orsha_missions.tasks import BUTTONS, TURN
from rules.systems.orsha_missions.view import MissionPublic, MissionView
from rules.text import gettext, gettext_noop

MISSION = FoundingChoice(
    "mission", gettext_noop("Mission"), {key: mission.title for key, mission in printed().mission.items()}
)
RESULTS = {
    FRIENDLY: gettext_noop("You win: FRIENDLY {friendly} VP, ENEMY {enemy} VP."),
    ENEMY: gettext_noop("The ENEMY wins: FRIENDLY {friendly} VP, ENEMY {enemy} VP."),
    "": gettext_noop("A draw: FRIENDLY {friendly} VP, ENEMY {enemy} VP."),
}


class SolitaireMissions(StagedSystem[PublicRoom, SecretRoom, Context]):
    """The game system `orsha_missions`."""

    key, title, edition = printed().key, printed().title, printed().edition
    sides = COURSE.names
    rulings = rulings()
    course, reducers, rooms = COURSE, REDUCERS, (PublicRoom, SecretRoom)
    orders = {
        **AT_A_STEP,
        **dict.fromkeys((*BUTTONS, TURN), frozenset({"dice"})),
        "concede": frozenset[str](),
    }
    over = "12.6"

    def __init__(self) -> None:
        super().__init__()
        self.free_orders: Mapping[str, FreeOrder] = {"concede": self._concede}

    @property
    def choices(self) -> tuple[FoundingChoice, ...]:
        """The mission, and whose dice are rolled."""
        return (MISSION, DICE)

    def setup(self, options: Mapping[str, object]) -> State[PublicRoom, SecretRoom]:
        """The printed order of battle; all that is rolled before the mission waits for dice."""
        chosen = readings(self.rulings, options.get("rulings", {}))
        key = one_of(MISSION.key, options.get(MISSION.key, next(iter(MISSION.options))), MISSION.options)
        dice = one_of(DICE.key, options.get(DICE.key, "server"), DICE.options)
        units = tuple(UnitLine(name, number, afv=afv) for name, number, afv in units_of(key, chosen))
        todo = first_todo(printed().mission[key].start, chosen)
        return State(PublicRoom(key, chosen, dice, units, todo, len(todo)), {FRIENDLY: SecretRoom(FRIENDLY)})

    def context(self, public: PublicRoom, mine: SecretRoom) -> Context:
        return Context(public, mine)

    def after_act(self, ctx: Context) -> list[Event]:
        """Nothing: what follows an act is part of it."""
        return []

    def public(self, state: State[PublicRoom, SecretRoom]) -> MissionPublic:
        """The course's own, with the mission, the rulings and how it ended."""
        room, known = state.public, super().public(state)
        return MissionPublic(
            stage=known.stage,
            stage_title=known.stage_title,
            phase=gettext(printed().mission[room.mission].title),
            waiting=known.waiting,
            ended=known.ended,
            result=_result(room),
            winner=self.sides.get(room.winner, ""),
            rulings=ruling_views(self.rulings, room.readings),
            room=room,
        )

    def view(self, state: State[PublicRoom, SecretRoom], side: str | None) -> MissionView:
        """Everything lies open."""
        ctx = self.context_of(state, side) if side else None
        rooms = {key: SideView(key, self.sides[key]) for key in state.sides}
        return MissionView(self.public(state), rooms, rooms[side] if side else None, self.course, ctx)

    def sheets(self, state: State[PublicRoom, SecretRoom], side: str | None) -> Mapping[str, Sheet]:
        """All sheets are for everybody."""
        return {} if side else sheets(state.public, _result(state.public))

    def tables(self, options: Mapping[str, object]) -> Library:
        """The tables of both missions."""
        return library(readings(self.rulings, options.get("rulings", {})))

    def describe(self, event: Event) -> EventText:
        """See GameSystem."""
        return event_texts.describe(event)

    def _concede(self, ctx: Context, data: Mapping[str, Any], rng: Rng) -> list[Event]:
        act = MissionAct(ctx, rng)
        act.concede()
        return act.events


def _result(room: PublicRoom) -> str:
    """How the mission ended; "" while it goes on."""
    if not room.reason:
        return ""
    return gettext(RESULTS[room.winner], friendly=room.vp[FRIENDLY], enemy=room.vp[ENEMY])


SYSTEM = SolitaireMissions()
