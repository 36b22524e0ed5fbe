"""The course of Crossroads: its stages, what their steps ask, and what an order at a step brings about."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from rules.kernel import PUBLIC, Event, Luck
from rules.parts import entries
from rules.parts.rolls import Need, roll
from rules.parts.stages import Course, Handler, Stage, StepSpec, Taken
from rules.parts.tasks import CheckTask, Field, FormTask, RollTask
from rules.systems._template.state import Desk
from rules.tables import Table, load_tables, read_toml

DATA = Path(__file__).parent / "data"
RED, BLUE = SIDES = ("red", "blue")


@cache
def pack() -> Mapping[str, Any]:
    """The numbers and words of data/pack.toml."""
    return read_toml(DATA / "pack.toml")


@cache
def luck_table() -> Table:
    """The table of rule 3."""
    return load_tables(DATA / "tables")["crossroads.luck"]


def _step(key: str, task: Any, takes: Mapping[str, Handler[Desk]]) -> StepSpec[Desk]:
    said = pack()["step"][key]
    return StepSpec(key, said["rule"], said["title"], said["help"], task, takes)


def _bid_task(desk: Desk) -> FormTask:
    most = int(pack()["points"]["each"])
    return FormTask("Seal", (Field("bid", "Points you bid", high=most, rule="2"),))


def _bid(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    """The bid is made behind the side's own door: the event's room is the side."""
    return Taken([Event("bid.made", desk.side, _bid_task(desk).read(data))])


def _luck_needs() -> tuple[Need, ...]:
    return (Need("luck", "Luck of the road", 1, luck_table()),)


def _luck(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    (rolled,) = roll(_luck_needs(), luck, entries.table(data.get("dice", {}), "dice"), "either")
    shift = int(rolled.value("shift") or 0)
    return Taken([Event("luck.rolled", PUBLIC, {"shift": shift, "rolls": [rolled.reckoning.to_json()]})])


def _show(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    return Taken([Event("bid.shown", PUBLIC, {"side": desk.side, "bid": desk.mine.bid})])


COURSE: Course[Desk] = Course(
    (
        Stage("bid", "Bids", SIDES, (_step("bid", _bid_task, {"enter": _bid}),)),
        Stage(
            "luck",
            "Luck",
            (RED,),
            (_step("luck", lambda desk: RollTask("Roll", _luck_needs(), mode="either"), {"roll": _luck}),),
        ),
        Stage("show", "Showing", SIDES, (_step("show", lambda desk: CheckTask("Show"), {"done": _show}),)),
        Stage("ended", "The game is over", (), ()),
    ),
    {key: pack()["sides"][key] for key in SIDES},
)
AFTER = {"bid": "luck", "luck": "show"}


def after_act(desk: Desk) -> list[Event]:
    """What follows when a side's act is done: its door closes, the next stage opens, somebody has won."""
    stage = COURSE.stage(desk.stage)
    if desk.side in desk.finished or COURSE.here(desk) is not None:
        return []
    events = [Event("stage.finished", PUBLIC, {"side": desk.side, "stage": stage.key}, seals=stage.key == "bid")]
    if set(desk.finished) | {desk.side} < set(stage.sides):
        return events
    return [*events, Event("stage.opened", PUBLIC, {"stage": AFTER[stage.key]}) if stage.key in AFTER else _end(desk)]


def _end(desk: Desk) -> Event:
    red, blue = desk.public.shown[RED] + desk.public.shift, desk.public.shown[BLUE]
    winner = desk.public.tie if red == blue else RED if red > blue else BLUE
    return Event("game.ended", PUBLIC, {"winner": winner, "red": red, "blue": blue})
