"""Sheets of a mission: its card, the order of battle, the log; and the story at its end."""

from __future__ import annotations

from collections.abc import Mapping

from rules.engine.documents import NUMBER, Column, Sheet, SheetTable, table
from rules.systems.orsha_missions.printed import parts, printed
from rules.systems.orsha_missions.state import ENDED, Context, PublicRoom, SecretRoom
from rules.systems.orsha_missions.view import figures
from rules.text import gettext


def sheets(public: PublicRoom, result: str) -> Mapping[str, Sheet]:
    """The forms by key; `result` says how the mission ended."""
    ctx = Context(public, SecretRoom(""))
    title, when = gettext(ctx.mission.title), gettext("Game Turn {turn}", turn=public.turn)
    notes = (result,) if result else ()
    card = Sheet("card", gettext("Mission card"), title, when, "", (_numbers(ctx), _rules(ctx)), notes)
    units = Sheet("units", gettext("Order of battle"), title, when, "", (_units(public),), notes)
    log = Sheet("log", gettext("Log"), title, when, "", (_numbers(ctx),), notes, journal=True)
    found = {"card": card, "units": units, "log": log}
    if public.stage == ENDED:
        found["story"] = Sheet("story", gettext("Story"), title, when, "", (_numbers(ctx), _units(public)), notes, True)
    return found


def _numbers(ctx: Context) -> SheetTable:
    columns = (Column(gettext("What"), 2), Column(gettext("Now"), 4), Column(gettext("Changes"), 3))
    rows = tuple((label, value, None) for label, value in figures(ctx) if value)
    return table(gettext("Numbers"), columns, rows)


def _rules(ctx: Context) -> SheetTable:
    columns = (Column(gettext("Rule"), 1), Column(gettext("To keep at the table"), 6))
    return table(
        gettext("Rules of the mission"), columns, [(note.rule, gettext(note.text)) for note in ctx.mission.notes]
    )


def _units(public: PublicRoom) -> SheetTable:
    """Every line with what brought it, and room for what becomes of it."""
    columns = (
        Column(gettext("Number"), 0.8, NUMBER),
        Column(gettext("Unit"), 3),
        Column(gettext("From"), 3),
        Column(gettext("Lost, Recalled"), 3),
    )
    left = [*public.recalled]
    rows = []
    for line in public.units:
        recalled = [name for name in left if name == line.name][: line.number]
        for name in recalled:
            left.remove(name)
        source = f"{gettext(parts()[line.source].label)} ({parts()[line.source].rule})" if line.source else ""
        state = gettext("Recalled: {number}", number=len(recalled)) if recalled else None
        rows.append((line.number, line.name, source or gettext("as printed"), state))
    return table(gettext(printed().friendly), columns, rows)
