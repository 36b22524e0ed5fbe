"""The desk, the page beside the board: a button for each table, dice, questions, and how its orders are carried out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from rules.beside.parts import DeskContext, PartInHand, PartsRoom
from rules.contract import PUBLIC, Event, Field, FieldGroup, Refused, State, Task
from rules.dice import Rng
from rules.engine import entries
from rules.engine.reducers import Reducers
from rules.engine.replace import replace
from rules.engine.rolls import Rolled, roll
from rules.engine.stages import Handler, StepResult
from rules.engine.tasks import FormTask, RollTask
from rules.text import gettext

ENTER, TURN = "enter", "turn"
"""Orders at a desk: an entry by hand, and the end of a turn, which may need a roll of this name."""
ANSWER, NOTE = "answer-", "note-"
SERVER = "server"
NEXT = "next"
"""The column of a table that names a further part."""
C = TypeVar("C", bound=DeskContext)


@dataclass(frozen=True)
class DeskTask(FormTask):
    """Tables with a button each that rolls their dice, the button that ends a `turn`, and entries by hand."""

    kind: ClassVar[str] = "desk"
    turn: str = ""

    @property
    def may_end(self) -> bool:
        """Whether dice are rolled at the end of this turn."""
        return any(need.key == TURN for need in self.needs)

    def entries(self, act: str, typed: Mapping[str, str]) -> Mapping[str, object]:
        """The entries that an order takes; the button of a table takes none beside its dice."""
        return typed if act in (ENTER, "") else {}


@dataclass(frozen=True)
class QuestionsTask(FormTask):
    """Questions; below them, folded, notes on how some of them were settled at the table."""

    groups: tuple[FieldGroup, ...] = ()

    @classmethod
    def of(cls, button: str, questions: Iterable[tuple[Field, bool]]) -> QuestionsTask:
        """The task of these questions, each with whether it may be settled at the table."""
        pairs = tuple(questions)
        notes = tuple(
            Field(f"{NOTE}{each.name}", gettext("Note: {label}", label=each.label), "text", "", rule=each.rule)
            for each, settles in pairs
            if settles
        )
        folded = FieldGroup(gettext("Settled at the table instead"), False, tuple(note.name for note in notes))
        return cls(button, (*(each for each, _ in pairs), *notes), groups=(folded,) if notes else ())

    def answers(self, data: Mapping[str, object]) -> dict[str, tuple[Any, str]]:
        """The answer to each question with "", or None with the note on how it was settled, by the question's name.

        Raises Refused if both are missing.
        """
        fields = {field.name: field for field in self.fields}
        entries.check_names(data, fields)
        notes = {name: entries.read_field(fields[name], data[name]) for name in data if name.startswith(NOTE)}
        entered = {
            name: value if value == "" else entries.read_field(fields[name], value)
            for name, value in data.items()
            if name not in notes and not notes.get(f"{NOTE}{name}")
        }
        questions = [field for field in self.fields if not field.name.startswith(NOTE)]
        return {field.name: self._answer(field, notes.get(f"{NOTE}{field.name}", ""), entered) for field in questions}

    def _answer(self, field: Field, note: str, entered: Mapping[str, object]) -> tuple[object, str]:
        if note:
            return None, note
        value = entered.get(field.name, False if field.kind == "check" else field.value)
        if value != "":
            return value, ""
        look = gettext("Look it up in your own copy, or write below how you settled it at the table.")
        message = gettext("{label}: this is not answered yet.", label=field.label)
        raise Refused(message, rule=field.rule, field=field.name, way_out=look)


class DeskAct(ABC, Generic[C]):
    """An order at the desk being carried out; each event sees the changes of those before it."""

    reducers: ClassVar[Reducers]

    def __init__(self, ctx: C, rng: Rng) -> None:
        self.ctx, self.rng = ctx, rng
        self.events: list[Event] = []

    @classmethod
    def handler(cls, do: Callable[..., None]) -> Handler[C, Any]:
        """The handler of a step that calls `do(act, task, entries)` to carry out an order."""

        def handle(ctx: C, task: Task, data: Mapping[str, object], rng: Rng) -> StepResult:
            act = cls(ctx, rng)
            do(act, task, data)
            return StepResult(act.events, done=False)

        return handle

    @property
    def room(self) -> PartsRoom:
        """The room with the events so far."""
        return self.ctx.public

    @abstractmethod
    def come_to(self, batch: Sequence[PartInHand]) -> None:
        """Apply the results of these parts, once everything is rolled and answered."""

    def tell(self, kind: str, /, **data: object) -> None:
        """Add a public event and apply it."""
        event = Event(kind, PUBLIC, data)
        state: State[PartsRoom, object] = self.reducers.apply(State(self.room, {}), event)
        self.events.append(event)
        self.ctx = replace(self.ctx, public=state.public)

    def rolled(self, number: int, roll: Rolled) -> None:
        """Record the roll of a part with its value and the parts that are rolled or asked next."""
        key, values = roll.need.of, dict(roll.row.values) if roll.row else {}
        part, further, final = self.room.parts[key], values.pop(NEXT, None), roll.reckoning.final
        then = [*part.along, *([further] if further else []), *([part.even] if part.even and final % 2 == 0 else [])]
        value = next(iter(values.values()), final)
        payload: dict[str, object] = {"lacks": part.lacks} if part.lacks else {}
        if further and value is None:
            payload["further"] = True
        rolls = [roll.reckoning.to_json()]
        self.tell("part.rolled", part=key, n=number, final=final, value=value, then=then, rolls=rolls, **payload)

    def advance(self) -> None:
        """Do all that needs no player: roll the server's dice; if nothing is left to ask, apply all parts."""
        before = -1
        while before != self.room.made:  # new parts came of the last ones
            while unrolled := self.room.unrolled:
                if self.room.dice != SERVER:
                    return
                for each in unrolled:
                    (rolled,) = roll([self.ctx.need(each.key, str(each.n))], self.rng, {}, SERVER)
                    self.rolled(each.n, rolled)
            if self.room.questions:
                return
            before, batch = self.room.made, self.room.todo
            self.come_to(batch)
            self._select([each for each in batch if self.room.parts[each.key].selects])

    def _select(self, cast: Sequence[PartInHand]) -> None:
        """Make the Random Selection among parts whose dice were `cast`; the highest are selected, or tie."""
        if not cast:
            return
        key, highest = cast[0].key, max(each.final for each in cast)
        numbers = self.room.tied or range(1, len(cast) + 1)
        selected = [number for number, each in zip(numbers, cast, strict=True) if each.final == highest]
        part = self.room.parts[key]
        if part.selects == "one" and len(selected) > 1:
            self.tell("part.selected", tied=selected, then=[key] * len(selected))
        else:
            self.tell("part.selected", tied=[], then=[*part.after], selected=selected)

    def cast(self, task: RollTask, data: Mapping[str, object]) -> None:
        """Roll all dice of the parts in hand."""
        for rolled in roll(task.needs, self.rng, typed(data), task.mode):
            self.rolled(int(rolled.need.key), rolled)
        self.advance()

    def answer(self, task: QuestionsTask, data: Mapping[str, object]) -> None:
        """Record the answers to the questions of the parts in hand."""
        parts = {f"{ANSWER}{each.n}": each for each in self.room.todo}
        for name, (value, note) in task.answers(data).items():
            each = parts[name]
            payload: dict[str, object] = {"note": note} if note else {}
            number = int(value) if isinstance(value, bool) else value
            # The parts that an answer brings: as many as it says, or a die of Random Selection for each of several.
            part = self.room.parts[each.key]
            then = (
                ([part.select] * number if number > 1 else [*self.room.parts[part.select].after])
                if part.select and number
                else ([part.repeated] * number if part.repeated and number else [])
            )
            if then:
                payload["then"] = then
            self.tell("part.answered", part=each.key, n=each.n, value=number, **payload)
        self.advance()

    def press(self, key: str, task: DeskTask, data: Mapping[str, object]) -> None:
        """Roll the dice of the part whose button was pressed; raises Refused if nothing is to be rolled there now."""
        need = next((need for need in task.needs if need.key == key), None)
        if need is None:
            part = self.room.parts[key]
            raise Refused(
                gettext("{label}: there is nothing to roll for now.", label=gettext(part.label)),
                rule=part.rule,
                way_out=gettext("Press a button that this page has."),
            )
        (rolled,) = roll([need], self.rng, typed(data), task.mode)
        self.rolled(self.room.made, rolled)
        self.advance()


def typed(data: Mapping[str, object]) -> dict[str, object]:
    """The dice that were entered with an order."""
    return entries.table(data.get("dice", {}), "dice")


def button(key: str) -> Callable[..., None]:
    """The order of a part's button."""
    return lambda act, task, data: act.press(key, task, data)
