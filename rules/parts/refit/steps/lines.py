"""What the front lines came to, asked once for all steps after it.

One form says whether anything is cut off, outside, captured or burning; a date on which
nothing is goes on from there by itself. Each Isolated Area is then written down on its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
            for c in _asked_of(desk)
        ),
        Field(
            "control",
            said["control"],
            "text",
            desk.mine.now.control or _control_before(desk),
            rule=desk.rule("perimeter", "control"),
        ),
    )


def _asked_of(desk: Desk) -> list[Counter]:
    """Vehicles of which a table asks whether they are in the front line, in a game that has such a table."""
    return marked(desk, IMMOBILE, VEHICLES) if "front" in desk.said("perimeter") else []


def _control_before(desk: Desk) -> str:
    return desk.mine.lines[-2].control if len(desk.mine.lines) > 1 else ""


def perimeter_task(desk: Desk) -> FormTask:
    """What came of the lines, for all that follows."""
    return FormTask(desk.button("perimeter"), _perimeter_fields(desk), tuple(desk.said("perimeter")["points"]))


def _draw(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    return Taken([drawn(desk, perimeter_task(desk).read(data))])


def drawn(desk: Desk, entries: Mapping[str, Any]) -> Event:
    """The lines are drawn, and these are the entries of the form; where nothing is cut off, the map is cleared."""
    change = {
        str(c.id): found
        for c in _asked_of(desk)
        if (found := marks(c, less=(FRONT,), more=(FRONT,) if entries[f"front_{c.id}"] else ()))
    }
    said = {key: entries[key] for key in ("outside", "freed", "flames", "burning") if entries.get(key)}
    pending: dict[str, Any] = {**said, "wanted": entries["areas"], "areas": []}
    if not entries["areas"] and not entries.get("outside"):
        change = cleared(desk, change)
    line = {"control": entries["control"], "areas": {}, "blazes": 0}
    return desk.event("lines.drawn", change=change, line=line, pending=pending, areas=entries["areas"])


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


def area_task(desk: Desk) -> FormTask | None:
    """The next area to be written down."""
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
    task = area_task(desk)
    assert task is not None
    entries = task.read(data)
    if entries["again"]:
        return drawn_anew(desk)
    return area_written(desk, entries["place"].strip(), entries["type"], within(desk, entries))


def within(desk: Desk, entries: Mapping[str, Any]) -> list[Counter]:
    """The counters that the numbers of the form put into the area."""
    return taken(_not_yet(desk), entries)


def held(inside: Iterable[Counter]) -> bool:
    """Whether among these counters is more than SMC and what they carry."""
    return any(c.kind in MMC or c.kind in VEHICLES for c in inside)


def area_written(desk: Desk, place: str, kind: str, inside: list[Counter], **more: Any) -> Taken:
    """One more area, with `more` that the game keeps of it."""
    _check_area(desk, place, kind, inside)
    area = {"name": place, "type": kind, "ids": [c.id for c in inside], "held": held(inside), **more}
    found = [*areas(desk), area]
    change = {str(c.id): {**marks(c, more=(ISOLATED,)), "place": place} for c in inside}
    last = len(found) == int(desk.mine.pending["wanted"])
    if last:
        change |= released(desk, found)
    event = desk.event(
        "area.recorded",
        change=change,
        pending={**desk.mine.pending, "areas": found},
        place=place,
        type=kind,
        names=names(replace(c, marks=(), place="") for c in inside),
    )
    return Taken([event], done=last)


def released(desk: Desk, found: Iterable[Mapping[str, Any]]) -> dict[str, Change]:
    """What was isolated before and is in none of the areas `found`."""
    known = {i for area in found for i in area["ids"]}
    return {str(c.id): marks(c, less=(ISOLATED,)) for c in marked(desk, ISOLATED) if c.id not in known}


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
    if kind == SMC_ONLY and held(inside):
        raise Refused("An area of type B holds nothing but SMC.", field="type", rule=desk.rule("areas"),
                      way_out="With an MMC or a vehicle it is of type C, or D if the enemy has one too.")  # fmt: skip


def drawn_anew(desk: Desk) -> Taken:
    """Back to the lines, with nothing of them decided."""
    change = {str(c.id): marks(c, less=(ISOLATED,)) for c in _inside(desk)}
    event = desk.event("lines.readjusted", change=change, pending={}, step="perimeter")
    return Taken([event], done=False, to="perimeter")


def _inside(desk: Desk) -> list[Counter]:
    ids = {i for area in areas(desk) for i in area["ids"]}
    return [c for c in desk.mine.counters if c.id in ids]


OUTSIDE: tuple[Deed[Desk], ...] = (Deed("outside", _outside_task, {"enter": _leave_outside}),)
STEPS: tuple[Deed[Desk], ...] = (
    Deed("perimeter", perimeter_task, {"enter": _draw}),
    *OUTSIDE,
    Deed("areas", area_task, {"enter": _write_area}),
)
