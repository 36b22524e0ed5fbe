"""A scenario's end as a saved game tells it, for games that can read one: what a page shows of it, and asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Protocol, runtime_checkable

from rules.contract import Order, P, S, State


@dataclass(frozen=True)
class SavedRow:
    """Counters of one name of which a saved game says the same: how many there are, what, and where."""

    key: str
    name: str
    count: int
    says: str = ""
    places: tuple[str, ...] = ()


@dataclass(frozen=True)
class MissingRow:
    """Counters that a saved game does not have. `hint` is what speaks for their loss, `lost` how many it speaks for."""

    key: str
    name: str
    count: int
    lost: int = 0
    hint: str = ""


@dataclass(frozen=True)
class SavedFigure:
    """A figure of the saved game, or of the record to compare it with."""

    name: str
    value: str


@dataclass(frozen=True)
class SavedControl:
    """Hexes that a saved game says a side holds and the map does not: their list, and how many they are."""

    side: str
    name: str
    hexes: str
    number: int


@dataclass(frozen=True)
class SavedArea:
    """What a line of a saved game cuts out of the map: its list of hexes, how many they are, the reader's `own` units.

    `markers` are the lines around it as a form takes them, none where no loop of markers says it.
    """

    hexes: str
    number: int
    own: int
    markers: Sequence[str] = ()


@dataclass(frozen=True)
class SavedPerimeter:
    """A line of counters of one name: so many lie on hexsides, `longer` ones are not understood."""

    name: str
    pieces: int
    longer: int
    areas: Sequence[SavedArea]


@dataclass(frozen=True)
class SavedGame:
    """What a saved game says of a side's counters.

    `found` is as it was, `conditions` that stand on counters are recorded with it; of `doubtful` is asked how many, of
    `missing` what became of them by `fates`. `by_hand` is for the reader to enter, `unknown` to be assigned to one of
    `names`, `assigned` are names for which that was done, each saying what it stands for. `others` is taken for the
    other sides' or nobody's, `control` can be painted on the map. `perimeters` are lines that can be written down.
    `warnings` are sentences.
    """

    found: Sequence[SavedRow]
    conditions: Sequence[SavedRow]
    doubtful: Sequence[SavedRow]
    missing: Sequence[MissingRow]
    by_hand: Sequence[SavedRow]
    unknown: Sequence[SavedRow]
    others: Sequence[SavedRow]
    names: Sequence[str]
    assigned: Sequence[SavedRow]
    fates: Mapping[str, str]
    figures: Sequence[SavedFigure] = ()
    warnings: Sequence[str] = ()
    control: Sequence[SavedControl] = ()
    perimeters: Sequence[SavedPerimeter] = ()
    read: int = 0

    @property
    def total(self) -> int:
        """How many of the side's counters are missing."""
        return sum(line.count for line in self.missing)


@dataclass(frozen=True)
class WantedCounter:
    """Alike counters of a side's set-up for the other program: so many of a kind. Of their `names` the game's is first.

    They are in the Location of `hex` and `level`, "" for none; `covered` in the fortification there, `hidden` by the
    record. `group` is the id of the group they came with, `label` what is written on each counter.
    """

    names: Sequence[str]
    kind: str
    count: int
    conditions: Sequence[str] = ()
    hex: str = ""
    level: str = ""
    covered: bool = False
    hidden: bool = False
    group: str = ""
    label: str = ""


@dataclass(frozen=True)
class SavedPlaces:
    """What a saved game fills in of the forms of a side, by step and entry: where so many counters and units are.

    `left_out` says of each thing that does not fit what it is, and why; `warnings` what speaks against the file, and
    what in it was not understood.
    """

    entries: Mapping[str, Mapping[str, str]]
    number: int = 0
    left_out: Sequence[str] = ()
    warnings: Sequence[str] = ()


@runtime_checkable
class TakesPlaces(Protocol):
    """A task whose entries a saved game may fill in; `takes_places` marks it."""

    takes_places: ClassVar[bool]


@dataclass(frozen=True)
class SavedAnswers:
    """The reader's answers: how many of the doubtful lines are right, how many of the missing have each fate by
    "<line>:<fate>", what became of the `rest` of them, and what unknown names stand for."""

    doubtful: Mapping[str, str] = field(default_factory=dict)
    missing: Mapping[str, str] = field(default_factory=dict)
    rest: str = ""
    names: Mapping[str, str] = field(default_factory=dict)


@runtime_checkable
class HasSavedGames(Protocol[P, S]):
    """A game whose scenarios are played with a program that saves them."""

    @property
    def nations(self) -> Mapping[str, str]:
        """The sides by the program's names for their nations."""

    @property
    def boards(self) -> Mapping[str, Mapping[str, float]]:
        """The boards the game is played on, with the geometry of their hexes."""

    def saved_names(self, state: State[P, S], side: str, assigned: Mapping[str, str]) -> Sequence[str]:
        """What of a name in a file is compared, for each that a counter of the side may have there."""

    def saved_text(self, state: State[P, S], side: str, text: str, assigned: Mapping[str, str]) -> str:
        """What the program's own text of its map says, in the form in which a browser posts what it read of a file.

        `assigned` are the names the side has given to counters of VASL before. Refused if it is no such text.
        """

    def saved_game(self, state: State[P, S], side: str, posted: str, assigned: Mapping[str, str]) -> SavedGame:
        """The review of a posted report for the counters of `side`; Refused if it is no report."""

    def saved_order(self, state: State[P, S], side: str, posted: str, answers: SavedAnswers) -> Order:
        """The order that records what it says, as the reader answered; Refused where an answer is missing."""

    def saved_places(
        self,
        state: State[P, S],
        side: str,
        posted: str,
        assigned: Mapping[str, str],
        typed: Mapping[str, Mapping[str, str]],
    ) -> SavedPlaces:
        """What it fills in of the step that waits for `side` and of those beside it, in which this is `typed`, by step.

        Of steps still to come as well, where it says something of them. Refused if it is no report.
        """

    def saved_end(self, state: State[P, S], side: str, posted: str, assigned: Mapping[str, str]) -> SavedPlaces:
        """What a scenario's end fills in of the steps behind it: the turn, where the units of `side` stand."""

    def set_up(self, state: State[P, S], side: str) -> Sequence[WantedCounter]:
        """What `side` sets up in the next scenario, or has on hand for it, from its own room alone."""
