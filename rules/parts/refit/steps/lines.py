"""What the front lines came to, asked once for all steps after it.

One form says whether anything is cut off, outside, captured or burning; a date on which
nothing is goes on from there by itself. Each Isolated Area is then written down on its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain, count
from typing import Any

from rules.kernel import Event, Luck, Refused
from rules.parts.counters import Counter
from rules.parts.refit.desk import Desk
from rules.parts.refit.steps.chosen import (
    IMMOBILE,
    ISOLATED,
    MMC,
    SMC,
    VEHICLES,
    Change,
    lost,
    marked,
    marks,
    names,
    number_fields,
    on_field,
    taken,
)
from rules.parts.refit.steps.clearing import cleared
from rules.parts.refit.words import Deed
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask

FRONT = "front line"
MOST_AREAS, MOST_FLAMES = 9, 60
SMC_ONLY, OWN_OR_ENEMY, BOTH, EMPTY = "B", "C", "D", "A"


def areas(desk: Desk) -> list[dict[str, Any]]:
    """The Isolated Areas written down in this phase: name, type, the counters' ids."""
    return list(desk.mine.pending.get("areas", ()))


def type_options(desk: Desk) -> tuple[tuple[str, str], ...]:
    """The types of an Isolated Area, with what is in them."""
    rows = desk.table("isolation_types").rows
    return tuple((str(row.values["type"]), f"{row.values['type']}: {row.values['units']}") for row in rows)


# the form --------------------------------------------------------------------------


def _places(desk: Desk) -> list[str]:
    """Where counters already stand that are marked as isolated."""
    return list(dict.fromkeys(c.place for c in marked(desk, ISOLATED)))


def _perimeter_fields(desk: Desk) -> tuple[Field, ...]:
    said = desk.said("perimeter")
    captured = any(c.fate == "captured" for c in desk.mine.counters)
    return (
        Field("areas", said["areas"], value=len(_places(desk)), high=MOST_AREAS, rule=desk.rule("areas")),
        *(
            (Field("outside", said["outside"], "check", False, rule=desk.rule("outside")),)
            if on_field(desk, SMC)
            else ()
        ),
        *((Field("freed", said["freed"], "check", False, rule=desk.rule("prisoners")),) if captured else ()),
        Field("flames", said["flames"], high=MOST_FLAMES, rule=desk.rule("blazes")),
        Field("burning", said["burning"], "check", False, rule=desk.rule("perimeter", "fire")),
        *(
            Field(
                f"front_{c.id}",
                f"{c.name} (no. {c.id}): {said['front']}",
                "check",
                FRONT in c.marks,
                rule=desk.rule("perimeter", "front"),
            )
            for c in marked(desk, IMMOBILE, VEHICLES)
        ),
        Field(
            "control",
            said["control"],
            "text",
            desk.mine.now.control or _control_before(desk),
            rule=desk.rule("perimeter", "control"),
        ),
    )


def _control_before(desk: Desk) -> str:
    return desk.mine.lines[-2].control if len(desk.mine.lines) > 1 else ""


def _perimeter_task(desk: Desk) -> FormTask:
    return FormTask(desk.button("perimeter"), _perimeter_fields(desk), tuple(desk.said("perimeter")["points"]))


def _draw(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    entries = _perimeter_task(desk).read(data)
    change = {
        str(c.id): found
        for c in marked(desk, IMMOBILE, VEHICLES)
        if (found := marks(c, less=(FRONT,), more=(FRONT,) if entries[f"front_{c.id}"] else ()))
    }
    said = {key: entries[key] for key in ("outside", "freed", "flames", "burning") if entries.get(key)}
    pending: dict[str, Any] = {**said, "wanted": entries["areas"], "areas": []}
    if not entries["areas"] and not entries.get("outside"):
        change = cleared(desk, change)
    line = {"control": entries["control"], "areas": {}, "blazes": 0}
    return Taken([desk.event("lines.drawn", change=change, line=line, pending=pending, areas=entries["areas"])])


# SMC outside ----------------------------------------------------------------------


def _outside_task(desk: Desk) -> FormTask | None:
    smc = on_field(desk, SMC)
    if not desk.mine.pending.get("outside") or not smc:
        return None
    return FormTask(desk.button("outside"), number_fields(smc, desk.rule("outside")))


def _leave_outside(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _outside_task(desk)
    assert task is not None
    gone = taken(on_field(desk, SMC), task.read(data))
    change: dict[str, Change] = {str(c.id): lost(desk) for c in gone}
    if not desk.mine.pending.get("wanted"):
        change = cleared(desk, change)
    return Taken([desk.event("stragglers.lost", change=change, names=names(gone))])


# the areas -------------------------------------------------------------------------


def _not_yet(desk: Desk) -> list[Counter]:
    """Counters that are in none of the areas written down."""
    inside = {i for area in areas(desk) for i in area["ids"]}
    return [c for c in on_field(desk) if c.id not in inside]


def _area_task(desk: Desk) -> FormTask | None:
    wanted, number = int(desk.mine.pending.get("wanted", 0)), len(areas(desk))
    if number >= wanted:
        return None
    said, left = desk.said("areas"), _not_yet(desk)
    old = [place for place in _places(desk) if any(c.place == place and ISOLATED in c.marks for c in left)]
    place = old[0] if old else ""
    given = [c.id for c in left if ISOLATED in c.marks and c.place == place] if old else []
    fields = (
        Field("place", said["place"], "text", _new_name(desk, place), pattern=r"\S.{0,39}",
              hint=said["hint"], rule=desk.rule("areas", "name")),
        Field("type", said["type"], "select", OWN_OR_ENEMY, options=type_options(desk), rule=desk.rule("areas")),
        *number_fields(left, desk.rule("areas"), given),
        Field("again", said["again"], "check", False, rule=desk.rule("areas", "again")),
    )  # fmt: skip
    return FormTask(desk.button("areas"), fields, (said["line"].format(number=number + 1, wanted=wanted),))


def _new_name(desk: Desk, place: str) -> str:
    """A name no area has yet: where the counters stand, or a number."""
    known = {area["name"] for area in areas(desk)}
    numbered = (f"{desk.said('areas')['nameless']} {n}" for n in count(1))
    return next(name for name in chain([place] if place else (), numbered) if name not in known)


def _write_area(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _area_task(desk)
    assert task is not None
    entries = task.read(data)
    if entries["again"]:
        return Taken([_readjusted(desk)], done=False, to="perimeter")
    inside = taken(_not_yet(desk), entries)
    place = entries["place"].strip()
    _check_area(desk, place, entries["type"], inside)
    area = {
        "name": place, "type": entries["type"], "ids": [c.id for c in inside],
        "held": any(c.kind in MMC or c.kind in VEHICLES for c in inside),
    }  # fmt: skip
    found = [*areas(desk), area]
    change = {str(c.id): {**marks(c, more=(ISOLATED,)), "place": place} for c in inside}
    last = len(found) == int(desk.mine.pending["wanted"])
    if last:
        known = {i for area in found for i in area["ids"]}
        change |= {str(c.id): marks(c, less=(ISOLATED,)) for c in marked(desk, ISOLATED) if c.id not in known}
    event = desk.event(
        "area.recorded",
        change=change,
        pending={**desk.mine.pending, "areas": found},
        place=place,
        type=entries["type"],
        names=names(replace(c, marks=(), place="") for c in inside),
    )
    return Taken([event], done=last)


def _check_area(desk: Desk, place: str, kind: str, inside: list[Counter]) -> None:
    """An area is written down once, and what is in it fits its type."""
    if any(area["name"] == place for area in areas(desk)):
        raise Refused(
            f"There is an Isolated Area called {place} already.", field="place", rule=desk.rule("areas"),
            way_out="Give each area a name of its own, such as one of its hexes.",
        )  # fmt: skip
    if kind == EMPTY and inside:
        raise Refused("An area of type A has no units in it.", field="type", rule=desk.rule("areas"),
                      way_out="Choose the type by what is in the area, or set all numbers to 0.")  # fmt: skip
    if kind == SMC_ONLY and any(c.kind in MMC or c.kind in VEHICLES for c in inside):
        raise Refused("An area of type B holds nothing but SMC.", field="type", rule=desk.rule("areas"),
                      way_out="With an MMC or a vehicle it is of type C, or D if the enemy has one too.")  # fmt: skip


def _readjusted(desk: Desk) -> Event:
    """Back to the lines, with nothing of them decided."""
    change = {str(c.id): marks(c, less=(ISOLATED,)) for c in _inside(desk)}
    return desk.event("lines.readjusted", change=change, pending={}, step="perimeter")


def _inside(desk: Desk) -> list[Counter]:
    ids = {i for area in areas(desk) for i in area["ids"]}
    return [c for c in desk.mine.counters if c.id in ids]


STEPS: tuple[Deed[Desk], ...] = (
    Deed("perimeter", _perimeter_task, {"enter": _draw}),
    Deed("outside", _outside_task, {"enter": _leave_outside}),
    Deed("areas", _area_task, {"enter": _write_area}),
)
