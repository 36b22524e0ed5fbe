"""What the rooms of a mission hold, and how events change them. Nothing in it is secret: there is one side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rules.engine.reducers import Data, PublicReducer, Reducers
from rules.engine.stages import SideContext
from rules.systems.orsha_missions.printed import Mission, Part, RandomEvent, parts, printed, tables_under
from rules.tables import Table

DONE = "done"
"""An entry of any event: the things to do that are done with it."""
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
    def part(self) -> Part:
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


def _changed(public: PublicRoom, data: Data, **changes: object) -> PublicRoom:
    """The room with one thing to do changed, and those that come of it behind."""
    todo = tuple(replace(each, **changes) if each.n == data["n"] else each for each in public.todo)  # type: ignore[arg-type]
    return _more(replace(public, todo=todo), data.get("then", ()))


def _more(public: PublicRoom, keys: tuple[str, ...]) -> PublicRoom:
    found = first_todo(tuple(keys), public.readings, public.made)
    return replace(public, todo=(*public.todo, *found), made=public.made + len(found))


def _rolled(public: PublicRoom, data: Data) -> PublicRoom:
    """A roll at the desk begins something to do; others belong to what is in hand."""
    if data["n"] == public.made:
        public = _more(public, (data["part"],))
    return _changed(public, data, rolled=True, final=data["final"], value=data["value"])


def _joined(public: PublicRoom, data: Data) -> PublicRoom:
    lines = (UnitLine(name, number, data["part"], data["afv"]) for name, number in data["units"])
    return replace(public, units=(*public.units, *lines))


def _drawn(public: PublicRoom, data: Data) -> PublicRoom:
    """An event is asked about until it is said that it happens."""
    return replace(public, happening=data["event"], by=data["side"], mark=data["mark"])


def _happens(public: PublicRoom, data: Data) -> PublicRoom:
    occurred = (*public.occurred, data["mark"]) if data["mark"] else public.occurred
    return _more(replace(public, happening="", again="", occurred=occurred), data["then"])


def without(public: PublicRoom, data: Data) -> PublicRoom:
    """The room without the things to do that an event says are done."""
    done = data.get(DONE)
    return replace(public, todo=tuple(each for each in public.todo if each.n not in done)) if done else public


def _also_done(reducer: PublicReducer) -> PublicReducer:
    return lambda public, data: without(reducer(public, data), data)


_PUBLIC: Mapping[str, PublicReducer] = {
    "part.rolled": _rolled,
    "part.answered": lambda public, data: _changed(
        public, data, answered=True, value=data["value"], note=data.get("note", "")
    ),
    "event.drawn": _drawn,
    "event.happens": _happens,
    "event.again": lambda public, data: replace(public, happening="", again=data["side"]),
    "numbers.set": lambda public, data: replace(public, numbers={**public.numbers, **data["numbers"]}),
    "units.joined": _joined,
    "unit.recalled": lambda public, data: replace(public, recalled=(*public.recalled, data["name"])),
    "fact.noted": lambda public, data: replace(public, facts={**public.facts, data["part"]: data["value"]}),
    "board.taken": lambda public, data: replace(public, boards=(*public.boards, data["name"])),
    "board.again": lambda public, data: _more(public, (data["part"],)),
    "mines.laid": lambda public, data: replace(public, mines=(*public.mines, *data["mines"])),
    "reinforcement.opened": lambda public, data: replace(public, numbers={**public.numbers, data["of"]: 1}),
    "reinforcement.closed": lambda public, data: replace(public, numbers={**public.numbers, data["of"]: 0}),
    "turn.ended": lambda public, data: replace(public, turn=data["turn"] + 1),
    "mission.closing": lambda public, data: _more(replace(public, closing=True), data["then"]),
    "mission.ended": lambda public, data: replace(
        public,
        reason=data["reason"],
        winner=data["winner"],
        vp={"friendly": data["friendly"], "enemy": data["enemy"]},
    ),
}


REDUCERS = Reducers(public={kind: _also_done(reducer) for kind, reducer in _PUBLIC.items()}, side={})


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
