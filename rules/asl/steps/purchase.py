"""Buying reinforcement groups in secret: how a game sells them, and the step in which a basket is sealed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, Self, TypeVar

from rules.asl.context import RefitContext, StepDef
from rules.asl.payloads import Outcome
from rules.asl.reinforcements.basket import Basket, BasketRow, N, Problem, Quote, Wish, last_time
from rules.asl.reinforcements.purchase_odds import Prospect
from rules.asl.state import Group
from rules.contract import Field, Gate, Refused
from rules.dice import Rng
from rules.engine import entries
from rules.engine.replace import replace
from rules.engine.stages import StepResult
from rules.engine.tasks import TaskBase
from rules.text import gettext, ngettext

PLENTY, LABEL = 99, 20
D = TypeVar("D", bound=RefitContext)
R = TypeVar("R", bound=BasketRow)
G = TypeVar("G", bound=Group)


class Shop(ABC, Generic[D, R, G]):
    """How a game sells. `names` are those a row of its baskets may have."""

    names: tuple[str, ...]

    @abstractmethod
    def chart(self, ctx: D) -> Iterable[R]:
        """The rows of the chart, while nothing is wished of them."""

    @abstractmethod
    def price_all(self, ctx: D, offers: tuple[R, ...]) -> Quote[R]:
        """The quote for all rows: price of each, points left, problems."""

    @abstractmethod
    def groups_bought(self, ctx: D, priced: Quote[R]) -> list[G]:
        """The groups of a basket."""

    @abstractmethod
    def payload(self, ctx: D, priced: Quote[R], groups: list[G]) -> Outcome:
        """The payload of the purchase beside its groups: points spent and what comes at once."""

    def read(self, data: Mapping[str, object]) -> Basket:
        """The basket an order or a draft describes: {"rows": {"I1": {"n": 1, ...}}}; a row has all of `names`."""
        rows = entries.table(data.get("rows", {}), "rows")
        return {key: self.wish(key, entries.table(row, f"{N}:{key}")) for key, row in rows.items()}

    def wish(self, key: str, row: Mapping[str, object]) -> Wish:
        """What is wished of the row `key`, by its entries."""
        entries.check_names(row, self.names)
        return {name: wished_number(key, name, row.get(name, 0)) for name in self.names}

    def read_each(self, ctx: D, data: Mapping[str, object]) -> tuple[Basket, dict[str, Refused]]:
        """The basket of a draft with the entries that fit, and the refusals of the others, by entry."""
        basket: dict[str, Wish] = {}
        refusals: dict[str, Refused] = {}
        for key, row in entries.table(data.get("rows", {}), "rows").items():
            fits = dict.fromkeys(self.names, 0)
            for name, value in entries.table(row, f"{N}:{key}").items():
                try:
                    entries.check_names({name: value}, self.names)
                    fits[name] = wished_number(key, name, value)
                except Refused as no:
                    refusals[f"{name}:{key}"] = no
            if key in self._offers(ctx):
                basket[key] = fits
            else:
                refusals[f"{N}:{key}"] = self._unknown(ctx, key)
        return basket, refusals

    def quote(self, ctx: D, basket: Basket) -> Quote[R]:
        """`basket` priced against the chart, the points and the purchases so far; refuses a row that is not there."""
        rows = self._offers(ctx)
        if unknown := [key for key in basket if key not in rows]:
            raise self._unknown(ctx, unknown[0])
        wishes = ((row, basket.get(key, row.wish)) for key, row in rows.items())
        return self.price_all(ctx, tuple(row if wish == row.wish else row.wished(wish) for row, wish in wishes))

    def _offers(self, ctx: D) -> Mapping[str, R]:
        """The rows of the chart by key, while nothing is wished of them."""
        if self not in ctx.known:
            ctx.known[self] = {row.key: row for row in self.chart(ctx)}
        rows: Mapping[str, R] = ctx.known[self]
        return rows

    def _unknown(self, ctx: D, key: str) -> Refused:
        message = gettext("There is no group {name} in your chart.", name=entries.excerpt(key))
        take = gettext("Take groups by the IDs of your own chart.")
        return Refused(message, rule=ctx.rule("purchase", "id"), field=f"{N}:{key}", way_out=take)


def wished_number(key: str, name: str, value: object) -> int:
    """What is entered under `name` beside the row `key`, Refused if it is no number of groups."""
    return entries.whole(value, key[:LABEL], low=0, high=PLENTY, field=f"{name}:{key}")


Prospects = Callable[[D, Sequence[G], int], tuple[Prospect, ...]]
"""What groups are likely to bring, with so many points left."""


@dataclass(frozen=True)
class PurchaseTask(TaskBase, Generic[D, R, G]):
    """The chart and the points. `drafted` is the price of a draft; an empty basket is priced when that is asked for."""

    kind: ClassVar[str] = "purchase"
    fields: ClassVar[tuple[Field, ...]] = ()
    orders: ClassVar[tuple[str, ...]] = ("seal",)
    shop: Shop[D, R, G]
    odds: Prospects[D, G]
    ctx: D
    drafted: Quote[R] | None = None

    @property
    def alone(self) -> bool:
        """See TaskBase."""
        return True

    def entries(self, act: str, typed: Mapping[str, str]) -> Mapping[str, object]:
        """The basket: what is typed beside a row is named n:I1, alt:I1; which names there are is the game's affair."""
        rows: dict[str, dict[str, str]] = {}
        for key, value in typed.items():
            name, colon, group = key.partition(":")
            if colon and value:
                rows.setdefault(group, {})[name] = value
        return {"rows": rows}

    def label(self, entry: str) -> str:
        """The group of a row, and of an option beside it what that is called."""
        name, _, key = entry.partition(":")
        offer = next((offer for offer in self.quote.offers if offer.key == key), None)
        if offer is None:
            return ""
        options = (option.label for option in offer.options if option.key == name)
        return ", ".join((gettext(offer.group.name), *options))

    def priced(self, draft: Mapping[str, Any]) -> Self:
        """The same chart with the basket of a draft; entries that are no fitting numbers are marked."""
        basket, refusals = self.shop.read_each(self.ctx, draft)
        quote = self.shop.quote(self.ctx, basket)
        if refusals:
            typed = {f"{name}:{key}": str(value) for key, row in draft["rows"].items() for name, value in row.items()}
            offers = tuple(offer.marked(refusals, typed) for offer in quote.offers)
            problems = (Problem(name, no.message, no.rule) for name, no in refusals.items())
            quote = replace(quote, offers=offers, problems=(*problems, *quote.problems))
        return replace(self, drafted=quote)

    @cached_property
    def quote(self) -> Quote[R]:
        """What the basket in hand costs and what is wrong with it."""
        return self.drafted or self.shop.quote(self.ctx, {})

    @property
    def period(self) -> str:
        """What the most of a day are called by."""
        return gettext(self.ctx.texts("purchase")["period"])

    @property
    def button(self) -> str:
        """What the seal will close: "Seal 3 purchases, 17 CPP"."""
        n, cpp, support = self.quote.count, self.quote.spent, self.quote.support
        if self.quote.empty:
            return gettext("Seal: buy nothing")
        if not support or not support.spent:
            return ngettext("Seal {n} purchase, {cpp} CPP", "Seal {n} purchases, {cpp} CPP", n, n=n, cpp=cpp)
        return ngettext(
            "Seal {n} purchase, {cpp} CPP and {support} Support CPP",
            "Seal {n} purchases, {cpp} CPP and {support} Support CPP",
            n,
            n=n,
            cpp=cpp,
            support=support.spent,
        )

    def gate(self, act: str, draft: Mapping[str, object]) -> Gate | None:
        """The basket with its prices and the points after it; None for one that can't be sealed."""
        if act not in self.orders:
            return None
        task = self.priced(draft)
        quote = task.quote
        if quote.problems:
            return None
        places = {"n": quote.count, "cpp": quote.spent, "total": quote.budget.total}
        bought = ngettext(
            "You buy {n} group for {cpp} of {total} CPP",
            "You buy {n} groups for {cpp} of {total} CPP",
            quote.count,
            **places,
        )
        done = tuple((offer.in_words, gettext("{cpp} CPP", cpp=offer.paid)) for offer in quote.offers if offer.taken)
        after = [(gettext("Spent"), gettext("{cpp} CPP", cpp=quote.spent))]
        after.append((gettext("Left"), gettext("{cpp} CPP", cpp=quote.left)))
        if quote.support:
            after.append((gettext("Support CPP spent"), str(quote.support.spent)))
            after.append((gettext("Support CPP left"), str(quote.support.left)))
        return Gate(bought if done else gettext("You buy nothing"), task.button, done, tuple(after))

    @property
    def last_time(self) -> tuple[tuple[R, int], ...]:
        """The basket before this one, as far as it may be bought again."""
        return last_time(self.ctx, self.quote.offers)

    @property
    def prospects(self) -> tuple[Prospect, ...]:
        """What the basket is likely to bring."""
        return self.odds(self.ctx, self.shop.groups_bought(self.ctx, self.quote), self.quote.left)


class PurchaseStep(StepDef[D], Generic[D, R, G]):
    """A side fills its basket and seals it."""

    key = "purchase"

    def __init__(self, shop: Shop[D, R, G], odds: Prospects[D, G]) -> None:
        self.shop, self.odds, self.handlers = shop, odds, {"seal": self.seal}

    def task(self, ctx: D) -> PurchaseTask[D, R, G]:
        """The chart with nothing in the basket."""
        return PurchaseTask(self.shop, self.odds, ctx)

    def seal(self, ctx: D, task: PurchaseTask[D, R, G], data: Mapping[str, object], rng: Rng) -> StepResult:
        """Buys what is in the basket."""
        priced = self.shop.quote(ctx, self.shop.read(data))
        if priced.problems:
            first = priced.problems[0]
            message = gettext("Change the basket; it is kept as it is.")
            raise Refused(first.message, rule=first.rule, field=first.field, way_out=message)
        groups = self.shop.groups_bought(ctx, priced)
        payload: Outcome = {
            "ledger": {"spent": priced.spent},
            "left": priced.left,
            "buy": [asdict(group) for group in groups],
            **self.shop.payload(ctx, priced, groups),
        }
        return StepResult([ctx.event("purchases.made", **payload)])
