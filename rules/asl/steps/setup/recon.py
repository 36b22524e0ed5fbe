"""A side pays for reconnaissance and names Locations, and the other shows what stands there.

The naming is public, so the other side answers it from its own records: no act of one side
ever reads the other's room.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Literal

from rules.asl.context import RefitContext, roll_data
from rules.asl.counter_fields import marks
from rules.asl.counters import READY, Counter, piles
from rules.asl.data_files.pack import NightRecon
from rules.asl.locations import HIDDEN, PILLBOX, place_of
from rules.asl.payloads import RECON_DISCLOSED, RECON_NAMED
from rules.asl.steps.generic import CheckStep, Entries, RollFormStep
from rules.asl.steps.setup.taps import HexesStep
from rules.contract import Field, Refused
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.engine.tasks import CheckTask, FormTask
from rules.ground.fields import HexField
from rules.ground.hexes import distance
from rules.tables import Need
from rules.text import excerpt, gettext, gettext_noop, ngettext

FREE, PREPAID = "0", "m3"
RECON_KEY = "recon:"
"""Among what a side knows: what it said of its squads when it last decided on reconnaissance."""


class ReconStep(RollFormStep[RefitContext]):
    """What a side pays for reconnaissance, and its roll."""

    key = "recon"

    def task(self, ctx: RefitContext) -> FormTask:
        """The dice that are shown are those of the first price, for a side that pays nothing rolls none."""
        fields, prices = tuple(self.fields(ctx)), _prices(ctx)
        entries = {field.name: field.value for field in fields} | {"paid": prices[min(1, len(prices) - 1)][0]}
        needs, lines = tuple(self.needs(ctx, entries)), tuple(self.lines(ctx))
        return FormTask(ctx.button("recon"), fields, lines, needs, ctx.mode)

    def fields(self, ctx: RefitContext) -> Iterator[Field]:
        prices, label = _prices(ctx), gettext("Reconnaissance")
        yield Field("paid", label, "select", prices[0][0], options=prices, rule=ctx.rule("recon"))
        # The modifiers that have to be asked for, with the question that the words of the step have for each.
        questions = ctx.texts("recon").labels.get("squads", {})
        for key in (modifier.key for modifier in ctx.table("recon").modifiers if modifier.key in questions):
            yield Field(key, gettext(questions[key]), "check", key in ctx.squads_are(), rule=ctx.rule("recon", key))

    def lines(self, ctx: RefitContext) -> Iterator[str]:
        if _bought(ctx, "extra"):
            yield gettext("A second reconnaissance was bought on the chart.")
        if _by_night(ctx) and (doubled := ctx.texts("recon").optional("by_night")):
            yield gettext(doubled)

    def needs(self, ctx: RefitContext, entries: Entries) -> Iterator[Need]:
        """The roll paid for, and that of a group bought on the chart where it stands beside it."""
        wanted = [("extra", ctx.texts("recon").optional("extra"), PREPAID)] if _bought(ctx, "extra") else []
        wanted += [("recon", gettext_noop("Recon"), entries["paid"])] if entries["paid"] != FREE else []
        table, better = ctx.table("recon"), (str(ctx.rules.pack.recon.price_better), PREPAID)
        squads = {key: so for key, so in entries.items() if key != "paid"}
        for key, label, price in wanted:
            yield Need(key, label, 1, table, ctx.modifiers(table, better=price in better, **squads))

    def enter(self, ctx: RefitContext, entries: Entries, rolls: tuple[Rolled, ...]) -> StepResult:
        paid, night = entries["paid"], _by_night(ctx)
        numbers = [int(one.value("locations") or 0) * (night.factor if night else 1) for one in rolls]
        rolls_data = [roll_data(one, f"{number} Locations") for one, number in zip(rolls, numbers, strict=True)]
        known = {f"{RECON_KEY}{key}": value for key, value in entries.items() if key != "paid"}
        line, ledger = {"recon": sum(numbers)}, {"recon": 0 if paid == PREPAID else int(paid)}
        return StepResult([ctx.event("recon.rolled", line=line, ledger=ledger, known=known, rolls=rolls_data)])


def _bought(ctx: RefitContext, reading: Literal["prepaid", "extra"]) -> bool:
    """Whether a Recon group was bought on the chart for this date, and the campaign reads it in that way."""
    chart = ctx.rules.groups[ctx.side]
    bought = any(chart[group.rg].kind == "recon" for group in ctx.groups_of_today())
    return bought and ctx.rules.readings.recon_m3 == reading


def _prices(ctx: RefitContext) -> tuple[tuple[str, str], ...]:
    """What may be paid, as options: nothing, the price, the better price; paid ahead counts as the better."""
    if _bought(ctx, "prepaid"):
        return ((PREPAID, gettext(ctx.texts("recon").optional("prepaid"))),)
    points, rule = ctx.mine.now.ledger.left, ctx.rules.pack.recon
    prices = [price for price in (rule.price, rule.price_better) if price <= points]
    paying = ((str(price), gettext("pay {price} CPP of {left}", price=price, left=points)) for price in prices)
    return ((FREE, gettext("no reconnaissance")), *paying)


def _by_night(ctx: RefitContext) -> NightRecon | None:
    """The numbers of a night scenario, if it is one and this side has numbers of its own for it."""
    night = ctx.rules.pack.recon.night
    return night if night is not None and ctx.facts().get("night") and night.side == ctx.side else None


def reach(ctx: RefitContext) -> int:
    """How far from an own hex a Location may be."""
    return (_by_night(ctx) or ctx.rules.pack.recon).range


class LocationsStep(HexesStep[RefitContext]):
    """The Locations a side looks into."""

    key, tap_words = "inspection", (PILLBOX,)

    def fields(self, ctx: RefitContext) -> Iterator[Field]:
        if number := ctx.mine.now.recon:
            label = ngettext("Up to {number} Location", "Up to {number} Locations", number, number=number)
            hint = gettext(
                "hexes with commas between, such as N32, N33/1, O31 pillbox; leave it empty to look into none"
            )
            yield HexField("locations", label, "text", "", hint=hint, rule=ctx.rule("inspection"))

    def lines(self, ctx: RefitContext) -> Iterator[str]:
        yield gettext(
            "Each no more than {hexes} hexes from the nearest hex you control. A pillbox is a Location of its own.",
            hexes=reach(ctx),
        )

    def most(self, ctx: RefitContext) -> int:
        return ctx.mine.now.recon or 0

    def check(self, ctx: RefitContext, field: Field, text: str) -> None:
        """Refuse what is no Location, lies too far away, or is one too many."""
        named = locations(ctx, text, field.name)
        check_reach(ctx, named, field.name)
        if len(named) > (number := self.most(ctx)):
            raise Refused(
                gettext("{named} Locations named, {number} rolled.", named=len(named), number=number),
                rule=ctx.rule("inspection"),
                field=field.name,
                way_out=gettext("Take some of them away."),
            )

    def enter(self, ctx: RefitContext, entries: Entries) -> StepResult:
        (field,) = self.fields(ctx)
        self.check(ctx, field, entries[field.name])
        named = locations(ctx, entries[field.name])
        spoken = [RECON_NAMED(side=ctx.side, locations=named)] if named else []
        return StepResult([*spoken, ctx.event("step.done", step="inspection")])


def locations(ctx: RefitContext, text: str, field: str = "locations") -> list[str]:
    """The Locations in a line of text, each once."""
    result: list[str] = []
    for part in filter(str.strip, text.replace(";", ",").split(",")):
        place, entry = place_of(part), excerpt(part.strip())
        if place is None or place in result:
            message = gettext_noop("{entry} is there twice.") if place else gettext_noop("{entry} is no Location.")
            raise Refused(
                gettext(message, entry=entry),
                rule=ctx.rule("inspection"),
                field=field,
                way_out=gettext("Write hexes with commas between: N32, N33/1, O31 pillbox."),
            )
        result.append(place)
    return result


def check_reach(ctx: RefitContext, named: Iterable[str], field: str) -> None:
    """Refuse a Location too far from every hex this side Controls on the map; without Control nobody knows."""
    ground = ctx.public.ground
    held = ground.held(ctx.side) if ground else frozenset()
    for place in named if held else ():
        hex_ = ctx.map.grid.hex(place) if ctx.map else None
        away = min(map(partial(distance, hex_), held)) if hex_ else 0
        if away > reach(ctx):
            places = {"place": place, "away": away, "hexes": reach(ctx)}
            raise Refused(
                gettext("{place} is {away} hexes from the nearest hex you control, {hexes} at most.", **places),
                rule=ctx.rule("inspection"),
                field=field,
                way_out=gettext("Name a nearer one; if you control one beside it, paint that on the map first."),
            )


class DisclosureStep(CheckStep[RefitContext]):
    """Shows what stands in the Locations asked for; counters hidden there are hidden no longer."""

    key = "disclose"

    def task(self, ctx: RefitContext) -> CheckTask | None:
        return super().task(ctx) if ctx.places_to_show() else None

    def lines(self, ctx: RefitContext) -> Iterator[str]:
        yield from _lines(_answer(ctx))
        yield gettext("This is what both sides will read; nothing else is told.")

    def done(self, ctx: RefitContext, note: str) -> StepResult:
        standing = (counter for place in ctx.places_to_show() for counter in _standing(ctx, place))
        change = {str(c.id): seen for c in standing if (seen := marks(c, less=(HIDDEN,)))}
        disclosure = RECON_DISCLOSED(side=ctx.side, told=_answer(ctx))
        return StepResult([disclosure, ctx.event("step.done", step="disclose", change=change, note=note)])


def _standing(ctx: RefitContext, place: str) -> list[Counter]:
    """The counters written down at exactly this Location, but those that nobody is shown."""
    rule = ctx.rules.setup.inspection
    seen = (c for c in ctx.mine.counters if c.kind not in rule.off_map and not c.name.startswith(rule.never))
    ready = (c for c in seen if c.fate == READY)
    return [counter for counter in ready if place_of(counter.place) == place]


def _answer(ctx: RefitContext) -> list[list[object]]:
    """What this side has to show: each Location asked for, with the counters written down there.

    Of mines only their presence is shown, not number or strength.
    """
    rule = ctx.rules.setup.inspection
    answer: list[list[object]] = []
    for place in ctx.places_to_show():
        tally: dict[str, int] = {}
        mines = False
        for pile in piles(_standing(ctx, place)):
            if pile.like.kind == "fortification" and rule.mines in pile.like.name.lower():
                mines = True
            else:
                tally[pile.like.name] = tally.get(pile.like.name, 0) + pile.count
        names = [f"{number} {name}" for name, number in tally.items()]
        answer.append([place, [*names, rule.mines_told] if mines else names])
    return answer


def _lines(answer: Iterable[Iterable[Any]]) -> Iterator[str]:
    for place, names in answer:
        yield f"{place}: {', '.join(map(gettext, names)) or gettext('nothing written down there')}."


def disclosed_lines(ctx: RefitContext) -> tuple[str, ...]:
    """What was shown on this date, for both sides to read."""
    return tuple(_lines(ctx.public.today.disclosed))
