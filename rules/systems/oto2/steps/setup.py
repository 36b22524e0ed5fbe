"""7.521 to 7.523: the steps of set-up in their order, entry areas, modules in play, commencement; CG End (7.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.asl.context import StepDef
from rules.asl.counter_fields import FIELD
from rules.asl.counters import Counter
from rules.asl.locations import HEX, HEX_HINT, place_of
from rules.asl.steps.setup import commencement, placing, recon, support
from rules.contract import Field, Refused
from rules.dice import Rng
from rules.engine.grid import hex_of
from rules.engine.stages import StepResult
from rules.engine.tasks import CheckTask, FormTask
from rules.systems.oto2.context import Context
from rules.systems.oto2.payloads import BOOKS_OPENED, ENTRY_TOLD
from rules.text import gettext

# 6 Entry Area ------------------------------------------------------------------------


def _entry_task(ctx: Context) -> FormTask | None:
    """On the first date the map's own arrow says it."""
    if ctx.initial:
        return None
    asks, rule = gettext(ctx.texts("entry")["asks"]), ctx.rule("entry")
    field = Field("north", asks, "text", ctx.before.north, pattern=rf"({HEX})?", hint=gettext(HEX_HINT), rule=rule)
    return FormTask(ctx.button("entry"), (field,))


def _tell_entry(ctx: Context, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    north = place_of(task.read(data)["north"]) or ""
    return StepResult([ENTRY_TOLD(north=north)])


# CG12b -------------------------------------------------------------------------------


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


# CG End ------------------------------------------------------------------------------


def _books_task(ctx: Context) -> CheckTask:
    late = gettext("CVP of vehicles still off the map and of units never set up (7.5131c, CG12a)")
    left = gettext("CPP left: {points}", points=ctx.mine.now.ledger.next_start)
    lines = (left, f"{late}: {_late_cvp(ctx)}")
    return CheckTask(ctx.button("books"), lines=lines, counters=False)


def _late_cvp(ctx: Context) -> int:
    """CVP that count at CG End: vehicles out for ammunition, and German units never brought on."""
    fates = {"out", "due"} if ctx.german else {"out"}
    return sum(c.worth for c in ctx.mine.counters if c.fate in fates)


def _open_books(ctx: Context, task: CheckTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    return StepResult([BOOKS_OPENED(side=ctx.side, cpp=ctx.mine.now.ledger.next_start, cvp=_late_cvp(ctx))])


INITIAL: tuple[StepDef[Context], ...] = (*support.IN_PLAY_STEPS, *placing.steps(check_place))
FIRST: tuple[StepDef[Context], ...] = (
    *commencement.WIND,
    StepDef("entry", _entry_task, {"enter": _tell_entry}),
    *INITIAL,
)
SECOND: tuple[StepDef[Context], ...] = (*INITIAL, *recon.PAYING, *recon.NAMING)
BOOKS = (StepDef("books", _books_task, {"done": _open_books}),)
