"""What is going on: a stack of frames, the last of which says who acts.

A battle in an operation that a card has brought needs no rule of its own: what follows is put on the stack, what is
finished is taken off it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from rules.played.reactions import Window

CARD, MAP = "card", "map"
POINTS, UNITS, LEADER, RAIL, MOVE = "points", "units", "leader", "rail", "move"


@dataclass(frozen=True)
class Choose:
    """Card or Map (4.2.2): who has sealed a choice, and what was shown."""

    sealed: tuple[str, ...] = ()
    shown: Mapping[str, str] = field(default_factory=dict)
    kind: Literal["choose"] = "choose"


@dataclass(frozen=True)
class Start:
    """A side spends a Resource Point for an operation (5.2), or none if that is `optional`.

    A roll-off won (4.2.2) and a card only allow an operation.
    """

    side: str
    optional: bool = False
    kind: Literal["start"] = "start"


@dataclass(frozen=True)
class Operation:
    """An On-Board Operation: Supply Points `left`, the units that have `acted`, whether one was `rebuilt` (10.3)."""

    side: str
    area: str
    left: int
    acted: tuple[str, ...] = ()
    rebuilt: bool = False
    kind: Literal["operation"] = "operation"


@dataclass(frozen=True)
class Battle:
    """A battle (9): where, across which border, and how far it is.

    `fortified` are the units with Field Fortifications, `dug_in` those of them that have them by a card. `wants` is
    how many chits a side is to draw, `holds` how many it has in hand, `dry` who could draw none. `cohesion` and
    `tactical` are what cards add. `opening` are the sides still asked for a card before the first chit.
    """

    attacker: str
    area: str
    origin: str
    border: str
    turn: str
    fortified: tuple[str, ...] = ()
    dug_in: tuple[str, ...] = ()
    opening: tuple[str, ...] = ()
    begun: bool = False
    wants: Mapping[str, int] = field(default_factory=dict)
    holds: Mapping[str, int] = field(default_factory=dict)
    dry: tuple[str, ...] = ()
    cohesion: Mapping[str, int] = field(default_factory=dict)
    tactical: Mapping[str, int] = field(default_factory=dict)
    kind: Literal["battle"] = "battle"


@dataclass(frozen=True)
class Effect:
    """A chit in effect: the `steps` of it that are left, by number; `side` chooses the unit for the first of them."""

    by: str
    chit: str
    steps: tuple[int, ...]
    side: str
    by_card: bool = False
    kind: Literal["victim"] = "victim"


@dataclass(frozen=True)
class Retreat:
    """A unit on its way out of a battle in `area` (9.6.3f).

    `step` counts from 1, `first` is where an attacker has to go first, `barred` where a defender may not go. `led` if
    the leader came along.
    """

    side: str
    unit: str
    area: str
    step: int = 1
    first: str = ""
    barred: str = ""
    led: bool = False
    kind: Literal["retreat"] = "retreat"


@dataclass(frozen=True)
class CardAction:
    """A side plays, draws or discards one card (4.2.3)."""

    side: str
    kind: Literal["card"] = "card"


@dataclass(frozen=True)
class Placing:
    """What a card brings, put on the map one by one.

    `what` is points, units, depleted, disorganized, leader, rail or move; `done` are the units it was done with.
    What is `optional` may be left, as some kinds always may.
    """

    side: str
    what: str
    number: int
    done: tuple[str, ...] = ()
    optional: bool = False
    kind: Literal["placing"] = "placing"


@dataclass(frozen=True)
class Agreeing:
    """A card whose effect its player has said; the other `side` agrees or not (2.3.2)."""

    side: str
    by: str
    title: str
    says: str
    kind: Literal["agreeing"] = "agreeing"


@dataclass(frozen=True)
class Applying:
    """What was agreed of a card as printed, done on the map by the `side` that played it (2.3.2)."""

    side: str
    title: str
    says: str
    kind: Literal["applying"] = "applying"


Frame = Annotated[
    Choose | Start | Operation | Battle | Window | Effect | Retreat | CardAction | Placing | Agreeing | Applying,
    Field(discriminator="kind"),
]
