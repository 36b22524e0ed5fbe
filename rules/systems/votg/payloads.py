"""What the events of Valor of the Guards carry beside those of every refit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

import typing_extensions

from rules.asl import payloads as asl
from rules.asl.payloads import Row
from rules.engine.reducers import PublicKind


class StageKept(TypedDict, total=False):
    """What a side keeps at a stage's beginning: Support CPP, and those who `exited` (CG13), see `exits`."""

    support_kept: bool
    exited: str


class StageOpened(asl.StageOpened, StageKept):
    """The next stage; with a new date what is known of it."""

    record: NotRequired[Row]


class ReportProposed(asl.ReportProposed):
    """A side's report of the scenario; `note` is a remark for both sides."""

    winner: str
    turn: int
    cvp: Mapping[str, int]
    cvp_points: Mapping[str, int]
    taken: Mapping[str, int]
    hexes: int
    champion: NotRequired[str]
    note: NotRequired[str]


class LandingTold(typing_extensions.TypedDict):
    """How it stands with a Ferry Landing, and which part of it is still there."""

    control: str
    interdicted: bool
    building: bool
    pier: bool


class MapTold(TypedDict):
    """The edges each side holds, and how it stands with the Ferry Landings; `why` if not as Control on the map."""

    edges: Mapping[str, Sequence[str]]
    landings: Mapping[str, LandingTold]
    why: NotRequired[str]


class LandingsInterdicted(TypedDict):
    """The Ferry Landings that are Interdicted."""

    landings: Sequence[str]


class CounterattackDeclared(TypedDict):
    """A Counterattack, by night or not."""

    night: bool


class BoobyLevelSet(TypedDict):
    """The level of the Booby Traps."""

    level: str
    rolls: NotRequired[Sequence[Row]]


class ChitShown(TypedDict):
    """A side's chit, and how many Attack chits it `spent` with it."""

    side: str
    chit: str
    spent: NotRequired[int]


class ScenarioTold(TypedDict, total=False):
    """What is known so far of the next scenario. With `after_recon` the night was declared only after that roll."""

    kind: str
    first: str
    mover: str
    night: bool
    cover: str
    moon: str
    after_recon: bool
    rolls: Sequence[Row]


class ReconNamed(asl.ReconNamed):
    """A Location a side names; `done` if it names no more."""

    done: bool


class StrongpointTold(TypedDict):
    """A Fanatic Strongpoint both sides know of: its kind (CG11.1), its building, the date it was told on."""

    kind: str
    place: str
    date: int


class TerrainNoted(TypedDict):
    """A change of terrain, in words."""

    note: str


class BooksOpened(TypedDict):
    """What a side had left, and whom it names as the winner if the rules do not decide it."""

    side: str
    left: Mapping[str, int]
    winner: NotRequired[str]


class WinnerNamed(TypedDict):
    """Whom a side names as winner."""

    side: str
    winner: str


class PaperAgreed(asl.PaperAgreed):
    """What both sides agree to that stands on paper, with what else both know: see the public room."""

    chits: int
    booby: str
    massacre: bool
    edges: Mapping[str, Sequence[str]]
    landings: Mapping[str, LandingTold]


PAPER_AGREED = PublicKind("paper.agreed", PaperAgreed)
STAGE_OPENED = PublicKind("stage.opened", StageOpened)
REPORT_PROPOSED = PublicKind("report.proposed", ReportProposed)
SCENARIO_ENDED = PublicKind("scenario.ended", asl.ScenarioEnded)
MAP_TOLD = PublicKind("map.told", MapTold)
LANDINGS_INTERDICTED = PublicKind("landings.interdicted", LandingsInterdicted)
COUNTERATTACK_DECLARED = PublicKind("counterattack.declared", CounterattackDeclared)
BOOBY_LEVEL_SET = PublicKind("booby_level.set", BoobyLevelSet)
CHIT_SHOWN = PublicKind("chit.shown", ChitShown)
SCENARIO_GENERATED = PublicKind("scenario.generated", ScenarioTold)
ORDER_ROLLED = PublicKind("order.rolled", ScenarioTold)
NIGHT_DECIDED = PublicKind("night.decided", ScenarioTold)
COVER_SET = PublicKind("cover.set", ScenarioTold)
MOVER_ROLLED = PublicKind("mover.rolled", ScenarioTold)
RECON_NAMED = PublicKind("recon.named", ReconNamed)
STRONGPOINT_TOLD = PublicKind("strongpoint.told", StrongpointTold)
TERRAIN_NOTED = PublicKind("terrain.noted", TerrainNoted)
BOOKS_OPENED = PublicKind("books.opened", BooksOpened)
WINNER_NAMED = PublicKind("winner.named", WinnerNamed)
CAMPAIGN_ENDED = PublicKind("campaign.ended", asl.CampaignEnded)
