"""Rolls as values: a Reckoning holds the dice and every modifier of a result.

Nothing here draws a random number. The host hands the rules an `Rng` and records what it gave; pages, the journal,
sheets and tests all explain a result from the same Reckoning.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

SIX = 6
"""The default number of sides of a die."""
TEN = 10
TENS = "the first die counts tens"
"""The reason of the modifier that events hold for a d66, so that dice and modifiers add up there too."""
_NAMES = {1: "dr", 2: "DR"}
LONGEST_NAME = 80
NAME = re.compile(rf"[A-Za-z0-9_./:-]{{1,{LONGEST_NAME}}}")
"""Matches the name of a draw."""


class Rng(Protocol):
    """The source of random numbers for the rules, which draw none themselves.

    The host gives each number once, records it and can prove it afterwards. All that was drawn has to be in an event,
    in the order of the draws: rolls as `Reckoning.to_json` writes them, draws as `rules.engine.rolls.Draw` does.

    A draw's `name` (see `draw_name`) says what it is for, such as `strength/23AM-I1-1`. The numbers depend on the name
    and on how often it was drawn before, not on what else a side rolls or in which order. So draws for different things
    need different names, and nothing that a player may choose freely, such as an order, may be part of a name.
    """

    def roll(self, name: str, count: int, sides: int = SIX) -> tuple[int, ...]:
        """`count` dice, each 1 to `sides`."""

    def draw(self, name: str, size: int, count: int) -> tuple[int, ...]:
        """`count` different indexes below `size`, in the order drawn; raises ValueError if `count` exceeds `size`."""

    def shuffle(self, name: str, size: int) -> tuple[int, ...]:
        """All indexes below `size` in random order, every order equally likely."""


def draw_name(*parts: str) -> str:
    """The name of a draw, with parts from general to particular; whatever they hold, the result matches NAME.

    Characters that do not fit become `_`; in a name that is too long a digest replaces the rest.
    """
    whole = "/".join(parts)
    name = re.sub(r"[^A-Za-z0-9_./:-]", "_", whole)
    if len(name) <= LONGEST_NAME:
        return name
    return f"{name[: LONGEST_NAME - 17]}:{hashlib.sha256(whole.encode()).hexdigest()[:16]}"


def notation(count: int, sides: int = SIX, *, tens: bool = False) -> str:
    """Dice in the usual notation: dr, DR or `3 dice` for six sides, else `d10`, `2d10`; d66 with `tens`."""
    if tens:
        return f"d{sides}{sides}"
    if sides == SIX:
        return _NAMES.get(count, f"{count} dice")
    return f"{count if count > 1 else ''}d{sides}"


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
    """How a result came about: dice with so many `sides`, and modifiers. `own` marks dice the player rolled himself.

    `hit` has the values of the row of `table` that Original or Final hit. With `tens` the first of two dice counts tens
    (d66). Raises ValueError without dice, or for faces they do not have.
    """

    dice: tuple[int, ...]
    modifiers: tuple[Modifier, ...] = ()
    own: bool = False
    table: str = ""
    result: str = ""
    hit: Mapping[str, str | int | None] | None = None
    sides: int = SIX
    tens: bool = False

    def __post_init__(self) -> None:
        if not self.dice:
            raise ValueError("A reckoning needs at least one die.")
        if any(not 1 <= face <= self.sides for face in self.dice):
            raise ValueError(f"A die shows 1 to {self.sides}, not {', '.join(map(str, self.dice))}.")

    @property
    def notation(self) -> str:
        """Its dice in the usual notation, such as DR or 2d10."""
        return notation(len(self.dice), self.sides, tens=self.tens)

    @property
    def original(self) -> int:
        """The result of the dice alone (the rulebooks' "Original"): their sum, or for a d66 the tens and units."""
        return sum(self.dice) + self._tens.value

    @property
    def _tens(self) -> Modifier:
        """What a d66 adds to the sum of its dice; 0 for other rolls."""
        return Modifier((TEN - 1) * self.dice[0] * self.tens, TENS, "")

    @property
    def final(self) -> int:
        """Original plus every modifier (the rulebooks' "Final")."""
        return self.original + sum(modifier.value for modifier in self.modifiers)

    def text(self) -> str:
        """The whole reckoning on one line: `DR 7 (3+4) -1 won (7.516) = 6: 24 CPP`."""
        words = [f"{self.notation} {self.original}"]
        if len(self.dice) > 1:
            words.append(f"({(', ' if self.tens else '+').join(map(str, self.dice))})")
        words += [modifier.text() for modifier in self.modifiers]
        if self.modifiers:
            words.append(f"= {self.final}")
        return " ".join(words) + (f": {self.result}" if self.result else "")

    def to_json(self) -> dict[str, Any]:
        """The reckoning as JSON for the journal; default values are left out."""
        body: dict[str, object] = {"dice": list(self.dice)}
        if self.sides != SIX:
            body["sides"] = self.sides
        if modifiers := ((self._tens,) if self.tens else ()) + self.modifiers:
            body["mods"] = [[each.value, each.reason, each.rule] for each in modifiers]
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
        """The reckoning from what `to_json` wrote."""
        modifiers = tuple(Modifier(*each) for each in body.get("mods", ()))
        plain = tuple(each for each in modifiers if each.reason != TENS)
        return cls(
            dice=tuple(body["dice"]),
            modifiers=plain,
            own=body.get("own", False),
            table=body.get("table", ""),
            result=body.get("result", ""),
            hit=body.get("hit"),
            sides=body.get("sides", SIX),
            tens=plain != modifiers,
        )
