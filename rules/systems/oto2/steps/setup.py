"""7.521 to 7.523: the steps of set-up in their order, entry areas, modules in play, commencement; CG End (7.4)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.asl.context import StepDef
from rules.asl.counter_fields import FIELD
from rules.asl.counters import Counter
from rules.asl.locations import HEX, HEX_HINT, place_of
from rules.asl.steps.generic import CheckStep, Entries, FormStep
from rules.asl.steps.setup import commencement, placing, recon, support
from rules.contract import Field, Refused
from rules.engine.grid import hex_of
from rules.engine.stages import StepResult
from rules.systems.oto2.context import Context
from rules.systems.oto2.payloads import BOOKS_OPENED, ENTRY_TOLD
from rules.text import gettext


class EntryStep(FormStep[Context]):
    """The Entry Area. On the first date the map's own arrow says it."""

    key = "entry"

    def fields(self, ctx: Context) -> Iterator[Field]:
        if not ctx.initial:
            asks, rule = gettext(ctx.texts("entry")["asks"]), ctx.rule("entry")
            north = ctx.before.north
            yield Field("north", asks, "text", north, pattern=rf"({HEX})?", hint=gettext(HEX_HINT), rule=rule)

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        return StepResult([ENTRY_TOLD(north=place_of(entries["north"]) or "")])


def check_place(ctx: Context, counter: Counter, place: str, field: Field) -> None:
    """Refuse a hex too far forward for the first Russians. What Germans buy goes anywhere within their lines, which are
    on the map alone."""
    rule, hex_ = ctx.rules.pack.initial_hexes, hex_of(place)
    if hex_ is None or not ctx.initial or ctx.side != rule.side or counter.kind not in FIELD:
        return
    if hex_.number < rule.from_hex:
        places = {"name": counter.name, "first": rule.from_hex, "hex": hex_}
        raise Refused(
            gettext(
                "{name}: in the first scenario Russians on board are in hexes of {first} or more, not {hex}.",
                **places,
            ),
            rule="CG12b",
            field=field.name,
            way_out=gettext("Write a hex farther back, or let it enter."),
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
    return sum(c.worth for c in ctx.mine.counters if c.fate in fates)


INITIAL: tuple[StepDef[Context], ...] = (support.ModulesInPlayStep(), placing.SetUpStep(check_place))
FIRST: tuple[StepDef[Context], ...] = (commencement.WindStep(), EntryStep(), *INITIAL)
SECOND: tuple[StepDef[Context], ...] = (*INITIAL, recon.ReconStep(), recon.LocationsStep())
