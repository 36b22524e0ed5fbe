"""What each step asks: entries with all that is legal now. What they come to is decided by the rules, not here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from rules.contract import Field, FieldGroup, Gate
from rules.engine.tasks import CheckTask, FormTask, RollTask, TaskBase
from rules.systems.rts import battle, by_hand, cards, operation
from rules.systems.rts.board import AWAY, Board
from rules.systems.rts.context import Context
from rules.systems.rts.frames import (
    CARD,
    MAP,
    MOVE,
    POINTS,
    Agreeing,
    Applying,
    Effect,
    Operation,
    Placing,
    Retreat,
    Start,
)
from rules.systems.rts.library import chit_does, does
from rules.systems.rts.printed import LABELS, NAMES, texts
from rules.systems.rts.retreats import may_stay, ways_back
from rules.systems.rts.state import PublicRoom, SecretRoom
from rules.systems.rts.unit_texts import unit_label
from rules.text import gettext

MOVING, REORGANIZE, REBUILD, PLAY, END = "move", "reorganize", "rebuild", "play", "end"
DRAW, NOTHING, STAY, OFF = "draw", "nothing", "stay", "off"
BATTLE, OPERATION, GAME = "battle", "operation", "game"
"""For how long a side may say that it is asked for no reaction."""
UNIT = "unit-"
"""What the tick of a unit is called in front of its key."""
Options = tuple[tuple[str, str], ...]


def button(key: str) -> str:
    """What the press of a step is called."""
    return gettext(texts().step[key].button)


def _select(name: str, label: str, options: Iterable[tuple[str, str]], rule: str, value: str | None = None) -> Field:
    """An entry with what may be chosen. Nothing is chosen for the player but what is the only thing, or a `value`."""
    choices = tuple(options)
    if value is not None or len(choices) == 1:
        return Field(name, label, "select", choices[0][0] if value is None else value, options=choices, rule=rule)
    return Field(name, label, "select", "", options=(("", "–"), *choices), rule=rule, required=True)


def _named(names: Iterable[str]) -> Options:
    return tuple((name, name) for name in names)


def _options(labels: Mapping[str, str]) -> Options:
    """Options of a select: keys with their labels."""
    return tuple((key, gettext(text)) for key, text in labels.items())


def _cards(board: Board, mine: SecretRoom) -> Options:
    playable = cards.playable(board, mine)
    return tuple(
        (card.id, f"{card.called} ({does(card, cards.attack_cost(board, mine.key, card))})") for card in playable
    )


def _kept_back(board: Board, mine: SecretRoom) -> Iterator[str]:
    """Why cards in hand can't be played now that are of a kind played now (2.3.1)."""
    kinds = cards.kinds_in(board.public, mine.key)
    held = (board.theater.cards[key] for key in mine.hand)
    reasons = {card.called: cards.why_not(board, mine.key, card) for card in held if card.kind in kinds}
    for called, reason in reasons.items():
        if reason is not None:
            yield f"{called}: {reason.message} ({reason.rule})"


def _says(board: Board) -> tuple[Field, ...]:
    """Where the player writes what a card does as it is printed; there for every hand that could hold one."""
    if any(card.effect == "as_printed" for card in board.theater.cards.values()):
        return (Field("says", gettext("What the card does, if as printed"), "text", "", rule="2.3.2"),)
    return ()


def hands(ctx: Context) -> RollTask:
    """4.1: the first hand."""
    return RollTask(button("hands"))


def choose(ctx: Context) -> FormTask:
    """4.2.2: Card or Map."""
    options, lines = [(CARD, gettext("Card"))], list[str]()
    if operation.may_choose_map(ctx.board, ctx.side):
        options.append((MAP, gettext("Map")))
    else:
        lines.append(gettext("Map would need a Resource Point of yours on the map; there is none."))
    fields = [_select("choice", gettext("Your choice"), options, "4.2.2")]
    if ctx.public.standing.get(ctx.side) == GAME:
        ask = (("", gettext("Not yet")), ("ask", gettext("Ask me again")))
        fields.append(_select("ask", gettext("Reactions"), ask, "2.3.4", ""))
    return FormTask(button("choose"), tuple(fields), tuple(lines))


def show(ctx: Context) -> CheckTask:
    """4.2.2: the first who chose shows it."""
    return CheckTask(button("show"), counters=False, by_itself=True)


def start(ctx: Context) -> AreaTask:
    """5.2: where the Resource Point is spent, if it is; a roll-off won and a card only allow it (4.2.2, C10)."""
    points = ctx.public.points
    areas = [(area, f"{area} ({points[area].number})") for area in operation.start_areas(ctx.board, ctx.side)]
    lines = list[str]()
    if ctx.public.running(Start).optional:
        areas.append((NOTHING, gettext("No operation")))
        lines.append(gettext("You need not operate: “No operation” in the list spends nothing."))
    return AreaTask(button("start"), (_select("area", gettext("Area"), areas, "5.2"),), tuple(lines))


@dataclass(frozen=True)
class AreaTask(FormTask):
    """A step that asks for an area, on the map too."""

    ticks: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    along: ClassVar[Mapping[str, str]] = {}
    ends: ClassVar[Mapping[str, tuple[str, ...]]] = {}


@dataclass(frozen=True)
class OperationTask(TaskBase):
    """5.5: what is done with Supply Points. Its entries are worked out when a page asks for them."""

    kind: ClassVar[str] = "form"
    orders: ClassVar[tuple[str, ...]] = ("enter",)
    along: ClassVar[Mapping[str, str]] = {"do": MOVING}
    button: str
    board: Board
    frame: Operation
    mine: SecretRoom

    @property
    def lines(self) -> tuple[str, ...]:
        """What is left, and what it buys (5.5.2, C8, C13)."""
        points, area, costs = self.frame.left, self.frame.area, self.board.numbers.costs
        factor = self.board.cost_factor(self.frame.side)
        prices = {"move": costs.move, "armour": costs.armour, "stack": costs.stack, "mend": costs.reorganize}
        told = {what: price * factor for what, price in prices.items()}
        if self.board.public.readings.stacking == "instead":
            price_line = gettext(
                "Costs: a move {move}, with armor {armour}; ending it with other units of yours {stack} at least; to "
                "reorganize or rebuild {mend}.",
                **told,
            )
        else:
            price_line = gettext(
                "Costs: a move {move}, with armor {armour}; ending it with other units of yours {stack} more; to "
                "reorganize or rebuild {mend}.",
                **told,
            )
        if factor > 1:
            price_line = f"{price_line} {gettext('That is the price in winter; infantry among itself pays less.')}"
        return (gettext("Supply Points left: {left}. Active Operation: {area}.", left=points, area=area), price_line)

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The act, the units, where they go and by which areas, and a card."""
        board = self.board
        ends = dict.fromkeys(end for cards in self.ends.values() for end in cards)
        cards = _cards(board, self.mine)
        to = [(end, gettext("off the map") if end == OFF else end) for end in ends]
        return (
            _select("do", gettext("What"), _options(LABELS.use), "5.5.1"),
            *(Field(f"{UNIT}{key}", unit_label(board, key, where=False), "check", False) for key in self._ready),
            _select("to", gettext("To"), [("", "–"), *to], "6.3", ""),
            Field("via", gettext("By way of, if it matters: areas with commas between"), "text", "", rule="C1.f.III"),
            _select("card", gettext("Card"), [("", "–"), *cards], "2.3.1", ""),
            *_says(board),
        )

    def gate(self, act: str, entries: Mapping[str, object]) -> Gate | None:
        """Supply Points that are left lapse with the operation (5.5)."""
        if entries.get("do") != END:
            return None
        end = gettext(LABELS.use[END])
        message = gettext("Supply Points that lapse: {left}.", left=self.frame.left)
        return Gate(end, end, lost=(message,))

    @cached_property
    def _ready(self) -> tuple[str, ...]:
        return operation.ready(self.board, self.frame)

    @cached_property
    def ticks(self) -> Mapping[str, tuple[str, ...]]:
        """The units that may act, by where they are."""
        result: dict[str, tuple[str, ...]] = {}
        for key in self._ready:
            area = self.board.state(key).at
            result[area] = (*result.get(area, ()), f"{UNIT}{key}")
        return result

    @cached_property
    def ends(self) -> Mapping[str, tuple[str, ...]]:
        """Where each of those units could go alone."""
        fighting = [key for key in self._ready if self.board.theater.units[key].fights]
        routes = {key: self.board.routes((key,)) for key in fighting}
        return {f"{UNIT}{key}": tuple(dict.fromkeys(end or OFF for end, _ in ways)) for key, ways in routes.items()}

    @property
    def groups(self) -> tuple[FieldGroup, ...]:  # type: ignore[override]
        """The units of each area are folded away together."""
        return tuple(FieldGroup(f"{area} ({len(names)})", False, names) for area, names in self.ticks.items())


def operate(ctx: Context) -> OperationTask:
    """5.5: the Supply Points of the operation in hand."""
    return OperationTask(button("operation"), ctx.board, ctx.public.running(Operation), ctx.mine)


def draw_chits(ctx: Context) -> RollTask:
    """9.5.2: as many as the highest Tactical Value."""
    number = ctx.public.battle.wants[ctx.side] if ctx.public.battle else 0
    line = gettext("Battle Chits to draw: {number}", number=number)
    return RollTask(button("chits"), lines=(line,), by_itself=True)


def fight(ctx: Context) -> FormTask:
    """9.5.3: one of the chits in hand."""
    held = [(chit, f"{gettext(chit)} ({chit_does(ctx.side, chit)})") for chit in dict.fromkeys(ctx.mine.chits)]
    return FormTask(button("battle"), (_select("chit", gettext("Battle Chit"), held, "9.5.3"),))


def react(ctx: Context) -> FormTask | CheckTask:
    """2.3.4: a card, or none. It is asked whatever the hand holds, or passing would tell what it lacks.

    Whoever waits for it may go on when the agreed time is over.
    """
    if ctx.side not in ctx.public.acting:
        line = gettext("The other side may react; the time agreed on is {time}.", time=reaction_time(ctx.public))
        return CheckTask(gettext("The time is over: go on"), lines=(line,), counters=False)
    options = [("", gettext("No card")), *_cards(ctx.board, ctx.mine)]
    again = [("", gettext("Ask me again"))]
    again += [(BATTLE, gettext("Not again in this battle"))] if ctx.public.battle else []
    again += [(OPERATION, gettext("Not again in this operation")), (GAME, gettext("Not until I say so"))]
    return FormTask(
        button("window"),
        (
            _select("card", gettext("Card"), options, "2.3.4", ""),
            _select("again", gettext("And then"), again, "2.3.4", ""),
            *_says(ctx.board),
        ),
        tuple(_kept_back(ctx.board, ctx.mine)),
    )


def reaction_time(public: PublicRoom) -> str:
    """How long a side has for a reaction, in words."""
    return gettext(LABELS.reaction_time[public.reaction_time])


def victim(ctx: Context) -> FormTask:
    """9.5.4: which unit the chit hits."""
    frame = ctx.public.running(Effect)
    units = [(key, unit_label(ctx.board, key)) for key in battle.targets(ctx.board, frame)]
    line = gettext("{chit}: one of these units.", chit=gettext(frame.chit))
    return FormTask(button("victim"), (_select("unit", gettext("Unit"), units, "9.5.4"),), (line,))


def retreat(ctx: Context) -> AreaTask:
    """9.6.3f: where the unit goes."""
    frame = ctx.public.running(Retreat)
    ways = [(area or OFF, area or gettext("off the map")) for area in ways_back(ctx.board, frame)]
    if may_stay(ctx.board, frame):
        ways.append((STAY, gettext("It stays here")))
    line = unit_label(ctx.board, frame.unit)
    return AreaTask(button("retreat"), (_select("to", gettext("To"), ways, "9.6.3f"),), (line,))


def card(ctx: Context) -> FormTask:
    """4.2.3: play, draw or discard."""
    board, mine = ctx.board, ctx.mine
    acts = []
    if mine.deck and len(mine.hand) < board.numbers.hand.most:
        acts.append((DRAW, gettext("Draw a card")))
    acts += [(f"play:{key}", gettext("Play {card}", card=title)) for key, title in _cards(board, mine)]
    titles = {key: board.theater.cards[key].called for key in mine.hand}
    acts += [(f"discard:{key}", gettext("Discard {card}", card=title)) for key, title in titles.items()]
    if ctx.public.readings.must_act == "yes":
        acts.append((NOTHING, gettext("Do nothing")))
    fields = (_select("do", gettext("What"), acts, "4.2.3"), *_says(board))
    return FormTask(button("card"), fields, tuple(_kept_back(board, mine)))


def placing(ctx: Context) -> AreaTask:
    """What a card brings: which, and where."""
    frame, board = ctx.public.running(Placing), ctx.board
    line = gettext("{what}, {number} left to do", what=gettext(LABELS.brings[frame.what]), number=frame.number)
    nothing = [(NOTHING, gettext("No more"))] if cards.may_leave(frame) else []
    if frame.what == POINTS:
        areas = (*_named(board.point_areas(ctx.side)), *nothing)
        return AreaTask(button("placing"), (_select("area", gettext("Area"), areas, "C5"),), (line,))
    places = cards.movable(board, frame)
    labels = [(key, key if frame.what == MOVE else unit_label(board, key)) for key in places]
    fields = [_select("what", gettext("Which"), (*labels, *nothing), "C7")]
    if frame.what not in cards.RESTORED:
        areas = _named(dict.fromkeys(area for each in places.values() for area in each))
        areas = areas if len(areas) == 1 else (("", "–"), *areas)  # nowhere is where what is left undone goes
        fields.append(_select("area", gettext("Area"), areas, "C7", areas[0][0]))
    return AreaTask(button("placing"), tuple(fields), (line,))


def agree(ctx: Context) -> FormTask:
    """2.3.2: the other side's card, as it is printed."""
    frame = ctx.public.running(Agreeing)
    answers = (("yes", gettext("I agree")), ("no", gettext("Not as said")))
    line = f"{gettext(frame.title)}: {frame.says}"
    return FormTask(button("agreeing"), (_select("agreed", gettext("Answer"), answers, "2.3.2"),), (line,))


def apply(ctx: Context) -> FormTask:
    """2.3.2: what a card does as it is printed, one change after the other."""
    frame, board = ctx.public.running(Applying), ctx.board
    counters = tuple((key, unit_label(board, key)) for key in board.theater.units)
    return FormTask(
        button("applying"),
        (
            _select("do", gettext("What"), _options(LABELS.change), "2.3.2"),
            _select(
                "area",
                gettext("Area"),
                (("", "–"), *_named(board.theater.areas), *_options(LABELS.off_map)),
                "2.3.2",
                "",
            ),
            _select("holder", gettext("Controlled by"), (("", gettext("as it is")), *NAMES.items()), "C1.f", ""),
            Field("number", gettext("Resource Points there"), "number", "", low=0, high=by_hand.MOST, rule="5.1"),
            _select("unit", gettext("Counter"), (("", "–"), *counters), "2.2", ""),
            Field("depleted", gettext("Depleted"), "check", False, rule="9.6.4"),
            Field("disorganized", gettext("Disorganized"), "check", False, rule="9.6.3"),
        ),
        (f"{gettext(frame.title)}: {frame.says}",),
    )


def away(name: str) -> str:
    """An area as a field names it, OFF being off the map."""
    return AWAY if name == OFF else name
