"""Follow-ups: steps that can be done along with the one before them, on one page and in one press.

Each remains an order of its own, with its own entries, refusals and gate. A wrong entry refuses the whole press; but
once dice have fallen nothing is refused any more, only asked again, or their owner could look at them first.
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
    """The name of the entry `name` of the step `key` on the page of an earlier step."""
    return f"{key}{SEPARATOR}{name}"


class Asking(Protocol[D]):
    """A step that may be a follow-up; see StepSpec."""

    @property
    def task(self) -> Callable[[D], Task | None]: ...

    @property
    def asks_facts(self) -> bool: ...

    @property
    def optional(self) -> bool: ...


@dataclass(frozen=True)
class FollowUpStep(Generic[S_co]):
    """See rules.contract.FollowUp."""

    spec: S_co
    task: Task


A = TypeVar("A", bound=Asking[Any])


def found_behind(task: Task, behind: Iterable[A], ctx: object) -> Iterable[tuple[A, Task]]:
    """The steps of `behind` that can be done along with the one that asks `task`, each with its task in `ctx`.

    These are rolls of the server, checklists and forms. After dice only rolls, and steps on whose entries the dice do
    not bear (`asks_facts`): before anything else a player may want to see how the dice fell.
    """
    dice = rolls(task)
    for spec in behind:
        then = spec.task(ctx)
        if then is None:
            continue
        # Own dice are typed in on the page of their own step, never on that of another.
        fits = isinstance(then, TaskBase) and not then.alone and (not rolls(then) or then.mode == "server")
        if not _thrown(then) and ((dice and not spec.asks_facts) or not fits):
            return
        dice = dice or rolls(then)
        yield spec, then


def rolls(task: Task) -> bool:
    """Whether a task rolls dice."""
    return isinstance(task, RollTask) or bool(task.needs)


def _thrown(task: Task) -> bool:
    """Whether a task consists only of dice that the server rolls."""
    if isinstance(task, RollTask):
        return task.thrown
    return rolls(task) and not task.fields and task.mode == "server"


def asks(follow_up: FollowUp) -> bool:
    """Whether a follow-up takes entries of its own and is done along only if they are given."""
    return not isinstance(follow_up.task, CheckTask) and not _thrown(follow_up.task)


def typed_along(order: Order, follow_ups: Sequence[FollowUp]) -> tuple[bool, Mapping[str, Mapping[str, object]]]:
    """Whether an order goes on, and the entries it brings for follow-ups, by key of step.

    Raises Refused if it brings entries for a step that is none of those `follow_ups` that ask.
    """
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
    """The order that does the step `then` along with others; None if its player has to see it first.

    `read` are the follow-ups the page showed, `typed` the entries for them by step. A roll of the server always goes
    along; a checklist only if it is as the page showed it, a form only if it asks the same and has the same gate. An
    entry left as proposed there takes the value proposed now. An `optional` step with all left so gets no entries.
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
    """The fields of a task without proposed values, for comparing what two tasks ask."""
    return [replace(field, value="") for field in task.fields]


def _as_proposed(task: Task, seen: Task, typed: Mapping[str, object]) -> dict[str, object]:
    """The entries typed for `seen`; those left as proposed there get the values that `task` proposes."""
    result = dict(typed)
    for field, before in zip(task.fields, seen.fields, strict=True):
        if field.kind == "check":
            if (typed.get(field.name, "") not in UNTICKED) == bool(before.value):
                result[field.name] = field.value
        elif str(typed.get(field.name, before.value)) == str(before.value):
            result.pop(field.name, None)
    return result


def _untouched(task: Task, typed: Mapping[str, object]) -> bool:
    """Whether all entries were left as the task proposes them."""
    proposed = _as_proposed(task, task, typed)
    return all(proposed.get(field.name, field.value) == field.value for field in task.fields)


def _gate(task: Task, order: Order) -> Gate | None:
    """The gate of an order; None for an order that will be refused."""
    with suppress(Refused):
        return task.gate(order.kind, order.data)
    return None
