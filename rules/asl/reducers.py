"""The reducers of shared events.

Events in a side's room carry their outcome: counters added and changed, groups changed, new values of the roster's row.
They differ in their text, not in how they are folded, so one reducer serves them all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from rules.asl import captures, from_paper, gains
from rules.asl import counters as pieces
from rules.asl.context import BATTLE
from rules.asl.payloads import (
    Announced,
    AreasTold,
    CampaignEnded,
    CaptureDenied,
    CaptureEnded,
    CaptureTold,
    DiceThrown,
    FiresTold,
    LossesStated,
    PerimeterDrawn,
    ReconDisclosed,
    ReconNamed,
    Recorded,
    ReportProposed,
    ScenarioEnded,
    StageFinished,
    StageOpened,
    WeatherRolled,
    WindSet,
)
from rules.asl.state import Captured, CppBudget, Perimeter, Public, RecordedArea, RosterRow, SideRoom, Statement
from rules.asl.steps.renewal import works_told
from rules.engine import corrections
from rules.engine.corrections import CorrectionProposed, CorrectionSettled, CorrectionWritten
from rules.engine.data_files import read_toml
from rules.engine.reducers import Reducers
from rules.engine.replace import replace
from rules.ground import altering, proposing
from rules.ground.map_schema import MAP
from rules.ground.painting import Painted, apply_painting, keep_start, settle_control, with_control

P = TypeVar("P", bound=Public)
S = TypeVar("S", bound=SideRoom)
L = TypeVar("L", bound=RosterRow)
AnyReducer = Callable[[Any, Any], object]
AnyEcho = Callable[[Any, str, Any], object]


def apply_outcome(side: S, data: Recorded) -> S:
    """Fold the outcome of an act into its side's room."""
    row, groups, counters, done = side.now, side.groups, side.counters, side.done
    changes: dict[str, Any] = dict(data.get("line", {}))
    if "ledger" in data:
        changes["ledger"] = replace(row.ledger, **data["ledger"])
    if renewed := data.get("groups", {}):
        groups = tuple(replace(g, **renewed[g.id]) if g.id in renewed else g for g in groups)
    if "add" in data:
        counters = pieces.add(counters, data["add"])
    if data.get("change"):
        counters = pieces.change(counters, data["change"])
    if "at" in data:  # with 0 the stage begins anew, with nothing done in it
        done = (*done, *([data["step"]] if "step" in data else [])) if data["at"] else ()
    return replace(
        side,
        at=data.get("at", side.at),
        done=done,
        counters=counters,
        groups=groups + tuple(side.group_class(**given) for given in data.get("buy", ())),
        lines=(*side.lines[:-1], replace(row, **changes) if changes else row),
        pending=data.get("pending", side.pending),
        outcomes=side.outcomes + tuple(data.get("rolls", ())),
        notes=(*side.notes, data["note"]) if data.get("note") else side.notes,
        known={**side.known, **data.get("known", {})},
    )


# stages ----------------------------------------------------------------------------------


def stage_finished(public: P, data: StageFinished) -> P:
    """A side is done with the current stage."""
    seals = public.seals if "seal" not in data else {**public.seals, data["side"]: data["seal"]}
    return replace(public, finished=(*public.finished, data["side"]), seals=seals)


def stage_opened(public: P, data: StageOpened) -> P:
    """The next stage opens; with a new `date` a new date begins, with an empty record.

    The report that was proposed is dropped.
    """
    if public.ground and "control" in data:
        public = replace(public, ground=with_control(public.ground, data["control"]))
    if public.ground and data["stage"] == BATTLE:
        public = replace(public, ground=keep_start(public.ground))
    date = data.get("date", public.date)
    dates = public.dates if date < len(public.dates) else (*public.dates, type(public.today)())
    return replace(public, stage=data["stage"], date=date, dates=dates, finished=(), seals={}, proposal=None, stated={})


def entering(begin: Callable[[Any], RosterRow]) -> Callable[[S, str, StageOpened], S]:
    """The change of a side's room when a stage opens: it starts at the top, and a new `date` gets a new row.

    `begin` makes that row from the one before: `carried`, with the changes of the game.
    """

    def enter(side: S, key: str, data: StageOpened) -> S:
        side = replace(side, at=0, done=(), outcomes=(), pending={})
        if data.get("date", len(side.lines) - 1) < len(side.lines):
            return side
        return replace(side, lines=(*side.lines, begin(side.now)))

    return enter


def carried(before: L, **changes: Any) -> L:
    """A new row after `before`, with the points it left, its ELR and its SAN."""
    start: dict[str, Any] = {"ledger": CppBudget(before.ledger.next_start), "elr": before.elr, "san": before.san}
    return type(before)(**(start | changes))


# what all may know -----------------------------------------------------------------------


def today(public: P, **changes: Any) -> P:
    """The public room with new values in the record of the date in play."""
    now = replace(public.today, **changes)
    return replace(public, dates=(*public.dates[: public.date], now, *public.dates[public.date + 1 :]))


def weather_rolled(public: P, data: WeatherRolled) -> P:
    """The date's weather and environmental conditions."""
    return today(public, weather=data["weather"], ec=data["ec"])


def wind_set(public: P, data: WindSet) -> P:
    """The wind as it was rolled at the table."""
    return today(public, wind=data["wind"])


def recon_named(public: P, data: ReconNamed) -> P:
    """The Locations a side looks into."""
    return today(public, asked=tuple(data["locations"]))


def recon_disclosed(public: P, data: ReconDisclosed) -> P:
    """What was shown of each Location."""
    return today(public, disclosed=tuple((place, tuple(names)) for place, names in data["told"]))


def dice_thrown(public: P, data: DiceThrown) -> P:
    """A free roll changes nothing; its meaning is settled at the table."""
    return public


def control_painted(public: P, data: Painted) -> P:
    """A side has said who holds some hexes of the map."""
    return replace(public, ground=apply_painting(public.ground, data)) if public.ground else public


def ground_altered(public: P, data: altering.Altered) -> P:
    """A side has reported changed terrain (CG7; CG5)."""
    return replace(public, ground=altering.apply_alteration(public.ground, data)) if public.ground else public


def fires_told(public: P, data: FiresTold, burnt: Mapping[str, int]) -> P:
    """What fires left for good, and where it still burns (CG7; CG5); `burnt` are earlier ones that stay on record."""
    return replace(
        public,
        terrain=(*public.terrain, *(note for note in data["terrain"] if note not in public.terrain)),
        blazes={place: line for place, line in public.blazes.items() if line == public.date}
        | dict.fromkeys(data["blazes"], public.date),
        burnt={**burnt, **dict.fromkeys(data.get("burnt", ()), public.date)},
    )


def perimeter_drawn(public: P, data: PerimeterDrawn) -> P:
    """A side has recorded its Perimeter (12.606, 7.505), with its Isolated Areas still unknown."""
    drawn = Perimeter(tuple(tuple(loop) for loop in data["loops"]))
    if "pockets" in data:
        drawn = replace(drawn, pockets=tuple(map(tuple, data["pockets"])), line=public.date)
    return replace(public, perimeters={**public.perimeters, data["side"]: drawn})


def areas_told(public: P, data: AreasTold) -> P:
    """A side has published its Isolated Areas with their types, after all escapes (12.6076, 7.5067)."""
    before = public.perimeters.get(data["side"], Perimeter())
    after = replace(before, areas=tuple(RecordedArea(**row) for row in data["areas"]))
    return replace(public, perimeters={**public.perimeters, data["side"]: after})


def _captured(public: P, data: CaptureTold, **changes: Any) -> P:
    """The public room with this capture changed, or added if its number is new."""
    number = data["number"]
    old = next((one for one in public.captures if one.number == number), None)
    row = (data["captor"], data["owner"], data["kind"], data["name"], data["count"], public.date)
    new = replace(old or Captured(number, *row), **changes)
    return replace(public, captures=(*(one for one in public.captures if one.number != number), new))


def capture_recorded(public: P, data: CaptureTold) -> P:
    """The owner has recorded what was taken from him, or agreed to the captor's claim."""
    return _captured(public, data, claimed=False)


def capture_claimed(public: P, data: CaptureTold) -> P:
    """The captor says that he has taken what its owner has not recorded."""
    return _captured(public, data, claimed=True)


def capture_denied(public: P, data: CaptureDenied) -> P:
    """A claim is denied or withdrawn: it is dropped."""
    return replace(public, captures=tuple(one for one in public.captures if one.number != data["number"]))


def capture_used(public: P, data: CaptureTold) -> P:
    """The captor has taken some of a capture into use."""
    used = sum(one.used for one in public.captures if one.number == data["number"])
    return _captured(public, data, used=used + data["count"])


def capture_ended(public: P, data: CaptureEnded) -> P:
    """Some of a capture is no longer in the captor's hands."""
    old = next((one for one in public.captures if one.number == data["number"]), None)
    if old is None:
        return public
    return _captured(public, data, count=old.count - data["count"], used=old.used - data["count"] * data["used"])


def capture_back(side: S, key: str, data: CaptureEnded) -> S:
    """What left the captor's hands is its owner's again, or lost for good; nothing for other sides."""
    if key != data["owner"]:
        return side
    changes = captures.back(side.counters, data)
    return replace(side, counters=pieces.change(side.counters, changes)) if changes else side


def announced(public: P, data: Announced) -> P:
    """A side has announced its ELR and SAN."""
    side, now = data["side"], public.today
    return today(public, elr={**now.elr, side: data["elr"]}, san={**now.san, side: data["san"]})


# the end of a scenario, and of the campaign --------------------------------------------------


def report_proposed(public: P, data: ReportProposed) -> P:
    """A side's report of the scenario, for the other to confirm."""
    return replace(public, proposal=public.report_class(**data), proposals=data["number"])


def losses_stated(public: P, data: LossesStated) -> P:
    """A side has stated its own losses for the report."""
    mine = Statement(data["figures"], data["recorded"], data["why"])
    return replace(public, stated={**public.stated, data["side"]: mine})


def losses_restated(public: P, data: LossesStated) -> P:
    """A side's recorded losses have changed after the proposal: it gets a new number, so it must be read again."""
    number = public.proposals + 1
    proposal = replace(public.proposal, number=number) if public.proposal else None
    return replace(losses_stated(public, data), proposal=proposal, proposals=number)


def scenario_ended(public: P, data: ScenarioEnded, **more: Any) -> P:
    """Both sides agree on the report. `more` is what a game records of the end."""
    public = replace(public, ground=settle_control(public.ground)) if public.ground else public
    return today(public, report=public.proposal, winner=data["winner"], **more)


def campaign_ended(public: P, data: CampaignEnded, **more: Any) -> P:
    """The campaign ends, and all rooms open. `more` is what a game records of the end."""
    ending = replace(public.ending, winner=data["winner"], conceded=data.get("conceded", ""), **more)
    return replace(public, ending=ending, stage="ended", finished=())


# corrections -----------------------------------------------------------------------------


def correction_proposed(public: P, data: CorrectionProposed) -> P:
    """A side proposes a correction."""
    return replace(public, corrections=corrections.add_proposal(public.corrections, data))


def correction_settled(public: P, data: CorrectionSettled) -> P:
    """A verdict with its effect: new values of records, of a `report` only those named, or another map."""
    if MAP in data.get("effect", {}):
        public = replace(public, ground=proposing.apply_map(public.ground, public.corrections, data["number"]))
    answered = proposing.without_copies(corrections.add_verdict(public.corrections, data))
    dates: list[Any] = list(public.dates)
    for n, changes in data.get("effect", {}).get("dates", {}).items():
        record = dates[int(n)]
        if "report" in changes:
            changes = {**changes, "report": replace(record.report, **changes["report"])}
        dates[int(n)] = replace(record, **changes)
    return replace(public, corrections=answered, dates=tuple(dates))


def correction_written(side: S, data: CorrectionWritten) -> S:
    """Keep a side's proposed changes of its own record until there is a verdict."""
    return replace(side, written={**side.written, str(data["number"]): data["values"]})


def correction_obeyed(side: S, key: str, data: CorrectionSettled) -> S:
    """Apply the changes that a side wrote down for its own record, or drop them, by the verdict."""
    written, values = corrections.settle_wishes(side.written, key, data)
    row = side.now
    budget = replace(row.ledger, ruled=row.ledger.ruled + max(values.get("cpp", 0), -row.ledger.next_start))
    effect = data.get("effect", {})
    changes = dict[str, Any]()
    for moved in (values.get(corrections.MOVED, {}), effect.get("moved", {}).get(key, {})):
        changes |= {name: corrections.moved_by(getattr(row, name), *by) for name, by in moved.items()}
    fpp = max(row.fpp + values.get("fpp", 0), row.fpp_spent)
    rows = (*side.lines[:-1], replace(row, ledger=budget, fpp=fpp, **changes))
    return replace(side, written=written, counters=gains.come(side.counters, values), lines=rows)


def wishes_lapsed(side: S, key: str, data: Announced) -> S:
    """What a side wanted changed of its ELR and SAN lapses as it announces them: from then on they are public."""
    if key != data["side"]:
        return side
    moved, lapsed = corrections.MOVED, corrections.LAPSED
    written = {
        number: {**{name: value for name, value in values.items() if name != moved}, lapsed: list(values[moved])}
        for number, values in side.written.items()
        if moved in values
    }
    return replace(side, written={**side.written, **written}) if written else side


PUBLIC_KINDS: Mapping[str, AnyReducer] = {
    "stage.finished": stage_finished,
    "stage.opened": stage_opened,
    "obstacles.removed": works_told.obstacles_removed,
    "works.passed": works_told.works_passed,
    "weather.rolled": weather_rolled,
    "wind.set": wind_set,
    "recon.named": recon_named,
    "recon.disclosed": recon_disclosed,
    "elr_san.announced": announced,
    "dice.thrown": dice_thrown,
    "control.painted": control_painted,
    "ground.altered": ground_altered,
    "perimeter.drawn": perimeter_drawn,
    "areas.told": areas_told,
    "losses.stated": losses_stated,
    "losses.restated": losses_restated,
    **dict.fromkeys(("capture.recorded", "capture.granted"), capture_recorded),
    "capture.claimed": capture_claimed,
    "capture.denied": capture_denied,
    "capture.used": capture_used,
    "capture.ended": capture_ended,
    "paper.proposed": from_paper.paper_proposed,
    "correction.proposed": correction_proposed,
    "gain.proposed": correction_proposed,
    "correction.settled": correction_settled,
}
"""The reducers of the public events of shared steps, of the course and of corrections."""


ECHOES: Mapping[str, AnyEcho] = {
    "correction.settled": correction_obeyed,
    "elr_san.announced": wishes_lapsed,
    "obstacles.removed": works_told.works_removed,
    "works.passed": works_told.works_taken,
    "capture.ended": capture_back,
    "paper.agreed": from_paper.add_blank_rows,
}
"""The reducers that apply shared public events to the sides' rooms."""


def reducers_of(
    folder: Path, public: Mapping[str, AnyReducer], own: AnyReducer, echoes: Mapping[str, AnyEcho]
) -> Reducers:
    """All reducers of a game: those of every refit, and its own for `public` events and `echoes` in the sides' rooms.

    `own` folds the outcome of an act into a side's room. The events of a side are all those with a sentence in
    events.toml or in that of the game's `folder`, except public ones.
    """
    public = {**PUBLIC_KINDS, **public}
    paths = (Path(__file__).with_name("events.toml"), folder / "events.toml")
    side = {kind: own for path in paths for kind in read_toml(path) if kind not in public}
    side |= dict.fromkeys(("correction.written", "gain.written"), correction_written)
    return Reducers(public, side, {**ECHOES, **echoes})
