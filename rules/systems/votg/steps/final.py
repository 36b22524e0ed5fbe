"""CG End (12.3): both sides open their books, and say who has won where nothing else tells."""

from __future__ import annotations

from collections.abc import Iterator

from rules.asl.steps.generic import CheckStep, Entries, FormStep
from rules.contract import Field
from rules.engine.stages import StepResult
from rules.engine.tasks import CheckTask
from rules.systems.votg import score
from rules.systems.votg.context import Context
from rules.systems.votg.payloads import BOOKS_OPENED, WINNER_NAMED
from rules.text import gettext


class BooksStep(CheckStep[Context]):
    """What a side had left, where the hexes tell who has won."""

    key, counters = "books", False

    def task(self, ctx: Context) -> CheckTask | None:
        return super().task(ctx) if score.at_end(ctx.public, ctx.rules) else None

    def lines(self, ctx: Context) -> Iterator[str]:
        return _lines(ctx)

    def done(self, ctx: Context, note: str) -> StepResult:
        return StepResult([BOOKS_OPENED(side=ctx.side, left=_left_over(ctx))])


class ClaimStep(FormStep[Context]):
    """Each side opens its record: what it had left, and who it says has won."""

    key = "books"

    def default_winner(self, ctx: Context) -> str:
        """Who is named at first: who has won by the hexes counted last, where a number of them tells."""
        return score.likely(ctx.public, ctx.rules) or next(iter(ctx.rules.names))

    def fields(self, ctx: Context) -> Iterator[Field]:
        texts, sides = ctx.texts("books"), ((side, gettext(name)) for side, name in ctx.rules.names.items())
        options, question = (*sides, ("", gettext(texts["nobody"]))), gettext(texts["winner"])
        yield Field("winner", question, "select", self.default_winner(ctx), options=options, rule=ctx.rule("books"))

    def lines(self, ctx: Context) -> Iterator[str]:
        """How the campaign is won, in the owner's words if he typed them in, then what is left."""
        if words := ctx.rules.game.victory.campaign:
            yield gettext(words)
        if ctx.today.idle and ctx.rules.game.victory.hexes_at_end is not None:
            counted, last = score.by_map(ctx.public, ctx.rules), ctx.played[-1:]
            if counted:
                yield counted.sentence
            elif last and last[0].report:
                yield gettext(ctx.texts("books")["counted"], number=last[0].report.hexes)
        yield from self.claim_lines(ctx)

    def claim_lines(self, ctx: Context) -> Iterator[str]:
        """The facts that a claim rests on, as lines."""
        return _lines(ctx)

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        return StepResult([BOOKS_OPENED(side=ctx.side, left=_left_over(ctx), winner=entries["winner"])])


class VerdictStep(ClaimStep):
    """Asked again where the sides name different ones."""

    key = "verdict"

    def default_winner(self, ctx: Context) -> str:
        return ctx.public.ending.claims[ctx.side]

    def claim_lines(self, ctx: Context) -> Iterator[str]:
        sentence, named = ctx.texts("verdict")["claim"], {**ctx.rules.names, "": ctx.texts("books")["nobody"]}
        for side, name in ctx.rules.names.items():
            winner = gettext(named[ctx.public.ending.claims[side]])
            yield gettext(sentence, side=gettext(name), winner=winner)

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        return StepResult([WINNER_NAMED(side=ctx.side, winner=entries["winner"])])


def _left_over(ctx: Context) -> dict[str, int]:
    """What a side had left at the end: CPP, Support points, counters."""
    now = ctx.roster_row
    return {"cpp": now.ledger.next_start, "support": now.support.left, "counters": len(ctx.mine.on_hand)}


def _lines(ctx: Context) -> Iterator[str]:
    labels = ctx.texts("books").labels["left"]
    return (f"{gettext(labels[key])}: {n}" for key, n in _left_over(ctx).items() if key != "support" or ctx.german)
