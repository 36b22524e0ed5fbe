"""Spending fortification points, and the review of what came before set-up.

Beside the number of a work its Locations can be written down at once: the set-up proposes them (see placing.PLANNED).
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from rules.asl import locations
from rules.asl.context import RefitContext, StepDef
from rules.asl.counters import Counter, Piece, piles
from rules.asl.location_limits import check_hidden, check_outside, hip_free, hip_kinds, hip_name
from rules.asl.steps.from_paper import WORKS_ON_PAPER
from rules.asl.steps.generic import CheckStep, D, Entries
from rules.asl.steps.setup.placing import LONGEST_LINE, PLANNED, Check
from rules.contract import Field, Gate, Refused
from rules.dice import Rng
from rules.engine.entries import read_field
from rules.engine.replace import replace
from rules.engine.stages import StepResult
from rules.engine.tasks import AroundForm, FormTask
from rules.ground.fields import HexField, check_text
from rules.text import gettext, ngettext

MOST = 200
WHERE = "where_"
"""What the entry of the Locations of a work begins with, before its key."""
PILLBOX = r"[1-9]\d?\+[1-9]\d?\+[1-9]\d?"
SEVERAL = rf"({PILLBOX})(\s*[,;]\s*{PILLBOX})*|"
PILLBOXES, PILLBOX_OF, MOST_PILLBOXES = "pillboxes", "pillbox_", 15
"""The entry of an order that lists pillboxes by strength, and what the page's numbers of each strength begin with."""


@dataclass(frozen=True)
class Item:
    """A kind of Fortification for sale: `may` is how many of it can still be bought."""

    key: str
    name: str
    price: int
    may: int
    number: int = 0


@dataclass(frozen=True)
class FortifyTask(AroundForm):
    """The price list with numbers on it, FPP there, spent and left, and what is wrong.

    `wrong` is the entry the first problem is about, if it is about a single one. `mistakes` are the entries of a draft
    that say nothing a rule could take; all others are reckoned with.
    """

    kind: ClassVar[str] = "fortify"
    orders: ClassVar[tuple[str, ...]] = ("buy",)
    takes_places: ClassVar[bool] = True
    ctx: RefitContext
    check: Check[Any]
    items: tuple[Item, ...]
    available: int
    spent: int
    problems: tuple[str, ...]
    wrong: str = ""
    mistakes: Mapping[str, str] = field(default_factory=dict)

    @property
    def fields(self) -> tuple[Field, ...]:
        """The entries; of pillboxes a number for each strength there is, with its price."""
        result, rule = list[Field](), self.ctx.rule("fortify")
        for each in self.form.fields:
            if each.name != PILLBOXES:
                result.append(each)
                continue
            for strength in self.ctx.rules.forts.pillbox.strengths:
                ((_, price),) = pillboxes(self.ctx, strength)
                label = gettext("Pillbox {strength}, {price} FPP", strength=strength, price=price)
                result.append(Field(f"{PILLBOX_OF}{strength}", label, high=MOST_PILLBOXES, rule=rule))
        return tuple(result)

    def entries(self, act: str, typed: Mapping[str, str]) -> Mapping[str, object]:
        """The numbers; pillboxes by their strengths, as many times as there are of them."""
        return {key: value for key, value in typed.items() if key != PILLBOXES}

    def read(self, data: Mapping[str, object]) -> dict[str, Any]:
        """The entries as the form has them; refuses the first that does not fit."""
        rows = {each.name: each for each in self.fields if each.name.startswith(PILLBOX_OF)}
        chosen = {name: read_field(rows[name], data[name]) for name in rows if name in data}
        entered = self.form.read(_folded(data, chosen))
        for number, where in self._places:
            self._count(number, where, entered)
        return entered

    @property
    def _places(self) -> Iterator[tuple[Field, Field]]:
        """The entry for the number of each work, and the one for its Locations."""
        named = {each.name: each for each in self.form.fields}
        return ((named[name.removeprefix(WHERE)], each) for name, each in named.items() if name.startswith(WHERE))

    def where(self, entry: Field, line: str) -> list[str]:
        """A Location for each work of a kind that is written beside it; refuses what the set-up would not take."""
        check_text(self.ctx.map, line, entry)
        spots = locations.read(line, entry.label, entry.name, entry.rule)
        work = Counter(0, "fortification", self.ctx.rules.forts.work(entry.name.removeprefix(WHERE)).name)
        check_hidden(self.ctx, ((work, spot) for spot in spots), {work.id: entry.name})
        for spot in spots:
            check_outside(self.ctx, work, spot, entry.name)
            self.check(self.ctx, work, spot.place, entry)
        return [locations.spots_text([replace(spot, number=1)]) for spot in spots for _ in range(spot.number)]

    def _count(self, number: Field, where: Field, entered: dict[str, Any]) -> None:
        """Where no number is entered, as many are bought as have a Location; refuses more Locations than works."""
        wanted, number_bought = len(self.where(where, entered[where.name])), entered[number.name]
        if number_bought and wanted > number_bought:
            params = {"work": number.label, "wanted": wanted, "there": number_bought}
            way_out = gettext("Take a Location off, or raise the number.")
            more = gettext("{work}: {wanted} have a Location, {there} are bought.", **params)
            raise Refused(more, rule=where.rule, field=where.name, way_out=way_out)
        entered[number.name] = number_bought or read_field(number, wanted)

    @property
    def left(self) -> int:
        return self.available - self.spent

    def priced(self, draft: Mapping[str, object]) -> FortifyTask:
        """The same list with those entries of a draft that are numbers."""
        rows = [each for each in self.fields if each.name.startswith(PILLBOX_OF)]
        chosen, refusals = FormTask("", tuple(rows)).read_each(draft)
        entered, unfit = self.form.read_each(_folded(draft, chosen))
        for number, where in self._places:
            try:
                self._count(number, where, entered)
            except Refused as no:
                unfit[no.field] = no
        mistakes = {name: no.message for name, no in {**unfit, **refusals}.items()}
        task = _priced(self.ctx, self.check, entered)
        return replace(task, problems=(*mistakes.values(), *task.problems), mistakes=mistakes)

    def gate(self, act: str, draft: Mapping[str, object]) -> Gate | None:
        """What is bought, if FPP lapse with it; None where all are spent, or more than all."""
        if act not in self.orders:
            return None
        entered = self.read(draft)
        task = _priced(self.ctx, self.check, entered)
        if task.problems or not task.left:
            return None
        params = {"n": task.left, "there": task.available}
        title = ngettext("{n} of {there} FPP is not spent", "{n} of {there} FPP are not spent", task.left, **params)
        lost = ngettext("{n} FPP lapses.", "{n} FPP lapse.", task.left, n=task.left)
        button = gettext("Let {n} FPP lapse", n=task.left)
        if task.spent:
            button = gettext("Buy these, and let {n} FPP lapse", n=task.left)
        done = tuple((field.label, str(entered[field.name])) for field in task.form.fields if entered[field.name])
        after = ((gettext("Spent"), gettext("{fpp} FPP", fpp=task.spent)),)
        return Gate(title, button, done, after, (lost,))


class FortifyStep(StepDef[D]):
    """What fortification points are spent on. `check` refuses a Location as at the set-up."""

    key = "fortify"

    def __init__(self, check: Check[D]) -> None:
        self.check = check
        self.handlers = {"buy": self.buy}

    def task(self, ctx: D) -> FortifyTask | None:
        """The price list, if there are points and anything is for sale."""
        return _priced(ctx, self.check, {}) if ctx.mine.now.fpp and _items(ctx) else None

    def buy(self, ctx: D, task: FortifyTask, data: Mapping[str, object], rng: Rng) -> StepResult:
        """Buys what was entered; what is left of the points lapses."""
        entries = task.read(data)
        task = _priced(ctx, self.check, entries)
        if task.problems:
            message = gettext("Change the numbers; what you entered is kept.")
            raise Refused(task.problems[0], rule=ctx.rule("fortify"), field=task.wrong, way_out=message)
        rows: list[Piece] = [
            ("fortification", item.name, "", {})
            for item in task.items
            if ctx.rules.forts.work(item.key).counter
            for _ in range(item.number)
        ]
        boxes = pillboxes(ctx, entries.get(PILLBOXES, ""))
        rows += [("fortification", f"Pillbox {name}", "", {}) for name, _ in boxes]
        forts = {item.key: item.number for item in task.items if item.number} | (
            {"pillbox": len(boxes)} if boxes else {}
        )
        hip = {kind: int(entries[f"hip_{kind}"]) for kind in hip_kinds(ctx) if entries.get(f"hip_{kind}")}
        line, add = {"forts": forts, "hip": hip, "fpp_spent": task.spent}, ctx.new(rows)
        # What was written of the Location of each new counter, by its number, beside what waits since an Idle Day.
        names, planned = {WHERE + item.key: item.name for item in task.items}, dict[str, str]()
        for entry in (each for each in task.form.fields if each.name in names):
            bought = (str(row["id"]) for row in add if row["name"] == names[entry.name])
            planned |= dict(zip(bought, task.where(entry, entries[entry.name]), strict=False))
        known = {PLANNED: {**ctx.mine.known.get(PLANNED, {}), **planned}} if planned else {}
        return StepResult([ctx.event("fortifications.bought", add=add, line=line, known=known, lapsed=task.left)])


def _items(ctx: RefitContext) -> list[Item]:
    """The price list. Of a kind with a maximum for the campaign those bought (and given, by ruling) are no more."""
    result = []
    for row in ctx.rules.forts.fortification:
        if ctx.side not in row.sides or (ctx.initial and ctx.side in row.not_initial):
            continue
        may = ctx.works_left(row.key, MOST)
        if row.cg_max is not None:
            bought = sum(line.forts.get(row.key, 0) for line in ctx.mine.lines)
            bought += ctx.mine.known.get(WORKS_ON_PAPER, {}).get(row.key, 0)
            may = max(0, row.cg_max - bought - (row.given.value if row.given else 0))
        result.append(Item(row.key, row.name, row.price, may))
    return result


def _priced(ctx: RefitContext, check: Check[Any], entries: Entries) -> FortifyTask:
    items, prices, available = _items(ctx), ctx.rules.forts.hip.prices, ctx.mine.now.fpp
    # The numbers to enter; a hint says where more than usual a kind may stand, in the game's words.
    rule, forts = ctx.rule("fortify"), ctx.rules.forts
    where, fields = ctx.texts("fortify").labels.get("where", {}), []
    for item in items:
        may = {"front": forts.work(item.key).front, "isolated": forts.work(item.key).isolated}
        hint = ", ".join(gettext(text) for place, text in where.items() if may[place])
        name = gettext("{work}, {price} FPP", work=item.name, price=item.price)
        fields.append(Field(item.key, name, high=item.may, hint=hint, rule=rule))
        if forts.work(item.key).counter and item.may:
            label = gettext("{work}: where", work=item.name)
            fields.append(HexField(WHERE + item.key, label, "text", "", rule=rule, longest=LONGEST_LINE))
    if ctx.side in forts.pillbox.sides:
        hint = gettext("write each as capacity+CA+NCA, such as 1+5+3, with commas between")
        fields.append(Field(PILLBOXES, gettext("Pillboxes"), "text", "", pattern=SEVERAL, hint=hint, rule=rule))
    for kind in (kinds := hip_kinds(ctx)):
        name = gettext("HIP {kind}, {price} FPP", kind=hip_name(kind), price=forts.hip.prices[kind])
        if free := hip_free(ctx, kind):
            name = gettext("{price}, {number} for nothing", price=name, number=free)
        fields.append(Field(f"hip_{kind}", name, high=MOST, rule=rule))
    if kinds and (hidden_in := forts.hip.doubled_in):
        name = gettext("of the FPP for HIP, in {terrain} (paid twice)", terrain=gettext(hidden_in))
        fields.append(Field("hip_doubled", name, high=MOST * 5, rule=rule))
    form = FormTask(ctx.button("fortify"), tuple(fields))
    form = replace(form, fields=tuple(replace(f, value=entries.get(f.name, f.value)) for f in form.fields))
    items = [replace(item, number=int(entries.get(item.key, 0))) for item in items]
    hidden = {kind: int(entries.get(f"hip_{kind}", 0)) for kind in hip_kinds(ctx)} if entries else {}
    hip = sum(prices[kind] * max(0, number - hip_free(ctx, kind)) for kind, number in hidden.items())
    doubled = int(entries.get("hip_doubled", 0))
    spent = sum(item.price * item.number for item in items) + hip + doubled
    spent += sum(price for _, price in pillboxes(ctx, str(entries.get(PILLBOXES, ""))))
    faults = [*_hip_problems(ctx, hidden.get("squad", 0), hip, doubled), *_lacking(ctx, items)]
    if spent > available:
        params = {"spent": spent, "there": available, "more": spent - available, "rule": ctx.rule("fortify")}
        faults.insert(0, ("", gettext("{spent} FPP spent, {there} there: {more} too many ({rule}).", **params)))
    problems, wrong_field = tuple(text for _, text in faults), faults[0][0] if faults else ""
    return FortifyTask(form, ctx, check, tuple(items), available, spent, problems, wrong_field)


def _folded(data: Mapping[str, object], chosen: Mapping[str, int]) -> dict[str, object]:
    """The entries of an order, with the `chosen` numbers of each strength in its list of pillboxes."""
    rest = {key: value for key, value in data.items() if key not in chosen}
    listed = [name.removeprefix(PILLBOX_OF) for name, number in chosen.items() for _ in range(number)]
    return {**rest, PILLBOXES: ", ".join(filter(None, [str(rest.get(PILLBOXES) or ""), *listed]))} if listed else rest


def pillboxes(ctx: RefitContext, text: str) -> list[tuple[str, int]]:
    """Pillboxes written as "1+5+3, 1+3+5" with the FPP of each: (a+b+c) times the factor."""
    factor = ctx.rules.forts.pillbox.factor
    parts = [part.strip() for part in text.replace(";", ",").split(",") if part.strip()]
    return [(part, factor * sum(int(n) for n in part.split("+"))) for part in parts]


def _hip_problems(ctx: RefitContext, hiding: int, hip: int, doubled: int) -> list[tuple[str, str]]:
    """What is wrong with hiding: the entry it is about, and a sentence."""
    result, rule = [], ctx.rule("fortify")
    percent, fates = ctx.rules.forts.hip.squads_percent, ctx.rules.forts.hip.squads_fates
    if doubled > hip:
        places = {"doubled": doubled, "hip": hip, "rule": rule}
        text = gettext("{doubled} FPP of HIP are to be doubled, but {hip} FPP of HIP were bought ({rule}).", **places)
        result.append(("hip_doubled", text))
    squads = sum(c.kind == "squad" and fates is not None and c.fate in fates.value for c in ctx.mine.on_hand)
    limit = -(-squads * percent // 100)
    if percent and hiding > limit:
        places = {"hiding": hiding, "limit": limit, "percent": percent, "squads": squads, "rule": rule}
        text = gettext("{hiding} squads HIP, {limit} allowed: {percent} % of {squads}, rounded up ({rule}).", **places)
        result.append(("hip_squad", text))
    return result


def _lacking(ctx: RefitContext, items: Iterable[Item]) -> list[tuple[str, str]]:
    """What needs something else beside it, one for one, and has it not: in hand or bought at the same time."""
    result, have = [], Tally(counter.name for counter in ctx.mine.on_hand)
    have.update({item.name: item.number for item in items})
    for item in items:
        need = ctx.rules.forts.work(item.key).needs
        if need and item.number and have[item.name] > have[need]:
            places = {"work": item.name, "all": have[item.name], "there": have[need], "need": need}
            text = gettext(
                "{work}: {all} in all, {there} {need} there; each needs one ({rule}).",
                **places,
                rule=ctx.rule("fortify"),
            )
            result.append((item.key, text))
    return result


class MusterStep(CheckStep[RefitContext]):
    """The review: what each group of this date brought, one line a group, but for aircraft, which were typed in."""

    key, counters = "muster", False

    def lines(self, ctx: RefitContext) -> Iterator[str]:
        for group in ctx.groups_of_today():
            row, supply = ctx.row_of(group), ctx.supply(group)
            if row.kind == "aircraft":
                continue
            brought = piles(counter for counter in ctx.mine.counters if counter.group == group.id)
            pieces = ", ".join(f"{pile.count} × {pile.like.name}" for pile in brought) or gettext("nothing to set up")
            yield f"{row.id} {row.name}{f', {gettext(supply)}' if supply else ''}: {pieces}"

    def done(self, ctx: RefitContext, note: str) -> StepResult:
        return StepResult([ctx.event("step.done", step="muster")])
