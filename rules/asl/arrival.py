"""Reinforcement groups that are called up: what a page calls them, and the counters they bring."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rules.asl.context import RefitContext
from rules.asl.counters import READY
from rules.asl.state import Group


@dataclass(frozen=True)
class NewCounter:
    """A counter to be: its class, its name, its conditions."""

    kind: str
    name: str
    marks: tuple[str, ...] = ()


def label(ctx: RefitContext, group: Group) -> str:
    """A group as a page names it."""
    return f"{group.rg} {ctx.row_of(group).name} ({group.id})"


def new_counters(ctx: RefitContext, pieces: Iterable[tuple[Group, NewCounter]]) -> list[dict[str, Any]]:
    """Counters to be added to the side, each arriving as its group was bought: at once, or due to enter later."""
    rows = [(group, piece, {"fate": "due" if group.off else READY}) for group, piece in pieces]
    received_rows = (
        (piece.kind, piece.name, group.id, {**fate, "marks": list(piece.marks)} if piece.marks else fate)
        for group, piece, fate in rows
    )
    return ctx.new(received_rows, arriving=True)
