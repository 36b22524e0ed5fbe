"""What a basket of reinforcement groups costs, whether it may be bought, and what its sealing leaves (12.621).

A row is how many groups (`n`) and how many of them are bought to be on the map at once, in Reserve or Dug-In, each for
another price, with the Cloaking counters of the Reserve. German Support CPP are spent first: they buy nothing that the
other points do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.asl.context import divided
from rules.asl.payloads import Outcome
from rules.asl.reinforcements import basket
from rules.asl.reinforcements.basket import N, Option, Problem, Quote, quoted, too_many
from rules.asl.steps import purchase
from rules.engine.replace import replace
from rules.systems.votg.chart import ChartGroup
from rules.systems.votg.context import Context
from rules.systems.votg.rule_data import hexes_of
from rules.systems.votg.state import INITIAL, Group
from rules.text import gettext, gettext_noop

ONBOARD, RESERVE, DUG_IN, DUMMIES = "onboard", "reserve", "dug_in", "dummies"
WAYS = (ONBOARD, RESERVE, DUG_IN)
NOTHING = dict.fromkeys((N, *WAYS, DUMMIES), 0)
MUST = "on_map"
NO_RESERVE, NOT_DUG_IN = "no_reserve", "not_dug_in"
GAINS = ("fpp", "san")
"""Kinds of groups that are had as soon as they are bought: their units say how many points."""


@dataclass(frozen=True, kw_only=True)
class BasketRow(basket.BasketRow):
    """A row of the chart: where it may `enter`, the price of each way it can be bought, and what `bars` them all."""

    group: ChartGroup
    enters: str
    ways: Mapping[str, int]
    dummies_each: int
    bars: str

    @property
    def brings(self) -> str:
        """Its units with their strengths, its note, and where it may come from."""
        row = self.group
        units = ", ".join(f"{name} × {number}" if number > 1 else name for name, number in row.units)
        if row.strengths:
            units += " × " + ", ".join(str(number) for number, _ in row.strengths.values())
        return "; ".join(part for part in (units if units != row.name else "", row.note, self.enters) if part)

    @property
    def by_support(self) -> bool:
        """See basket.BasketRow (12.6181)."""
        return self.group.support

    @property
    def by_way(self) -> tuple[str, ...]:
        """The way of each group bought: those of a way of their own first; the rest enters or must be on the map."""
        rest = ONBOARD if MUST in self.group.effects else ""
        chosen = [way for way in WAYS for _ in range(self.wish[way])]
        return tuple(chosen[: self.n] + [rest] * (self.n - len(chosen)))

    def cost(self, way: str) -> int:
        """What a group bought in this way costs."""
        return self.ways.get(way, self.price)

    @property
    def paid(self) -> int:
        """What all its groups cost."""
        return sum(self.cost(way) for way in self.by_way)


# prices -------------------------------------------------------------------------------------


def _ways(ctx: Context, row: ChartGroup) -> dict[str, int]:
    """The price of each way the row's groups can be bought beside the usual one (12.6214)."""
    pack, result = ctx.rules.pack, dict[str, int]()
    for change in pack.price_change:
        # The chart's note keeps a row from a way, or makes it the usual one.
        never = (MUST if change.key == ONBOARD else NO_RESERVE) in row.effects
        if change.side == ctx.side and row.letter in change.letters and not never:
            result[change.key] = row.cost + (0 if row.id in change.free else change.value)
    if RESERVE in result:
        result[RESERVE] = min(row.cost, max(result[RESERVE], pack.price_floor.value))
    rule, vehicles = pack.dug_in, row.kind == "vehicles" and NOT_DUG_IN not in row.effects
    if ctx.side == rule.side and row.letter in rule.letters and vehicles:
        result[DUG_IN] = divided(row.cost * rule.percent, 100, rule.rounding) + pack.dug_in_surcharge.value
    return result


# what bars a row ------------------------------------------------------------------------------


def barred(ctx: Context, row: ChartGroup) -> str:
    """Why the row can't be bought at all now (12.6215 to 12.6217); "" if it can."""
    if not row.cg_max[ctx.public.game]:
        return gettext("not in CG {game}", game=ctx.public.game)
    if "initial" in row.effects and not ctx.initial:
        return gettext("for the Initial Scenario only")
    if "day" in row.effects and ctx.today.night:
        return gettext("not for a night scenario")
    if "night" in row.effects and _light_known(ctx) and not ctx.today.night:
        return gettext("for night scenarios only")
    code = ctx.rules.entry_code(row)
    if code is None:
        return ""
    days, today = list(ctx.rules.days), ctx.today
    places = {"code": gettext(code.name), "day": gettext(ctx.rules.days[ctx.rules.comes_on(code)].name)}
    wait = days.index(ctx.rules.comes_on(code)) - days.index(today.day)
    if wait > 0:
        return gettext("{code} Entry Code: from {day} on", **places)
    if wait == 0 and code.from_night and not today.night:
        return gettext("{code} Entry Code: from the night of {day} on", **places)
    return ""


def _light_known(ctx: Context) -> bool:
    """Whether it is known in the refit before a scenario if that is by night; of a Counterattack by ruling."""
    declared = ctx.in_counterattack and ctx.rules.readings.night_asked == "with_it"
    return ctx.today.kind == INITIAL or declared


def _enters(ctx: Context, row: ChartGroup) -> str:
    """The edge and the hexes of a group's Entry Code; "" if it has none."""
    code = ctx.rules.entry_code(row)
    if code is None:
        return ""
    edge = gettext("{code}, {edge} edge", code=gettext(code.name), edge=gettext(code.edge))
    hexes = hexes_of(code)
    return gettext("{entry}, {hexes} if on the map", entry=edge, hexes=hexes) if hexes else edge


# what is wrong --------------------------------------------------------------------------------


def _row_problems(ctx: Context, offer: BasketRow) -> Iterator[Problem]:
    rg, wish = offer.group.id, offer.wish
    limits = ", ".join(ctx.rule("purchase", part) for part in ("daily", "campaign", "entry"))
    yield from too_many(ctx, offer, offer.bars, limits)
    for way in WAYS:
        if wish[way] and way not in offer.ways:
            shut, mode = ctx.closed(offer.group), gettext(ctx.texts("purchase").labels["modes"][way])
            why, rule = shut or gettext("not for {way}", way=mode), ctx.rule("purchase", "entry" if shut else way)
            yield Problem(f"{way}:{rg}", f"{rg} {gettext(offer.group.name)}: {why}.", rule)
    if sum(wish[way] for way in WAYS) > offer.n:
        more = gettext_noop("{group}: {chosen} chosen, and more than that to be on the map, in Reserve or Dug-In.")
        text = gettext(more, group=rg, chosen=offer.n)
        yield Problem(f"{next(way for way in WAYS if wish[way])}:{rg}", text, ctx.rule("purchase", "price"))
    if wish[DUMMIES] > (most := wish[RESERVE] * offer.dummies_each):
        places = {"group": rg, "dummies": wish[DUMMIES], "most": most, "reserve": wish[RESERVE]}
        text = gettext("{group}: {dummies} Dummy counters, {most} allowed with {reserve} in Reserve.", **places)
        yield Problem(f"{DUMMIES}:{rg}", text, ctx.rule("purchase", RESERVE))


def _too_many_companies(ctx: Context, offers: tuple[BasketRow, ...]) -> Iterator[Problem]:
    """12.6215: the most companies of a day, modified inversely by the Historical DRM."""
    rule, chart = ctx.rules.pack.company_maximum, ctx.rules.groups[ctx.side]
    wanted = [offer.group for offer in offers if _counts(ctx, offer.group) for _ in range(offer.n)]
    earlier = [chart[group.rg] for group in ctx.bought_today() if _counts(ctx, chart[group.rg])]
    sizes = [row.size for row in (*earlier, *wanted)]
    companies = sizes.count("company")
    platoons = divided(sizes.count("platoon"), rule.platoons, rule.rounding) if rule.platoons else 0
    most = rule.base - ctx.historical()
    if not wanted or companies + platoons <= most:
        return
    message = gettext_noop("{companies} infantry companies on this day, {most} allowed.")
    if platoons:
        message = gettext_noop(
            "{companies} infantry companies and platoons for {more} more on this day, {most} allowed."
        )
    text = gettext(message, companies=companies, more=platoons, most=most)
    yield Problem(f"{N}:{wanted[0].id}", text, ctx.rule("purchase", "daily"))


def _counts(ctx: Context, row: ChartGroup) -> bool:
    """Whether a group counts towards the most companies, whole or as one of several platoons."""
    return row.letter == "I" and bool(row.size) and row.type not in ctx.rules.pack.company_maximum.platoons_never


class Shop(purchase.Shop[Context, BasketRow, Group]):
    """How groups are sold."""

    names = tuple(NOTHING)

    def chart(self, ctx: Context) -> Iterator[BasketRow]:
        """Groups given at the beginning never count (12.6216); those of an earlier scenario of the day do."""
        texts, bought_today, reserve = ctx.texts("purchase"), ctx.bought_today(), ctx.rules.pack.reserve
        for row in ctx.rules.groups[ctx.side].values():
            today = sum(group.rg == row.id for group in bought_today)
            overall = sum(group.rg == row.id and not group.given for group in ctx.mine.groups)
            bars, shut, most = barred(ctx, row), ctx.closed(row), row.cg_max[ctx.public.game]
            may = 0 if bars else max(0, min(row.daily_max - today, most - overall))
            why = bars or shut
            if not bars and not may:
                why = gettext("{today} today, {overall} so far: no more are left", today=today, overall=overall)
            ways = {} if shut else _ways(ctx, row)
            dummies = reserve.dummies_platoon if row.size == "platoon" else reserve.dummies
            if RESERVE not in ways or row.type in reserve.dummies_never:
                dummies = 0
            options = list[Option]()
            for way, cost in ways.items():
                label = gettext("{way}: {cost} CPP", way=gettext(texts.labels["modes"][way]), cost=cost)
                options.append(Option(way, label, may))
            if dummies:
                options.append(Option(DUMMIES, gettext(texts["dummies"]), may * dummies))
            yield BasketRow(
                group=row,
                family=texts.labels["families"][row.letter],
                enters=_enters(ctx, row),
                wish=NOTHING,
                price=row.cost,
                today=today,
                daily_max=row.daily_max,
                overall=overall,
                cg_max=most,
                may=may,
                why_not=why,
                ways=ways,
                dummies_each=dummies,
                options=tuple(options) if may else (),
                bars=bars,
            )

    def price_all(self, ctx: Context, offers: tuple[BasketRow, ...]) -> Quote[BasketRow]:
        """The quote of these rows: Support is spent first (12.6181)."""
        problems = [problem for offer in offers for problem in _row_problems(ctx, offer)]
        problems += _too_many_companies(ctx, offers)
        row, spent = ctx.roster_row, sum(offer.paid for offer in offers)
        if ctx.side != ctx.rules.pack.support.side:
            return quoted(ctx, offers, problems, replace(row.ledger, spent=spent))
        fitting = sum(offer.paid for offer in offers if offer.by_support)
        support = replace(row.support, spent=min(fitting, row.support.total))
        return quoted(ctx, offers, problems, replace(row.ledger, spent=spent - support.spent), support)

    def groups_bought(self, ctx: Context, priced: Quote[BasketRow]) -> list[Group]:
        """The groups of a basket that may be had, with what was paid for each from both purses and their dummies.

        Infantry and AFV that are not on the map at once enter later (CG9).
        """
        support, pack = priced.support.spent if priced.support else 0, ctx.rules.pack
        groups: list[Group] = []
        for offer in priced.offers:
            row, dummies = offer.group, offer.wish[DUMMIES]
            for n, way in enumerate(offer.by_way[: offer.may], start=offer.today + 1):
                paid = offer.cost(way)
                first = min(support, paid) if row.support else 0
                cloaked = min(dummies, offer.dummies_each) if way == RESERVE else 0
                support, dummies = support - first, dummies - cloaked
                enters = not way and row.letter in pack.reinforcements.value
                group = Group(f"{ctx.today.day}-{row.id}-{n}", row.id, ctx.date, paid, off=enters, options=row.options)
                groups.append(replace(group, way=way, support=first, dummies=cloaked))
        return groups

    def payload(self, ctx: Context, priced: Quote[BasketRow], groups: list[Group]) -> Outcome:
        """The new FPP and SAN of the date after the purchase of `groups`, and the Support CPP they took."""
        gained = dict.fromkeys(GAINS, 0)
        for group in groups:
            row = ctx.row_of(group)
            if row.kind in GAINS:
                gained[row.kind] += sum(number for _, number in row.units)
        line = {kind: getattr(ctx.roster_row, kind) + number for kind, number in gained.items() if number}
        return {"support": {"spent": priced.support.spent} if priced.support else {}, "line": line}


SHOP = Shop()
