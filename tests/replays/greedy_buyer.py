"""A player who spends what he has: nothing is left over that could still have bought a group."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.rules.driver import Driver


class GreedyBuyer(Driver):
    """A game whose players buy one group after the other, the dearest first, for as long as the points last."""

    def answer(self, side: str) -> bool:
        current = self.current(side)
        if current is None or current.task.kind != "purchase":
            return super().answer(side)
        self.order(side, "seal", rows=self._basket(current.task))
        return True

    def ranked(self, offers: Iterable[Any]) -> list[Any]:
        """The offers of a chart, the most wanted first."""
        return sorted((offer for offer in offers if not offer.given), key=lambda o: (-o.price, o.group.id))

    def fits(self, quote: Any) -> bool:
        """Whether a basket may be bought, and the side would."""
        return not quote.problems

    def _basket(self, task: Any) -> dict[str, dict[str, int]]:
        """One more of each group in turn, until no group fits any more."""
        basket: dict[str, dict[str, int]] = {}
        grown = True
        while grown:
            grown = False
            for offer in self.ranked(task.quote.offers):
                number = basket.get(offer.key, {"n": 0})["n"] + 1
                more = {**basket, offer.key: {"n": number}}
                if self.fits(task.priced({"rows": more}).quote):
                    basket, grown = more, True
        return basket
