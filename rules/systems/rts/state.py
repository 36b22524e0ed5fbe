"""What each room of a game holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rules.engine.replace import replace
from rules.played.frames import Stacked
from rules.played.hands import HoldsCards
from rules.played.reactions import NO_LIMIT, AsksForReactions, Window
from rules.systems.rts.frames import Battle, Choose, Effect, Frame, Operation
from rules.systems.rts.printed import Readings

HANDS, SHOW, CHITS, ENDED = "hands", "show", "chits", "ended"


def with_more(numbers: Mapping[str, int], side: str, more: int) -> dict[str, int]:
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
class PublicRoom(Stacked[Frame], AsksForReactions):
    """All that lies on the table. `chart` is the map, units and cards as canonical JSON.

    `cards` counts those played or discarded by both sides, `winter` is that number when Winter Arrives was played.
    `gated` counts Soviet reinforcement cards (C7.c), `rebuilt` says whether the last Axis operation rebuilt a unit
    (C11), `railhead_cities` are those that the Axis held as the second Railhead Advance was played (C6.c), `sector`
    where the last Axis Resource Point went (C15.e). `reason` says how the game ended.
    """

    readings: Readings
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
    railhead_cities: tuple[str, ...] = ()
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

    @cached_property
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
    def sequence_played(self) -> int:
        """The Operational Sequence being played, from the choice of Card or Map for it on (4.2); 0 before the first."""
        return self.sequence + (self.stage in (Choose.kind, SHOW))

    @property
    def finished(self) -> tuple[str, ...]:
        """Nobody is ever done with a stage that goes on: who acts follows from `acting`."""
        return ()

    @cached_property
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

    def sides_to_react(self, when: str, *sides: str) -> tuple[str, ...]:
        """Those of `sides` that may play a card in reaction now; an attacker may in any campaign (9.4)."""
        often = self.reactions == "all" or (self.reactions == "battle" and when != "operation")
        able = sides if often else sides[:1] if when == "battle" else ()
        return tuple(side for side in able if side not in self.standing)

    @cached_property
    def battle(self) -> Battle | None:
        """The battle in hand."""
        return self.latest(Battle)

    @property
    def fought(self) -> Battle:
        """The battle in hand, where there must be one."""
        return self.running(Battle)

    @cached_property
    def operation(self) -> Operation | None:
        """The operation in hand."""
        return self.latest(Operation)

    @cached_property
    def effect(self) -> Effect | None:
        """The chit in effect."""
        return self.latest(Effect)

    @property
    def in_winter(self) -> bool:
        """Whether Winter Arrives was played."""
        return self.winter is not None

    def with_units(self, keys: Iterable[str], **changes: Any) -> PublicRoom:
        """The room with these counters changed."""
        return replace(self, units={**self.units, **{key: replace(self.units[key], **changes) for key in keys}})


@dataclass(frozen=True)
class SecretRoom(HoldsCards):
    """One side's room. `cup` has the chits left in it, `chits` those in hand; None before the first of a battle."""

    key: str
    deck: tuple[str, ...]
    hand: tuple[str, ...] = ()
    choice: str = ""
    chits: tuple[str, ...] = ()
    cup: tuple[str, ...] | None = None
    at: int = 0
    done: tuple[str, ...] = ()
