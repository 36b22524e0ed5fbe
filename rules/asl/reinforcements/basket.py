"""A basket as its page shows it: the chart in families, what can still be afforded, what was bought last time."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rules.asl.context import RefitContext


@dataclass(frozen=True)
class Family:
    """The rows of a chart under one heading, with their lowest and highest price."""

    title: str
    offers: Sequence[Any]
    first: bool

    @property
    def low(self) -> int:
        prices: list[int] = [offer.price for offer in self.offers]
        return min(prices)

    @property
    def high(self) -> int:
        prices: list[int] = [offer.price for offer in self.offers]
        return max(prices)

    @property
    def bought(self) -> int:
        """How many of its groups are in the basket."""
        return sum(int(offer.n) for offer in self.offers if not offer.given)

    @property
    def open(self) -> bool:
        """Whether its rows are seen at once: those of the first family, and where there is something in them."""
        return self.first or any(offer.taken or offer.mistake for offer in self.offers)


def families(offers: Iterable[Any]) -> tuple[Family, ...]:
    """The rows of a chart by the headings they stand under, in its order."""
    found: dict[str, list[Any]] = {}
    for offer in offers:
        found.setdefault(offer.family, []).append(offer)
    return tuple(Family(title, rows, first=not n) for n, (title, rows) in enumerate(found.items()))


class BasketShown:
    """What a page says of a priced basket beside its rows and points."""

    @property
    def families(self: Any) -> tuple[Family, ...]:
        """The rows by the headings they stand under."""
        return families(self.offers)

    @property
    def affordable(self: Any) -> tuple[Any, ...]:
        """The rows of which one more may be had for the points left."""
        left = self.left + (self.support.left if self.support else 0)
        return tuple(each for each in self.offers if not each.given and each.n < each.may and each.price <= left)


def last_time(ctx: RefitContext, offers: Iterable[Any]) -> tuple[tuple[Any, int], ...]:
    """The last basket before the line in hand: each row with the number of it that may be had again today."""
    lines = [group.date for group in ctx.mine.groups if not group.given and group.date < ctx.date]
    if not lines:
        return ()
    counted = Tally(group.rg for group in ctx.mine.groups if not group.given and group.date == max(lines))
    rows = [(each, min(counted[each.group.id], each.may)) for each in offers if not each.given]
    return tuple((offer, number) for offer, number in rows if number)
