"""A course in which each kind of frame is a stage of one step, asked of who acts in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from rules.contract import Task
from rules.dice import Rng
from rules.engine.stages import Handler, Stage, StepResult, StepSpec, StepWords
from rules.engine.tasks import Entries, FormTask
from rules.played.resolver import C, OrderResolver

R = TypeVar("R", bound=OrderResolver[Any, Any, Any])


def carrying_out(
    resolver: Callable[[C, Rng], R], do: Callable[[R, Entries], None], advance: Callable[[R], None]
) -> Handler[C, Task]:
    """A handler that does an order with its entries as the form reads them, then all that asks nobody."""

    def handle(ctx: C, task: Task, data: Mapping[str, object], rng: Rng) -> StepResult:
        act = resolver(ctx, rng)
        do(act, task.read(data) if isinstance(task, FormTask) else data)
        advance(act)
        return StepResult(act.events, done=False)

    return handle


def frame_stage(
    key: str,
    title: str,
    texts: StepWords,
    task: Callable[[C], Task],
    handlers: Mapping[str, Handler[C, Any]],
    through: tuple[str, ...] = (),
) -> Stage[C]:
    """A stage of one step, for the sides that the public room has `at_step`.

    If there are dice behind its door, all sides go `through` it even when it is not the stage in hand.
    """

    def acting(public: Any) -> tuple[str, ...]:
        at_step: tuple[str, ...] = public.at_step if public.stage == key else through
        return at_step

    spec: StepSpec[C] = StepSpec(key, texts.rule, texts.title, texts.help, task, handlers)
    return Stage(key, title, acting, (spec,), bool(through))
