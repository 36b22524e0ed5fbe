"""A new CG Date: 7.512 and 7.515 to 7.517; 7.513 and 7.514 between them have modules of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import PUBLIC, Event, Luck
from rules.parts.rolls import Need
from rules.parts.stages import Taken
from rules.parts.tasks import RollTask
from rules.systems.oto2 import score
from rules.systems.oto2.desk import Desk, told
from rules.systems.oto2.steps import arms, removal, repair, spoils, upkeep
from rules.systems.oto2.steps.common import button, step

# 7.5122 SAN ------------------------------------------------------------------------------


def _san_needs(desk: Desk) -> tuple[Need, ...]:
    rules, table, san = desk.book.pack["san"], desk.table("san"), desk.mine.now.san
    if san < int(rules["rolls_from"]):
        return ()
    floor = int(desk.book.reading(rules))
    return (Need("san", f"SAN {san}", 1, table, desk.modifiers(table, san=max(san - int(rules["offset"]), floor))),)


def _san_task(desk: Desk) -> RollTask | None:
    needs = _san_needs(desk)
    return RollTask(button("san"), needs, mode=desk.mode) if needs else None


def _roll_san(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    (rolled,) = desk.roll(_san_needs(desk), data, luck)
    san = desk.mine.now.san + int(rolled.value("san") or 0)
    event = desk.event("san.rolled", line={"san": san}, rolls=[told(rolled, f"SAN {san}")])
    return Taken([event, *_at_once(desk, desk.mine.now.elr, san)])


def _at_once(desk: Desk, elr: int, san: int) -> list[Event]:
    """The new ELR and SAN told to all, if this campaign reads 7.523 so that they are no secret until then."""
    if desk.ruling("elr_san_secret") != "open":
        return []
    return [Event("elr_san.announced", PUBLIC, {"side": desk.side, "elr": elr, "san": san})]


# 7.515 points ----------------------------------------------------------------------------


def _points_needs(desk: Desk) -> tuple[Need, ...]:
    table = desk.table("cpp")
    return (Need("cpp", "CPP replenishment", 2, table, desk.modifiers(table)),)


def _points_task(desk: Desk) -> RollTask:
    return RollTask(button("points"), _points_needs(desk), mode=desk.mode)


def _roll_points(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    (rolled,) = desk.roll(_points_needs(desk), data, luck)
    repl = int(rolled.value("cpp") or 0)
    total = desk.mine.now.ledger.start + repl
    rolls = [told(rolled, f"{repl} CPP")]
    return Taken([desk.event("points.replenished", ledger={"repl": repl}, rolls=rolls, total=total)])


# 7.516 ELR -------------------------------------------------------------------------------


def _elr_needs(desk: Desk) -> tuple[Need, ...]:
    table = desk.table("elr")
    before = desk.public.dates[desk.date - 1]
    elite = desk.book.elite_groups(desk.side)
    bought = [g for g in desk.mine.groups if g.date == desk.date - 1 and not g.given and g.rg in elite]
    modifiers = desk.modifiers(
        table,
        won=before.winner == desk.side,
        elite=len(bought),
        scenarios=desk.date,
        cvp_suffered=score.suffered(desk.public, desk.side),
    )
    return (Need("elr", f"ELR {desk.mine.now.elr}", 2, table, modifiers),)


def _elr_task(desk: Desk) -> RollTask:
    return RollTask(button("elr"), _elr_needs(desk), mode=desk.mode)


def _roll_elr(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    (rolled,) = desk.roll(_elr_needs(desk), data, luck)
    limits = desk.book.pack["elr"]
    elr = desk.mine.now.elr + int(rolled.value("elr") or 0)
    elr = min(max(elr, int(limits["minimum"])), int(limits["maximum"]))
    event = desk.event("elr.rolled", line={"elr": elr}, rolls=[told(rolled, f"ELR {elr}")])
    return Taken([event, *_at_once(desk, elr, desk.mine.now.san)])


# 7.517 weather ---------------------------------------------------------------------------


def _weather_needs(desk: Desk) -> tuple[Need, ...]:
    before = desk.public.dates[desk.date - 1]
    overcast = before.weather == "Overcast"
    weather, ec = desk.table("weather"), desk.table("ec")
    return (
        Need("weather", "Weather", 2, weather, desk.modifiers(weather, overcast=overcast)),
        Need("ec", "Environmental conditions", 1, ec, desk.modifiers(ec, rain=before.rained, overcast=overcast)),
    )


def _weather_task(desk: Desk) -> RollTask | None:
    return RollTask(button("weather"), _weather_needs(desk), mode=desk.mode) if desk.german else None


def _roll_weather(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    weather, ec = desk.roll(_weather_needs(desk), data, luck)
    sky, ground = str(weather.value("weather")), str(ec.value("ec"))
    told_all = [told(weather, sky), told(ec, ground)]
    return Taken([Event("weather.rolled", PUBLIC, {"weather": sky, "ec": ground, "rolls": told_all})])


STEPS = (
    step("san", _san_task, {"roll": _roll_san}),
    *repair.STEPS,
    *arms.STEPS,
    *spoils.STEPS,
    *upkeep.STEPS,
    *removal.STEPS,
    step("points", _points_task, {"roll": _roll_points}),
    step("elr", _elr_task, {"roll": _roll_elr}),
    step("weather", _weather_task, {"roll": _roll_weather}),
)
