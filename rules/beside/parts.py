"""Parts: what is rolled and asked together, as the game's data define it. A part has dice, or a question, or both.

A part asks for what the board shows, or for the result of a table that the program `lacks`; the latter may also be
settled at the table, with a note instead.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Self, TypeVar

from rules.contract import Field
from rules.dice import Modifier
from rules.engine.data_files import DataModel, Names
from rules.engine.readings import GameReadings
from rules.engine.replace import replace
from rules.engine.stages import SideContext
from rules.tables import Need, Table
from rules.text import gettext

ASKED = {"number": "number", "text": "text", "choice": "select", "yes": "check"}
"""The kind of field for each kind of question."""
NONE = "-"
"""The entry for "nothing"."""


class DeskPart(DataModel):
    """A part; `even` is the part that an even Final total adds, `along` are those rolled or asked together with it.

    `repeated` is a part that comes as often as the number answered says. A part with a `ruling` exists only in
    campaigns with that `reading` of it.

    `select` is the part of a Random Selection: its die is rolled for each of the number answered, if that is more than
    one. Such a part `selects` all with the highest dr, or only one, and then those that tie roll again; `after` are the
    parts that come next, or at once if nobody has to be selected. A `blank` part proposes nothing. `which` is the part
    whose result this one is about. A part that `needs` a number on record is asked only while that is not 0.
    """

    label: str
    rule: str
    dice: int = 0
    tens: bool = False
    drm: int = 0
    why: str = ""
    table: str = ""
    lacks: str = ""
    ask: Literal["", "number", "text", "choice", "yes"] = ""
    low: int = 0
    high: int = 0
    options: Names = ()
    along: Names = ()
    even: str = ""
    repeated: str = ""
    select: str = ""
    selects: Literal["", "highest", "one"] = ""
    after: Names = ()
    blank: bool = False
    which: str = ""
    needs: str = ""
    ruling: str = ""
    reading: str = ""

    def need(self, key: str, name: str, table: Table | None, more: Iterable[Modifier] = ()) -> Need:
        """Its roll, called `name`; `key` says what it is rolled for, the same for each time."""
        own = (Modifier(self.drm, self.why, self.rule),) if self.drm else ()
        return Need(name, self.label, self.dice, table, (*own, *more), of=key, tens=self.tens)

    def field(self, name: str, recorded: int, *, label: str = "", **other: Any) -> Field:
        """The entry of its question; it proposes what is `recorded`.

        A number or text proposes nothing in a `blank` part, or where the program `lacks` the table.
        """
        options = tuple((each, gettext(each)) for each in self.options)
        guesses = not self.lacks and not self.blank
        proposed = {
            "number": recorded if guesses else "",
            "text": NONE if guesses else "",
            "choice": next(iter(self.options), ""),
            "yes": bool(recorded),
        }
        entry = Field(name, label or gettext(self.label), ASKED[self.ask], proposed[self.ask], rule=self.rule)
        return replace(
            entry, **{"low": self.low, "high": self.high, "options": tuple(other.pop("options", options)), **other}
        )

    def question(self, final: int, which: str = "") -> str:
        """The label of its question, with the total to look up, the table it is on, and `which` result it is about."""
        label, lacks = " ".join(filter(None, (gettext(self.label), which))), gettext(self.lacks)
        if lacks and self.dice:
            return gettext("{label}: {final} on {lacks}", label=label, final=final, lacks=lacks)
        return gettext("{label}, by {lacks}", label=label, lacks=lacks) if lacks else label

    def display(self, value: str | int | None) -> str:
        """Its value as text: yes or no, words of the data translated, typed text unchanged, a dash for none."""
        if self.ask == "yes":
            return gettext("Yes") if value else gettext("No")
        if value is None:
            return "–"
        return gettext(value) if isinstance(value, str) and (self.table or self.options) else str(value)


@dataclass(frozen=True)
class PartInHand:
    """A part in hand, known by its number `n`: the total of its dice, and its answer.

    `value` comes from its table or the player, `note` says how it was settled at the table instead.
    """

    key: str
    n: int
    rolled: bool = False
    final: int = 0
    value: str | int | None = None
    answered: bool = False
    note: str = ""


@dataclass(frozen=True)
class PartsRoom:
    """A room with parts in hand: `todo` are those rolled and asked together, `made` is how many there were so far.

    `dice` says whose dice are rolled (the server's or own), `readings` has the campaign's rulings. `tied` are the
    places in a Random Selection among which it is rolled again, `numbers` the numbers that are kept on record here.
    """

    dice: str
    readings: GameReadings
    numbers: Mapping[str, int] = field(default_factory=dict)
    todo: tuple[PartInHand, ...] = ()
    made: int = 0
    tied: tuple[int, ...] = ()

    @property
    @abstractmethod
    def parts(self) -> Mapping[str, DeskPart]:
        """All parts of the game."""

    @property
    def unrolled(self) -> list[PartInHand]:
        """The parts whose dice are still to be rolled."""
        return [each for each in self.todo if self.parts[each.key].dice and not each.rolled]

    @property
    def questions(self) -> list[PartInHand]:
        """The parts whose question the player has still to answer."""
        unanswered = [each for each in self.todo if not each.answered]
        return [each for each in unanswered if self.parts[each.key].ask and self.has(self.parts[each.key])]

    def number(self, key: str) -> int:
        """A number on record, 0 if it has none."""
        return self.numbers.get(key, 0)

    def has(self, part: DeskPart) -> bool:
        """Whether the number that a part needs is on record."""
        return not part.needs or bool(self.number(part.needs))

    def question(self, each: PartInHand) -> str:
        """The label of a question of a part in hand.

        If two parts have the same result of one table, only the first one's is named in the question about it.
        """
        part = self.parts[each.key]
        if not part.which:
            return part.question(each.final)
        table = self.parts[part.which].table
        values = [(other.key, str(other.value)) for other in self.todo if self.parts[other.key].table == table]
        which = dict(values).get(part.which, "")
        first = next((key for key, value in values if value == which), "")
        return part.question(each.final, which if first == part.which else "")

    def under_rulings(self, keys: Sequence[str]) -> list[str]:
        """Those of these parts that exist under the campaign's rulings."""
        return [key for key in keys if vars(self.readings).get(self.parts[key].ruling, "") == self.parts[key].reading]

    def begun(self, keys: Sequence[str]) -> Self:
        """The room with only these parts in hand; unchanged if there are none."""
        return replace(self, todo=()).with_parts(keys) if keys else self

    def with_parts(self, keys: Sequence[str]) -> Self:
        """The room with these parts in hand besides."""
        parts = (PartInHand(key, n) for n, key in enumerate(keys, self.made))
        return replace(self, todo=(*self.todo, *parts), made=self.made + len(keys))

    def with_values(self, n: int, **values: Any) -> Self:
        """The room with new `values` for part `n`."""
        return replace(self, todo=tuple(replace(each, **values) if each.n == n else each for each in self.todo))


class DeskContext(SideContext):
    """What a player has before him at a desk."""

    public: PartsRoom

    @abstractmethod
    def need(self, key: str, name: str) -> Need:
        """The roll of a part, called `name`."""


R = TypeVar("R", bound=PartsRoom)


def rolled(room: R, part: str, n: int, final: int, value: str | int | None, then: Sequence[str]) -> R:
    """The room after the roll of a part: one with a new number begins anew, others belong to the parts in hand."""
    changed = room.begun([part]) if n == room.made else room
    return changed.with_values(n, rolled=True, final=final, value=value).with_parts(then)


def record_answer(room: R, n: int, value: str | int | None, note: str = "", then: Sequence[str] = ()) -> R:
    """The room after the answer to a part, which may bring others."""
    return room.with_values(n, answered=True, value=value, note=note).with_parts(then)


def selected(room: R, tied: Sequence[int], then: Sequence[str]) -> R:
    """The room after a Random Selection, or before the next one among those who `tied`."""
    return replace(room, tied=(*tied,)).begun(then)
