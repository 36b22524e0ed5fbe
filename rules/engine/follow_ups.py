"""Steps that can be done along with the one before them: on one page, in one press.

Each stays an order of its own, with its own entries, refusals and gate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from rules.contract import CONTINUE, Field, FollowUp, Gate, Order, Refused, StepInfo, Task
from rules.engine import entries
from rules.engine.replace import replace
from rules.engine.tasks import CheckTask, RollTask, TaskBase
from rules.text import gettext, gettext_noop

CONTINUE_FIELD = Field(CONTINUE, gettext_noop("Go on with what follows"), "check")
SEPARATOR = "/"
UNTICKED = ("", False, None)

D = TypeVar("D", contravariant=True)
S_co = TypeVar("S_co", bound=StepInfo, covariant=True)


def beside(key: str, name: str) -> str:
    """What an entry of the step `key` is called where it stands beside those of the step before it."""
    return f"{key}{SEPARATOR}{name}"


class Asking(Protocol[D]):
    """A step that may follow; see StepSpec."""

    @property
    def task(self) -> Callable[[D], Task | None]: ...

    @property
    def asks_facts(self) -> bool: ...

    @property
    def optional(self) -> bool: ...


@dataclass(frozen=True)
class FollowUpStep(Generic[S_co]):
    """A step that can be done along with the one before it, with what it asks if that can be known before."""

    spec: S_co
    task: Task


A = TypeVar("A", bound=Asking[Any])


def found_behind(task: Task, behind: Iterable[A], ctx: object) -> Iterable[tuple[A, Task]]:
    """The steps `behind` one that asks `task` which can be done along with it, each with what it asks in `ctx`.

    They are dice the server throws, what is read and confirmed, and forms. Behind dice only forms on which these do not
    bear are among them: whoever decides otherwise, or confirms, may want to see first how the dice fell.
    """
    dice = rolls(task)
    for spec in behind:
        then = spec.task(ctx)
        if then is None:
            continue
        # Own dice are typed in where they are rolled, and not on the page of another task.
        fits = isinstance(then, TaskBase) and not then.alone and (not rolls(then) or then.mode == "server")
        if not _thrown(then) and ((dice and not spec.asks_facts) or not fits):
            return
        dice = dice or rolls(then)
        yield spec, then


def rolls(task: Task) -> bool:
    """Whether dice are cast for a task."""
    return isinstance(task, RollTask) or bool(task.needs)


def _thrown(task: Task) -> bool:
    """Whether a task is nothing but dice that the server throws."""
    if isinstance(task, RollTask):
        return task.thrown
    return rolls(task) and not task.fields and task.mode == "server"


def asks(follow_up: FollowUp) -> bool:
    """Whether a step takes entries of its own, and is done along only with them."""
    return not isinstance(follow_up.task, CheckTask) and not _thrown(follow_up.task)


def typed_along(order: Order, follow_ups: Sequence[FollowUp]) -> tuple[bool, Mapping[str, Mapping[str, Any]]]:
    """Whether an order goes on, and the entries it brings for steps that follow, by their keys."""
    on = order.data.get(CONTINUE)
    if not isinstance(on, Mapping):
        return entries.read_field(CONTINUE_FIELD, on), {}
    asking = {each.spec.key for each in follow_ups if asks(each)}
    for key, typed in on.items():
        if key not in asking or not isinstance(typed, Mapping):
            raise Refused(
                gettext("{step} can't be done along with this step.", step=entries.excerpt(key)),
                field=CONTINUE,
                way_out=gettext(entries.RELOAD),
            )
    return True, on


def goes_on(
    then: FollowUp, read: Sequence[FollowUp], typed: Mapping[str, Mapping[str, object]], *, optional: bool = False
) -> Order | None:
    """The order that does the step `then` along with others; None where somebody has to see it first.

    `read` is what stood on the page, `typed` the entries for it. Dice the server throws need nobody; a checklist and a
    form have to ask what they asked there, and have the gate they had. What was left as it was proposed there stays
    what is proposed, which may be something else by now. Of an `optional` step nothing was wanted if all of it was.
    """
    task, key = then.task, then.spec.key
    if isinstance(task, TaskBase) and task.nothing_to_choose:
        return Order(task.orders[0])
    if isinstance(task, RollTask) or _thrown(task):
        return Order(task.orders[0]) if _thrown(task) else None
    seen = next((each.task for each in read if each.spec.key == key), None)
    if optional and seen is not None and key in typed and _untouched(seen, typed[key]):
        return Order(task.orders[0])
    if isinstance(task, CheckTask):
        return Order(task.orders[0]) if task == seen else None
    if seen is None or key not in typed or (_blank_fields(seen), seen.needs) != (_blank_fields(task), task.needs):
        return None
    was, order = Order(seen.orders[0], typed[key]), Order(task.orders[0], _as_proposed(task, seen, typed[key]))
    return order if _gate(task, order) == _gate(seen, was) else None


def _blank_fields(task: Task) -> list[Field]:
    """The fields of a task without the values it proposes, to compare what two tasks ask."""
    return [replace(field, value="") for field in task.fields]


def _as_proposed(task: Task, seen: Task, typed: Mapping[str, object]) -> dict[str, Any]:
    """The entries typed where `seen` was asked, those that were left as proposed there as `task` proposes them."""
    result = dict(typed)
    for field, before in zip(task.fields, seen.fields, strict=True):
        if field.kind == "check":
            if (typed.get(field.name, "") not in UNTICKED) == bool(before.value):
                result[field.name] = field.value
        elif str(typed.get(field.name, before.value)) == str(before.value):
            result.pop(field.name, None)
    return result


def _untouched(task: Task, typed: Mapping[str, object]) -> bool:
    """Whether all entries were left as a task proposes them."""
    proposed = _as_proposed(task, task, typed)
    return all(proposed.get(field.name, field.value) == field.value for field in task.fields)


def _gate(task: Task, order: Order) -> Gate | None:
    """What is read before an order; nothing before one that will be refused."""
    with suppress(Refused):
        return task.gate(order.kind, order.data)
    return None
