"""Buying reinforcement groups in secret. What a basket costs and what comes of it is a game's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, TypeVar

from rules.kernel import Luck, Refused
from rules.parts.refit.basket import Quote
from rules.parts.refit.desk import Desk
from rules.parts.refit.prospects import Prospect
from rules.parts.refit.words import Deed
from rules.parts.stages import Taken

D = TypeVar("D", bound=Desk)
Q = TypeVar("Q", bound=Quote)


@dataclass(frozen=True)
class Shop(Generic[D, Q]):
    """How a game sells: `read` a basket, `quote` it, say what it is likely to bring (`prospects`), and what its sealing
    leaves in the side's room (`made`)."""

    read: Callable[[Mapping[str, Any]], Any]
    quote: Callable[[D, Any], Q]
    prospects: Callable[[D, Q], tuple[Prospect, ...]]
    made: Callable[[D, Q], Mapping[str, Any]]


@dataclass(frozen=True)
class PurchaseTask(Generic[D, Q]):
    """The chart and the points; `quote` prices the basket in hand (empty, or a draft's)."""

    kind: ClassVar[str] = "purchase"
    shop: Shop[D, Q]
    desk: D
    quote: Q

    def priced(self, draft: Mapping[str, Any]) -> PurchaseTask[D, Q]:
        """The same chart with the basket of a draft on it."""
        return replace(self, quote=self.shop.quote(self.desk, self.shop.read(draft)))

    @property
    def prospects(self) -> tuple[Prospect, ...]:
        """What the basket is likely to bring."""
        return self.shop.prospects(self.desk, self.quote)


def purchase(shop: Shop[D, Q]) -> Deed[D]:
    """The step in which a side fills its basket and seals it."""

    def task(desk: D) -> PurchaseTask[D, Q]:
        return PurchaseTask(shop, desk, shop.quote(desk, {}))

    def seal(desk: D, data: Mapping[str, Any], luck: Luck) -> Taken:
        priced = shop.quote(desk, shop.read(data))
        if priced.problems:
            first = priced.problems[0]
            kept = "Change the basket; it is kept as it is."
            raise Refused(first.message, rule=first.rule, field=first.field, way_out=kept)
        made = shop.made(desk, priced)
        event = desk.event("purchases.made", **{"ledger": {"spent": priced.spent}, "left": priced.left, **made})
        return Taken([event])

    return Deed("purchase", task, {"seal": seal})
