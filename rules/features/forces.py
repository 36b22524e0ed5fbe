"""An order of battle, as pages show it and commanders change it by hand; for games whose sides own counters."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from rules.contract import P, S, State

CLAIMED = "capture.claimed"
"""The kind of event by which a side claims to have captured something and asks the owner to confirm."""


class Piece(Protocol):
    """One counter: its class, name, group, the CVP of its loss, fate, conditions (`marks`), Location and note."""

    @property
    def kind(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def group(self) -> str: ...

    @property
    def worth(self) -> int: ...

    @property
    def fate(self) -> str: ...

    @property
    def on_hand(self) -> bool: ...

    @property
    def marks(self) -> tuple[str, ...]: ...

    @property
    def place(self) -> str: ...

    @property
    def note(self) -> str: ...


class ForcesPile(Protocol):
    """Counters that are alike (`like` is one of them); `key` is the first one's id."""

    @property
    def key(self) -> int: ...

    @property
    def like(self) -> Piece: ...

    @property
    def ids(self) -> tuple[int, ...]: ...

    @property
    def count(self) -> int: ...

    @property
    def fate(self) -> str:
        """Their fate as text; "" for counters that are on hand."""


class ForcesSection(Protocol):
    """A part of the order of battle: piles of counters on hand and `gone`; different groups make different piles."""

    @property
    def title(self) -> str: ...

    @property
    def piles(self) -> Sequence[ForcesPile]: ...

    @property
    def gone(self) -> Sequence[ForcesPile]: ...

    @property
    def count(self) -> int: ...

    def joined(self) -> ForcesSection:
        """The same section with those piles merged that differ only in their group."""


@dataclass(frozen=True)
class UnitAct:
    """Something that can be done with counters of a pile; `name` is what its button says.

    `becomes` is what a counter turns into, "" where the button already says it. Doing it once costs `worth`, in the
    points of `Piece.worth`, and takes `takes` counters.
    """

    key: str
    name: str
    becomes: str = ""
    worth: int = 0
    takes: int = 1


@dataclass(frozen=True)
class ManualChanges:
    """What a commander may enter about his counters at any time; `fates` and `kinds` map keys to labels.

    The first of `fates` is that of most losses; `hint` says which of them count as casualties, with the rule. `first`
    has, by class of counters, the `marks` to offer for it before all others. `worth_in` names the points of
    `Piece.worth`. `acts` are the keys of all acts there are.
    """

    fates: Mapping[str, str]
    marks: tuple[str, ...]
    kinds: Mapping[str, str]
    name_length: int
    note_length: int
    most_added: int
    most_worth: int
    hint: str = ""
    first: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    worth_in: str = ""
    acts: tuple[str, ...] = ()


@dataclass(frozen=True)
class GroupName:
    """A group that brought counters: the `name` players give it, its row of the chart, and its label in records."""

    name: str
    code: str
    label: str


def with_names(text: str, names: Mapping[str, GroupName]) -> str:
    """`text` with the players' names of groups in place of their labels and of their ids (the keys of `names`)."""
    for key, group in names.items():
        if key in text:
            text = group.name.join(re.split(rf"{re.escape(key)}(?!\w)", text.replace(group.label, group.name)))
            if group.name.endswith("."):  # "2nd Rifle Co." ends a sentence without another stop
                text = text.replace(f"{group.name}.", group.name)
    return text


@dataclass(frozen=True)
class CaptureEnd:
    """A way in which a captor may let go of what he holds: its key in the order, and what its button says."""

    key: str
    name: str


@dataclass(frozen=True)
class CaptureRow:
    """Prisoners or captured equipment of either side, as both know it; `state` is in words.

    The reader's side may release `free` of them in one of the ways in `ends`, take as many into use if `usable`, agree
    to the claim if `answerable`, and withdraw its own claim if `withdrawable`.
    """

    number: int
    name: str
    count: int
    state: str
    free: int
    ends: Sequence[CaptureEnd] = ()
    usable: bool = False
    answerable: bool = False
    withdrawable: bool = False


@dataclass(frozen=True)
class Forces:
    """A side's order of battle. `figures` stand in its heading, `casualties` is the total of the losses of the scenario
    in hand, `acts` are the possible acts by key of pile. `captures` are the prisoners and the captured equipment of
    both sides; `claimable` maps the classes of which the side may claim captures to labels; `groups` has the names of
    the groups that its counters came with, by their ids."""

    key: str
    name: str
    sections: Sequence[ForcesSection]
    figures: tuple[tuple[str, str], ...]
    casualties: int
    acts: Mapping[int, Sequence[UnitAct]] = field(default_factory=dict)
    captures: Sequence[CaptureRow] = ()
    claimable: Mapping[str, str] = field(default_factory=dict)
    groups: Mapping[str, GroupName] = field(default_factory=dict)

    @property
    def on_hand(self) -> int:
        """How many counters the side has on hand."""
        return sum(section.count for section in self.sections)


@runtime_checkable
class HasForces(Protocol[P, S]):
    """A system whose sides own counters."""

    @property
    def manual_changes(self) -> ManualChanges: ...

    def forces(self, state: State[P, S], side: str) -> Forces:
        """The order of battle of a side whose room is open."""

    def group_names(self, state: State[P, S], side: str) -> Mapping[str, GroupName]:
        """The groups of a side whose room is open, by the ids that counters and records use."""

    def claims(self, state: State[P, S], side: str) -> int:
        """How many claims of captures wait for an answer of `side`; needs no side's room."""
