"""What burns after a battle (7.509): a die for each Flame, what the fires left on the map, and what was lost in them.

Both sides see a fire at the table, so what it left is told to both and kept for the campaign (CG5).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from rules.asl.context import results_data
from rules.asl.counter_fields import VEHICLES
from rules.asl.counters import piles
from rules.asl.locations import PILLBOX, places_listed
from rules.asl.payloads import FIRES_TOLD, FiresTold
from rules.asl.steps.aftermath import clearing
from rules.asl.steps.aftermath.drawn_lines import came_of_the_lines
from rules.asl.steps.generic import Entries, FormStep, RollStep
from rules.contract import Field, Refused
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.ground import altered, altering
from rules.ground.fields import HexField
from rules.ground.hexes import Hex
from rules.ground.sheet import MapSheet, Terrain
from rules.systems.oto2.context import Context
from rules.systems.oto2.state import RUSSIAN
from rules.tables import Need
from rules.text import gettext

WRECK, RUBBLE, BUILDING, BLAZE = "wreck", "rubble", "building", "blaze"
CONSUMED = (RUBBLE, BUILDING)
"""Where Fortifications and equipment are lost (7.5095)."""
EQUIPMENT = ("weapon", "gun", *VEHICLES)


class FlamesStep(RollStep[Context]):
    """7.5094: a die for each Flame, which makes a Blaze of it or not."""

    key = "blazes"

    def needs(self, ctx: Context) -> Iterator[Need]:
        for n in range(1, came_of_the_lines(ctx).flames + 1):
            yield Need(f"flame{n}", f"Flame {n}", 1, ctx.table("flame_spread"))

    def lines(self, ctx: Context) -> tuple[str, ...]:
        return ctx.points("blazes") if came_of_the_lines(ctx).flames else ()

    def roll(self, ctx: Context, rolls: tuple[Rolled, ...]) -> StepResult:
        rolls_data = results_data(rolls)
        blazes = sum(one["result"] == "Blaze" for one in rolls_data)
        return StepResult([ctx.event("flames.rolled", rolls=rolls_data, line={"blazes": blazes}, number=blazes)])


class FiresStep(FormStep[Context]):
    """7.5091 to 7.5095: what was lost, and where what burnt; what stood in burnt buildings and rubble goes by itself.

    Asked of who spoke of fires; of Blazes that were noted after the scenario before, at least of the Russians.
    """

    key = "burnt"

    def __init__(self) -> None:
        super().__init__()
        self.losses = clearing.BurntStep()

    def fields(self, ctx: Context) -> Iterator[Field]:
        yield from self.losses.fields(ctx)
        lines, texts = came_of_the_lines(ctx), ctx.texts("burnt")
        if not (lines.flames or lines.burning or (ctx.public.burnt_through and ctx.side == RUSSIAN)):
            return
        for key, label in texts.labels["burnt"].items():
            if key != BLAZE or ctx.mine.now.blazes:
                yield HexField(
                    key, gettext(label), "text", "", hint=gettext(texts["hint"]), rule=ctx.rule("burnt", key)
                )

    def lines(self, ctx: Context) -> Iterator[str]:
        yield from ctx.points("burnt")
        if noted := ctx.public.burnt_through:
            yield gettext(ctx.texts("burnt")["noted"], places=", ".join(noted))

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        where = {
            field.name: places_listed(entries[field.name], field)
            for field in self.fields(ctx)
            if field.name in ctx.texts("burnt").labels["burnt"]
        }
        if len(where.get(BLAZE, ())) > ctx.mine.now.blazes:
            raise Refused(
                gettext("More Locations are named than Flames became Blazes ({number}).", number=ctx.mine.now.blazes),
                rule=ctx.rule("burnt", BLAZE),
                field=BLAZE,
                way_out=gettext("Take some of them away."),
            )
        where = _spread(ctx, where)
        burnt = [place for key in CONSUMED for place in where.get(key, ())]
        # The entries of the Fortifications and the equipment that stood in burnt Locations: all of each (7.5095).
        exposed = clearing.in_fire(ctx) if burnt else ()
        kinds = (*clearing.WORKS, *EQUIPMENT)
        burning = (pile for pile in piles(exposed) if pile.like.kind in kinds and _burns(pile.like.place, burnt))
        done = self.losses.enter(ctx, {**entries, **{f"n_{pile.key}": pile.count for pile in burning}})
        became, ground = ctx.texts("burnt").labels["becomes"], ctx.public.ground
        terrain = [f"{place}: {what}" for key, what in became.items() for place in where.get(key, ())]
        blazes = where.get(BLAZE, [])
        if not (terrain or blazes or (where and ctx.public.burnt_through)):
            return done
        payload: FiresTold = {"side": ctx.side, "terrain": terrain, "blazes": blazes, "burnt": burnt}
        events = [*done.events, FIRES_TOLD(**payload)]
        if ground and (now := _became(ground.sheet, where)):
            events.append(altering.altered_event(ctx.side, now))
        return StepResult(events)


def _became(sheet: MapSheet, where: Mapping[str, list[str]]) -> dict[str, list[Hex]]:
    """The new terrain of hexes on the map: wooden rubble (7.5093), or Open Ground (7.5092)."""
    open_ground = [place for key in ("open", RUBBLE) for place in where.get(key, ())]
    changes = {altered.WOODEN_RUBBLE: where.get(BUILDING, []), altered.BURNT: open_ground}
    by_change = {
        change: [hex_ for place in places if (hex_ := sheet.grid.hex(place))] for change, places in changes.items()
    }
    land = {change: [each for each in hexes if each not in sheet.water] for change, hexes in by_change.items()}
    return {change: hexes for change, hexes in land.items() if hexes}


def _burns(place: str, burnt: Collection[str]) -> bool:
    """Whether what stands there is in a burnt Location, or in a pillbox of one, which outlasts the fire itself."""
    return place in burnt or place.removesuffix(f" {PILLBOX}") in burnt


def _spread(ctx: Context, where: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """What burns where, with what burning wrecks set ablaze by the map: their building, or their rubble (7.5091).

    A wreck goes with its building (7.5095), and stays where the rubble was.
    """
    wrecks = {place: terrain for place in where.get(WRECK, ()) if (terrain := _terrain(ctx, place))}
    inside = [place for place, terrain in wrecks.items() if terrain.building]
    rubble = [place for place, terrain in wrecks.items() if altered.wooden_rubble(terrain)]
    result = dict(where)
    for key, ablaze in ((BUILDING, inside), (RUBBLE, rubble)):
        if ablaze:
            result[key] = list(dict.fromkeys([*where[key], *ablaze]))
    if inside:
        result[WRECK] = [place for place in where[WRECK] if place not in inside]
    return result


def _terrain(ctx: Context, place: str) -> Terrain | None:
    """What is at a Location by the map."""
    hex_ = ctx.map.grid.hex(place) if ctx.map else None
    return ctx.map.terrain(hex_) if ctx.map and hex_ else None
