"""What leaves the map behind the front lines, what stays, and what burns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.asl.context import RefitContext
from rules.asl.counter_fields import (
    CUT_OFF,
    ENCIRCLED,
    ISOLATED,
    MINES,
    MMC,
    UNITS,
    VEHICLES,
    Change,
    counters_chosen,
    elimination,
    is_lost,
    names,
    number_fields,
    on_field,
)
from rules.asl.counters import READY, Counter, changed, piles, stands_fast
from rules.asl.location_limits import fixed, is_gun
from rules.asl.locations import HIDDEN
from rules.asl.steps.aftermath.drawn_lines import came_of_the_lines
from rules.asl.steps.generic import Entries, FormStep, RollStep
from rules.contract import Field, Refused
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.engine.tasks import RollTask
from rules.text import gettext

GUARD = "guards prisoners"
BURNT_OUT = "burnt-out wreck"
LIFTED = (*MMC, "leader", "hero", "weapon", *VEHICLES, "other")
"""Classes that go to the boxes. Guns stay or go by the rule on their moves, which reckons from where they stood;
an armor leader's place is his vehicle."""
WORKS = ("fortification", "cupola")


def type_options(ctx: RefitContext) -> tuple[tuple[str, str], ...]:
    """The types of an Isolated Area, with what is in them."""
    rows = ctx.table("isolation_types").rows
    return tuple(
        (str(row.values["type"]), f"{row.values['type']}: {gettext(str(row.values['units']))}") for row in rows
    )


# the map cleared ---------------------------------------------------------------------------


def stays(ctx: RefitContext, counter: Counter) -> bool:
    """Whether a counter on the map keeps its Location: isolated, busy there, or a vehicle that can't move."""
    return _stuck(ctx, counter) or ISOLATED in counter.marks or busy(ctx, counter)


def _stuck(ctx: RefitContext, counter: Counter) -> bool:
    """Whether a vehicle can't leave, or may not."""
    return stands_fast(counter) or (counter.kind in VEHICLES and fixed(ctx, counter))


def busy(ctx: RefitContext, counter: Counter) -> bool:
    """Whether a counter has one of the conditions that the game's pack says keep it where it is (`marks.stay`)."""
    return any(mark in ctx.rules.pack.marks.stay for mark in counter.marks)


def cleared(ctx: RefitContext, change: Mapping[str, Change], isolated: bool = False) -> dict[str, Change]:
    """`change` with the map cleared: places, Encircled markers and guarded prisoners of all that is not cut off.

    Unless some areas were written down (`isolated`), what was cut off before is so no more.
    """
    result = dict(change)
    for counter in on_field(ctx, CUT_OFF):
        values: Change = {**result.get(str(counter.id), {})}
        if is_lost(values):
            continue
        now = changed(counter, values)
        cut = isolated and ISOLATED in now.marks
        lifted = now.kind in LIFTED and not (cut or is_gun(ctx, now) or _stuck(ctx, now) or busy(ctx, now))
        ends = {ENCIRCLED: True, ISOLATED: not isolated, GUARD: not cut, HIDDEN: lifted, MINES: lifted}
        kept, place = [mark for mark in now.marks if not ends.get(mark)], "" if lifted else now.place
        if "marks" in values or kept != list(counter.marks):
            values["marks"] = kept
        if "place" in values or place != counter.place:
            values["place"] = place
        if values:
            result[str(counter.id)] = values
    return result


class ClearingStep(RollStep[RefitContext]):
    """The map cleared. Asked only where something was cut off; else the lines' form has cleared it."""

    key = "clearing"

    def task(self, ctx: RefitContext) -> RollTask | None:
        task = RollTask(ctx.button("clearing"), lines=tuple(self.lines(ctx)), mode=ctx.mode)
        return task if came_of_the_lines(ctx).wanted else None

    def lines(self, ctx: RefitContext) -> Iterator[str]:
        staying = names(c for c in on_field(ctx) if stays(ctx, c) or is_gun(ctx, c))
        return (gettext("{counters} stays on the map", counters=name) for name in staying)

    def roll(self, ctx: RefitContext, rolls: tuple[Rolled, ...]) -> StepResult:
        change = cleared(ctx, {}, isolated=True)
        lifted = sum("place" in values for values in change.values())
        return StepResult([ctx.event("map.cleared", change=change, number=lifted)])


# fires -------------------------------------------------------------------------------------


class BurntStep(FormStep[RefitContext]):
    """What is lost to fires, and which AFV lost before may burn where they stand."""

    key = "burnt"

    def fields(self, ctx: RefitContext) -> Iterator[Field]:
        lines, burnt, rule = came_of_the_lines(ctx), _burnt_works(ctx), ctx.rule("burnt")
        if not (lines.flames or lines.burning or burnt):
            return
        yield from number_fields(in_fire(ctx), rule, [c.id for c in burnt])
        for pile in piles(_wrecks(ctx)):
            wreck = gettext(ctx.texts("burnt").optional("wreck"))
            yield Field(f"n_{pile.key}", f"{pile.like.name}, {wreck}", high=pile.count, rule=rule)

    def enter(self, ctx: RefitContext, entries: Entries) -> StepResult:
        for pile in piles(_burnt_works(ctx)):
            if (number := entries[f"n_{pile.key}"]) < pile.count:
                params = {"works": pile.like.name, "place": pile.like.place, "number": number, "count": pile.count}
                fewer = gettext(
                    "{works}: {number} lost, but {count} stood in {place}, where a Blaze has burnt out.", **params
                )
                way_out = gettext("Enter {count}, or say under Forces first where they stand instead.", **params)
                raise Refused(fewer, rule=ctx.rule("burnt"), field=f"n_{pile.key}", way_out=way_out)
        burnt, wrecks = counters_chosen(in_fire(ctx), entries), counters_chosen(_wrecks(ctx), entries)
        change: dict[str, Change] = {
            str(c.id): elimination(ctx) | ({"note": BURNT_OUT} if c.kind == "tank" else {}) for c in burnt
        }
        change |= {str(c.id): {"note": BURNT_OUT} for c in wrecks}
        return StepResult([ctx.event("fire.destroyed", change=change, names=names([*burnt, *wrecks]))])


def in_fire(ctx: RefitContext) -> list[Counter]:
    """What can be lost to a fire: whatever is still on the map, by ruling without units that stay where it burnt."""
    works = [c for c in ctx.mine.counters if c.fate == READY and c.kind in WORKS and c.place]
    lasting = ctx.texts("burnt").names
    works = [c for c in works if not c.name.startswith(lasting)] if lasting else works
    exposed = [c for c in on_field(ctx) if stays(ctx, c) or (is_gun(ctx, c) and c.place)]
    unharmed = ctx.rules.readings.blaze_units == "stay"
    return [c for c in exposed if not (unharmed and ISOLATED in c.marks and c.kind in UNITS)] + works


def _wrecks(ctx: RefitContext) -> list[Counter]:
    """AFV that were lost and may burn where they stand, in a game that would else recover them."""
    return burnable(ctx) if ctx.texts("burnt").optional("wreck") else []


def burnable(ctx: RefitContext) -> list[Counter]:
    """AFV that were lost and have not burnt out."""
    return [c for c in ctx.mine.counters if c.kind == "tank" and c.fate == "eliminated" and BURNT_OUT not in c.note]


def _burnt_works(ctx: RefitContext) -> list[Counter]:
    """Works that stand where a Blaze has burnt out, so that they are lost."""
    return [c for c in in_fire(ctx) if c.kind in WORKS and c.place in ctx.burnt_out]
