"""What the battle left (12.6063 to 12.6121): the map, hidden works, teams for mortars, which only this game asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace

from rules.asl.counter_fields import TEAM, entered, lost, marks, names, number_fields, on_field, taken
from rules.asl.counters import READY, Counter, Pile, piles
from rules.asl.locations import HIDDEN
from rules.asl.steps.aftermath.clearing import came_of_the_lines
from rules.asl.steps.generic import Entries, FormStep
from rules.contract import Event, Field, Refused
from rules.engine.stages import StepResult
from rules.systems.votg.context import Context
from rules.systems.votg.payloads import MAP_TOLD, STRONGPOINT_TOLD, TERRAIN_NOTED
from rules.systems.votg.state import GERMAN, RUSSIAN, Landing
from rules.text import gettext

GONE, NOBODY = "gone", ""
LONGEST_NAME = 10


def untold(ctx: Context) -> list[tuple[str, str, int]]:
    """The Strongpoints this side recorded that last and the other does not know of yet."""
    known = {(point.kind, point.place, point.date) for point in ctx.public.strongpoints}
    own = ((str(kind), str(place), int(line)) for kind, place, line in ctx.mine.known.get("strongpoints", ()))
    return [point for point in own if point not in known and ctx.rules.lasts(point[0], point[2], ctx.date)]


class MapFactsStep(FormStep[Context]):
    """12.6063: what the map says. Asked of one side, for both see it and it is agreed upon at the table."""

    key = "map_facts"

    def fields(self, ctx: Context) -> Iterator[Field]:
        if ctx.side != RUSSIAN:
            return
        said, rule = ctx.texts("map_facts"), ctx.rule("map_facts")
        for side, edges in _edges(ctx).items():
            held = ctx.public.edges.get(side, ())
            for edge, label in edges.items():
                yield Field(f"{side}_{edge}", gettext(label), "check", edge in held, rule=rule)
        rule, holder = ctx.rule("map_facts", "landings"), gettext(said["holder"])
        holders = ((side, gettext(name)) for side, name in ctx.rules.names.items())
        options = (*holders, (NOBODY, gettext(said["nobody"])), (GONE, gettext(said["gone"])))
        for key, landing in ctx.public.landings.items():
            now = landing.control if landing.exists else GONE
            yield Field(f"landing_{key}", f"{key}: {holder}", "select", now, options=options, rule=rule)
        yield Field("more", gettext(said["more"]), "text", "", hint=gettext(said["hint"]), rule=rule)
        rule, showed = ctx.rule("map_facts", "strongpoints"), gettext(said["showed"])
        for n, (kind, place, _) in enumerate(untold(ctx)):
            name = gettext(ctx.rules.pack.strongpoint_names[kind])
            yield Field(f"strongpoint_{n}", f"{showed}: {name}, {place}", "check", False, rule=rule)
        yield Field("terrain", gettext(said["terrain"]), "text", "", rule=ctx.rule("map_facts", "terrain"))

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        edges = {side: [edge for edge in asked if entries[f"{side}_{edge}"]] for side, asked in _edges(ctx).items()}
        landings = {}
        for key, was in ctx.public.landings.items():
            # One that the Germans hold or that is gone is not closed by fire.
            now = entries[f"landing_{key}"]
            holder = NOBODY if now == GONE else now
            landings[key] = Landing(now != GONE, holder, was.interdicted and holder == RUSSIAN)
        landings |= {key: Landing() for key in _new_landings(ctx, entries["more"])}
        events: list[Event] = [MAP_TOLD(edges=edges, landings={key: asdict(one) for key, one in landings.items()})]
        for n, (kind, place, line) in enumerate(untold(ctx)):
            if entries[f"strongpoint_{n}"]:
                events.append(STRONGPOINT_TOLD(kind=kind, place=place, date=line))
        left, held = came_of_the_lines(ctx), {side: tuple(found) for side, found in edges.items()}
        if replace(ctx.public, edges=held, landings=landings).cut_off and not left.wanted:
            # Russians who have the south edge alone, and nothing Isolated so far, have one area more to write down.
            events.append(ctx.event("area.added", pending=ctx.pending.put(left.model_copy(update={"wanted": 1}))))
        if entries["terrain"]:
            events.append(TERRAIN_NOTED(note=entries["terrain"]))
        return StepResult(events)


def _edges(ctx: Context) -> dict[str, Mapping[str, str]]:
    """The map edges each side is asked for, with the question."""
    said = ctx.texts("map_facts")
    return {GERMAN: said.labels["german_edges"], RUSSIAN: said.labels["russian_edges"]}


def _new_landings(ctx: Context, text: str) -> list[str]:
    """The Landings named beside those that are known."""
    found = [word.strip().upper() for word in text.replace(";", ",").split(",") if word.strip()]
    for name in found:
        if len(name) > LONGEST_NAME or name in ctx.public.landings or found.count(name) > 1:
            wrong = gettext("{name}: this is no new Landing.", name=name[:LONGEST_NAME])
            other = gettext("Name each by its hex, such as LL17, and only those that are not listed above.")
            raise Refused(wrong, rule=ctx.rule("map_facts", "landings"), field="more", way_out=other)
    return found


class HiddenWorksStep(FormStep[Context]):
    """12.6083: which hidden Fortifications are shown and which are lost."""

    key = "hidden_works"

    def fields(self, ctx: Context) -> Iterator[Field]:
        for pile in _hidden(ctx):
            places = {"name": pile.like.name, "place": pile.like.place, "number": pile.count}
            works = gettext("{name} {place}, of {number}", **places)
            for fate, label in ctx.texts("hidden_works").labels["fates"].items():
                text, rule = f"{works}: {gettext(label)}", ctx.rule("hidden_works")
                yield Field(f"{fate}_{pile.key}", text, high=pile.count, rule=rule)

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        shown: list[Counter] = []
        gone: list[Counter] = []
        for pile in _hidden(ctx):
            show, lose = entries[f"shown_{pile.key}"], entries[f"lost_{pile.key}"]
            if show + lose > pile.count:
                places = {"name": pile.like.name, "number": show + lose, "there": pile.count}
                wrong = gettext("{name}: {number} entered, {there} there.", **places)
                fewer = gettext("Take some off; what is neither stays hidden.")
                raise Refused(wrong, rule=ctx.rule("hidden_works"), field=f"lost_{pile.key}", way_out=fewer)
            found = [c for c in ctx.mine.counters if c.id in pile.ids]
            shown, gone = shown + found[:show], gone + found[show : show + lose]
        change = {str(c.id): marks(c, less=(HIDDEN,)) for c in shown} | {str(c.id): lost(ctx) for c in gone}
        return StepResult([ctx.event("works.settled", change=change, shown=names(shown), names=names(gone))])


def _hidden(ctx: Context) -> tuple[Pile, ...]:
    works = (c for c in ctx.mine.counters if c.fate == READY and c.kind == "fortification")
    return piles(c for c in works if HIDDEN in c.marks)


class MortarTeamsStep(FormStep[Context]):
    """12.6121: the half-squads that stay such beside light mortars."""

    key = "mortar_teams"

    def fields(self, ctx: Context) -> tuple[Field, ...]:
        halves = on_field(ctx, ("half_squad",)) if _most_teams(ctx) else []
        return number_fields(halves, ctx.rule("mortar_teams"), [c.id for c in halves if TEAM in c.marks])

    def lines(self, ctx: Context) -> tuple[str, ...]:
        return (gettext(ctx.texts("mortar_teams")["most"], number=_most_teams(ctx)),)

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        halves, most = on_field(ctx, ("half_squad",)), _most_teams(ctx)
        teams = taken(halves, entries)
        if (number := len(teams)) > most:
            wrong = gettext("{number} half-squads for {most} light mortars.", number=number, most=most)
            fewer = gettext("Keep no more than one for each mortar; the others recombine.")
            raise Refused(wrong, rule=ctx.rule("mortar_teams"), field=entered(entries), way_out=fewer)
        new = {str(c.id): marks(c, less=(TEAM,), more=(TEAM,) if c in teams else ()) for c in halves}
        change = {key: values for key, values in new.items() if values}
        return StepResult([ctx.event("mortar_teams.chosen", change=change, names=names(teams))])


def _most_teams(ctx: Context) -> int:
    rule = ctx.rules.pack.battle_hardening
    mortars = [c for c in on_field(ctx, ("weapon",)) if c.name in rule.light_mortars]
    return len(mortars) * rule.mortar_half_squads
