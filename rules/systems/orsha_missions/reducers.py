"""What events carry, and how they change the room. Each holds its outcome: nothing is rolled or looked up here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any, TypedDict

from rules.engine.reducers import Reducers
from rules.systems.orsha_missions.printed import ENEMY, FRIENDLY
from rules.systems.orsha_missions.state import PublicRoom, UnitLine, first_todo

DONE = "done"


class Told(TypedDict, total=False):
    """What any event may have: the things to do that are done with it, and what only its sentence tells."""

    done: Sequence[int]
    names: str
    lacks: str
    rolls: Sequence[Mapping[str, Any]]


class OfPart(Told):
    """Something of a part."""

    part: str


class PartRolled(OfPart):
    """Dice of a part: their Final total, what it gives, and the parts that come of it."""

    n: int
    final: int
    value: str | int | None
    then: Sequence[str]


class _Answer(OfPart):
    n: int
    value: str | int | None


class PartAnswered(_Answer, total=False):
    """What was said to a part; with a `note` it was settled at the table."""

    note: str


class EventAgain(Told, total=False):
    """A Random Event that can't happen now; `once` because it has."""

    event: str
    side: str
    once: bool


class EventDrawn(Told):
    """A Random Event; `mark` is its row, if that is marked."""

    event: str
    side: str
    mark: str


class EventHappens(EventDrawn):
    """It happens."""

    then: Sequence[str]


class NumbersSet(Told):
    """Numbers of the mission are others from now on."""

    numbers: Mapping[str, int]


class UnitsJoined(OfPart):
    """Counters join the order of battle."""

    units: Sequence[tuple[str, int] | list[str | int]]
    afv: bool


class Named(Told):
    """A counter or a mapboard by name."""

    name: str


class BoardNamed(OfPart):
    """A mapboard that was rolled."""

    name: str


class FactNoted(OfPart):
    """Something that is told in words."""

    value: str


class MinesLaid(Told):
    """Minefields by strength."""

    mines: Sequence[str]


class ReinforcementSet(Told):
    """Additional reinforcements begin or end."""

    of: str


class TurnEnded(Told):
    """A Game Turn is over."""

    turn: int


class MissionCloses(TurnEnded):
    """The mission ends; what is still asked."""

    then: Sequence[str]


class _End(Told):
    reason: str
    winner: str
    friendly: int
    enemy: int


class MissionEnds(_End, total=False):
    """The mission is over, played to its end or otherwise."""

    conceded: bool
    all_held: bool


def without(public: PublicRoom, done: Sequence[int]) -> PublicRoom:
    """The room without these things to do."""
    return replace(public, todo=tuple(each for each in public.todo if each.n not in done)) if done else public


def _more(public: PublicRoom, keys: Sequence[str]) -> PublicRoom:
    found = first_todo(tuple(keys), public.readings, public.made)
    return replace(public, todo=(*public.todo, *found), made=public.made + len(found))


def _changed(public: PublicRoom, n: int, **changes: Any) -> PublicRoom:
    return replace(public, todo=tuple(replace(each, **changes) if each.n == n else each for each in public.todo))


def _rolled(public: PublicRoom, data: PartRolled) -> PublicRoom:
    """A roll at the desk begins something to do; others belong to what is in hand."""
    if data["n"] == public.made:
        public = _more(public, (data["part"],))
    return _more(_changed(public, data["n"], rolled=True, final=data["final"], value=data["value"]), data["then"])


def _answered(public: PublicRoom, data: PartAnswered) -> PublicRoom:
    return _changed(public, data["n"], answered=True, value=data["value"], note=data.get("note", ""))


def _drawn(public: PublicRoom, data: EventDrawn) -> PublicRoom:
    """An event is asked about until it is said that it happens."""
    return replace(public, happening=data["event"], by=data["side"], mark=data["mark"])


def _happens(public: PublicRoom, data: EventHappens) -> PublicRoom:
    occurred = (*public.occurred, data["mark"]) if data["mark"] else public.occurred
    return _more(replace(public, happening="", again="", occurred=occurred), data["then"])


def _again(public: PublicRoom, data: EventAgain) -> PublicRoom:
    return replace(public, happening="", again=data["side"])


def _numbers(public: PublicRoom, data: NumbersSet) -> PublicRoom:
    return replace(public, numbers={**public.numbers, **data["numbers"]})


def _joined(public: PublicRoom, data: UnitsJoined) -> PublicRoom:
    lines = (UnitLine(str(name), int(number), data["part"], data["afv"]) for name, number in data["units"])
    return replace(public, units=(*public.units, *lines))


def _recalled(public: PublicRoom, data: Named) -> PublicRoom:
    return replace(public, recalled=(*public.recalled, data["name"]))


def _noted(public: PublicRoom, data: FactNoted) -> PublicRoom:
    return replace(public, facts={**public.facts, data["part"]: data["value"]})


def _board(public: PublicRoom, data: BoardNamed) -> PublicRoom:
    return replace(public, boards=(*public.boards, data["name"]))


def _board_again(public: PublicRoom, data: BoardNamed) -> PublicRoom:
    return _more(public, (data["part"],))


def _mines(public: PublicRoom, data: MinesLaid) -> PublicRoom:
    return replace(public, mines=(*public.mines, *data["mines"]))


def _opened(public: PublicRoom, data: ReinforcementSet) -> PublicRoom:
    return replace(public, numbers={**public.numbers, data["of"]: 1})


def _closed(public: PublicRoom, data: ReinforcementSet) -> PublicRoom:
    return replace(public, numbers={**public.numbers, data["of"]: 0})


def _turn(public: PublicRoom, data: TurnEnded) -> PublicRoom:
    return replace(public, turn=data["turn"] + 1)


def _closing(public: PublicRoom, data: MissionCloses) -> PublicRoom:
    return _more(replace(public, closing=True), data["then"])


def _ended(public: PublicRoom, data: MissionEnds) -> PublicRoom:
    vp = {FRIENDLY: data["friendly"], ENEMY: data["enemy"]}
    return replace(public, reason=data["reason"], winner=data["winner"], vp=vp)


def _also_done(reducer: Callable[[PublicRoom, Any], PublicRoom]) -> Callable[[PublicRoom, Any], PublicRoom]:
    @wraps(reducer)
    def folded(public: PublicRoom, data: Any) -> PublicRoom:
        return without(reducer(public, data), data.get(DONE, ()))

    return folded


_PUBLIC: Mapping[str, Callable[[PublicRoom, Any], PublicRoom]] = {
    "part.rolled": _rolled,
    "part.answered": _answered,
    "event.drawn": _drawn,
    "event.happens": _happens,
    "event.again": _again,
    "numbers.set": _numbers,
    "units.joined": _joined,
    "unit.recalled": _recalled,
    "fact.noted": _noted,
    "board.taken": _board,
    "board.again": _board_again,
    "mines.laid": _mines,
    "reinforcement.opened": _opened,
    "reinforcement.closed": _closed,
    "turn.ended": _turn,
    "mission.closing": _closing,
    "mission.ended": _ended,
}
REDUCERS = Reducers(public={kind: _also_done(reducer) for kind, reducer in _PUBLIC.items()}, side={})
