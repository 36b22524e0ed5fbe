"""Malfunctioned weapons, and the MG of a vehicle exchanged for another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import Luck, Refused
from rules.parts.counters import Counter
from rules.parts.refit.desk import Desk, told
from rules.parts.refit.steps import facts
from rules.parts.refit.steps.condition import (
    VEHICLES,
    WRECK,
    Changes,
    Failed,
    captured,
    failed,
    in_reach,
    isolated,
    named,
    retained,
    together,
    vehicle_weapons,
)
from rules.parts.refit.words import Deed
from rules.parts.rolls import Need, Rolled
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask, RollTask

# repair ---------------------------------------------------------------------------


def _broken(desk: Desk) -> list[Failed]:
    """Weapons with an X#: they can't be repaired and don't roll."""
    return [one for one in failed(desk) if facts.repair_number(desk, one) == facts.BROKEN]


def _rolling(desk: Desk) -> list[Failed]:
    return [one for one in failed(desk) if facts.repair_number(desk, one) != facts.BROKEN]


def _cupolas(desk: Desk) -> list[Counter]:
    """Malfunctioned Cupolas, which are repaired without a roll."""
    return [c for c in retained(desk, "cupola") if "malfunctioned" in c.marks]


def _needs(desk: Desk) -> tuple[Need, ...]:
    table = desk.table("weapon_repair")
    return tuple(
        Need(
            one.key,
            one.label,
            1,
            table,
            desk.modifiers(
                table,
                **{f"{desk.side}_weapon": _favored(desk, one)},
                vehicular=one.part is not None,
                repair_number=int(facts.repair_number(desk, one)),
                non_qualified=facts.non_qualified(desk, one.counter),
                isolated=isolated(one.counter),
            ),
        )
        for one in _rolling(desk)
    )


def _favored(desk: Desk, one: Failed) -> bool:
    """Whether it is one of the weapons that its side repairs more easily, by the pack's list of them."""
    favored = desk.book.pack.get(f"{desk.side}_repair")
    return favored is not None and any(word in one.type for word in desk.book.reading(favored, "weapons"))


def _task(desk: Desk) -> RollTask | None:
    lines = tuple(f"{named(c)} is repaired." for c in _cupolas(desk))
    lines += tuple(f"{one.label} can't be repaired." for one in _broken(desk))
    needs = _needs(desk)
    return RollTask(desk.button("weapon_repair"), needs, lines, desk.mode) if needs or lines else None


def _roll(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    changes = Changes(desk)
    rolled = desk.roll(_needs(desk), data, luck)
    said = [_repaired(changes, one, roll) for one, roll in zip(_rolling(desk), rolled, strict=True)]
    rolls = [told(roll, result) for roll, result in zip(rolled, said, strict=True)]
    for cupola in _cupolas(desk):
        changes.take(cupola, "malfunctioned")
    for one in _broken(desk):
        _lost(changes, one)
    names = [f"{named(c)} repaired" for c in _cupolas(desk)] + [f"{one.label} gone" for one in _broken(desk)]
    return Taken([desk.event("repair.rolled", change=changes.rows, rolls=rolls, names=names)])


def _repaired(changes: Changes, one: Failed, rolled: Rolled) -> str:
    if rolled.value("result") != "repaired":
        return _lost(changes, one)
    changes.take(one.counter, one.part["malfunctioned"] if one.part else "malfunctioned")
    return "repaired"


def _lost(changes: Changes, one: Failed) -> str:
    """A weapon that is Eliminated, or disabled in its vehicle; without its MA a vehicle is recalled or a wreck."""
    if one.part is None:
        changes.lose(one.counter, f"not repaired, {changes.desk.rule('weapon_repair')}")
        return "Eliminated"
    changes.take(one.counter, one.part["malfunctioned"])
    changes.give(one.counter, one.part["disabled"])
    if not one.part["main"]:
        return "disabled"
    if one.part.get("lost") == "recall":
        changes.recall(one.counter)
        return "disabled, Recall"
    changes.give(one.counter, WRECK)
    return "disabled, a wreck"


# exchange -------------------------------------------------------------------------


def _spare(desk: Desk, vehicle: Counter, names: list[str]) -> list[Counter]:
    """Working MG of these types in the vehicle's Perimeter Area that could be given for its own."""
    out = {"malfunctioned", "disabled"}
    near = (c for c in retained(desk, "weapon") if together(desk, c, vehicle) and not captured(c))
    return [c for c in near if c.name in names and not out & set(c.marks)]


def _exchanges(desk: Desk) -> list[tuple[Counter, dict[str, Any], list[Counter]]]:
    """Each disabled vehicular MG with what could be given for it."""
    own = (c for c in retained(desk, *VEHICLES) if not captured(c) and in_reach(desk, c))
    disabled = [(c, row) for c in own for row in vehicle_weapons(desk, c, "disabled") if not row["main"]]
    return [(c, row, spare) for c, row in disabled if (spare := _spare(desk, c, row["exchange"]))]


def _exchange_task(desk: Desk) -> FormTask | None:
    fields = tuple(
        Field(
            f"{vehicle.id}:{row['key']}",
            f"{named(vehicle)}, {row['name']}",
            "select",
            "",
            options=(("", "stays disabled"), *((n, f"give a {n}") for n in dict.fromkeys(c.name for c in spare))),
            rule=desk.rule("exchange"),
        )
        for vehicle, row, spare in _exchanges(desk)
    )
    return FormTask(desk.button("exchange"), fields) if fields else None


def _exchange(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _exchange_task(desk)
    assert task is not None
    chosen = task.read(data)
    changes, said = Changes(desk), []
    for vehicle, row, spare in _exchanges(desk):
        key = f"{vehicle.id}:{row['key']}"
        if not chosen[key]:
            continue
        given = next((c for c in spare if c.name == chosen[key] and str(c.id) not in changes.rows), None)
        if given is None:
            raise Refused(
                f"You have no further {chosen[key]} there.",
                rule=desk.rule("exchange"),
                field=key,
                way_out="Leave one MG disabled.",
            )
        changes.take(vehicle, row["disabled"])
        changes.lose(given, f"given to {named(vehicle)}, {desk.rule('exchange')}")
        said.append(f"{given.name} for the {row['name']} of {named(vehicle)}")
    return Taken([desk.event("guns.exchanged", change=changes.rows, said=said)])


STEPS = (
    Deed("weapon_repair", _task, {"roll": _roll}),
    Deed("exchange", _exchange_task, {"enter": _exchange}),
)
