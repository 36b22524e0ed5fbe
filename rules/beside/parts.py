"""What is rolled and asked at once, as data have it: each part has dice, or asks something, or both.

A part asks what the board shows, or what a table gives that the program `lacks`; the latter may be settled at the
table with a note in its place.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Self, TypeVar

from rules.contract import Field
from rules.dice import Modifier
from rules.engine.data_files import DataModel, Names
from rules.engine.replace import replace
from rules.engine.stages import SideContext
from rules.tables import Need, Table
from rules.text import gettext

ASKED = {"number": "number", "text": "text", "choice": "select", "yes": "check"}
"""The kinds of fields that take what parts ask."""
NONE = "-"
"""What says that there is nothing."""


class DeskPart(DataModel):
    """A part; `even` is one that an even Final total brings, `along` are those that are rolled or asked with it.

    `repeated` is one that is rolled or asked as many times as the number says that it asks for. `ruling` and `reading`
    say when it is there at all.

    `select` is the part whose die is cast for each of so many as the number says, if there are several: Random
    Selection. Such a part `selects` all with the highest dr, or one alone, for which those that tie roll again; `after`
    are the parts that come then, or at once where nobody has to be selected. One that is `blank` proposes nothing.
    `which` is the part whose result says for what this one is. One that `needs` a number on record is there while that
    is not 0.
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
        """Its roll, called `name`; a Need is known by the `key` of what it is rolled for, however often."""
        own = (Modifier(self.drm, self.why, self.rule),) if self.drm else ()
        return Need(name, self.label, self.dice, table, (*own, *more), of=key, tens=self.tens)

    def field(self, name: str, recorded: int, *, label: str = "", **other: Any) -> Field:
        """The entry for what it asks: it proposes what is `recorded`, and nothing where counters may join.

        What a missing table gives, or the board alone shows, is never guessed.
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
        """What it is called where it is asked: with the total that the player looks up, where, and for `which`."""
        label, lacks = " ".join(filter(None, (gettext(self.label), which))), gettext(self.lacks)
        if lacks and self.dice:
            return gettext("{label}: {final} on {lacks}", label=label, final=final, lacks=lacks)
        return gettext("{label}, by {lacks}", label=label, lacks=lacks) if lacks else label

    def display(self, value: str | int | None) -> str:
        """Its value as text: yes or no, our own words translated, typed text as it is, a dash for none."""
        if self.ask == "yes":
            return gettext("Yes") if value else gettext("No")
        if value is None:
            return "–"
        return gettext(value) if isinstance(value, str) and (self.table or self.options) else str(value)


@dataclass(frozen=True)
class PartInHand:
    """A part in hand, `n` telling it from others of its kind: what its dice came to, and what was said to it.

    `value` is what its table or the player gives, `note` how it was settled at the table instead.
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
    """A room with parts in hand: `todo` are those rolled and asked together, `made` is the number of all so far.

    `dice` is whose are rolled (the server's or own), `readings` has the rulings. `tied` are the numbers of parts among
    which Random Selection is rolled again, `numbers` those on record, without those that are kept at the table.
    """

    dice: str = "server"
    readings: Mapping[str, str] = field(default_factory=dict)
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
        """Those for which dice are still to be cast."""
        return [each for each in self.todo if self.parts[each.key].dice and not each.rolled]

    @property
    def questions(self) -> list[PartInHand]:
        """The parts whose question the player has still to answer."""
        unanswered = [each for each in self.todo if not each.answered]
        return [each for each in unanswered if self.parts[each.key].ask and self.has(self.parts[each.key])]

    def number(self, key: str) -> int:
        """A number on record; 0 if there is none."""
        return self.numbers.get(key, 0)

    def has(self, part: DeskPart) -> bool:
        """Whether the number that a part needs is on record."""
        return not part.needs or bool(self.number(part.needs))

    def question(self, each: PartInHand) -> str:
        """What a part in hand is called where it is asked.

        Of two that came to the same on one table, the first alone has its name from that.
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
        """Those of these parts that the campaign's rulings keep."""
        return [key for key in keys if self.readings.get(self.parts[key].ruling, "") == self.parts[key].reading]

    def begun(self, keys: Sequence[str]) -> Self:
        """The room with these parts in hand, if there are any; what was before is done."""
        return replace(self, todo=()).with_parts(keys) if keys else self

    def with_parts(self, keys: Sequence[str]) -> Self:
        """The room with these parts in hand too."""
        parts = (PartInHand(key, n) for n, key in enumerate(keys, self.made))
        return replace(self, todo=(*self.todo, *parts), made=self.made + len(keys))

    def with_values(self, n: int, **values: Any) -> Self:
        """The room with these `values` of part `n`."""
        return replace(self, todo=tuple(replace(each, **values) if each.n == n else each for each in self.todo))


class DeskContext(SideContext):
    """What a player has before him at a desk."""

    public: PartsRoom

    @abstractmethod
    def need(self, key: str, name: str) -> Need:
        """The roll of a part, called `name`."""


R = TypeVar("R", bound=PartsRoom)


def rolled(room: R, part: str, n: int, final: int, value: str | int | None, then: Sequence[str]) -> R:
    """Dice were cast for a part. A roll at the desk begins something to do; others belong to what is in hand."""
    changed = room.begun([part]) if n == room.made else room
    return changed.with_values(n, rolled=True, final=final, value=value).with_parts(then)


def record_answer(room: R, n: int, value: str | int | None, note: str = "", then: Sequence[str] = ()) -> R:
    """Something was said to a part, which may bring others."""
    return room.with_values(n, answered=True, value=value, note=note).with_parts(then)


def selected(room: R, tied: Sequence[int], then: Sequence[str]) -> R:
    """Random Selection was made, or those who `tied` are selected from once more."""
    return replace(room, tied=(*tied,)).begun(then)
