"""The scenario and its end, up to the report of who won it (12.601 to 12.6041), and what of that is corrected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.asl import corrections
from rules.asl import state as asl
from rules.asl.context import RefitContext, StepDef
from rules.asl.corrections import MOST, MOST_TURNS, WINNER
from rules.asl.counter_fields import FIELD, SMC, counters_chosen, first_entry, marks, names, number_fields, on_field
from rules.asl.counters import Counter, casualties
from rules.asl.steps.generic import CheckStep, Entries, FormStep
from rules.asl.steps.report import ReportStep
from rules.asl.steps.setup import support
from rules.asl.steps.toll import PlayStep
from rules.contract import Event, Field, Refused
from rules.engine.stages import StepResult
from rules.features.documents import NUMBER, Column, SheetTable, table
from rules.ground.counting import MapCount, stone_hexes, stone_taken
from rules.systems.votg import score
from rules.systems.votg.context import Context
from rules.systems.votg.payloads import LANDINGS_INTERDICTED, REPORT_PROPOSED, SCENARIO_ENDED
from rules.systems.votg.rule_data import RuleData, name_of_date, rules_of
from rules.systems.votg.state import DUAL, GERMAN, SIDES, Public, Report
from rules.text import gettext, gettext_noop

INTERDICTS = "interdicts a Landing"
"""What keeps a unit where it is through the refit (12.602)."""


class InterdictionStep(FormStep[Context]):
    """12.602, CG12: the Ferry Landings closed by fire, and who closes them; it is determined anew each time."""

    key = "interdiction"

    def fields(self, ctx: Context) -> Iterator[Field]:
        landings = {key: landing for key, landing in ctx.public.landings.items() if landing.exists}
        if not ctx.german or not landings:
            return
        question, rule = gettext(ctx.texts("interdiction")["landing"]), ctx.rule("interdiction")
        for key in landings:
            yield Field(f"landing_{key}", f"{key}: {question}", "check", False, rule=rule)
        yield from number_fields(_able(ctx), ctx.rule("interdiction", "units"))

    def is_public(self, field: Field) -> bool:
        """The Landings; which units close them is the side's own."""
        return field.kind == "check"

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        closed = [key for key in ctx.public.landings if entries.get(f"landing_{key}")]
        busy = counters_chosen(_able(ctx), entries)
        if busy and not closed:
            message = gettext("Units interdict, but no Landing is closed.")
            tick = gettext("Tick the Landing they close, or set their numbers to 0.")
            raise Refused(message, rule=ctx.rule("interdiction"), field=first_entry(entries), way_out=tick)
        if closed and not busy and _able(ctx):
            message = gettext("{landing}: no unit closes it.", landing=closed[0])
            enter = gettext("Set the numbers of the units that interdict, or leave the Landing open.")
            raise Refused(message, rule=ctx.rule("interdiction", "units"), field=f"landing_{closed[0]}", way_out=enter)
        new = {str(c.id): marks(c, less=(INTERDICTS,), more=(INTERDICTS,) if c in busy else ()) for c in _able(ctx)}
        change = {key: values for key, values in new.items() if values}
        closing = LANDINGS_INTERDICTED(landings=closed)
        return StepResult([closing, ctx.event("interdictors.marked", change=change, names=names(busy))])


def _able(ctx: Context) -> list[Counter]:
    """Who may interdict: everything with men or weapons, no SMC alone."""
    return on_field(ctx, [kind for kind in FIELD if kind not in SMC])


class BattleStep(PlayStep):
    """12.3: the scenario."""

    def roll_for(self, ctx: RefitContext) -> str:
        """CG4: nothing in an Initial Scenario of fixed length."""
        is_fixed = isinstance(ctx, Context) and ctx.initial and ctx.rules.game.turns
        return "" if is_fixed else super().roll_for(ctx)


# the report -----------------------------------------------------------------------------------


class ScenarioReportStep(ReportStep[Context, Report]):
    """12.6041: each side says its own CVP, those of them that do not count, and the hexes it has taken."""

    report_class = Report

    def lines(self, ctx: Context) -> tuple[str, ...]:
        """The conditions in the owner's words, where he typed them in, stand before our own.

        How many Stone Hexes are printed is left out where a map counts them: a practice map has another number.
        """
        victory = ctx.rules.game.victory
        words = victory.initial if ctx.initial else victory.scenario
        printed = gettext(ctx.texts("victory")["printed"], number=ctx.rules.pack.stone_hexes.value)
        stated = () if ctx.map else (printed,)
        return (*((gettext(words),) if words else ()), *ctx.points("victory"), *stated)

    def shared(self, ctx: Context) -> Iterator[Field]:
        turns = (ctx.rules.game.turns if ctx.initial else None) or 0
        counted = self.by_map(ctx).get("hexes")
        likely = Report(0, ctx.side, "", turns, {}, {}, {}, counted.value if counted else 0)
        start = ctx.public.proposal or likely
        texts, sides = ctx.texts("victory"), _sides(ctx.rules)
        conditions, campaign = ctx.rule("victory", "conditions"), ctx.rule("victory", "campaign")
        rule = ctx.rule("victory", "turns")
        yield Field("turn", gettext(texts["turn"]), "number", start.turn or "", 1, MOST_TURNS, rule=rule, required=True)
        if not score.tells(ctx.public, ctx.rules):
            options = (("", gettext(texts["choose"])), *sides)
            yield Field("winner", gettext(texts["winner"]), "select", start.winner, options=options, rule=conditions)
        hexes = "" if start is likely and counted is None else start.hexes
        yield Field("hexes", gettext(texts["hexes"]), value=hexes, high=MOST, rule=campaign, required=True)
        if ctx.rules.game.victory.hexes_at_once is None:
            options = (("", gettext(texts["nobody"])), *sides)
            yield Field(
                "champion", gettext(texts["champion"]), "select", start.champion, options=options, rule=campaign
            )
        yield Field("note", gettext(texts["note"]), "text", start.note)

    def by_map(self, ctx: Context) -> Mapping[str, MapCount]:
        """12.2: the Stone Hexes the Germans hold; 12.6255: in a Dual Attack those that this side has taken."""
        ground, texts = ctx.public.ground, ctx.texts("victory")
        counts = {"hexes": stone_hexes(ground, GERMAN, gettext(texts["hexes"]))}
        if ctx.today.kind == DUAL:
            label = gettext(texts.labels["stone"][ctx.side])
            counts[f"taken_{ctx.side}"] = stone_taken(ground, ctx.side, label)
        return {name: count for name, count in counts.items() if count}

    def own(self, ctx: Context, side: str, stated: Mapping[str, int]) -> Iterator[Field]:
        """Rubble adds to the stone hexes printed (12.2): there is no ceiling but that of every figure here."""
        texts, rule, name = ctx.texts("victory"), ctx.rule("victory"), gettext(ctx.rules.names[side])
        cvp, wrong_edge, sewers, gained = (f"{key}_{side}" for key in ("cvp", "wrong", "sewers", "taken"))
        yield Field(cvp, gettext(texts.labels["cvp"][side]), value=stated.get(cvp, 0), high=MOST, rule=rule)
        label = gettext("{side} CVP {which}", side=name, which=gettext(texts["wrong_edge"]))
        exits = ctx.rule("victory", "exits")
        yield Field(wrong_edge, label, value=stated.get(wrong_edge, 0), high=MOST, rule=exits)
        if ctx.last_day:
            label = gettext("{side} CVP {which}", side=name, which=gettext(texts["sewers"]))
            lost = ctx.rule("victory", "sewers")
            yield Field(sewers, label, value=stated.get(sewers, 0), high=MOST, rule=lost)
        if ctx.today.kind == DUAL:
            label, conditions = gettext(texts.labels["stone"][side]), ctx.rule("victory", "conditions")
            counted = self.by_map(ctx).get(gained)
            likely = stated.get(gained, counted.value if counted else 0)
            yield Field(gained, label, value=likely, high=MOST, rule=conditions)

    def own_count(self, ctx: Context) -> Mapping[str, int]:
        return {f"cvp_{ctx.side}": casualties(ctx.mine.counters, ctx.date)}

    def result(self, ctx: Context, proposal: Report) -> SheetTable:
        """With the numbers of both sides where they tell it."""
        outcome, texts = score.result_of(ctx.public, ctx.rules, proposal), ctx.texts("victory")
        names = {side: gettext(name) for side, name in ctx.rules.names.items()}
        columns = (Column(gettext(texts["from"]), 3), *(Column(names[side], kind=NUMBER) for side in SIDES))
        parts = ((gettext(what), german, russian) for what, german, russian in outcome.parts)
        return table(f"{names[outcome.winner]} {gettext(texts['won'])}", columns, parts)

    def proposal_event(self, ctx: Context, answers: Entries, stated: Mapping[str, Mapping[str, int]]) -> Event:
        cvp = {side: lost[f"cvp_{side}"] - lost.get(f"sewers_{side}", 0) for side, lost in stated.items()}
        if answers[f"wrong_{ctx.side}"] > cvp[ctx.side]:
            name = gettext(ctx.rules.names[ctx.side])
            less = gettext_noop("The {side} side lost less than left over wrong hexes and was lost in the sewers.")
            message, field = gettext(less, side=name), f"wrong_{ctx.side}"
            count = gettext("Count these among the CVP above as well.")
            raise Refused(message, rule=ctx.rule("victory", "exits"), field=field, way_out=count)
        if answers.get("winner") == "":
            message = gettext("Somebody has won the scenario.")
            choose = gettext("Look into the conditions of your copy and choose the side that fulfilled them.")
            raise Refused(message, rule=ctx.rule("victory", "conditions"), field="winner", way_out=choose)
        return REPORT_PROPOSED(
            number=ctx.public.proposals + 1,
            by=ctx.side,
            winner=answers.get("winner", ""),
            turn=answers["turn"],
            cvp=cvp,
            cvp_points={side: cvp[side] - lost[f"wrong_{side}"] for side, lost in stated.items()},
            taken={side: lost.get(f"taken_{side}", 0) for side, lost in stated.items()},
            hexes=answers["hexes"],
            champion=answers.get("champion", ""),
            note=answers["note"],
        )

    def ended(self, ctx: Context, proposal: Report) -> Event:
        result = score.result_of(ctx.public, ctx.rules, proposal)
        return SCENARIO_ENDED(winner=result.winner, parts=[list(part) for part in result.parts])

    def figures(self, proposal: Report, side: str) -> Mapping[str, int]:
        if side not in proposal.cvp:
            return {}
        cvp, points, hexes = proposal.cvp[side], proposal.cvp_points[side], proposal.taken.get(side, 0)
        return {f"cvp_{side}": cvp, f"wrong_{side}": cvp - points, f"taken_{side}": hexes}


def _sides(rules: RuleData) -> tuple[tuple[str, str], ...]:
    """The sides with their names, as options."""
    return tuple((side, gettext(rules.names[side])) for side in rules.names)


class ReportCorrections(corrections.ReportCorrections[Public, Report]):
    """What of it can be corrected; 12.6123, 12.6124, 12.616, 12.618 and 12.619 rest on it."""

    room_class, report_class = Public, Report
    rests: Mapping[str, tuple[str, ...]] = {
        "cvp": ("mmc_roll",),
        "cvp_points": ("points",),
        WINNER: ("mmc_roll", "leader_roll", "elr", "redeployment"),
    }

    def called(self, public: Public) -> str:
        return rules_of(public).days[public.today.day].name

    def title(self, public: Public) -> str:
        """A day's Counterattack is a date of its own."""
        return name_of_date(rules_of(public), public.today)

    def figures(self, public: Public, report: Report) -> Iterator[Field]:
        rules, day = rules_of(public), self.title(public)
        texts, sides = rules.step_texts["victory"], _sides(rules)
        turn = gettext("{day}: ended on turn", day=day)
        yield Field("turn", turn, value=report.turn, low=1, high=MOST_TURNS, rule="CG4")
        yield Field("hexes", f"{day}: {gettext(texts['hexes'])}", value=report.hexes, high=MOST, rule=texts.rule)
        if not score.tells(public, rules):
            label = f"{day}: {gettext(texts['winner'])}"
            yield Field("winner", label, "select", report.winner, options=sides, rule=texts.rule)
        for side, name in sides:
            label = gettext("{day}: {side} Casualty VP", day=day, side=name)
            yield Field(f"cvp_{side}", label, value=report.cvp.get(side, 0), high=MOST, rule="12.618")
        for side, name in sides:
            label = gettext("{day}: {side} Casualty VP that count for points", day=day, side=name)
            yield Field(f"cvp_points_{side}", label, value=report.cvp_points.get(side, 0), high=MOST, rule="12.618")
        for side, name in sides if public.today.kind == DUAL else ():
            label = gettext("{day}: {side} Stone Hexes gained", day=day, side=name)
            yield Field(f"taken_{side}", label, value=report.taken.get(side, 0), high=MOST, rule="12.618")

    def elr_less(self, public: asl.Public, side: str) -> int:
        assert isinstance(public, Public)
        return rules_of(public).elr_less(side, public.today)

    def outcome(self, public: Public, report: Report) -> Mapping[str, object]:
        """Who has won by a report (12.6255)."""
        return {"winner": score.result_of(public, rules_of(public), report).winner}


class MarkersStep(support.MarkersStep[Context]):
    """CG10: by ruling an Offboard Observer goes with the module he is assigned to; one may be bought before any is."""

    def too_many_observers(self, observers: int, modules: int, used: int) -> int:
        return min(used, super().too_many_observers(observers, modules, used))


REPORT = ScenarioReportStep()
STEPS: tuple[StepDef[Context], ...] = (
    BattleStep(),
    CheckStep("melee"),
    InterdictionStep(),
    MarkersStep(),
    REPORT,
)
