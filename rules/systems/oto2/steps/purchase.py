"""7.518: what a sealed basket leaves in its side's room."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from rules.parts.refit.steps.purchase import Shop, purchase
from rules.systems.oto2.basket import Offer, Quote, extra_of, quote, read
from rules.systems.oto2.desk import Desk
from rules.systems.oto2.odds import prospects
from rules.systems.oto2.state import Group


def _made(desk: Desk, priced: Quote) -> Mapping[str, Any]:
    groups = [group for offer in priced.offers if not offer.given for group in _bought(desk, offer)]
    return {
        "buy": [asdict(group) for group in groups],
        "groups": _given_on_board(desk, priced),
        "line": _gains(desk, priced),
    }


def _bought(desk: Desk, offer: Offer) -> list[Group]:
    """The groups of one row: the first `alt` of them arrive the other way, extras go round in turn."""
    row, wish = offer.group, offer.wish
    date = desk.book.dates[desk.date].key
    usual_off = desk.initial and not desk.german
    extra = extra_of(desk, row)
    each = [0] * wish.n
    for n in range(wish.extra):
        each[n % wish.n] += 1
    value = 0
    if wish.alt:
        value = (offer.paid - wish.n * row.price - (extra.price * wish.extra if extra else 0)) // wish.alt
    return [
        Group(
            id=f"{date}-{row.id}-{n + 1}",
            rg=row.id,
            date=desk.date,
            paid=row.price + (value if n < wish.alt else 0) + (each[n] * extra.price if extra else 0),
            off=(n >= wish.alt) if usual_off else (n < wish.alt),
            options={extra.key: each[n]} if extra and each[n] else {},
        )
        for n in range(wish.n)
    ]


def _given_on_board(desk: Desk, priced: Quote) -> dict[str, dict[str, Any]]:
    """Given Russian groups paid for to set up on board (CG12b)."""
    changes: dict[str, dict[str, Any]] = {}
    for offer in priced.offers:
        if offer.given:
            value, _, _ = desk.book.price_change(desk.side, desk.initial)
            given = [g for g in desk.mine.groups if g.given and g.rg == offer.group.id]
            changes |= {g.id: {"off": False, "paid": value} for g in given[: offer.wish.alt]}
    return changes


def _gains(desk: Desk, priced: Quote) -> dict[str, Any]:
    """What a purchase brings at once: FPP to spend and SAN."""
    bought = {kind: sum(o.wish.n for o in priced.offers if o.group.kind == kind) for kind in ("fpp", "san")}
    gains: dict[str, Any] = {}
    if bought["fpp"]:
        gains["fpp"] = bought["fpp"] * int(desk.book.forts["fpp_group"]["fpp"])
    if bought["san"]:
        gains["san"] = desk.mine.now.san + bought["san"] * int(desk.book.pack["san"]["purchase"])
    return gains


STEPS = (purchase(Shop(read, quote, prospects, _made)),)
