"""What the front lines came to, asked once for all steps after it.

One form says whether anything is cut off, outside, captured or burning; a date on which
nothing is goes on from there by itself. Each Isolated Area is then written down on its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain, count
from typing import Any

from rules.asl.conditions import named
from rules.asl.context import RefitContext, StepDef
from rules.asl.counter_fields import (
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
from rules.asl.counters import Counter
from rules.asl.pending import NOTHING, Pending
from rules.asl.steps.aftermath.clearing import (
    EMPTY,
    OWN_OR_ENEMY,
    SMC_ONLY,
    DrawnLines,
    IsolatedArea,
    came_of_the_lines,
    cleared,
    type_options,
)
from rules.contract import Event, Field, Refused
from rules.dice import Rng
from rules.engine.stages import StepResult, once
from rules.engine.tasks import FormTask
from rules.text import gettext

FRONT = "front line"
MOST_AREAS, MOST_FLAMES = 9, 60

# the form --------------------------------------------------------------------------


def _places(counters: Iterable[Counter]) -> list[str]:
    """Where those of these counters stand that are marked as isolated."""
    return list(dict.fromkeys(c.place for c in counters if ISOLATED in c.marks))


def _asked_of(ctx: RefitContext) -> list[Counter]:
    """Vehicles of which a table asks whether they are in the front line, in a game that has such a table."""
    return marked(ctx, IMMOBILE, VEHICLES) if ctx.texts("perimeter").optional("front") else []


def perimeter_task(ctx: RefitContext) -> FormTask:
    """What came of the lines, for all that follows."""
    said, now = ctx.texts("perimeter"), ctx.mine.now.control
    before = ctx.mine.lines[-2].control if len(ctx.mine.lines) > 1 else ""
    areas = len(_places(on_field(ctx)))
    fields = [Field("areas", gettext(said["areas"]), value=areas, high=MOST_AREAS, rule=ctx.rule("areas"))]
    if on_field(ctx, SMC):
        fields.append(Field("outside", gettext(said["outside"]), "check", False, rule=ctx.rule("outside")))
    if any(c.fate == "captured" for c in ctx.mine.counters):
        fields.append(Field("freed", gettext(said["freed"]), "check", False, rule=ctx.rule("prisoners")))
    front = ctx.rule("perimeter", "front")
    fields += [
        Field("flames", gettext(said["flames"]), high=MOST_FLAMES, rule=ctx.rule("blazes")),
        Field("burning", gettext(said["burning"]), "check", False, rule=ctx.rule("perimeter", "fire")),
        *(
            Field(
                f"front_{c.id}", f"{named(c)}: {gettext(said.optional('front'))}", "check", FRONT in c.marks, rule=front
            )
            for c in _asked_of(ctx)
        ),
        Field("control", gettext(said["control"]), "text", now or before, rule=ctx.rule("perimeter", "control")),
    ]
    return FormTask(ctx.button("perimeter"), tuple(fields), ctx.points("perimeter"))


def _draw(ctx: RefitContext, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    return StepResult([drawn(ctx, task.read(data))])


def drawn(ctx: RefitContext, entries: Mapping[str, Any]) -> Event:
    """The lines are drawn, and these are the entries of the form; where nothing is cut off, the map is cleared."""
    change = {
        str(c.id): found
        for c in _asked_of(ctx)
        if (found := marks(c, less=(FRONT,), more=(FRONT,) if entries[f"front_{c.id}"] else ()))
    }
    left = DrawnLines(
        wanted=entries["areas"],
        areas=(),
        outside=entries.get("outside", False),
        freed=entries.get("freed", False),
        flames=entries["flames"],
        burning=entries["burning"],
    )
    if not entries["areas"] and not entries.get("outside"):
        change = cleared(ctx, change)
    line = {"control": entries["control"], "areas": {}, "blazes": 0}
    return ctx.event("lines.drawn", change=change, line=line, pending=Pending().put(left), areas=left.wanted)


# SMC outside ----------------------------------------------------------------------


def _outside_task(ctx: RefitContext) -> FormTask | None:
    smc = on_field(ctx, SMC)
    if not came_of_the_lines(ctx).outside or not smc:
        return None
    return FormTask(ctx.button("outside"), number_fields(smc, ctx.rule("outside")))


def _leave_outside(ctx: RefitContext, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    gone = taken(on_field(ctx, SMC), task.read(data))
    change: dict[str, Change] = {str(c.id): lost(ctx) for c in gone}
    if not came_of_the_lines(ctx).wanted:
        change = cleared(ctx, change)
    return StepResult([ctx.event("stragglers.lost", change=change, names=names(gone))])


# the areas -------------------------------------------------------------------------


@once
def _not_yet(ctx: RefitContext) -> tuple[Counter, ...]:
    """Counters that are in none of the areas written down."""
    inside = {i for area in came_of_the_lines(ctx).areas for i in area.ids}
    return tuple(c for c in on_field(ctx) if c.id not in inside)


def area_task(ctx: RefitContext) -> FormTask | None:
    """The next area to be written down."""
    wanted, number = came_of_the_lines(ctx).wanted, len(came_of_the_lines(ctx).areas)
    if number >= wanted:
        return None
    said, rule, left = ctx.texts("areas"), ctx.rule("areas"), _not_yet(ctx)
    old = [place for place in _places(on_field(ctx)) if place in _places(left)][:1]
    given = [c.id for c in left if ISOLATED in c.marks and c.place in old]
    fields = (
        Field("place", gettext(said["place"]), "text", _new_name(ctx, *old), pattern=r"\S.{0,39}",
              hint=gettext(said["hint"]), rule=ctx.rule("areas", "name")),
        Field("type", gettext(said["type"]), "select", OWN_OR_ENEMY, options=type_options(ctx), rule=rule),
        *number_fields(left, rule, given),
        Field("again", gettext(said["again"]), "check", False, rule=ctx.rule("areas", "again")),
    )  # fmt: skip
    return FormTask(ctx.button("areas"), fields, (gettext(said["line"], number=number + 1, wanted=wanted),))


def _new_name(ctx: RefitContext, place: str = "") -> str:
    """A name no area has yet: where the counters stand, or a number."""
    known = {area.name for area in came_of_the_lines(ctx).areas}
    numbered = (f"{ctx.texts('areas')['nameless']} {n}" for n in count(1))
    return next(name for name in chain([place] if place else (), numbered) if name not in known)


def _write_area(ctx: RefitContext, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    entries = task.read(data)
    if entries["again"]:
        return drawn_anew(ctx)
    return area_written(ctx, entries["place"].strip(), entries["type"], within(ctx, entries))


def within(ctx: RefitContext, entries: Mapping[str, Any]) -> list[Counter]:
    """The counters that the numbers of the form put into the area."""
    return taken(_not_yet(ctx), entries)


def held(inside: Iterable[Counter]) -> bool:
    """Whether among these counters is more than SMC and what they carry."""
    return any(c.kind in MMC or c.kind in VEHICLES for c in inside)


def area_written(ctx: RefitContext, place: str, kind: str, inside: list[Counter], sort: str = "") -> StepResult:
    """One more area, of a `sort` where the game has such."""
    _check_area(ctx, place, kind, inside)
    area = IsolatedArea(name=place, type=kind, ids=tuple(c.id for c in inside), held=held(inside), sort=sort)
    left = came_of_the_lines(ctx)
    found = (*left.areas, area)
    change = {str(c.id): {**marks(c, more=(ISOLATED,)), "place": place} for c in inside}
    last = len(found) == left.wanted
    if last:
        change |= released(ctx, found)
    event = ctx.event(
        "area.recorded",
        change=change,
        pending=ctx.pending.put(left.model_copy(update={"areas": found})),
        place=place,
        type=kind,
        names=names(replace(c, marks=(), place="") for c in inside),
    )
    return StepResult([event], done=last)


def released(ctx: RefitContext, found: Iterable[IsolatedArea]) -> dict[str, Change]:
    """What was isolated before and is in none of the areas `found`."""
    known = {i for area in found for i in area.ids}
    return {str(c.id): marks(c, less=(ISOLATED,)) for c in marked(ctx, ISOLATED) if c.id not in known}


def _check_area(ctx: RefitContext, place: str, kind: str, inside: list[Counter]) -> None:
    """An area is written down once, and what is in it fits its type."""
    rule = ctx.rule("areas")
    if any(area.name == place for area in came_of_the_lines(ctx).areas):
        raise Refused(
            gettext("There is an Isolated Area called {name} already.", name=place), field="place", rule=rule,
            way_out=gettext("Give each area a name of its own, such as one of its hexes."),
        )  # fmt: skip
    if kind == EMPTY and inside:
        raise Refused(
            gettext("An area of type A has no units in it."), field="type", rule=rule,
            way_out=gettext("Choose the type by what is in the area, or set all numbers to 0."),
        )  # fmt: skip
    if kind == SMC_ONLY and held(inside):
        raise Refused(
            gettext("An area of type B holds nothing but SMC."), field="type", rule=rule,
            way_out=gettext("With an MMC or a vehicle it is of type C, or D if the enemy has one too."),
        )  # fmt: skip


def drawn_anew(ctx: RefitContext) -> StepResult:
    """Back to the lines, with nothing of them decided."""
    ids = {i for area in came_of_the_lines(ctx).areas for i in area.ids}
    change = {str(c.id): marks(c, less=(ISOLATED,)) for c in ctx.mine.counters if c.id in ids}
    event = ctx.event("lines.readjusted", change=change, pending=NOTHING, step="perimeter")
    return StepResult([event], done=False, to="perimeter")


OUTSIDE: tuple[StepDef[RefitContext], ...] = (StepDef("outside", _outside_task, {"enter": _leave_outside}),)
STEPS: tuple[StepDef[RefitContext], ...] = (
    StepDef("perimeter", perimeter_task, {"enter": _draw}),
    *OUTSIDE,
    StepDef("areas", area_task, {"enter": _write_area}),
)
