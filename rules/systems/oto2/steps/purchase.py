"""What a basket of reinforcement groups costs, whether it may be bought, and what its sealing leaves (7.518, CG12).

Beside how many groups (`n`) a row says how many of them arrive the other way (`alt`: Germans and later Russians off
board for less, Russians of the Initial Scenario on board for more), and the number of `extra` things paid for.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from rules.asl.context import divided
from rules.asl.counter_fields import OWN_OBSERVER
from rules.asl.data_files.group_charts import GroupChartRow
from rules.asl.payloads import Outcome
from rules.asl.reinforcements import basket
from rules.asl.reinforcements.basket import N, Option, Problem, Quote, Wish, quoted, too_many
from rules.asl.steps import purchase
from rules.engine.replace import replace
from rules.engine.stages import once
from rules.systems.oto2.context import Context
from rules.systems.oto2.pack import PriceChange
from rules.systems.oto2.state import Group
from rules.text import gettext

ALT, EXTRA = "alt", "extra"
NOTHING = {N: 0, ALT: 0, EXTRA: 0}
COUNTED = ("squads", "vehicles", "guns")
WAYS = {"onboard": "on", "offboard": "off"}
"""How groups arrive for a changed price."""


@dataclass(frozen=True)
class Extra:
    """Something that may be paid for beside a group: at most `each` per group."""

    key: str
    label: str
    each: int
    price: int
    rule: str


@dataclass(frozen=True, kw_only=True)
class BasketRow(basket.BasketRow):
    """A row of the chart; `alt` says which way is the other one, `change` what that adds to a group's price."""

    group: GroupChartRow
    alt: str
    change: int
    extra: Extra | None = None

    @property
    def brings(self) -> str:
        """What a group brings: "4-6-7 × 12 or 9", "HMG × 2, .50 cal"."""
        row = self.group
        if row.kind in COUNTED:
            places = {"unit": row.units[0][0], "full": row.full, "depleted": row.depleted}
            return gettext("{unit} × {full} or {depleted}", **places)
        units = ", ".join(f"{name} × {number}" if number > 1 else name for name, number in row.units)
        return "" if units == row.name else units

    @property
    def paid(self) -> int:
        """Groups, another way of arriving and extras; a given group has been paid for.

        No more arrive another way than there are, whatever was typed: else nonsense would bring points in.
        """
        groups = 0 if self.given else self.n * self.price
        otherwise = min(self.wish[ALT], self.n) if self.alt else 0
        return groups + otherwise * self.change + self.wish[EXTRA] * (self.extra.price if self.extra else 0)

    def wished(self, wish: Wish) -> Self:
        """The row with a wish; of given groups all are there, and nothing is paid for beside them."""
        return super().wished({**wish, N: self.may, EXTRA: 0} if self.given else wish)


@once
def _otherwise(ctx: Context) -> PriceChange:
    """What the other way of arriving does to a price (CG12)."""
    when = ("every", "initial") if ctx.initial else ("every", "later")
    return next(row for row in ctx.rules.pack.price_change if row.side == ctx.side and row.on in when)


def _row(ctx: Context, row: GroupChartRow) -> BasketRow:
    before = [group for group in ctx.mine.groups if group.rg == row.id and not group.given]
    today = sum(group.date == ctx.date for group in before)
    # How many of the row may be bought now, and if none, why.
    overall = len(before)
    if row.kind == "fpp" and ctx.initial and not ctx.german:
        may, why = (
            0,
            gettext("Russian Foxholes can't be bought for the Initial Scenario, and FPP do not keep (IHSR 7, 7.520)"),
        )
    elif row.kind == "recon" and ctx.rules.readings.recon_m3 == "not_sold":
        may, why = 0, gettext("by this campaign's ruling Recon is bought in 7.5225 alone")
    elif overall >= row.cg_max:
        may, why = 0, gettext("CG maximum of {most} reached (7.5188)", most=row.cg_max)
    else:
        may, why = min(row.date_max - today, row.cg_max - overall), ""
    rule, texts, extra, options = _otherwise(ctx), ctx.texts("purchase"), extra_of(ctx, row), list[Option]()
    alt = WAYS[rule.key] if {row.kind, row.id} & set(rule.kinds) else ""
    if alt and may:
        options.append(Option(ALT, gettext(texts.labels["ways"][alt]), may))
    if extra and may:
        options.append(Option(EXTRA, f"{extra.label} +{extra.price}", may * extra.each))
    return BasketRow(
        group=row,
        family=texts.labels["families"][row.id[0]],
        wish=NOTHING,
        price=row.price,
        today=today,
        daily_max=row.date_max,
        overall=len(before),
        cg_max=row.cg_max,
        may=may,
        why_not=why,
        alt=alt,
        change=max(row.price + rule.value, ctx.rules.pack.price_floor.value) - row.price if alt else 0,
        extra=extra,
        options=tuple(options),
    )


def extra_of(ctx: Context, row: GroupChartRow) -> Extra | None:
    """What may be paid for beside a group of this row (notes f, h, i, o)."""
    pack = ctx.rules.pack
    if row.kind == "oba" and "f" in row.notes:
        rule = pack.pre_registered
        return Extra("prereg", gettext("Pre-Reg. hexes"), rule.per_module, rule.price, rule="note f")
    if row.kind == "observer":
        levels = pack.observer.level_max - pack.observer.level
        return Extra("level", gettext("at level 3"), levels, pack.observer.price_per_level, rule="notes h, i")
    if "o" in row.notes and row.id in pack.trucks.groups:
        return Extra(
            "trucks", gettext("{vehicle} trucks", vehicle=pack.trucks.unit), 1, pack.trucks.price, rule="note o"
        )
    return None


# what is wrong ---------------------------------------------------------------------------


def _option_problems(offer: BasketRow) -> Iterator[Problem]:
    rg, wish, extra = offer.group.id, offer.wish, offer.extra
    if wish[ALT] > (offer.n if offer.alt else 0):
        text = gettext("{group}: no more than the groups bought can arrive so.", group=rg)
        yield Problem(f"{ALT}:{offer.key}", text, "CG12")
    if extra and wish[EXTRA] > (most := offer.n * extra.each):
        places = {"group": rg, "most": most, "things": extra.label, "chosen": wish[EXTRA]}
        yield Problem(
            f"{EXTRA}:{rg}", gettext("{group}: at most {most} {things}, {chosen} chosen.", **places), extra.rule
        )
    if wish[EXTRA] and not extra:
        yield Problem(f"{EXTRA}:{rg}", gettext("{group}: nothing can be paid for beside it.", group=rg), "7.518")


def _share_problems(ctx: Context, offers: tuple[BasketRow, ...]) -> Iterator[Problem]:
    """Note i: German FPP and minefields may take a fifth of the points, fractions rounded up."""
    rule, budget = ctx.rules.pack.fortification_share, ctx.mine.now.ledger
    base = budget.total if ctx.rules.readings.fpp_base == "total" else budget.start
    limit = divided(base * rule.percent, 100, rule.rounding)
    spent = sum(offer.paid for offer in offers if offer.group.id in rule.groups)
    if ctx.side == rule.side and spent > limit:
        text = gettext(
            "{spent} CPP on FPP and minefields, {limit} allowed: {percent} % of {base}, rounded up.",
            spent=spent,
            limit=limit,
            percent=rule.percent,
            base=base,
        )
        yield Problem(f"{N}:{rule.groups[0]}", text, "RG note i")


def _observer_problems(ctx: Context, offers: tuple[BasketRow, ...]) -> Iterator[Problem]:
    """CG7: an OBA module has one Offboard Observer at most; rocket modules bring their own."""
    observers = [offer for offer in offers if offer.group.kind == "observer"]
    wanted = sum(offer.n for offer in observers)
    if not wanted:
        return
    new = sum(offer.n for offer in offers if offer.group.kind == "oba" and "f" in offer.group.notes)
    modules = sum(c.kind == "oba" and OWN_OBSERVER not in c.marks for c in ctx.mine.on_hand)
    free = new + modules - sum(c.kind == "observer" for c in ctx.mine.on_hand)
    if wanted > free:
        text = gettext(
            "Offboard Observers chosen: {wanted}; modules without one: {free}.", wanted=wanted, free=max(free, 0)
        )
        yield Problem(f"{N}:{observers[0].group.id}", text, "CG7")


class Shop(purchase.Shop[Context, BasketRow, Group]):
    """How groups are sold."""

    names = tuple(NOTHING)

    def chart(self, ctx: Context) -> Iterator[BasketRow]:
        """Given groups of the first Russians may be set up on board for more (CG12b)."""
        chart = ctx.rules.groups[ctx.side]
        yield from (_row(ctx, row) for row in chart.values())
        if not ctx.initial or ctx.german:
            return
        texts, on_board = ctx.texts("purchase"), _otherwise(ctx)
        alt = WAYS[on_board.key]
        for rg, number in Tally(group.rg for group in ctx.mine.groups if group.given).items():
            yield BasketRow(
                group=chart[rg],
                family=texts.labels["families"]["given"],
                wish={**NOTHING, N: number},
                price=chart[rg].price,
                may=number,
                given=True,
                alt=alt,
                change=on_board.value,
                options=(Option(ALT, gettext(texts.labels["ways"][alt]), number),),
            )

    def price_all(self, ctx: Context, offers: tuple[BasketRow, ...]) -> Quote[BasketRow]:
        budget = replace(ctx.mine.now.ledger, spent=sum(offer.paid for offer in offers))
        problems = list[Problem]()
        for offer in (offer for offer in offers if any(offer.wish.values())):
            problems += too_many(ctx, offer, offer.why_not, "7.5187, 7.5188")
            problems += _option_problems(offer)
        problems += _share_problems(ctx, offers)
        problems += _observer_problems(ctx, offers)
        return quoted(ctx, offers, problems, budget)

    def groups_bought(self, ctx: Context, priced: Quote[BasketRow]) -> list[Group]:
        """The groups of a basket: the first `alt` of a row arrive the other way, extras go round in turn."""
        date, usual_off = ctx.rules.dates[ctx.date].key, ctx.initial and not ctx.german
        groups = []
        for offer in priced.offers:
            row, alt, extra = offer.group, offer.wish[ALT], offer.extra
            for n in range(0 if offer.given else offer.n):
                extras = len(range(n, offer.wish[EXTRA], offer.n)) if extra else 0
                group = Group(f"{date}-{row.id}-{n + 1}", row.id, ctx.date, row.price, off=usual_off != (n < alt))
                paid = row.price + (offer.change if n < alt else 0) + (extras * extra.price if extra else 0)
                groups.append(replace(group, paid=paid, options={extra.key: extras} if extra and extras else {}))
        return groups

    def payload(self, ctx: Context, priced: Quote[BasketRow], groups: list[Group]) -> Outcome:
        """Given Russian groups paid for to set up on board (CG12b), and what a purchase brings at once: FPP and SAN."""
        changes: dict[str, dict[str, object]] = {}
        for offer in priced.offers:
            if offer.given:
                given_groups = [group for group in ctx.mine.groups if group.given and group.rg == offer.group.id]
                changes |= {group.id: {"off": False, "paid": offer.change} for group in given_groups[: offer.wish[ALT]]}
        kinds = Tally(ctx.row_of(group).kind for group in groups)
        gains = {}
        if kinds["fpp"]:
            gains["fpp"] = kinds["fpp"] * ctx.rules.forts.fpp_group.fpp
        if kinds["san"]:
            gains["san"] = ctx.mine.now.san + kinds["san"] * ctx.rules.pack.san.purchase
        return {"groups": changes, "line": gains}


SHOP = Shop()
