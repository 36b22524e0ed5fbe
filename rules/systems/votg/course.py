"""The course of Valor of the Guards: its stages in order, and what follows an act.

A passage of the refit phase (12.6) leads from one scenario to the next. It is one of four: the initial one (12.621 to
12.624, 12.626, 12.627), the one of a new CG Day, the loop of an Idle Day (12.614 to 12.6253), and the one to a
Counterattack, which leaves out what belongs to a new day (12.613).
"""

from __future__ import annotations

from functools import partial

from rules.asl.context import BATTLE, StepDef, either, stage
from rules.asl.payloads import Row
from rules.asl.steps.aftermath import clearing, hardening, personnel, remounting, task_checks
from rules.asl.steps.purchase import PurchaseStep
from rules.asl.steps.renewal import arms, captured_equipment, equipment, removal, san_elr_weather
from rules.asl.steps.setup import fortify, recon, support
from rules.contract import Event
from rules.engine.stages import Course, Messages, Stage, always
from rules.systems.votg import exits, odds, score
from rules.systems.votg.context import Context
from rules.systems.votg.pack import DATA, pack
from rules.systems.votg.payloads import STAGE_OPENED, StageKept
from rules.systems.votg.state import COUNTERATTACK, ENDINGS, GERMAN, LOOKS, RUSSIAN, SIDES, DateRecord, enemy
from rules.systems.votg.steps import (
    aftermath,
    battle,
    blazes,
    field_repair,
    final,
    forces,
    from_paper,
    front_lines,
    initiative,
    inspection,
    purchase,
    redeployment,
    renewal,
    setup,
    spots,
    weapons,
    works,
)
from rules.text import gettext_noop

NEW_LINE = "renewal"
"""With this stage a new date begins, but for the campaign's first."""

AFTERMATH: tuple[StepDef[Context], ...] = (
    personnel.RallyStep(),
    aftermath.EncirclementStep(),
    aftermath.MinesStep(),
    front_lines.FrontLinesStep(),
    aftermath.MapFactsStep(),
    *front_lines.ISOLATION,
    clearing.ClearingStep(),
    equipment.OptionsStep(),
    aftermath.HiddenWorksStep(),
    personnel.PrisonersStep(),
    blazes.BlazesStep(),
    clearing.BurntStep(),
    personnel.WoundedStep(),
    aftermath.MortarTeamsStep(),
    personnel.RecombiningStep(),
    *hardening.STEPS,
    remounting.RemountingStep(),
)
RENEWAL: tuple[StepDef[Context], ...] = (
    works.WorksStep(),
    renewal.NewDayStep(),
    san_elr_weather.SanStep(),
    renewal.BoobyTrapsStep(),
    renewal.TroubleStep(),
    equipment.ManningStep(),
    task_checks.ShockStep(),
    renewal.BogStep(),
    *field_repair.RECOVERY,
    field_repair.WeaponRepairStep(),
    arms.ExchangeStep(),
    *captured_equipment.STEPS,
    equipment.RestockingStep(),
    field_repair.RecallRepairStep(),
    field_repair.RecallStep(),
    redeployment.FieldedStep(),
    redeployment.RedeploymentStep(),
    *removal.STEPS,
    renewal.PointsStep(),
    *initiative.SUPPORT,
    either(renewal.ElrSinceStep(), renewal.ELR),
    renewal.ElrResultStep(),
    san_elr_weather.WeatherStep(),
)

FORCES: tuple[StepDef[Context], ...] = (
    forces.StrengthStep(),
    *weapons.STEPS,
    *forces.STEPS,
    setup.FortifyStep(spots.check),
    forces.ModulesStep(),
    support.HexesStep(),
    fortify.MusterStep(),
    recon.ReconStep(),
)


_stage = partial(stage, DATA.step_texts)

COURSE: Course[Context] = Course(
    (
        _stage("battle", gettext_noop("The scenario"), SIDES, battle.STEPS, dice=True),
        _stage("aftermath", gettext_noop("After the battle"), SIDES, AFTERMATH, dice=True),
        _stage("counterattack", gettext_noop("Counterattack"), (RUSSIAN,), (initiative.StrikeStep(),)),
        _stage("renewal", gettext_noop("Refit"), SIDES, tuple(map(renewal.of_a_new_day, RENEWAL))),
        _stage("purchase", gettext_noop("Purchases"), SIDES, (PurchaseStep(purchase.SHOP, odds.prospects),), dice=True),
        _stage("forces", gettext_noop("Forces"), SIDES, FORCES),
        _stage("initiative", gettext_noop("Attack or Idle"), SIDES, (initiative.ChoiceStep(),), dice=True),
        _stage("showing", gettext_noop("Chits"), SIDES, (initiative.ShowingStep(),)),
        _stage("scenario", gettext_noop("The next scenario"), (RUSSIAN,), initiative.SCENARIO),
        _stage("setup_german_first", gettext_noop("German set-up"), (GERMAN,), setup.FIRST),
        _stage("setup_russian_second", gettext_noop("Russian set-up"), (RUSSIAN,), setup.SECOND),
        _stage("setup_russian_first", gettext_noop("Russian set-up"), (RUSSIAN,), setup.FIRST),
        _stage("setup_german_second", gettext_noop("German set-up"), (GERMAN,), setup.SECOND),
        _stage("look_russian", gettext_noop("Russian reconnaissance"), (RUSSIAN,), (inspection.NamingStep(),)),
        _stage("show_german", gettext_noop("Inspection"), (GERMAN,), (recon.DisclosureStep(),)),
        _stage("look_german", gettext_noop("German reconnaissance"), (GERMAN,), (inspection.NamingStep(),)),
        _stage("show_russian", gettext_noop("Inspection"), (RUSSIAN,), (recon.DisclosureStep(),)),
        _stage("begin", gettext_noop("Commencement"), SIDES, (setup.BeginStep(),)),
        _stage("mover", gettext_noop("Who moves first"), (RUSSIAN,), (initiative.MoverStep(),)),
        _stage("final", gettext_noop("CG End"), SIDES, (either(final.BooksStep(), final.ClaimStep()),)),
        _stage("verdict", gettext_noop("Who won the campaign"), SIDES, (final.VerdictStep(),)),
        _stage("paper", gettext_noop("What stands on paper"), SIDES, (from_paper.SharedRecordStep(),)),
        _stage("paper_forces", gettext_noop("Forces from paper"), SIDES, from_paper.OWN),
        Stage("ended", gettext_noop("The campaign is over"), always(), ()),
    ),
    Messages(pack().names),
)
AFTER = {
    "paper": "paper_forces",
    "paper_forces": "purchase",
    "renewal": "purchase",
    "purchase": "forces",
    "initiative": "showing",
    "setup_german_first": "setup_russian_second",
    "setup_russian_second": "look_russian",
    "setup_russian_first": "setup_german_second",
    "setup_german_second": "look_russian",
    "mover": "battle",
}


def after_stage(ctx: Context) -> Event:
    """The next stage, or the end; as long as the sides name different winners they are asked again."""
    if ctx.stage not in ENDINGS:
        return _opened(ctx, _following(ctx))
    return _opened(ctx, "verdict") if score.disputed(ctx) else score.ended(ctx)


def _following(ctx: Context) -> str:
    """The stage after the one in hand, by what both sides know: one that asks nothing of anybody is left out."""
    stage, today, next_day = ctx.stage, ctx.today, "final" if ctx.last_day else NEW_LINE
    if stage == BATTLE:
        return score.after_battle(ctx)
    if stage == "aftermath" and ctx.may_counterattack():
        return "counterattack"
    if stage in ("aftermath", "counterattack"):
        return NEW_LINE if ctx.public.counterattack else next_day
    if stage == "forces" and not (ctx.initial or ctx.in_counterattack):
        return "initiative"
    if stage == "showing" and today.idle:
        return next_day
    if stage in ("forces", "showing") and initiative.open_now(ctx):
        return "scenario"
    if stage in ("forces", "showing", "scenario"):
        return f"setup_{today.first}_first"
    if stage in LOOKS:
        return _look(today, stage)
    if stage == "begin":
        return "mover" if initiative.undecided(today) else "battle"
    return AFTER[stage]


def _look(today: DateRecord, stage: str) -> str:
    """Who names or shows a Location after `stage`; the scenario begins when nobody names any more."""
    for n in range(1, len(LOOKS) + 1):
        following = LOOKS[(LOOKS.index(stage) + n) % len(LOOKS)]
        what, side = following.split("_")
        if today.unseen(enemy(side)) if what == "show" else side not in today.looked:
            return following
    return "begin"


def _opened(ctx: Context, stage: str) -> Event:
    """The next stage; with a new date its day and what is known of it."""
    title, waits = COURSE.stage(stage).title, ctx.rules.readings.exited_counterattack == "next_day"
    more = StageKept()
    if stage == "aftermath":
        more["exited"] = exits.WAITING if waits and ctx.may_counterattack() else exits.RETAINED
    if stage != NEW_LINE:
        return STAGE_OPENED(stage=stage, title=title, key=ctx.cg_day.name, **more)
    today, days = ctx.today, list(ctx.rules.days)
    more["exited"] = exits.AWAY if waits and ctx.public.counterattack else exits.RETAINED
    if declared := ctx.public.counterattack:
        # One is played on the same day.
        day = today.day
        record: Row = {"day": day, "kind": COUNTERATTACK, "weather": today.weather, "ec": today.ec}
        record = {**record, "night": declared.night, "first": GERMAN, "mover": RUSSIAN}
    else:
        day = days[days.index(today.day) + 1]
        record = {"day": day, "kind": ""}
        if not ctx.rules.pack.support_kept.value:
            more["support_kept"] = False
    return STAGE_OPENED(
        stage=stage, title=title, key=ctx.rules.days[day].name, date=ctx.date + 1, record=record, **more
    )
