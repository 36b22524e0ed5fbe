"""Rolling the dice of several Needs at once.

A Need says what a roll is for and carries its modifiers, so that a page can show them before the roll. The dice come
from the host, or the players roll their own and type them in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.contract import FoundingChoice, Refused
from rules.dice import Reckoning, Rng
from rules.engine import entries
from rules.engine.replace import replace
from rules.tables import Need, Row
from rules.text import gettext, gettext_noop, ngettext


@dataclass(frozen=True)
class Rolled:
    """A Need with its dice: the reckoning, and the row hit if the Need has a table."""

    need: Need
    reckoning: Reckoning
    row: Row | None

    @classmethod
    def of(cls, need: Need, dice: tuple[int, ...], *, own: bool) -> Rolled:
        """`need` rolled with `dice`; `own` marks dice that a player rolled and typed in."""
        reckoning = Reckoning(dice, need.modifiers, own, sides=need.sides, tens=need.tens)
        if need.table is None:
            return cls(need, reckoning, None)
        row = need.table.row(reckoning.final, reckoning.original)
        return cls(need, replace(reckoning, table=need.table.id, hit=row.values), row)

    def value(self, column: str) -> str | int | None:
        """The value of the row hit in `column`; None for a printed dash or without a table."""
        return self.row.values[column] if self.row else None


@dataclass(frozen=True)
class Draw:
    """Indexes drawn from a list of `size` items without putting back. Raises ValueError if they do not fit that."""

    got: tuple[int, ...]
    size: int

    def __post_init__(self) -> None:
        if len({*self.got}) < len(self.got) or any(not 0 <= place < self.size for place in self.got):
            raise ValueError(f"{self.got} are not different places of {self.size}.")

    def to_json(self) -> dict[str, object]:
        """The draw as JSON for the journal; the published script of the check looks for these keys."""
        return {"drawn": list(self.got), "size": self.size}

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> Draw:
        """The draw from what `to_json` wrote."""
        return cls(tuple(body["drawn"]), body["size"])


DICE = FoundingChoice(
    "dice",
    gettext_noop("Dice"),
    {
        "server": gettext_noop("The server rolls"),
        "own": gettext_noop("Own dice, typed in"),
        "either": gettext_noop("Either, roll by roll"),
    },
)
"""The question of the founding page whose dice are rolled."""

NOT_MADE = gettext_noop("Empty their boxes, or choose what they are rolled for.")
LOOK_AGAIN = gettext_noop("Look at the die again and enter what it shows.")
OWN = gettext_noop("Roll at your table and type in each die as it fell.")
Typed = Mapping[str, object]
"""Typed dice: faces by the key of their need. They are checked here, so the values may be anything."""


def roll(needs: Iterable[Need], rng: Rng, typed: Typed, mode: str) -> tuple[Rolled, ...]:
    """Roll every need in order under its name, with the dice `typed` in or the host's.

    `mode` is "server" (typed dice are refused), "own" (all must be typed) or "either". Raises Refused for dice of an
    unknown need, a wrong number of dice, and impossible faces, always before the host rolls any: a player who has seen
    dice must not be able to retry with another order.
    """
    needs = tuple(needs)
    if unknown := set(typed) - {need.key for need in needs}:
        raise Refused(
            gettext("Dice stand there for a roll that is not made."), field=min(unknown), way_out=gettext(NOT_MADE)
        )
    if typed and mode == "server":
        raise Refused(
            gettext("This campaign rolls on the server."),
            way_out=gettext("Press the button; the dice are drawn for you."),
        )
    faces = [_own(need, typed, mode) for need in needs]
    return tuple(
        Rolled.of(need, own or rng.roll(need.name, need.dice, need.sides), own=own is not None)
        for need, own in zip(needs, faces, strict=True)
    )


def _own(need: Need, typed: Typed, mode: str) -> tuple[int, ...] | None:
    """The dice typed in for a Need, checked; None if the host rolls them."""
    if need.key not in typed:
        if mode != "own":
            return None
        raise Refused(
            gettext("{label}: enter the dice you rolled.", label=need.label),
            rule=need.rule,
            field=need.key,
            way_out=gettext(OWN),
        )
    faces = typed[need.key]
    if not isinstance(faces, list | tuple):
        raise Refused(
            gettext("{label}: enter the faces of {dice} dice.", label=need.label, dice=need.dice),
            rule=need.rule,
            field=need.key,
            way_out=gettext(OWN),
        )
    if len(faces) != need.dice:
        raise Refused(
            ngettext(
                "{label}: {dice} die needed, {faces} entered.",
                "{label}: {dice} dice needed, {faces} entered.",
                need.dice,
                label=need.label,
                dice=need.dice,
                faces=len(faces),
            ),
            rule=need.rule,
            field=need.key,
            way_out=gettext("Fill every box of this roll, or leave all of them empty where the server may roll."),
        )
    if bad := [face for face in faces if type(face) is not int or not need.lowest <= face <= need.sides]:
        message = no_face(need, entries.excerpt(bad[0]))
        raise Refused(message, rule=need.rule, field=need.key, way_out=gettext(LOOK_AGAIN))
    return tuple(face or need.sides for face in faces)


def no_face(need: Need, entry: str) -> str:
    """The message about `entry`, typed in for `need`, which is no face of its dice."""
    return gettext(
        "{label}: {entry} is no face of a die; enter 1 to {sides}.", label=need.label, entry=entry, sides=need.sides
    )
