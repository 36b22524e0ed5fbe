"""What the events of a refit carry: the outcome of an act in a side's room, and what each public event tells.

The type of a reducer's `data` says what it reads, and the same type is what makes the event, so that a misspelt key is
found by the type check; the tests hold every event they see against it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict

from rules.asl.counters import Change, CounterRow
from rules.engine.reducers import PublicKind

Row = Mapping[str, Any]
"""New values of a row by the names of its fields; folding it refuses names that the row does not have."""


class Folded(TypedDict, total=False):
    """The outcome of an act in a side's room; one reducer folds all of it into the room.

    `at` how far the side is in the stage and by which `step`, `add`, `change` counters, `buy`, `groups` groups bought
    and changed, `line`, `ledger` new values of the row of the roster, `support` those of a second purse in a game that
    has one, `rolls` dice for the review, `note` a note of the player, `known` what he read off his counters.
    """

    at: int
    step: str
    add: Sequence[CounterRow]
    change: Mapping[str, Change]
    buy: Sequence[Row]
    groups: Mapping[str, Row]
    line: Row
    ledger: Mapping[str, int]
    support: Mapping[str, int]
    rolls: Sequence[Row]
    note: str
    known: Row


class Outcome(Folded, total=False):
    """An outcome with the entries that only its text needs: `names` of counters, sentences (`said`), numbers."""

    areas: int
    attack: str
    chit: str
    cvp: int
    edge: str
    fate: str
    held: Sequence[str]
    heroes: int
    hidden: int
    lapsed: int
    left: int
    names: Sequence[str]
    new: str | Sequence[str]
    number: int
    old: str
    origins: Sequence[str]
    place: str
    placed: int
    rule: str
    said: Sequence[str]
    short: int
    shown: Sequence[str]
    total: int
    type: str
    values: Row


class Recorded(Outcome, total=False):
    """An outcome as its event carries it, with what is left for later steps."""

    pending: Row


class StageFinished(TypedDict):
    """A side is done with a stage; the host puts the `seal` of its secret events beside it."""

    side: str
    stage: str
    seal: NotRequired[str]


class ControlSettled(TypedDict, total=False):
    """The hexes of the map that each side Controls once the Perimeters are drawn, by side."""

    control: Mapping[str, str]


class StageOpened(ControlSettled):
    """The next stage, with the `key` of its date; with a `date` a new date begins."""

    stage: str
    title: str
    key: str
    date: NotRequired[int]


class PerimeterDrawn(TypedDict):
    """The markers of a side's Perimeter, loop by loop; on a map all its hexes, and those of its Pockets."""

    side: str
    loops: Sequence[Sequence[str]]
    pockets: NotRequired[Sequence[Sequence[str]]]


class AreasTold(TypedDict):
    """A side's Isolated Areas."""

    side: str
    areas: Sequence[Row]


class ObstaclesRemoved(TypedDict):
    """What a side has taken off the map that was not its own: each of `works` with the names such counters begin with,
    its Location if it was said (`places` if it is one of several), and whether all of its kind there go together."""

    side: str
    names: Sequence[str]
    works: NotRequired[Sequence[Row]]


class WorksPassed(TypedDict):
    """The Fortifications of a `side` that are the other's now, each with its name and its Location."""

    side: str
    works: Sequence[Sequence[str]]


class WeatherRolled(TypedDict):
    """The date's weather and environmental conditions."""

    weather: str
    ec: str
    rolls: Sequence[Row]


class WindSet(TypedDict):
    """The wind, in words; `rolls` where the server rolled its direction."""

    wind: str
    rolls: NotRequired[Sequence[Row]]


class ReconNamed(TypedDict):
    """The Locations a side looks into."""

    side: str
    locations: Sequence[str]


class ReconDisclosed(TypedDict):
    """What a side shows: each Location with the names of what stands there."""

    side: str
    told: Sequence[Sequence[Any]]


class Announced(TypedDict):
    """A side's ELR and SAN."""

    side: str
    elr: int
    san: int


class ReportProposed(TypedDict):
    """A side's report of the scenario, the `number`th; a game adds the figures."""

    number: int
    by: str


class LossesStated(TypedDict):
    """What a side states of its own losses, by the entries of the report, beside what its own record says of them.

    `why` is its reason where the two differ, "" if it gives none.
    """

    side: str
    figures: Mapping[str, int]
    recorded: Mapping[str, int]
    why: str


class CaptureTold(TypedDict):
    """`count` counters of a class and name that the captor took from their owner, by the `number` of the capture."""

    number: int
    captor: str
    owner: str
    kind: str
    name: str
    count: int
    rule: str


class CaptureDenied(CaptureTold):
    """A claim that was denied or withdrawn, and by which side."""

    by: str


class CaptureEnded(CaptureTold):
    """How counters left the captor's hands, whether he had `used` them, what new values the owner's have by it,
    which of their conditions they keep, and which they get."""

    how: str
    used: bool
    becomes: Change
    keeps: Sequence[str]
    gets: Sequence[str]


class ScenarioEnded(TypedDict):
    """How a scenario ended: who has won it, and the parts of the reckoning."""

    winner: str
    parts: Sequence[Sequence[object]]


class FiresTold(TypedDict):
    """What the fires left, where it still burns, and single Locations that a side reported as burnt."""

    side: str
    terrain: Sequence[str]
    blazes: Sequence[str]
    burnt: NotRequired[Sequence[str]]


class DiceThrown(TypedDict):
    """A free roll that both sides see."""

    side: str
    rolls: Sequence[Row]


class PaperProposed(TypedDict):
    """What stands on paper as a side puts it, the `number`th: the entries of the form by name."""

    number: int
    by: str
    values: Row


class PaperAgreed(TypedDict):
    """Both sides agree to that: the records of all `dates` up to the one in hand, and what is on the map.

    A game adds what else all know.
    """

    number: int
    by: str
    dates: Sequence[Row]
    terrain: Sequence[str]
    blazes: Sequence[str]


class CampaignEnded(TypedDict):
    """Who has won the campaign; or who `conceded`."""

    winner: str
    conceded: NotRequired[str]


class OfSide(TypedDict):
    """Something that a side does, where its name says all."""

    side: str


STAGE_FINISHED = PublicKind("stage.finished", StageFinished)
PERIMETER_DRAWN = PublicKind("perimeter.drawn", PerimeterDrawn)
AREAS_TOLD = PublicKind("areas.told", AreasTold)
STAGE_OPENED = PublicKind("stage.opened", StageOpened)
OBSTACLES_REMOVED = PublicKind("obstacles.removed", ObstaclesRemoved)
WORKS_PASSED = PublicKind("works.passed", WorksPassed)
WEATHER_ROLLED = PublicKind("weather.rolled", WeatherRolled)
WIND_SET = PublicKind("wind.set", WindSet)
RECON_NAMED = PublicKind("recon.named", ReconNamed)
RECON_DISCLOSED = PublicKind("recon.disclosed", ReconDisclosed)
ANNOUNCED = PublicKind("elr_san.announced", Announced)
LOSSES_STATED = PublicKind("losses.stated", LossesStated)
LOSSES_RESTATED = PublicKind("losses.restated", LossesStated)
CAPTURE_RECORDED = PublicKind("capture.recorded", CaptureTold)
CAPTURE_CLAIMED = PublicKind("capture.claimed", CaptureTold)
CAPTURE_GRANTED = PublicKind("capture.granted", CaptureTold)
CAPTURE_DENIED = PublicKind("capture.denied", CaptureDenied)
CAPTURE_USED = PublicKind("capture.used", CaptureTold)
CAPTURE_ENDED = PublicKind("capture.ended", CaptureEnded)
PAPER_PROPOSED = PublicKind("paper.proposed", PaperProposed)
FIRES_TOLD = PublicKind("fires.told", FiresTold)
MASSACRE = PublicKind("massacre.announced", OfSide)
