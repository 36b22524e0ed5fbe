"""The course of a mission: what is asked, and what an answer brings about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.beside.desk import ANSWER, ENTER, TURN, DeskTask, QuestionsTask, button, typed
from rules.contract import Event, Field, Gate, Task
from rules.dice import Rng
from rules.engine.data_files import load_data
from rules.engine.rolls import roll
from rules.engine.stages import Course, Messages, Stage, StepSpec, StepWords, always
from rules.engine.tasks import RollTask
from rules.systems.orsha_missions.acts import ALL_HELD, MissionAct
from rules.systems.orsha_missions.papers import figures
from rules.systems.orsha_missions.printed import DATA, ENEMY, FRIENDLY, parts, printed
from rules.systems.orsha_missions.state import ASK, DESK, ENDED, ROLLS, Context
from rules.text import gettext

BUTTONS = tuple(dict.fromkeys(key for mission in printed().mission.values() for key in mission.buttons))
"""The tables of all missions that have a button."""
STEPS = load_data(DATA / "course.toml", dict[str, StepWords])


def _field(ctx: Context, key: str, name: str, label: str = "") -> Field:
    """The entry for what a part asks, with what is on record."""
    part, public = parts()[key], ctx.public
    recorded = part.usual or public.numbers.get(part.of, part.low)
    other: dict[str, object] = {"high": public.number(part.most)} if part.most in public.numbers else {}
    if part.then == "recall":
        other = {"value": public.afvs[0], "options": tuple((afv, afv) for afv in public.afvs)}
    return part.field(name, recorded, label=label, **other)


def rolls(ctx: Context) -> RollTask:
    """All dice that are to be cast at once."""
    needs = tuple(ctx.need(each.key, str(each.n)) for each in ctx.public.unrolled)
    return RollTask(gettext(STEPS[ROLLS].button), needs, mode=ctx.public.dice)


def questions(ctx: Context) -> QuestionsTask:
    """What the print of the mission does not hold, and what the board shows.

    Who wins hangs on the numbers of the mission's end, so that none of them is settled with a note.
    """
    fields = (
        (
            _field(ctx, each.key, f"{ANSWER}{each.n}", ctx.public.question(each)),
            bool(parts()[each.key].lacks) and each.key not in ctx.mission.final,
        )
        for each in ctx.public.questions
    )
    return QuestionsTask.of(gettext(STEPS[ASK].button), fields)


@dataclass(frozen=True)
class MissionDesk(DeskTask):
    """The tables of a mission; `wins` is how many VPO end it at once."""

    orders: ClassVar[tuple[str, ...]] = (ENTER, *BUTTONS, TURN)
    wins: int = 0

    def gate(self, act: str, entries: Mapping[str, object]) -> Gate | None:
        """All VPO end a mission in which they win at once."""
        asked = any(field.name == ALL_HELD for field in self.fields)
        if act != ENTER or not (self.wins or asked):
            return None
        read = self.read(entries)
        if not (read[ALL_HELD] if asked else read["held"] == self.wins):
            return None
        return Gate(
            gettext("All VPO are yours"),
            gettext("End the mission: it is won"),
            done=((gettext("VPO that you hold"), str(read["held"])),),
            lost=(gettext("Nothing more can be rolled or entered after that."),),
        )


def desk(ctx: Context) -> MissionDesk:
    """What may be rolled and entered beside the board, without tables that have nothing to roll for now."""
    public, mission = ctx.public, ctx.mission
    points, needs = mission.points, []
    if mission.all_held_wins and "vpo" in public.kept:
        points = (*points, ALL_HELD)
    for key in mission.buttons:
        part = parts()[key]
        if public.has(part) and not 0 < part.high <= public.number(part.of):
            needs.append(ctx.need(key, key))
    if public.turn >= mission.first_end:
        needs.append(ctx.need(mission.end, TURN))
    again = [gettext("Roll the {side} Random Event again.", side=side.upper()) for side in public.again.split()]
    status = " · ".join(f"{label} {value}" for label, value in figures(ctx)[:5])  # turn, points, numbers of both
    return MissionDesk(
        gettext(STEPS[DESK].button),
        tuple(_field(ctx, key, key) for key in points),
        (*again, status),
        tuple(needs),
        public.dice,
        turn=gettext("End of Game Turn {turn}", turn=public.turn),
        wins=public.number("vpo") if mission.all_held_wins else 0,
    )


def _turn(act: MissionAct, task: MissionDesk, data: Mapping[str, object]) -> None:
    if task.may_end:
        act.press(TURN, task, data)
    else:
        roll((), act.rng, typed(data), task.mode)  # refuses dice that are typed for nothing
        act.tell("turn.ended", turn=act.ctx.public.turn)


def _enter(act: MissionAct, task: MissionDesk, data: Mapping[str, object]) -> None:
    roll((), act.rng, typed(data), task.mode)
    act.enter_points(task.read({key: value for key, value in data.items() if key != "dice"}))


def concede(ctx: Context, data: Mapping[str, object], rng: Rng) -> list[Event]:
    """The player gives the mission up."""
    act = MissionAct(ctx, rng)
    act.over("conceded", ENEMY)
    return act.events


def _stage(key: str, task: Callable[[Context], Task], orders: Mapping[str, Callable[..., None]]) -> Stage[Context]:
    """A stage is one step."""
    texts, handlers = STEPS[key], {order: MissionAct.handler(do) for order, do in orders.items()}
    spec: StepSpec[Context] = StepSpec(key, texts.rule, texts.title, texts.help, task, handlers)
    return Stage(key, texts.title, always(FRIENDLY), (spec,))


COURSE: Course[Context] = Course(
    (
        _stage(ROLLS, rolls, {"roll": MissionAct.cast}),
        _stage(ASK, questions, {ENTER: MissionAct.answer}),
        _stage(DESK, desk, {ENTER: _enter, TURN: _turn, **{key: button(key) for key in BUTTONS}}),
        Stage(ENDED, STEPS[ENDED].title, always(), ()),
    ),
    Messages({FRIENDLY: printed().friendly}),
)
