"""How the events of On Track to Orsha change its rooms, beside those every refit has."""

from __future__ import annotations

from collections.abc import Mapping

from rules.asl import from_paper
from rules.asl import reducers as asl
from rules.asl.payloads import FiresTold
from rules.asl.reducers import today
from rules.engine.replace import replace
from rules.systems.oto2 import payloads
from rules.systems.oto2.rule_data import DATA, rule_data
from rules.systems.oto2.state import Public, RosterRow


def new_line(before: RosterRow) -> RosterRow:
    """A new CG Date; a SAN that has fallen too low is raised (7.5122)."""
    return asl.carried(before, san=rule_data().pack.san.raised(before.san))


def report_proposed(public: Public, data: payloads.ReportProposed) -> Public:
    """7.5031: a side's report of the scenario."""
    return asl.report_proposed(public, data)


def scenario_ended(public: Public, data: payloads.ScenarioEnded) -> Public:
    """7.5031: both sides agree on the report, with the VP it brings."""
    return asl.scenario_ended(public, data, rained=data["rained"], scenario_vp=data["scenario_vp"], vp=data["vp"])


def battery_attacked(public: Public, data: payloads.BatteryAttacked) -> Public:
    """5.3: a Counter Battery Module attacked."""
    return today(public, batteries=(*public.today.batteries, (data["side"], data["row"])))


def fires_told(public: Public, data: FiresTold) -> Public:
    """7.509: what the fires left, and where it burns on; Blazes of an earlier date are consumed."""
    return asl.fires_told(public, data, public.burnt)


def entry_told(public: Public, data: payloads.EntryTold) -> Public:
    """Where the German entry area of the north edge ends."""
    return today(public, north=data["north"])


def books_opened(public: Public, data: payloads.BooksOpened) -> Public:
    """CG End: what a side had left."""
    books = {**public.ending.books, data["side"]: {"cpp": data["cpp"], "cvp": data["cvp"]}}
    return replace(public, ending=replace(public.ending, books=books))


def campaign_ended(public: Public, data: payloads.CampaignEnded) -> Public:
    """A winner, and with how many VP."""
    return asl.campaign_ended(public, data, vp=data["vp"])


PUBLIC_KINDS: Mapping[str, asl.AnyReducer] = {
    "report.proposed": report_proposed,
    "scenario.ended": scenario_ended,
    "cbm.attacked": battery_attacked,
    "fires.told": fires_told,
    "entry.told": entry_told,
    "paper.agreed": from_paper.paper_agreed,
    "books.opened": books_opened,
    "campaign.ended": campaign_ended,
}
ECHOES: Mapping[str, asl.AnyEcho] = {"stage.opened": asl.entering(new_line)}
REDUCERS = asl.reducers_of(DATA.folder, PUBLIC_KINDS, asl.apply_outcome, ECHOES)
