"""12.621: what a sealed basket leaves in its side's room."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from rules.parts.refit.prospects import Prospect
from rules.parts.refit.steps.purchase import Shop, purchase
from rules.systems.votg.basket import Quote, bought, quote, read
from rules.systems.votg.desk import Desk
from rules.systems.votg.odds import prospects
from rules.systems.votg.state import Group

GAINS = ("fpp", "san")
"""Kinds of groups that are had as soon as they are bought: their units say how many points."""


def _prospects(desk: Desk, priced: Quote) -> tuple[Prospect, ...]:
    return prospects(desk, bought(desk, priced))


def _made(desk: Desk, priced: Quote) -> Mapping[str, Any]:
    groups = bought(desk, priced)
    return {
        "buy": [asdict(group) for group in groups],
        "support": {"spent": priced.support.spent} if priced.support else {},
        "line": _gains(desk, groups),
    }


def _gains(desk: Desk, groups: list[Group]) -> dict[str, int]:
    """The new FPP and SAN of the line after the purchase of `groups`."""
    gained = dict.fromkeys(GAINS, 0)
    for group in groups:
        row = desk.book.groups[desk.side][group.rg]
        if row.kind in GAINS:
            gained[row.kind] += sum(number for _, number in row.units)
    return {kind: getattr(desk.line, kind) + number for kind, number in gained.items() if number}


STEPS = (purchase(Shop(read, quote, _prospects, _made)),)
