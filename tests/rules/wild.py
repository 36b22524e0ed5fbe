"""A player who does anything the rules allow: random baskets, entries, losses, own dice, second thoughts."""

from __future__ import annotations

import random
from typing import Any

from rules.kernel import Refused
from rules.parts.counters import piles
from rules.systems.oto2.basket import Wish, quote
from rules.systems.oto2.book import rulings
from rules.systems.oto2.byhand import KINDS, LOST, MARKS
from rules.systems.oto2.founding import DICE
from tests.rules.play import SIDES, SYSTEM, Game

NAMES = {"leader": ("8-1", "6+1", "10-3"), "armor_leader": ("9-1",), "squad": ("4-6-7", "4-4-7", "7-7-7")}
TEXTS = {"wind": ("No wind", "Mild Breeze"), "note": ("", "a note"), "pillboxes": ("", "1+3+5", "1+3+5, 2+3+4")}
PLACED = ("", "K20", "k20/1 hidden", "L18 pillbox", "M3 cover", "2 K20, N7 moved 2", "N32 hidden cover")
TEXTS["locations"] = ("", "K20", "K20/1, L18 pillbox, M3", "N32")

TROUBLED = ("tank", "vehicle", "weapon", "gun")
TROUBLES = (
    ("immobilized", "abandoned", "stunned", "under recall", "under recall for ammunition", "malfunctioned",
     "bow MG malfunctioned", "coaxial MG disabled", "captured from the enemy", "low ammunition"),
    ("malfunctioned", "isolated", "captured from the enemy", "short of ammunition"),
)  # fmt: skip


class Wild(Game):
    """A campaign both sides of which play at random, all of it from one seed."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        chosen = {ruling.key: self.chance.choice(tuple(ruling.readings)) for ruling in rulings()}
        balance = self.chance.choice(tuple(SYSTEM.balances))
        super().__init__(seed=seed, balance=balance, dice=self.chance.choice(tuple(DICE)), rulings=chosen)

    def act(self, side: str) -> bool:
        """Do something with what waits for a side, or by hand; False if nothing waits."""
        if self.chance.random() < 0.15:
            self.by_hand(side)
        if self.chance.random() < 0.1 and self.tries(side, "take_back"):
            return True
        here = self.here(side)
        if here is None:
            return False
        known = getattr(self, f"on_{here.task.kind}", None)
        if known is None or not known(side, here.task):
            self.answer(side)
        return True

    def tries(self, side: str, order: str, **data: Any) -> bool:
        """Give an order the rules may turn down; whether they took it."""
        try:
            self.order(side, order, **data)
        except Refused:
            return False
        return True

    def typed(self, task: Any, without: str = "") -> dict[str, Any]:
        """Own dice, some of them or all where both ways are open."""
        needs = [need for need in getattr(task, "needs", ()) if need.key != without]
        if getattr(task, "mode", "") == "either":
            needs = [need for need in needs if self.chance.random() < 0.5]
        elif getattr(task, "mode", "") != "own":
            needs = []
        faces = {need.key: [self.chance.randint(1, 6) for _ in range(need.dice)] for need in needs}
        return {"dice": faces} if faces else {}

    def on_purchase(self, side: str, task: Any) -> bool:
        """A basket filled at random for as long as it may be sealed."""
        desk, basket = self.desk(side), {}
        offers = list(task.quote.offers)
        for offer in self.chance.sample(offers, self.chance.randint(0, len(offers))):
            number = 0 if offer.given else self.chance.randint(0, 3)
            key = f"given:{offer.group.id}" if offer.given else offer.group.id
            wish = Wish(number, self.chance.choice((0, 0, 1)), self.chance.choice((0, 0, 1)))
            if not quote(desk, {**basket, key: wish}).problems:
                basket[key] = wish
        self.order(side, "seal", rows={key: vars(wish) for key, wish in basket.items()})
        return True

    def on_fortify(self, side: str, task: Any) -> bool:
        """Fortifications at random, if the points last."""
        entered = {f.name: self.value(f) for f in task.form.fields if self.chance.random() < 0.4}
        return self.tries(side, "buy", **entered)

    def on_form(self, side: str, task: Any) -> bool:
        """Entries at random; a hex where one is asked for."""
        return self.tries(side, "enter", **{f.name: self.value(f) for f in task.fields}, **self.typed(task))

    def on_placing(self, side: str, task: Any) -> bool:
        """A hex or more for some of what stands on the map."""
        chosen = [field for field in task.form.fields if self.chance.random() < 0.3]
        return self.tries(side, "enter", **{field.name: self.chance.choice(PLACED) for field in chosen})

    def on_report(self, side: str, task: Any) -> bool:
        """Put an account, agree to the other's, or put another one."""
        if task.proposal is not None and not task.mine and self.chance.random() < 0.8:
            return self.tries(side, "confirm", number=task.proposal.number)
        return self.tries(side, "propose", **{f.name: self.value(f) for f in task.form.fields})

    def value(self, field: Any) -> Any:
        """Something this field takes."""
        if field.kind == "select":
            return self.chance.choice(field.options)[0]
        if field.kind == "number":
            return self.chance.randint(field.low, min(field.high, field.low + 10))
        if field.kind == "check":
            return self.chance.random() < 0.3
        return self.chance.choice(TEXTS.get(field.name, ("N32", "a10", "QQ5/2")))

    def by_hand(self, side: str) -> None:
        """A loss, a change or an addition."""
        found = piles(self.room(side).counters)
        pile = self.chance.choice(found)
        number = self.chance.randint(0, pile.count)
        marks = self.chance.sample(MARKS, 2)
        kind = self.chance.choice(KINDS)
        self.chance.choice(
            (
                lambda: self.tries(side, "lose", piles={str(pile.key): number}, fate=self.chance.choice(LOST)),
                lambda: self.tries(side, "change", pile=pile.key, count=number, marks=marks, place="N1", worth=3),
                lambda: self.wound(side),
                lambda: self.trouble(side),
                lambda: self.tries(side, "change", pile=pile.key, count=number, name=self.name(pile.like.kind)),
                lambda: self.tries(side, "add", kind=kind, name=self.name(kind), count=self.chance.randint(1, 3)),
            )
        )()

    def wound(self, side: str) -> None:
        """Mark a leader as wounded, perhaps heroic or isolated too."""
        leaders = [pile for pile in piles(self.room(side).on_hand) if pile.like.kind == "leader"]
        if leaders:
            marks = ["wounded", *self.chance.sample(("heroic", "isolated"), self.chance.randint(0, 1))]
            self.tries(side, "change", pile=self.chance.choice(leaders).key, count=1, marks=marks)

    def trouble(self, side: str) -> None:
        """Put some vehicles or weapons into the troubles that 7.513 looks after."""
        found = [pile for pile in piles(self.room(side).on_hand) if pile.like.kind in TROUBLED]
        for pile in self.chance.sample(found, min(2, len(found))):
            marks = self.chance.sample(TROUBLES[pile.like.kind == "weapon"], 2)
            self.tries(side, "change", pile=pile.key, count=1, marks=marks)
        spent = [pile for pile in found if pile.like.name in ("FT", "DC")]
        for pile in spent[:1]:
            self.tries(side, "lose", piles={str(pile.key): 1}, fate="used")

    def name(self, kind: str) -> str:
        return self.chance.choice(NAMES.get(kind, ("Thing", "2-4-7", "Hero")))

    def turn(self) -> bool:
        """Both sides act, in either order; False if neither could."""
        order = self.chance.sample(SIDES, 2)
        acted = [self.act(side) for side in order]
        return any(acted)
