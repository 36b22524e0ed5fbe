"""What each room of a game holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.systems.rts.frames import Battle, Choose, Effect, Frame, Operation, Window

HANDS, SHOW, CHITS, ENDED = "hands", "show", "chits", "ended"
NO_LIMIT = "none"
REACTION_MINUTES = {NO_LIMIT: 0, "minutes": 10, "hour": 60, "day": 1440, "days": 4320}
"""How long a side that is asked for a reaction has, by what was agreed (2.3.4)."""


def counted(numbers: Mapping[str, int], side: str, more: int) -> dict[str, int]:
    """Numbers by side with more of one, or fewer."""
    return {**numbers, side: numbers.get(side, 0) + more}


@dataclass(frozen=True)
class UnitState:
    """Where a unit is, and how. Off the map `at` is "" and `off` says why: pool, card, destroyed or withdrawn."""

    at: str
    off: str = ""
    disorganized: bool = False
    depleted: bool = False


@dataclass(frozen=True)
class Points:
    """Resource Points in an area: one side's only."""

    side: str
    number: int


@dataclass(frozen=True)
class PublicRoom:
    """All that lies on the table. `chart` is the map, units and cards as canonical JSON.

    `cards` counts those played or discarded by both sides, `winter` is that number when Winter Arrives was played.
    `gated` counts Soviet reinforcement cards (C7.c), `rebuilt` says whether the last Axis operation rebuilt a unit
    (C11), `sector` where the last Axis Resource Point went (C15.e). `reason` says how the game ended.

    `standing` has by side for how long it is asked for no reaction: battle, operation or game. It is there for all to
    see and says nothing about a hand.
    """

    readings: Mapping[str, str]
    chart: str
    reactions: str
    units: Mapping[str, UnitState]
    control: Mapping[str, str]
    points: Mapping[str, Points]
    decks: Mapping[str, int]
    hands: Mapping[str, int] = field(default_factory=dict)
    frames: tuple[Frame, ...] = (Choose(),)
    initiative: str = ""
    permanent: tuple[str, ...] = ()
    winter: int | None = None
    stalingrad: int = 0
    order225: int = 0
    railheads: int = 0
    cards: int = 0
    gated: int = 0
    sector: str = ""
    rebuilt: bool = False
    rolloff: Mapping[str, int] = field(default_factory=dict)
    sequence: int = 0
    seals: Mapping[str, str] = field(default_factory=dict)
    reaction_time: str = NO_LIMIT
    standing: Mapping[str, str] = field(default_factory=dict)
    reason: str = ""
    winner: str = ""
    score: Mapping[str, int] = field(default_factory=dict)

    @property
    def top(self) -> Frame:
        """What is going on."""
        return self.frames[-1]

    @property
    def stage(self) -> str:
        """The stage in hand, by what is going on."""
        if self.reason:
            return ENDED
        if len(self.hands) < len(self.decks):
            return HANDS
        top = self.top
        if isinstance(top, Choose) and len(top.sealed) == len(self.decks):
            return SHOW
        if isinstance(top, Battle) and any(top.wants.values()):
            return CHITS
        return top.kind

    @property
    def finished(self) -> tuple[str, ...]:
        """Nobody is ever done with a stage that goes on: who acts follows from `acting`."""
        return ()

    @property
    def acting(self) -> tuple[str, ...]:
        """The sides that may act now."""
        top, stage = self.top, self.stage
        if stage == ENDED:
            return ()
        if stage == HANDS:
            return tuple(side for side in self.decks if side not in self.hands)
        if isinstance(top, Choose):
            return tuple(side for side in self.decks if side not in (top.shown if stage == SHOW else top.sealed))
        if isinstance(top, Battle):
            return tuple(side for side, number in top.wants.items() if number) or (top.turn,)
        return (top.side,)

    @property
    def at_step(self) -> tuple[str, ...]:
        """The sides with a step before them: who may act, and who waits for a reaction with a time agreed (2.3.4)."""
        if isinstance(self.top, Window) and self.reaction_time != NO_LIMIT and not self.reason:
            return tuple(self.decks)
        return self.acting

    def asked(self, when: str, *sides: str) -> tuple[str, ...]:
        """Those of `sides` that are asked for a card now; an attacker may play one in any campaign (9.4)."""
        often = self.reactions == "all" or (self.reactions == "battle" and when != "operation")
        found = sides if often else sides[:1] if when == "battle" else ()
        return tuple(side for side in found if side not in self.standing)

    def asked_again(self, *ended: str) -> PublicRoom:
        """The room without the standing answers for what has `ended`."""
        return replace(self, standing={side: until for side, until in self.standing.items() if until not in ended})

    @property
    def battle(self) -> Battle | None:
        """The battle in hand."""
        return next((frame for frame in reversed(self.frames) if isinstance(frame, Battle)), None)

    @property
    def fought(self) -> Battle:
        """The battle in hand, where there must be one."""
        if self.battle is None:
            raise LookupError("there is no battle")
        return self.battle

    @property
    def operation(self) -> Operation | None:
        """The operation in hand."""
        return next((frame for frame in reversed(self.frames) if isinstance(frame, Operation)), None)

    @property
    def effect(self) -> Effect | None:
        """The chit in effect."""
        return next((frame for frame in reversed(self.frames) if isinstance(frame, Effect)), None)

    @property
    def in_winter(self) -> bool:
        """Whether Winter Arrives was played."""
        return self.winter is not None

    def changed(self, frame: Frame | None, **changes: Any) -> PublicRoom:
        """The room with something that is going on changed."""
        frames = (replace(each, **changes) if each is frame else each for each in self.frames)
        return replace(self, frames=tuple(frames))

    def with_units(self, keys: Iterable[str], **changes: Any) -> PublicRoom:
        """The room with these counters changed."""
        return replace(self, units={**self.units, **{key: replace(self.units[key], **changes) for key in keys}})

    def pushed(self, *frames: Frame) -> PublicRoom:
        """The room with something more going on; the last of `frames` comes first."""
        return replace(self, frames=(*self.frames, *frames))

    def popped(self) -> PublicRoom:
        """The room with what was going on finished."""
        return replace(self, frames=self.frames[:-1])


@dataclass(frozen=True)
class SecretRoom:
    """One side's room. `deck` has the cards that are left, in no order: a card is drawn when it is drawn.

    `cup` has the chits that are left in it, `chits` those in hand; None before the first draw of a battle.
    """

    key: str
    deck: tuple[str, ...]
    hand: tuple[str, ...] = ()
    choice: str = ""
    chits: tuple[str, ...] = ()
    cup: tuple[str, ...] | None = None
    at: int = 0
    done: tuple[str, ...] = ()
