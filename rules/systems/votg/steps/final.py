"""CG End (12.3): both sides open their books, and say who has won where nothing else tells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.asl.context import StepDef, either
from rules.contract import Field
from rules.dice import Rng
from rules.engine.stages import StepResult
from rules.engine.tasks import CheckTask, FormTask
from rules.systems.votg import score
from rules.systems.votg.context import Context
from rules.systems.votg.payloads import BOOKS_OPENED, WINNER_NAMED
from rules.text import gettext


def _left(ctx: Context) -> dict[str, int]:
    """What a side had left."""
    now = ctx.line
    return {"cpp": now.ledger.next_start, "support": now.support.left, "counters": len(ctx.mine.on_hand)}


def _lines(ctx: Context) -> tuple[str, ...]:
    said, left = ctx.texts("books").labels["left"], _left(ctx)
    return tuple(f"{gettext(said[key])}: {left[key]}" for key in left if key != "support" or ctx.german)


def _books_task(ctx: Context) -> CheckTask | None:
    """Where the hexes tell who has won, there is nothing to say beside what is left."""
    if not score.at_end(ctx.public, ctx.rules):
        return None
    return CheckTask(ctx.button("books"), lines=_lines(ctx), counters=False)


def _open(ctx: Context, task: CheckTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    return StepResult([BOOKS_OPENED(side=ctx.side, left=_left(ctx))])


# where nothing but the sides can tell who has won ------------------------------------------------


def _claim(ctx: Context, key: str, proposed: str, lines: tuple[str, ...]) -> FormTask:
    """Who has won, below how the campaign is won, in the owner's words if he typed them in."""
    said, names = ctx.texts("books"), ctx.rules.names
    options = (*((side, gettext(name)) for side, name in names.items()), ("", gettext(said["nobody"])))
    field = Field("winner", gettext(said["winner"]), "select", proposed, options=options, rule=ctx.rule("books"))
    conditions = ctx.rules.game.victory.campaign
    return FormTask(ctx.button(key), (field,), (*((conditions,) if conditions else ()), *lines))


def _claim_task(ctx: Context) -> FormTask:
    return _claim(ctx, "books", next(iter(ctx.rules.names)), _lines(ctx))


def _open_with_claim(ctx: Context, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    return StepResult([BOOKS_OPENED(side=ctx.side, left=_left(ctx), winner=task.read(data)["winner"])])


def _verdict_task(ctx: Context) -> FormTask:
    """Asked where they name different ones."""
    names, claims, said = ctx.rules.names, ctx.public.ending.claims, ctx.texts("verdict")["claim"]
    named = {**names, "": ctx.texts("books")["nobody"]}
    lines = (gettext(said, side=gettext(names[side]), winner=gettext(named[claims[side]])) for side in names)
    return _claim(ctx, "verdict", claims[ctx.side], tuple(lines))


def _name(ctx: Context, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    return StepResult([WINNER_NAMED(side=ctx.side, winner=task.read(data)["winner"])])


VERDICT: tuple[StepDef[Context], ...] = (StepDef("verdict", _verdict_task, {"enter": _name}),)
STEPS: tuple[StepDef[Context], ...] = (
    either(StepDef("books", _books_task, {"done": _open}), StepDef("books", _claim_task, {"enter": _open_with_claim})),
)
