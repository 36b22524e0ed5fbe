"""The Perimeters (12.606 to 12.6076): what is drawn, where the map's edges are friendly, which areas are Isolated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.asl.context import StepDef
from rules.asl.counter_fields import MMC
from rules.asl.counters import Counter
from rules.asl.locations import place_of
from rules.asl.payloads import PERIMETER_DRAWN
from rules.asl.steps.aftermath import areas, escape, escape_rolls, front_lines, map_lines
from rules.asl.steps.aftermath.clearing import cleared
from rules.asl.steps.aftermath.drawn_lines import IsolatedArea, JoinedPocket, came_of_the_lines
from rules.asl.steps.aftermath.level_lines import LEVEL
from rules.asl.steps.generic import Entries
from rules.contract import Event, Field, Refused
from rules.engine.stages import StepResult
from rules.systems.votg.context import Context
from rules.systems.votg.perimeter import MARKERS
from rules.systems.votg.state import RUSSIAN, Perimeter
from rules.text import gettext

OVERLAP, POCKET = "overlap", "pocket"
SOUTH = "south"
LEVELS = r"(cellar|[1-9](-[1-9])?)?"


class FrontLinesStep(front_lines.FrontLinesStep[Context]):
    """12.606: the lines, and the markers of this side's Perimeter for whoever wants the app to know it."""

    markers = MARKERS

    def fields(self, ctx: Context) -> Iterator[Field]:
        yield from super().fields(ctx)
        if not ctx.at_map:
            before = _own(ctx).loops if _own(ctx).line is None else ()
            yield from front_lines.marker_fields(ctx, before)

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        if ctx.at_map:
            return super().enter(ctx, entries)
        others, loops = self.split_loops(ctx, entries)
        events = [front_lines.lines_drawn_event(ctx, others)]
        if loops or _own(ctx) != Perimeter():
            events.append(PERIMETER_DRAWN(side=ctx.side, loops=[list(loop.markers) for loop in loops]))
        return StepResult(events)


def _own(ctx: Context) -> Perimeter:
    return ctx.public.perimeters.get(ctx.side, Perimeter())


class AreasStep(areas.AreasStep[Context]):
    """12.6066 to 12.6068: beside its name and type whether an area is a Pocket, off the ground or with a map edge."""

    def fields(self, ctx: Context) -> Iterator[Field]:
        texts, rule, drawn = ctx.texts("areas"), ctx.rule("areas", "pocket"), map_lines.areas_left(ctx)
        proposed = map_lines.proposed_area(drawn)
        sorts = tuple((sort, gettext(label)) for sort, label in texts.labels["sorts"].items())
        edges = tuple(
            (edge, gettext(label)) for edge, label in (("", texts["no_edge"]), *texts.labels["edges"].items())
        )
        level, hint = gettext(texts["level"]), gettext(texts["level_hint"])
        for field in super().fields(ctx):
            yield field
            if field.name == "type":
                sort = proposed.get("sort", OVERLAP)
                yield Field("sort", gettext(texts["sort"]), "select", sort, options=sorts, rule=rule)
                rule = ctx.rule("areas", "level")
                yield Field("level", level, "text", proposed.get("level", ""), pattern=LEVELS, hint=hint, rule=rule)
                rule = ctx.rule("areas", "edge")
                south = SOUTH if drawn and drawn[0].dead_end else ""
                yield Field("edge", gettext(texts["edge"]), "select", south, options=edges, rule=rule)

    def lines(self, ctx: Context) -> tuple[str, ...]:
        cut_off = (gettext(ctx.texts("areas")["cut_off"]),) if ctx.side == RUSSIAN and ctx.public.cut_off else ()
        return (*super().lines(ctx), *ctx.points("areas"), *cut_off)

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        if entries["again"]:
            return areas.drawn_anew(ctx)
        inside = self.within(ctx, entries)
        if fault := next(_faults(ctx, entries, inside), None):
            part, field, message, way_out = fault
            raise Refused(message, rule=ctx.rule("areas", part), field=field, way_out=way_out)
        if entries["edge"] and not _stays_isolated(ctx, entries["edge"]):
            # A Pocket that reaches a friendly map edge is a part of the Perimeter Area like others, and one area
            # less.
            drawn_lines, place = came_of_the_lines(ctx), entries["place"].strip()
            joined = JoinedPocket(name=place, ids=tuple(c.id for c in inside))
            drawn_lines = drawn_lines.model_copy(
                update={"wanted": drawn_lines.wanted - 1, "joined": (*drawn_lines.joined, joined)}
            )
            last = len(drawn_lines.areas) == drawn_lines.wanted
            change = areas.released(ctx, drawn_lines.areas) if last else {}
            if not drawn_lines.wanted:
                change = cleared(ctx, {})
            payload = {"place": place, "edge": entries["edge"]}
            return StepResult(
                [ctx.event("area.joined", change=change, pending=ctx.pending.put(drawn_lines), **payload)], last
            )
        fact = map_lines.fact_of(map_lines.areas_left(ctx), entries)
        # The area's name; a Pocket on a level is noted with that, as the level of a Location where it is one.
        place, level = entries["place"].strip(), entries["level"]
        if not level:
            name = str(place)
        else:
            place = place.removesuffix(f"/{level}")
            name = place_of(f"{place}/{level}") or f"{place}, {level if level == 'cellar' else f'level {level}'}"
        return areas.area_written(ctx, name, entries["type"], inside, sort=entries["sort"], fact=fact)


def _faults(ctx: Context, entries: Entries, inside: list[Counter]) -> Iterator[tuple[str, str, str, str]]:
    """What is wrong with an area: the part of the step whose rule says so, the entry, the fault and the way out."""
    sort, edge = entries["sort"], entries["edge"]
    if sort == POCKET and not areas.more_than_smc(inside) and not _stays_isolated(ctx, edge):
        smc = gettext("A Pocket holds at least one unit of yours that is no SMC.")
        over = gettext("SMC alone outside your Perimeter are Eliminated: start over and say that SMC stand outside.")
        yield "pocket", "sort", smc, over
    if sort == LEVEL and not any(c.kind in MMC for c in inside):
        none = gettext("Above or below the ground it takes an MMC to make a Pocket.")
        other = gettext("Set the number of an MMC that is there, or choose another kind of area.")
        yield "level", "sort", none, other
    if (sort == LEVEL) != bool(entries["level"]):
        level = gettext("A Pocket above or below the ground has a level, other areas have none.")
        yield "level", "level", level, gettext("Write such as 1, 2-3 or cellar, or leave it empty.")
    if edge and sort != POCKET:
        ground = gettext("Only a Pocket on the ground is none any more when it reaches a map edge of yours.")
        yield "edge", "edge", ground, gettext("Take the edge back, or call the area a Pocket.")
    edges = ctx.texts("map_facts").labels["russian_edges"]
    if ctx.side == RUSSIAN and edge in edges and edge not in ctx.public.edges[RUSSIAN]:
        fault = gettext("By what you said of the map no {edge} edge hex is Russian.", edge=gettext(edge))
        yield "edge", "edge", fault, gettext("Take the edge back, or start over and say first whose the edges are.")


def _stays_isolated(ctx: Context, edge: str) -> bool:
    """Whether an area with that edge is Isolated for all that: a Russian one with the south edge alone."""
    if ctx.side != RUSSIAN or edge != SOUTH:
        return False
    return ctx.public.cut_off or any(area.dead_end for area in map_lines.areas_left(ctx)[:1])


class EscapeStep(escape.EscapeStep[Context]):
    """12.6076: when nobody tries to escape any more, the areas and their types are told to both sides."""

    def areas_events(self, ctx: Context, areas: Iterable[IsolatedArea]) -> Iterator[Event]:
        yield escape.areas_event(ctx, areas, sort=OVERLAP)


ISOLATION: tuple[StepDef[Context], ...] = (
    front_lines.OutsideStep(),
    AreasStep(),
    EscapeStep(),
    *escape_rolls.STEPS,
)
