"""12.610: what becomes of the terrain that burnt, and where it burns on. Both sides see it: it lies on the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.asl.context import StepDef, roll_record
from rules.asl.locations import place_of
from rules.asl.steps.aftermath.clearing import came_of_the_lines
from rules.contract import Field, Refused
from rules.dice import Rng
from rules.engine.stages import StepResult
from rules.engine.tasks import FormTask
from rules.systems.votg.context import Context
from rules.systems.votg.payloads import FIRES_TOLD, FiresTold
from rules.systems.votg.state import RUSSIAN
from rules.tables import Need
from rules.text import gettext

GUTTED = "gutted"
FACTORY_FLAMES, FLAMES = "factory_flames", "flames"


def _task(ctx: Context) -> FormTask | None:
    """Asked of who said that something burnt; where it was known that it would, at least of one side."""
    lines = came_of_the_lines(ctx)
    burnt = _consumed(ctx)
    if not (lines.flames or lines.burning or (burnt and ctx.side == RUSSIAN)):
        return None
    said = (gettext(ctx.texts("blazes")["consumed"], places=", ".join(burnt)),) if burnt else ()
    told = (*ctx.points("blazes"), *said)
    return FormTask(ctx.button("blazes"), tuple(_fields(ctx)), told, _needs(ctx, {}), ctx.mode)


def _consumed(ctx: Context) -> list[str]:
    """The Locations that burnt through the scenario as they were noted in an earlier refit."""
    return [place for place, line in ctx.public.blazes.items() if line < ctx.date]


def _fields(ctx: Context) -> Iterator[Field]:
    """One group of entries for each stone building this side rolls for, then what else burnt and burns."""
    said, rule, flames = ctx.texts("blazes"), ctx.rule("blazes"), ctx.rule("blazes", FLAMES)
    hint = gettext(said["hint"])
    for n in range(1, came_of_the_lines(ctx).flames + 1):
        name = f"{gettext(said['building'])} {n}"
        yield Field(f"name_{n}", f"{name}: {gettext(said['named'])}", "text", "", hint=hint, rule=rule)
        yield Field(f"single_{n}", f"{name}: {gettext(said['single_hex'])}", "check", False, rule=rule)
        yield Field(f"flames_{n}", f"{name}: {gettext(said['in_it'])}", "text", "", rule=flames)
    for key, label in said.labels["burnt"].items():
        yield Field(key, gettext(label), "text", "", hint=hint, rule=ctx.rule("blazes", key))
    yield Field(FACTORY_FLAMES, gettext(said["factory_flames"]), "text", "", rule=flames)
    yield Field(FLAMES, gettext(said["flames"]), "text", "", hint=hint, rule=flames)


def _needs(ctx: Context, single: Mapping[str, bool]) -> tuple[Need, ...]:
    table, name = ctx.table("blaze_building"), ctx.texts("blazes")["building"]
    drm = {n: single.get(f"single_{n}", False) for n in range(1, came_of_the_lines(ctx).flames + 1)}
    return tuple(
        Need(f"building{n}", f"{name} {n}", 1, table, ctx.modifiers(table, single_hex=so)) for n, so in drm.items()
    )


def _settle(ctx: Context, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    entered, said = task.read(data), ctx.texts("blazes")
    where = {field.name: _places(field, entered[field.name]) for field in task.fields if field.kind == "text"}
    # Of a building one hex is asked, which need not be the one that had the Blaze.
    gone = [place for key in ("open", "railcar") for place in where[key]]
    for name in (FLAMES, FACTORY_FLAMES):
        if both := set(gone) & set(where[name]):
            place = min(both)
            raise Refused(
                gettext("{place}: what burnt there is consumed, so that it has no Flame.", place=place),
                rule=ctx.rule("blazes", FLAMES),
                field=name,
                way_out=gettext("A Location has a Blaze or a Flame: write it down in one entry."),
            )
    rolled = ctx.roll(_needs(ctx, entered), data, rng)
    results = {n: str(one.value("result")) for n, one in enumerate(rolled, 1)}
    burning = _burning(ctx, where, results)
    rolls = [roll_record(one, results[n]) for n, one in enumerate(rolled, 1)]
    events = [ctx.event("blazes.rolled", line={"blazes": len(burning)}, rolls=rolls)]
    became = [(f"name_{n}", said.labels["became"][result]) for n, result in results.items()]
    terrain = [f"{place}: {what}" for key, what in (*became, *said.labels["becomes"].items()) for place in where[key]]
    if terrain or burning or _consumed(ctx):
        told: FiresTold = {"side": ctx.side, "terrain": terrain, "blazes": burning}
        if gone:
            told["burnt"] = gone
        events.append(FIRES_TOLD(**told))
    return StepResult(events)


def _places(field: Field, text: str) -> list[str]:
    """The Locations of an entry."""
    found: dict[str, None] = {}
    for word in filter(None, map(str.strip, text.replace(";", ",").split(","))):
        place = place_of(word)
        if place is None:
            raise Refused(
                gettext("{entry}: this is no Location.", entry=word[:20]),
                rule=field.rule,
                field=field.name,
                way_out=gettext("Write hexes with commas between, such as K20, L18/1."),
            )
        found[place] = None
    return list(found)


def _burning(ctx: Context, where: Mapping[str, list[str]], results: Mapping[int, str]) -> list[str]:
    """The Locations whose Flame is a Blaze now: not in a gutted Factory, by ruling in no gutted building."""
    any_gutted = ctx.ruling("flame_gutted") == "building"
    lists = [where[FLAMES]]
    lists += [where[f"flames_{n}"] for n, result in results.items() if not (any_gutted and result == GUTTED)]
    return list(dict.fromkeys(place for found in lists for place in found))


STEPS: tuple[StepDef[Context], ...] = (StepDef("blazes", _task, {"enter": _settle}),)
