"""A side pays for reconnaissance and names Locations, and the other shows what stands there.

The naming is public, so the other side answers it from its own records: no act of one side
ever reads the other's room.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.asl.context import RefitContext, StepDef, roll_record
from rules.asl.counter_fields import marks
from rules.asl.counters import READY, Counter, piles
from rules.asl.data_files.pack import NightRecon
from rules.asl.locations import HIDDEN, place_of
from rules.asl.payloads import RECON_DISCLOSED, RECON_NAMED
from rules.asl.steps.generic import noted
from rules.contract import Field, Refused
from rules.dice import Rng
from rules.engine import entries
from rules.engine.stages import StepResult
from rules.engine.tasks import CheckTask, FormTask
from rules.tables import Need
from rules.text import gettext, gettext_noop, ngettext

FREE, PREPAID = "0", "m3"
SAID = "recon:"
"""Among what a side knows: what it said of its squads when it last decided on reconnaissance."""

# paying and rolling ------------------------------------------------------------------


def _bought(ctx: RefitContext, reading: str) -> bool:
    """Whether a Recon group was bought on the chart for this line, and the campaign reads it in that way."""
    chart = ctx.rules.groups[ctx.side]
    bought = any(chart[group.rg].kind == "recon" for group in ctx.groups_of_today())
    return bought and ctx.ruling("recon_m3") == reading


def _prices(ctx: RefitContext) -> tuple[tuple[str, str], ...]:
    """What may be paid, as options: nothing, the price, the better price; paid ahead counts as the better."""
    if _bought(ctx, "prepaid"):
        return ((PREPAID, gettext(ctx.texts("recon").optional("prepaid"))),)
    left, rule = ctx.mine.now.ledger.left, ctx.rules.pack.recon
    prices = [price for price in (rule.price, rule.price_better) if price <= left]
    paying = ((str(price), gettext("pay {price} CPP of {left}", price=price, left=left)) for price in prices)
    return ((FREE, gettext("no reconnaissance")), *paying)


def _asked(ctx: RefitContext) -> dict[str, str]:
    """The modifiers that have to be asked for, with the question that the words of the step have for each."""
    asked = ctx.texts("recon").labels.get("squads", {})
    return {each.key: asked[each.key] for each in ctx.table("recon").modifiers if each.key in asked}


def _needs(ctx: RefitContext, paid: str, so: Mapping[str, bool]) -> tuple[Need, ...]:
    """The roll paid for, and that of a group bought on the chart where it stands beside it; `so` is what was asked."""
    wanted = [("extra", ctx.texts("recon").optional("extra"), PREPAID)] if _bought(ctx, "extra") else []
    wanted += [("recon", gettext_noop("Recon"), paid)] if paid != FREE else []
    table, better = ctx.table("recon"), (str(ctx.rules.pack.recon.price_better), PREPAID)
    return tuple(
        Need(key, label, 1, table, ctx.modifiers(table, better=price in better, **so)) for key, label, price in wanted
    )


def _paying_task(ctx: RefitContext) -> FormTask:
    prices, asked = _prices(ctx), _asked(ctx)
    so = {key: key in ctx.squads_are() for key in asked}
    paid = Field("paid", gettext("Reconnaissance"), "select", prices[0][0], options=prices, rule=ctx.rule("recon"))
    squads = (Field(key, gettext(asked[key]), "check", so[key], rule=ctx.rule("recon", key)) for key in asked)
    second = (gettext("A second reconnaissance was bought on the chart."),) if _bought(ctx, "extra") else ()
    needs = _needs(ctx, prices[min(1, len(prices) - 1)][0], so)
    return FormTask(ctx.button("recon"), (paid, *squads), second, needs, ctx.mode)


def _roll(ctx: RefitContext, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    said = task.read(data)
    paid = said.pop("paid")
    cost = 0 if paid == PREPAID else int(paid)
    rolled, night = ctx.roll(_needs(ctx, paid, said), data, rng), _by_night(ctx)
    found = [int(one.value("locations") or 0) * (night.factor if night else 1) for one in rolled]
    rolls = [roll_record(one, f"{number} Locations") for one, number in zip(rolled, found, strict=True)]
    known = {f"{SAID}{key}": value for key, value in said.items()}
    line, ledger = {"recon": sum(found)}, {"recon": cost}
    return StepResult([ctx.event("recon.rolled", line=line, ledger=ledger, known=known, rolls=rolls)])


def _by_night(ctx: RefitContext) -> NightRecon | None:
    """The numbers of a night scenario, if it is one and this side has numbers of its own for it."""
    night = ctx.rules.pack.recon.night
    return night if night is not None and ctx.facts().get("night") and night.side == ctx.side else None


def reach(ctx: RefitContext) -> int:
    """How far from an own hex a Location may be."""
    return (_by_night(ctx) or ctx.rules.pack.recon).range


# naming ------------------------------------------------------------------------------


def _naming_task(ctx: RefitContext) -> FormTask | None:
    number = ctx.mine.now.recon
    if not number:
        return None
    label = ngettext("Up to {number} Location", "Up to {number} Locations", number, number=number)
    hint = gettext("hexes with commas between, such as N32, N33/1, O31 pillbox; leave it empty to look into none")
    field = Field("locations", label, "text", "", hint=hint, rule=ctx.rule("inspection"))
    far = gettext(
        "Each no more than {hexes} hexes from the nearest hex you control. A pillbox is a Location of its own.",
        hexes=reach(ctx),
    )
    return FormTask(ctx.button("inspection"), (field,), (far,))


def _name(ctx: RefitContext, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    named = locations(ctx, task.read(data)["locations"])
    if len(named) > (number := ctx.mine.now.recon or 0):
        raise Refused(
            gettext("{named} Locations named, {number} rolled.", named=len(named), number=number),
            rule=ctx.rule("inspection"),
            field="locations",
            way_out=gettext("Take some of them away."),
        )
    spoken = [RECON_NAMED(side=ctx.side, locations=named)] if named else []
    return StepResult([*spoken, ctx.event("step.done", step="inspection")])


def locations(ctx: RefitContext, text: str, field: str = "locations") -> list[str]:
    """The Locations in a line of text, each once."""
    found: list[str] = []
    for part in filter(str.strip, text.replace(";", ",").split(",")):
        place, entry = place_of(part), entries.shown(part.strip())
        if place is None or place in found:
            wrong = gettext_noop("{entry} is there twice.") if place else gettext_noop("{entry} is no Location.")
            raise Refused(
                gettext(wrong, entry=entry),
                rule=ctx.rule("inspection"),
                field=field,
                way_out=gettext("Write hexes with commas between: N32, N33/1, O31 pillbox."),
            )
        found.append(place)
    return found


# showing -----------------------------------------------------------------------------


def _standing(ctx: RefitContext, place: str) -> list[Counter]:
    """The counters written down at exactly this Location."""
    off_map = ctx.rules.setup.inspection.off_map
    there = (c for c in ctx.mine.counters if c.fate == READY and c.kind not in off_map)
    return [counter for counter in there if place_of(counter.place) == place]


def _answer(ctx: RefitContext) -> list[list[Any]]:
    """What this side has to show: each Location asked for, with what it wrote down there.

    Of mines is told that they are there, no more.
    """
    rule = ctx.rules.setup.inspection
    answer: list[list[Any]] = []
    for place in ctx.asked():
        tally: dict[str, int] = {}
        mines = False
        for pile in piles(_standing(ctx, place)):
            if pile.like.kind == "fortification" and rule.mines in pile.like.name.lower():
                mines = True
            else:
                tally[pile.like.name] = tally.get(pile.like.name, 0) + pile.count
        said = [f"{number} {name}" for name, number in tally.items()]
        answer.append([place, [*said, rule.mines_told] if mines else said])
    return answer


def _lines(answer: Iterable[Iterable[Any]]) -> Iterator[str]:
    for place, names in answer:
        yield f"{place}: {', '.join(map(gettext, names)) or gettext('nothing written down there')}."


def told_lines(ctx: RefitContext) -> tuple[str, ...]:
    """What was shown on this date, for both sides to read."""
    return tuple(_lines(ctx.public.today.disclosed))


def _showing_task(ctx: RefitContext) -> CheckTask | None:
    if not ctx.asked():
        return None
    lines = (*_lines(_answer(ctx)), gettext("This is what both sides will read; nothing else is told."))
    return CheckTask(ctx.button("disclose"), lines=lines)


def _show(ctx: RefitContext, task: CheckTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    """Tell what stands in the Locations asked for; what was hidden there is so no longer."""
    found = (counter for place in ctx.asked() for counter in _standing(ctx, place))
    change = {str(c.id): seen for c in found if (seen := marks(c, less=(HIDDEN,)))}
    shown = RECON_DISCLOSED(side=ctx.side, told=_answer(ctx))
    return StepResult([shown, ctx.event("step.done", step="disclose", change=change, note=noted(data))])


PAYING = (StepDef("recon", _paying_task, {"enter": _roll}),)
NAMING = (StepDef("inspection", _naming_task, {"enter": _name}),)
SHOWING = (StepDef("disclose", _showing_task, {"done": _show}),)
