"""12.6265: the sides take turns naming a Location, the Russians first; the other shows what it wrote down there."""

from __future__ import annotations

from collections.abc import Iterator

from rules.asl.locations import PILLBOX
from rules.asl.steps.generic import Entries
from rules.asl.steps.setup import recon
from rules.asl.steps.setup.taps import HexesStep, HexesTask
from rules.contract import Field, Refused
from rules.engine.stages import StepResult
from rules.engine.tasks import FormTask
from rules.ground.fields import HexField
from rules.systems.votg.context import Context
from rules.systems.votg.payloads import RECON_NAMED
from rules.text import gettext


class NamingStep(HexesStep[Context]):
    """Asked of everybody until he names none, so that nobody learns what the other had rolled."""

    key, tap_words = "inspection", (PILLBOX,)

    def task(self, ctx: Context) -> HexesTask:
        """Who has nothing left to look into reads what was shown."""
        nothing = FormTask(gettext(ctx.texts("inspection")["none"]), (), tuple(self.lines(ctx)))
        return super().task(ctx) or self.around(ctx, nothing)

    def fields(self, ctx: Context) -> Iterator[Field]:
        texts, rule = ctx.texts("inspection"), ctx.rule("inspection")
        if self.number_left(ctx) > 0:
            yield HexField("location", gettext(texts["location"]), "text", "", hint=gettext(texts["hint"]), rule=rule)

    def lines(self, ctx: Context) -> Iterator[str]:
        texts, number_left = ctx.texts("inspection"), self.number_left(ctx)
        may = gettext(texts["left"], number=number_left, hexes=recon.reach(ctx))
        yield may if number_left > 0 else gettext(texts["nothing_left"])
        yield from recon.disclosed_lines(ctx)

    def number_left(self, ctx: Context) -> int:
        """How many Locations the side may still name."""
        return (ctx.roster_row.recon or 0) - len(ctx.today.named.get(ctx.side, ()))

    def check(self, ctx: Context, field: Field, text: str) -> None:
        """Refuse what is no Location, lies too far away, was seen already, or is more than one."""
        locations = recon.locations(ctx, text, field.name)
        recon.check_reach(ctx, locations, field.name)
        if len(locations) > 1 or set(locations) & set(ctx.today.named.get(ctx.side, ())):
            message = gettext("One Location at a time, and each only once.")
            other = gettext("Name one that you have not seen; you are asked again after the other side.")
            raise Refused(message, rule=ctx.rule("inspection"), field=field.name, way_out=other)

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        """Name one, or none: then the side names no more."""
        for field in self.fields(ctx):
            self.check(ctx, field, entries[field.name])
        locations = recon.locations(ctx, entries.get("location", ""), "location")
        return StepResult([RECON_NAMED(side=ctx.side, locations=locations, done=not locations)])
