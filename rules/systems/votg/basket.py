"""What a basket of reinforcement groups costs and whether it may be bought (12.6211 to 12.6217).

A row is how many groups (`n`) and how many of them are bought to be on the map at once, in Reserve or Dug-In, each for
another price, with the Cloaking counters of the Reserve. It is priced for the page while it is a draft and for the
order when it is sealed. German Support CPP are spent first: they buy nothing that the other points do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.kernel import Refused
from rules.parts import entries
from rules.parts.refit import basket as refit
from rules.parts.refit.basket import Option, Problem
from rules.parts.refit.state import Ledger
from rules.parts.rounding import divided
from rules.systems.votg.chart import ChartGroup
from rules.systems.votg.desk import Desk
from rules.systems.votg.limits import barred, closed, left_of
from rules.systems.votg.shown import hexes_of
from rules.systems.votg.state import Group

N, ONBOARD, RESERVE, DUG_IN, DUMMIES = "n", "onboard", "reserve", "dug_in", "dummies"
WAYS = (ONBOARD, RESERVE, DUG_IN)
NAMES = (N, *WAYS, DUMMIES)
MUST = "on_map"
NO_RESERVE, NOT_DUG_IN = "no_reserve", "not_dug_in"

Wish = Mapping[str, int]
NOTHING: Wish = dict.fromkeys(NAMES, 0)


@dataclass(frozen=True, kw_only=True)
class Offer(refit.Offer):
    """A row of the chart with what was entered in it: the price of each way it can be bought, and what bars others."""

    group: ChartGroup
    wish: Wish
    ways: Mapping[str, int]
    dummies_each: int

    @property
    def by_way(self) -> tuple[str, ...]:
        """The way of each group bought: those of a way of their own first; the rest enters or must be on the map."""
        rest = ONBOARD if MUST in self.group.effects else ""
        chosen = [way for way in WAYS for _ in range(self.wish[way])]
        return tuple(chosen[: self.n] + [rest] * (self.n - len(chosen)))

    def cost(self, way: str) -> int:
        """What a group bought in this way costs."""
        return self.ways.get(way, self.price)


@dataclass(frozen=True)
class Quote(refit.Quote):
    """A basket priced."""

    offers: tuple[Offer, ...]


def read(data: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """The basket an order or a draft describes: {"rows": {"I1": {"n": 2, "onboard": 1}}}."""
    return refit.read(data, NAMES)


def quote(desk: Desk, basket: refit.Basket) -> Quote:
    """`basket` priced against the chart, the points and the purchases so far."""
    chart: Mapping[str, ChartGroup] = desk.book.groups[desk.side]
    if unknown := [key for key in basket if key not in chart]:
        raise Refused(
            f"There is no group {entries.shown(unknown[0])} in your chart.",
            rule=desk.rule("purchase", "id"),
            field=f"{N}:{unknown[0]}",
            way_out="Take groups by the IDs of your own chart.",
        )
    offers = tuple(_offer(desk, row, basket.get(row.id, NOTHING)) for row in chart.values())
    ledger, support = _purses(desk, offers)
    problems = (*_problems(desk, offers), *_short(desk, ledger))
    return Quote(offers, ledger, problems, desk.said("purchase")["period"], support)


# prices -------------------------------------------------------------------------------------


def _offer(desk: Desk, row: ChartGroup, wish: Wish) -> Offer:
    limits = left_of(desk, row)
    ways = _ways(desk, row)
    offer = Offer(
        group=row,
        family=desk.said("purchase")["families"][row.letter],
        brings=_brings(desk, row),
        n=wish[N],
        price=row.cost,
        today=limits.today,
        daily_max=row.daily_max,
        overall=limits.overall,
        cg_max=limits.most,
        may=limits.may,
        why_not=limits.why or closed(desk, row),
        paid=0,
        wish=wish,
        ways=ways,
        dummies_each=_dummies_each(desk, row) if RESERVE in ways else 0,
    )
    options = tuple(_options(desk, offer)) if limits.may else ()
    return replace(offer, paid=sum(offer.cost(way) for way in offer.by_way), options=options)


def _ways(desk: Desk, row: ChartGroup) -> dict[str, int]:
    """The price of each way the row's groups can be bought beside the usual one (12.6214)."""
    if closed(desk, row):
        return {}
    found: dict[str, int] = {}
    for change in desk.book.pack["price_change"]:
        if change["side"] == desk.side and row.letter in change["letters"] and not _never(row, change["key"]):
            value = 0 if row.id in change["free"] else int(change["value"])
            found[change["key"]] = row.cost + value
    if RESERVE in found:
        floor = int(desk.book.reading(desk.book.pack["price_floor"]))
        found[RESERVE] = min(row.cost, max(found[RESERVE], floor))
    if desk.side == (rules := desk.book.pack["dug_in"])["side"] and row.letter in rules["letters"]:
        surcharge = int(desk.book.reading(desk.book.pack["dug_in_surcharge"]))
        if row.kind == "vehicles" and NOT_DUG_IN not in row.effects:
            found[DUG_IN] = divided(row.cost * int(rules["percent"]), 100, rules["rounding"]) + surcharge
    return found


def _never(row: ChartGroup, way: str) -> bool:
    """Whether the chart's note keeps the row from a way, or makes it the usual one."""
    return (MUST if way == ONBOARD else NO_RESERVE) in row.effects


def _dummies_each(desk: Desk, row: ChartGroup) -> int:
    rules = desk.book.pack["reserve"]
    if row.type in rules["dummies_never"]:
        return 0
    return int(rules["dummies_platoon" if row.size == "platoon" else "dummies"])


def _purses(desk: Desk, offers: tuple[Offer, ...]) -> tuple[Ledger, Ledger | None]:
    """What the basket takes from the points and, of what it may buy, from Support first (12.6181)."""
    rules, line = desk.book.pack["support"], desk.line
    spent = sum(offer.paid for offer in offers)
    if desk.side != rules["side"]:
        return replace(line.ledger, spent=spent), None
    fitting = sum(offer.paid for offer in offers if offer.group.letter in rules["letters"])
    support = min(fitting, line.support.total)
    return replace(line.ledger, spent=spent - support), replace(line.support, spent=support)


# what the page says ---------------------------------------------------------------------------


def _options(desk: Desk, offer: Offer) -> Iterator[Option]:
    said = desk.said("purchase")
    for way, cost in offer.ways.items():
        yield Option(way, f"{said['modes'][way]}: {cost} CPP", offer.wish[way], offer.may)
    if offer.dummies_each:
        yield Option(DUMMIES, said["dummies"], offer.wish[DUMMIES], offer.may * offer.dummies_each)


def _brings(desk: Desk, row: ChartGroup) -> str:
    """What a group is and where it may come from: its units, its note, its Entry Code."""
    units = ", ".join(f"{name} × {number}" if number > 1 else name for name, number in row.units)
    if row.strengths:
        units += " × " + ", ".join(str(number) for number, _ in row.strengths.values())
    parts = [units if units != row.name else "", row.note, _entry(desk, row)]
    return "; ".join(part for part in parts if part)


def _entry(desk: Desk, row: ChartGroup) -> str:
    """Edge and hexes of its Entry Code, in words."""
    code = desk.book.entry_code(row)
    if code is None:
        return ""
    hexes = hexes_of(code)
    return f"{code['name']}, {code['edge']} edge{f', {hexes} if on the map' if hexes else ''}"


# what is wrong --------------------------------------------------------------------------------


def _problems(desk: Desk, offers: tuple[Offer, ...]) -> Iterator[Problem]:
    for offer in offers:
        yield from _row_problems(desk, offer)
    yield from _too_many_companies(desk, offers)


def _row_problems(desk: Desk, offer: Offer) -> Iterator[Problem]:
    row, wish = offer.group, offer.wish
    if offer.n > offer.may:
        why = barred(desk, row) or (
            f"{offer.n} chosen, {offer.may} may be bought: {offer.daily_max} a day, {offer.cg_max} in the campaign"
        )
        yield Problem(f"{N}:{row.id}", f"{row.id} {row.name}: {why}.", _limit_rules(desk))
    for way in WAYS:
        if wish[way] and way not in offer.ways:
            shut = closed(desk, row)
            why = shut or f"not for {desk.said('purchase')['modes'][way]}"
            rule = desk.rule("purchase", "entry" if shut else way)
            yield Problem(f"{way}:{row.id}", f"{row.id} {row.name}: {why}.", rule)
    if sum(wish[way] for way in WAYS) > offer.n:
        text = f"{row.id}: {offer.n} chosen, and more than that to be on the map, in Reserve or Dug-In."
        yield Problem(f"{next(way for way in WAYS if wish[way])}:{row.id}", text, desk.rule("purchase", "price"))
    if wish[DUMMIES] > (most := wish[RESERVE] * offer.dummies_each):
        text = f"{row.id}: {wish[DUMMIES]} Dummy counters, {most} allowed with {wish[RESERVE]} in Reserve."
        yield Problem(f"{DUMMIES}:{row.id}", text, desk.rule("purchase", RESERVE))


def _limit_rules(desk: Desk) -> str:
    return ", ".join(desk.rule("purchase", part) for part in ("daily", "campaign", "entry"))


def _too_many_companies(desk: Desk, offers: tuple[Offer, ...]) -> Iterator[Problem]:
    """12.6215: the most companies of a day, modified inversely by the Historical DRM."""
    wanted = [offer.group for offer in offers for _ in range(offer.n)]
    earlier = [desk.book.groups[desk.side][group.rg] for group in desk.bought_today()]
    companies, platoons = _counted(desk, [*earlier, *wanted])
    most = int(desk.book.pack["company_maximum"]["base"]) - desk.historical()
    infantry = [row for row in wanted if _counts(desk, row)]
    if not infantry or companies + platoons <= most:
        return
    said = f" and platoons for {platoons} more" if platoons else ""
    yield Problem(
        f"{N}:{infantry[0].id}",
        f"{companies} infantry companies{said} on this day, {most} allowed.",
        desk.rule("purchase", "daily"),
    )


def _counted(desk: Desk, rows: list[ChartGroup]) -> tuple[int, int]:
    """How many companies these are, and how many more their platoons stand for."""
    sizes = [row.size for row in rows if _counts(desk, row)]
    rules = desk.book.pack["company_maximum"]
    each = int(desk.book.reading(rules, "platoons"))
    return sizes.count("company"), divided(sizes.count("platoon"), each, rules["rounding"]) if each else 0


def _counts(desk: Desk, row: ChartGroup) -> bool:
    """Whether a group counts towards the most companies, whole or as one of several platoons."""
    return row.letter == "I" and bool(row.size) and row.type not in desk.book.pack["company_maximum"]["platoons_never"]


def _short(desk: Desk, ledger: Ledger) -> Iterator[Problem]:
    if ledger.left < 0:
        text = f"{ledger.spent} CPP spent, {ledger.total} there: {-ledger.left} too many."
        yield Problem("", text, desk.rule("purchase"))


# what is bought -------------------------------------------------------------------------------


def bought(desk: Desk, priced: Quote) -> list[Group]:
    """The groups of a basket that may be had, with what was paid for each from both purses and their dummies."""
    support = priced.support.spent if priced.support else 0
    groups: list[Group] = []
    for offer in priced.offers:
        dummies = offer.wish[DUMMIES]
        for n, way in enumerate(offer.by_way[: offer.may], start=offer.today + 1):
            paid = offer.cost(way)
            first = min(support, paid) if offer.group.letter in desk.book.pack["support"]["letters"] else 0
            cloaked = min(dummies, offer.dummies_each) if way == RESERVE else 0
            support, dummies = support - first, dummies - cloaked
            group = _group(desk, offer.group, n, way)
            groups.append(replace(group, paid=paid, support=first, dummies=cloaked))
    return groups


def _group(desk: Desk, row: ChartGroup, n: int, way: str) -> Group:
    """A group as the Purchase Record has it. Infantry and AFV that are not on the map at once enter later (CG9)."""
    enters = not way and row.letter in desk.book.pack["reinforcements"]["letters"]
    return Group(f"{desk.today.day}-{row.id}-{n}", row.id, desk.date, 0, off=enters, way=way, options=row.options)
