"""The scenario and its end (7.501 to 7.5031), and who entered in it (CG12); what the result is worth and what of it is
corrected (7.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.asl.context import StepDef
from rules.asl.corrections import MOST, MOST_TURNS
from rules.asl.counter_fields import ISOLATED, Change, counters_chosen, elimination, names, number_fields, on_field
from rules.asl.counters import DUE, EXITED, READY, Counter, casualties
from rules.asl.locations import place_of
from rules.asl.payloads import Outcome
from rules.asl.steps.aftermath import personnel
from rules.asl.steps.aftermath.clearing import LIFTED
from rules.asl.steps.generic import CheckStep, Entries, FormStep
from rules.asl.steps.report import ReportStep
from rules.asl.steps.setup import support
from rules.asl.steps.toll import PlayStep
from rules.contract import Event, Field, Refused
from rules.engine.replace import replace
from rules.engine.stages import StepResult
from rules.features.documents import NUMBER, Column, SheetTable, table
from rules.ground.counting import MapCount, lvp
from rules.systems.oto2 import score
from rules.systems.oto2.context import Context
from rules.systems.oto2.payloads import REPORT_PROPOSED, SCENARIO_ENDED
from rules.systems.oto2.state import RUSSIAN, Report
from rules.systems.oto2.steps import counter_battery
from rules.text import gettext


class EnteredStep(FormStep[Context]):
    """CG12: what of the units due has entered, all of it by default.

    On the last date Germans are asked for those too that were set up nowhere by their record (CG12a).
    """

    key = "entered"

    def fields(self, ctx: Context) -> tuple[Field, ...]:
        asked = [*_due(ctx), *_nowhere(ctx)]
        return number_fields(asked, ctx.rule("entered"), [c.id for c in asked])

    def lines(self, ctx: Context) -> Iterator[str]:
        if _must_enter(ctx):
            yield gettext(ctx.texts("entered")["late"])
        if _nowhere(ctx):
            yield gettext(
                "Units for which no Location is written down are listed too: take off those that you kept out of play."
            )

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        """Who entered is Retained on the map; the others stay due, but Germans of the last date are lost (CG12a)."""
        asked = [*_due(ctx), *_nowhere(ctx)]
        there = counters_chosen(asked, entries)
        entered = [c for c in there if c.fate == DUE]
        change: dict[str, Change] = {str(c.id): {"fate": READY} for c in entered}
        late = [c for c in asked if c not in there]
        payload: Outcome = {}
        if late and _must_enter(ctx):
            change |= {str(c.id): elimination(ctx) for c in late}
            payload = {"fate": "eliminated", "cvp": sum(c.worth for c in late)}
        payload |= {"change": change, "names": names(entered), "held": names(late)}
        return StepResult([ctx.event("units.entered", **payload)])


def _must_enter(ctx: Context) -> bool:
    """Whether who stays away counts as CVP at once."""
    return ctx.german and ctx.rules.dates[ctx.date].last


def _due(ctx: Context) -> list[Counter]:
    return [c for c in ctx.mine.counters if c.fate == DUE]


def _nowhere(ctx: Context) -> list[Counter]:
    """Units on hand that must be in play and have no Location, of a side that has written down where others are."""
    if not _must_enter(ctx):
        return []
    units = [c for c in on_field(ctx, LIFTED) if c.worth and ISOLATED not in c.marks]
    placed = [c for c in units if place_of(c.place)]
    return [c for c in units if c not in placed] if placed else []


class ScenarioReportStep(ReportStep[Context, Report]):
    """7.5031: end, LVP and rain are known to both sides; each says its own CVP, the Russians their EVP too."""

    report_class = Report

    def shared(self, ctx: Context) -> Iterator[Field]:
        counted = self.by_map(ctx).get("lvp")
        likely = Report(0, ctx.side, 0, counted.value if counted else 0, {}, 0, False)
        start, most = ctx.public.proposal or likely, ctx.rules.pack.victory.lvp_max
        turn, held = gettext("The scenario ended on turn"), gettext(ctx.texts("victory")["lvp"])
        lvp_now = "" if start is likely and counted is None else start.lvp
        yield Field("turn", turn, "number", start.turn or "", 1, MOST_TURNS, rule="CG4", required=True)
        yield Field("lvp", held, value=lvp_now, high=most, rule="7.4", required=True)
        yield Field("rain", gettext("It rained during the scenario"), "check", value=start.rain, rule="7.5171")
        remark = gettext("Remark for both sides")
        yield Field("note", remark, "text", value=start.note, rule=ctx.rule("victory"))

    def by_map(self, ctx: Context) -> Mapping[str, MapCount]:
        """7.4: the LVP of the Locations that the Russians Control; those in a Blaze count as theirs (6)."""
        ground, label = ctx.public.ground, gettext(ctx.texts("victory")["lvp"])
        lvp_count = lvp(ground, RUSSIAN, label)
        if lvp_count and ground and ctx.public.blazes:
            burning = {str(ground.sheet.grid.hex(place)): RUSSIAN for place in ctx.public.blazes}
            lvp_count = lvp(replace(ground, control={**ground.control, **burning}), RUSSIAN, label)
        return {"lvp": lvp_count} if lvp_count else {}

    def own(self, ctx: Context, side: str, stated: Mapping[str, int]) -> Iterator[Field]:
        label = gettext("CVP the {side} side lost in this scenario", side=gettext(ctx.rules.names[side]))
        cvp = f"cvp_{side}"
        yield Field(cvp, label, value=stated.get(cvp, 0), high=MOST, rule="7.13")
        if side == RUSSIAN:
            evp = gettext("EVP the Russians exited west in this scenario")
            yield Field("evp", evp, value=stated.get("evp", 0), high=MOST, rule="7.4")

    def own_count(self, ctx: Context) -> Mapping[str, int]:
        lost = {f"cvp_{ctx.side}": casualties(ctx.mine.counters, ctx.date)}
        if ctx.german:
            return lost
        return lost | {"evp": sum(c.worth for c in ctx.mine.counters if c.fate == EXITED and c.since == ctx.date)}

    def result(self, ctx: Context, proposal: Report) -> SheetTable:
        outcome = score.result_of(ctx.public, ctx.rules, proposal)
        places = {"vp": outcome.scenario_vp, "needed": outcome.threshold}
        title = gettext("{vp} VP, {needed} needed for a Russian victory", **places)
        points, vp = Column(gettext("Points"), kind=NUMBER), Column(gettext("VP"), kind=NUMBER)
        rows = ((gettext(what), number, worth) for what, number, worth in outcome.parts)
        return table(title, (Column(gettext("From"), 3), points, vp), rows)

    def proposal_event(self, ctx: Context, answers: Entries, stated: Mapping[str, Mapping[str, int]]) -> Event:
        return REPORT_PROPOSED(
            number=ctx.public.proposals + 1,
            by=ctx.side,
            cvp={side: figures[f"cvp_{side}"] for side, figures in stated.items()},
            evp=stated.get(RUSSIAN, {}).get("evp", 0),
            turn=answers["turn"],
            lvp=answers["lvp"],
            rain=answers["rain"],
            note=answers["note"],
        )

    def ended(self, ctx: Context, proposal: Report) -> Event:
        result = score.result_of(ctx.public, ctx.rules, proposal)
        return SCENARIO_ENDED(
            winner=result.winner,
            scenario_vp=result.scenario_vp,
            vp=result.vp,
            parts=[list(part) for part in result.parts],
            threshold=result.threshold,
            rained=score.rained(ctx.public, proposal),
        )

    def figures(self, proposal: Report, side: str) -> Mapping[str, int]:
        if side not in proposal.cvp:
            return {}
        return {f"cvp_{side}": proposal.cvp[side]} | ({"evp": proposal.evp} if side == RUSSIAN else {})


class MarkersStep(support.MarkersStep[Context]):
    """7.502, RG note m: by a ruling a scenario has no more Bombardments than dates have begun since the last."""

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        piles = {field: pile for field, pile in support.usage_piles(ctx).items() if pile.like.kind == "bombardment"}
        most = sum(pile.count for pile in piles.values() if not pile.like.group) if ctx.initial else 1
        if ctx.rules.readings.bombardment_most == "dates" and sum(entries[field] for field in piles) > most:
            raise Refused(
                gettext("In this scenario {most} Bombardments can have been used.", most=most),
                rule="RG note m",
                field=list(piles)[-1],
                way_out=gettext("Put how many were, the others come later."),
            )
        return super().enter(ctx, entries)


REPORT = ScenarioReportStep()
STEPS: tuple[StepDef[Context], ...] = (
    counter_battery.AimStep(),
    counter_battery.AttackStep(),
    PlayStep(),
    CheckStep("melee"),
    counter_battery.HitsStep(),
    EnteredStep(),
    MarkersStep(),
    personnel.RallyStep(),
    REPORT,
)
