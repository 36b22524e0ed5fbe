"""What a new line begins with: SAN, points, ELR and weather, rolled for.

What the dice of points and ELR hang on differs from game to game: it gives `points` and `elr` the facts of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from rules.kernel import PUBLIC, Event, Luck
from rules.parts.refit.desk import Desk, told
from rules.parts.refit.words import Deed
from rules.parts.rolls import Need, Rolled
from rules.parts.stages import Taken
from rules.parts.tasks import RollTask

D = TypeVar("D", bound=Desk)
Facts = Callable[[D], Mapping[str, int]]
"""What a table may ask of a desk, by the keys of its modifiers."""

# SAN ------------------------------------------------------------------------------


def _san_needs(desk: Desk) -> tuple[Need, ...]:
    rules, table, san = desk.book.pack["san"], desk.table("san"), desk.mine.now.san
    if san < int(rules["rolls_from"]):
        return ()
    floor = int(desk.book.reading(rules, "drm_min"))
    return (Need("san", f"SAN {san}", 1, table, desk.modifiers(table, san=max(san - int(rules["offset"]), floor))),)


def _san_task(desk: Desk) -> RollTask | None:
    needs = _san_needs(desk)
    return RollTask(desk.button("san"), needs, mode=desk.mode) if needs else None


def _roll_san(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    (rolled,) = desk.roll(_san_needs(desk), data, luck)
    san = desk.mine.now.san + int(rolled.value("san") or 0)
    event = desk.event("san.rolled", line={"san": san}, rolls=[told(rolled, f"SAN {san}")])
    return Taken([event, *_at_once(desk, desk.mine.now.elr, san)])


def _at_once(desk: Desk, elr: int, san: int) -> list[Event]:
    """The new ELR and SAN told to all, if this campaign reads the rules so that they are no secret."""
    if desk.book.readings.get("elr_san_secret") != "open":
        return []
    return [Event("elr_san.announced", PUBLIC, {"side": desk.side, "elr": elr, "san": san})]


# points ----------------------------------------------------------------------------------


def points(facts: Facts[D], halved: Callable[[D, int], int] = lambda desk, points: points) -> Deed[D]:
    """The points a side is sent: a DR with the modifiers that go by `facts`; `halved` may cut them."""

    def needs(desk: D) -> tuple[Need, ...]:
        table = desk.table("cpp")
        return (Need("cpp", "CPP replenishment", 2, table, desk.modifiers(table, **facts(desk))),)

    def task(desk: D) -> RollTask:
        return RollTask(desk.button("points"), needs(desk), mode=desk.mode)

    def roll(desk: D, data: Mapping[str, Any], luck: Luck) -> Taken:
        (rolled,) = desk.roll(needs(desk), data, luck)
        repl = halved(desk, int(rolled.value("cpp") or 0))
        total = desk.mine.now.ledger.start + repl
        rolls = [told(rolled, f"{repl} CPP")]
        return Taken([desk.event("points.replenished", ledger={"repl": repl}, rolls=rolls, total=total)])

    return Deed("points", task, {"roll": roll})


# ELR -------------------------------------------------------------------------------------


def elr(facts: Facts[D]) -> Deed[D]:
    """The ELR may move by one: a DR with the modifiers that go by `facts`."""

    def task(desk: D) -> RollTask:
        return RollTask(desk.button("elr"), elr_needs(desk, facts(desk)), mode=desk.mode)

    def roll(desk: D, data: Mapping[str, Any], luck: Luck) -> Taken:
        return elr_rolled(desk, elr_needs(desk, facts(desk)), data, luck)

    return Deed("elr", task, {"roll": roll})


def elr_needs(desk: Desk, facts: Mapping[str, int]) -> tuple[Need, ...]:
    """The DR for the ELR under `facts`."""
    table = desk.table("elr")
    return (Need("elr", f"ELR {desk.mine.now.elr}", 2, table, desk.modifiers(table, **facts)),)


def elr_rolled(desk: Desk, needs: tuple[Need, ...], data: Mapping[str, Any], luck: Luck) -> Taken:
    """The ELR after its roll, within the limits of the game."""
    (rolled,) = desk.roll(needs, data, luck)
    return elr_moved(desk, int(rolled.value("elr") or 0), [rolled])


def elr_moved(desk: Desk, by: int, rolled: Iterable[Rolled]) -> Taken:
    """The ELR moved `by` so much, within the limits of the game; `rolled` are the dice that did it."""
    rules = desk.book.pack["elr"]
    limits = desk.book.reading({**rules, "value": rules})
    new = min(max(desk.mine.now.elr + by, int(limits["minimum"])), int(limits["maximum"]))
    event = desk.event("elr.rolled", line={"elr": new}, rolls=[told(one, f"ELR {new}") for one in rolled])
    return Taken([event, *_at_once(desk, new, desk.mine.now.san)])


# weather ---------------------------------------------------------------------------


def _weather_needs(desk: Desk) -> tuple[Need, ...]:
    weather, ec, sky = desk.table("weather"), desk.table("ec"), desk.sky()
    return (
        Need("weather", "Weather", 2, weather, desk.modifiers(weather, **sky)),
        Need("ec", "Environmental conditions", 1, ec, desk.modifiers(ec, **sky)),
    )


def _weather_task(desk: Desk) -> RollTask | None:
    if desk.side != desk.book.pack["weather"]["side"]:
        return None
    return RollTask(desk.button("weather"), _weather_needs(desk), mode=desk.mode)


def _roll_weather(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    weather, ec = desk.roll(_weather_needs(desk), data, luck)
    sky, ground = str(weather.value("weather")), str(ec.value("ec"))
    told_all = [told(weather, sky), told(ec, ground)]
    return Taken([Event("weather.rolled", PUBLIC, {"weather": sky, "ec": ground, "rolls": told_all})])


SAN = (Deed("san", _san_task, {"roll": _roll_san}),)
WEATHER = (Deed("weather", _weather_task, {"roll": _roll_weather}),)
