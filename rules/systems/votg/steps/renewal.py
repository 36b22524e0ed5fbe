"""The refit of a new CG Day or before a Counterattack (12.614 to 12.620): what only this game has.

Before a Counterattack the day goes on: what belongs to a new one passes by itself (12.613).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy

from rules.asl.context import RefitContext, StepDef, divided, roll_data
from rules.asl.counters import Counter
from rules.asl.pending import StepPending
from rules.asl.steps.aftermath import task_checks
from rules.asl.steps.aftermath.clearing import stays
from rules.asl.steps.generic import CheckStep, Entries, FormStep, RollFormStep, RollStep
from rules.asl.steps.renewal import repair_questions, san_elr_weather
from rules.contract import Field
from rules.engine.replace import replace
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.systems.votg.chart import ChartGroup
from rules.systems.votg.context import Context
from rules.systems.votg.pack import DATA, pack
from rules.systems.votg.payloads import BOOBY_LEVEL_SET
from rules.systems.votg.state import COUNTERATTACK
from rules.tables import Need
from rules.text import gettext

START, LAST_IDLE = "start", "idle"


def of_a_new_day(step_def: StepDef[Context]) -> StepDef[Context]:
    """A step that is left out before a Counterattack, if it is of one of the rules that are skipped then (12.6253)."""
    if not DATA.step_texts[step_def.key].rule.startswith(pack().counterattack.skips):
        return step_def
    skipped = copy(step_def)
    skipped.task = lambda ctx: None if ctx.in_counterattack else step_def.task(ctx)
    return skipped


class TroubleStep(repair_questions.TroubleStep):
    """12.615: before a Counterattack no immobilized AFV is repaired (12.6253), and nothing is asked of one for that."""

    def stuck(self, ctx: RefitContext) -> list[Counter]:
        assert isinstance(ctx, Context)
        return [] if ctx.in_counterattack else super().stuck(ctx)


class NewDayStep(CheckStep[Context]):
    """12.6141: the day that begins, with which a SAN of nothing rises (12.6142)."""

    key, counters = "new_day", False

    def lines(self, ctx: Context) -> Iterator[str]:
        yield gettext(ctx.cg_day.name)
        before, now = ctx.mine.lines[ctx.date - 1].san, ctx.roster_row.san
        if before < now:
            yield gettext(ctx.texts("san")["raised"], before=before, now=now)

    def done(self, ctx: Context, note: str) -> StepResult:
        return StepResult([])


class BoobyTrapsStep(RollStep[Context]):
    """12.6143: the dr of the side that laid them, while a level can be lost; it publishes levels kept secret so far."""

    key = "booby_traps"

    def needs(self, ctx: Context) -> Iterator[Need]:
        rule = ctx.rules.pack.booby_traps
        if ctx.side == rule.side and ctx.booby != rule.levels[0]:
            yield Need("booby", f"{ctx.texts('booby_traps')['level']} {ctx.booby}", 1, ctx.table("booby_trap"))

    def roll(self, ctx: Context, rolls: tuple[Rolled, ...]) -> StepResult:
        levels = ctx.rules.pack.booby_traps.levels
        level = levels[levels.index(ctx.booby) - (rolls[0].value("result") != "no effect")]
        record = roll_data(rolls[0], f"{ctx.texts('booby_traps')['level']} {level}")
        return StepResult([BOOBY_LEVEL_SET(level=level, rolls=[record])])


class BogStep(task_checks.BogStep):
    """12.6151c: what is unbogged leaves the map, which was cleared before, unless it is Isolated or busy there."""

    def enter(self, ctx: RefitContext, entries: Entries) -> StepResult:
        bogged = self.troubled(ctx)
        change, sentences = task_checks.vehicle_results(ctx, self.trouble, bogged, entries)
        for counter in bogged:
            row = change[str(counter.id)]
            if not stays(ctx, replace(counter, marks=tuple(row["marks"]))):
                row["place"] = ""
        return StepResult([ctx.event("vehicles.settled", change=change, said=sentences, rule=ctx.rule(self.key))])


class PointsStep(san_elr_weather.PointsStep[Context]):
    """12.618: the points of the day."""

    def facts(self, ctx: Context) -> Mapping[str, int]:
        """The CVP suffered are those of the scenario before, by ruling once only, and of the refit since."""
        last = max((n for n, record in enumerate(ctx.public.dates[: ctx.date]) if record.fought), default=-1)
        report = ctx.public.dates[last].report if last >= 0 else None
        if report is None or (last < ctx.date - 1 and ctx.rules.readings.idle_cvp == "once"):
            suffered = ctx.refit_losses(ctx.date - 1)
        else:
            refits = range(ctx.date - 1 if ctx.rules.readings.idle_cvp == "this_refit" else last, ctx.date)
            suffered = report.cvp_points[ctx.side] + ctx.refit_losses(*refits)
        return {"attack_chit": ctx.attacked(), "cvp_suffered": ctx.rules.pack.casualties.per * ctx.twenties(suffered)}

    def lines(self, ctx: Context) -> Iterator[str]:
        texts = ctx.texts("points")
        if change := ctx.rules.game.sides[ctx.side].cpp_change:
            yield gettext(texts["change"], number=f"{change:+d}")
        if self.halved(ctx):
            yield gettext(texts["halved"])

    def received(self, ctx: Context, points: int) -> int:
        """With the owner's change (CGI-2), halved around a Counterattack (12.6253)."""
        points = max(0, points + (ctx.rules.game.sides[ctx.side].cpp_change or 0))
        rule = ctx.rules.pack.counterattack
        return divided(points, rule.divisor, rule.rounding) if self.halved(ctx) else points

    def halved(self, ctx: Context) -> bool:
        """Whether what this side receives is halved in this refit (12.6253)."""
        rule = ctx.rules.pack.counterattack
        if ctx.in_counterattack:
            return ctx.side in (rule.before_on_last_day if ctx.last_day else rule.before)
        return ctx.date > 0 and ctx.public.dates[ctx.date - 1].kind == COUNTERATTACK and ctx.side in rule.after


# 12.619 ELR ------------------------------------------------------------------------------------


def _elr_facts(ctx: Context, since: Entries) -> Mapping[str, int]:
    """What the ELR table asks beside the day.

    The scenarios played and the Germans' by night count, each from the start or `since` the last Idle Day. AFV
    platoons are of the first date where this campaign counts them with it.
    """
    chart, of, counts = ctx.rules.groups[ctx.side], ctx.rules.pack, {}
    for key in ("scenarios", *(("night_scenarios",) if ctx.german else ())):
        records = ctx.public.dates[_last_idle(ctx) + 1 if since.get(key) == LAST_IDLE else 0 : ctx.date]
        counts[key] = sum(record.fought and (record.night or key == "scenarios") for record in records)
    bought = [chart[group.rg] for group in ctx.groups_of_day_before()]
    companies = [row for row in bought if _is(row, "I", "company")]
    no_infantry = of.company_maximum.platoons_never
    platoons = sum(_is(row, "I", "platoon") and row.type not in no_infantry for row in bought)
    armor = sum(_is(row, "A", "platoon") for row in bought) if "afv_platoon" in of.elr_first_line.value else 0
    return {
        "won": sum(record.winner == ctx.side for record in ctx.on_day_before()),
        "idle_days": ctx.idle_days,
        "elite": sum("elite" in row.effects for row in companies),
        "platoons": divided(platoons, of.elr.platoons_per_loss, of.elr.platoons_rounding),
        "first_line": sum("first_line" in row.effects for row in companies) + armor,
        "attack_chit": ctx.attacked(),
        **counts,
    }


def _is(row: ChartGroup, letter: str, size: str) -> bool:
    return row.letter == letter and row.size == size


def _last_idle(ctx: Context) -> int:
    """The date of the last Idle Day, -1 if there was none."""
    idle = (n for n, record in enumerate(ctx.public.dates[: ctx.date]) if record.idle)
    return max(idle, default=-1)


class ElrDice(StepPending):
    """The DR for the ELR, where its result is looked up by the player."""

    elr: int


class ElrStep(san_elr_weather.ElrStep[Context]):
    """12.619: the DR for the ELR."""

    def facts(self, ctx: Context) -> Mapping[str, int]:
        return _elr_facts(ctx, {})

    def roll(self, ctx: Context, rolls: tuple[Rolled, ...]) -> StepResult:
        """By ruling the player looks its result up and enters that."""
        if ctx.rules.readings.elr_rows != "entered":
            return super().roll(ctx, rolls)
        final = rolls[0].reckoning.final
        pending, rolls_data = ctx.pending.put(ElrDice(elr=final)), [roll_data(rolls[0], f"DR {final}")]
        return StepResult([ctx.event("elr.looked_up", pending=pending, rolls=rolls_data)])


class ElrSinceStep(RollFormStep[Context]):
    """The same where an Idle Day makes a difference: from when scenarios are counted."""

    key = "elr"

    def fields(self, ctx: Context) -> Iterator[Field]:
        texts, rule = ctx.texts("elr"), ctx.rule("elr")
        options = ((LAST_IDLE, gettext(texts["since_idle"])), (START, gettext(texts["since_start"])))
        for key, text in texts.labels["counted"].items():
            if _last_idle(ctx) >= 0 and (key == "scenarios" or ctx.german):
                yield Field(key, gettext(text), "select", LAST_IDLE, options=options, rule=rule)

    def needs(self, ctx: Context, entries: Entries) -> tuple[Need, ...]:
        return san_elr_weather.elr_needs(ctx, _elr_facts(ctx, entries)) if entries else ()

    def enter(self, ctx: Context, entries: Entries, rolls: tuple[Rolled, ...]) -> StepResult:
        return ELR.roll(ctx, rolls)


class ElrResultStep(FormStep[Context]):
    """12.619: the result of the DR for the ELR, where the player looks it up."""

    key = "elr_result"

    def fields(self, ctx: Context) -> Iterator[Field]:
        texts, rule = ctx.texts("elr_result"), ctx.rule("elr_result")
        options = tuple((key, gettext(text)) for key, text in texts.labels["results"].items())
        if ctx.pending.get(ElrDice):
            yield Field("result", gettext(texts["label"]), "select", "same", options=options, rule=rule)

    def lines(self, ctx: Context) -> Iterator[str]:
        if rolled := ctx.pending.get(ElrDice):
            yield f"DR {rolled.elr}"

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        by = {"more": 1, "less": -1}.get(entries["result"], 0)
        return san_elr_weather.elr_moved(ctx, by, [])


ELR = ElrStep()
