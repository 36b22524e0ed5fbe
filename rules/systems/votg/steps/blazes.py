"""12.610: what becomes of the terrain that burnt, and where it burns on. Both sides see it: it lies on the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.asl.context import roll_data
from rules.asl.locations import places_listed
from rules.asl.payloads import FIRES_TOLD, FiresTold
from rules.asl.steps.aftermath.drawn_lines import came_of_the_lines
from rules.asl.steps.generic import Entries, RollFormStep
from rules.contract import Field, Refused
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.ground import altered, altering
from rules.ground.fields import HexField
from rules.ground.hexes import Hex
from rules.ground.painting import hexes_text
from rules.ground.sheet import MapSheet
from rules.systems.votg.context import Context
from rules.systems.votg.state import RUSSIAN
from rules.systems.votg.steps.burning import building, of_another_kind, still_built
from rules.tables import Need
from rules.text import gettext

GUTTED = "gutted"
BECOMES = (
    (altered.BURNT, "open"),
    (altered.WOODEN_RUBBLE, "wooden"),
    (altered.GUTTED, "factory"),
    (altered.GUTTED, "railcar"),
)
"""What the map has where something burnt without a die, by the entry that names it."""
FACTORY_FLAMES, FLAMES = "factory_flames", "flames"


class BlazesStep(RollFormStep[Context]):
    """Asked of who said that something burnt; where it was known that it would, at least of one side."""

    key = "blazes"

    def fields(self, ctx: Context) -> Iterator[Field]:
        """One group of entries for each stone building this side rolls for, then what else burnt and burns."""
        lines = came_of_the_lines(ctx)
        if not (lines.flames or lines.burning or (ctx.public.burnt_through and ctx.side == RUSSIAN)):
            return
        texts, rule, flames = ctx.texts("blazes"), ctx.rule("blazes"), ctx.rule("blazes", FLAMES)
        hint = gettext(texts["hint"])
        for n in range(1, lines.flames + 1):
            name = f"{gettext(texts['building'])} {n}"
            yield HexField(f"name_{n}", f"{name}: {gettext(texts['named'])}", "text", "", hint=hint, rule=rule)
            yield Field(f"single_{n}", f"{name}: {gettext(texts['single_hex'])}", "check", False, rule=rule)
            yield HexField(f"flames_{n}", f"{name}: {gettext(texts['in_it'])}", "text", "", rule=flames)
        for key, label in texts.labels["burnt"].items():
            yield HexField(key, gettext(label), "text", "", hint=hint, rule=ctx.rule("blazes", key))
        yield HexField(FACTORY_FLAMES, gettext(texts["factory_flames"]), "text", "", rule=flames)
        yield HexField(FLAMES, gettext(texts["flames"]), "text", "", hint=hint, rule=flames)

    def lines(self, ctx: Context) -> Iterator[str]:
        yield from ctx.points("blazes")
        if burnt := ctx.public.burnt_through:
            yield gettext(ctx.texts("blazes")["consumed"], places=", ".join(burnt))

    def needs(self, ctx: Context, entries: Entries) -> Iterator[Need]:
        table, name = ctx.table("blaze_building"), ctx.texts("blazes")["building"]
        for n in range(1, came_of_the_lines(ctx).flames + 1):
            size = len(building(ctx.public.ground, entries[f"name_{n}"]))
            single = ctx.modifiers(table, single_hex=size == 1 if size else entries[f"single_{n}"])
            yield Need(f"building{n}", f"{name} {n}", 1, table, single)

    def check(self, ctx: Context, entries: Entries) -> None:
        """What burnt has no Flame. Of a building one hex is asked, which need not be the one that had the Blaze."""
        where = self.places(ctx, entries)
        self._check_buildings(ctx, entries, where)
        for name in (FLAMES, FACTORY_FLAMES):
            if both := {*where["open"], *where["railcar"]} & set(where[name]):
                message = gettext("{place}: what burnt there is consumed, so that it has no Flame.", place=min(both))
                once = gettext("A Location has a Blaze or a Flame: write it down in one entry.")
                raise Refused(message, rule=ctx.rule("blazes", FLAMES), field=name, way_out=once)

    def _check_buildings(self, ctx: Context, entries: Entries, where: Mapping[str, list[str]]) -> None:
        """On a map a die is for a building of stone, a wooden one has none, and one of several hexes adds nothing."""
        ground, rule = ctx.public.ground, ctx.rule("blazes")
        numbers = range(1, came_of_the_lines(ctx).flames + 1)
        for name, stone in (*((f"name_{n}", True) for n in numbers), ("wooden", False)):
            if others := of_another_kind(ground, where[name], stone=stone):
                kind = gettext("stone building") if stone else gettext("wooden building")
                message = gettext("{place}: by the map there is no {kind}.", place=others[0], kind=kind)
                other = gettext("Write down a hex of one, or note by hand what stands on your board.")
                raise Refused(message, rule=rule, field=name, way_out=other)
        if built := still_built(ground, where["open"]):
            message = gettext("{place}: by the map a building or stone rubble is there.", place=built[0])
            other = gettext("Write it beside what burnt there; stone rubble stays as it is (12.6103).")
            raise Refused(message, rule=ctx.rule("blazes", "open"), field="open", way_out=other)
        for n in numbers:
            size = building(ground, entries[f"name_{n}"])
            if entries[f"single_{n}"] and len(size) > 1:
                message = gettext(
                    "By the map this building has {number} hexes: {hexes}.", number=len(size), hexes=hexes_text(size)
                )
                other = gettext("Take back that it has one, or leave its hex empty where your board differs.")
                raise Refused(message, rule=rule, field=f"single_{n}", way_out=other)

    def enter(self, ctx: Context, entries: Entries, rolls: tuple[Rolled, ...]) -> StepResult:
        texts, results = ctx.texts("blazes"), {n: str(one.value("result")) for n, one in enumerate(rolls, 1)}
        where = self.places(ctx, entries)
        burnt = [*where["open"], *where["railcar"]]
        # A Flame is a Blaze now, but not in a gutted Factory, by ruling in no gutted building.
        spared = GUTTED if ctx.rules.readings.flame_gutted == "building" else ""
        flames = [where[FLAMES], *(where[f"flames_{n}"] for n, result in results.items() if result != spared)]
        burning = list(dict.fromkeys(place for found in flames for place in found))
        rolled = [roll_data(one, result) for one, result in zip(rolls, results.values(), strict=True)]
        events = [ctx.event("blazes.rolled", line={"blazes": len(burning)}, rolls=rolled)]
        became = [(f"name_{n}", texts.labels["became"][result]) for n, result in results.items()]
        becomes = (*became, *texts.labels["becomes"].items())
        terrain = [f"{place}: {what}" for key, what in becomes for place in where[key]]
        if terrain or burning or ctx.public.burnt_through:
            payload: FiresTold = {"side": ctx.side, "terrain": terrain, "blazes": burning}
            if burnt:
                payload["burnt"] = burnt
            events.append(FIRES_TOLD(**payload))
        if (ground := ctx.public.ground) and (became_of := _became(ctx, ground.sheet, where, results)):
            events.append(altering.altered_event(ctx.side, became_of))
        return StepResult(events)

    def places(self, ctx: Context, entries: Entries) -> dict[str, list[str]]:
        """The Locations of each entry that names any."""
        texts = (field for field in self.fields(ctx) if field.kind == "text")
        return {field.name: places_listed(entries[field.name], field) for field in texts}


def _became(
    ctx: Context, sheet: MapSheet, where: Mapping[str, list[str]], results: Mapping[int, str]
) -> dict[str, frozenset[Hex]]:
    """The new terrain of hexes on the map (12.6102, 12.6104 to 12.6106), all hexes of a building alike."""
    gutted = altered.HOLLOW if ctx.rules.readings.gutted_levels == "ground" else altered.GUTTED
    rolled = [(gutted if result == GUTTED else altered.STONE_RUBBLE, f"name_{n}") for n, result in results.items()]
    places: dict[str, frozenset[Hex]] = {}
    for change, entry in (*rolled, *BECOMES):
        hexes = altered.whole_buildings(sheet, where[entry]) - sheet.water
        places[change] = places.get(change, frozenset()) | hexes
    return {change: hexes for change, hexes in places.items() if hexes}
