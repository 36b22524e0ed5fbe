"""The contract between a game system and its hosts: what the web may ask of a game, and what a game gives.

A campaign has one room that everyone may enter (PUBLIC) and one per side. Every event happens in exactly one room. The
state of a room is a fold over the events of that room (and, for a side's room, over the public ones), never over
another side's. Code that serves a side is handed a State with the public room and that side's alone, so what the
other side keeps secret is not hidden: it is not there.

Nothing here depends on a particular game. What only some games have (sheets, curves) is a Protocol of its own in
`rules.features`; a host asks with `isinstance` whether a system offers it.
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
"""When the sides give their parts in the dice behind a stage; see GameSystem.doors."""
STEP, CONTINUE = "step", "on"
"""Entries that every order at a step may have: the step it is meant for, and whether to do the follow-up steps too."""

P = TypeVar("P")
S = TypeVar("S")
"""The types of a game's public room and of a side's room."""


class Refused(Exception):
    """Raised when the rules turn an order down; the message is for the player.

    `rule` is the paragraph that says so, `field` the entry it is about ("" for the whole order), `way_out` what the
    player can do instead.
    """

    def __init__(self, message: str, *, rule: str = "", field: str = "", way_out: str = "") -> None:
        super().__init__(message)
        self.message, self.rule, self.field, self.way_out = message, rule, field, way_out


@dataclass(frozen=True)
class Order:
    """What a player wants done: a kind of order and its entries, whose values are unchecked and may be anything."""

    kind: str
    data: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Event:
    """Something that happened, with its outcome; kinds are in the past tense. `data` holds JSON values only.

    `seals` marks a public event that carries the seal of the secret events recorded with it; the host computes it.
    """

    kind: str
    room: str
    data: Mapping[str, object] = field(default_factory=dict)
    seals: bool = False


@dataclass(frozen=True)
class EventText:
    """An event as text: a sentence, its rule, and the rolls behind its numbers as pairs of label and reckoning.

    `counted` is the kind under which statistics count rolls that have no table. `whose` are the sides the rolls were
    made for, in turn; () if all were made for the side that acted.
    """

    sentence: str
    rule: str = ""
    reckonings: tuple[tuple[str, Reckoning], ...] = ()
    counted: str = ""
    whose: tuple[str, ...] = ()


@dataclass(frozen=True)
class State(Generic[P, S]):
    """The rooms its holder may enter; `sides` lacks the rooms that are closed to him."""

    public: P
    sides: Mapping[str, S] = field(default_factory=dict)

    def only(self, rooms: Iterable[str]) -> State[P, S]:
        """The same state without all side rooms but those in `rooms`."""
        open_rooms = set(rooms)
        return State(self.public, {key: room for key, room in self.sides.items() if key in open_rooms})


@dataclass(frozen=True)
class Field:
    """One entry of a form: `kind` is number, select, text or check; `low` and `high` are inclusive bounds.

    `pattern` is a regular expression a text has to match in full, `hint` says the same in words; `longest` is the most
    characters it may have. A `required` select offers "" for "nothing chosen yet", which is refused, as is a `required`
    number that is left empty: its `value` is "" where nobody can propose one.
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
    """Entries of a form under a heading, by their names; a group that is not `open` starts folded."""

    title: str
    open: bool
    names: tuple[str, ...]


@dataclass(frozen=True)
class Gate:
    """What a player confirms before an act that is final or throws something away.

    `done` is what the act does, each thing with its number or price; `after` what the side has then; `lost` says in
    whole sentences what lapses or is left undone. `button` is the label of the confirming button.
    """

    title: str
    button: str
    done: tuple[tuple[str, str], ...] = ()
    after: tuple[tuple[str, str], ...] = ()
    lost: tuple[str, ...] = ()

    @property
    def throws_away(self) -> bool:
        """Whether most players would rather go back: something is lost, or nothing is done."""
        return bool(self.lost) or not self.done


class Task(Protocol):
    """What a step asks of a side. `kind` names the template that draws it (refit/tasks/<kind>.html), the only code that
    knows the class; all other code uses these members. `orders` are the kinds of its buttons, the main one first."""

    kind: ClassVar[str]
    orders: ClassVar[tuple[str, ...]]

    @property
    def fields(self) -> tuple[Field, ...]:
        """The entries it takes, with proposed values."""

    @property
    def groups(self) -> tuple[FieldGroup, ...]:
        """How the entries are grouped on the page; () if they are not."""

    @property
    def needs(self) -> tuple[Need, ...]:
        """The rolls it needs."""

    @property
    def mode(self) -> str:
        """Whose dice are rolled: "server", "own" or "either"."""

    @property
    def free_dice(self) -> int:
        """How many dice the players roll on a table the program lacks; the page proposes such a free roll. 0: none."""

    @property
    def waits(self) -> bool:
        """Whether only another side's answer is missing; the side can still correct what it entered."""

    def entries(self, act: str, typed: Mapping[str, str]) -> Mapping[str, object]:
        """The entries of the order that the button `act` sends, made from what was `typed` into the page."""

    def priced(self, entries: Mapping[str, object]) -> Self:
        """The task with `entries` filled in and what follows from them; raises Refused if they make no sense."""

    def gate(self, act: str, entries: Mapping[str, object]) -> Gate | None:
        """What to confirm before `act` is done with `entries`, if anything; raises Refused if they make no sense."""


@dataclass(frozen=True)
class StepInfo:
    """The key, rule and texts of a step, shown wherever it is named."""

    key: str
    rule: str
    title: str
    help: str


class FollowUp(Protocol):
    """A step that can be done on the page of the one before it, with its task as far as that is known beforehand."""

    @property
    def spec(self) -> StepInfo: ...

    @property
    def task(self) -> Task: ...


class CurrentStep(FollowUp, Protocol):
    """The step that waits for a side, with its task."""

    @property
    def follow_ups(self) -> Sequence[FollowUp]:
        """The steps that an order with CONTINUE would do too."""


@dataclass(frozen=True)
class Step:
    """A step's line in the wizard as one side sees it.

    `status` is one of: done, passed (nothing to do here), here, waiting (for the other side), coming. `note` says why
    the step passed by or who is waited for.
    """

    key: str
    rule: str
    title: str
    status: str
    note: str = ""


@dataclass(frozen=True)
class Ruling:
    """A doubt in the print that changes a result, with its possible readings by key.

    `was` is the key under which campaigns of before have it, if that was another.
    """

    key: str
    question: str
    rule: str
    readings: Mapping[str, str]
    default: str
    why: str = ""
    was: str = ""


@dataclass(frozen=True)
class FoundingChoice:
    """A question of the founding page. `key` names the option, `options` its choices, the default first.

    A question with `first` stands beside who plays; all others are folded away, since their default usually fits.
    """

    key: str
    label: str
    options: Mapping[str, str]
    first: bool = False


@dataclass(frozen=True)
class PublicView:
    """What both sides and every onlooker may know. A game adds what its own sheets and texts need.

    `waiting` are the sides waited for, `seals` the seals of the stage by side, `result` says how the campaign ended,
    `practice` that the numbers are invented for practice.
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
    """One side's room, for whoever may enter it.

    `outcomes` are the rolls of the stage in hand as events hold them, but with labels in the reader's language.
    """

    key: str
    name: str
    outcomes: tuple[Mapping[str, object], ...] = ()


@dataclass(frozen=True)
class RailRow:
    """A line of the wizard's list of steps: a step of the stage in hand (then `part` is true), or a whole stage."""

    step: Step
    stage: str
    part: bool


class GameView(Protocol):
    """Everything the open rooms hold, ready for pages. Properties compute on demand what is not always shown."""

    @property
    def public(self) -> PublicView: ...

    @property
    def mine(self) -> SideView | None:
        """The reader's own room; None for an onlooker."""

    @property
    def current(self) -> CurrentStep | None:
        """The step that waits for the reader's side, or None."""

    @property
    def rail(self) -> Sequence[RailRow]:
        """The steps and stages of the phase as the wizard lists them."""

    @property
    def waits(self) -> str:
        """A sentence on who is waited for; "" if nobody is."""

    @property
    def figures(self) -> Sequence[tuple[str, str]]:
        """Figures to show a side beside its step: pairs of label and value."""


class GameSystem(Protocol[P, S]):
    """What a folder under rules/systems exports as SYSTEM; code outside the folder uses nothing else of it.

    `anytime` are the kinds of orders that a commander may give whatever step waits. `quiet` are the kinds of public
    events on which the other side can't have built yet, such as that a side finished a stage: an act whose public
    events are all quiet can be undone. `heard` are the kinds of public events that change the sides' rooms too. Once a
    side is done with `last_stage` it has no secret decision left; "" if a game has no such stage.

    `doors` maps the stages behind which the server rolls dice that nobody may know before to EACH or ALL: with EACH a
    side gives its part in them when it finishes the stage, with ALL once all sides have finished, which is needed where
    choices in the stage bear on these dice.
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
        """The kinds of its events under `public`, `side` (in a side's room) and `umpire` (public, by an umpire)."""

    def setup(self, options: Mapping[str, object]) -> State[P, S]:
        """The state at the founding; `options` has `choices`, rulings and perhaps a chart. May raise Refused."""

    def decide(self, state: State[P, S], order: Order, side: str, rng: Rng) -> tuple[Event, ...]:
        """The events that follow from `order`; raises Refused. Needs only the side's own room."""

    def judge(self, state: State[P, S], order: Order) -> tuple[Event, ...]:
        """The public events that follow from an umpire's order; raises Refused. Needs no side's room."""

    def apply(self, state: State[P, S], event: Event) -> State[P, S]:
        """The state after `event`. Never refuses a recorded event; raises KeyError for an unknown kind."""

    def hear(self, room: S, side: str, event: Event) -> S:
        """The room of `side` after a public event of a kind in `heard`, as `apply` leaves it; needs that room alone."""

    def current(self, state: State[P, S], side: str) -> CurrentStep | None:
        """The step that waits for `side`, with its task, without building the rest of the view."""

    def public(self, state: State[P, S]) -> PublicView:
        """What everybody may know; needs no side's room."""

    def view(self, state: State[P, S], side: str | None) -> GameView:
        """All that pages may show to `side` (None: an onlooker of the public room)."""

    def describe(self, event: Event) -> EventText:
        """The event as a sentence, made from the event's own data alone."""

    def dump(self, state: State[P, S], room: str) -> object:
        """One room as JSON values, for the host's cache; `load` is the inverse."""

    def load(self, rooms: Mapping[str, object]) -> State[P, S]:
        """The state made of rooms as `dump` wrote them, by room key."""


Game: TypeAlias = GameSystem[object, object]
AnyState: TypeAlias = State[object, object]
"""A game and its state as a host types them: it never looks into a room."""
