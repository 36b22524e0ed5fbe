"""What scenario comes next: the Counterattack after a German Assault (12.613), Attack or Idle (12.625 to 12.6254) and
the Support CPP that hang on it (12.6181), and who moves first (12.627)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.asl.context import StepDef, either, roll_data
from rules.asl.steps.generic import CheckStep, Entries, FormStep, RollStep
from rules.contract import Field
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.engine.tasks import CheckTask
from rules.systems.votg.context import Context
from rules.systems.votg.payloads import (
    CHIT_SHOWN,
    COUNTERATTACK_DECLARED,
    COVER_SET,
    MOVER_ROLLED,
    NIGHT_DECIDED,
    ORDER_ROLLED,
    SCENARIO_GENERATED,
    ScenarioTold,
)
from rules.systems.votg.state import ATTACK, COUNTERATTACK, DUAL, GERMAN, IDLE, RUSSIAN, DateRecord, enemy
from rules.tables import Need
from rules.text import gettext

DAY, NIGHT = "day", "night"
NO, YES = "", "yes"
OPEN = ("rolled", None)
"""What the matrix says of who sets up or moves first where it does not tell."""


class StrikeStep(FormStep[Context]):
    """12.613: whether the Russians follow a German Assault with a Counterattack."""

    key = "counterattack"

    def fields(self, ctx: Context) -> Iterator[Field]:
        if not ctx.may_counterattack():
            return
        texts, rule = ctx.texts("counterattack"), ctx.rule("counterattack", "kinds")
        options = [(NO, gettext(texts["no"])), (YES, gettext(texts["yes"]))]
        if COUNTERATTACK in ctx.rules.pack.night.value and ctx.rules.readings.night_asked == "with_it":
            options.append((NIGHT, f"{gettext(texts['yes'])}, {gettext(texts['night'])}"))
        yield Field("strike", gettext(texts.title), "select", NO, options=tuple(options), rule=rule)

    def lines(self, ctx: Context) -> Iterator[str]:
        yield gettext(ctx.texts("counterattack")["left"], number=ctx.public.chits)

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        strike = entries["strike"]
        return StepResult([COUNTERATTACK_DECLARED(night=strike == NIGHT)] if strike != NO else [])


def _chit_field(ctx: Context, key: str, labels: Mapping[str, str]) -> Field:
    """Attack or Idle with their `labels`, as the step `key` asks for it; a chit that was chosen already binds.

    Only Russian chits to attack with are counted (12.6251).
    """
    none_left = ctx.side == RUSSIAN and ctx.public.chits <= 0
    fit = (chit for chit in (IDLE, ATTACK) if ctx.roster_row.chit in ("", chit) and not (none_left and chit == ATTACK))
    options = tuple((chit, gettext(labels[chit])) for chit in fit)
    title = gettext(ctx.texts(key).title)
    return Field("chit", title, "select", options[0][0], options=options, rule=ctx.rule(key, "chits"))


class ChoiceStep(FormStep[Context]):
    """12.6251: Attack or Idle, chosen in secret."""

    key = "initiative"

    def fields(self, ctx: Context) -> Iterator[Field]:
        texts = ctx.texts("initiative")
        yield _chit_field(ctx, "initiative", {IDLE: texts["idle"], ATTACK: texts["attack"]})

    def lines(self, ctx: Context) -> Iterator[str]:
        texts = ctx.texts("initiative")
        yield f"{gettext(texts['left'])}: {ctx.public.chits}"
        if ctx.roster_row.chit:
            yield gettext(texts["bound"])

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        chit = entries["chit"]
        return StepResult([ctx.event("chit.chosen", line={"chit": chit}, chit=chit)])


# 12.6181 Support CPP ---------------------------------------------------------------------------


def _support_due(ctx: Context) -> bool:
    return ctx.german and (not ctx.in_counterattack or ctx.rules.readings.support_timing == "next_refit")


class PledgeStep(FormStep[Context]):
    """The chit chosen in secret before the purchases, if Support CPP depend on it; the choice is binding."""

    key = "support"

    def fields(self, ctx: Context) -> Iterator[Field]:
        texts = ctx.texts("support")
        if _support_due(ctx) and ctx.rules.readings.support_timing == "declared":
            yield _chit_field(ctx, "support", {IDLE: texts["idle"], ATTACK: texts["attack"]})

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        chit = entries["chit"]
        number = ctx.rules.pack.support.points if chit == ATTACK else 0
        return StepResult([ctx.event("support.received", line={"chit": chit}, support={"repl": number}, number=number)])


class SupportReceivedStep(CheckStep[Context]):
    """The Support CPP that the German has by a chit shown before this refit."""

    key, counters = "support", False

    def task(self, ctx: Context) -> CheckTask | None:
        if not _support_due(ctx) or not (number := self.number(ctx)):
            return None
        texts = ctx.texts("support")
        return CheckTask(gettext(texts["take"]), lines=(gettext(texts["received"], number=number),), counters=False)

    def number(self, ctx: Context) -> int:
        """How many they are."""
        last_chit = ctx.rules.readings.support_timing == "last_chit"
        records = ctx.on_day_before() if last_chit else ctx.public.dates[: ctx.date][-1:]
        attacked = any(record.chits.get(GERMAN) == ATTACK for record in records)
        return ctx.rules.pack.support.points if attacked else 0

    def done(self, ctx: Context, note: str) -> StepResult:
        number = self.number(ctx)
        return StepResult([ctx.event("support.received", support={"repl": number}, number=number)])


# both are turned over --------------------------------------------------------------------------


class ShowingStep(CheckStep[Context]):
    """12.6252: the chit is turned over; of both the matrix makes the scenario, and who sets up and moves first."""

    key, counters = "showing", False

    def lines(self, ctx: Context) -> Iterator[str]:
        yield gettext(ctx.texts("showing").labels["chits"][ctx.roster_row.chit])

    def done(self, ctx: Context, note: str) -> StepResult:
        chit = ctx.roster_row.chit
        spends = ctx.side == RUSSIAN and chit == ATTACK
        events = [CHIT_SHOWN(side=ctx.side, chit=chit, spent=1) if spends else CHIT_SHOWN(side=ctx.side, chit=chit)]
        if other := ctx.today.chits.get(enemy(ctx.side)):
            chits = {ctx.side: chit, enemy(ctx.side): other}
            rows = (row.values for row in ctx.table("initiative").rows)
            row = next(row for row in rows if all(row[side] == chits[side] for side in (GERMAN, RUSSIAN)))
            payload = ScenarioTold(kind=str(row["scenario"]))
            if row["sets_up_first"] not in OPEN:
                payload["first"] = str(row["sets_up_first"])
            if row["moves_first"] not in OPEN:
                payload["mover"] = str(row["moves_first"])
            events.append(SCENARIO_GENERATED(**payload))
        return StepResult(events)


# what is still open ----------------------------------------------------------------------------


def open_now(ctx: Context) -> bool:
    """Whether anything has to be decided before the set-up, by what both sides know."""
    return any(step_def.task(ctx) is not None for step_def in SCENARIO)


def undecided(today: DateRecord) -> bool:
    """Whether who moves first has still to be rolled for."""
    return today.kind == DUAL and not today.mover


class OrderStep(RollStep[Context]):
    """12.6253: who sets up first in a Dual Attack."""

    key = "order"

    def needs(self, ctx: Context) -> Iterator[Need]:
        if ctx.today.kind == DUAL and not ctx.today.first:
            yield Need("order", ctx.texts("order").title, 1, ctx.table("dual_setup"))

    def roll(self, ctx: Context, rolls: tuple[Rolled, ...]) -> StepResult:
        side = str(rolls[0].value("result"))
        return StepResult([ORDER_ROLLED(first=side, rolls=[roll_data(rolls[0], ctx.rules.names[side])])])


class NightStep(FormStep[Context]):
    """12.6254: day or night, asked for a Russian Assault; for a Counterattack if its declaration left it open."""

    key = "night"

    def fields(self, ctx: Context) -> Iterator[Field]:
        known_before = ctx.today.kind == COUNTERATTACK and ctx.rules.readings.night_asked != "late"
        if ctx.today.kind not in ctx.rules.pack.night.value or known_before or ctx.today.night:
            return
        texts = ctx.texts("night")
        options = ((DAY, gettext(texts["day"])), (NIGHT, gettext(texts["night"])))
        yield Field("light", gettext(texts.title), "select", DAY, options=options, rule=ctx.rule("night"))

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        night = entries["light"] == NIGHT
        return StepResult([NIGHT_DECIDED(night=True, after_recon=True) if night else NIGHT_DECIDED(night=False)])


class CloudCoverStep(FormStep[Context]):
    """The night sky as the players read it off their own rules."""

    key = "cloud_cover"

    def fields(self, ctx: Context) -> Iterator[Field]:
        if not ctx.today.night or ctx.today.cover:
            return
        texts, words, rule = ctx.texts("cloud_cover"), ctx.rules.setup.cloud_cover, ctx.rule("cloud_cover", "cover")
        kinds = (words.overcast,) if self.overcast(ctx) else words.kinds
        options = tuple((kind, gettext(kind)) for kind in kinds)
        yield Field("cover", gettext(texts["cover"]), "select", kinds[0], options=options, rule=rule)
        yield Field("nvr", gettext(texts["nvr"]), high=words.nvr_most, rule=rule)
        if not self.overcast(ctx):
            moon, hint = gettext(texts["moon"]), gettext(texts["reckoned"])
            yield Field("moon", moon, "text", gettext(ctx.cg_day.moon), hint=hint, rule=ctx.rule("cloud_cover"))

    def is_public(self, field: Field) -> bool:
        return True

    def lines(self, ctx: Context) -> Iterator[str]:
        if self.overcast(ctx):
            yield gettext(ctx.texts("cloud_cover")["no_moon"])

    def overcast(self, ctx: Context) -> bool:
        """Whether there is no moon to be seen."""
        return ctx.today.weather == ctx.rules.setup.cloud_cover.overcast

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        cover, moon = ctx.texts("cloud_cover")["told"].format(**entries), entries.get("moon")
        if moon == gettext(ctx.cg_day.moon):  # left as it was offered: every reader reads it in his language
            moon = ctx.cg_day.moon
        return StepResult([COVER_SET(cover=cover, moon=moon) if moon else COVER_SET(cover=cover)])


class MoverStep(RollStep[Context]):
    """12.627: who moves first in a Dual Attack."""

    key = "mover"

    def needs(self, ctx: Context) -> Iterator[Need]:
        if undecided(ctx.today):
            yield Need("mover", ctx.texts("mover").title, 1, ctx.table("dual_move"))

    def roll(self, ctx: Context, rolls: tuple[Rolled, ...]) -> StepResult:
        side = str(rolls[0].value("result"))
        return StepResult([MOVER_ROLLED(mover=side, rolls=[roll_data(rolls[0], ctx.rules.names[side])])])


SUPPORT: tuple[StepDef[Context], ...] = (either(PledgeStep(), SupportReceivedStep()),)
SCENARIO: tuple[StepDef[Context], ...] = (OrderStep(), NightStep(), CloudCoverStep())
