"""Fanatic Strongpoints (CG11.1): whose the building is, what fortifies its ground level, who holds it.

By the map and the side's own record, as far as they say it: a work or a unit without a Location may be anywhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from rules.asl.counter_fields import MMC
from rules.asl.counters import READY, Counter
from rules.asl.locations import place_of
from rules.asl.steps.generic import Entries, FormStep
from rules.asl.steps.setup.lots import lots
from rules.asl.steps.setup.placing import PLANNED
from rules.contract import Field, Refused
from rules.engine.replace import replace
from rules.engine.stages import StepResult
from rules.ground.altered import NO_BUILDING
from rules.ground.counting import building_at, not_held
from rules.ground.fields import HexField
from rules.ground.hexes import Hex
from rules.ground.painting import hexes_text
from rules.systems.votg.context import Context
from rules.systems.votg.state import RUSSIAN
from rules.text import gettext

ROWS = 3
HISTORICAL, BATTALION, NKVD, NO_KIND = "historical", "battalion", "nkvd", ""
FORTIFIED = "fortified_building"
"""The key of what fortifies a building Location, on the price list."""
MOST_NAMED = 8
"""So many buildings that may be Strongpoints are named."""
Recorded = tuple[str, str, int]
"""A Strongpoint on record: its kind, its building, and the date it was written down on."""


class StrongpointsStep(FormStep[Context]):
    """CG11.1: the Fanatic Strongpoints a Russian writes down."""

    key = "strongpoints"

    def fields(self, ctx: Context) -> Iterator[Field]:
        may = [kind for kind, possible in _possible(ctx).items() if possible] if ctx.side == RUSSIAN else []
        texts, kind_names, rule = ctx.texts("strongpoints"), ctx.rules.pack.strongpoint_names, ctx.rule("strongpoints")
        kinds = ((NO_KIND, gettext(texts["none"])), *((kind, kind_names[kind]) for kind in may))
        for n in range(1, ROWS + 1) if may else ():
            yield Field(f"kind{n}", f"{n}. {gettext(texts['kind'])}", "select", NO_KIND, options=kinds, rule=rule)
            yield HexField(f"building{n}", f"{n}. {gettext(texts['building'])}", "text", "", rule=rule)

    def lines(self, ctx: Context) -> Iterator[str]:
        recorded, kind_names = gettext(ctx.texts("strongpoints")["recorded"]), ctx.rules.pack.strongpoint_names
        yield from ctx.points("strongpoints")
        if historical := _historical(ctx):
            yield f"{kind_names[HISTORICAL]}: {', '.join(historical)}"
        for kind, place, _ in _lasting(ctx):
            yield f"{recorded}: {kind_names[kind]}, {place}"
        if ready := _ready(ctx):
            more = ["…"] if len(ready) > MOST_NAMED else []
            places = ", ".join([*map(str, sorted(ready)[:MOST_NAMED]), *more])
            yield gettext(
                "By the map and your record Russian and fortified on the ground level: {places}.", places=places
            )

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        """A Strongpoint is a building, once, and a historical one is on the owner's list."""
        historical, new = _historical(ctx), list[Recorded]()
        for n in (n for n in range(1, ROWS + 1) if entries[f"kind{n}"]):
            kind, place, field = entries[f"kind{n}"], entries[f"building{n}"].strip(), f"building{n}"
            if not place or any(_same_building(ctx, place, other) for _, other, _ in new):
                message = gettext("Each Strongpoint is a building of its own.")
                hexes = gettext("Write the building by one of its hexes, or take the kind back.")
                raise Refused(message, rule=ctx.rule("strongpoints"), field=field, way_out=hexes)
            if kind == HISTORICAL and place not in historical:
                message = gettext("{building} can't become a Historical Strongpoint.", building=place)
                buildings, rule = ", ".join(historical), ctx.rule("strongpoints", "historical")
                one = gettext("Write one of these as it stands here: {buildings}.", buildings=buildings)
                raise Refused(message, rule=rule, field=field, way_out=one)
            new.append((kind, place, ctx.date))
            # CG11.1: there is a building, every hex of it is Russian by the map where that is known, and all are
            # fortified.
            ground, about = ctx.public.ground, ctx.rule("strongpoints")
            here = ground.sheet.grid.hex(place) if ground else None
            if ground and ground.altered.get(str(here)) in NO_BUILDING:
                fault = gettext("{building}: by the map no building is left there.", building=place)
                way_out = gettext("Take another building, or note on the map what stands there.")
                raise Refused(fault, rule=about, field=field, way_out=way_out)
            if others := not_held(ground, RUSSIAN, place):
                fault = gettext(
                    "{building}: by the map not all of it is Russian: {hexes}.",
                    building=place,
                    hexes=hexes_text(others),
                )
                way_out = gettext("Take another building, or paint the map as it is.")
                raise Refused(fault, rule=about, field=field, way_out=way_out)
            if missing := unfortified(ctx, place, _works(ctx)):
                fault = gettext(
                    "{building}: not fortified on the ground level: {hexes}.", building=place, hexes=hexes_text(missing)
                )
                way_out = gettext(
                    "Take another building, or add under My forces what fortifies these hexes, with its Location."
                )
                raise Refused(fault, rule=about, field=field, way_out=way_out)
            _check_paid(ctx, new, field)
        labels = [f"{ctx.rules.pack.strongpoint_names[kind]}, {place}" for kind, place, _ in new]
        known = {"strongpoints": [*map(list, _lasting(ctx) + new)]} if new or _recorded(ctx) else {}
        return StepResult([ctx.event("strongpoints.recorded", known=known, names=labels)])


def _same_building(ctx: Context, place: str, other: str) -> bool:
    """Whether two entries name one building, on a map by any of its hexes."""
    ground = ctx.public.ground
    return place == other or not building_at(ground, place).isdisjoint(building_at(ground, other))


def _check_paid(ctx: Context, new: Iterable[Recorded], field: str) -> None:
    """CG11.1b, 12.623: hexes of Battalion Strongpoints are paid for one by one, if none came as a group."""
    ground = ctx.public.ground
    if ground is None or _battalion_group(ctx):
        return
    wanted = sum(len(building_at(ground, place)) for kind, place, _ in (*_lasting(ctx), *new) if kind == BATTALION)
    name = ctx.rules.pack.strongpoint_names[BATTALION]
    paid = sum(c.name.startswith(name) for c in ctx.mine.on_hand)
    if wanted > paid:
        places = {"name": name, "wanted": wanted, "paid": paid}
        raise Refused(
            gettext("{name}: {wanted} hexes by the map, {paid} paid for.", **places),
            rule=ctx.rule("strongpoints", "battalion"),
            field=field,
            way_out=gettext("Take a smaller building, or leave it for a day with more FPP."),
        )


def check_placed(ctx: Context, changes: Mapping[str, Mapping[str, object]]) -> None:
    """CG11.1: refuse a set-up that leaves a new Strongpoint unfortified, or one of the NKVD without its men."""
    after = [replace(c, place=str(changes.get(str(c.id), {}).get("place", c.place))) for c in ctx.mine.counters]
    for kind, place, _ in (point for point in _recorded(ctx) if point[2] == ctx.date):
        building = building_at(ctx.public.ground, place)
        works = [(c, c.place) for c in after if _fortifies(ctx, c)]
        if missing := unfortified(ctx, place, works):
            message = gettext(
                "Strongpoint {building}: not fortified at {hexes}.", building=place, hexes=hexes_text(missing)
            )
            way_out = gettext("Write these hexes in the line of what fortifies buildings.")
            raise Refused(
                message, rule=ctx.rule("strongpoints"), field=_line_of(ctx, (c for c, _ in works)), way_out=way_out
            )
        for men, name in _garrison(ctx, after) if kind == NKVD and building else ():
            if all(place_of(c.place) and ctx.hex_of(c.place) not in building for c in men):
                message = gettext("NKVD Strongpoint {building}: no {men} is set up in it.", building=place, men=name)
                raise Refused(
                    message,
                    rule=ctx.rule("strongpoints", "nkvd"),
                    field=_line_of(ctx, men),
                    way_out=gettext("Write a Location of that building for one of them."),
                )


def unfortified(ctx: Context, place: str, works: Collection[tuple[Counter, str]]) -> frozenset[Hex]:
    """The hexes of the building at a place whose ground level nothing fortifies; none while it is not known.

    `works` are what fortifies buildings, each with its Location or "", which may be in any of them.
    """
    fortified = {ctx.hex_of(at) for _, at in works if "/" not in at}
    missing = building_at(ctx.public.ground, place) - fortified
    return missing if len(missing) > sum(not place_of(at) for _, at in works) else frozenset()


def _ready(ctx: Context) -> list[Hex]:
    """The first hex of each building that is Russian and fortified, of those that are no Strongpoint yet."""
    ground = ctx.public.ground
    if ground is None or ctx.side != RUSSIAN:
        return []
    places = {at for _, at in _works(ctx) if place_of(at)}
    hexes = {min(building_at(ground, at)) for at in places if building_at(ground, at)}
    taken = {hex_ for _, place, _ in _lasting(ctx) for hex_ in building_at(ground, place)}
    free = (each for each in hexes - taken if ground.sheet.terrain(each).building)
    sure = [(c, at) for c, at in _works(ctx) if place_of(at)]
    return [p for p in free if not not_held(ground, RUSSIAN, str(p)) and not unfortified(ctx, str(p), sure)]


def _fortifies(ctx: Context, counter: Counter) -> bool:
    return counter.fate == READY and counter.name == ctx.rules.forts.work(FORTIFIED).name


def _works(ctx: Context) -> list[tuple[Counter, str]]:
    """What fortifies buildings, with where it is or was said to go as it was bought."""
    planned = ctx.mine.known.get(PLANNED, {})
    works = (c for c in ctx.mine.counters if _fortifies(ctx, c))
    return [(c, place_of(c.place) or str(planned.get(str(c.id), "")).split(" ")[0]) for c in works]


def _garrison(ctx: Context, counters: Iterable[Counter]) -> Iterator[tuple[list[Counter], str]]:
    """Who has to be in a NKVD Strongpoint, as far as the side has any: a NKVD MMC, and a Commissar."""
    ready, rule = [c for c in counters if c.fate == READY], ctx.rules.pack.commissars
    commissars = (*rule.names, *rule.never)
    yield [c for c in ready if c.kind in MMC and _is_nkvd(ctx, c)], gettext("NKVD MMC")
    yield [c for c in ready if c.kind == "leader" and c.name in commissars], gettext("Commissar")


def _is_nkvd(ctx: Context, counter: Counter) -> bool:
    types, chart = ctx.rules.pack.leader_groups.commissars, ctx.rules.groups[ctx.side]
    nkvd = {group.id for group in ctx.mine.groups if chart[group.rg].type in types}
    return counter.group in nkvd or counter.name.startswith(ctx.rules.pack.commissars.nkvd)


def _line_of(ctx: Context, counters: Iterable[Counter]) -> str:
    """The entry of the set-up that has the first of these counters."""
    ids = [c.id for c in counters]
    return next((lot.field for lot in lots(ctx) if any(c.id in ids for c in lot.counters)), "")


def _recorded(ctx: Context) -> list[Recorded]:
    return [(kind, place, line) for kind, place, line in ctx.mine.known.get("strongpoints", ())]


def _lasting(ctx: Context) -> list[Recorded]:
    """Those that are recorded and still are Strongpoints on this date."""
    return [point for point in _recorded(ctx) if ctx.rules.lasts(point[0], point[2], ctx.date)]


def _historical(ctx: Context) -> list[str]:
    """Buildings that may become Historical Strongpoints and are none yet."""
    taken = {place for kind, place, _ in _recorded(ctx) if kind == HISTORICAL}
    return [place for place in ctx.rules.game.strongpoints if place not in taken]


def _battalion_group(ctx: Context) -> bool:
    """Whether a group of the chart brought a Battalion Strongpoint."""
    chart = ctx.rules.groups[ctx.side]
    return any(chart[group.rg].kind == "strongpoint" for group in ctx.mine.groups)


def _possible(ctx: Context) -> dict[str, bool]:
    """Which kinds there may be: a Battalion one if it was bought with FPP or as a group, one of the NKVD if a NKVD MMC
    and a Commissar can set up in it; who is still to enter can't."""
    names = ctx.rules.pack.strongpoint_names
    return {
        HISTORICAL: bool(_historical(ctx)),
        BATTALION: _battalion_group(ctx) or any(c.name.startswith(names[BATTALION]) for c in ctx.mine.on_hand),
        NKVD: all(men for men, _ in _garrison(ctx, ctx.mine.counters)),
    }
