"""On Track to Orsha taken over from paper on a later CG Date: its reports, and the forces of both sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.asl.arrival import NewCounter
from rules.asl.context import StepDef
from rules.asl.corrections import choice
from rules.asl.steps import from_paper
from rules.asl.steps.from_paper import Answers, entry, noted, row_of
from rules.contract import Event, Field
from rules.engine.replace import replace
from rules.ground.fields import HexField
from rules.systems.oto2 import score
from rules.systems.oto2.arrival import FULL, arrivals
from rules.systems.oto2.context import Context
from rules.systems.oto2.founding import initial_counters
from rules.systems.oto2.payloads import PAPER_AGREED
from rules.systems.oto2.report_corrections import ReportCorrections
from rules.systems.oto2.state import SIDES, DateRecord, Group, Report
from rules.text import gettext

USUAL = Report(0, "", 6, 0, dict.fromkeys(SIDES, 0), 0, False)
"""What is proposed of a scenario that was played on paper."""


class SharedRecordStep(from_paper.SharedRecordStep[Context]):
    """The reports of all scenarios so far, and the weather of the date in hand."""

    def groups(self, ctx: Context, answers: Answers) -> Iterator[tuple[str, list[Field]]]:
        today = ctx.rules.dates[ctx.date].key
        yield gettext("{date}, from which it goes on here", date=today), list(self._today(ctx, answers))
        for n in reversed(range(ctx.date)):
            title = gettext("{date}, played on paper", date=ctx.rules.dates[n].key)
            then = replace(ctx.public, date=n, dates=ctx.public.dates[: n + 1])
            fields = ReportCorrections().figures(then, _report(answers, n))
            yield title, [replace(field, name=f"{field.name}_{n}") for field in fields]

    def _today(self, ctx: Context, answers: Answers) -> Iterator[Field]:
        for name, label in (("weather", gettext("Weather")), ("ec", gettext("Environmental conditions"))):
            field = choice(name, label, str(answers.get(name, "")), ctx.rules)
            yield replace(field, required=True)
        rule, hint = ctx.rule("paper", "terrain"), gettext("with semicolons between")
        label, terrain = gettext("Terrain that is not as printed"), str(answers.get("terrain", ""))
        yield Field("terrain", label, "text", terrain, hint=hint, rule=rule)
        yield HexField("blazes", gettext("Locations that burn"), "text", str(answers.get("blazes", "")), rule=rule)

    def agreed(self, ctx: Context, answers: Answers) -> Event:
        public, dates = replace(ctx.public, dates=()), list[DateRecord]()
        for n in range(ctx.date):
            public = replace(public, date=n, dates=(*dates, DateRecord()))
            report = _report(answers, n)
            result = score.result_of(public, ctx.rules, report)
            dates.append(
                DateRecord(
                    winner=result.winner,
                    report=report,
                    rained=report.rain,
                    scenario_vp=result.scenario_vp,
                    vp=result.vp,
                )
            )
        today = DateRecord(weather=str(answers["weather"]), ec=str(answers["ec"]))
        return PAPER_AGREED(
            number=ctx.public.paper.number if ctx.public.paper else 0,
            by=ctx.side,
            dates=[row_of(record, "winner") for record in (*dates, today)],
            terrain=noted(answers["terrain"]),
            blazes=noted(str(answers["blazes"]).replace(",", ";")),
        )


def _report(answers: Answers, n: int) -> Report:
    """The report of a scenario on paper; figures not entered are the usual ones."""
    turn, lvp, evp = (int(answers.get(f"{name}_{n}", getattr(USUAL, name))) for name in ("turn", "lvp", "evp"))
    cvp = {side: int(answers.get(f"cvp_{side}_{n}", 0)) for side in SIDES}
    return Report(0, "", turn, lvp, cvp, evp, bool(answers.get(f"rain_{n}")))


class CountersStep(from_paper.CountersStep[Context]):
    """The order of battle; what 7.4 gives is proposed."""

    def given_at_start(self, ctx: Context) -> Mapping[str, int]:
        return {entry(NewCounter(kind, name)): number for kind, name, number in initial_counters(ctx.rules, ctx.side)}

    def brought(self, ctx: Context) -> Iterator[NewCounter]:
        for row in ctx.rules.groups[ctx.side].values():
            if not row.variant:
                yield from arrivals(ctx, Group("", row.id, ctx.date, 0), FULL)
            kinds = {"weapons": "weapon", "guns": "gun", "aircraft": "aircraft"}
            yield from (NewCounter(kinds[row.kind], name) for name, _ in row.units if row.kind in kinds)
        yield from (NewCounter(kind, name) for kind, name, _ in initial_counters(ctx.rules, ctx.side))


OWN: tuple[StepDef[Context], ...] = (
    from_paper.PaperPointsStep(),
    from_paper.GroupsStep(),
    CountersStep(),
    from_paper.ReviewStep(),
)
