"""What the rooms of a mission hold, and how events change them. Nothing in it is secret: there is one side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.engine.stages import SideContext
from rules.systems.orsha_missions.printed import Mission, MissionPart, RandomEvent, parts, printed, tables_under
from rules.tables import Table

ROLLS, ASK, HAPPENS, DESK, ENDED = "rolls", "ask", "happens", "desk", "ended"


@dataclass(frozen=True)
class Todo:
    """A part in hand, `n` telling it from others of its kind: what its dice came to, and what was said to it.

    `value` is what its table or the player gives, `note` how it was settled at the table instead.
    """

    key: str
    n: int
    rolled: bool = False
    final: int = 0
    value: str | int | None = None
    answered: bool = False
    note: str = ""

    @property
    def part(self) -> MissionPart:
        return parts()[self.key]

    @property
    def rolls(self) -> bool:
        """Whether dice are still to be cast for it."""
        return bool(self.part.dice) and not self.rolled

    @property
    def asks(self) -> bool:
        """Whether the player is still to say something to it."""
        return bool(self.part.ask) and not self.answered


@dataclass(frozen=True)
class UnitLine:
    """Counters of the order of battle; `source` is the part that brought them, "" for those in print."""

    name: str
    number: int
    source: str = ""
    afv: bool = False


@dataclass(frozen=True)
class PublicRoom:
    """A mission in play. `numbers` has SAN, AC#, RE#s (the lower one), VPO and the like, `facts` what is told in words.

    `todo` is what is rolled and asked at once, `made` how many parts there were; `happening` the event that is asked
    about, `by` whose table it is on, `mark` its row if that is marked; `again` the side whose event is to be rolled
    once more; `occurred` the marked rows there were.
    """

    mission: str
    readings: Mapping[str, str]
    dice: str
    units: tuple[UnitLine, ...]
    todo: tuple[Todo, ...] = ()
    made: int = 0
    turn: int = 1
    numbers: Mapping[str, int] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)
    boards: tuple[str, ...] = ()
    mines: tuple[str, ...] = ()
    recalled: tuple[str, ...] = ()
    occurred: tuple[str, ...] = ()
    happening: str = ""
    mark: str = ""
    by: str = ""
    again: str = ""
    closing: bool = False
    reason: str = ""
    winner: str = ""
    vp: Mapping[str, int] = field(default_factory=dict)
    finished: tuple[str, ...] = ()

    @property
    def stage(self) -> str:
        """What is asked now."""
        if self.reason:
            return ENDED
        if any(each.rolls for each in self.todo):
            return ROLLS
        if self.todo:
            return ASK
        return HAPPENS if self.happening else DESK

    def number(self, key: str) -> int:
        """A number on record; 0 if there is none."""
        return self.numbers.get(key, 0)

    @property
    def afvs(self) -> tuple[str, ...]:
        """The AFV of the order of battle by name, without those under Recall."""
        counts = dict[str, int]()
        for line in self.units:
            counts[line.name] = counts.get(line.name, 0) + (line.number if line.afv else 0)
        return tuple(name for name, number in counts.items() if number > self.recalled.count(name))


@dataclass(frozen=True)
class SecretRoom:
    """The player's own room, which has nothing in it: all of a mission lies open."""

    key: str
    at: int = 0
    done: tuple[str, ...] = ()


def first_todo(keys: tuple[str, ...], readings: Mapping[str, str], made: int = 0) -> tuple[Todo, ...]:
    """These parts, as far as the rulings have them."""
    there = [key for key in keys if not parts()[key].ruling or readings[parts()[key].ruling] == parts()[key].reading]
    return tuple(Todo(key, n) for n, key in enumerate(there, made))


@dataclass(frozen=True)
class Context(SideContext):
    """What the player has before him."""

    public: PublicRoom
    mine: SecretRoom

    @property
    def mission(self) -> Mission:
        return printed().mission[self.public.mission]

    def table(self, key: str) -> Table:
        """A printed table as this campaign reads it."""
        return tables_under(tuple(sorted(self.public.readings.items())))[key]

    @property
    def event(self) -> RandomEvent:
        """The event that is asked about."""
        return printed().event[self.public.happening]
