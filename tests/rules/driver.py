"""A driver that plays a refit phase without a server: verbs for both sides, dice scripted or from a seed."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, ClassVar, Self

from rules.kernel import Event, Order, Refused, State
from rules.parts.refit.system import ENDED, RefitSystem

LONGEST = 4000
BUTTONS = {"roll": "roll", "check": "done", "form": "enter", "fortify": "buy", "placing": "enter"}
"""The order that answers each kind of task."""
Rows = Mapping[str, Mapping[str, int]]


class Cup:
    """The dice: those put in by hand first, then those of a seed; all of them are remembered."""

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)
        self.script: list[int] = []
        self.drawn: list[int] = []

    def __call__(self, dice: int) -> tuple[int, ...]:
        cast = [self.script.pop(0) if self.script else self._random.randint(1, 6) for _ in range(dice)]
        self.drawn += cast
        return tuple(cast)


class Driver:
    """A campaign in play.

    `baskets` (by side and line) and `reports` (by line) are what the sides do where a test does not say it; the rest
    of the way they press the button before them. A game says which system it plays, and which entries of `put` are
    those of a side's line.
    """

    system: ClassVar[RefitSystem[Any]]
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
        self.state: State = self.system.setup(options)
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

    def desk(self, side: str) -> Any:
        """The desk of a side, with nothing of the other side's on it."""
        return self.system.desk(self.state.public, self.room(side))

    def here(self, side: str) -> Any:
        """The step that waits for a side, or None."""
        return self.system.course.here(self.desk(side))

    def names(self, side: str, group: str = "", fate: str = "") -> list[str]:
        """The names of a side's counters, of a group and of a fate if they are named."""
        counters = self.room(side).counters
        return [c.name for c in counters if group in ("", c.group) and fate in ("", c.fate)]

    def lines(self, side: str, **named: str) -> dict[str, str]:
        """Entries of the set-up form by parts of their labels: `Trench="2 K20"`, blanks as underscores."""
        fields = self.here(side).task.form.fields
        return {next(f.name for f in fields if key.replace("_", " ") in f.label): line for key, line in named.items()}

    # playing ----------------------------------------------------------------------------

    def order(self, side: str, order: str, /, **data: Any) -> tuple[Event, ...]:
        """Give an order with only the side's own room open, and fold what follows into the campaign.

        Nobody may be refused once dice are cast: he would have seen them, and try something else.
        """
        already = len(self.cup.drawn)
        try:
            events = self.system.decide(self.state.only([side]), Order(order, data), side, self.cup)
        except Refused as refused:
            if len(self.cup.drawn) != already:
                raise AssertionError(f"refused after dice were cast: {refused.message}") from refused
            raise
        for event in events:
            self.state = self.system.apply(self.state, event)
        self.events += events
        self.acts.append((side, tuple(self.cup.drawn[already:]), events))
        return events

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
        here = self.here(side)
        if here is None:
            return False
        assert all(each.spec.task for each in here.along), "what a page says of the steps behind"
        task = here.task
        if task.kind == "report":
            return self._report(side, task)
        if task.kind == "purchase":
            self.order(side, "seal", rows=self.baskets.get((side, self.public.date), {}))
        elif task.kind == "form":
            entered = {field.name: field.value or self.blank(field) for field in task.fields} | self.chosen(side, here)
            without = "recon" if entered.get("paid") == "0" else ""
            self.order(side, "enter", **entered, **self.typed(task, without))
        else:
            self.order(side, BUTTONS[task.kind], **self.typed(task))
        return True

    def typed(self, task: Any, without: str = "") -> dict[str, Any]:
        """Own dice for a task, where the campaign is played with them, but none for the roll `without`."""
        if getattr(task, "mode", "") != "own":
            return {}
        faces = {need.key: list(self.cup(need.dice)) for need in task.needs if need.key != without}
        return {"dice": faces} if faces else {}

    def chosen(self, side: str, here: Any) -> dict[str, Any]:
        """What this game was told a side enters at a step, in place of what its page proposes."""
        return {}

    def blank(self, field: Any) -> Any:
        """Something a field that proposes nothing takes."""
        raise NotImplementedError

    def account(self, task: Any) -> dict[str, Any]:
        """What a side reports of this line's scenario."""
        raise NotImplementedError

    def _report(self, side: str, task: Any) -> bool:
        if task.proposal is None:
            self.order(side, "propose", **self.account(task))
        elif not task.mine:
            self.order(side, "confirm", number=task.proposal.number)
        else:
            return False
        return True

    def until(self, step: str, side: str = "", date: int | None = None) -> Self:
        """Let both sides answer until `step` waits for `side`, or else for the first of both (on line `date`)."""
        waiting = side or self.sides[0]
        for _ in range(LONGEST):
            for player in self.sides:
                if self._stands(step, waiting, date):
                    return self
                self.answer(player)
        raise AssertionError(f"{waiting} never came to {step}")

    def alone(self, side: str, step: str) -> Self:
        """Let one side answer, the other waiting, until `step` waits for it."""
        while not self._stands(step, side, None):
            assert self.answer(side), f"{side} waits before {step}"
        return self

    def _stands(self, step: str, side: str, date: int | None) -> bool:
        here = self.here(side)
        return here is not None and here.spec.key == step and date in (None, self.public.date)

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
