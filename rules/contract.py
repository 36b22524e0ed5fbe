"""The contract between a game system and everything that hosts it: what the web may ask, and what a game gives.

A campaign has rooms: one everyone may enter (PUBLIC) and one per side. Every event happens in exactly one room. The
state of a room is a fold over the events of that room (and, for a side's room, over the public ones), never over
another side's. Whoever serves a side is handed a State that holds the public room and that side's alone, so what the
other side keeps secret is not hidden: it is not there.

Nothing here knows a game. What only some have (sheets, curves) is a Protocol of its own in `rules.features`; a host
asks with `isinstance` whether a system offers it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Generic, Protocol, Self, TypeAlias, TypeVar

if TYPE_CHECKING:
    from rules.dice import Reckoning, Rng
    from rules.tables import Need

PUBLIC = "public"
EACH, ALL = "each", "all"
"""When the sides give their parts in the dice behind a stage (GameSystem.doors)."""
STEP, CONTINUE = "step", "on"
"""Entries that every order at a step may bring: the step it is meant for, and whether to go on with what follows."""

P = TypeVar("P")
S = TypeVar("S")
"""What a game's public room holds, and a side's."""


class Refused(Exception):
    """An order a player may give and the rules turn down; the message is for the player.

    `rule` is the paragraph that says so, `field` the entry it is about ("" for the whole order), `way_out` what the
    player can do instead.
    """

    def __init__(self, message: str, *, rule: str = "", field: str = "", way_out: str = "") -> None:
        super().__init__(message)
        self.message, self.rule, self.field, self.way_out = message, rule, field, way_out


@dataclass(frozen=True)
class Order:
    """What a player wants done: a kind of order and its entries, which may hold anything at all."""

    kind: str
    data: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Event:
    """What happened, in the past tense, with its outcome. `data` holds JSON values only.

    `seals` marks a public event that carries the seal of the secret events it was recorded with; the host computes it.
    """

    kind: str
    room: str
    data: Mapping[str, object] = field(default_factory=dict)
    seals: bool = False


@dataclass(frozen=True)
class EventText:
    """An event as text: a sentence, its rule, and the rolls behind its numbers, each with its label.

    `counted` is the kind of roll that those without a table are counted as; `whose` are the sides they were made for,
    in turn, where that need not be the side that acted.
    """

    sentence: str
    rule: str = ""
    reckonings: tuple[tuple[str, Reckoning], ...] = ()
    counted: str = ""
    whose: tuple[str, ...] = ()


@dataclass(frozen=True)
class State(Generic[P, S]):
    """The rooms the holder may enter; `sides` lacks the rooms that stay closed to him."""

    public: P
    sides: Mapping[str, S] = field(default_factory=dict)

    def only(self, rooms: Iterable[str]) -> State[P, S]:
        """The same campaign with all side rooms but `rooms` closed."""
        open_rooms = set(rooms)
        return State(self.public, {key: room for key, room in self.sides.items() if key in open_rooms})


@dataclass(frozen=True)
class Field:
    """One entry: `kind` is number, select, text or check; `low` and `high` are included.

    `pattern` is a regular expression a text has to match in full, `hint` says so in words; `longest` are the characters
    it may have. A `required` select offers "" for nothing chosen yet, which is refused.
    """

    name: str
    label: str
    kind: str = "number"
    value: str | int | bool = 0
    low: int = 0
    high: int = 99
    options: tuple[tuple[str, str], ...] = ()
    pattern: str = ""
    hint: str = ""
    rule: str = ""
    longest: int = 200
    required: bool = False


@dataclass(frozen=True)
class FieldGroup:
    """Entries of a form under a heading, by name; one that is not `open` is folded away at first."""

    title: str
    open: bool
    names: tuple[str, ...]


@dataclass(frozen=True)
class Gate:
    """What a player reads once more before an act that is final or throws something away.

    `done` is what it does, each thing with its number or price; `after` what the side has then; `lost` says in whole
    sentences what lapses or is left undone. `button` is what the press that does it is called.
    """

    title: str
    button: str
    done: tuple[tuple[str, str], ...] = ()
    after: tuple[tuple[str, str], ...] = ()
    lost: tuple[str, ...] = ()

    @property
    def throws_away(self) -> bool:
        """Whether going back is what most would rather do: something is lost, or nothing is done."""
        return bool(self.lost) or not self.done


class Task(Protocol):
    """What a step asks of a side. `kind` names the template that draws it (refit/tasks/<kind>.html), and so knows it;
    all else goes through these members. `orders` are the kinds of orders its buttons give, the main one first."""

    kind: ClassVar[str]
    orders: ClassVar[tuple[str, ...]]

    @property
    def fields(self) -> tuple[Field, ...]:
        """The entries it takes, with the values it proposes."""

    @property
    def groups(self) -> tuple[FieldGroup, ...]:
        """How the entries are grouped on the page; () where they are not."""

    @property
    def needs(self) -> tuple[Need, ...]:
        """The rolls it needs."""

    @property
    def mode(self) -> str:
        """Whose dice are rolled: "server", "own" or "either"."""

    @property
    def free_dice(self) -> int:
        """How many dice it is answered from by a table that is not here: a free roll of so many is proposed."""

    @property
    def waits(self) -> bool:
        """Whether nothing is left of it but what another side says, though it can still be put right."""

    def entries(self, act: str, typed: Mapping[str, str]) -> Mapping[str, object]:
        """The entries of the order that the button `act` gives, from what was `typed` into the page."""

    def priced(self, entries: Mapping[str, object]) -> Self:
        """The task with `entries` in it and what follows of them; Refused if they make no sense."""

    def gate(self, act: str, entries: Mapping[str, object]) -> Gate | None:
        """What is to be read before `act` does its work with `entries`, if anything; Refused if they make no sense."""


@dataclass(frozen=True)
class StepInfo:
    """What is said of a step wherever it is named."""

    key: str
    rule: str
    title: str
    help: str


class FollowUp(Protocol):
    """A step that can be done along with the one before it, with what it asks if that can be known before."""

    @property
    def spec(self) -> StepInfo: ...

    @property
    def task(self) -> Task: ...


class CurrentStep(FollowUp, Protocol):
    """The step that waits for a side, with its task."""

    @property
    def follow_ups(self) -> Sequence[FollowUp]:
        """The steps an order that goes on (CONTINUE) would do too."""


@dataclass(frozen=True)
class Step:
    """A line of the wizard as one side sees it.

    `status` is one of: done, passed (nothing to do here), here, waiting (on the other side), coming. `note` says why a
    step passed by or who is waited for.
    """

    key: str
    rule: str
    title: str
    status: str
    note: str = ""


@dataclass(frozen=True)
class Ruling:
    """A doubt in the print that changes a result, and how it may be read."""

    key: str
    question: str
    rule: str
    readings: Mapping[str, str]
    default: str
    why: str = ""


@dataclass(frozen=True)
class FoundingChoice:
    """A question of the founding page. `key` names the option, `options` what may be chosen, the default first.

    What is asked `first` stands beside who plays; all else is folded away, for it has a usual answer.
    """

    key: str
    label: str
    options: Mapping[str, str]
    first: bool = False


@dataclass(frozen=True)
class PublicView:
    """What both sides and every onlooker may know. A game adds what its own sheets and texts need.

    `waiting` are the sides waited for, `seals` the seals of the stage by side, `result` says how the campaign ended,
    `practice` says that numbers are of our own invention.
    """

    stage: str
    stage_title: str
    phase: str
    waiting: tuple[str, ...] = ()
    ended: bool = False
    result: str = ""
    winner: str = ""
    date: str = ""
    seals: Mapping[str, str] = field(default_factory=dict)
    practice: bool = False


@dataclass(frozen=True)
class SideView:
    """One side's room, for whoever may enter it; `outcomes` are the rolls of the stage in hand, as events hold them.

    Their labels are in the reader's language.
    """

    key: str
    name: str
    outcomes: tuple[Mapping[str, object], ...] = ()


@dataclass(frozen=True)
class RailRow:
    """A line of the wizard's rail: a step of the stage in hand (`part`), or a whole stage."""

    step: Step
    stage: str
    part: bool


class GameView(Protocol):
    """Everything the open rooms hold, ready to be drawn. A game works out on demand what is not always shown."""

    @property
    def public(self) -> PublicView: ...

    @property
    def mine(self) -> SideView | None:
        """The reader's own room; None for an onlooker."""

    @property
    def current(self) -> CurrentStep | None:
        """The step that waits for the reader's side."""

    @property
    def rail(self) -> Sequence[RailRow]:
        """The course of the phase as the wizard lists it."""

    @property
    def waits(self) -> str:
        """Who is waited for, as a sentence."""

    @property
    def figures(self) -> Sequence[tuple[str, str]]:
        """What a side wants beside its work: label and value."""


class GameSystem(Protocol[P, S]):
    """What a folder under rules/systems offers as SYSTEM. Nothing else is known outside it.

    `anytime` are the kinds of orders that a commander may give whatever step waits; `quiet` are kinds of public events
    on which the other side can't have built yet, such as that this one is done: an act with no others in public can be
    taken back. `heard` are kinds of public events that change the sides' rooms too. Once a side is done with
    `last_stage` it has no secret left to decide on; "" if a game has no such stage.

    `doors` are the stages behind which the server rolls dice that nobody knows before: with EACH a side gives its part
    in them when it finishes the stage, with ALL when all sides have, as is needed where choices in the stage bear on
    these dice.
    """

    key: str
    title: str
    edition: str
    sides: Mapping[str, str]
    rulings: tuple[Ruling, ...]
    quiet: frozenset[str]
    last_stage: str

    @property
    def choices(self) -> tuple[FoundingChoice, ...]: ...

    @property
    def anytime(self) -> frozenset[str]: ...

    @property
    def heard(self) -> frozenset[str]: ...

    @property
    def doors(self) -> Mapping[str, str]: ...

    @property
    def kinds(self) -> Mapping[str, frozenset[str]]:
        """The kinds of its events: `public`, `side` (in a side's room), and `umpire` (in public, by him)."""

    def setup(self, options: Mapping[str, object]) -> State[P, S]:
        """The campaign at its founding; `options` has `choices`, rulings and perhaps charts. May refuse."""

    def decide(self, state: State[P, S], order: Order, side: str, rng: Rng) -> tuple[Event, ...]:
        """The events that follow from `order`, or Refused. Needs only the side's own room."""

    def judge(self, state: State[P, S], order: Order) -> tuple[Event, ...]:
        """The public events that follow from an umpire's order, or Refused. Needs no side's room."""

    def apply(self, state: State[P, S], event: Event) -> State[P, S]:
        """The state after `event`. Total for recorded events; an unknown kind is a KeyError."""

    def hear(self, room: S, side: str, event: Event) -> S:
        """The room of `side` after a public event of a kind in `heard`, as `apply` leaves it; needs that room alone."""

    def current(self, state: State[P, S], side: str) -> CurrentStep | None:
        """The step that waits for `side`, with its task; what else a page shows is not worked out for it."""

    def public(self, state: State[P, S]) -> PublicView:
        """What everybody may know; needs no side's room."""

    def view(self, state: State[P, S], side: str | None) -> GameView:
        """All a page may show to `side` (None: an onlooker of the public room)."""

    def describe(self, event: Event) -> EventText:
        """An event as a sentence, from what the event holds alone."""

    def dump(self, state: State[P, S], room: str) -> object:
        """One room as JSON, for the host's cache; `load` is its inverse."""

    def load(self, rooms: Mapping[str, object]) -> State[P, S]:
        """The state of the rooms that `dump` wrote."""


Game: TypeAlias = GameSystem[object, object]
AnyState: TypeAlias = State[object, object]
"""A game and its state as a host knows them, who never looks into a room."""
