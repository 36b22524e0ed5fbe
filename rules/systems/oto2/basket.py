"""What a basket of reinforcement groups costs and whether it may be bought (7.518, CG12).

A basket is what a player has on the chart: for each RG how many (`n`), how many of them
arrive the other way (`alt`: Germans and later Russians off board for less, Russians of
the Initial Scenario on board for more), and `extra` things paid for beside them. It is
priced here for the page while it is a draft and for the order when it is sealed.
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
from rules.parts.refit.steps.markers import OWN_OBSERVER
from rules.parts.rounding import divided
from rules.systems.oto2.desk import Desk
from rules.tables import GroupLine

WISHES = ("n", "alt", "extra")
COUNTED = ("squads", "vehicles", "guns")


@dataclass(frozen=True)
class Wish:
    """A row of the basket as entered."""

    n: int = 0
    alt: int = 0
    extra: int = 0


@dataclass(frozen=True)
class Extra:
    """Something that may be paid for beside a group: at most `each` per group."""

    key: str
    label: str
    each: int
    price: int
    rule: str


@dataclass(frozen=True, kw_only=True)
class Offer(refit.Offer):
    """A row of the chart with what was entered in it; `alt` says which way is the other one."""

    group: GroupLine
    wish: Wish
    alt: str
    extra: Extra | None


@dataclass(frozen=True)
class Quote(refit.Quote):
    """A basket priced."""

    offers: tuple[Offer, ...]


Basket = Mapping[str, Wish]


def read(data: Mapping[str, Any]) -> Basket:
    """The basket an order or a draft describes: {"rows": {"I1": {"n": 1, "alt": 0, "extra": 0}}}."""
    return {key: Wish(**row) for key, row in refit.read(data, WISHES).items()}


def quote(desk: Desk, basket: Basket) -> Quote:
    """`basket` priced against the chart, the points and the purchases so far."""
    chart = desk.book.groups[desk.side]
    given = _given_groups(desk)
    if unknown := [key for key in basket if key not in chart and key not in {f"given:{rg}" for rg in given}]:
        name = entries.shown(unknown[0])
        raise Refused(
            f"There is no group {name} in your chart.",
            rule="7.518",
            field=f"n:{unknown[0]}",
            way_out="Take groups by the IDs of your own chart.",
        )
    offers = tuple(_offer(desk, row, basket.get(row.id, Wish())) for row in chart.values())
    offers += tuple(_given(desk, rg, n, basket.get(f"given:{rg}", Wish())) for rg, n in given.items())
    ledger = replace(desk.mine.now.ledger, spent=sum(offer.paid for offer in offers))
    return Quote(offers, ledger, tuple(_problems(desk, offers, ledger)), desk.said("purchase")["period"])


def _offer(desk: Desk, row: GroupLine, wish: Wish) -> Offer:
    before = [g for g in desk.mine.groups if g.rg == row.id and not g.given]
    today = sum(g.date == desk.date for g in before)
    may, why = _maximum(desk, row, today, len(before))
    alt = _alt(desk, row)
    extra = extra_of(desk, row)
    paid = wish.n * row.price + _changed(desk, row, wish, alt) + wish.extra * (extra.price if extra else 0)
    return Offer(
        group=row,
        family=desk.said("purchase")["families"][row.id[0]],
        brings=_brings(row),
        n=wish.n,
        price=row.price,
        today=today,
        daily_max=row.date_max,
        overall=len(before),
        cg_max=row.cg_max,
        may=may,
        why_not=why,
        options=tuple(_options(desk, wish, alt, extra, may)) if may else (),
        paid=paid,
        wish=wish,
        alt=alt,
        extra=extra,
    )


def _brings(row: GroupLine) -> str:
    """What a group of the chart brings: "4-6-7 × 12 or 9", "HMG × 2, .50 cal"; "" if its name says it all."""
    if row.kind in COUNTED:
        return f"{row.units[0][0]} × {row.full} or {row.depleted}"
    said = ", ".join(f"{name} × {number}" if number > 1 else name for name, number in row.units)
    return "" if said == row.name else said


def _options(desk: Desk, wish: Wish, alt: str, extra: Extra | None, may: int) -> Iterator[Option]:
    """What may be entered beside the number of a row."""
    if alt:
        yield Option("alt", desk.said("purchase")["ways"][alt], wish.alt, may)
    if extra:
        yield Option("extra", f"{extra.label} +{extra.price}", wish.extra, may * extra.each)


def _changed(desk: Desk, row: GroupLine, wish: Wish, alt: str) -> int:
    """What the other way of arriving does to the row's sum, never below the floor of a price."""
    if not alt or not wish.alt:
        return 0
    value, _, _ = desk.book.price_change(desk.side, desk.initial)
    floor = int(desk.book.reading(desk.book.pack["price_floor"]))
    return wish.alt * (max(row.price + value, floor) - row.price)


def _maximum(desk: Desk, row: GroupLine, today: int, overall: int) -> tuple[int, str]:
    """How many of the row may be bought now, and if none, why."""
    if why := _barred(desk, row):
        return 0, why
    left_today, left_overall = row.date_max - today, row.cg_max - overall
    if left_overall <= 0:
        return 0, f"CG maximum of {row.cg_max} reached (7.5188)"
    return min(left_today, left_overall), ""


def _barred(desk: Desk, row: GroupLine) -> str:
    if row.kind == "fpp" and desk.initial and not desk.german:
        return "Russian Foxholes can't be bought for the Initial Scenario, and FPP do not keep (IHSR 7, 7.520)"
    if row.kind == "recon" and desk.ruling("recon_m3") == "not_sold":
        return "by this campaign's ruling Recon is bought in 7.5225 alone"
    return ""


def _alt(desk: Desk, row: GroupLine) -> str:
    """ "on" or "off" if the row's groups may arrive the other way, else ""."""
    _, way, kinds = desk.book.price_change(desk.side, desk.initial)
    return way if {row.kind, row.id} & set(kinds) else ""


def extra_of(desk: Desk, row: GroupLine) -> Extra | None:
    """What may be paid for beside a group of this row (notes f, h, i, o)."""
    pack = desk.book.pack
    if row.kind == "oba" and "f" in row.notes:
        prereg = pack["pre_registered"]
        return Extra("prereg", "Pre-Reg. hexes", int(prereg["per_module"]), int(prereg["price"]), "note f")
    if row.kind == "observer":
        rules = pack["observer"]
        levels = int(rules["level_max"]) - int(rules["level"])
        return Extra("level", "at level 3", levels, int(rules["price_per_level"]), "notes h, i")
    if "o" in row.notes and row.id in pack["trucks"]["groups"]:
        return Extra("trucks", f"{pack['trucks']['unit']} trucks", 1, int(pack["trucks"]["price"]), "note o")
    return None


def _given_groups(desk: Desk) -> dict[str, int]:
    """The side's given groups that may be set up on board for more (CG12b), by RG."""
    if not desk.initial or desk.german:
        return {}
    found: dict[str, int] = {}
    for group in desk.mine.groups:
        if group.given:
            found[group.rg] = found.get(group.rg, 0) + 1
    return found


def _given(desk: Desk, rg: str, number: int, wish: Wish) -> Offer:
    value, way, _ = desk.book.price_change(desk.side, desk.initial)
    row = desk.book.groups[desk.side][rg]
    return Offer(
        group=row,
        family=desk.said("purchase")["families"]["given"],
        brings=_brings(row),
        n=number,
        price=row.price,
        today=0,
        daily_max=0,
        overall=0,
        cg_max=0,
        may=number,
        options=tuple(_options(desk, wish, way, None, number)),
        paid=wish.alt * value,
        given=True,
        wish=Wish(number, wish.alt),
        alt=way,
        extra=None,
    )


def _problems(desk: Desk, offers: tuple[Offer, ...], ledger: Ledger) -> list[Problem]:
    spent, available = ledger.spent, ledger.total
    found = [problem for offer in offers for problem in _row_problems(offer)]
    found += _share_problems(desk, offers, available)
    found += _observer_problems(desk, offers)
    if spent > available:
        found.append(Problem("", f"{spent} CPP spent, {available} there: {spent - available} too many.", "7.518"))
    return found


def _row_problems(offer: Offer) -> list[Problem]:
    row, wish, found = offer.group, offer.wish, []
    if not offer.given and wish.n > offer.may:
        why = offer.why_not or (
            f"{wish.n} chosen, {offer.may} may be bought: {row.date_max} a date, {row.cg_max} in the campaign"
        )
        found.append(Problem(f"n:{row.id}", f"{row.id} {row.name}: {why}.", "7.5187, 7.5188"))
    if wish.alt > (wish.n if offer.alt else 0):
        found.append(Problem(f"alt:{row.id}", f"{row.id}: no more than the groups bought can arrive so.", "CG12"))
    most = wish.n * offer.extra.each if offer.extra else 0
    if wish.extra > most:
        text, rule = "nothing can be paid for beside it", "7.518"
        if offer.extra:
            text, rule = f"at most {most} {offer.extra.label}, {wish.extra} chosen", offer.extra.rule
        found.append(Problem(f"extra:{row.id}", f"{row.id}: {text}.", rule))
    return found


def _share_problems(desk: Desk, offers: tuple[Offer, ...], available: int) -> list[Problem]:
    """Note i: German FPP and minefields may take a fifth of the points, fractions rounded up."""
    rules = desk.book.pack["fortification_share"]
    if desk.side != rules["side"]:
        return []
    base = available if desk.ruling("fpp_base") == "total" else desk.mine.now.ledger.start
    limit = divided(base * int(rules["percent"]), 100, str(rules["rounding"]))
    spent = sum(offer.paid for offer in offers if offer.group.id in rules["groups"])
    if spent <= limit:
        return []
    text = f"{spent} CPP on FPP and minefields, {limit} allowed: {rules['percent']} % of {base}, rounded up."
    return [Problem(f"n:{rules['groups'][0]}", text, "RG note i")]


def _observer_problems(desk: Desk, offers: tuple[Offer, ...]) -> list[Problem]:
    """CG7: an OBA module has one Offboard Observer at most; rocket modules bring their own."""
    wanted = sum(offer.wish.n for offer in offers if offer.group.kind == "observer")
    if not wanted:
        return []
    new = sum(offer.wish.n for offer in offers if offer.group.kind == "oba" and "f" in offer.group.notes)
    kept = [c for c in desk.mine.on_hand if c.kind == "oba" and OWN_OBSERVER not in c.marks]
    there = [c for c in desk.mine.on_hand if c.kind == "observer"]
    free = new + len(kept) - len(there)
    if wanted <= free:
        return []
    field = next(offer.group.id for offer in offers if offer.group.kind == "observer")
    text = f"{wanted} Offboard Observers chosen; modules without one: {max(free, 0)}."
    return [Problem(f"n:{field}", text, "CG7")]
