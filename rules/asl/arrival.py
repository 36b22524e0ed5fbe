"""Reinforcement groups that are called up: what a page calls them, and the counters they bring."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.asl.context import RefitContext
from rules.asl.counters import DUE, READY, Change, CounterRow, Piece
from rules.asl.state import Group


@dataclass(frozen=True)
class NewCounter:
    """A counter that a group brings: its class, its name and its conditions."""

    kind: str
    name: str
    marks: tuple[str, ...] = ()


def label(ctx: RefitContext, group: Group) -> str:
    """The name of a group on a page."""
    return f"{group.rg} {ctx.row_of(group).name} ({group.id})"


def new_counters(ctx: RefitContext, pieces: Iterable[tuple[Group, NewCounter]]) -> list[CounterRow]:
    """The rows that add counters to the side: each is there at once or due to enter, as its group was bought."""
    arrived: list[Piece] = []
    for group, piece in pieces:
        values: Change = {"fate": DUE if group.off else READY}
        if piece.marks:
            values["marks"] = list(piece.marks)
        arrived.append((piece.kind, piece.name, group.id, values))
    return ctx.new(arrived, arriving=True)
