"""The scenario and its end: 7.501 to 7.5031, and what the result is worth (7.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from rules.kernel import PUBLIC, Event, Luck, Refused
from rules.parts import entries
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask
from rules.systems.oto2 import score
from rules.systems.oto2.byhand import casualties
from rules.systems.oto2.desk import Desk
from rules.systems.oto2.state import GERMAN, RUSSIAN, SIDES, Report
from rules.systems.oto2.steps import markers
from rules.systems.oto2.steps.common import button, checklist, step, words

MOST_TURNS, MOST_POINTS = 20, 999


@dataclass(frozen=True)
class ReportTask:
    """The account of the scenario: `form` to put one, `proposal` the one that stands.

    `own` is the CVP this side's own losses come to, by its order of battle.
    """

    kind: ClassVar[str] = "report"
    form: FormTask
    proposal: Report | None
    mine: bool
    own: int
    outcome: score.Outcome | None


def _task(desk: Desk) -> ReportTask:
    proposal = desk.public.proposal
    own = casualties(desk.mine.counters, desk.date)
    mine = proposal is not None and proposal.by == desk.side
    outcome = score.outcome(desk.public, desk.book, proposal) if proposal else None
    return ReportTask(_form(desk, proposal, own), proposal, mine, own, outcome)


def _form(desk: Desk, proposal: Report | None, own: int) -> FormTask:
    lvp_max = int(desk.book.pack["victory"]["lvp_max"])
    held = desk.public.dates[desk.date - 1].report if desk.date else None
    start = proposal or Report(0, desk.side, 6, held.lvp if held else 0, {desk.side: own}, 0, False)
    return FormTask(
        button("victory"),
        (
            Field("turn", "The scenario ended on turn", value=start.turn, low=1, high=MOST_TURNS, rule="CG4"),
            Field("lvp", str(desk.book.reading(words()["victory"], "lvp")), value=start.lvp, high=lvp_max, rule="7.4"),
            *(
                Field(
                    f"cvp_{side}",
                    f"CVP the {desk.book.names[side]} side lost in this scenario",
                    value=start.cvp.get(side, 0),
                    high=MOST_POINTS,
                    rule="7.13",
                )
                for side in SIDES
            ),
            Field(
                "evp", "EVP the Russians exited west in this scenario", value=start.evp, high=MOST_POINTS, rule="7.4"
            ),
            Field("rain", "It rained during the scenario", "check", value=start.rain, rule="7.5171"),
            Field("note", "Remark for both sides", "text", value=start.note),
        ),
    )


def _propose(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    entries = _task(desk).form.read(data)
    report = Report(
        number=desk.public.proposals + 1,
        by=desk.side,
        turn=entries["turn"],
        lvp=entries["lvp"],
        cvp={side: entries[f"cvp_{side}"] for side in (GERMAN, RUSSIAN)},
        evp=entries["evp"],
        rain=entries["rain"],
        note=entries["note"],
    )
    return Taken([Event("report.proposed", PUBLIC, asdict(report))], done=False)


def _confirm(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    """Agree to the other side's account; `number` says which one was seen."""
    proposal = desk.public.proposal
    if proposal is None or proposal.by == desk.side:
        raise Refused("There is no account of the other side to confirm.", way_out="Put your own account to them.")
    seen = entries.whole(data.get("number"), "Account", low=0, high=10**6, field="number")
    if seen != proposal.number:
        raise Refused("The account was changed while you read it.", way_out="Read the new one and confirm that.")
    result = score.outcome(desk.public, desk.book, proposal)
    return Taken(
        [
            Event(
                "scenario.ended",
                PUBLIC,
                {
                    "winner": result.winner,
                    "scenario_vp": result.scenario_vp,
                    "vp": result.vp,
                    "parts": [list(part) for part in result.parts],
                    "threshold": result.threshold,
                    "rained": proposal.rain or desk.public.today.weather == "Rain",
                },
            )
        ],
        done=False,
    )


STEPS = (
    checklist("play"),
    checklist("melee"),
    *markers.STEPS,
    checklist("rally"),
    step("victory", _task, {"propose": _propose, "confirm": _confirm}),
)
