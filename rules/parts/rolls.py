"""Dice for many things at once: what has to be rolled, and rolling it.

A Need says what a roll is for and carries its modifiers, so that a page can show them
before a die is cast. The dice come from the host's luck or from the players' own cups.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.dice import FACES, Modifier, Reckoning
from rules.kernel import Luck, Refused
from rules.parts import entries
from rules.tables import Row, Table


@dataclass(frozen=True)
class Need:
    """A roll to be made: `key` names it within its step, `dice` is 1 (dr) or 2 (DR).

    `table` may be None where the number itself is the result.
    """

    key: str
    label: str
    dice: int
    table: Table | None = None
    modifiers: tuple[Modifier, ...] = ()

    @property
    def drm(self) -> int:
        return sum(modifier.value for modifier in self.modifiers)

    @property
    def rule(self) -> str:
        """The rule of its table, "" without one."""
        return self.table.cite if self.table else ""


@dataclass(frozen=True)
class Rolled:
    """A Need with its dice: the reckoning, and the row hit if it had a table."""

    need: Need
    reckoning: Reckoning
    row: Row | None

    def value(self, column: str) -> str | int | None:
        """What the row hit says in `column`; None for a printed dash or without a table."""
        return self.row.values[column] if self.row else None


NOT_MADE = "Empty their boxes, or choose what they are rolled for."
OWN = "Roll at your table and type in each die as it fell."
Typed = Mapping[str, Any]
"""Dice typed in: faces by the key of their need. They are checked here, so they may be anything."""


def roll(needs: Iterable[Need], luck: Luck, typed: Typed, mode: str) -> tuple[Rolled, ...]:
    """Roll every need in order, with the dice `typed` or the host's, as the campaign's mode has it.

    `mode` is "server" (typed dice refused), "own" (all must be typed) or "either".
    Refuses dice for nothing, too many or too few of them, and faces that are not 1 to 6: all that before the host
    throws any, for whoever has seen dice must not be able to try something else.
    """
    needs = tuple(needs)
    if unknown := set(typed) - {need.key for need in needs}:
        raise Refused("Dice stand there for a roll that is not made.", field=min(unknown), way_out=NOT_MADE)
    if typed and mode == "server":
        raise Refused("This campaign rolls on the server.", way_out="Press the button; the dice are drawn for you.")
    faces = [_own(need, typed, mode) for need in needs]
    return tuple(_one(need, own or luck(need.dice), own is not None) for need, own in zip(needs, faces, strict=True))


def _own(need: Need, typed: Typed, mode: str) -> tuple[int, ...] | None:
    """The dice typed in for a Need, checked; None where the host throws."""
    if need.key in typed:
        return _checked(need, typed[need.key])
    if mode == "own":
        raise Refused(f"{need.label}: enter the dice you rolled.", rule=need.rule, field=need.key, way_out=OWN)
    return None


def _one(need: Need, dice: tuple[int, ...], own: bool) -> Rolled:
    reckoning = Reckoning(dice, need.modifiers, own)
    if need.table is None:
        return Rolled(need, reckoning, None)
    row = need.table.row(reckoning.final, reckoning.original)
    return Rolled(need, replace(reckoning, table=need.table.id, hit=row.values), row)


def _checked(need: Need, faces: Any) -> tuple[int, ...]:
    if not isinstance(faces, list | tuple):
        raise Refused(
            f"{need.label}: enter the faces of {need.dice} dice.", rule=need.rule, field=need.key, way_out=OWN
        )
    if len(faces) != need.dice:
        raise Refused(
            f"{need.label}: {need.dice} {'die' if need.dice == 1 else 'dice'} needed, {len(faces)} entered.",
            rule=need.rule,
            field=need.key,
            way_out="Fill every box of this roll, or leave all of them empty where the server may roll.",
        )
    if bad := [face for face in faces if type(face) is not int or face not in FACES]:
        wrong = f"{need.label}: {entries.shown(bad[0])} is no face of a die; enter 1 to 6."
        raise Refused(wrong, rule=need.rule, field=need.key, way_out="Look at the die again and enter what it shows.")
    return tuple(faces)
