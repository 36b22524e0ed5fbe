"""What the steps of 7.519 share: a group's chart row, its name, the counters it brings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.parts.counters import READY
from rules.systems.oto2.arrival import Piece
from rules.systems.oto2.desk import Desk
from rules.systems.oto2.state import Group
from rules.tables import GroupLine

DEPLETED = "Depleted"


def rg(desk: Desk, group: Group) -> GroupLine:
    """The chart row a group was bought from."""
    return desk.book.groups[desk.side][group.rg]


def label(desk: Desk, group: Group) -> str:
    """A group as a page names it."""
    return f"{group.rg} {rg(desk, group).name} ({group.id})"


def _fate(group: Group) -> dict[str, Any]:
    return {"fate": "due" if group.off else READY}


def new_counters(desk: Desk, pieces: Iterable[tuple[Group, Piece]]) -> list[dict[str, Any]]:
    """Counters to be added to the side, each arriving as its group was bought."""
    return desk.new(
        (piece.kind, piece.name, group.id, {**_fate(group), **({"marks": list(piece.marks)} if piece.marks else {})})
        for group, piece in pieces
    )
