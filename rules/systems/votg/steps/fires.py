"""12.610: what becomes of the terrain that burnt, and where it burns on. Both sides see it: it lies on the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.kernel import PUBLIC, Event, Luck, Refused
from rules.parts.refit.desk import told
from rules.parts.refit.places import place_of
from rules.parts.refit.words import Deed
from rules.parts.rolls import Need
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask
from rules.systems.votg.desk import Desk
from rules.systems.votg.state import RUSSIAN

GUTTED = "gutted"
FACTORY_FLAMES, FLAMES = "factory_flames", "flames"


def _number(desk: Desk) -> int:
    """How many stone buildings this side rolls for."""
    return int(desk.mine.pending.get("flames", 0))


def _consumed(desk: Desk) -> list[str]:
    """The Locations that burnt through the scenario as they were noted in an earlier refit."""
    return [place for place, line in desk.public.blazes.items() if line < desk.date]


def _task(desk: Desk) -> FormTask | None:
    """Asked of who said that something burnt; where it was known that it would, at least of one side."""
    burnt = _consumed(desk)
    known = _number(desk) or desk.mine.pending.get("burning") or (burnt and desk.side == RUSSIAN)
    if not known:
        return None
    said = desk.said("blazes")
    lines = (*said["points"], *([said["consumed"].format(places=", ".join(burnt))] if burnt else []))
    return FormTask(desk.button("blazes"), tuple(_fields(desk)), lines, _needs(desk, {}), desk.mode)


def _fields(desk: Desk) -> Iterator[Field]:
    said, rule = desk.said("blazes"), desk.rule("blazes")
    flames = desk.rule("blazes", FLAMES)
    for n in range(1, _number(desk) + 1):
        name = f"{said['building']} {n}"
        yield Field(f"name_{n}", f"{name}: {said['named']}", "text", "", hint=said["hint"], rule=rule)
        yield Field(f"single_{n}", f"{name}: {said['single_hex']}", "check", False, rule=rule)
        yield Field(f"flames_{n}", f"{name}: {said['in_it']}", "text", "", rule=flames)
    for key, row in said["burnt"].items():
        yield Field(key, row["label"], "text", "", hint=said["hint"], rule=desk.rule("blazes", key))
    yield Field(FACTORY_FLAMES, said["factory_flames"], "text", "", rule=flames)
    yield Field(FLAMES, said["flames"], "text", "", hint=said["hint"], rule=flames)


def _needs(desk: Desk, single: Mapping[str, bool]) -> tuple[Need, ...]:
    table, said = desk.table("blaze_building"), desk.said("blazes")
    return tuple(
        Need(
            f"building{n}",
            f"{said['building']} {n}",
            1,
            table,
            desk.modifiers(table, single_hex=single.get(f"single_{n}", False)),
        )
        for n in range(1, _number(desk) + 1)
    )


def _settle(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _task(desk)
    assert task is not None
    entered = task.read(data)
    where = {field.name: _places(desk, field, entered[field.name]) for field in task.fields if field.kind == "text"}
    _check(desk, where)
    rolled = desk.roll(_needs(desk, entered), data, luck)
    results = {n: str(one.value("result")) for n, one in enumerate(rolled, 1)}
    burning = _burning(desk, where, results)
    rolls = [told(one, results[n]) for n, one in enumerate(rolled, 1)]
    events = [desk.event("blazes.rolled", line={"blazes": len(burning)}, rolls=rolls)]
    terrain = list(_terrain(desk, where, results))
    if terrain or burning or _consumed(desk):
        events.append(Event("fires.told", PUBLIC, {"side": desk.side, "terrain": terrain, "blazes": burning}))
    return Taken(events)


def _places(desk: Desk, field: Field, text: str) -> list[str]:
    """The Locations of an entry."""
    words = [word.strip() for word in text.replace(";", ",").split(",") if word.strip()]
    for word in words:
        if place_of(word) is None:
            raise Refused(
                f"{word[:20]}: this is no Location.", rule=field.rule, field=field.name,
                way_out="Write hexes with commas between, such as K20, L18/1.",
            )  # fmt: skip
    return list(dict.fromkeys(str(place_of(word)) for word in words))


def _check(desk: Desk, where: Mapping[str, list[str]]) -> None:
    """What is consumed with all of its Location does not burn on there."""
    gone = {place for key in desk.said("blazes")["burnt"] if key in ("open", "railcar") for place in where[key]}
    for name in (FLAMES, FACTORY_FLAMES):
        if both := gone & set(where[name]):
            place = min(both)
            raise Refused(
                f"{place}: what burnt there is consumed, so that it has no Flame.", rule=desk.rule("blazes", FLAMES),
                field=name, way_out="A Location has a Blaze or a Flame: write it down in one entry.",
            )  # fmt: skip


def _terrain(desk: Desk, where: Mapping[str, list[str]], results: Mapping[int, str]) -> Iterator[str]:
    """The changes of terrain, as both sides note them for good."""
    said = desk.said("blazes")
    for n, result in results.items():
        for place in where[f"name_{n}"]:
            yield f"{place}: {said['became'][result]}"
    for key, row in said["burnt"].items():
        for place in where[key]:
            yield f"{place}: {row['became']}"


def _burning(desk: Desk, where: Mapping[str, list[str]], results: Mapping[int, str]) -> list[str]:
    """The Locations whose Flame is a Blaze now: not in a gutted Factory, by ruling in no gutted building."""
    any_gutted = desk.ruling("flame_gutted") == "building"
    lists = [where[FLAMES]]
    lists += [where[f"flames_{n}"] for n, result in results.items() if not (any_gutted and result == GUTTED)]
    return list(dict.fromkeys(place for found in lists for place in found))


STEPS: tuple[Deed[Desk], ...] = (Deed("blazes", _task, {"enter": _settle}),)
