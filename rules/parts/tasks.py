"""What a step asks of a player, as plain structures a page or a test can draw.

Every task names the kind of order it takes. The entries of a FormTask are read and
checked here, so that a form, a campaign file and a test meet the same refusals.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.kernel import Refused
from rules.parts import entries
from rules.parts.rolls import Need

LONGEST = 200
TICKS = {"on": True, "true": True, "1": True, "": False, "false": False, "0": False}


@dataclass(frozen=True)
class Field:
    """One entry: `kind` is number, select, text or check; `low` and `high` are included.

    `pattern` is a regular expression a text has to match in full, `hint` says so in words.
    """

    name: str
    label: str
    kind: str = "number"
    value: Any = 0
    low: int = 0
    high: int = 99
    options: tuple[tuple[str, str], ...] = ()
    pattern: str = ""
    hint: str = ""
    rule: str = ""


@dataclass(frozen=True)
class RollTask:
    """Dice to be cast; with no needs left it is a press that takes what comes without dice."""

    kind: ClassVar[str] = "roll"
    order: ClassVar[str] = "roll"
    button: str
    needs: tuple[Need, ...] = ()
    lines: tuple[str, ...] = ()
    mode: str = "server"

    @property
    def thrown(self) -> bool:
        """Whether the server may throw the dice."""
        return self.mode != "own"


@dataclass(frozen=True)
class CheckTask:
    """Work on the board: points to go through, counters to be changed by hand, a press.

    `lines` is what there is to read before the press.
    """

    kind: ClassVar[str] = "check"
    order: ClassVar[str] = "done"
    button: str
    points: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    counters: bool = True


@dataclass(frozen=True)
class FormTask:
    """Entries to be made; `lines` are said above them."""

    kind: ClassVar[str] = "form"
    order: ClassVar[str] = "enter"
    button: str
    fields: tuple[Field, ...]
    lines: tuple[str, ...] = ()
    needs: tuple[Need, ...] = ()
    mode: str = "server"

    def read(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The entries, each of its type; refuses the first that does not fit, by its field."""
        dice = {"dice"} if self.needs else set()
        entries.known(data, {f.name for f in self.fields} | dice)
        return {f.name: read_field(f, data.get(f.name, _left_out(f))) for f in self.fields}


def read_field(field: Field, value: Any) -> Any:
    """`value` as the field wants it, or Refused with the reason."""
    if field.kind == "number":
        return entries.whole(value, field.label, low=field.low, high=field.high, field=field.name, rule=field.rule)
    if field.kind == "check":
        return _check(field, value)
    text = entries.text(value, field.label, most=LONGEST, field=field.name, rule=field.rule)
    if field.kind == "select" and text not in dict(field.options):
        listed = "Open the list beside it and take what fits."
        raise Refused(f"{field.label}: choose one of those listed.", field=field.name, rule=field.rule, way_out=listed)
    if field.kind == "text":
        _matched(field, text)
    return text


def _left_out(field: Field) -> Any:
    """What an entry that was not sent stands for: as it was, but a tick a form leaves out is no tick."""
    return False if field.kind == "check" else field.value


def _check(field: Field, value: Any) -> bool:
    """A tick, as JSON or as a form sends it."""
    if isinstance(value, bool) or value is None:
        return bool(value)
    if isinstance(value, str) and value in TICKS:
        return TICKS[value]
    either = "Set the tick for yes, leave it out for no."
    raise Refused(f"{field.label}: say yes or no.", field=field.name, rule=field.rule, way_out=either)


def _matched(field: Field, text: str) -> None:
    if field.pattern and not re.fullmatch(field.pattern, text):
        anew = "Write it so and press again; the other entries are kept."
        wrong = f"{field.label}: {field.hint or 'this does not fit'}."
        raise Refused(wrong, field=field.name, rule=field.rule, way_out=anew)


Task = RollTask | CheckTask | FormTask
