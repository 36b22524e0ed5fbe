"""A driver that plays On Track to Orsha without a server: verbs for both sides, dice scripted or from a seed."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.kernel import Event, Order, State
from rules.systems.oto2 import SYSTEM
from rules.systems.oto2.course import COURSE
from rules.systems.oto2.desk import Desk
from rules.systems.oto2.state import GERMAN, RUSSIAN, SIDES, Side

LONGEST = 2000
REPORT = {"lvp": 6, "cvp_german": 44, "cvp_russian": 70, "evp": 3, "turn": 7, "rain": False, "note": ""}
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


class Game:
    """A campaign in play.

    `baskets` (by side and date) and `reports` (by date) are what the sides do where a
    test does not say it; the rest of the way they press the button before them.
    """

    def __init__(
        self,
        *,
        baskets: Mapping[tuple[str, int], Rows] | None = None,
        reports: Mapping[int, Mapping[str, Any]] | None = None,
        seed: int = 1,
        **options: Any,
    ) -> None:
        self.options = options
        self.state: State = SYSTEM.setup(options)
        self.cup = Cup(seed)
        self.baskets = dict(baskets or {})
        self.reports = dict(reports or {})
        self.events: list[Event] = []
        self.acts: list[tuple[str, tuple[int, ...], tuple[Event, ...]]] = []

    # looking ----------------------------------------------------------------------------

    def room(self, side: str) -> Side:
        """The room of a side."""
        return self.state.sides[side]

    def desk(self, side: str) -> Desk:
        """The desk of a side, with nothing of the other side's on it."""
        return Desk(self.state.public, self.room(side))

    def here(self, side: str) -> Any:
        """The step that waits for a side, or None."""
        return COURSE.here(self.desk(side))

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
        """Give an order with only the side's own room open, and fold what follows into the campaign."""
        already = len(self.cup.drawn)
        events = SYSTEM.decide(self.state.only([side]), Order(order, data), side, self.cup)
        for event in events:
            self.state = SYSTEM.apply(self.state, event)
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

    def put(self, side: str, **changes: Any) -> Game:
        """Change a side's room from outside: a position a test needs, such as `san=4` or `elr=1`."""
        room = self.room(side)
        line = {key: changes.pop(key) for key in tuple(changes) if key in ("elr", "san", "fpp", "ledger")}
        room = replace(room, lines=(*room.lines[:-1], replace(room.now, **line)), **changes)
        self.state = replace(self.state, sides={**self.state.sides, side: room})
        return self

    def date(self, number: int, **changes: Any) -> Game:
        """Change the public record of a date from outside, such as `weather="Rain"`."""
        dates = self.state.public.dates
        changed = replace(dates[number], **changes)
        public = replace(self.state.public, dates=(*dates[:number], changed, *dates[number + 1 :]))
        self.state = replace(self.state, public=public)
        return self

    def answer(self, side: str) -> bool:
        """Press the button in front of a side with what its page proposes; False if it has to wait."""
        here = self.here(side)
        if here is None:
            return False
        task, date = here.task, self.state.public.date
        if task.kind == "report":
            return self._report(side, task, date)
        if task.kind == "purchase":
            self.order(side, "seal", rows=self.baskets.get((side, date), {}))
        elif task.kind == "fortify":
            self.order(side, "buy")
        elif task.kind == "placing":
            self.order(side, "enter")
        elif task.kind == "form":
            entered = {field.name: field.value or blank(field) for field in task.fields}
            self.order(
                side, "enter", **entered, **self.typed(task, without="recon" if entered.get("paid") == "0" else "")
            )
        else:
            self.order(side, {"roll": "roll", "check": "done"}[task.kind], **self.typed(task))
        return True

    def typed(self, task: Any, without: str = "") -> dict[str, Any]:
        """Own dice for a task, where the campaign is played with them, but none for the roll `without`."""
        if getattr(task, "mode", "") != "own":
            return {}
        faces = {need.key: list(self.cup(need.dice)) for need in task.needs if need.key != without}
        return {"dice": faces} if faces else {}

    def _report(self, side: str, task: Any, date: int) -> bool:
        if task.proposal is None:
            self.order(side, "propose", **{**REPORT, **self.reports.get(date, {})})
        elif not task.mine:
            self.order(side, "confirm", number=task.proposal.number)
        else:
            return False
        return True

    def until(self, step: str, side: str = GERMAN, date: int | None = None) -> Game:
        """Let both sides answer until `step` waits for `side` (on `date`)."""
        for _ in range(LONGEST):
            for player in SIDES:
                if self._stands(step, side, date):
                    return self
                self.answer(player)
        raise AssertionError(f"{side} never came to {step}")

    def alone(self, side: str, step: str) -> Game:
        """Let one side answer, the other waiting, until `step` waits for it."""
        while not self._stands(step, side, None):
            assert self.answer(side), f"{side} waits before {step}"
        return self

    def _stands(self, step: str, side: str, date: int | None) -> bool:
        here = self.here(side)
        return here is not None and here.spec.key == step and date in (None, self.state.public.date)

    def finish(self) -> Game:
        """Play on to the end of the campaign."""
        for _ in range(LONGEST):
            if self.state.public.stage == "ended":
                return self
            answered = [self.answer(side) for side in SIDES]
            assert any(answered), f"a dead end in {self.state.public.stage}"
        raise AssertionError("the campaign does not end")


def blank(field: Any) -> Any:
    """Something a field that proposes nothing takes."""
    if field.kind != "text" or field.name == "locations":
        return field.value
    return "A1" if "hex" in field.label else "No wind"


def rows(text: str) -> dict[str, dict[str, int]]:
    """A basket from "I1*2 O1+2 I3-1": numbers after *, extras after +, those that arrive the other way after -."""
    found: dict[str, dict[str, int]] = {}
    for word in text.split():
        head, _, alt = word.partition("-")
        head, _, extra = head.partition("+")
        name, _, number = head.partition("*")
        found[name] = {"n": int(number or 1), "alt": int(alt or 0), "extra": int(extra or 0)}
    return found


def data_of(events: Iterable[Event], kind: str) -> Mapping[str, Any]:
    """What the event of this kind among `events` holds."""
    return next(event.data for event in events if event.kind == kind)


__all__ = ["GERMAN", "RUSSIAN", "SIDES", "SYSTEM", "Cup", "Game", "data_of", "rows"]
