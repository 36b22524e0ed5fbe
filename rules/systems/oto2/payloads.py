"""What the events of On Track to Orsha carry beside those of every refit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from rules.asl import payloads as asl
from rules.asl.payloads import Row
from rules.engine.reducers import PublicKind


class ReportProposed(asl.ReportProposed):
    """A side's report of the scenario; `note` is a remark for both sides."""

    turn: int
    lvp: int
    cvp: Mapping[str, int]
    evp: int
    rain: bool
    note: NotRequired[str]


class ScenarioEnded(asl.ScenarioEnded):
    """How a scenario ended, with the sum of its VP."""

    scenario_vp: int
    vp: int
    threshold: int
    rained: bool


class BatteryAttacked(TypedDict):
    """The attack of a Counter Battery Module, by the row of the table."""

    side: str
    row: str
    rolls: Sequence[Row]


class EntryTold(TypedDict):
    """The westernmost north edge hex of the Russians, "" for none."""

    north: str


class BooksOpened(TypedDict):
    """What a side had left."""

    side: str
    cpp: int
    cvp: int


class CampaignEnded(asl.CampaignEnded):
    """Who has won, by what; or who conceded."""

    vp: int
    needed: NotRequired[int]
    parts: NotRequired[Sequence[Sequence[object]]]


REPORT_PROPOSED = PublicKind("report.proposed", ReportProposed)
SCENARIO_ENDED = PublicKind("scenario.ended", ScenarioEnded)
BATTERY_ATTACKED = PublicKind("cbm.attacked", BatteryAttacked)
ENTRY_TOLD = PublicKind("entry.told", EntryTold)
BOOKS_OPENED = PublicKind("books.opened", BooksOpened)
PAPER_AGREED = PublicKind("paper.agreed", asl.PaperAgreed)
CAMPAIGN_ENDED = PublicKind("campaign.ended", CampaignEnded)
