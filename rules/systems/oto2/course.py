"""The course of On Track to Orsha: its stages in order, and what follows an act."""

from __future__ import annotations

from functools import partial

from rules.asl.context import BATTLE, StepDef, stage
from rules.asl.payloads import STAGE_OPENED
from rules.asl.steps.aftermath import clearing, hardening, personnel, remounting, task_checks
from rules.asl.steps.purchase import PurchaseStep
from rules.asl.steps.renewal import arms, captured_equipment, equipment, removal, san_elr_weather
from rules.asl.steps.setup import fortify, recon, support
from rules.contract import Event
from rules.engine.stages import Course, Messages, Stage, always
from rules.systems.oto2 import odds, score
from rules.systems.oto2.context import Context
from rules.systems.oto2.payloads import CAMPAIGN_ENDED
from rules.systems.oto2.rule_data import DATA, rule_data
from rules.systems.oto2.state import GERMAN, RUSSIAN, SIDES
from rules.systems.oto2.steps import (
    battle,
    fires,
    forces,
    from_paper,
    front_lines,
    purchase,
    renewal,
    setup,
    spots,
    works,
)
from rules.text import gettext_noop

REFIT = "aftermath"

AFTERMATH: tuple[StepDef[Context], ...] = (
    task_checks.EncirclementStep(),
    task_checks.MinesStep(),
    task_checks.BogStep(),
    task_checks.ShockStep(),
    *front_lines.STEPS,
    clearing.ClearingStep(),
    personnel.PrisonersStep(),
    fires.FlamesStep(),
    fires.FiresStep(),
    personnel.WoundedStep(),
    personnel.RecombiningStep(),
    *hardening.STEPS,
    remounting.RemountingStep(),
)
RENEWAL: tuple[StepDef[Context], ...] = (
    works.WorksStep(),
    san_elr_weather.SanStep(),
    equipment.ManningStep(),
    renewal.TroubleStep(),
    *renewal.REPAIR,
    *arms.STEPS,
    *captured_equipment.STEPS,
    equipment.OptionsStep(),
    equipment.RestockingStep(),
    *removal.STEPS,
    *renewal.POINTS_AND_ELR,
    san_elr_weather.WeatherStep(),
)
FORCES: tuple[StepDef[Context], ...] = (
    *forces.STEPS,
    fortify.FortifyStep(spots.check),
    support.HexesStep(),
    fortify.MusterStep(),
)


_stage = partial(stage, DATA.step_texts)

COURSE: Course[Context] = Course(
    (
        _stage("battle", gettext_noop("The scenario"), SIDES, battle.STEPS, dice=True),
        _stage("aftermath", gettext_noop("After the battle"), SIDES, AFTERMATH, dice=True),
        _stage("renewal", gettext_noop("New CG Date"), SIDES, RENEWAL),
        _stage("purchase", gettext_noop("Purchases"), SIDES, (PurchaseStep(purchase.SHOP, odds.prospects),), dice=True),
        _stage("forces", gettext_noop("Forces"), SIDES, FORCES),
        _stage("setup_first", gettext_noop("German set-up"), (GERMAN,), setup.FIRST),
        _stage("setup_second", gettext_noop("Russian set-up"), (RUSSIAN,), setup.SECOND),
        _stage("inspection", gettext_noop("Inspection"), (GERMAN,), (recon.DisclosureStep(),)),
        _stage("begin", gettext_noop("Commencement"), SIDES, (setup.BeginStep(),)),
        _stage("final", gettext_noop("CG End"), SIDES, (setup.BooksStep(),)),
        _stage("paper", gettext_noop("What stands on paper"), SIDES, (from_paper.SharedRecordStep(),)),
        _stage("paper_forces", gettext_noop("Forces from paper"), SIDES, from_paper.OWN),
        Stage("ended", gettext_noop("The campaign is over"), always(), ()),
    ),
    Messages(rule_data().names),
)
AFTER = {
    "paper": "paper_forces",
    "paper_forces": "purchase",
    "aftermath": "renewal",
    "renewal": "purchase",
    "purchase": "forces",
    "forces": "setup_first",
    "setup_first": "setup_second",
    "setup_second": "inspection",
    "inspection": "begin",
    "begin": "battle",
}


def after_stage(ctx: Context) -> Event:
    """The next stage: with 7.512 a new CG Date begins; where no Location was named nothing is inspected (7.5226).

    After CG End the final score (7.4), with what the books showed.
    """
    if ctx.stage == "final":
        end = score.score_now(ctx.public, ctx.rules, extra=ctx.public.ending.books[GERMAN])
        parts = [list(part) for part in end.parts]
        return CAMPAIGN_ENDED(winner=score.winner(end), vp=end.vp, needed=end.needed, parts=parts)
    date = ctx.rules.dates[ctx.date]
    stage = ("final" if date.last else REFIT) if ctx.stage == BATTLE else AFTER[ctx.stage]
    if stage == "inspection" and not ctx.public.today.asked:
        stage = AFTER[stage]
    title = COURSE.stage(stage).title
    if stage != "renewal":
        return STAGE_OPENED(stage=stage, title=title, key=date.key)
    return STAGE_OPENED(stage=stage, title=title, key=ctx.rules.dates[ctx.date + 1].key, date=ctx.date + 1)
