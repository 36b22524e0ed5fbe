"""The refit of a new CG Day or before a Counterattack (12.614 to 12.620): its order, and what only this game has.

Before a Counterattack the day goes on: what belongs to a new one passes by itself (12.613).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.kernel import PUBLIC, Event, Luck
from rules.parts.refit.desk import told
from rules.parts.refit.steps import arms, facts, manning, removal, renewal, spoils, troubles, upkeep
from rules.parts.refit.words import Deed
from rules.parts.rolls import Need
from rules.parts.stages import Taken
from rules.parts.tasks import CheckTask, Field, FormTask, RollTask
from rules.systems.votg import replenishment as points
from rules.systems.votg.book import pack, words
from rules.systems.votg.desk import Desk
from rules.systems.votg.state import ATTACK, IDLE
from rules.systems.votg.steps import field_repair, redeployment
from rules.systems.votg.steps.initiative import chit_field

START, LAST_IDLE = "start", "idle"


def _of_a_new_day(deed: Deed[Desk]) -> Deed[Desk]:
    """A step that is left out before a Counterattack, if it is of one of the rules that are skipped then (12.6253)."""
    if not str(words()[deed.key]["rule"]).startswith(tuple(pack()["counterattack"]["skips"])):
        return deed
    return replace(deed, task=lambda desk: None if desk.in_counterattack else deed.task(desk))


# 12.6141, 12.6143 ------------------------------------------------------------------------------


def _day_task(desk: Desk) -> CheckTask:
    return CheckTask(desk.button("new_day"), lines=(desk.cg_day.name,), counters=False)


def _begin_day(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    return Taken([])


def _booby_need(desk: Desk) -> Need | None:
    """The die of the side that laid them, while there is a level that can be lost; what was not told is told by it."""
    rules = desk.book.pack["booby_traps"]
    if desk.side != rules["side"] or desk.booby == rules["levels"][0]:
        return None
    return Need("booby", f"{desk.said('booby_traps')['level']} {desk.booby}", 1, desk.table("booby_trap"))


def _booby_task(desk: Desk) -> RollTask | None:
    need = _booby_need(desk)
    return RollTask(desk.button("booby_traps"), (need,), mode=desk.mode) if need else None


def _roll_booby(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    need = _booby_need(desk)
    assert need is not None
    (rolled,) = desk.roll((need,), data, luck)
    levels = desk.book.pack["booby_traps"]["levels"]
    worse = rolled.value("result") != "no effect"
    level = levels[levels.index(desk.booby) - worse]
    result = f"{desk.said('booby_traps')['level']} {level}"
    return Taken([Event("booby_level.set", PUBLIC, {"level": level, "rolls": [told(rolled, result)]})])


# 12.6181 Support CPP ---------------------------------------------------------------------------


def _support_task(desk: Desk) -> FormTask | CheckTask | None:
    if not desk.german or (desk.in_counterattack and desk.ruling("support_timing") != "next_refit"):
        return None
    if desk.ruling("support_timing") == "declared":
        said = desk.said("support")
        field = chit_field(desk, "support", {ATTACK: said["attack"], IDLE: said["idle"]})
        return FormTask(desk.button("support"), (field,))
    if not points.support(desk):
        return None
    line = desk.said("support")["received"].format(number=points.support(desk))
    return CheckTask(desk.said("support")["take"], lines=(line,), counters=False)


def _declare(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    """The chit chosen in secret before the purchases; it binds."""
    task = _support_task(desk)
    assert isinstance(task, FormTask)
    chit = task.read(data)["chit"]
    number = int(desk.book.pack["support"]["points"]) if chit == ATTACK else 0
    return Taken([desk.event("support.received", line={"chit": chit}, support={"repl": number}, number=number)])


def _receive(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    number = points.support(desk)
    return Taken([desk.event("support.received", support={"repl": number}, number=number)])


# 12.619 ELR ------------------------------------------------------------------------------------


def _counted(desk: Desk, since: str, night: bool = False) -> int:
    """The scenarios played, or those by night: all of them, or those since the last Idle Day."""
    records = desk.public.dates[: desk.date]
    if since == LAST_IDLE:
        records = records[points.last_idle(desk) + 1 :]
    return sum(record.fought and (record.night or not night) for record in records)


def _elr_fields(desk: Desk) -> tuple[Field, ...]:
    """From when scenarios are counted, where an Idle Day makes a difference."""
    if points.last_idle(desk) < 0:
        return ()
    said, rule = desk.said("elr"), desk.rule("elr")
    options = ((LAST_IDLE, said["since_idle"]), (START, said["since_start"]))
    keys = ("scenarios", *(("night_scenarios",) if desk.german else ()))
    return tuple(Field(key, said[key], "select", LAST_IDLE, options=options, rule=rule) for key in keys)


def _elr_needs(desk: Desk, since: Mapping[str, str]) -> tuple[Need, ...]:
    counts = {
        "scenarios": _counted(desk, since.get("scenarios", START)),
        "night_scenarios": _counted(desk, since.get("night_scenarios", START), night=True) if desk.german else 0,
    }
    return renewal.elr_needs(desk, {**points.elr_facts(desk), **counts})


def _elr_task(desk: Desk) -> FormTask | RollTask:
    fields = _elr_fields(desk)
    needs = _elr_needs(desk, {field.name: field.value for field in fields})
    if not fields:
        return RollTask(desk.button("elr"), needs, mode=desk.mode)
    return FormTask(desk.button("elr"), fields, needs=needs, mode=desk.mode)


def _roll_elr(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    needs = _elr_needs(desk, FormTask("", _elr_fields(desk), needs=_elr_needs(desk, {})).read(data))
    if desk.ruling("elr_rows") != "entered":
        return renewal.elr_rolled(desk, needs, data, luck)
    (rolled,) = desk.roll(needs, data, luck)
    final = rolled.reckoning.final
    pending = {**desk.mine.pending, "elr": final}
    return Taken([desk.event("elr.looked_up", pending=pending, rolls=[told(rolled, f"DR {final}")])])


def _result_task(desk: Desk) -> FormTask | None:
    if "elr" not in desk.mine.pending:
        return None
    said = desk.said("elr_result")
    options = tuple((key, said[key]) for key in ("same", "more", "less"))
    field = Field("result", said["label"], "select", "same", options=options, rule=desk.rule("elr_result"))
    return FormTask(desk.button("elr_result"), (field,), (f"DR {desk.mine.pending['elr']}",))


def _enter_result(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _result_task(desk)
    assert task is not None
    by = {"more": 1, "less": -1}.get(task.read(data)["result"], 0)
    return renewal.elr_moved(desk, by, [])


DEEDS: tuple[Deed[Desk], ...] = (
    Deed("new_day", _day_task, {"done": _begin_day}),
    *renewal.SAN,
    Deed("booby_traps", _booby_task, {"roll": _roll_booby}),
    *facts.STEPS,
    *manning.STEPS,
    *troubles.SHOCK,
    *troubles.BOG,
    *field_repair.RECOVERY,
    *arms.STEPS,
    *spoils.STEPS,
    *upkeep.RESTOCK,
    *field_repair.RECALLED,
    *redeployment.STEPS,
    *removal.STEPS,
    renewal.points(points.cpp_facts, points.received),
    Deed("support", _support_task, {"enter": _declare, "done": _receive}),
    Deed("elr", _elr_task, {"roll": _roll_elr, "enter": _roll_elr}),
    Deed("elr_result", _result_task, {"enter": _enter_result}),
    *renewal.WEATHER,
)
STEPS: tuple[Deed[Desk], ...] = tuple(map(_of_a_new_day, DEEDS))
