"""7.521 to 7.523: the steps of set-up in their order, entry areas, modules in play, commencement; CG End (7.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.asl.conditions import NO_AMMO
from rules.asl.context import StepDef
from rules.asl.counter_fields import FIELD
from rules.asl.locations import HEX, HEX_HINT, place_of
from rules.asl.steps.generic import CheckStep, Entries, FormStep
from rules.asl.steps.setup import commencement, placing, recon, support
from rules.contract import Field, Refused
from rules.dice import Rng
from rules.engine.reducers import Data
from rules.engine.stages import StepResult
from rules.ground.fields import HexField
from rules.systems.oto2.context import Context
from rules.systems.oto2.payloads import BOOKS_OPENED, ENTRY_TOLD
from rules.systems.oto2.state import RUSSIAN
from rules.systems.oto2.steps import spots
from rules.text import gettext


class EntryStep(FormStep[Context]):
    """The Entry Area. On the first date the printed arrow says it; on a map Control says the hex it is reckoned by."""

    key = "entry"

    def fields(self, ctx: Context) -> Iterator[Field]:
        if not ctx.initial:
            asks, rule, westernmost = gettext(ctx.texts("entry")["asks"]), ctx.rule("entry"), _westernmost(ctx)
            north = ctx.before.north if westernmost is None else westernmost
            yield HexField("north", asks, "text", north, pattern=rf"({HEX})?", hint=gettext(HEX_HINT), rule=rule)

    def is_public(self, field: Field) -> bool:
        return True

    def lines(self, ctx: Context) -> Iterator[str]:
        if (westernmost := _westernmost(ctx)) is not None:
            texts = ctx.texts("entry")
            yield gettext(texts["known"], hex=westernmost) if westernmost else gettext(texts["none"])

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        north, westernmost = place_of(entries["north"]) or "", _westernmost(ctx)
        if westernmost is not None and north != westernmost:
            message = gettext("The map has the Russians elsewhere on the north edge.")
            painted = gettext("Leave it as it was filled in, or paint on the map who holds those hexes.")
            raise Refused(message, rule=ctx.rule("entry"), field="north", way_out=painted)
        return StepResult([ENTRY_TOLD(north=north)])


def _westernmost(ctx: Context) -> str | None:
    """The westernmost north edge hex of the Russians by the map, "" for none; None if that is not known or disputed."""
    ground = ctx.public.ground
    if ground is None or not ground.control:
        return None
    edge = ground.sheet.grid.edge("north")
    from_west = edge if "west" in ground.sheet.grid.edges_of(edge[0]) else edge[::-1]
    held = ground.held(RUSSIAN)
    return (
        None if ground.disputed & set(map(str, edge)) else next((str(each) for each in from_west if each in held), "")
    )


class BeginStep(commencement.BeginStep[Context]):
    """CG12: which of what was due has entered is asked after the scenario."""

    to_enter = FIELD


class BooksStep(CheckStep[Context]):
    """CG End (7.4): what is left is opened."""

    key, counters = "books", False

    def lines(self, ctx: Context) -> Iterator[str]:
        yield gettext("CPP left: {points}", points=ctx.mine.now.ledger.next_start)
        late = gettext("CVP of vehicles still off the map and of units never set up (7.5131c, CG12a)")
        yield f"{late}: {_late_cvp(ctx)}"

    def done(self, ctx: Context, note: str) -> StepResult:
        return StepResult([BOOKS_OPENED(side=ctx.side, cpp=ctx.mine.now.ledger.next_start, cvp=_late_cvp(ctx))])


def _late_cvp(ctx: Context) -> int:
    """CVP that count at CG End: vehicles out for ammunition, and German units never brought on."""
    fates = {"out", "due"} if ctx.german else {"out"}
    late = [c for c in ctx.mine.counters if c.fate in fates]
    if ctx.rules.readings.recalled_at_end == "all":
        late += [c for c in ctx.mine.counters if c.fate == "recalled" and NO_AMMO in c.marks]
    return sum(c.worth for c in late)


class SetUpStep(placing.SetUpStep[Context]):
    """The set-up, with the rules that look at several Locations together."""

    def enter(self, ctx: Context, task: placing.PlacingTask, data: Mapping[str, object], rng: Rng) -> StepResult:
        done = super().enter(ctx, task, data, rng)
        recorded: Data = done.events[0].data
        spots.check_minefields(ctx, recorded.get("change", {}))
        return done


SET_UP_STEPS: tuple[StepDef[Context], ...] = (support.ModulesInPlayStep(), SetUpStep(spots.check))
FIRST: tuple[StepDef[Context], ...] = (commencement.WindStep(), EntryStep(), *SET_UP_STEPS)
SECOND: tuple[StepDef[Context], ...] = (*SET_UP_STEPS, recon.ReconStep(), recon.LocationsStep())
