"""A roll as a value: its dice, every modifier with reason and rule, and the odds of n dice.

Nothing here draws a die. Whoever draws hands the faces in, so that a page, the journal, a sheet and a test
all explain a result from the same object.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any

FACES = range(1, 7)
_NAMES = {1: "dr", 2: "DR"}


@dataclass(frozen=True)
class Modifier:
    """One addition to a roll: its value, why it applies, and the rule that says so."""

    value: int
    reason: str
    rule: str

    def text(self) -> str:
        """The modifier as a player reads it, such as `-1 won (7.516)`."""
        return f"{self.value:+d} {self.reason}" + (f" ({self.rule})" if self.rule else "")


@dataclass(frozen=True)
class Reckoning:
    """How a result came about. `own` marks dice the player threw and typed in.

    `hit` has the values of the row of `table` that Original or Final hit.
    """

    dice: tuple[int, ...]
    modifiers: tuple[Modifier, ...] = ()
    own: bool = False
    table: str = ""
    result: str = ""
    hit: Mapping[str, str | int | None] | None = None

    def __post_init__(self) -> None:
        if not self.dice:
            raise ValueError("A reckoning needs at least one die.")
        if any(face not in FACES for face in self.dice):
            raise ValueError(f"A die shows 1 to 6, not {', '.join(map(str, self.dice))}.")

    @property
    def original(self) -> int:
        """The sum of the dice alone (the books' "Original")."""
        return sum(self.dice)

    @property
    def final(self) -> int:
        """The sum of the dice and every modifier (the books' "Final")."""
        return self.original + sum(modifier.value for modifier in self.modifiers)

    def text(self) -> str:
        """The whole reckoning on one line: `DR 7 (3+4) -1 won (7.516) = 6: 24 CPP`."""
        words = [f"{_NAMES.get(len(self.dice), f'{len(self.dice)} dice')} {self.original}"]
        if len(self.dice) > 1:
            words.append(f"({'+'.join(map(str, self.dice))})")
        words += [modifier.text() for modifier in self.modifiers]
        if self.modifiers:
            words.append(f"= {self.final}")
        return " ".join(words) + (f": {self.result}" if self.result else "")

    def to_json(self) -> dict[str, Any]:
        """A small plain dict for the journal; what has its default value is left out."""
        body: dict[str, Any] = {"dice": list(self.dice)}
        if self.modifiers:
            body["mods"] = [[each.value, each.reason, each.rule] for each in self.modifiers]
        if self.own:
            body["own"] = True
        if self.table:
            body["table"] = self.table
        if self.hit is not None:
            body["hit"] = dict(self.hit)
        if self.result:
            body["result"] = self.result
        return body

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> Reckoning:
        """The reckoning that `to_json` wrote."""
        return cls(
            dice=tuple(body["dice"]),
            modifiers=tuple(Modifier(*each) for each in body.get("mods", ())),
            own=body.get("own", False),
            table=body.get("table", ""),
            result=body.get("result", ""),
            hit=body.get("hit"),
        )


@cache
def odds(dice: int) -> Mapping[int, Fraction]:
    """The exact chance of every total of `dice` six-sided dice."""
    totals = {0: Fraction(1)}
    for _ in range(dice):
        grown: dict[int, Fraction] = {}
        for total, chance in totals.items():
            for face in FACES:
                grown[total + face] = grown.get(total + face, Fraction(0)) + chance / len(FACES)
        totals = grown
    return MappingProxyType(totals)
