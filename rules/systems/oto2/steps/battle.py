"""The scenario and its end (7.501 to 7.5031), and who entered in it (CG12); what the result is worth and what of it is
corrected (7.4); Flames."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.asl.context import StepDef, roll_record
from rules.asl.corrections import MOST, MOST_TURNS, Account
from rules.asl.counter_fields import marks, names, number_fields, taken
from rules.asl.counters import DUE, EXITED, READY
from rules.asl.steps.aftermath.clearing import came_of_the_lines
from rules.asl.steps.battle import checklist, noted, report_step
from rules.asl.steps.setup import support
from rules.contract import Event, Field
from rules.dice import Rng
from rules.documents import Column, SheetTable
from rules.engine.sheets import NUMBER, table
from rules.engine.stages import StepResult
from rules.engine.tasks import CheckTask, FormTask, RollTask
from rules.systems.oto2 import score
from rules.systems.oto2.context import Context
from rules.systems.oto2.payloads import REPORT_PROPOSED, SCENARIO_ENDED
from rules.systems.oto2.rule_data import RuleData
from rules.systems.oto2.state import SIDES, Public, Report
from rules.systems.oto2.steps import counter_battery
from rules.tables import Need
from rules.text import gettext

# CG12 what of the units due has entered ----------------------------------------------------


def _entered_task(ctx: Context) -> FormTask | None:
    """A number for each pile that was due, all of it by default; nothing where nobody was."""
    due = [c for c in ctx.mine.counters if c.fate == DUE]
    if not due:
        return None
    lines = (gettext(ctx.texts("entered")["late"]),) if ctx.german and ctx.rules.dates[ctx.date].last else ()
    fields = number_fields(due, ctx.rule("entered"), [c.id for c in due])
    return FormTask(ctx.button("entered"), fields, lines)


def _enter(ctx: Context, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    """Who entered is Retained on the map; the others stay due, for the next scenario or for CG End."""
    due = [c for c in ctx.mine.counters if c.fate == DUE]
    there = taken(due, task.read(data))
    late = [c for c in due if c not in there]
    change = {str(c.id): {"fate": READY} for c in there}
    return StepResult([ctx.event("units.entered", change=change, names=names(there), held=names(late))])


# 7.503 rally -----------------------------------------------------------------------------


def _rallied(ctx: Context) -> dict[str, Any]:
    """What changes of the counters that are noted as broken."""
    off = ctx.rules.pack.marks.rallied
    return {str(c.id): change for c in ctx.mine.on_hand if (change := marks(c, less=off))}


def _rally_task(ctx: Context) -> CheckTask:
    number = len(_rallied(ctx))
    lines = (gettext(ctx.texts("rally")["rallied"], number=number),) if number else ()
    return CheckTask(ctx.button("rally"), ctx.points("rally"), lines)


def _rally(ctx: Context, task: CheckTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    return StepResult([ctx.event("step.done", step="rally", note=noted(data), change=_rallied(ctx))])


# 7.5031 the account ----------------------------------------------------------------------


def _result(ctx: Context, proposal: Report) -> SheetTable:
    """What an account comes to, part by part."""
    found = score.result_of(ctx.public, ctx.rules, proposal)
    places = {"vp": found.scenario_vp, "needed": found.threshold}
    title = gettext("{vp} VP, {needed} needed for a Russian victory", **places)
    columns = (Column(gettext("From"), 3), Column(gettext("Points"), kind=NUMBER), Column(gettext("VP"), kind=NUMBER))
    return table(title, columns, ((gettext(what), points, vp) for what, points, vp in found.parts))


def _form(ctx: Context, own: int) -> FormTask:
    """What is proposed while nobody has put an account: this side's own CVP, and what of its counters left the map."""
    held = ctx.public.dates[ctx.date - 1].report if ctx.date else None
    exited = sum(c.worth for c in ctx.mine.counters if c.fate == EXITED and c.since == ctx.date)
    start = ctx.public.proposal or Report(0, ctx.side, 6, held.lvp if held else 0, {ctx.side: own}, exited, False)
    lvp, lvp_max = gettext(ctx.texts("victory")["lvp"]), ctx.rules.pack.victory.lvp_max
    evp, rain = gettext("EVP the Russians exited west in this scenario"), gettext("It rained during the scenario")
    fields = [
        Field("turn", gettext("The scenario ended on turn"), value=start.turn, low=1, high=MOST_TURNS, rule="CG4"),
        Field("lvp", lvp, value=start.lvp, high=lvp_max, rule="7.4"),
    ]
    for side in SIDES:
        label = gettext("CVP the {side} side lost in this scenario", side=gettext(ctx.rules.names[side]))
        fields.append(Field(f"cvp_{side}", label, value=start.cvp.get(side, 0), high=MOST, rule="7.13"))
    fields += [
        Field("evp", evp, value=start.evp, high=MOST, rule="7.4"),
        Field("rain", rain, "check", value=start.rain, rule="7.5171"),
        Field("note", gettext("Remark for both sides"), "text", value=start.note, rule=ctx.rule("victory")),
    ]
    return FormTask(ctx.button("victory"), tuple(fields))


def _proposed(ctx: Context, said: Mapping[str, Any]) -> Event:
    figures = {name: said[name] for name in ("turn", "lvp", "evp", "rain", "note")}
    cvp = {side: said[f"cvp_{side}"] for side in SIDES}
    return REPORT_PROPOSED(number=ctx.public.proposals + 1, by=ctx.side, cvp=cvp, **figures)


def _ended(ctx: Context, proposal: Report) -> Event:
    result = score.result_of(ctx.public, ctx.rules, proposal)
    return SCENARIO_ENDED(
        winner=result.winner,
        scenario_vp=result.scenario_vp,
        vp=result.vp,
        parts=[list(part) for part in result.parts],
        threshold=result.threshold,
        rained=proposal.rain or ctx.public.today.weather == "Rain",
    )


# 7.5094 a die for each Flame, which makes a Blaze of it or not ---------------------------


def _flames_task(ctx: Context) -> RollTask | None:
    table = ctx.table("flame_spread")
    number = came_of_the_lines(ctx).flames
    needs = tuple(Need(f"flame{n + 1}", f"Flame {n + 1}", 1, table) for n in range(number))
    return RollTask(ctx.button("blazes"), needs, ctx.points("blazes"), ctx.mode) if needs else None


def _roll_flames(ctx: Context, task: RollTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    rolled = ctx.roll(task.needs, data, rng)
    rolls = [roll_record(one, str(one.value("result"))) for one in rolled]
    blazes = sum(one["result"] == "Blaze" for one in rolls)
    return StepResult([ctx.event("flames.rolled", rolls=rolls, line={"blazes": blazes}, number=blazes)])


# what of it can be corrected -------------------------------------------------------------


def _figures(public: Public, rules: RuleData, report: Report) -> Iterator[Field]:
    """The figures of the last account; `public` is as of its date."""
    places = {"date": rules.dates[public.date].key}
    turn, lvp_max = gettext("{date}: ended on turn", **places), rules.pack.victory.lvp_max
    yield Field("turn", turn, value=report.turn, low=1, high=MOST_TURNS, rule="CG4")
    yield Field("lvp", gettext("{date}: LVP", **places), value=report.lvp, high=lvp_max, rule="7.4")
    yield Field("evp", gettext("{date}: EVP", **places), value=report.evp, high=MOST, rule="7.4")
    for side in SIDES:
        label = gettext("{date}: {side} CVP", side=gettext(rules.names[side]), **places)
        yield Field(f"cvp_{side}", label, value=report.cvp.get(side, 0), high=MOST, rule="7.13")


def _outcome(public: Public, rules: RuleData, report: Report) -> dict[str, Any]:
    """What an account comes to (7.4)."""
    result = score.result_of(public, rules, report)
    return {"winner": result.winner, "scenario_vp": result.scenario_vp, "vp": result.vp}


ACCOUNT = Account(_figures, _outcome)
STEPS: tuple[StepDef[Context], ...] = (
    *counter_battery.ATTACKS,
    checklist("play"),
    checklist("melee"),
    *counter_battery.LOSSES,
    StepDef("entered", _entered_task, {"enter": _enter}),
    *support.MARKERS,
    StepDef("rally", _rally_task, {"done": _rally}),
    report_step(_form, _result, _proposed, _ended),
)
FLAMES = (StepDef("blazes", _flames_task, {"roll": _roll_flames}),)
