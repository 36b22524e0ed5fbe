"""Cards in hand and in the deck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from rules.engine.replace import replace


class HoldsCards:
    """Mixin for a side's room, a dataclass with its `hand` and its `deck`; all cards differ.

    The deck has no order: a card is chosen when it is drawn, since its owner could read an order before.
    """

    deck: tuple[str, ...]
    hand: tuple[str, ...]

    def with_drawn(self, cards: Sequence[str]) -> Self:
        """The room with these cards of the deck in hand."""
        deck = tuple(card for card in self.deck if card not in cards)
        return replace(self, deck=deck, hand=(*self.hand, *cards))  # type: ignore[type-var]

    def laid(self, card: str) -> Self:
        """The room without a card that was in hand."""
        return replace(self, hand=tuple(each for each in self.hand if each != card))  # type: ignore[type-var]
