"""What events carry: the type of a reducer's `data` says what it reads, and the tests hold every event against it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict

Json = Mapping[str, Any]


class OfSide(TypedDict):
    """Something that a side does."""

    side: str


class Numbered(OfSide):
    """So much of it."""

    number: int


class Closed(TypedDict, total=False):
    """Something that was going on is over; what its sentence tells."""

    side: str
    area: str
    winner: str
    unit: str
    name: str
    what: str
    number: int
    late: bool


class CardPlayed(OfSide):
    """A card is played."""

    title: str
    kind: str
    effect: str
    gated: bool
    cost: int


class CardLasts(Numbered):
    """A permanent card takes effect."""

    effect: str


class CardHelps(Numbered):
    """A card adds to a value in the battle."""

    value: str


class Sealed(OfSide):
    """A choice is sealed."""

    seal: NotRequired[str]


class Shown(OfSide):
    """A choice is shown."""

    choice: str


class SequenceBegun(TypedDict):
    """`then` is who does what, in order of play."""

    number: int
    then: Sequence[Mapping[str, str]]
    rolls: NotRequired[Sequence[Json]]


class RolledOff(TypedDict):
    """Both rolled for the operation."""

    winner: str
    rolls: Sequence[Json]
    axis: int
    soviet: int


class OperationBegun(OfSide):
    """A Resource Point is spent."""

    area: str
    supply: int


class OperationEnded(OfSide):
    """An operation is over."""

    left: int
    rebuilt: bool


class UnitsMoved(OfSide):
    """`path` from where the units stood; its last is "" for off the map."""

    units: Sequence[str]
    units_names: str
    path: Sequence[str]
    cost: int
    attack: bool


class OfUnit(TypedDict):
    """Something that a unit does or that is done to it."""

    unit: str
    name: str


class UnitMended(OfUnit):
    """A unit is put in order or made whole."""

    state: str
    cost: int


class AreaTaken(OfSide):
    """A side controls an area."""

    area: str
    captured: NotRequired[int]


class BattleBegun(OfSide):
    """A battle begins."""

    area: str
    origin: str
    border: str
    attackers: Sequence[str]
    attackers_names: str
    defenders: Sequence[str]
    defenders_names: str
    isolated: Sequence[str]
    isolated_names: str
    asked: Sequence[str]


class WindowOpened(OfSide):
    """A side may react."""

    when: str


class ChitsWanted(TypedDict):
    """Chits are to be drawn."""

    wants: Mapping[str, int]


class ChitsDrawn(Numbered):
    """A side has drawn its chits."""

    aside: Sequence[str]
    refilled: bool


class ChitPlayed(OfSide):
    """`steps` are its effects in order, by number; `chooser` picks the unit for the first."""

    chit: str
    card: bool
    void: bool
    steps: Sequence[int]
    chooser: str


class StepOver(TypedDict):
    """What is left of a chit, and who picks the next unit."""

    chit: str
    steps: Sequence[int]
    chooser: str
    nobody: bool
    cancelled: NotRequired[bool]


class CheckRolled(OfUnit):
    """A check of Cohesion."""

    cohesion: int
    parts: Sequence[Sequence[str | int]]
    rolls: Sequence[Json]
    passed: bool


class Disorganized(OfUnit):
    """`retreat` says from which area, where to first, or where not."""

    side: str
    again: bool
    retreat: NotRequired[Mapping[str, str]]


class Retreated(OfUnit):
    """A unit has gone an area back."""

    origin: str
    to: str
    over: bool


class Destroyed(OfUnit):
    """A unit is destroyed."""

    why: str


class LeaderMoved(OfUnit):
    """The leader goes along."""

    to: str
    off: str


class PlacingBegun(Numbered):
    """A card brings something onto the map."""

    what: str


class PointsPlaced(OfSide):
    """A Resource Point is put on the map."""

    area: str
    sector: str


class PointsMoved(OfSide):
    """A Resource Point is moved."""

    origin: str
    area: str


class UnitPlaced(OfUnit):
    """A unit comes to an area."""

    side: str
    origin: str
    area: str


class UnitRestored(OfUnit):
    """A unit is put in order by a card."""

    state: str


class EffectSaid(OfSide):
    """A player says what his card does."""

    title: str
    says: str


class EffectAgreed(OfSide):
    """The other side's answer to what a card does."""

    agreed: bool


class AreaSet(OfSide):
    """An area by hand: who controls it, with so many Resource Points."""

    area: str
    number: int


class UnitSet(OfUnit):
    """A counter by hand."""

    at: str
    off: str
    depleted: bool
    disorganized: bool


class AnswerStands(OfSide):
    """Until when a side is asked for no reaction: battle, operation or game; "" if it is asked again."""

    until: str


class GameEnded(TypedDict):
    """The game is over, with the Victory Points."""

    reason: str
    winner: str
    axis: int
    soviet: int


class CardsDrawn(TypedDict):
    """Cards come into the hand."""

    cards: Sequence[str]
    titles: str
    draw: Json


class CardLeft(TypedDict):
    """A card leaves the hand."""

    card: str
    title: str


class ChoiceMade(TypedDict):
    """Card or Map, in secret."""

    choice: str


class ChitsTaken(TypedDict):
    """Chits in hand, and what is left in the cup."""

    chits: Sequence[str]
    cup: Sequence[str]
    draws: Sequence[Json]


class ChitLeft(TypedDict):
    """A chit leaves the hand."""

    chit: str
