"""A basket of reinforcement groups: its rows, their prices, and how its page shows them.

A row of a basket is a table of numbers: `n` groups, and the options of its game (how many of them arrive another way,
what else is paid for). Each game defines what groups cost and what bars them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter as Tally
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Self, TypeVar

from rules.asl.context import RefitContext
from rules.asl.rule_data import GroupRow
from rules.asl.state import CppBudget
from rules.contract import Refused
from rules.engine.replace import replace
from rules.text import gettext

N = "n"
GIVEN = "given:"
"""The prefix of the key of a row for groups that the side has already."""
Wish = Mapping[str, int]
"""A row as entered: a number for each of its names."""
Basket = Mapping[str, Wish]
"""The rows as entered, by key."""


@dataclass(frozen=True)
class Option:
    """An option of a row: its name in the row, its label, its greatest and its current number.

    `unfit` is what was typed instead of a valid number.
    """

    key: str
    label: str
    most: int
    number: int = 0
    unfit: str = ""


@dataclass(frozen=True)
class Problem:
    """A reason why a basket can't be sealed: the entry, the sentence, the rule."""

    field: str
    message: str
    rule: str


@dataclass(frozen=True, kw_only=True)
class BasketRow(ABC):
    """A row of the chart for a side, with its `wish`, how many it `may` still have, and `why_not` more.

    `family` is its heading, untranslated; `given` marks groups that the side has already. `unfit` is what was typed
    instead of a valid number, `mistake` what is wrong with that or with an option.
    """

    group: GroupRow
    family: str
    wish: Wish
    price: int
    today: int = 0
    daily_max: int = 0
    overall: int = 0
    cg_max: int = 0
    may: int
    why_not: str = ""
    options: tuple[Option, ...] = ()
    given: bool = False
    unfit: str = ""
    mistake: str = ""

    @property
    @abstractmethod
    def brings(self) -> str:
        """What a group of it consists of; "" if its name says so."""

    @property
    @abstractmethod
    def paid(self) -> int:
        """The price of the wish."""

    @property
    def by_support(self) -> bool:
        """Whether a second purse buys it too, where its side has one."""
        return False

    def wished(self, wish: Wish) -> Self:
        """The row with another wish."""
        return replace(
            self, wish=wish, options=tuple(replace(option, number=wish[option.key]) for option in self.options)
        )

    @property
    def key(self) -> str:
        """Its key in the basket."""
        return f"{GIVEN}{self.group.id}" if self.given else self.group.id

    @property
    def n(self) -> int:
        """How many groups are in the basket."""
        return self.wish[N]

    @property
    def way_chosen(self) -> bool:
        """Whether one of its options has a number."""
        return any(option.number for option in self.options)

    @property
    def taken(self) -> bool:
        """Whether anything of it is in the basket."""
        return bool(self.paid or (self.n and not self.given))

    @property
    def in_words(self) -> str:
        """What is in the basket as text: "2 × Rifle Co. I (1 × off board −1)"."""
        name = gettext(self.group.name)
        group = name if self.given else gettext("{n} × {group}", n=self.n, group=name)
        options = ", ".join(
            gettext("{n} × {group}", n=option.number, group=option.label) for option in self.options if option.number
        )
        return gettext("{group} ({options})", group=group, options=options) if options else group

    def marked(self, refusals: Mapping[str, Refused], typed: Mapping[str, str]) -> Self:
        """The row with what was typed where `refusals`, by entry, have something against it."""
        names = [name for name in (N, *(option.key for option in self.options)) if f"{name}:{self.key}" in refusals]
        if not names:
            return self
        unfit = {name: typed[f"{name}:{self.key}"] for name in names}
        options = tuple(replace(option, unfit=unfit.get(option.key, "")) for option in self.options)
        return replace(
            self, options=options, unfit=unfit.get(N, ""), mistake=refusals[f"{names[0]}:{self.key}"].message
        )


R = TypeVar("R", bound=BasketRow)


@dataclass(frozen=True)
class Family(Generic[R]):
    """The rows of a chart under one heading, with their lowest and highest price."""

    title: str
    offers: Sequence[R]
    first: bool

    @property
    def low(self) -> int:
        return min(offer.price for offer in self.offers)

    @property
    def high(self) -> int:
        return max(offer.price for offer in self.offers)

    @property
    def bought(self) -> int:
        """How many groups of it are bought in the basket."""
        return sum(offer.n for offer in self.offers if not offer.given)

    @property
    def open(self) -> bool:
        """Whether its rows are unfolded: in the first family, and if anything is in them."""
        return self.first or any(offer.taken or offer.mistake for offer in self.offers)


@dataclass(frozen=True)
class Quote(Generic[R]):
    """A priced basket: all rows of the chart, the date's points after it, and all that is wrong.

    `support` are the points of a second purse if the side has one.
    """

    offers: tuple[R, ...]
    budget: CppBudget
    problems: tuple[Problem, ...]
    support: CppBudget | None = None

    @property
    def spent(self) -> int:
        return self.budget.spent

    @property
    def left(self) -> int:
        return self.budget.left

    @property
    def empty(self) -> bool:
        """Whether nothing is bought and nothing paid for."""
        return not self.count and not self.spent

    @property
    def count(self) -> int:
        """How many groups are bought."""
        return sum(offer.n for offer in self.offers if not offer.given)

    @property
    def families(self) -> tuple[Family[R], ...]:
        """The rows by heading, in the order of the chart."""
        by_title: dict[str, list[R]] = {}
        for offer in self.offers:
            by_title.setdefault(offer.family, []).append(offer)
        return tuple(Family(gettext(title), rows, first=not n) for n, (title, rows) in enumerate(by_title.items()))

    @property
    def affordable(self) -> tuple[R, ...]:
        """The rows of which one more group is allowed and can be paid with the points left."""
        both = self.left + (self.support.left if self.support else 0)
        more = (each for each in self.offers if not each.given and each.n < each.may)
        return tuple(each for each in more if each.price <= (both if each.by_support else self.left))


def quoted(
    ctx: RefitContext,
    offers: tuple[R, ...],
    problems: Iterable[Problem],
    budget: CppBudget,
    support: CppBudget | None = None,
) -> Quote[R]:
    """The quote of these rows; spending more points than there are is one more problem."""
    all_problems = [*problems]
    if budget.left < 0:
        places = {"spent": budget.spent, "total": budget.total, "more": -budget.left}
        text = gettext("{spent} CPP spent, {total} there: {more} too many.", **places)
        all_problems.append(Problem("", text, ctx.rule("purchase")))
    return Quote(offers, budget, tuple(all_problems), support)


def too_many(ctx: RefitContext, offer: BasketRow, why: str, rule: str) -> list[Problem]:
    """The problem of a row with more groups than may be bought; `why` replaces the usual sentence."""
    if offer.given or offer.n <= offer.may:
        return []
    places = {"chosen": offer.n, "may": offer.may, "daily": offer.daily_max, "overall": offer.cg_max}
    why = why or gettext(ctx.texts("purchase")["too_many"], **places)
    return [Problem(f"{N}:{offer.group.id}", f"{offer.group.id} {gettext(offer.group.name)}: {why}.", rule)]


def last_time(ctx: RefitContext, offers: Iterable[R]) -> tuple[tuple[R, int], ...]:
    """The latest basket sealed here before the date in play: each row with how many can be bought again today."""
    here = range(ctx.public.first_here, ctx.date)
    lines = [group.date for group in ctx.mine.groups if not group.given and group.date in here]
    if not lines:
        return ()
    counted = Tally(group.rg for group in ctx.mine.groups if not group.given and group.date == max(lines))
    rows = [(each, min(counted[each.group.id], each.may)) for each in offers if not each.given]
    return tuple((offer, number) for offer, number in rows if number)
