"""Chance as values: a roll with its dice and every modifier.

Nothing here draws a number. Rules are handed an `Rng` by the host, which records what it gave; a page, the journal, a
sheet and a test all explain a result from the same object.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

SIX = 6
"""The sides of a die where nothing else is said."""
TEN = 10
TENS = "the first die counts tens"
"""Why a d66 comes to more than the sum of its dice, in an event: a roll there always adds up."""
_NAMES = {1: "dr", 2: "DR"}
LONGEST_NAME = 80
NAME = re.compile(rf"[A-Za-z0-9_./:-]{{1,{LONGEST_NAME}}}")
"""What the name of a draw is made of."""


class Rng(Protocol):
    """Random numbers for the rules, which draw none themselves.

    The host gives each of them once, records it and can prove it afterwards. What was drawn has to stand in an event,
    in the order it was made: rolls as `Reckoning.to_json` writes them, draws as `Draw` of rules.engine.rolls does.

    A draw's `name` (see `draw_name`) says what is rolled for, such as `strength/23AM-I1-1`, and the numbers hang on it
    and on how often it was drawn before: not on what else a side rolls, nor in which order. So draws for different
    things have different names, and whatever a player may choose freely, such as an order, is no part of one.
    """

    def roll(self, name: str, count: int, sides: int = SIX) -> tuple[int, ...]:
        """`count` dice, each 1 to `sides`."""

    def draw(self, name: str, size: int, count: int) -> tuple[int, ...]:
        """`count` different places of a list of `size`, from 0, as they were drawn; ValueError if it is shorter."""

    def shuffle(self, name: str, size: int) -> tuple[int, ...]:
        """All places of a list of `size`, in any order alike."""


def draw_name(*parts: str) -> str:
    """The name of a draw, from the general to the particular: whatever the parts hold, it fits NAME.

    What does not fit becomes `_`; of a name that is too long, a digest stands for the rest.
    """
    whole = "/".join(parts)
    name = re.sub(r"[^A-Za-z0-9_./:-]", "_", whole)
    if len(name) <= LONGEST_NAME:
        return name
    return f"{name[: LONGEST_NAME - 17]}:{hashlib.sha256(whole.encode()).hexdigest()[:16]}"


def notation(count: int, sides: int = SIX, *, tens: bool = False) -> str:
    """Dice as they are written: dr, DR or `3 dice` with six sides, else `d10`, `2d10`; d66 with `tens`."""
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
    """How a result came about: dice of so many `sides`. `own` marks dice the player threw and typed in.

    `hit` has the values of the row of `table` that Original or Final hit. With `tens` the first of its two dice counts
    tens (d66).
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
        """Its dice as they are written, such as DR or 2d10."""
        return notation(len(self.dice), self.sides, tens=self.tens)

    @property
    def original(self) -> int:
        """The result of the dice alone, the books' "Original": their sum, or for a d66 the tens and units."""
        return sum(self.dice) + self._tens.value

    @property
    def _tens(self) -> Modifier:
        """What a d66 adds to the sum of its dice."""
        return Modifier((TEN - 1) * self.dice[0] * self.tens, TENS, "")

    @property
    def final(self) -> int:
        """The sum of the dice and every modifier (the books' "Final")."""
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
        """A small plain dict for the journal; what has its default value is left out."""
        body: dict[str, Any] = {"dice": list(self.dice)}
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
        """The reckoning that `to_json` wrote."""
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
