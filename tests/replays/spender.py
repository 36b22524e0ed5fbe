"""A campaign in which both sides spend what they have: nothing is left over that counts at the end (7.518)."""

from __future__ import annotations

from typing import Any

from rules.systems.oto2.basket import Wish, quote
from tests.rules.play import Game


class Spender(Game):
    """A game whose players buy one group after the other, the dearest first, for as long as the points last."""

    def answer(self, side: str) -> bool:
        here = self.here(side)
        if here is None or here.task.kind != "purchase":
            return super().answer(side)
        self.order(side, "seal", rows={key: vars(wish) for key, wish in self._basket(side, here.task).items()})
        return True

    def _basket(self, side: str, task: Any) -> dict[str, Wish]:
        """One more of each group in turn, until no group fits any more."""
        desk, basket = self.desk(side), dict[str, Wish]()
        offers = sorted((o for o in task.quote.offers if not o.given), key=lambda o: (-o.group.price, o.group.id))
        grown = True
        while grown:
            grown = False
            for offer in offers:
                more = {**basket, offer.group.id: Wish(basket.get(offer.group.id, Wish()).n + 1)}
                if not quote(desk, more).problems:
                    basket, grown = more, True
        return basket
