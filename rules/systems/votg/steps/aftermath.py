"""What the battle left (12.6063 to 12.6121): the map, hidden works, teams for mortars, which only this game asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from rules.asl.context import StepDef
from rules.asl.counter_fields import Change, entered, lost, marks, names, number_fields, on_field, taken
from rules.asl.counters import READY, Counter, piles
from rules.asl.locations import HIDDEN
from rules.asl.steps.aftermath.clearing import came_of_the_lines
from rules.asl.steps.aftermath.personnel import TEAM
from rules.contract import Field, Refused
from rules.dice import Rng
from rules.engine.stages import StepResult
from rules.engine.tasks import FormTask
from rules.systems.votg.context import Context
from rules.systems.votg.payloads import MAP_TOLD, STRONGPOINT_TOLD, TERRAIN_NOTED
from rules.systems.votg.state import GERMAN, RUSSIAN, Landing
from rules.text import gettext

GONE, NOBODY = "gone", ""
LONGEST_NAME = 10

# 12.6063 what the map says ---------------------------------------------------------------------


def _edges(ctx: Context) -> dict[str, Mapping[str, str]]:
    """The map edges each side is asked for, with the question."""
    said = ctx.texts("map_facts")
    return {GERMAN: said.labels["german_edges"], RUSSIAN: said.labels["russian_edges"]}


def untold(ctx: Context) -> list[tuple[str, str, int]]:
    """The Strongpoints this side recorded that last and the other does not know of yet."""
    known = {(point.kind, point.place, point.date) for point in ctx.public.strongpoints}
    own = ((str(kind), str(place), int(line)) for kind, place, line in ctx.mine.known.get("strongpoints", ()))
    return [point for point in own if point not in known and ctx.rules.lasts(point[0], point[2], ctx.date)]


def _map_task(ctx: Context) -> FormTask | None:
    """Asked of one side, for both see it and it is agreed upon at the table."""
    if ctx.side != RUSSIAN:
        return None
    said, rule = ctx.texts("map_facts"), ctx.rule("map_facts")
    fields = [
        Field(f"{side}_{edge}", gettext(label), "check", edge in ctx.public.edges.get(side, ()), rule=rule)
        for side, edges in _edges(ctx).items()
        for edge, label in edges.items()
    ]
    rule, holder = ctx.rule("map_facts", "landings"), gettext(said["holder"])
    holders = ((side, gettext(name)) for side, name in ctx.rules.names.items())
    options = (*holders, (NOBODY, gettext(said["nobody"])), (GONE, gettext(said["gone"])))
    for key, landing in ctx.public.landings.items():
        now = landing.control if landing.exists else GONE
        fields.append(Field(f"landing_{key}", f"{key}: {holder}", "select", now, options=options, rule=rule))
    fields.append(Field("more", gettext(said["more"]), "text", "", hint=gettext(said["hint"]), rule=rule))
    rule, showed, kinds = (
        ctx.rule("map_facts", "strongpoints"),
        gettext(said["showed"]),
        ctx.rules.pack.strongpoint_names,
    )
    for n, (kind, place, _) in enumerate(untold(ctx)):
        label = f"{showed}: {gettext(kinds[kind])}, {place}"
        fields.append(Field(f"strongpoint_{n}", label, "check", False, rule=rule))
    fields.append(Field("terrain", gettext(said["terrain"]), "text", "", rule=ctx.rule("map_facts", "terrain")))
    return FormTask(ctx.button("map_facts"), tuple(fields), ctx.points("map_facts"))


def _tell_map(ctx: Context, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    entered = task.read(data)
    edges = {side: [edge for edge in asked if entered[f"{side}_{edge}"]] for side, asked in _edges(ctx).items()}
    landings = {key: _landing(was, entered[f"landing_{key}"]) for key, was in ctx.public.landings.items()}
    landings |= {key: Landing() for key in _new_landings(ctx, entered["more"])}
    events = [MAP_TOLD(edges=edges, landings={key: asdict(one) for key, one in landings.items()})]
    for n, (kind, place, line) in enumerate(untold(ctx)):
        if entered[f"strongpoint_{n}"]:
            events.append(STRONGPOINT_TOLD(kind=kind, place=place, date=line))
    if replace(ctx.public, edges={side: tuple(held) for side, held in edges.items()}, landings=landings).cut_off:
        # Russians who have the south edge alone, and nothing Isolated so far, have one area more to write down.
        left = came_of_the_lines(ctx)
        more = ctx.pending.put(left.model_copy(update={"wanted": 1}))
        events += [] if left.wanted else [ctx.event("area.added", pending=more)]
    if entered["terrain"]:
        events.append(TERRAIN_NOTED(note=entered["terrain"]))
    return StepResult(events)


def _landing(was: Landing, now: str) -> Landing:
    """A Landing as it stands now; one that the Germans hold or that is gone is not closed by fire."""
    holder = NOBODY if now == GONE else now
    return Landing(exists=now != GONE, control=holder, interdicted=was.interdicted and holder == RUSSIAN)


def _new_landings(ctx: Context, text: str) -> list[str]:
    """The Landings named beside those that are known."""
    found = [word.strip().upper() for word in text.replace(";", ",").split(",") if word.strip()]
    for name in found:
        if len(name) > LONGEST_NAME or name in ctx.public.landings or found.count(name) > 1:
            raise Refused(
                gettext("{name}: this is no new Landing.", name=name[:LONGEST_NAME]),
                rule=ctx.rule("map_facts", "landings"),
                field="more",
                way_out=gettext("Name each by its hex, such as LL17, and only those that are not listed above."),
            )
    return found


# 12.6083 hidden works --------------------------------------------------------------------------


def _hidden(ctx: Context) -> list[Counter]:
    return [c for c in ctx.mine.counters if c.fate == READY and c.kind == "fortification" and HIDDEN in c.marks]


def _works_task(ctx: Context) -> FormTask | None:
    fates, rule = ctx.texts("hidden_works").labels["fates"], ctx.rule("hidden_works")
    fields = []
    for pile in piles(_hidden(ctx)):
        works = gettext("{name} {place}, of {number}", name=pile.like.name, place=pile.like.place, number=pile.count)
        for fate, label in fates.items():
            fields.append(Field(f"{fate}_{pile.key}", f"{works}: {gettext(label)}", high=pile.count, rule=rule))
    return FormTask(ctx.button("hidden_works"), tuple(fields)) if fields else None


def _settle_works(ctx: Context, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    entered = task.read(data)
    shown: list[Counter] = []
    gone: list[Counter] = []
    for pile in piles(_hidden(ctx)):
        show, lose, name = entered[f"shown_{pile.key}"], entered[f"lost_{pile.key}"], pile.like.name
        if (number := show + lose) > pile.count:
            raise Refused(
                gettext("{name}: {number} entered, {there} there.", name=name, number=number, there=pile.count),
                rule=ctx.rule("hidden_works"),
                field=f"lost_{pile.key}",
                way_out=gettext("Take some off; what is neither stays hidden."),
            )
        found = [c for c in ctx.mine.counters if c.id in pile.ids]
        shown, gone = shown + found[:show], gone + found[show : show + lose]
    change = {str(c.id): marks(c, less=(HIDDEN,)) for c in shown} | {str(c.id): lost(ctx) for c in gone}
    return StepResult([ctx.event("works.settled", change=change, shown=names(shown), names=names(gone))])


# 12.6121 half-squads for light mortars ---------------------------------------------------------


def _most_teams(ctx: Context) -> int:
    rule = ctx.rules.pack.battle_hardening
    mortars = [c for c in on_field(ctx, ("weapon",)) if c.name in rule.light_mortars]
    return len(mortars) * rule.mortar_half_squads


def _teams_task(ctx: Context) -> FormTask | None:
    most, halves = _most_teams(ctx), on_field(ctx, ("half_squad",))
    if not most or not halves:
        return None
    given = [c.id for c in halves if TEAM in c.marks]
    read = (gettext(ctx.texts("mortar_teams")["most"], number=most),)
    return FormTask(ctx.button("mortar_teams"), number_fields(halves, ctx.rule("mortar_teams"), given), read)


def _choose_teams(ctx: Context, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    said, halves, most = task.read(data), on_field(ctx, ("half_squad",)), _most_teams(ctx)
    teams = taken(halves, said)
    if (number := len(teams)) > most:
        raise Refused(
            gettext("{number} half-squads for {most} light mortars.", number=number, most=most),
            rule=ctx.rule("mortar_teams"),
            field=entered(said),
            way_out=gettext("Keep no more than one for each mortar; the others recombine."),
        )
    change: dict[str, Change] = {
        str(c.id): found for c in halves if (found := marks(c, less=(TEAM,), more=(TEAM,) if c in teams else ()))
    }
    return StepResult([ctx.event("mortar_teams.chosen", change=change, names=names(teams))])


MAP_FACTS: tuple[StepDef[Context], ...] = (StepDef("map_facts", _map_task, {"enter": _tell_map}),)
HIDDEN_WORKS: tuple[StepDef[Context], ...] = (StepDef("hidden_works", _works_task, {"enter": _settle_works}),)
MORTAR_TEAMS: tuple[StepDef[Context], ...] = (StepDef("mortar_teams", _teams_task, {"enter": _choose_teams}),)
