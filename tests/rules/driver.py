"""A driver that plays a refit phase without a server: verbs for both sides, dice scripted or from a seed.

The rules are pure: the same order in the same state with the same dice comes to the same. So each such order is carried
out once in a process, and a test that plays to where another one has been gets there by looking it up.
"""

from __future__ import annotations

import random
import re
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, ClassVar, NamedTuple, Self

from rules.asl.system import ENDED, RefitSystem
from rules.contract import Event, Order, Refused, State
from rules.dice import NAME, SIX, Rng
from rules.engine import free_roll
from tests.rules.payloads import check_payload

LONGEST = 4000
SAID = {"turn": 6}
"""What a report says where a test does not, and its page proposes nothing; else the lowest number."""
COUNTED = "as counted at the table"
"""Why a side states other losses than its record says."""
BUTTONS = {
    "roll": "roll",
    "check": "done",
    "toll": "done",
    "form": "enter",
    "hexes": "enter",
    "perimeter": "enter",
    "fortify": "buy",
    "placing": "enter",
    "paper": "propose",
}
"""The order that answers each kind of task."""
Rows = Mapping[str, Mapping[str, int]]


MOST = 20_000
"""The most orders, and the most waiting steps, that are remembered."""


class Remembered:
    """What was reckoned from a state, by what was asked of it.

    A state is known by its identity: nobody changes one, and it is kept as long as what was reckoned from it.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[Hashable, tuple[State, Any]] = OrderedDict()

    def get(self, state: State, asked: Hashable) -> Any:
        """What was reckoned, or None."""
        _, found = self._known.get((id(state), asked), (None, None))
        return found

    def keep(self, state: State, asked: Hashable, found: Any) -> None:
        """Remember it; what was kept first is forgotten first."""
        self._known[id(state), asked] = state, found
        if len(self._known) > MOST:
            self._known.popitem(last=False)


class Done(NamedTuple):
    """What came of an order, and where the cup was after it."""

    state: State
    events: tuple[Event, ...]
    drawn: tuple[int, ...]
    cast: int


ORDERS_DONE, WAITING = Remembered(), Remembered()


@cache
def _setup(system: RefitSystem, options: str) -> list[State]:
    """Where the beginning of a campaign with these options is kept."""
    return []


@cache
def _faces(seed: int) -> tuple[random.Random, list[int]]:
    """The dice of a seed, and what they have shown so far in any campaign."""
    return random.Random(seed), []


class Cup:
    """Rules' Rng in tests: numbers put in by hand first, then those of a seed; all of them are remembered."""

    def __init__(self, seed: int = 1) -> None:
        self.seed = seed
        self._dice, self._shown = _faces(seed)
        self._others = random.Random(seed)
        self.script: list[int] = []
        self.drawn: list[int] = []
        self.cast = 0
        """How many dice of the seed were cast."""

    def roll(self, name: str, count: int, sides: int = SIX) -> tuple[int, ...]:
        cast = tuple(self.script.pop(0) if self.script else self._next(sides) for _ in range(count))
        self.drawn += cast
        return cast

    def _next(self, sides: int) -> int:
        if sides != SIX:
            return self._others.randint(1, sides)
        if self.cast == len(self._shown):
            self._shown.append(self._dice.randint(1, 6))
        self.cast += 1
        return self._shown[self.cast - 1]

    def draw(self, name: str, size: int, count: int) -> tuple[int, ...]:
        left = list(range(size))
        got = list[int]()
        for _ in range(count):
            got.append(self.script.pop(0) if self.script else self._others.choice(left))
            left.remove(got[-1])
        self.drawn += got
        return tuple(got)

    def shuffle(self, name: str, size: int) -> tuple[int, ...]:
        return self.draw(name, size, size)


ALIKE = re.compile("removal_roll/.*|.*/(chits|first/[a-z]+|rolloff/[a-z]+)")
"""What is told apart by its turn alone: tries at several works of a kind in one Location, as the works are; what comes
out of a cup one by one; rolls that are made again after a tie."""


class NamesSeen:
    """The dice of one act, with the names that they were drawn for."""

    def __init__(self, rng: Rng) -> None:
        self._rng = rng
        self.names: list[str] = []

    def roll(self, name: str, count: int, sides: int = SIX) -> tuple[int, ...]:
        return self._rng.roll(self._seen(name), count, sides)

    def draw(self, name: str, size: int, count: int) -> tuple[int, ...]:
        return self._rng.draw(self._seen(name), size, count)

    def shuffle(self, name: str, size: int) -> tuple[int, ...]:
        return self._rng.shuffle(self._seen(name), size)

    def _seen(self, name: str) -> str:
        assert NAME.fullmatch(name), name
        assert "/" in name or name == free_roll.NAME, f"{name} says no step"
        assert name not in self.names or ALIKE.fullmatch(name), f"one name for different things: {name}"
        self.names.append(name)
        return name


def cup_of(*numbers: int) -> Cup:
    """A cup that shows these numbers first."""
    cup = Cup()
    cup.script = list(numbers)
    return cup


class Driver:
    """A campaign in play.

    `baskets` (by side and date) and `reports` (by date) are what the sides do where a test does not say it; the rest
    of the way they press the button before them. A game says which system it plays, and which entries of `put` are
    those of a side's date.
    """

    system: ClassVar[RefitSystem]
    line: ClassVar[tuple[str, ...]]

    def __init__(
        self,
        *,
        baskets: Mapping[tuple[str, int], Rows] | None = None,
        reports: Mapping[int, Mapping[str, Any]] | None = None,
        seed: int = 1,
        **options: Any,
    ) -> None:
        self.options = options
        kept = _setup(self.system, repr(sorted(options.items())))
        self.state: State = kept[0] if kept else self.system.setup(options)
        kept[:] = [self.state]
        self.cup = Cup(seed)
        self.baskets = dict(baskets or {})
        self.reports = dict(reports or {})
        self.events: list[Event] = []
        self.acts: list[tuple[str, tuple[int, ...], tuple[Event, ...]]] = []

    # looking ----------------------------------------------------------------------------

    @property
    def sides(self) -> tuple[str, ...]:
        """Both sides, the first to be asked first."""
        return tuple(self.system.sides)

    @property
    def public(self) -> Any:
        """The room both sides share."""
        return self.state.public

    @property
    def ended(self) -> bool:
        """Whether the campaign is over."""
        return bool(self.public.stage == ENDED)

    def room(self, side: str) -> Any:
        """The room of a side."""
        return self.state.sides[side]

    def context(self, side: str) -> Any:
        """The context of a side, with nothing of the other side's on it."""
        return self.system.context_of(self.state, side)

    def current(self, side: str) -> Any:
        """The step that waits for a side, or None."""
        if (known := WAITING.get(self.state, side)) is None:
            known = (self.system.course.current(self.context(side)),)
            WAITING.keep(self.state, side, known)
        return known[0]

    def names(self, side: str, group: str = "", fate: str = "") -> list[str]:
        """The names of a side's counters, of a group and of a fate if they are named."""
        counters = self.room(side).counters
        return [c.name for c in counters if group in ("", c.group) and fate in ("", c.fate)]

    def lines(self, side: str, **named: str) -> dict[str, str]:
        """Entries of the set-up form by parts of their labels: `Trench="2 K20"`, blanks as underscores."""
        fields = self.current(side).task.form.fields
        return {next(f.name for f in fields if key.replace("_", " ") in f.label): line for key, line in named.items()}

    # playing ----------------------------------------------------------------------------

    def order(self, side: str, order: str, /, **data: Any) -> tuple[Event, ...]:
        """Give an order with only the side's own room open, and fold what follows into the campaign.

        Nobody may be refused once dice are cast: he would have seen them, and try something else.
        """
        asked = (side, order, repr(data), self.cup.seed, self.cup.cast, tuple(self.cup.script))
        if (done := ORDERS_DONE.get(self.state, asked)) is None:
            done = self._carried_out(side, Order(order, data))
            ORDERS_DONE.keep(self.state, asked, done)
        else:
            self.cup.cast, self.cup.script = done.cast, self.cup.script[len(done.drawn) :]
            self.cup.drawn += done.drawn
        self.state = done.state
        self.events += done.events
        self.acts.append((side, done.drawn, done.events))
        return done.events

    def _carried_out(self, side: str, order: Order) -> Done:
        already = len(self.cup.drawn)
        try:
            named = NamesSeen(self.cup)
            events = self.system.decide(self.state.only([side]), order, side, named)
        except Refused as refused:
            if len(self.cup.drawn) != already:
                raise AssertionError(f"refused after dice were cast: {refused.message}") from refused
            raise
        state = self.state
        for event in events:
            self.check_event(event)
            state = self.system.apply(state, event)
        return Done(state, events, tuple(self.cup.drawn[already:]), self.cup.cast)

    def check_event(self, event: Event) -> None:
        """Hold what an act brought about against what its reducer reads."""
        check_payload(self.system, event)

    def check_step(self, current: Any) -> None:
        """Make sure that a page can say what is done along with the step that is answered."""
        assert all(each.spec.task for each in current.follow_ups)

    def roll(self, side: str, *dice: int, **data: Any) -> tuple[Event, ...]:
        """Roll what waits, with exactly these dice."""
        return self.cast(side, "roll", dice, **data)

    def cast(self, side: str, order: str, dice: Iterable[int], **data: Any) -> tuple[Event, ...]:
        """Give an order that rolls exactly these dice."""
        self.cup.script = list(dice)
        events = self.order(side, order, **data)
        assert not self.cup.script, f"{len(self.cup.script)} dice were left over"
        return events

    def put(self, side: str, **changes: Any) -> Self:
        """Change a side's room from outside: a position a test needs, such as `san=4` or `elr=1`."""
        room = self.room(side)
        line = {key: changes.pop(key) for key in tuple(changes) if key in self.line}
        room = replace(room, lines=(*room.lines[:-1], replace(room.now, **line)), **changes)
        self.state = replace(self.state, sides={**self.state.sides, side: room})
        return self

    def answer(self, side: str) -> bool:
        """Press the button in front of a side with what its page proposes; False if it has to wait."""
        current = self.current(side)
        if current is None:
            return False
        self.check_step(current)
        task = current.task
        if task.kind == "report":
            return self._report(side, task)
        if task.kind == "paper":
            return self._from_paper(side, task)
        if task.kind == "purchase":
            self.order(side, "seal", rows=self.baskets.get((side, self.public.date), {}))
        elif task.kind in ("form", "hexes", "perimeter"):
            entered = {field.name: field.value or self.blank(field) for field in task.fields} | self.chosen(
                side, current
            )
            without = "recon" if entered.get("paid") == "0" else ""
            self.order(side, "enter", **entered, **self.typed(task, without))
        else:
            self.order(side, BUTTONS[task.kind], **self.typed(task))
        return True

    def typed(self, task: Any, without: str = "") -> dict[str, Any]:
        """Own dice for a task, where the campaign is played with them, but none for the roll `without`."""
        if getattr(task, "mode", "") != "own":
            return {}
        needs = [need for need in task.needs if need.key != without]
        faces = {need.key: list(self.cup.roll(need.name, need.dice, need.sides)) for need in needs}
        return {"dice": faces} if faces else {}

    def chosen(self, side: str, current: Any) -> dict[str, Any]:
        """What this game was told a side enters at a step, in place of what its page proposes."""
        return {}

    def blank(self, field: Any) -> Any:
        """Something a field that proposes nothing takes."""
        raise NotImplementedError

    def report(self, task: Any) -> dict[str, Any]:
        """What a side reports of this date's scenario."""
        raise NotImplementedError

    def _report(self, side: str, task: Any) -> bool:
        if task.proposal is None or (task.missing and not task.mine):
            self.puts(side, **{**self.report(task), "why": COUNTED})
        elif not task.mine:
            self.order(side, "confirm", number=task.proposal.number, agreed=True)
        else:
            return False
        return True

    def _from_paper(self, side: str, task: Any) -> bool:
        if not task.number:
            self.order(side, "propose", **self.said_of_paper(task))
        elif not task.mine:
            self.order(side, "confirm", number=task.number)
        else:
            return False
        return True

    def said_of_paper(self, task: Any) -> dict[str, Any]:
        """What is said of a campaign that was begun on paper: what the page proposes, or else the first there is."""
        first = {f.name: next(key for key, _ in f.options if key) for f in task.fields if f.required and not f.value}
        return {field.name: field.value for field in task.fields} | first

    def gains(self, side: str, order: str, /, **data: Any) -> tuple[Event, ...]:
        """Give an order by hand that needs a nod, and have the other side agree to it."""
        events = self.order(side, order, **data)
        other = next(each for each in self.sides if each != side)
        self.order(other, "settle", number=self.public.corrections[-1].number, verdict="agreed")
        return events

    def puts(self, side: str, **said: Any) -> None:
        """Put a report with what of these entries a side is asked for."""
        current = self.current(side)
        assert current is not None
        asked = {field.name for field in current.task.fields}
        facts = {f.name: SAID.get(f.name, f.low) for f in current.task.fields if f.required and f.value == ""}
        entered = {name: value for name, value in said.items() if name in asked and value != ""}
        self.order(side, "propose", **{**facts, **entered})

    def until(self, step: str, side: str = "", date: int | None = None) -> Self:
        """Let both sides answer until `step` waits for `side`, or else for the first of both (on date `date`)."""
        waiting = side or self.sides[0]
        for _ in range(LONGEST):
            for player in self.sides:
                if self._stands(step, waiting, date):
                    return self
                self.answer(player)
        raise AssertionError(f"{waiting} never came to {step}")

    def alone(self, side: str, step: str) -> Self:
        """Let one side answer, the other waiting, until `step` waits for it."""
        for _ in range(LONGEST):
            if self._stands(step, side, None):
                return self
            assert self.answer(side), f"{side} waits before {step}"
        raise AssertionError(f"{side} never came to {step}")

    def _stands(self, step: str, side: str, date: int | None) -> bool:
        current = self.current(side)
        return current is not None and current.spec.key == step and date in (None, self.public.date)

    def finish(self) -> Self:
        """Play on to the end of the campaign."""
        for _ in range(LONGEST):
            if self.ended:
                return self
            answered = [self.answer(side) for side in self.sides]
            assert any(answered), f"a dead end in {self.public.stage}"
        raise AssertionError("the campaign does not end")


def data_of(events: Iterable[Event], kind: str) -> Mapping[str, Any]:
    """What the event of this kind among `events` holds."""
    return next(event.data for event in events if event.kind == kind)
