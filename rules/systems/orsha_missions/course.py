"""The course of a mission: who is asked what, and what an answer brings about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from rules.contract import Refused, Task
from rules.dice import Rng
from rules.engine import entries
from rules.engine.rolls import roll
from rules.engine.stages import Course, Handler, Messages, Stage, StepResult, StepSpec, always
from rules.engine.tasks import FormTask, RollTask
from rules.systems.orsha_missions import tasks
from rules.systems.orsha_missions.acts import MissionAct
from rules.systems.orsha_missions.printed import FRIENDLY, parts, printed, steps
from rules.systems.orsha_missions.state import ASK, DESK, ENDED, HAPPENS, ROLLS, Context
from rules.text import gettext

T = TypeVar("T", bound=Task)
Do = Callable[[MissionAct, T, Mapping[str, Any]], None]


def _typed(data: Mapping[str, Any]) -> dict[str, Any]:
    return entries.table(data.get("dice", {}), "dice")


def _dice(act: MissionAct, task: RollTask, data: Mapping[str, Any]) -> None:
    for found in roll(task.needs, act.rng, _typed(data), task.mode):
        act.rolled(found.need.of, int(found.need.key), found)
    act.settle()


def _ask(act: MissionAct, task: tasks.AskTask, data: Mapping[str, Any]) -> None:
    for each, value, note in task.answers(data):
        told = {"note": note} if note else {}
        act.tell("part.answered", part=each.key, n=each.n, value=value, **told)
    act.settle()


def _happens(act: MissionAct, task: FormTask, data: Mapping[str, Any]) -> None:
    act.event_happens(happens=task.read(data)["happens"] == tasks.YES)
    act.settle()


def _table(key: str, act: MissionAct, task: tasks.DeskTask, data: Mapping[str, Any]) -> None:
    """A button of the desk."""
    need = next((need for need in task.needs if need.key == key), None)
    if need is None:
        part = parts()[key]
        raise Refused(
            gettext("{label}: there is nothing to roll for now.", label=gettext(part.label)),
            rule=part.rule,
            way_out=gettext("Press a button that the page of this mission has."),
        )
    (found,) = roll((need,), act.rng, _typed(data), task.mode)
    act.press(need.of, found)


def _turn(act: MissionAct, task: tasks.DeskTask, data: Mapping[str, Any]) -> None:
    if tasks.turn_needs(act.ctx):
        _table(tasks.TURN, act, task, data)
        return
    roll((), act.rng, _typed(data), task.mode)  # refuses dice that are typed for nothing
    act.turn_over()


def _enter(act: MissionAct, task: tasks.DeskTask, data: Mapping[str, Any]) -> None:
    said = task.read({key: value for key, value in data.items() if key != "dice"})
    roll((), act.rng, _typed(data), task.mode)
    act.enter_points({key: int(value == tasks.YES) if isinstance(value, str) else value for key, value in said.items()})


def _handler(do: Do[T]) -> Handler[Context, T]:
    def handle(ctx: Context, task: T, data: Mapping[str, Any], rng: Rng) -> StepResult:
        act = MissionAct(ctx, rng)
        do(act, task, data)
        return StepResult(act.events, done=False)

    return handle


def _stage(key: str, task: Callable[[Context], Task], handlers: Mapping[str, Handler[Context, Any]]) -> Stage[Context]:
    """A stage is one step."""
    said = steps()[key]
    spec: StepSpec[Context] = StepSpec(key, said.rule, said.title, said.help, task, handlers)
    return Stage(key, said.stage, always(FRIENDLY), (spec,))


COURSE: Course[Context] = Course(
    (
        _stage(ROLLS, tasks.dice, {"roll": _handler(_dice)}),
        _stage(ASK, tasks.ask, {"enter": _handler(_ask)}),
        _stage(HAPPENS, tasks.happens, {"enter": _handler(_happens)}),
        _stage(
            DESK,
            tasks.desk,
            {
                tasks.ENTER: _handler(_enter),
                **{key: _handler(partial(_table, key)) for key in tasks.BUTTONS},
                tasks.TURN: _handler(_turn),
            },
        ),
        Stage(ENDED, steps()[ENDED].stage, always(), ()),
    ),
    Messages({FRIENDLY: printed().friendly}),
)
