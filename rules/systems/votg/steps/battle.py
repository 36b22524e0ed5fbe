"""The scenario and its end, up to the account of who won it (12.601 to 12.6041)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from rules.kernel import PUBLIC, Event, Luck, Refused
from rules.parts.refit.byhand import casualties
from rules.parts.refit.steps import markers
from rules.parts.refit.steps.account import ReportTask, agreed, report_task
from rules.parts.refit.steps.checklists import checklist
from rules.parts.refit.steps.chosen import FIELD, SMC, Change, entered, marks, names, number_fields, on_field, taken
from rules.parts.refit.words import Deed
from rules.parts.sheets import NUMBER, Column, SheetTable, table
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask
from rules.systems.votg import score
from rules.systems.votg.desk import Desk
from rules.systems.votg.state import DUAL, SIDES, Report

MOST_TURNS, MOST_POINTS = 20, 999
INTERDICTS = "interdicts a Landing"
"""What keeps a unit where it is through the refit (12.602)."""

# Ferry Landings closed by fire ---------------------------------------------------------------


def _able(desk: Desk) -> list[Any]:
    """Who may interdict: everything with men or weapons, no SMC alone."""
    return on_field(desk, [kind for kind in FIELD if kind not in SMC])


def _interdiction_task(desk: Desk) -> FormTask | None:
    there = [key for key, landing in desk.public.landings.items() if landing.exists]
    if not desk.german or not there:
        return None
    said, rule = desk.said("interdiction"), desk.rule("interdiction")
    fields = tuple(
        Field(f"landing_{key}", f"{key}: {said['landing']}", "check", desk.public.landings[key].interdicted, rule=rule)
        for key in there
    )
    units = number_fields(_able(desk), desk.rule("interdiction", "units"))
    return FormTask(desk.button("interdiction"), (*fields, *units), tuple(said["points"]))


def _interdict(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _interdiction_task(desk)
    assert task is not None
    said = task.read(data)
    closed = [key for key in desk.public.landings if said.get(f"landing_{key}")]
    busy = taken(_able(desk), said)
    if busy and not closed:
        raise Refused(
            "Units interdict, but no Landing is closed.",
            rule=desk.rule("interdiction"),
            field=entered(said),
            way_out="Tick the Landing they close, or set their numbers to 0.",
        )
    change: dict[str, Change] = {
        str(c.id): found
        for c in _able(desk)
        if (found := marks(c, less=(INTERDICTS,), more=(INTERDICTS,) if c in busy else ()))
    }
    told = Event("landings.interdicted", PUBLIC, {"landings": closed})
    return Taken([told, desk.event("interdictors.marked", change=change, names=names(busy))])


# the account -----------------------------------------------------------------------------------


def _task(desk: Desk) -> ReportTask:
    proposal, own = desk.public.proposal, casualties(desk.mine.counters, desk.date)
    form = FormTask(desk.button("victory"), tuple(_fields(desk, proposal or _blank(desk, own))), _words(desk))
    return report_task(desk, form, proposal, _result(desk, proposal) if proposal else None)


def _result(desk: Desk, proposal: Report) -> SheetTable:
    """What an account comes to, with the numbers of both sides where they tell it."""
    found, names = score.outcome(desk.public, desk.book, proposal), desk.book.names
    columns = (Column(desk.said("victory")["from"], 3), *(Column(names[side], kind=NUMBER) for side in SIDES))
    return table(f"{names[found.winner]} {desk.said('victory')['won']}", columns, found.parts)


def _words(desk: Desk) -> tuple[str, ...]:
    """The conditions in the owner's words, where he typed them in, before our own."""
    victory = desk.book.game.victory
    own = victory.initial if desk.initial else victory.scenario
    return (*((own,) if own else ()), *(desk.said("victory")["points"]))


def _blank(desk: Desk, own: int) -> Report:
    """What is proposed while nobody has put an account."""
    turns = desk.book.game.turns if desk.initial else None
    turn = turns or int(desk.book.pack["play"]["game_end_from_turn"])
    held = desk.played[-1].report if desk.played else None
    none = dict.fromkeys(SIDES, 0)
    return Report(0, desk.side, "", turn, {**none, desk.side: own}, {**none, desk.side: own}, none,
                  held.hexes if held else 0)  # fmt: skip


def _fields(desk: Desk, start: Report) -> Iterator[Field]:
    said, rule, sides = desk.said("victory"), desk.rule("victory"), tuple(desk.book.names.items())
    yield Field("turn", said["turn"], value=start.turn, low=1, high=MOST_TURNS, rule=desk.rule("victory", "turns"))
    if not score.tells(desk.public, desk.book):
        options = (("", said["choose"]), *sides)
        conditions = desk.rule("victory", "conditions")
        yield Field("winner", said["winner"], "select", start.winner, options=options, rule=conditions)
    for side in SIDES:
        lost, wrong = start.cvp[side], start.cvp[side] - start.cvp_points[side]
        yield Field(f"cvp_{side}", said[f"{side}_cvp"], value=lost, high=MOST_POINTS, rule=rule)
        label = f"{desk.book.names[side]} CVP {said['wrong_edge']}"
        yield Field(f"wrong_{side}", label, value=wrong, high=MOST_POINTS, rule=desk.rule("victory", "exits"))
        if desk.last_day:
            label = f"{desk.book.names[side]} CVP {said['sewers']}"
            yield Field(f"sewers_{side}", label, high=MOST_POINTS, rule=desk.rule("victory", "sewers"))
    on_map = int(desk.book.pack["stone_hexes"]["on_map"])
    if desk.today.kind == DUAL:
        for side in SIDES:
            label, conditions = said[f"{side}_stone"], desk.rule("victory", "conditions")
            yield Field(f"taken_{side}", label, value=start.taken[side], high=on_map, rule=conditions)
    yield Field("hexes", said["hexes"], value=start.hexes, high=on_map, rule=desk.rule("victory", "campaign"))
    if desk.book.game.victory.hexes_at_once is None:
        options, campaign = (("", said["nobody"]), *sides), desk.rule("victory", "campaign")
        yield Field("champion", said["champion"], "select", start.champion, options=options, rule=campaign)
    yield Field("note", said["note"], "text", start.note)


def _propose(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    said = _task(desk).form.read(data)
    cvp = {side: said[f"cvp_{side}"] - said.get(f"sewers_{side}", 0) for side in SIDES}
    for side in SIDES:
        if said[f"wrong_{side}"] > cvp[side]:
            raise Refused(
                f"The {desk.book.names[side]} side lost less than left over wrong hexes and was lost in the sewers.",
                rule=desk.rule("victory", "exits"),
                field=f"wrong_{side}",
                way_out="Count these among the CVP above as well.",
            )
    if said.get("winner") == "":
        raise Refused(
            "Somebody has won the scenario.",
            rule=desk.rule("victory", "conditions"),
            field="winner",
            way_out="Look into the conditions of your copy and choose the side that fulfilled them.",
        )
    report = Report(
        number=desk.public.proposals + 1,
        by=desk.side,
        winner=said.get("winner", ""),
        turn=said["turn"],
        cvp=cvp,
        cvp_points={side: cvp[side] - said[f"wrong_{side}"] for side in SIDES},
        taken={side: said.get(f"taken_{side}", 0) for side in SIDES},
        hexes=said["hexes"],
        champion=said.get("champion", ""),
        note=said["note"],
    )
    return Taken([Event("report.proposed", PUBLIC, asdict(report))], done=False)


def _confirm(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    """Agree to the other side's account."""
    result = score.outcome(desk.public, desk.book, agreed(desk, desk.public.proposal, data))
    ended = {"winner": result.winner, "parts": [list(part) for part in result.parts]}
    return Taken([Event("scenario.ended", PUBLIC, ended)], done=False)


STEPS: tuple[Deed[Desk], ...] = (
    checklist("play"),
    checklist("melee"),
    Deed("interdiction", _interdiction_task, {"enter": _interdict}),
    *markers.STEPS,
    Deed("victory", _task, {"propose": _propose, "confirm": _confirm}),
)
