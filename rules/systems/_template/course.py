"""The course of Crossroads: its stages, what their steps ask, and what an order at a step brings about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from rules.contract import PUBLIC, Event, Field, Task
from rules.dice import Rng
from rules.engine import entries
from rules.engine.data_files import load_tables, read_toml
from rules.engine.rolls import roll
from rules.engine.stages import Course, Handler, Messages, Stage, StepResult, StepSpec, always
from rules.engine.tasks import CheckTask, FormTask, RollTask
from rules.systems._template.state import Context
from rules.tables import Need, Table
from rules.text import gettext, gettext_noop

DATA = Path(__file__).parent / "data"
RED, BLUE = SIDES = ("red", "blue")
T = TypeVar("T", bound=Task)


@cache
def pack() -> Mapping[str, Any]:
    """The numbers and words of data/pack.toml."""
    return read_toml(DATA / "pack.toml")


@cache
def luck_table() -> Table:
    """The table of rule 3."""
    return load_tables(DATA / "tables")["crossroads.luck"]


def _step(
    key: str, task: Callable[[Context], T | None], handlers: Mapping[str, Handler[Context, T]]
) -> StepSpec[Context]:
    texts = pack()["step"][key]
    return StepSpec(key, texts["rule"], texts["title"], texts["help"], task, handlers)


def _button(key: str) -> str:
    return gettext(str(pack()["step"][key]["button"]))


def _bid_task(ctx: Context) -> FormTask:
    most = int(pack()["points"]["each"])
    return FormTask(_button("bid"), (Field("bid", gettext("Points you bid"), high=most, rule="2"),))


def _bid(ctx: Context, task: FormTask, data: Mapping[str, object], rng: Rng) -> StepResult:
    """The bid is made in the side's room: the event's room is the side."""
    return StepResult([Event("bid.made", ctx.side, task.read(data))])


def _luck_task(ctx: Context) -> RollTask:
    return RollTask(_button("luck"), (Need("luck", gettext_noop("Luck of the road"), 1, luck_table()),), mode="either")


def _luck(ctx: Context, task: RollTask, data: Mapping[str, object], rng: Rng) -> StepResult:
    (rolled,) = roll(task.needs, rng, entries.table(data.get("dice", {}), "dice"), "either")
    shift = int(rolled.value("shift") or 0)
    return StepResult([Event("luck.rolled", PUBLIC, {"shift": shift, "rolls": [rolled.reckoning.to_json()]})])


def _show(ctx: Context, task: CheckTask, data: Mapping[str, object], rng: Rng) -> StepResult:
    return StepResult([Event("bid.shown", PUBLIC, {"side": ctx.side, "bid": ctx.mine.bid})])


COURSE: Course[Context] = Course(
    (
        Stage("bid", gettext_noop("Bids"), always(*SIDES), (_step("bid", _bid_task, {"enter": _bid}),), dice=True),
        Stage("luck", gettext_noop("Luck"), always(RED), (_step("luck", _luck_task, {"roll": _luck}),)),
        Stage(
            "show",
            gettext_noop("Showing"),
            always(*SIDES),
            (_step("show", lambda ctx: CheckTask(_button("show")), {"done": _show}),),
        ),
        Stage("ended", gettext_noop("The game is over"), always(), ()),
    ),
    Messages({key: pack()["sides"][key] for key in SIDES}),
)
AFTER = {"bid": "luck", "luck": "show"}


def after_act(ctx: Context) -> list[Event]:
    """What follows when a side's act is done: its door closes, the next stage opens, somebody has won."""
    stage = COURSE.stage(ctx.stage)
    if not COURSE.closes(ctx):
        return []
    events = [Event("stage.finished", PUBLIC, {"side": ctx.side, "stage": stage.key}, seals=stage.key == "bid")]
    if not COURSE.opens_next(ctx):
        return events
    if stage.key in AFTER:
        return [*events, Event("stage.opened", PUBLIC, {"stage": AFTER[stage.key]})]
    red, blue = ctx.public.shown[RED] + ctx.public.shift, ctx.public.shown[BLUE]
    winner = ctx.public.readings.tie if red == blue else RED if red > blue else BLUE
    return [*events, Event("game.ended", PUBLIC, {"winner": winner, "red": red, "blue": blue})]
