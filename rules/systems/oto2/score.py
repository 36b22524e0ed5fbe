"""Victory Points (7.4): LVP held, CVP and EVP by the twenty, who won a scenario and who the campaign."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.features.standing import Score
from rules.systems.oto2.rule_data import RuleData
from rules.systems.oto2.state import GERMAN, RUSSIAN, Public, Report
from rules.text import gettext_noop

LVP_HELD = gettext_noop("LVP held")
GERMAN_CVP = gettext_noop("German CVP, 1 VP for {points}")
EVP = gettext_noop("EVP, 1 VP for {points}")
CPP_LEFT = gettext_noop("German CPP left, -1 VP each (7.518)")


@dataclass(frozen=True)
class ScoreResult:
    """A scenario's result; `parts` are (what, points in it, VP it is worth) for the reckoning."""

    winner: str
    scenario_vp: int
    threshold: int
    vp: int
    parts: tuple[tuple[str, int, int], ...]


def reports(public: Public) -> tuple[Report, ...]:
    """The confirmed reports of the scenarios played, in order."""
    return tuple(date.report for date in public.dates if date.report)


def suffered(public: Public, side: str) -> int:
    """CVP `side` has suffered since the start of the campaign (7.13, 7.516)."""
    return sum(report.cvp.get(side, 0) for report in reports(public))


def score_now(
    public: Public,
    rules: RuleData,
    after: Report | None = None,
    extra: Mapping[str, int] | None = None,
    say: Callable[..., str] = str.format,
) -> Score:
    """The score by the confirmed reports, and `after` if it were confirmed too.

    `extra` adds what CG End brings: German "cvp" still to count and "cpp" left over. `say` fills the places of a
    message; the score is written into events in English, and told with a look-up.
    """
    extra, rule = extra or {}, rules.pack.victory
    played = (*reports(public), *((after,) if after else ()))
    cvp = sum(report.cvp.get(GERMAN, 0) for report in played) + extra.get("cvp", 0)
    evp = sum(report.evp for report in played)
    lvp = played[-1].lvp if played else 0
    parts = [
        (say(LVP_HELD), lvp, lvp),
        (say(GERMAN_CVP, points=rule.cvp_per_vp), cvp, cvp // rule.cvp_per_vp),
        (say(EVP, points=rule.evp_per_vp), evp, evp // rule.evp_per_vp),
    ]
    if extra.get("cpp"):
        parts.append((say(CPP_LEFT), extra["cpp"], extra["cpp"] * rule.german_cpp_left_vp))
    return Score(sum(vp for _, _, vp in parts), rules.pack.balance.value[public.balance], tuple(parts))


def result_of(public: Public, rules: RuleData, report: Report) -> ScoreResult:
    """What `report`, one of the current scenario, comes to (7.4, 7.5031)."""
    before, after = score_now(public, rules), score_now(public, rules, report)
    threshold = rules.pack.victory.initial_scenario if public.date == 0 else rules.pack.victory.scenario
    if rules.readings.scenario_vp == "running":
        parts = after.parts
    else:
        cvp, evp = after.parts[1][2] - before.parts[1][2], after.parts[2][2] - before.parts[2][2]
        parts = (
            after.parts[0],
            (gettext_noop("VP from CVP, won in this scenario"), after.parts[1][1] - before.parts[1][1], cvp),
            (gettext_noop("VP from EVP, won in this scenario"), after.parts[2][1] - before.parts[2][1], evp),
        )
    earned = sum(vp for _, _, vp in parts)
    winner = RUSSIAN if earned >= threshold else GERMAN
    return ScoreResult(winner, earned, threshold, after.vp, parts)


def rained(public: Public, report: Report) -> bool:
    """Whether it rained in the current scenario (7.5171): by its weather, or by what the sides report."""
    return report.rain or public.today.weather == "Rain"


def winner(score: Score) -> str:
    """Who wins the campaign with this score (7.31, 7.4)."""
    return RUSSIAN if score.vp >= score.needed else GERMAN
