"""What a saved game of another program says of a scenario's end: values for the page that shows it and asks back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Protocol, runtime_checkable

from rules.contract import Order, P, S, State

LONGEST_SAVED = 400_000
"""The most characters of a saved game, as rows or as text: a large scenario, of some hundred counters, has a tenth."""


@dataclass(frozen=True)
class SavedRow:
    """Counters of one name of which a saved game says the same: how many, what it says of them, and where they are."""

    key: str
    name: str
    count: int
    says: str = ""
    places: tuple[str, ...] = ()


@dataclass(frozen=True)
class MissingRow:
    """Counters that are missing from a saved game. `hint` says why `lost` of them are probably lost."""

    key: str
    name: str
    count: int
    lost: int = 0
    hint: str = ""


@dataclass(frozen=True)
class SavedFigure:
    """A figure of the saved game, or one of the record to compare with it."""

    name: str
    value: str


@dataclass(frozen=True)
class SavedControl:
    """Hexes that a side holds by the saved game but not by the campaign's map: listed as text, and their number."""

    side: str
    name: str
    hexes: str
    number: int


@dataclass(frozen=True)
class SavedArea:
    """An area that a line of a saved game encloses: its hexes as text, their number, and how many `own` units it holds.

    `markers` are the lines around it as a form takes them; () if no loop of markers describes it.
    """

    hexes: str
    number: int
    own: int
    markers: Sequence[str] = ()


@dataclass(frozen=True)
class SavedPerimeter:
    """A Perimeter line made of counters called `name`: `pieces` lie on hexsides, `longer` ones are not understood."""

    name: str
    pieces: int
    longer: int
    areas: Sequence[SavedArea]


@dataclass(frozen=True)
class SavedGame:
    """What a saved game says of a side's counters.

    `found` are unchanged, `conditions` on counters get recorded; of `doubtful` ones the page asks how many are right,
    of `missing` ones which of the `fates` befell them. The reader has to enter `by_hand` himself and to assign
    `unknown` names to one of `names`; `assigned` are names he has assigned, each with what it stands for. `others` are
    taken for other sides' or nobody's. `control` can be painted on the map, `perimeters` can be recorded. `warnings`
    are sentences.
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
    """Alike counters of a side's set-up for the other program; the first of their `names` is the game's own.

    They are in the Location of `hex` and `level`, "" for none; `covered`: in the fortification there, `hidden`: hidden
    by the set-up record. `group` is the id of the group they came with, `label` what is written on each counter.
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
    """What a saved game fills into the forms of a side: values by step and entry, for `number` counters and units.

    `left_out` has a sentence for each thing that does not fit, with the reason; `warnings` say what speaks against the
    file and what in it was not understood.
    """

    entries: Mapping[str, Mapping[str, str]]
    number: int = 0
    left_out: Sequence[str] = ()
    warnings: Sequence[str] = ()


@runtime_checkable
class TakesPlaces(Protocol):
    """A task whose entries a saved game may fill in; having `takes_places` marks it."""

    takes_places: ClassVar[bool]


@dataclass(frozen=True)
class SavedAnswers:
    """The reader's answers: how many of the doubtful rows are right, how many of the missing have each fate (under
    "<row>:<fate>"), the fate of the `rest` of them, and what unknown names stand for."""

    doubtful: Mapping[str, str] = field(default_factory=dict)
    missing: Mapping[str, str] = field(default_factory=dict)
    rest: str = ""
    names: Mapping[str, str] = field(default_factory=dict)


@runtime_checkable
class HasSavedGames(Protocol[P, S]):
    """A game whose scenarios are played with a program whose saved games it can read, VASL (ADR 39)."""

    @property
    def nations(self) -> Mapping[str, str]:
        """The sides by the program's names for their nations."""

    @property
    def boards(self) -> Mapping[str, Mapping[str, float]]:
        """The geometry of the hexes of each board the game is played on."""

    def saved_names(self, state: State[P, S], side: str, assigned: Mapping[str, str]) -> Sequence[str]:
        """The names that counters of the side may have in a file, each in the form in which names are compared."""

    def saved_text(self, state: State[P, S], side: str, text: str, assigned: Mapping[str, str]) -> str:
        """The program's text export of its map as JSON, in the form in which a browser posts what it read from a file.

        `assigned` are the names the side has assigned to counters of VASL before. Raises Refused if it is no such text.
        """

    def saved_game(self, state: State[P, S], side: str, posted: str, assigned: Mapping[str, str]) -> SavedGame:
        """The review of a posted report for the counters of `side`; raises Refused if it is no report."""

    def saved_order(self, state: State[P, S], side: str, posted: str, answers: SavedAnswers) -> Order:
        """The order that records the report with the reader's answers; raises Refused where an answer is missing."""

    def saved_places(
        self,
        state: State[P, S],
        side: str,
        posted: str,
        assigned: Mapping[str, str],
        typed: Mapping[str, Mapping[str, str]],
    ) -> SavedPlaces:
        """What the report fills in: of the step that waits for `side` and of those on its page, with what is `typed`
        there by step, and of later steps where it says something of them. Raises Refused if it is no report."""

    def saved_end(self, state: State[P, S], side: str, posted: str, assigned: Mapping[str, str]) -> SavedPlaces:
        """What the report of a scenario's end fills in of the steps after it: the turn, where units of `side` stand."""

    def set_up(self, state: State[P, S], side: str) -> Sequence[WantedCounter]:
        """What `side` sets up in the next scenario, or has on hand for it; needs its own room alone."""
