"""What of the report of a scenario can be corrected, or is said of one on paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.asl import corrections
from rules.asl.corrections import MOST, MOST_TURNS, WINNER
from rules.contract import Field
from rules.systems.oto2 import score
from rules.systems.oto2.rule_data import RuleData
from rules.systems.oto2.state import SIDES, Public, Report
from rules.text import gettext


class ReportCorrections(corrections.ReportCorrections):
    """What of it can be corrected; 7.5112, 7.5113, 7.516 and 7.5171 rest on it."""

    rests: Mapping[str, tuple[str, ...]] = {
        "cvp": ("mmc_roll", "elr"),
        "rain": ("weather",),
        WINNER: ("mmc_roll", "leader_roll", "elr"),
    }

    def called(self, public: Public, rules: RuleData) -> str:
        return rules.dates[public.date].key

    def figures(self, public: Public, rules: RuleData, report: Report) -> Iterator[Field]:
        """The figures of a report; `public` is as of its date."""
        places = {"date": rules.dates[public.date].key}
        turn, lvp_max = gettext("{date}: ended on turn", **places), rules.pack.victory.lvp_max
        yield Field("turn", turn, value=report.turn, low=1, high=MOST_TURNS, rule="CG4")
        yield Field("lvp", gettext("{date}: LVP", **places), value=report.lvp, high=lvp_max, rule="7.4")
        yield Field("evp", gettext("{date}: EVP", **places), value=report.evp, high=MOST, rule="7.4")
        yield Field("rain", gettext("{date}: it rained", **places), "check", report.rain, rule="7.5171")
        for side in SIDES:
            label = gettext("{date}: {side} CVP", side=gettext(rules.names[side]), **places)
            yield Field(f"cvp_{side}", label, value=report.cvp.get(side, 0), high=MOST, rule="7.13")

    def outcome(self, public: Public, rules: RuleData, report: Report) -> dict[str, Any]:
        """What a report comes to (7.4)."""
        result = score.result_of(public, rules, report)
        rained = score.rained(public, report)
        return {"winner": result.winner, "scenario_vp": result.scenario_vp, "vp": result.vp, "rained": rained}
