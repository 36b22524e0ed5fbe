"""The scenario and its end: 7.501 to 7.5031, and what the result is worth (7.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from rules.kernel import PUBLIC, Event, Luck
from rules.parts.refit.byhand import EXITED, casualties
from rules.parts.refit.steps import markers
from rules.parts.refit.steps.account import ReportTask, agreed, report_task
from rules.parts.refit.steps.checklists import checklist, noted
from rules.parts.refit.steps.chosen import marks
from rules.parts.refit.words import Deed
from rules.parts.sheets import NUMBER, Column, SheetTable, table
from rules.parts.stages import Taken
from rules.parts.tasks import CheckTask, Field, FormTask
from rules.systems.oto2 import score
from rules.systems.oto2.desk import Desk
from rules.systems.oto2.state import GERMAN, RUSSIAN, SIDES, Report
from rules.systems.oto2.steps import counter_battery

MOST_TURNS, MOST_POINTS = 20, 999


# 7.503 rally -----------------------------------------------------------------------------


def _rallied(desk: Desk) -> dict[str, Any]:
    """What changes of the counters that are noted as broken."""
    off = desk.book.pack["marks"]["rallied"]
    return {str(c.id): change for c in desk.mine.on_hand if (change := marks(c, less=off))}


def _rally_task(desk: Desk) -> CheckTask:
    said, number = desk.said("rally"), len(_rallied(desk))
    lines = (said["rallied"].format(number=number),) if number else ()
    return CheckTask(desk.button("rally"), tuple(said["points"]), lines)


def _rally(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    return Taken([desk.event("step.done", step="rally", note=noted(data), change=_rallied(desk))])


# 7.5031 the account ----------------------------------------------------------------------


def _task(desk: Desk) -> ReportTask:
    proposal = desk.public.proposal
    form = _form(desk, proposal, casualties(desk.mine.counters, desk.date))
    return report_task(desk, form, proposal, _result(desk, proposal) if proposal else None)


def _result(desk: Desk, proposal: Report) -> SheetTable:
    """What an account comes to, part by part."""
    found = score.outcome(desk.public, desk.book, proposal)
    title = f"{found.scenario_vp} VP, {found.threshold} needed for a Russian victory"
    return table(title, (Column("From", 3), Column("Points", kind=NUMBER), Column("VP", kind=NUMBER)), found.parts)


def _form(desk: Desk, proposal: Report | None, own: int) -> FormTask:
    lvp_max = int(desk.book.pack["victory"]["lvp_max"])
    held = desk.public.dates[desk.date - 1].report if desk.date else None
    start = proposal or Report(0, desk.side, 6, held.lvp if held else 0, {desk.side: own}, _exited(desk), False)
    return FormTask(
        desk.button("victory"),
        (
            Field("turn", "The scenario ended on turn", value=start.turn, low=1, high=MOST_TURNS, rule="CG4"),
            Field(
                "lvp", str(desk.book.reading(desk.said("victory"), "lvp")), value=start.lvp, high=lvp_max, rule="7.4"
            ),
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
            Field("note", "Remark for both sides", "text", value=start.note, rule=desk.rule("victory")),
        ),
    )


def _exited(desk: Desk) -> int:
    """The VP of this side's own counters that left the map for them in this scenario."""
    return sum(c.worth for c in desk.mine.counters if c.fate == EXITED and c.since == desk.date)


def _propose(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    said = _task(desk).form.read(data)
    report = Report(
        number=desk.public.proposals + 1,
        by=desk.side,
        turn=said["turn"],
        lvp=said["lvp"],
        cvp={side: said[f"cvp_{side}"] for side in (GERMAN, RUSSIAN)},
        evp=said["evp"],
        rain=said["rain"],
        note=said["note"],
    )
    return Taken([Event("report.proposed", PUBLIC, asdict(report))], done=False)


def _confirm(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    """Agree to the other side's account."""
    proposal = agreed(desk, desk.public.proposal, data)
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


STEPS: tuple[Deed[Desk], ...] = (
    *counter_battery.ATTACKS,
    checklist("play"),
    checklist("melee"),
    *counter_battery.LOSSES,
    *markers.STEPS,
    Deed("rally", _rally_task, {"done": _rally}),
    Deed("victory", _task, {"propose": _propose, "confirm": _confirm}),
)
