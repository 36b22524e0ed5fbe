"""What of the report of a scenario can be corrected, or is said of one on paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.asl import corrections
from rules.asl.corrections import MOST, MOST_TURNS, WINNER
from rules.contract import Field
from rules.systems.oto2 import score
from rules.systems.oto2.rule_data import rules_of
from rules.systems.oto2.state import SIDES, Public, Report
from rules.text import gettext


class ReportCorrections(corrections.ReportCorrections[Public, Report]):
    """What of it can be corrected; 7.5112, 7.5113, 7.516 and 7.5171 rest on it."""

    room_class, report_class = Public, Report
    rests: Mapping[str, tuple[str, ...]] = {
        "cvp": ("mmc_roll", "elr"),
        "rain": ("weather",),
        WINNER: ("mmc_roll", "leader_roll", "elr"),
    }

    def called(self, public: Public) -> str:
        return rules_of(public).dates[public.date].key

    def figures(self, public: Public, report: Report) -> Iterator[Field]:
        rules, places = rules_of(public), {"date": self.called(public)}
        turn, lvp_max = gettext("{date}: ended on turn", **places), rules.pack.victory.lvp_max
        yield Field("turn", turn, value=report.turn, low=1, high=MOST_TURNS, rule="CG4")
        yield Field("lvp", gettext("{date}: LVP", **places), value=report.lvp, high=lvp_max, rule="7.4")
        yield Field("evp", gettext("{date}: EVP", **places), value=report.evp, high=MOST, rule="7.4")
        yield Field("rain", gettext("{date}: it rained", **places), "check", report.rain, rule="7.5171")
        for side in SIDES:
            label = gettext("{date}: {side} CVP", side=gettext(rules.names[side]), **places)
            yield Field(f"cvp_{side}", label, value=report.cvp.get(side, 0), high=MOST, rule="7.13")

    def outcome(self, public: Public, report: Report) -> Mapping[str, object]:
        """The result of a report (7.4)."""
        result = score.result_of(public, rules_of(public), report)
        rained = score.rained(public, report)
        return {"winner": result.winner, "scenario_vp": result.scenario_vp, "vp": result.vp, "rained": rained}
