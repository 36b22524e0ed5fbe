"""7.518: buying reinforcement groups in secret, and breaking one's own seal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar

from rules.kernel import PUBLIC, Event, Luck, Refused
from rules.parts.stages import Taken
from rules.systems.oto2.basket import Offer, Quote, extra_of, quote, read
from rules.systems.oto2.desk import Desk
from rules.systems.oto2.odds import Prospect, prospects
from rules.systems.oto2.state import Group
from rules.systems.oto2.steps.common import step


@dataclass(frozen=True)
class PurchaseTask:
    """The chart and the points; `quote` prices the basket in hand (empty, or a draft's)."""

    kind: ClassVar[str] = "purchase"
    desk: Desk
    quote: Quote

    def priced(self, draft: Mapping[str, Any]) -> PurchaseTask:
        """The same chart with the basket of a draft on it."""
        return replace(self, quote=quote(self.desk, read(draft)))

    @property
    def prospects(self) -> tuple[Prospect, ...]:
        """What the basket is likely to bring."""
        return prospects(self.desk, self.quote)


def _task(desk: Desk) -> PurchaseTask:
    return PurchaseTask(desk, quote(desk, {}))


def _seal(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    priced = quote(desk, read(data))
    if priced.problems:
        first = priced.problems[0]
        raise Refused(
            first.message, rule=first.rule, field=first.field, way_out="Change the basket; it is kept as it is."
        )
    groups = [group for offer in priced.offers if not offer.given for group in _bought(desk, offer)]
    on_board = _given_on_board(desk, priced)
    event = desk.event(
        "purchases.made",
        buy=[asdict(group) for group in groups],
        groups=on_board,
        ledger={"spent": priced.spent},
        line=_gains(desk, priced),
        left=priced.left,
    )
    return Taken([event])


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


def take_back(desk: Desk, data: Mapping[str, Any], luck: Luck) -> list[Event]:
    """Break one's own seal while the other side has not sealed."""
    if desk.stage != "purchase" or desk.side not in desk.finished:
        raise Refused(
            "Your purchases can't be taken back any more.",
            way_out="Once both sides have sealed, what was bought stands.",
        )
    today = [group for group in desk.mine.groups if group.date == desk.date]
    bought = [group for group in today if not group.given]
    sans = sum(desk.book.groups[desk.side][g.rg].kind == "san" for g in bought)
    back = desk.event(
        "purchases.taken_back",
        at=0,
        returned=[group.id for group in bought],
        groups={g.id: {"off": True, "paid": 0} for g in today if g.given and not desk.german},
        ledger={"spent": 0},
        line={"fpp": 0, "san": desk.mine.now.san - sans * int(desk.book.pack["san"]["purchase"])},
    )
    return [back, Event("stage.taken_back", PUBLIC, {"side": desk.side})]


STEPS = (step("purchase", _task, {"seal": _seal}),)
