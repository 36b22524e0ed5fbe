"""A small staged game for one, two or three sides: ten-sided dice, decks, turns within a stage, and a reaction.

Each side draws three of its ten cards in secret. Then they strike in turn: who strikes plays a card, the next side may
answer with one of its own, and a d10 is rolled. At the end each side shuffles what is left of its deck. A page can play
it from its founding to its end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from rules.contract import PUBLIC, Event, EventText, Field, State, Task
from rules.dice import Modifier, Reckoning, Rng
from rules.engine import entries
from rules.engine.reducers import Data, Reducers
from rules.engine.rolls import DICE, Draw, roll
from rules.engine.staged import AT_A_STEP, StagedSystem
from rules.engine.stages import Course, Handler, Reaction, SideContext, Stage, StepResult, StepSpec, always
from rules.engine.tasks import FormTask, RollTask
from rules.features.documents import Library, Shelf
from rules.features.standing import PublicView
from rules.tables import Need, Row, Table

T = TypeVar("T", bound=Task)
NAMES = {"red": "Red", "blue": "Blue", "green": "Green"}
CARDS, HAND, ROUNDS = 10, 3, 2
NOTHING = "nothing"
TABLE = Table(
    "skirmish.hit",
    "Hits",
    "3",
    "printed",
    1,
    ("points",),
    (Row(None, 5, "≤ 5", {"points": 0}), Row(6, None, "≥ 6", {"points": 1})),
    sides=10,
)


@dataclass(frozen=True)
class Public:
    """The room of all. `asked` is who may answer the card that was struck, "" if nobody may."""

    dice: str
    sides: tuple[str, ...]
    stage: str = "hands"
    finished: tuple[str, ...] = ()
    seals: Mapping[str, str] = field(default_factory=dict)
    turn: str = ""
    asked: str = ""
    answered: bool = False
    strikes: Mapping[str, int] = field(default_factory=dict)
    points: Mapping[str, int] = field(default_factory=dict)
    winner: str = ""


@dataclass(frozen=True)
class Side:
    """One side's room: its cards by number."""

    key: str
    at: int = 0
    done: tuple[str, ...] = ()
    deck: tuple[int, ...] = tuple(range(1, CARDS + 1))
    hand: tuple[int, ...] = ()


@dataclass(frozen=True)
class Context(SideContext):
    """What one player has before him."""

    public: Public
    mine: Side


def _went_on(side: Side, data: Data) -> Side:
    if "step" in data:
        side = replace(side, done=(*side.done, data["step"]))
    return replace(side, at=data.get("at", side.at))


def _drawn(side: Side, data: Data) -> Side:
    left = tuple(card for card in side.deck if card not in data["cards"])
    return _went_on(replace(side, deck=left, hand=tuple(data["cards"])), data)


def _left(side: Side, data: Data) -> Side:
    return _went_on(replace(side, hand=tuple(card for card in side.hand if card != data["card"])), data)


def _struck(public: Public, data: Data) -> Public:
    strikes = {**public.strikes, data["side"]: public.strikes.get(data["side"], 0) + 1}
    return replace(public, strikes=strikes, asked=data["asked"], answered=False)


def _hit(public: Public, data: Data) -> Public:
    points = public.points.get(data["side"], 0) + data["points"]
    return replace(public, points={**public.points, data["side"]: points})


def _finished(public: Public, data: Data) -> Public:
    seals = {**public.seals, **({data["side"]: data["seal"]} if "seal" in data else {})}
    return replace(public, finished=(*public.finished, data["side"]), seals=seals)


def _opened(public: Public, data: Data) -> Public:
    return replace(public, stage=data["stage"], finished=(), turn=data["turn"])


def _anew(side: Side, key: str, data: Data) -> Side:
    return replace(side, at=0, done=())


REDUCERS = Reducers(
    public={
        "stage.finished": _finished,
        "stage.opened": _opened,
        "turn.passed": lambda public, data: replace(public, turn=data["turn"]),
        "card.struck": _struck,
        "strike.answered": lambda public, data: replace(public, asked="", answered=data["card"] > 0),
        "hit.rolled": _hit,
        "game.ended": lambda public, data: replace(public, stage="ended", finished=(), winner=data["winner"]),
    },
    side={
        "cards.drawn": _drawn,
        "card.left": _left,
        "deck.shuffled": lambda side, data: _went_on(replace(side, deck=tuple(data["cards"])), data),
        "step.done": _went_on,
    },
    echo={"stage.opened": _anew, "turn.passed": _anew},
)
SENTENCES = {
    "cards.drawn": "You drew {cards}.",
    "card.left": "Card {card} left your hand.",
    "deck.shuffled": "Your deck was shuffled.",
    "step.done": "Done.",
    "stage.finished": "{side} is ready.",
    "stage.opened": "Next: {stage}.",
    "turn.passed": "It is the turn of {turn}.",
    "card.struck": "{side} struck with {card}.",
    "strike.answered": "{side} answered with {card}.",
    "hit.rolled": "{side} scored {points}.",
    "game.ended": "{winner} won.",
}


def _taken(ctx: Context, size: int, rng: Rng) -> tuple[Draw, list[int]]:
    draw = Draw(rng.draw("cards", len(ctx.mine.deck), size), len(ctx.mine.deck))
    return draw, [ctx.mine.deck[place] for place in draw.got]


def _draw(ctx: Context, task: RollTask, data: Data, rng: Rng) -> StepResult:
    draw, cards = _taken(ctx, HAND, rng)
    return StepResult([Event("cards.drawn", ctx.side, {"draw": draw.to_json(), "cards": cards})])


def _shuffle(ctx: Context, task: RollTask, data: Data, rng: Rng) -> StepResult:
    order = rng.shuffle("deck", len(ctx.mine.deck))
    cards = [ctx.mine.deck[place] for place in order]
    return StepResult([Event("deck.shuffled", ctx.side, {"draw": Draw(order, len(order)).to_json(), "cards": cards})])


def _cards(ctx: Context) -> FormTask:
    """Asked whatever the side holds: whether it has a card left is its secret."""
    options = ((NOTHING, "Nothing"), *((str(card), f"Card {card}") for card in ctx.mine.hand))
    return FormTask("Play it", (Field("card", "Card", "select", NOTHING, options=options),))


def _played(ctx: Context, task: FormTask, data: Data) -> tuple[int, list[Event]]:
    """The card that was chosen, 0 for none, and how it leaves the hand."""
    said = task.read(data)["card"]
    card = 0 if said == NOTHING else int(said)
    return card, [Event("card.left", ctx.side, {"card": card})] if card else []


def _strike(ctx: Context, task: FormTask, data: Data, rng: Rng) -> StepResult:
    (card, left), sides = _played(ctx, task, data), ctx.public.sides
    following = sides[(sides.index(ctx.side) + 1) % len(sides)]
    struck = {"side": ctx.side, "card": card, "asked": "" if following == ctx.side else following}
    return StepResult([*left, Event("card.struck", PUBLIC, struck)])


def _answer(ctx: Context, task: FormTask, data: Data, rng: Rng) -> StepResult:
    card, left = _played(ctx, task, data)
    return StepResult([*left, Event("strike.answered", PUBLIC, {"side": ctx.side, "card": card})])


def _hit_task(ctx: Context) -> RollTask:
    less = (Modifier(-4, "answered", "3"),) if ctx.public.answered else ()
    return RollTask("Roll", (Need("hit", "Hit", 1, TABLE, less, sides=10),), mode=ctx.public.dice)


def _roll_hit(ctx: Context, task: RollTask, data: Data, rng: Rng) -> StepResult:
    (rolled,) = roll(task.needs, rng, entries.table(data.get("dice", {}), "dice"), task.mode)
    told = {"side": ctx.side, "points": rolled.value("points"), "rolls": [rolled.reckoning.to_json()]}
    return StepResult([Event("hit.rolled", PUBLIC, told)])


def _step(
    key: str, title: str, task: Callable[[Context], T | None], order: str, handler: Handler[Context, T]
) -> StepSpec[Context]:
    return StepSpec(key, "1", title, f"{title}.", task, {order: handler})


DRAW = _step("draw", "Draw your hand", lambda ctx: RollTask("Draw"), "roll", _draw)
STRIKE = _step("strike", "Strike", _cards, "enter", _strike)
HIT = _step("hit", "Does it hit", _hit_task, "roll", _roll_hit)
ANSWER = _step("answer", "Answer the strike", _cards, "enter", _answer)
SHUFFLE = _step("shuffle", "Shuffle your deck", lambda ctx: RollTask("Shuffle"), "roll", _shuffle)
AFTER = {"hands": "rounds", "rounds": "rest"}


class Skirmish(StagedSystem[Public, Side, Context]):
    """The game for so many sides."""

    edition, choices = "1", (DICE,)
    reducers, rooms = REDUCERS, (Public, Side)
    orders = {**AT_A_STEP, "concede": frozenset()}

    def __init__(self, sides: int) -> None:
        super().__init__()
        self.key, self.title = f"skirmish{sides}", f"Skirmish for {sides}"
        self.sides: Mapping[str, str] = dict(list(NAMES.items())[:sides])
        self.free_orders = {"concede": self._concede}
        everybody = always(*self.sides)
        self.course: Course[Context] = Course(
            (
                Stage("hands", "Hands", everybody, (DRAW,), dice=True),
                Stage("rounds", "Strikes", lambda public: (public.turn,), (STRIKE, HIT)),
                Stage("rest", "The rest", everybody, (SHUFFLE,)),
                Stage("ended", "The end", always(), ()),
            ),
            self.sides,
            (Reaction(ANSWER, lambda public: (public.asked,) if public.asked else ()),),
        )

    def setup(self, options: Mapping[str, object]) -> State[Public, Side]:
        return State(Public(str(options.get("dice", "server")), tuple(self.sides)), {k: Side(k) for k in self.sides})

    def context(self, public: Public, mine: Side) -> Context:
        return Context(public, mine)

    def after_act(self, ctx: Context) -> list[Event]:
        public, order = ctx.public, list(self.sides)
        if not self.course.closes(ctx):
            return []
        if public.stage == "rounds":
            following = order[(order.index(ctx.side) + 1) % len(order)]
            more = public.strikes.get(following, 0) < ROUNDS
            return [Event("turn.passed", PUBLIC, {"turn": following}) if more else self._next(ctx)]
        finished = {"side": ctx.side, "stage": public.stage}
        events = [Event("stage.finished", PUBLIC, finished, seals=public.stage == "hands")]
        return [*events, self._next(ctx)] if self.course.opens_next(ctx) else events

    def public(self, state: State[Public, Side]) -> PublicView:
        winner = self.sides.get(state.public.winner, "")
        result = f"{winner} won." if winner else ""
        return replace(super().public(state), seals=state.public.seals, winner=winner, result=result)

    def tables(self, options: Mapping[str, object]) -> Library:
        return Library((Shelf(self.title, (TABLE,)),))

    def describe(self, event: Event) -> EventText:
        data: Data = event.data
        rolls = (Reckoning.from_json(each) for each in data.get("rolls", ()))
        sentence = SENTENCES[event.kind].format(**event.data)
        return EventText(sentence, "1", tuple(("Hit", reckoning) for reckoning in rolls))

    def _next(self, ctx: Context) -> Event:
        if ctx.stage in AFTER:
            return Event("stage.opened", PUBLIC, {"stage": AFTER[ctx.stage], "turn": next(iter(self.sides))})
        return Event("game.ended", PUBLIC, {"winner": max(self.sides, key=lambda side: ctx.public.points.get(side, 0))})

    def _concede(self, ctx: Context, data: Data, rng: Rng) -> list[Event]:
        others = [key for key in self.sides if key != ctx.side]
        return [Event("game.ended", PUBLIC, {"winner": others[0] if others else ctx.side})]


SKIRMISHES = {game.key: game for game in map(Skirmish, (1, 2, 3))}
